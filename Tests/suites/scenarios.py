"""The order rules and the known defects of the SDKs: each row of Tests/contract/rows.txt is held by a promise that cites it.

A row is `mark = promise`. A promise cites rows in a comment of the form `/* order: logout; defect 11 */` above it. A row whose
line begins with `~` waits for a feature: nothing may cite it, so that the `~` goes when the first promise comes.
"""
import glob
import re

from harness.runner import Failure, Test

MARK = r"(?:order: [a-z0-9 ,'-]+|defect \d+)"
ROW = re.compile(r"(~ )?(%s) = (\S.*)" % MARK)
# The comment lines of a promise, then the promise itself.
# A suite holds a row, too: `# defect 23` above its function.
SUITE = re.compile(r"^# (%s)\ndef " % MARK, re.M)
PROMISE = re.compile(r'((?:^[ \t]*(?:/\*.*\*/|//.*)\n)+)[ \t]*(?:PROMISE\("|@Test)', re.M)
COMMENT = re.compile(r"^[ \t]*(?:/\*|//) (%s(?:; %s)*)(?: \*/)?$" % (MARK, MARK), re.M)
MEANT = re.compile(r"^[ \t]*(?:/\*|//) *(?:order:|defect \d).*$", re.M)
ORDER_ROWS, DEFECT_ROWS = 43, 24


def rows(context):
    """Mark -> whether it is held."""
    found, wrong = {}, []
    with open(context.path("Tests", "contract", "rows.txt")) as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            row = ROW.fullmatch(line.strip())
            if not row or row.group(2) in found:
                wrong.append(line.strip())
            else:
                found[row.group(2)] = not row.group(1)
    defects = ["defect %d" % (number + 1) for number in range(DEFECT_ROWS)]
    missing = [mark for mark in defects if mark not in found]
    orders = sum(mark.startswith("order: ") for mark in found)
    if wrong or missing or orders != ORDER_ROWS or len(found) != ORDER_ROWS + DEFECT_ROWS:
        raise Failure("not a row, or there twice: %s; missing: %s; %d order rows instead of %d" % (wrong, missing, orders, ORDER_ROWS))
    return found


def cited(context):
    """The marks that stand above promises; a comment that looks like a citation and is none is an error."""
    marks, stray = set(), []
    for pattern in ("contract/*.c", "contract/*.cpp", "Unit/*.swift"):
        for path in glob.glob(context.path("Tests", *pattern.split("/"))):
            with open(path) as file:
                text = file.read()
            meant = len(MEANT.findall(text))
            for comments in PROMISE.findall(text):
                for citation in COMMENT.findall(comments):
                    meant -= 1
                    marks.update(citation.split("; "))
            if meant:
                stray.append(path)
    for path in glob.glob(context.path("Tests", "suites", "*.py")):
        with open(path) as file:
            marks.update(SUITE.findall(file.read()))
    if stray:
        raise Failure("citations that stand above no promise, or are not of the form: %s" % stray)
    return marks


# defect 23
def every_row(context):
    stated, marks = rows(context), cited(context)
    missing = sorted(mark for mark, held in stated.items() if held and mark not in marks)
    waiting = sorted(mark for mark, held in stated.items() if not held and mark in marks)
    unknown = sorted(marks - set(stated))
    if missing or waiting or unknown:
        raise Failure("without a promise: %s; held, but still with a ~: %s; cited but no row: %s" % (missing, waiting, unknown))


def tests(context):
    return [Test("every order rule and every known defect is held by a promise", every_row)]

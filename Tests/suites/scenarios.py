"""The order rules, the known defects of the SDKs and of the mobile backend's tutorial, the invariants of money, its crash points and its
error codes: each row of Tests/contract/rows.txt is held by a promise that cites it.

A row is `mark = promise`. A promise cites rows in a comment of the form `/* order: logout; invariant 11 */` above it. Where a program holds
many promises (Tests/crash, the simulator), the comment stands above the check, the table's row or the function that holds the row; in a
suite, above the function. A row whose line begins with `~` waits for a feature: nothing may cite it, so that the `~` goes when the first
promise comes.
"""
import glob
import re

from harness.runner import Failure, Test

# Kind -> the numbers of its rows.
NUMBERED = {"defect": range(1, 25), "tutorial": range(1, 28), "invariant": range(1, 31), "crash": range(13),
            "code": [*range(19), *range(100, 108)]}
ORDER_ROWS = 43
MARK = r"(?:order: [a-z0-9 ,'-]+|(?:%s) \d+)" % "|".join(NUMBERED)
ROW = re.compile(r"(~ )?(%s) = (\S.*)" % MARK)
SUITE = re.compile(r"^# (%s(?:; %s)*)\ndef " % (MARK, MARK), re.M)
# Its comment lines, then the promise itself.
PROMISE = re.compile(r'((?:^[ \t]*(?:/\*.*\*/|//.*)\n)+)[ \t]*(?:PROMISE\("|@Test)', re.M)
CHECK = re.compile(
    r'((?:^[ \t]*(?:/\*.*\*/|//.*)\n)+)[ \t]*(?:keep_promise\(|world\.require\(|\{"|\(\s*"|(?:private )?func |static [^;\n]*\{$)', re.M)
# Where citations stand above what.
PLACES = {
    "contract/**/*.c": PROMISE, "contract/**/*.cpp": PROMISE, "Unit/**/*Tests.swift": PROMISE, "Unit/Simulator/Simulator[!T]*.swift": CHECK,
    "crash/*.[ch]": CHECK,
}
COMMENT = re.compile(r"^[ \t]*(?:/\*|//) (%s(?:; %s)*)(?: \*/)?$" % (MARK, MARK), re.M)
MEANT = re.compile(r"^[ \t]*(?:/\*|//) *(?:order:|(?:%s) \d).*$" % "|".join(NUMBERED), re.M)


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
    numbered = ["%s %d" % (kind, number) for kind, numbers in NUMBERED.items() for number in numbers]
    missing = [mark for mark in numbered if mark not in found]
    orders = sum(mark.startswith("order: ") for mark in found)
    if wrong or missing or orders != ORDER_ROWS or len(found) != ORDER_ROWS + len(numbered):
        raise Failure("not a row, or there twice: %s; missing: %s; %d order rows instead of %d" % (wrong, missing, orders, ORDER_ROWS))
    return found


def cited(context):
    """The marks that stand above promises and checks; a comment that looks like a citation and is none is an error."""
    marks, stray = set(), []
    for pattern, place in PLACES.items():
        for path in glob.glob(context.path("Tests", *pattern.split("/")), recursive=True):
            with open(path) as file:
                text = file.read()
            meant = len(MEANT.findall(text))
            for comments in place.findall(text):
                for citation in COMMENT.findall(comments):
                    meant -= 1
                    marks.update(citation.split("; "))
            if meant:
                stray.append(path)
    for path in glob.glob(context.path("Tests", "suites", "*.py")):
        with open(path) as file:
            for citation in SUITE.findall(file.read()):
                marks.update(citation.split("; "))
    if stray:
        raise Failure("citations that stand above nothing that holds them, or are not of the form: %s" % stray)
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
    return [Test("every order rule, known defect, invariant, crash point and error code is held by a promise", every_row)]

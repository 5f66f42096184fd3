"""The numbered rules of the headers: each is cited by a test, and no test cites a rule that is not there."""
import glob
import re

from harness.runner import Failure, Test

HEADERS = {"R": "TCGBRunLoop.h", "O": "TCGBObject.h"}


def stated(context, letter):
    with open(context.path("include", "Gamebase", HEADERS[letter])) as header:
        return set(re.findall(r"^ \* (%s\d+)\." % letter, header.read(), re.M))


def cited(context):
    """What stands in a comment of the form `// R4 R5` or `/* R4 R5 */` directly above a promise."""
    numbers = set()
    for pattern in ("contract/**/*.c", "Unit/**/*.swift"):
        for path in glob.glob(context.path("Tests", *pattern.split("/")), recursive=True):
            with open(path) as file:
                for line in re.findall(r"^\s*(?://|/\*) ((?:[RO]\d+ ?)+)(?:\*/)?\n\s*(?:PROMISE|@Test)", file.read(), re.M):
                    numbers.update(line.split())
    return numbers


def every_rule(context):
    rules = stated(context, "R") | stated(context, "O")
    if len(rules) < 20:
        raise Failure("only %d rules were found" % len(rules))
    numbers = cited(context)
    missing, unknown = sorted(rules - numbers), sorted(numbers - rules)
    if missing or unknown:
        raise Failure("without a test: %s; cited but not stated: %s" % (missing, unknown))


def tests(context):
    return [Test("every numbered rule of the headers is cited by a test", every_rule)]

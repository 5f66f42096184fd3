"""The Swift unit tests, counted one by one with the rest."""
import os
import re

from harness import postgres
from harness.runner import Failure, Test, died, tail
from harness.server.service import program

LINE = re.compile(r'^\S+ (?:Test) (?:"(?P<quoted>.*?)"|(?P<plain>\S+\(.*?\)))(?: with \d+ test cases?)? (?P<verb>started|passed|failed|skipped)\b(?P<rest>.*)$')
ISSUE = re.compile(r'^\S+ Test (?:"(?P<quoted>.*?)"|(?P<plain>\S+\(.*?\))) recorded an issue(?P<rest>.*)$')
BELOW = re.compile(r"^(?:↳|\s+\S) ?(?P<rest>.*)$")
STATUS = {"passed": "ok", "failed": "not ok", "skipped": "skip"}


def built(context):
    """The program of the unit tests, built once."""
    def build():
        # Behind the server: they share what is compiled.
        program(context)
        return context.path(context.check(["Sources/packaging/units.sh", ".build/server"], timeout=2400).splitlines()[-1])
    return context.once("unit tests", build)


def play(context, arguments=(), **options):
    """Runs them without the package manager in between, which loses lines when many come at once."""
    return context.process([built(context), "--testing-library", "swift-testing", *arguments], **options)


def run(context):
    from suites import documents, zones
    os.makedirs(context.path("build"), exist_ok=True)
    environment = {"DOCUMENT_CASES": documents.tables_file(context), "TEST_OUTPUT": context.path("build")}
    environment.update(zones.unit_environment(context))
    with postgres.Server() as server:
        environment[postgres.VARIABLE] = server.url
        result = play(context, timeout=1200, environment=environment)
    outcomes = told(result.output)
    if not outcomes or (result.status != 0 and not any(status == "not ok" for status, _, _ in outcomes)):
        raise Failure("the unit tests %s\n%s" % (died(result.status), tail(result.output)))
    return [(status, "unit: " + name, detail) for status, name, detail in outcomes]


def told(output):
    """How each test ended, as (status, name, detail), out of what the program printed."""
    outcomes, open_tests, issues, of_issue = [], [], {}, None
    for line in output.splitlines():
        issue = ISSUE.match(line)
        if issue:
            of_issue = issues.setdefault(issue["quoted"] or issue["plain"], [])
            of_issue.append(issue["rest"].strip())
            continue
        # What stands below it is the values, and the test's own words: the seed, what was awaited.
        if of_issue is not None and BELOW.match(line):
            of_issue.append("  " + BELOW.match(line)["rest"])
            continue
        of_issue = None
        found = LINE.match(line)
        if not found:
            continue
        name = found["quoted"] or found["plain"]
        if found["verb"] == "started":
            open_tests.append(name)
            continue
        if name in open_tests:
            open_tests.remove(name)
        detail = "\n".join(issues.get(name, [])) or ("" if found["verb"] == "passed" else found["rest"].strip(": "))
        outcomes.append((STATUS[found["verb"]], name, detail))
    return outcomes + [("not ok", name, "began and never ended\n" + tail(output, 15)) for name in open_tests]


def all_pass(context, arguments, environment, timeout=600, says=""):
    """Plays some of them as one promise of another suite: which did not hold, and why, is its reason. Returns what was printed, which
    has the text `says`."""
    result = play(context, arguments, timeout=timeout, environment=environment)
    failed = ["%s\n%s" % (name, detail) for status, name, detail in told(result.output) if status == "not ok"]
    if result.status != 0 or failed or says not in result.output:
        raise Failure("the tests %s\n%s" % (died(result.status), "\n".join(failed) or tail(result.output)))
    return result.output


def tests(context):
    return [Test("the Swift unit tests build and run", run, expand=True, ahead=[built])]

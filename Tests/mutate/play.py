"""Finds out which tests come by which mistake, and plays those tests with the mistake switched on."""
import os
import re
import tempfile
import time

from harness import runner
from harness.runner import Context, Test

BYTES_OF_REACH = 4096
# Of one mistake: tests are played, the narrow and the quick ones first, until one fails or so many seconds are over.
SECONDS_OF_MISTAKE = 90
# A test that takes so many times longer than it did without a mistake is stopped, and has noticed.
PATIENCE, PATIENCE_AT_LEAST = 6, 12


class Planted(Context):
    """A context whose processes know which mistake is on, and are stopped when they take far too long."""

    def __init__(self, base, variables, seconds=None):
        self.__dict__.update(base.__dict__)
        self.variables, self.seconds = variables, seconds

    def environment(self, home, extra=None):
        return super().environment(home, dict(self.variables, **(extra or {})))

    def process(self, command, timeout=runner.TIMEOUT_SECONDS, **rest):
        return super().process(command, timeout=min(timeout, self.seconds) if self.seconds else timeout, **rest)


def unit_tests(context):
    """Each unit test as a test of its own."""
    from suites import unit
    program = unit.built(context)
    listed = context.check([program, "--testing-library", "swift-testing", "--list-tests"])

    def run(name):
        # A filter is a regular expression; the suite's name in front of the slash is not the one that is listed.
        words = re.escape(name.split("/", 1)[-1].rstrip("()"))

        def play(context):
            context.check([program, "--testing-library", "swift-testing", "--filter", words], environment={"SEEDS": "40"})
        return play
    return [Test("unit: " + line.strip(), run(line.strip())) for line in listed.splitlines() if "/" in line]


def inventory(context):
    """Every test that runs what is built from Sources, and is not about the tree itself."""
    from suites import contract, hostile, killed, matrix, powercut, settings
    found = []
    for suite in (contract, settings, matrix, killed, powercut):
        for test in suite.tests(context):
            test.name = "%s: %s" % (suite.__name__.split(".")[-1], test.name)
            found.append(test)
    found.append(Test("hostile: plain", hostile.hostile("plain", 1)))
    return [test for test in found if "acknowledged purchases" not in test.name] + unit_tests(context)


def reach(context, test):
    """(seconds, numbers of the mistakes come by), or None for a test that fails without any."""
    descriptor, path = tempfile.mkstemp(dir=context.scratch)
    os.write(descriptor, bytes(BYTES_OF_REACH))
    os.close(descriptor)
    began = time.monotonic()
    outcomes, _ = runner.perform(test, Planted(context, {"GAMEBASE_MUTANTS_REACHED": path}))
    seconds = time.monotonic() - began
    with open(path, "rb") as file:
        numbers = [number for number, byte in enumerate(file.read()) if byte]
    os.remove(path)
    return None if any(status != "ok" for status, _, _ in outcomes) else (seconds, numbers)


def noticed(context, mistake, tests, reached):
    """The name of the first test that fails with the mistake on, and what it says; ("", "") when none does."""
    own = [test for test in tests if test.name in reached and mistake.number in reached[test.name][1]]
    own.sort(key=lambda test: reached[test.name][0] * (20 + len(reached[test.name][1])))
    spent = 0
    for test in own:
        usual = reached[test.name][0]
        if spent + usual > SECONDS_OF_MISTAKE:
            continue
        planted = Planted(context, {"GAMEBASE_MUTANT": str(mistake.number)}, max(PATIENCE_AT_LEAST, PATIENCE * usual))
        outcomes, seconds = runner.perform(test, planted)
        spent += seconds
        failed = [detail for status, _, detail in outcomes if status == "not ok"]
        if failed:
            return test.name, failed[0]
    return "", "%d tests come by it" % len(own)

"""Finds out which tests come by which mistake, and plays those tests with the mistake switched on."""
import contextlib
import glob
import hashlib
import importlib
import os
import re
import shutil
import tempfile
import threading
import time

from harness import runner
from harness.runner import Context, Test

BYTES_OF_REACH = 4096
# Of one mistake: tests are played, the narrow and the quick ones first, until one fails or so many seconds are over.
SECONDS_OF_MISTAKE = int(os.environ.get("SECONDS") or 90)
# A test that takes so many times longer than it did without a mistake is stopped, and has noticed.
PATIENCE, PATIENCE_AT_LEAST = 6, 12
# About the tree or the machine, or seen to find what was planted by hand: nothing that a mistake in Sources could change.
LEFT_OUT = re.compile(r"acknowledged purchases|installed beside|says so in its header|^names: (?!constants and enumerators)")

# Which suites, and of a suite which tests, hold the sources of a path beside what `inventory` has. They start servers and browsers, so
# that they are played one by one, and for mistakes in these sources alone.
HELD = (
    (r"^Sources/(?:Remote|Libcurl|Messages|Client/Instance)/|^Sources/Client/\w+\.swift", "remote", ""),
    (r"^Sources/(?:Client/Accounts|Linux)/", "signin", r"shipped library|browser|opener|taken? back|took back"),
    (r"^Sources/(?:Published|Service|Server)/", "wires", ""),
    (r"^Sources/(?:Server/(?!SignIn|Stores|Wires)|PostgreSQL|gamebased)", "server", ""),
    (r"^Sources/(?:Client/Datastore|Client/Device|Client/Notifications|Documents|PushRules|Codecs|Service)/", "readback", "any path"),
    (r"^Sources/(?:Desktop|Client/Notifications)/", "desktop", r"notification|film|come in front"),
    (r"^Sources/Server/SignIn/", "signin", ""),
    (r"^Sources/Server/Stores/", "stores", ""),
    (r"^Sources/(?:gamebasectl|BackendTransfer)/", "ctl", ""),
)


# How long this thread has compiled programs: no part of what a test takes, for it happens once.
COMPILING = threading.local()


class Keeping(Context):
    """A context that keeps the programs of the tests from one run to the next, as long as what they are made of is the same."""

    def compile(self, source, name, compiler="cc", flags=(), libraries=("-lgamebase", "-lpthread")):
        sum = hashlib.sha256(repr((source.replace(self.scratch, ""), name, compiler, list(flags), list(libraries))).encode())
        folders = [self.path("include", "*", "*.h*")] + [self.path("Tests", folder, "**", "*.h") for folder in ("contract", "hostile", "crash")]
        for path in [source] + sorted(path for folder in folders for path in glob.glob(folder, recursive=True)):
            with open(path, "rb") as file:
                sum.update(file.read())
        kept = self.path("build", "programs", sum.hexdigest())
        if not os.path.exists(kept):
            began = time.monotonic()
            program = super().compile(source, "%s-%s" % (name, sum.hexdigest()[:8]), compiler, flags, libraries)
            os.makedirs(os.path.dirname(kept), exist_ok=True)
            shutil.copy(program, kept + ".new")
            os.replace(kept + ".new", kept)
            COMPILING.seconds = getattr(COMPILING, "seconds", 0) + time.monotonic() - began
        return kept


class Planted(Keeping):
    """A context whose processes know which mistake is on, and are stopped when they take far too long."""

    def __init__(self, base, variables, seconds=None):
        self.__dict__.update(base.__dict__)
        self.variables, self.seconds = variables, seconds

    def environment(self, home, extra=None):
        return super().environment(home, dict(self.variables, **(extra or {})))

    def process(self, command, timeout=runner.TIMEOUT_SECONDS, **rest):
        return super().process(command, timeout=min(timeout, self.seconds) if self.seconds else timeout, **rest)


class Found:
    """What is known of a test: how long it takes without a mistake, and the numbers of the mistakes it comes by."""

    def __init__(self, seconds, numbers):
        self.seconds, self.numbers = seconds, set(numbers)


def unit_tests(context):
    """Each unit test as a test of its own."""
    from suites import unit
    program = unit.built(context)
    listed = context.check([program, "--testing-library", "swift-testing", "--list-tests"])

    def run(name):
        def play(context):
            # A filter is a regular expression.
            context.check([program, "--testing-library", "swift-testing", "--filter", re.escape(words_of(name))], environment={"SEEDS": "40"})
        return play
    return [Test("unit: " + line.strip(), run(line.strip())) for line in listed.splitlines() if line.startswith("UnitTests.")]


def words_of(name):
    """A unit test's own name, the last in backticks; the suite's before it, when there is one, is not the one that a filter looks at."""
    return (re.findall("`([^`]+)`", name) or [re.sub(r"\(.*", "", name.split("/")[-1])])[-1]


def unit_sources(context):
    def read():
        found = {}
        for path in glob.glob(context.path("Tests", "Unit", "**", "*.swift"), recursive=True):
            with open(path, encoding="utf-8") as file:
                found[path] = file.read()
        return found
    return context.once("sources of the unit tests", read)


def inventory(context):
    """Every test but the unit tests that runs what is built from Sources, and is not about the tree itself: the quick ones, and the long series."""
    from suites import contract, damage, gamethread, hostile, killed, matrix, names, network, neutral, order, powercut, settings, values

    def of(*suites):
        found = []
        for suite in suites:
            for test in suite.tests(context):
                test.name = "%s: %s" % (suite.__name__.split(".")[-1], test.name)
                found.append(test)
        return [test for test in found if not LEFT_OUT.search(test.name)]
    quick = of(neutral, order, values, contract, settings, network, gamethread, names, matrix)
    return quick, of(killed, powercut, damage) + [Test("hostile: plain", hostile.hostile("plain", 1))]


def held(context, paths):
    """The tests beside the inventory that hold sources of these paths."""
    found = []
    for suite, names in sorted({(suite, names) for pattern, suite, names in HELD if any(re.search(pattern, path) for path in paths)}):
        for test in importlib.import_module("suites." + suite).tests(context):
            test.name = "%s: %s" % (suite, test.name)
            if re.search(names, test.name) and test.name not in [other.name for other in found]:
                test.is_held = True
                found.append(test)
    return found


def holds(test, path):
    """Whether a test is played for a mistake in this source."""
    return not getattr(test, "is_held", False) or any(
        re.search(pattern, path) and test.name.startswith(suite + ": ") and re.search(names, test.name) for pattern, suite, names in HELD)


@contextlib.contextmanager
def everywhere(test, variables):
    """Servers that a test starts know which mistake is on, too; such tests are played one by one."""
    if getattr(test, "is_held", False):
        runner.EVERYWHERE.update(variables)
    try:
        yield variables
    finally:
        if getattr(test, "is_held", False):
            runner.EVERYWHERE.clear()


def text_of(context, test):
    """A checksum of the files that the test is written in; with another one, what it was seen to do says nothing."""
    suite, promise = test.name.split(": ", 1)
    if suite == "contract":
        names = glob.glob(context.path("Tests", "contract", "**", promise.split(": ", 1)[0] + ".c*"), recursive=True)
        names += glob.glob(context.path("Tests", "contract", "**", "*.h"), recursive=True)
    elif suite == "unit":
        names = [name for name, text in unit_sources(context).items() if "@Test" not in text or words_of(promise) in text]
    else:
        names = [name for name in glob.glob(context.path("Tests", "*", "*.[ch]")) if "/mutate/" not in name and "/contract/" not in name]
        names += glob.glob(context.path("Tests", "suites", suite + ".py"))
        names += [context.path("Tests", "contract", "every_call.h")] if suite == "order" else []
        names += glob.glob(context.path("Tests", "harness", suite, "*")) if getattr(test, "is_held", False) else []
    sum = hashlib.sha256()
    for name in sorted(name for name in names if os.path.isfile(name)):
        with open(name, "rb") as file:
            sum.update(file.read())
    return sum.hexdigest()[:16]


def reach(context, test):
    """What is known of the test without a mistake; None when it fails without any."""
    descriptor, path = tempfile.mkstemp(dir=context.scratch)
    os.write(descriptor, bytes(BYTES_OF_REACH))
    os.close(descriptor)
    began, COMPILING.seconds = time.monotonic(), 0
    with everywhere(test, {"GAMEBASE_MUTANTS_REACHED": path}) as variables:
        outcomes, _ = runner.perform(test, Planted(context, variables))
    seconds = max(0, time.monotonic() - began - COMPILING.seconds)
    with open(path, "rb") as file:
        numbers = [number for number, byte in enumerate(file.read()) if byte]
    os.remove(path)
    return None if any(status != "ok" for status, _, _ in outcomes) else (seconds, numbers)


def fails(context, test, number, seconds):
    """What the test says when it fails with this mistake on (0 is none); "" when it passes."""
    with everywhere(test, {"GAMEBASE_MUTANT": str(number)}) as variables:
        outcomes, _ = runner.perform(test, Planted(context, variables, max(PATIENCE_AT_LEAST, PATIENCE * seconds)))
    return next((detail for status, _, detail in outcomes if status == "not ok"), "")


def noticed(context, mistake, tests, found, passed):
    """The name of the first test that fails with the mistake on, and what it says; ("", "") when none does.

    `passed` holds the tests that were played before and saw nothing, and takes those that see nothing now."""
    own = [test for test in tests if test.name in found and mistake.number in found[test.name].numbers and test.name not in passed
           and holds(test, mistake.path)]
    own.sort(key=lambda test: found[test.name].seconds * (20 + len(found[test.name].numbers)))
    began = time.monotonic()
    for test in own:
        usual = found[test.name].seconds
        if time.monotonic() - began + usual > SECONDS_OF_MISTAKE:
            continue
        said = fails(context, test, mistake.number, usual)
        # A test that fails without the mistake, too, has seen something else: a busy machine.
        if said and not fails(context, test, 0, usual):
            return test.name, said
        if not said:
            passed.append(test.name)
    return "", "%d tests come by it" % sum(mistake.number in of_test.numbers for of_test in found.values())

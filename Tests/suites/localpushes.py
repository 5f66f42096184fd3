"""Local pushes on a machine that ends at any moment and whose clock and zone change (Tests/crash/pushes.c).

SEED chooses other cases. `make torture` makes the long series.
"""
from harness import series
from harness.runner import Failure, Test
from suites import powercut

CUTS = series.length("PUSHES", 60, 20000)
FAULTS = series.length("PUSH_FAULTS", 30, 10000)
CASES_OF_DISHONEST_DISKS = 40
SEED = series.seed(29)

# What the disk does at every call of the first life.
STOPS = [
    ("power", "a power cut"),
    ("kill", "kill -9"),
    ("flush", "a failed flush that drops what it did not write"),
    ("error", "an input/output error"),
    ("full", "a full disk"),
]


def play(context, *arguments, timeout):
    return powercut.play(context, [powercut.program(context, "pushes"), *(str(argument) for argument in arguments)], timeout)


def kept(*arguments, timeout):
    def run(context):
        result = play(context, *arguments, timeout=timeout)
        if result.status != 0:
            raise Failure(result.output)
        return result.output
    return run


def lies(context):
    result = play(context, "lies", CASES_OF_DISHONEST_DISKS, SEED, timeout=180)
    if result.status != powercut.BROKEN_PROMISE or "was acknowledged" not in result.output:
        raise Failure("the loss of a push was not found (status %s):\n%s" % (result.status, result.output))


def tests(context):
    found = [Test("local pushes are told once and when they are due, in %d stories of cuts, kills, clocks that jump and zones that change "
                  "(seed %d)" % part, kept("random", *part, timeout=120 + part[0])) for part in series.parts(CUTS, SEED)]
    found += [Test("the same in %d stories on disks whose flushes, writes and own writing fail now and then (seed %d)" % part,
                   kept("bad", *part, timeout=120 + part[0])) for part in series.parts(FAULTS, SEED + 1)]
    found += [Test("%s at each call of the first life: the next one starts, and tells every local push that was acknowledged" % what,
                   kept("first", stop, 1, timeout=600)) for stop, what in STOPS]
    return found + [Test("the same cuts lose local pushes on a disk that only says that it flushes, and the test sees it", lies)]

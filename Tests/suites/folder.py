"""Device file, analytics journal and their folders (Tests/crash/folder.c): the power goes, a process is killed, the disk fails at any call.

SEED chooses other cases. `make torture` makes the long series, and every call of those that are sampled here.
"""
from harness import series
from harness.runner import Failure, Test
from suites import powercut

CUTS = series.length("FOLDERS", 40, 5000)
FAULTS = series.length("FOLDER_FAULTS", 30, 3000)
CASES_OF_DISHONEST_DISKS = 48
SEED = series.seed(11)

# What the disk does at the k-th call of the first life or of the second, and every how many calls that is tried.
STOPS = [
    ("first", "power", 5, "a power cut"),
    ("first", "kill", 11, "kill -9"),
    ("first", "flush", 1, "a failed flush that drops what it did not write"),
    ("first", "unflushed", 1, "kill -9 before a flush"),
    ("first", "error", 9, "an input/output error"),
    ("first", "full", 11, "a full disk"),
    ("played", "power", 9, "a power cut"),
    ("played", "flush", 1, "a failed flush that drops what it did not write"),
]
DISHONEST = [
    ("lies", "on a disk that only says that it flushes"),
    ("forgets", "on a disk that never flushes a folder"),
]


def play(context, *arguments, timeout):
    return powercut.play(context, [powercut.program(context, "folder"), *(str(argument) for argument in arguments)], timeout)


def kept(*arguments, timeout):
    def run(context):
        result = play(context, *arguments, timeout=timeout)
        if result.status != 0:
            raise Failure(result.output)
        return result.output
    return run


def dishonest(disk):
    def run(context):
        result = play(context, disk, CASES_OF_DISHONEST_DISKS, SEED, timeout=120)
        if result.status != powercut.BROKEN_PROMISE or "the uuid was" not in result.output:
            raise Failure("the loss of the identity was not found (status %s):\n%s" % (result.status, result.output))
    return run


def tests(context):
    found = [Test("in %d stories of lives that are cut and killed nobody becomes somebody else, and power cuts alone lose metrics, "
                  "uncounted ones (seed %d)" % part, kept("random", *part, timeout=120 + part[0])) for part in series.parts(CUTS, SEED)]
    found += [Test("the same in %d stories on disks whose flushes, writes and own writing fail now and then (seed %d)" % part,
                   kept("bad", *part, timeout=120 + part[0])) for part in series.parts(FAULTS, SEED + 1)]
    for start, stop, every, what in STOPS:
        every = 1 if series.IS_LONG else every
        calls = "each one" if stop == "unflushed" else "each call" if every == 1 else "one in %d calls" % every
        name = "%s at %s of the %s life: the next one starts, as the same guest, and counts" % (
            what, calls, "first" if start == "first" else "second")
        found.append(Test(name, kept(start, stop, every, timeout=600)))
    return found + [Test("the same cuts make other guests %s, and the test sees it" % what, dishonest(disk)) for disk, what in DISHONEST]

"""Power cuts and failing disks under SQLite: a VFS of the test's own, below the shipped library (Tests/crash).

SEED chooses other cuts. `make torture` makes the long series.
"""
import os
import shutil
import tempfile

from harness import series
from harness.runner import Failure, Test

CUTS = series.length("CUTS", 200, 50000)
# A dishonest disk is found out long before, and mostly by files that do not fit together: where the whole file goes, the library misses its
# player first. A payment shows it in about 1 of 100 cuts (OFF, no folder synced): 14 and 7 of 1,000 were counted, and 0 in some runs of 100.
# At most so many: the first loss of a payment ends it.
CUTS_OF_DISHONEST_DISKS = {"off": 2000, "normal": 2000, "lies": 2000, "forgets": 3000}
SEED = series.seed(1)
BROKEN_PROMISE = 10
# The long series shares the processors with others.
SECONDS_MAX = 1500 if series.IS_LONG else 300

DISHONEST = [
    ("off", "with synchronous=OFF"),
    ("normal", "with synchronous=NORMAL"),
    ("lies", "on a disk that only says that it syncs"),
    ("forgets", "on a disk that never syncs a directory"),
]
FAULTS = [
    ("sync", "empty", "failed sync that drops what it did not write"),
    ("sync", "played", "failed sync that drops what it did not write"),
    ("error", "empty", "input/output error"),
    ("error", "played", "input/output error"),
    ("error-for-good", "played", "input/output error that stays"),
    ("full", "played", "full disk"),
    ("full-for-good", "played", "disk that stays full"),
    ("quota", "played", "exceeded quota"),
]
# Where time is short each fault comes to each fifth call, beginning with another one in turn; in a long series to all.
EVERY = 1 if series.IS_LONG else 5
LONG_FAULTS = [("error-for-good", "empty", "input/output error that stays"), ("full", "empty", "full disk"), ("quota", "empty", "exceeded quota")]


def program(context, name):
    context.library()
    return context.compile("Tests/crash/%s.c" % name, "powercut-" + name, libraries=("-lgamebase", "-lpthread", "-lsqlite3", "-ldl"))


def play(context, command, seconds):
    """The database is in the test's memory; what else a client keeps lies in memory too, where there is room for it."""
    directory = tempfile.mkdtemp(prefix="gamebase-powercut-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else context.scratch)
    try:
        return context.process(command + [directory], timeout=seconds)
    finally:
        shutil.rmtree(directory, ignore_errors=True)


# invariant 23
def honest(cuts, seed):
    def run(context):
        result = play(context, [program(context, "powercut"), str(cuts), str(seed), "honest"], 120 + cuts // 5)
        if result.status != 0:
            raise Failure(result.output)
        return result.output
    return run


def dishonest(disk):
    def run(context):
        result = play(context, [program(context, "powercut"), str(CUTS_OF_DISHONEST_DISKS[disk]), str(SEED), disk], SECONDS_MAX)
        if result.status != BROKEN_PROMISE or "was acknowledged and is gone" not in result.output:
            raise Failure("the loss of acknowledged payments was not found (status %s):\n%s" % (result.status, result.output))
    return run


def failing(fault, start, first):
    def run(context):
        result = play(context, [program(context, "faults"), fault, start, str(EVERY), str(first)], SECONDS_MAX)
        if result.status != 0:
            raise Failure(result.output)
    return run


def tests(context):
    found = [Test("%d power cuts lose nothing acknowledged and double nothing, and the ledger says what the lists say (seed %d)" % part, honest(*part))
             for part in series.parts(CUTS, SEED)]
    found += [Test("the same cuts lose acknowledged purchases %s, and the test sees it" % what, dishonest(disk)) for disk, what in DISHONEST]
    for place, (fault, start, what) in enumerate(FAULTS + (LONG_FAULTS if series.IS_LONG else [])):
        first = 1 + place % EVERY
        calls = "for every k" if EVERY == 1 else "for each fifth k from %d on" % first
        found.append(Test("%s %s at the k-th call of the disk, %s, loses and doubles nothing (%s start)" % (
            "an" if what[0] in "aeiou" else "a", what, calls, start), failing(fault, start, first)))
    return found

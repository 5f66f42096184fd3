"""Objects of the mobile backend under kill -9, power cuts and failing disks (Tests/crash/killed_objects.c, objects.c): two devices
change the same ones, at once and eventually. Imports and exports (killed_import.c, transfer_many.c)."""
import shutil

from harness import series
from harness.runner import Failure, Test
from suites import powercut

KILLS = series.length("KILLS", 120, 20000)
CUTS = series.length("CUTS", 120, 20000)
KILLS_OF_TRANSFERS = series.length("KILLS", 40, 2000)
SEED = series.seed(1)
# In `make test` a promise of ncmb_transfer does the same with fewer.
MANY = 1000000
# A change that a failing disk held up is tried again a second later.
STEP = 1 if series.IS_LONG else 5
FAULTS = [("sync", "failed sync that drops what it did not write"), ("error", "input/output error"), ("full", "full disk")]


def played(program, *arguments):
    def run(context):
        command = [powercut.program(context, program), *(str(argument) for argument in arguments)]
        result = powercut.play(context, command, powercut.SECONDS_MAX)
        if result.status != 0:
            raise Failure(result.output)
        return result.output
    return run


def many(context):
    directory = context.directory("many")
    result = context.process([powercut.program(context, "transfer_many"), str(MANY), directory], timeout=3000)
    shutil.rmtree(directory, ignore_errors=True)
    if result.status != 0:
        raise Failure(result.output)
    return result.output


def dishonest(context):
    result = powercut.play(context, [powercut.program(context, "objects"), "lies", "300", str(SEED)], powercut.SECONDS_MAX)
    if result.status == 0 or not ("were added" in result.output or "are missing" in result.output):
        raise Failure("the loss of acknowledged changes was not found (status %s):\n%s" % (result.status, result.output))
    return result.output


def tests(context):
    found = [Test("%d times kill -9 while two devices change the same objects loses and doubles nothing (seed %d)" % part,
                  played("killed_objects", *part)) for part in series.parts(KILLS, SEED)]
    found += [Test("%d times kill -9 amid an import or an export: who does it again has the same as without (seed %d)" % part,
                   played("killed_import", *part)) for part in series.parts(KILLS_OF_TRANSFERS, SEED)]
    if series.IS_LONG:
        found.append(Test("{:,} objects are imported and exported in constant memory".format(MANY), many))
    found += [Test("%d power cuts while two devices change the same objects lose and double nothing (seed %d)" % part,
                   played("objects", "cuts", *part)) for part in series.parts(CUTS, SEED)]
    found.append(Test("the same cuts lose acknowledged changes on a disk that only says that it syncs, and the test sees it", dishonest))
    found += [Test("%s %s at the k-th call of the disk, for %s k, loses and doubles no change of an object"
                   % ("an" if what[0] == "i" else "a", what, "every" if STEP == 1 else "each %dth" % STEP),
                   played("objects", fault, STEP, SEED)) for fault, what in FAULTS]
    return found

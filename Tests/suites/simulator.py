"""The long series of the simulator; the short ones are among the unit tests (Tests/Unit/Simulator)."""
from harness import series
from harness.runner import Test
from suites import unit

SEEDS = series.length("SEEDS", 1000, 20000)
FIRST = series.seed(1)


def played(what):
    def run(context):
        output = unit.all_pass(context, ["--filter", what], {"SEEDS": str(SEEDS), "SEED": str(FIRST)}, 1200 + SEEDS, " worlds")
        return "\n".join(line for line in output.splitlines() if line.startswith("%d worlds" % SEEDS))
    return run


def tests(context):
    if not series.IS_LONG:
        return []
    return [Test("%d worlds from seed %d lose and double nothing" % (SEEDS, FIRST), played("whatever network, clocks")),
            Test("%d worlds from seed %d in which two devices change an object do so exactly" % (SEEDS, FIRST),
                 played("whatever network, disks"))]

"""The long series of the simulator; the short ones are among the unit tests (Tests/Unit/Simulator*.swift)."""
from harness import series
from harness.runner import Failure, Test, tail
from suites import unit

SEEDS = series.length("SEEDS", 1000, 20000)
FIRST = series.seed(1)


def played(what):
    def run(context):
        result = unit.play(
            context, ["--filter", what], timeout=1200 + SEEDS, environment={"SEEDS": str(SEEDS), "SEED": str(FIRST)})
        if result.status != 0 or " worlds" not in result.output:
            raise Failure(tail(result.output))
        return "\n".join(line for line in result.output.splitlines() if line.startswith("%d worlds" % SEEDS))
    return run


def tests(context):
    if not series.IS_LONG:
        return []
    return [Test("%d worlds from seed %d lose and double nothing" % (SEEDS, FIRST), played("whatever network, clocks")),
            Test("%d worlds from seed %d in which two devices change an object do so exactly" % (SEEDS, FIRST),
                 played("whatever network, disks"))]

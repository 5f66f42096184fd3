"""The long series of the simulator; the short one is among the unit tests (Tests/Unit/Simulator*.swift)."""
from harness import series
from harness.runner import Failure, Test, tail
from suites import unit

SEEDS = series.length("SEEDS", 1000, 20000)
FIRST = series.seed(1)


def run(context):
    result = unit.play(
        context, ["--filter", "whatever network"], timeout=1200 + SEEDS, environment={"SEEDS": str(SEEDS), "SEED": str(FIRST)})
    if result.status != 0 or "worlds: " not in result.output:
        raise Failure(tail(result.output))
    return next(line for line in result.output.splitlines() if "worlds: " in line)


def tests(context):
    return [Test("%d worlds from seed %d lose and double nothing" % (SEEDS, FIRST), run)] if series.IS_LONG else []

"""kill -9 at random moments while players buy on several threads; the next start works and has lost nothing acknowledged."""
from harness import series
from harness.runner import Failure, Test
from suites import powercut

KILLS = series.length("KILLS", 2000, 100000)
SEED = series.seed(20240607)


def run(context):
    result = powercut.play(context, [powercut.program(context, "killed"), str(KILLS), str(SEED)], 300 + KILLS // 5)
    if result.status != 0:
        raise Failure(result.output)


def tests(context):
    return [Test("%d times kill -9 during purchases on several threads loses nothing acknowledged and doubles nothing (seed %d)" % (KILLS, SEED), run)]

"""kill -9 at random moments while players buy on several threads; the next start works and has lost nothing acknowledged."""
from harness import series
from harness.runner import Failure, Test
from suites import powercut

KILLS = series.length("KILLS", 400, 100000)
SEED = series.seed(20240607)


def loop(kills, seed):
    def run(context):
        result = powercut.play(context, [powercut.program(context, "killed"), str(kills), str(seed)], 300 + kills // 2)
        if result.status != 0:
            raise Failure(result.output)
        return result.output
    return run


def tests(context):
    return [Test("%d times kill -9 during purchases on several threads loses nothing acknowledged and doubles nothing (seed %d)" % part, loop(*part))
            for part in series.parts(KILLS, SEED)]

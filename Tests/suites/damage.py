"""Storage that was damaged while nobody played: the library starts as before or says what is wrong, and never begins with another player in silence."""
from harness import series
from harness.runner import Failure, Test
from suites import powercut

CASES = series.length("DAMAGES", 400, 100000)
SEED = series.seed(7)


def loop(cases, seed):
    def run(context):
        result = powercut.play(context, [powercut.program(context, "damage"), str(cases), str(seed)], 120 + cases // 4)
        if result.status != 0:
            raise Failure(result.output)
        return result.output
    return run


def tests(context):
    return [Test("%d installations with damaged, cut, missing or older files start as before or say clearly what is wrong (seed %d)" % part, loop(*part))
            for part in series.parts(CASES, SEED)]

"""Whatever a path accepts, every reader of it reads: random documents at every limit and one beyond (Tests/readback), in a process and
over HTTP."""
import re
import shutil

from harness import series
from harness.runner import Failure, Test
from harness.server import homes, service

DOCUMENTS = series.length("DOCUMENTS", 10_000, 1_000_000)
SEED = series.seed(1)
# Over HTTP each request takes longer.
ELSEWHERE = DOCUMENTS // 5
SECONDS_MAX = 12 * 3600 if series.IS_LONG else 1200
# Each path accepts some documents and refuses some: a series of refusals would show nothing.
PATHS, SHARE_MIN = 10, 0.03


def played(documents, seed, home=None):
    def run(context):
        program = context.compile("Tests/readback/readback.c", "readback", libraries=("-lgamebase", "-lpthread", "-ldl"))
        storage = context.directory("storage")

        def play(extra):
            result = context.process([program, str(documents), str(seed), storage], timeout=SECONDS_MAX, environment=extra)
            if result.status != 0:
                raise Failure(result.output)
            return result.output
        if home:
            with home(context, service.program(context)) as extra:
                output = play(extra)
        else:
            output = play({})
        shutil.rmtree(storage, ignore_errors=True)
        counts = re.findall(r"^(.+): (\d+) accepted, (\d+) refused$", output, re.M)
        if len(counts) != PATHS:
            raise Failure(output)
        for path, accepted, refused in counts:
            there = int(accepted) + int(refused)
            if there and min(int(accepted), int(refused)) < SHARE_MIN * there:
                raise Failure("%s: accepted %s and refused %s" % (path, accepted, refused))
        return output
    return run


def tests(context):
    inside, elsewhere = DOCUMENTS - ELSEWHERE, ELSEWHERE
    return [
        Test("of {:,} documents every reader reads what any path accepted (seed {})".format(*part), played(*part))
        for part in series.parts(inside, SEED)
    ] + [
        Test("of {:,} documents every reader reads over HTTP what any path accepted (seed {})".format(*part), played(*part, homes.sqlite),
             ahead=[service.program]) for part in series.parts(elsewhere, SEED + 1000)
    ]

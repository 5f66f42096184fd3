"""docs/openapi.json by schemathesis, a program of others that makes requests out of it: what it describes is answered with a status that it
describes, and with none of 500 to 599. pip brings the program into build/schemathesis.

SCHEMA: for how many seconds it asks at most. What it asks is the same each time.
"""
import os
import re

from harness import pypi, series
from harness.runner import Failure, Test, tail
from harness.server import service, wire

SECONDS = series.length("SCHEMA", 20, 600)
EXAMPLES = 40
SETTINGS = '[parameters]\n"path.app" = "%s"\n'
# So many cases it makes at least, or it has not asked.
CASES_MIN = 100


def asked(context):
    programs = pypi.programs(context, "schemathesis", context.path("Tests", "harness", "openapi", "requirements.txt"))
    tool = os.path.join(programs, "schemathesis")
    folder = context.directory("schemathesis")
    with open(os.path.join(folder, "schemathesis.toml"), "w") as file:
        file.write(SETTINGS % wire.APP)
    options = [*service.UNLIMITED, "--limit", "operator=off", "--limit", "gameServer=off"]
    with service.server(context, options=options) as it:
        result = context.process(
            [tool, "--config-file", os.path.join(folder, "schemathesis.toml"), "run", context.path("docs", "openapi.json"), "--url",
             "http://127.0.0.1:%d" % it.port, "-H", "Authorization: Bearer " + wire.KEY, "--checks",
             "not_a_server_error,status_code_conformance", "--phases", "coverage,fuzzing", "--generation-deterministic", "--max-examples",
             str(EXAMPLES), "--max-time", str(SECONDS), "--no-shrink", "--continue-on-failure", "--warnings", "off", "--no-color"],
            timeout=SECONDS + 240, cwd=folder)
        cases = re.search(r"(\d+) generated", result.output)
        if result.status != 0:
            raise Failure("status %d\n%s" % (result.status, tail(result.output, 80)))
        if not cases or int(cases.group(1)) < CASES_MIN:
            raise Failure("it asked too little:\n" + tail(result.output, 30))
        if wire.get(it.port, "/health").status != 200:
            raise Failure("the server is gone")
    return cases.group(0)


def tests(context):
    return [Test("schemathesis finds no status in docs/openapi.json's requests that is not described, and no fault of the server", asked)]

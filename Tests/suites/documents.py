"""Random queries over random documents, found by the library and by an evaluator of its own (Tests/harness/documents): no difference."""
import json
import os

from harness import series
from harness.documents import cases, tables
from harness.runner import Test
from suites import unit

QUERIES = series.length("QUERIES", 1500, 1000000)
SEED = series.seed(1)
# A world each line; so many that no file of them is too long to read at once.
WORLDS_OF_FILE = 5000


def line(case):
    """A case of the tables in the form of the random ones."""
    classes, roles, relations = tables.world(case)
    expected = case["expected"]
    if isinstance(expected, bool):
        expected = {"results": [row["objectId"] for row in classes[tables.CLASS]] if expected else []}
    query = {"class": case.get("class", tables.CLASS), "caller": case.get("caller"), "query": tables.query(case), "expected": expected}
    return {"name": case["name"], "world": {"classes": classes, "roles": roles, "relations": relations}, "queries": [query]}


def written(context, name, lines):
    path = os.path.join(context.scratch, name)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    return path


def tables_file(context):
    """What the ordinary run of the unit tests plays."""
    return written(context, "document-tables", [line(case) for name in ("operators", "queries") for case in tables.table(name)])


def play(context, path):
    output = unit.all_pass(context, ["--filter", "queries find what an evaluator"], {"DOCUMENT_CASES": path}, 1200, "queries: ")
    return next(line for line in output.splitlines() if line.startswith("queries: "))


def random(context):
    first, left, said = SEED, QUERIES // cases.QUERIES, []
    while left > 0:
        worlds = min(left, WORLDS_OF_FILE)
        path = written(context, "document-cases", (cases.case(seed) for seed in range(first, first + worlds)))
        said.append(play(context, path))
        os.remove(path)
        first, left = first + worlds, left - worlds
    return "\n".join(said)


def tests(context):
    return [Test("%d random queries find what an evaluator of its own finds (seed %d)" % (QUERIES, SEED), random)]

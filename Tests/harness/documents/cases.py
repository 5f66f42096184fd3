#!/usr/bin/env python3
"""Writes random cases with what is expected of them, a world a line, from a seed on:
python3 -m harness.documents.cases SEED WORLDS [QUERIES] from Tests."""
import json
import sys

from harness.documents import generate
from harness.documents.evaluate import World
from harness.documents.values import Refused

REFUSED = "refused"
QUERIES = 8


def expected(world, ask):
    """The count only when the query wants it."""
    try:
        found = world.find(ask["class"], ask["query"], ask["caller"])
    except Refused:
        return REFUSED
    return found if ask["query"].get("count") else {"results": found["results"]}


def case(seed, queries=QUERIES):
    world, asks = generate.case(seed, queries)
    reference = World(world["classes"], world["roles"], world["relations"])
    return {"seed": seed, "world": world, "queries": [{**ask, "expected": expected(reference, ask)} for ask in asks]}


def main():
    seed, worlds, queries = (int(word) for word in (sys.argv[1:] + [QUERIES])[:3])
    for number in range(seed, seed + worlds):
        print(json.dumps(case(number, queries), ensure_ascii=False, allow_nan=False))


if __name__ == "__main__":
    main()

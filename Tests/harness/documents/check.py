#!/usr/bin/env python3
"""Holds the reference evaluator to the cases made by hand, and the random cases to reaching everything:
python3 -m harness.documents.check [WORLDS] [SEED] from Tests."""
import collections
import sys

from harness.documents import cases, generate, refusals, tables, tally
from harness.documents.evaluate import World
from harness.documents.values import Refused

WORLDS, SEED = 1000, 1
POINTLESS = [{"where": {path: 1}} for path in refusals.PATHS] + [{"where": {"a": condition}} for condition in refusals.CONDITIONS] + [
    {"where": dict([top])} for top in refusals.TOPS] + [dict([part]) for part in refusals.PARTS]


def is_refused(query):
    try:
        World({}, {}).find("Item", query)
    except Refused:
        return True
    return False


class Counts:
    def __init__(self):
        self.operators = {name: collections.Counter() for name in tally.OPERATORS}
        self.whole, self.features = collections.Counter(), collections.Counter()

    def feature(self, found):
        for name, is_so in found.items():
            self.features[name] += bool(is_so)

    def world(self, seed):
        raw, asks = generate.case(seed, cases.QUERIES)
        world = World(raw["classes"], raw["roles"], raw["relations"])
        self.feature(tally.of_world(raw))
        for ask in asks:
            self.ask(world, raw, ask)

    def ask(self, world, raw, ask):
        query, caller = ask["query"], ask["caller"]
        try:
            found = world.find(ask["class"], query, caller)
        except Refused:
            self.whole["refused"] += 1
            for name in tally.names_in(query):
                self.operators[name]["refused"] += 1
            if set(query.get("where") or ()) and not tally.names_in(query):
                self.operators["literal"]["refused"] += 1
            return
        self.whole[tally.outcome(world, ask["class"], query, caller) or "no row to read"] += 1
        self.feature(tally.of_query(world, raw, ask, found))
        for class_name, name, where in tally.parts(ask["class"], query.get("where", {})):
            outcome = tally.outcome(world, class_name, {"where": where}, caller)
            if outcome:
                self.operators[name][outcome] += 1

    def missing(self):
        return ["%s: never %s" % (name, outcome) for name, counts in self.operators.items() for outcome in tally.OUTCOMES
                if not counts[outcome]] + ["never: " + name for name, count in self.features.items() if not count]

    def table(self):
        lines = ["%-28s %8s %8s %8s %8s" % ("alone, by rows found", *tally.OUTCOMES)]
        lines += ["%-28s %8d %8d %8d %8d" % (name, *(counts[outcome] for outcome in tally.OUTCOMES))
                  for name, counts in self.operators.items()]
        lines.append("whole queries: " + ", ".join("%s %d" % item for item in sorted(self.whole.items())))
        return lines + ["%-45s %6d" % item for item in sorted(self.features.items())]


def main():
    worlds, seed = (int(word) for word in (sys.argv[1:] + [WORLDS, SEED][len(sys.argv) - 1:])[:2])
    failures = tables.failures("operators") + tables.failures("queries")
    failures += ["not refused: %s" % query for query in POINTLESS if not is_refused(query)]
    counts = Counts()
    for number in range(seed, seed + worlds):
        counts.world(number)
    print("\n".join(counts.table()))
    print("operators: %d cases, queries: %d; mistakes: %d" % (
        len(tables.table("operators")), len(tables.table("queries")), len(POINTLESS)))
    failures += counts.missing()
    sys.exit("\n".join(failures) if failures else 0)


if __name__ == "__main__":
    main()

"""Random worlds and random queries over them, from a seed."""
import random as random_module

from harness.documents.pool import CLASSES, KEYS
from harness.documents.refusals import broken
from harness.documents.wheres import Wheres
from harness.documents.worlds import Maker

DEPTH = 2
MISTAKES = 0.05


class Queries:
    def __init__(self, random, world, pool, users, mistakes):
        self.random, self.world, self.users, self.mistakes = random, world, users, mistakes
        self.wheres = Wheres(random, world, pool, self.sub_query)

    def ask(self):
        """{"class", "caller", "query"}."""
        random = self.random
        # The more rows, the more often; rarely a class that the world has not.
        classes = self.world["classes"]
        name = random.choices(list(classes), [0.2 + min(len(rows), 10) for rows in classes.values()])[0]
        name = random.choice(CLASSES) if random.random() < 0.03 else name
        query = self.query(name)
        if random.random() < self.mistakes:
            query = broken(random, query)
        return {"class": name, "caller": None if random.random() < 0.3 else random.choice(self.users), "query": query}

    def query(self, name):
        random, query = self.random, {}
        if random.random() < 0.97:
            query["where"] = self.wheres.where(name, DEPTH)
        self.part(name, query)
        if random.random() < 0.1:
            query["limit"] = random.choice([0, 100, 101, 1000])
        if random.random() < 0.5:
            query["count"] = 1
        return query

    def part(self, name, query):
        random = self.random
        if random.random() < 0.6:
            query["order"] = self.order(name)
        if random.random() < 0.25:
            query["skip"] = random.choice([0, 1, 1, 2, 3, 10, 1000])
        if random.random() < 0.25:
            query["limit"] = random.choice([1, 1, 2, 3, 5, 10])

    def order(self, name):
        random, keys = self.random, []
        for _ in range(random.choice([1, 1, 2, 2, 3])):
            samples = self.wheres.wanted.samples.get(name)
            found = samples and samples.pick()
            key = ".".join(found[0]) if found and random.random() < 0.7 else random.choice(
                KEYS + ["n", "t", "l", "when", "createDate", "updateDate", "objectId"])
            keys.append(random.choice(["", "-"]) + key)
        return ",".join(keys)

    def sub_query(self, name, depth):
        """Often of all rows, else the query around it would seldom find any."""
        random, query = self.random, {"className": name, "where": {}}
        if random.random() < 0.7:
            query["where"] = self.wheres.where(name, depth)
        if random.random() < 0.45:
            self.part(name, query)
            if random.random() < 0.4:
                query.pop("order", None)
                query["limit"] = random.choice([1, 2, 3])
            if "$nearSphere" in str(query["where"]) and "order" not in query:
                # Whether distance orders a sub-query, too, is a point in question.
                query["order"] = "createDate"
        return query


def case(seed, count=8, mistakes=MISTAKES):
    """(a world, that many questions); `mistakes`: the share of those to be refused."""
    random = random_module.Random(seed)
    maker = Maker(random)
    world = maker.world()
    queries = Queries(random, world, maker.pool, maker.users, mistakes)
    return world, [queries.ask() for _ in range(count)]

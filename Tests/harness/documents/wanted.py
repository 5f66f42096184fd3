"""Random operands: what is asked of a path, so that it often holds for some rows."""
from harness.documents import near, nearly
from harness.documents.operands import DATES
from harness.documents.patterns import Patterns
from harness.documents.pool import CLASSES, KEYS, geo
from harness.documents.samples import Samples
from harness.documents.values import BOOL, DATE, GEO, NULL, NUMBER, POINTER, TEXT, date, kind, milliseconds
from harness.documents.worlds import TIMES

COMPARISONS = ["$lt", "$lte", "$gt", "$gte"]
COMPARABLE = [NUMBER, TEXT, DATE, BOOL, NULL]
# A class of more rows than this shows that a sub-query has no limit of its own.
ROWS_MANY = 100


def points(value):
    """All geo points in there."""
    if kind(value) == GEO:
        return [value]
    parts = value if isinstance(value, list) else value.values() if isinstance(value, dict) else ()
    return [point for part in parts for point in points(part)]


class Wanted:
    def __init__(self, random, world, pool, sub_query):
        """`sub_query(class_name, depth)`: a query with className, where and perhaps more."""
        self.random, self.world, self.pool, self.sub_query = random, world, pool, sub_query
        self.samples = {name: Samples(rows, random) for name, rows in world["classes"].items()}
        self.points = {name: points(rows) for name, rows in world["classes"].items()}
        self.patterns = Patterns(random)
        self.made = {"$regex": self.pattern, "$within": self.within, "$exists": lambda *_: random.random() < 0.5,
                     "$inQuery": self.in_query, "$select": self.select}

    def operand(self, name, class_name, segments, value, depth):
        """Of the operator of that name; `value` is one that the path reaches."""
        if name == "$nearSphere":
            return near.operand(self.random, self.points.get(class_name, []), self.any_points(class_name))
        if name in self.made:
            return self.made[name](class_name, segments, value, depth)
        if name in COMPARISONS:
            return self.comparable(segments, value)
        if name in ("$in", "$nin", "$all", "$inArray", "$ninArray"):
            return self.several(segments, value, name in ("$inArray", "$ninArray", "$all"))
        return self.literal(segments, value)

    def any_points(self, class_name):
        """There, or opposite, or elsewhere."""
        there = self.points.get(class_name, [])[:3]
        opposite = [geo((-point["latitude"], point["longitude"] + (180 if point["longitude"] <= 0 else -180))) for point in there]
        return [geo(point) for point in self.pool.points] + there + opposite + [geo((12.5, -77)), geo((-48, 33)), geo((65, 120))]

    def literal(self, segments, value):
        """What is there, or something else of that type, or anything."""
        random = self.random
        if random.random() < 0.25:
            value = self.pool.value(2, kind(value) if random.random() < 0.7 and kind(value) in self.pool.made else None)
        elif random.random() < (0.5 if isinstance(value, str) and not value.isascii() else 0.25):
            value = nearly.near(random, value)
        return self.as_date(segments, value)

    def as_date(self, segments, value):
        """The two dates of a row are asked for in both ways, and by no text that is no time: what it means is a point in question."""
        if segments not in DATES or not isinstance(value, str):
            return value
        iso = value if milliseconds(value) is not None else self.random.choice(TIMES)
        return iso if self.random.random() < 0.5 else date(iso)

    def comparable(self, segments, value):
        while kind(value) not in COMPARABLE:
            value = self.pool.value(0)
        if self.random.random() < 0.4 and segments not in DATES:
            value = self.pool.value(0, kind(value))
        return self.as_date(segments, value)

    def several(self, segments, value, opens):
        random = self.random
        known = list(value) if opens and isinstance(value, list) else [value]
        made = [self.as_date(segments, part) for part in random.sample(known, random.randint(min(1, len(known)), len(known)))]
        made += [self.literal(segments, part) for part in known[:1]] if random.random() < 0.4 else []
        made += [self.as_date(segments, self.pool.value(1)) for _ in range(random.choice([0, 0, 1, 2]))]
        return [] if random.random() < 0.06 else made

    def pattern(self, class_name, segments, value, depth):
        return self.patterns.pattern(value if isinstance(value, str) else self.pool.value(0, TEXT))

    def within(self, class_name, segments, value, depth):
        """Its edges run through points that there are."""
        return {"$box": [self.random.choice(self.any_points(class_name)) for _ in range(2)]}

    def in_query(self, class_name, segments, value, depth):
        random, rows = self.random, self.world["classes"]
        name = value["className"] if kind(value) == POINTER and random.random() < 0.8 else random.choice(CLASSES)
        if len(rows.get(name, ())) > ROWS_MANY and random.random() < 0.6:
            return {"className": name, "where": {}}
        return self.sub_query(name, depth - 1)

    def select(self, class_name, segments, value, depth):
        random = self.random
        name = random.choice(list(self.world["classes"]))
        found = self.samples[name].pick([kind(value)] if random.random() < 0.7 else None)
        key = found[0] if found else [random.choice(KEYS)]
        return {"query": self.sub_query(name, depth - 1), "key": ".".join(key)}

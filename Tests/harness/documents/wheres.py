"""Random where-objects over the rows of a world."""
from harness.documents.pool import KEYS
from harness.documents.values import GEO, LIST, POINTER, TEXT
from harness.documents.wanted import COMPARABLE, COMPARISONS, ROWS_MANY, Wanted

# The types that an operator asks about; the others ask about any.
ASKED = {"$regex": [TEXT], "$within": [GEO], "$nearSphere": [GEO], "$inQuery": [POINTER],
         **{name: [LIST] for name in ("$inArray", "$ninArray", "$all")}, **{name: COMPARABLE for name in COMPARISONS}}
OPERATORS = ["literal", "$ne", *COMPARISONS, "$in", "$nin", "$all", "$inArray", "$ninArray", "$exists", "$regex", "$nearSphere", "$within",
             "$inQuery", "$select"]
BESIDE = ["$ne", "$exists", "$in", "$nin", "$lt", "$gte", "$regex", "$ninArray", "$within"]
# An operator that comes more often than the others has more to it.
SHARES = {"literal": 3, "$nearSphere": 3, "$inQuery": 3, "$select": 2}


class Wheres:
    def __init__(self, random, world, pool, sub_query):
        self.random, self.world, self.pool = random, world, pool
        self.wanted = Wanted(random, world, pool, sub_query)
        has_many = any(len(rows) > ROWS_MANY for rows in world["classes"].values())
        self.shares = {**SHARES, "$inQuery": 12} if has_many else SHARES

    def where(self, class_name, depth, is_branch=False):
        random, made = self.random, {}
        has_branches = depth > 0 and random.random() < 0.15
        for _ in range(random.choices([0, 1, 2, 3], [12, 8, 1, 0] if has_branches else [3, 24, 4, 1])[0]):
            # Twice, or in a branch, it is a point in question.
            has_near = is_branch or "$nearSphere" in str(made)
            segments, condition = self.condition(class_name, depth, has_near)
            made[".".join(segments)] = condition
        if has_branches:
            made["$or"] = [self.where(class_name, depth - 1, True) for _ in range(random.choice([1, 2, 2, 3]))]
        relations = [each for each in self.world["relations"] if each["className"] == class_name]
        if relations and random.random() < (0.05 if made else 0.5):
            made["$relatedTo"] = self.related(relations)
        keys = list(made)
        random.shuffle(keys)
        return {key: made[key] for key in keys}

    def condition(self, class_name, depth, has_near):
        """(segments, what is asked of them)."""
        random = self.random
        left_out = (set() if depth else {"$inQuery", "$select"}) | ({"$nearSphere"} if has_near else set())
        names = [name for name in OPERATORS if name not in left_out]
        name = random.choices(names, [self.shares.get(name, 1) for name in names])[0]
        segments, value = self.place(class_name, ASKED.get(name))
        operand = self.wanted.operand(name, class_name, segments, value, depth)
        if name == "literal" or operand is None and name == "$nearSphere":
            return segments, self.wanted.literal(segments, value)
        made = operand if name == "$nearSphere" else {name: operand}
        # Others of the same path, each on its own.
        while random.random() < 0.15:
            other = random.choice(BESIDE)
            if other not in made:
                made[other] = self.wanted.operand(other, class_name, segments, value, depth)
        return segments, made

    def place(self, class_name, names):
        random = self.random
        samples = self.wanted.samples.get(class_name)
        found = samples and samples.pick(names if random.random() < 0.9 else None)
        if not found or random.random() < 0.04:
            path = [random.choice(KEYS)] + [random.choice(KEYS + ["0", "1", "7"]) for _ in range(random.choice([0, 0, 1, 2]))]
            return path, self.pool.value(2)
        return found

    def related(self, relations):
        random, each = self.random, self.random.choice(relations)
        key = each["key"] if random.random() < 0.9 else random.choice(KEYS)
        return {"object": dict(each["of"]), "key": key}

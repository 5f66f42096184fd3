"""Random worlds: classes of rows that name each other, users, roles, relations, and who may read what."""
from harness.documents.pool import CLASSES, IDS, KEYS, Pool
from harness.documents.values import BOOL, DATE, GEO, LIST, NUMBER, POINTER, TEXT

# The types that a field mostly has; the others have any.
FIELDS = {"n": NUMBER, "t": TEXT, "f": BOOL, "when": DATE, "g": GEO, "p": POINTER, "q": POINTER, "l": LIST}
ROLES = ["admin", "staff", "guest", "gold", "all"]
OTHERS = ["installation", "push", "file"]
# Beyond the number of rows that a query finds when it names none.
MANY = (101, 160)
TIMES = ["2021-05-05T05:05:05.%03dZ" % part for part in (0, 1, 2, 999)] + ["2021-05-05T05:05:06.000Z", "2019-12-31T23:59:59.999Z"]


class Maker:
    def __init__(self, random):
        self.random, self.pool = random, Pool(random)
        self.users = random.sample(IDS, random.randint(1, 4))
        self.roles = {name: {} for name in random.sample(ROLES, random.choice([0, 1, 2, 3, 4, 5]))}
        # Fewer rows are read by the callers of a world whose acls differ.
        self.is_open = random.random() < 0.5
        self.fields = random.sample(KEYS, random.randint(1, 3)) + random.sample(list(FIELDS), random.randint(1, 5))
        self.relations = []

    def world(self):
        random = self.random
        for role in self.roles.values():
            role["belongUser"] = [user for user in self.users if random.random() < 0.35]
            role["belongRole"] = [name for name in self.roles if random.random() < 0.3]
        names = random.sample(CLASSES, random.randint(1, 3)) + random.sample(OTHERS, random.choice([0, 0, 0, 1]))
        ids = {name: self.ids(self.count()) for name in names}
        self.pool.rows = [(name, row) for name in names for row in ids[name][:8]]
        classes = {name: self.rows(ids[name]) for name in names}
        if random.random() < 0.04:
            self.is_open = True
            classes[names[0]] = self.many()
            self.pool.rows = [(names[0], row["objectId"]) for row in classes[names[0]]]
            classes.update({name: self.rows(ids[name] or IDS[:20]) for name in names[1:]})
        classes["user"] = self.rows(self.users)
        classes["role"] = self.rows(self.ids(len(self.roles)))
        for number, row in enumerate(classes["user"]):
            row["userName"] = "name%d" % number
        for name, rows in list(classes.items()):
            if rows and name not in OTHERS and random.random() < 0.6:
                self.relate(name, rows, classes)
        self.role_rows(classes["role"])
        return {"classes": classes, "roles": self.roles, "relations": self.relations}

    def count(self):
        random = self.random
        return random.choices([0, random.randint(1, 3), random.randint(4, 15), random.randint(16, 40)], [1, 4, 5, 2])[0]

    def ids(self, count):
        """The same ones in each class, as far as they go."""
        more = ["%s%02d" % (self.random.choice("aAzZ05"), number) for number in range(count)]
        return self.random.sample(IDS, count) if count <= len(IDS) else IDS + more[len(IDS):]

    def rows(self, ids):
        rows = [self.row(name) for name in ids]
        self.random.shuffle(rows)
        return rows

    def row(self, name):
        random, row = self.random, {"objectId": name}
        for field in self.fields:
            if random.random() < 0.85:
                row[field] = self.pool.value(3, FIELDS.get(field) if random.random() < 0.85 else None)
        return {**row, "createDate": random.choice(TIMES), "updateDate": random.choice(TIMES), "acl": self.acl()}

    def many(self):
        rows = self.rows(["m%03d" % number for number in range(self.random.randint(*MANY))])
        return [{key: value for key, value in row.items() if not isinstance(value, (list, dict)) or key == "acl"} for row in rows]

    def acl(self):
        random = self.random
        if self.is_open or random.random() < 0.35:
            return {"*": {"read": True, "write": random.random() < 0.5}}
        if random.random() < 0.15:
            return random.choice([None, {}])
        whos = ["*"] + self.users + ["role:" + name for name in self.roles] + ["role:nobody"]
        rights = [{"read": True}, {"read": True, "write": True}, {"read": True}, {"write": True}, {"read": False, "write": True}]
        return {who: dict(random.choice(rights)) for who in random.sample(whos, random.choice([1, 1, 2, 3]) % (len(whos) + 1))}

    def relate(self, name, rows, classes):
        """Some rows of the class have a relation, maybe an empty one."""
        target = self.random.choice(list(classes))
        for row in rows:
            if self.random.random() < 0.6:
                self.relation(name, row, "r", target, [other["objectId"] for other in classes[target] if self.random.random() < 0.5])

    def relation(self, name, row, key, target, members):
        row[key] = {"__type": "Relation", "className": target}
        of = {"__type": "Pointer", "className": name, "objectId": row["objectId"]}
        self.relations.append({"of": of, "key": key, "className": target, "objects": members})

    def role_rows(self, rows):
        ids = {name: row["objectId"] for name, row in zip(self.roles, rows)}
        for (name, role), row in zip(self.roles.items(), rows):
            row["roleName"] = name
            self.relation("role", row, "belongUser", "user", role["belongUser"])
            self.relation("role", row, "belongRole", "role", [ids[other] for other in role["belongRole"]])

"""Where-objects: does a row hold what one asks for?"""
from harness.documents import geo, operands, paths
from harness.documents.operators import OPERATORS, holds_one, literal
from harness.documents.values import POINTER, Refused, kind

SUB_QUERIES = ("$inQuery", "$select")


def only(value, needed, allowed=()):
    """The object, when it has all the needed keys and no others than these and the allowed."""
    if not isinstance(value, dict) or not set(needed) <= set(value) <= set(needed) | set(allowed):
        raise Refused("wanted is an object of %s: %r" % (", ".join(needed), value))
    return value


class Where:
    """All of it is read, and refused, before a row is asked. The reader answers the sub-queries."""

    def __init__(self, reader, class_name, where, is_branch=False):
        if not isinstance(where, dict):
            raise Refused("where is an object")
        self.reader, self.class_name, self.is_branch = reader, class_name, is_branch
        self.tests, self.near = [], None
        for key, operand in where.items():
            if key == "$or":
                self.tests.append(self.branches(operand))
            elif key == "$relatedTo":
                self.tests.append(self.members(operand))
            else:
                self.path(paths.parse(key), operand)

    def holds(self, row):
        return all(test(row) for test in self.tests)

    def distance(self, row):
        """To the point of $nearSphere."""
        segments, point = self.near
        return geo.nearest(paths.ends(row, segments), point)

    def branches(self, operand):
        if not isinstance(operand, list) or not operand:
            raise Refused("$or wants a list that is not empty")
        branches = [Where(self.reader, self.class_name, where, is_branch=True) for where in operand]
        return lambda row: any(branch.holds(row) for branch in branches)

    def members(self, operand):
        only(operand, ("object", "key"))
        owner = operands.checked(operand["object"])
        if kind(owner) != POINTER or not isinstance(operand["key"], str) or not paths.is_name(operand["key"]):
            raise Refused("$relatedTo wants a pointer and a name")
        members = self.reader.members(owner, operand["key"], self.class_name)
        return lambda row: row["objectId"] in members

    def path(self, segments, operand):
        made = self.operators(segments, operand) if operands.is_operators(operand) else [literal(segments, operand)]
        self.tests.append(lambda row: all(test(paths.ends(row, segments)) for test in made))

    def operators(self, segments, operators):
        made = []
        for name, operand in operators.items():
            if name in OPERATORS:
                made.append(OPERATORS[name](segments, operand))
            elif name in SUB_QUERIES:
                wanted = self.pointers(operand) if name == "$inQuery" else self.selected(operand)
                made.append(lambda ends, wanted=wanted: holds_one(ends, wanted))
            elif name == "$nearSphere":
                made.append(self.nearest(segments, operators))
            elif name not in geo.LIMITS or "$nearSphere" not in operators:
                raise Refused("no operator: %s" % name)
        return made

    def nearest(self, segments, operators):
        # As MongoDB: a query has one order by distance, and a branch has none.
        if self.is_branch or self.near:
            raise Refused("$nearSphere stands once, and not in $or")
        operands.checked(operators["$nearSphere"])
        test, point = geo.near(operators)
        self.near = segments, point
        return test

    def found(self, query):
        only(query, ("className", "where"), ("limit", "skip", "order"))
        if not isinstance(query["className"], str):
            raise Refused("a class has a name")
        return self.reader.found(query["className"], {key: value for key, value in query.items() if key != "className"})

    def pointers(self, query):
        rows = self.found(query)
        return [{"__type": "Pointer", "className": query["className"], "objectId": row["objectId"]} for row in rows]

    def selected(self, operand):
        only(operand, ("query", "key"))
        segments, rows = paths.parse(operand["key"]), self.found(operand["query"])
        return [value for row in rows for value in paths.ends(row, segments) if value is not None]

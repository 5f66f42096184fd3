"""What a query finds in a world of documents: the semantics of a query once more, written as plainly as they are said.
It is slow on purpose, and knows nothing of how the library does it."""
from harness.documents import paths
from harness.documents.access import Access, is_readable
from harness.documents.conditions import Where
from harness.documents.values import EMPTY_LIST, LIST, Refused, date, kind, place

LIMIT, LIMIT_MAX = 100, 1000
ORDER = "-createDate"
KEYS = {"where", "order", "skip", "limit", "count"}


def with_dates(row):
    """The dates that are plain texts in a row are dates for a query."""
    return {**row, **{name: date(row[name]) for name in ("createDate", "updateDate") if isinstance(row.get(name), str)}}


def whole(query, name, default, most):
    number = query.get(name, default)
    if name in query and (type(number) is not int or number < 0 or most is not None and number > most):
        raise Refused("%s: %r" % (name, number))
    return number


def sort_keys(order):
    """(segments, whether descending) of each key."""
    if not isinstance(order, str):
        raise Refused("order is a text")
    return [(paths.parse(key[1:] if key.startswith("-") else key), key.startswith("-")) for key in order.split(",")]


def sort_place(row, segments, is_descending):
    places = []
    for value in paths.ends(row, segments):
        if kind(value) != LIST:
            places.append(place(value))
        else:
            places += [place(element) for element in value] or [EMPTY_LIST]
    return max(places) if is_descending else min(places)


class Reader:
    """Asks on behalf of one caller."""

    def __init__(self, world, caller):
        self.world, self.names = world, world.access.names(caller)

    def readable(self, class_name):
        return [row for row in self.world.classes.get(class_name, ()) if is_readable(row, self.names)]

    def matching(self, class_name, query):
        """All rows that hold, in their order."""
        if not set(query) <= KEYS:
            raise Refused("a query has no %s" % ", ".join(sorted(set(query) - KEYS)))
        where = Where(self, class_name, query.get("where", {}))
        keys = sort_keys(query.get("order", ORDER))
        is_near = where.near and "order" not in query
        # What is equal stands by objectId, in the direction of the first key.
        rows = sorted((row for row in self.readable(class_name) if where.holds(row)), key=lambda row: row["objectId"],
                      reverse=not is_near and keys[0][1])
        if is_near:
            return sorted(rows, key=where.distance)
        # The last key first: each sort leaves the order of those that are equal to it.
        for segments, is_descending in reversed(keys):
            rows.sort(key=lambda row: sort_place(row, segments, is_descending), reverse=is_descending)
        return rows

    def part(self, rows, query, limit):
        skip, limit = whole(query, "skip", 0, None), whole(query, "limit", limit, LIMIT_MAX)
        return rows[skip:] if limit is None else rows[skip:skip + limit]

    def found(self, class_name, query):
        """The rows of a sub-query."""
        return self.part(self.matching(class_name, query), query, None)

    def members(self, owner, key, class_name):
        """The objectIds in the relation of that object, when it is one of that class and the object is there for the caller."""
        relation = self.world.relations.get((owner["className"], owner["objectId"], key))
        if not relation or relation["className"] != class_name:
            return set()
        is_there = any(row["objectId"] == owner["objectId"] for row in self.readable(owner["className"]))
        return set(relation["objects"]) if is_there else set()


class World:
    """`classes`: name -> rows. `roles`: as Access says. `relations`: [{"of": pointer, "key": name, "className": class of the members,
    "objects": their objectIds}]; the row itself has {"__type": "Relation", "className": ...} in that field."""

    def __init__(self, classes, roles, relations=()):
        self.classes = {name: [with_dates(row) for row in rows] for name, rows in classes.items()}
        self.access = Access(roles)
        self.relations = {(each["of"]["className"], each["of"]["objectId"], each["key"]): each for each in relations}

    def find(self, class_name, query, caller=None):
        """The caller is the objectId of a user, or None for nobody."""
        reader = Reader(self, caller)
        whole(query, "count", 0, None)
        rows = reader.matching(class_name, query)
        return {"results": [row["objectId"] for row in reader.part(rows, query, LIMIT)], "count": len(rows)}

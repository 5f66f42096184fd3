"""What random cases reach: for each operator how many rows it alone finds, and which parts of a query came how often."""
from harness.documents.access import is_readable
from harness.documents.evaluate import Reader
from harness.documents.geo import LIMITS
from harness.documents.operands import DATES, is_operators
from harness.documents.values import DICTIONARY, LIST, kind

OPERATORS = ["literal", "$ne", "$lt", "$lte", "$gt", "$gte", "$in", "$nin", "$all", "$inArray", "$ninArray", "$exists", "$regex",
             "$nearSphere", *LIMITS, "$within", "$inQuery", "$select", "$relatedTo", "$or"]
OUTCOMES = ["empty", "some", "all", "refused"]
TYPES = ["null", "number", "text", "bool", "date", "geo point", "pointer", "relation", "list", "dictionary"]


def parts(class_name, where):
    """(class, operator, a where-object of it alone) for all that is in there, sub-queries and branches, too."""
    for key, operand in where.items():
        if key in ("$or", "$relatedTo"):
            yield class_name, key, {key: operand}
            for branch in operand if key == "$or" else ():
                yield from parts(class_name, branch)
        elif not is_operators(operand):
            yield class_name, "literal", {key: operand}
        else:
            for name, value in operand.items():
                alone = {"$nearSphere": operand["$nearSphere"], name: value} if name in LIMITS else {name: value}
                yield class_name, name, {key: alone}
                query = value if name == "$inQuery" else value["query"] if name == "$select" else None
                if query:
                    yield from parts(query["className"], query["where"])


def names_in(value):
    """The operators named anywhere in a query that may be no query."""
    found = {name for name in OPERATORS if isinstance(value, dict) and name in value}
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return found.union(*(names_in(part) for part in inner))


def outcome(world, class_name, query, caller):
    """None: the caller reads no row of the class."""
    there = len(Reader(world, caller).readable(class_name))
    found = world.find(class_name, query, caller)["count"]
    return None if not there else "empty" if not found else "all" if found == there else "some"


def cyclic(roles):
    """The names of the roles that hold themselves, over whatever way."""
    def below(names):
        return {inner for name in names for inner in roles[name]["belongRole"]}
    found = set()
    for name in roles:
        reach = below([name])
        while below(reach) - reach:
            reach |= below(reach)
        found |= {name} & reach
    return found


def of_world(raw):
    """What a world has, by name."""
    rows = [row for rows in raw["classes"].values() for row in rows]
    nested = [name for name, role in raw["roles"].items() if role["belongRole"]]
    sizes = [len(rows) for rows in raw["classes"].values()]
    acls = [row["acl"] for row in rows]
    return {
        "world: class without rows": 0 in sizes, "world: class of more than 100 rows": max(sizes) > 100, "world: role in a role": nested,
        "world: role in a cycle": cyclic(raw["roles"]), "world: relation": raw["relations"], "world: acl null": None in acls,
        "world: acl empty": {} in acls, "world: acl by role": any(who.startswith("role:") for acl in acls for who in acl or ()),
        "world: acl without reading": any(not any(rights.get("read") for rights in acl.values()) for acl in acls if acl),
        **{"world: value: " + name: any(kind(value) == name for row in rows for value in row.values()) for name in TYPES},
        "world: list in a list": any(kind(part) == LIST for row in rows for value in row.values() if kind(value) == LIST for part in value),
        "world: dictionary in a list": any(
            kind(part) == DICTIONARY for row in rows for value in row.values() if kind(value) == LIST for part in value),
    }


def of_query(world, raw, ask, found):
    """What a query that is answered has, by name."""
    query, caller, name = ask["query"], ask["caller"], ask["class"]
    order, all_parts = query.get("order", ""), list(parts(name, query.get("where", {})))
    paths = [path.split(".") for _, part, where in all_parts if part not in ("$or", "$relatedTo") for path in where]
    subs = [operand.get("query", operand) for _, part, where in all_parts if part in ("$inQuery", "$select")
            for condition in where.values() for operand in condition.values()]
    names = world.access.names(caller)
    direct = {"*", caller} | {"role:" + role for role, held in raw["roles"].items() if caller in held["belongUser"]}
    rows, top = world.classes.get(name, []), query.get("where", {})
    return {
        "caller: nobody": caller is None, "caller: a user": caller is not None,
        "caller: reads only a part": {is_readable(row, names) for row in rows} == {True, False},
        "caller: reads more by a role": any(is_readable(row, names) and not is_readable(row, {"*", caller}) for row in rows),
        "caller: reads more by a role in a role": any(is_readable(row, names) and not is_readable(row, direct) for row in rows),
        "class: there is none": name not in raw["classes"], "class: user": name == "user", "class: role": name == "role",
        "class: installation, push or file": name in ("installation", "push", "file"), "where: none": "where" not in query,
        "where: several keys": len(top) > 1, "where: several operators of a path": any(
            is_operators(condition) and len(condition) > 1 and "$nearSphere" not in condition for condition in top.values()),
        "where: $or in $or": any("$or" in branch for branch in top.get("$or", [])),
        "path: several segments": any(len(path) > 1 for path in paths),
        "path: index": any(part.isdigit() for path in paths for part in path),
        "path: createDate": any(path in DATES for path in paths), "order: none": "order" not in query,
        "order: one key": order and "," not in order,
        "order: several keys": "," in order, "order: descending": "-" in order, "order: dotted": "." in order,
        "order: beside $nearSphere": order and any(part == "$nearSphere" for _, part, _ in all_parts),
        "skip": query.get("skip"), "skip: beyond the end": query.get("skip", 0) > found["count"] > 0, "limit: 0": query.get("limit") == 0,
        "limit: cuts": "limit" in query and len(found["results"]) < found["count"], "count": query.get("count"),
        "limit: cuts by default": "limit" not in query and len(found["results"]) == 100 < found["count"],
        "sub-query: limit": any("limit" in sub for sub in subs), "sub-query: skip": any("skip" in sub for sub in subs),
        "sub-query: order": any("order" in sub for sub in subs), "sub-query: in a sub-query": any(
            {"$inQuery", "$select"} & names_in(sub["where"]) for sub in subs),
    }

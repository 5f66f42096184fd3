"""Random mistakes in a query that make it none. Each is one that the semantics names."""
LONG = "a" * 129
POINT = {"__type": "GeoPoint", "latitude": 1, "longitude": 2}
PATHS = ["", ".", "a.", ".a", "a..b", "1", "0.a", "1a", "a-b", "a b", "é", "a.é", "_id", "a._id", LONG, "a." + LONG, "a.b.c.d.a.b.c.d.a",
         "a.*", "*", "$"]
CONDITIONS = [
    {"$foo": 1}, {"$gt": 1, "a": 2}, {"$exists": True, "$not": {"$gt": 1}}, {"$options": "i", "$regex": "a"},
    *({name: operand} for name in ("$lt", "$lte", "$gt", "$gte") for operand in ([1], {}, {"a": 1}, POINT, {
        "__type": "Pointer", "className": "Item", "objectId": "a"})),
    *({name: operand} for name in ("$in", "$nin", "$all", "$inArray", "$ninArray") for operand in (1, "a", None, {"a": 1})),
    {"$maxDistanceInKilometers": 1}, {"$nearSphere": POINT, "$maxDistanceInMiles": 1, "$maxDistanceInRadians": 1},
    {"$nearSphere": POINT, "$maxDistanceInKilometers": -1}, {"$nearSphere": POINT, "$maxDistanceInMiles": "1"}, {"$nearSphere": [1, 2]},
    {"$within": {"$box": [POINT]}}, {"$within": {"$box": [POINT, POINT, POINT]}}, {"$within": POINT}, {"$within": {"$center": [POINT, 1]}},
    {"$regex": "("}, {"$regex": 1}, {"$inQuery": {"className": "Item", "where": {"$or": []}}},
    {"$inQuery": {"className": "Item", "where": []}},
    {"$select": {"query": {"className": "Item", "where": {"a": {"$foo": 1}}}, "key": "a"}},
    {"$select": {"query": {"className": "Item", "where": {}}, "key": "a..b"}}, {"$select": {"query": {"className": "Item", "where": {}}}},
]
TOPS = [("$or", []), ("$or", {}), ("$or", [1]), ("$or", [{}, {"a": {"$foo": 1}}]), ("$and", [{}]), ("$gt", 1),
        ("$relatedTo", {"key": "r"}), ("$relatedTo", {"object": "a", "key": "r"})]
PARTS = [("limit", -1), ("limit", 1001), ("limit", 1.5), ("skip", -1), ("where", []), ("where", "a"),
         *(("order", order) for order in (",", "a,", "-", "--a", "a, b", "+a", "1", "a..b", "_id", 1, ["a"]))]


def broken(random, query):
    """The same query with one mistake, perhaps in a branch."""
    where = dict(query.get("where", {}))
    choice = random.random()
    if choice < 0.25:
        name, value = random.choice(PARTS)
        return {**query, name: value}
    if choice < 0.4:
        wrong = {random.choice(PATHS): 1}
    elif choice < 0.55:
        wrong = dict([random.choice(TOPS)])
    else:
        wrong = {random.choice(["a", "b.c", "createDate"]): random.choice(CONDITIONS)}
    if random.random() < 0.3:
        # The first branch holds for every row: the mistake counts all the same.
        return {**query, "where": {**where, "$or": [{}, wrong]}}
    return {**query, "where": {**where, **wrong}}

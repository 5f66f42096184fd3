"""The cases made by hand: those of operators hold one row against one where-object, those of queries whole queries.

What a row of them leaves out is filled in: objectId `row1`, both dates, an acl that everyone may read; `without` names what is not.
The row is of the class Item, unless `class` says another; `classes`, `roles` and `relations` are the rest of the world, `caller` asks.
`unclear` says why the semantics leaves the answer open, and what decided it; `note` where it is plain, but not what MongoDB does."""
import glob
import json
import os

from harness.documents.evaluate import World
from harness.documents.values import Refused

FOLDER = os.path.dirname(os.path.abspath(__file__))
CLASS, REFUSED = "Item", "refused"
TIME = "2020-01-01T00:00:00.000Z"
FILLED = {"objectId": "row1", "createDate": TIME, "updateDate": TIME, "acl": {"*": {"read": True}}}


def table(name):
    """Of all files of the folder of this name."""
    cases = []
    for path in sorted(glob.glob(os.path.join(FOLDER, name, "*.json"))):
        with open(path, encoding="utf-8") as file:
            cases += json.load(file)
    return cases


def filled(row, without=()):
    return {key: value for key, value in {**FILLED, **row}.items() if key not in without}


def world(case):
    """The parts of its world as World wants them."""
    rows = [case["row"]] if "row" in case else case["rows"]
    classes = {CLASS: rows, **case.get("classes", {})}
    return ({name: [filled(row, case.get("without", ())) for row in rows] for name, rows in classes.items()},
            case.get("roles", {}), case.get("relations", []))


def query(case):
    return {"where": case["where"]} if "where" in case else case["query"]


def answer(case):
    """In the words of the case."""
    try:
        found = World(*world(case)).find(case.get("class", CLASS), query(case), case.get("caller"))
    except Refused:
        return REFUSED
    if "where" in case:
        return bool(found["results"])
    return found if query(case).get("count") else {"results": found["results"]}


def failures(name):
    """A line for each case of the table that is answered otherwise."""
    return ["%s: %s: %s, expected %s" % (name, case["name"], answer(case), case["expected"])
            for case in table(name) if answer(case) != case["expected"]]

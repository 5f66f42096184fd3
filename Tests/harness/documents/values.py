"""What type a value of a document is, when two values are equal, and how they are ordered."""
import datetime
import re

NULL, NUMBER, TEXT, BOOL, DATE, GEO, POINTER, RELATION, LIST, DICTIONARY = (
    "null", "number", "text", "bool", "date", "geo point", "pointer", "relation", "list", "dictionary")
# An object that was included stands for the pointer to it.
TYPED = {"Date": DATE, "GeoPoint": GEO, "Pointer": POINTER, "Object": POINTER, "Relation": RELATION}
PLAIN = {type(None): NULL, bool: BOOL, int: NUMBER, float: NUMBER, str: TEXT, list: LIST}
# Values of these types have an order among themselves; of the others two are as good as equal in a sort.
ORDERED = (NUMBER, TEXT, BOOL, DATE)
# The types from the first to the last in a sort. An empty list that is a field's own value comes before all of them.
RANKS = {NULL: 1, NUMBER: 2, TEXT: 3, DICTIONARY: 4, POINTER: 4, GEO: 4, RELATION: 4, LIST: 5, BOOL: 6, DATE: 7}
EMPTY_LIST = (0, 0)

ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,3}))?(?:Z|([+-])([0-9]{2}):?([0-9]{2}))")
EPOCH = datetime.datetime(1970, 1, 1)
MILLISECOND = datetime.timedelta(milliseconds=1)


class Refused(Exception):
    """A query that is no query; the text says why."""


def kind(value):
    if isinstance(value, dict):
        name = value.get("__type")
        return TYPED.get(name, DICTIONARY) if isinstance(name, str) else DICTIONARY
    return PLAIN[type(value)]


def milliseconds(iso):
    """Since 1970; None: the text is no time."""
    found = ISO.fullmatch(iso)
    if not found:
        return None
    fraction, sign, hours, minutes = found.groups()[6:]
    try:
        time = datetime.datetime(*(int(part) for part in found.groups()[:6]))
    except ValueError:
        return None
    offset = (int(hours) * 60 + int(minutes)) * 60000 * (-1 if sign == "-" else 1) if sign else 0
    return (time - EPOCH) // MILLISECOND + int((fraction or "0").ljust(3, "0")) - offset


def date(iso):
    return {"__type": "Date", "iso": iso}


def equal_dictionaries(one, other):
    return one.keys() == other.keys() and all(equal(value, other[key]) for key, value in one.items())


EQUAL = {
    DATE: lambda one, other: milliseconds(one["iso"]) == milliseconds(other["iso"]),
    GEO: lambda one, other: (one["latitude"], one["longitude"]) == (other["latitude"], other["longitude"]),
    POINTER: lambda one, other: (one["className"], one["objectId"]) == (other["className"], other["objectId"]),
    RELATION: lambda one, other: one.get("className") == other.get("className"),
    DICTIONARY: equal_dictionaries,
    LIST: lambda one, other: len(one) == len(other) and all(map(equal, one, other)),
}


def equal(one, other):
    """Python compares an integer and a double exactly, and texts by code points, which is the order of their bytes in UTF-8, too."""
    name = kind(one)
    if name != kind(other):
        return False
    return EQUAL[name](one, other) if name in EQUAL else one == other


def measure(value):
    """What orders a value among those of its type; only for ORDERED."""
    return milliseconds(value["iso"]) if kind(value) == DATE else value


def place(value):
    """What orders a value among all values in a sort."""
    name = kind(value)
    return RANKS[name], measure(value) if name in ORDERED else 0

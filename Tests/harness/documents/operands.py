"""What may stand for a value in a query."""
import re

from harness.documents.values import DATE, DICTIONARY, GEO, LIST, NUMBER, POINTER, TEXT, Refused, date, kind, milliseconds

# What keys of dictionaries in fields may be, in 128 bytes.
KEY = re.compile(r"(?!\$)[^.\x00-\x1f\x7f]+")
KEY_BYTES_MAX = 128
# In these fields a plain text is a date.
DATES = (["createDate"], ["updateDate"])


def is_point(value):
    latitude, longitude = value.get("latitude"), value.get("longitude")
    return kind(latitude) == kind(longitude) == NUMBER and abs(latitude) <= 90 and abs(longitude) <= 180


WELL_FORMED = {
    DATE: lambda value: isinstance(value.get("iso"), str) and milliseconds(value["iso"]) is not None,
    GEO: is_point,
    POINTER: lambda value: isinstance(value.get("className"), str) and isinstance(value.get("objectId"), str),
}


def is_key(text):
    return bool(KEY.fullmatch(text)) and len(text.encode()) <= KEY_BYTES_MAX


def checked(value):
    """The value, when a field could hold it: all typed objects in it are what they say, and keys are keys."""
    name = kind(value)
    if name in WELL_FORMED and not WELL_FORMED[name](value):
        raise Refused("no %s: %r" % (name, value))
    if name == DICTIONARY and ("__type" in value or not all(is_key(key) for key in value)):
        raise Refused("no field holds %r" % (value,))
    for part in value if name == LIST else value.values() if name == DICTIONARY else ():
        checked(part)
    return value


def is_operators(value):
    return isinstance(value, dict) and next(iter(value), "").startswith("$")


def as_stored(segments, value):
    """A text that is a time is a date where the field is one; another text stays what it is and equals no date."""
    if segments in DATES and kind(value) == TEXT and milliseconds(value) is not None:
        return date(value)
    return value


def one(segments, value):
    return as_stored(segments, checked(value))


def several(segments, value):
    """The values of a list; operators have no place in it."""
    if not isinstance(value, list) or any(is_operators(part) for part in value):
        raise Refused("a list of values is wanted, not %r" % (value,))
    return [one(segments, part) for part in value]

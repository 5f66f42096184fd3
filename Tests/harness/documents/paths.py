"""Paths of fields: which are allowed, and which values of a row one reaches."""
import re

from harness.documents.values import DICTIONARY, LIST, Refused, kind

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Behind the first a key of a dictionary, which may be a number.
LATER = re.compile(r"[A-Za-z0-9_]+")
INDEX = re.compile(r"0|[1-9][0-9]*")
BYTES_MAX, SEGMENTS_MAX = 128, 8


def is_name(segment):
    return bool(NAME.fullmatch(segment)) and len(segment) <= BYTES_MAX and segment != "_id"


def parse(text):
    """The segments of a path."""
    segments = text.split(".") if isinstance(text, str) else []
    if not 1 <= len(segments) <= SEGMENTS_MAX or not is_name(segments[0]):
        raise Refused("no path: %r" % (text,))
    for segment in segments[1:]:
        if not LATER.fullmatch(segment) or len(segment) > BYTES_MAX or segment == "_id":
            raise Refused("no path: %r" % (text,))
    return segments


def reached(value, segments):
    """What the path reaches from there: none when nothing."""
    if not segments:
        return [value]
    head, rest = segments[0], segments[1:]
    if kind(value) == DICTIONARY:
        return reached(value[head], rest) if head in value else []
    if kind(value) != LIST:
        return []
    found = []
    # The length first: an index may have more digits than a number should be made of.
    if INDEX.fullmatch(head) and len(head) <= len(str(len(value))) and int(head) < len(value):
        found += reached(value[int(head)], rest)
    for element in value:
        if kind(element) == DICTIONARY:
            found += reached(element, segments) or [None]
    return found


def ends(row, segments):
    """The end values: null stands for what is absent."""
    return reached(row, segments) or [None]


def candidates(ends):
    """The end values, and after each list its elements."""
    found = []
    for value in ends:
        found.append(value)
        if kind(value) == LIST:
            found += value
    return found

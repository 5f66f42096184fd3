"""The operators of one path that need nothing but the row: (segments of the path, operand) -> test of end values."""
import operator
import re

from harness.documents import geo, operands
from harness.documents.paths import candidates
from harness.documents.values import BOOL, LIST, NULL, ORDERED, TEXT, Refused, equal, kind, measure


def holds_one(ends, wanted):
    """Some candidate equals some of the wanted."""
    return any(equal(value, other) for value in candidates(ends) for other in wanted)


def opposite(operator):
    def made(segments, operand):
        test = operator(segments, operand)
        return lambda ends: not test(ends)
    return made


def literal(segments, operand):
    wanted = [operands.one(segments, operand)]
    return lambda ends: holds_one(ends, wanted)


def comparison(compare, has_equal):
    def made(segments, operand):
        wanted = operands.one(segments, operand)
        name = kind(wanted)
        if name == NULL:
            return lambda ends: has_equal and holds_one(ends, [None])
        if name not in ORDERED:
            raise Refused("a %s has no order" % name)
        return lambda ends: any(
            kind(value) == name and compare(measure(value), measure(wanted)) for value in candidates(ends))
    return made


def is_in(segments, operand):
    wanted = operands.several(segments, operand)
    return lambda ends: holds_one(ends, wanted)


def has_all(segments, operand):
    wanted = operands.several(segments, operand)
    return lambda ends: bool(wanted) and all(holds_one(ends, [value]) for value in wanted)


def in_array(segments, operand):
    wanted = operands.several(segments, operand)
    return lambda ends: any(equal(element, other) for value in ends if kind(value) == LIST for element in value for other in wanted)


def exists(segments, operand):
    if kind(operand) != BOOL:
        raise Refused("true or false, not %r" % (operand,))
    return lambda ends: any(value is not None for value in ends) == operand


def within(segments, operand):
    corners = operand.get("$box") if isinstance(operand, dict) else None
    operands.checked(corners if isinstance(corners, list) else [])
    return geo.within(operand)


def regex(segments, operand):
    if kind(operand) != TEXT:
        raise Refused("a pattern is a text")
    try:
        pattern = re.compile(operand)
    except re.error as error:
        raise Refused("no pattern: %s" % error) from error
    return lambda ends: any(kind(value) == TEXT and pattern.search(value) for value in candidates(ends))


OPERATORS = {
    "$ne": opposite(literal),
    "$lt": comparison(operator.lt, False), "$lte": comparison(operator.le, True),
    "$gt": comparison(operator.gt, False), "$gte": comparison(operator.ge, True),
    "$in": is_in, "$nin": opposite(is_in), "$all": has_all,
    "$inArray": in_array, "$ninArray": opposite(in_array),
    "$exists": exists, "$regex": regex,
    "$within": within,
}

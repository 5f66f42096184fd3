"""How a program in C makes an object of each class: from JSON, by a constructor of texts and numbers, or out of an object that has one."""
import json

from api import exceptions, samples

# What a constructor is handed, by type; texts by the name of the argument, too.
OF_TYPE = {"const char *": '"x"', "int32_t": "1", "int64_t": "1", "double": "1", "float": "1", "bool": "true", "size_t": "0"}
TEXTS = {"appVersion": '"1.0.0"', "className": '"Horse"'}


def text(value):
    """JSON as a literal of C."""
    return json.dumps(json.dumps(value, separators=(",", ":")))


def given(declared, argument):
    """A value of its type, or None."""
    if argument.type in declared.enumerations:
        return declared.enumerations[argument.type][0][0]
    return TEXTS.get(argument.name) or OF_TYPE.get(argument.type)


def constructed(declared, name):
    """The call with the fewest arguments, all of them texts and numbers."""
    found = []
    for function in declared.functions:
        values = [given(declared, argument) for argument in function.arguments]
        if function.owner == name and function.role == "constructor" and None not in values:
            found.append("%s(%s)" % (function.name, ", ".join(values)))
    return min(found, key=lambda call: call.count(","), default=None) if found else None


def held(declared, name):
    """What another object has, kept."""
    for function in declared.functions:
        if samples.class_of(function.result) == name and function.owner not in (None, name) and function.role in ("getter", "element"):
            place = ", 0" if function.role == "element" else ""
            return "(void *)TCGBRetain(%s(own_live(CLASS_%s)%s))" % (function.name, function.owner, place)
    return None


def by_rule(declared, name):
    reader = samples.reader(declared, name)
    if reader:
        return "%s(%s)" % (reader.name, text(samples.members(declared, name)))
    return constructed(declared, name) or held(declared, name)


def made(declared, name):
    """The call; None when no rule and no exception knows one."""
    exception = exceptions.MADE.get(name)
    if isinstance(exception, tuple):
        return "%s_%s(%s)" % (name, exception[0], text(exception[1]))
    return exception or by_rule(declared, name)


def objects(declared):
    """Class -> the call; what an object is made of comes before it."""
    found = {name: made(declared, name) for name in sorted(declared.objects)}
    missing = [name for name, call in found.items() if call is None]
    if missing:
        raise ValueError("say in Tests/api/exceptions.py how an object of these classes is made: %s" % missing)
    placed = {}

    def place(name):
        for other in found:
            if "CLASS_%s)" % other in found[name] and other not in placed:
                place(other)
        placed.setdefault(name, found[name])
    for name in found:
        place(name)
    return placed

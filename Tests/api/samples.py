"""An example of the JSON of each class that is read from JSON, by its getters: the name of each is a key, and its type the kind."""
import re

from api import exceptions

OF_TYPE = {"int32_t": 1, "uint32_t": 1, "int64_t": 1, "double": 0.5, "float": 0.5, "bool": True}


def class_of(type):
    return re.sub(r"^const |\s*\*$", "", type)


def is_json(function):
    """Whether it is the whole object as JSON."""
    return re.fullmatch(r"(?i)(pretty)?json(pretty)?string", function.name.split("_")[1]) is not None


def reader(declared, name):
    """The function that makes an object of the class from JSON, or None."""
    return next((function for function in declared.functions if function.owner == name and function.role == "constructor"
                 and function.name.lower().endswith(("fromjsonstring", "withjsonstring"))), None)


def writer(declared, name):
    return next((function for function in declared.functions
                 if function.owner == name and function.role == "getter" and is_json(function) and "retty" not in function.name), None)


def value(declared, function):
    """What stands at its key."""
    if function.result == "const char *":
        return exceptions.TEXTS.get(function.name.split("_")[1], function.name.split("_")[1])
    if class_of(function.result) in declared.objects:
        return members(declared, class_of(function.result))
    return OF_TYPE.get(function.result, 1 if function.result in declared.enumerations else None)


def members(declared, name):
    found = {}
    for function in declared.functions:
        is_count = function.role == "element" and function.name.endswith("_count")
        if function.owner != name or function.role not in ("getter", "element") or is_count or is_json(function):
            continue
        field = function.name.split("_")[1]
        key = exceptions.KEYS.get("%s_%s" % (name, field), field)
        if key is None:
            continue
        found[key] = [value(declared, function)] if function.role == "element" else value(declared, function)
    return dict(found, **exceptions.VALUES.get(name, {}))


def samples(declared):
    """Class -> its example."""
    return {name: members(declared, name) for name in sorted(declared.objects) if reader(declared, name)}

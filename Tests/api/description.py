"""include/api.json: what the headers declare, and what follows from names and types.

functions     role: `getter` of one value, `element` of a list, `setter`, `constructor`, `call` with a completion, or `other`;
              class: of which class, by the name; owned: the caller releases the result, or what the argument is set to
callbacks     called: `once` for a call, or `often`
classes       number: what a handle says of its class. A class keeps its number, a new one gets the next; base: whose handles it has
"""
import json
import os
import re

from api import exceptions

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PLACE = ("include", "api.json")
KINDS = ("classes", "structures", "enumerations", "callbacks", "constants", "functions")
NUMBER_MAX = 255  # a byte of each handle


def load(path=os.path.join(ROOT, *PLACE)):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def text(described):
    """An item a line, so that a difference is one."""
    parts = ['  "%s": [\n%s\n  ]' % (kind, ",\n".join("    " + json.dumps(item) for item in described[kind])) for kind in KINDS]
    return "{\n%s\n}\n" % ",\n".join(parts)


def called(callback):
    """How often, by the end of its name; the longest end counts."""
    ends = [end for end in exceptions.CALLED_ONCE + exceptions.CALLED_OFTEN if callback["name"].endswith(end)]
    if not ends:
        raise ValueError("%s: say in Tests/api/exceptions.py how often a callback with such a name is called" % callback["name"])
    return "once" if max(ends, key=len) in exceptions.CALLED_ONCE else "often"


def owner(function, classes):
    name = function["name"].split("_")[0]
    return name if name in classes else None


def role(function, classes, completions):
    types = [argument["type"] for argument in function["arguments"]]
    name, of = function["name"].split("_", 1)[-1], owner(function, classes)
    asked, told = "const %s *" % of, "%s *" % of
    if any(type in completions for type in types):
        return "call"
    if of and types == [asked] and "_" not in name and function["result"] != "void" and not function.get("owned"):
        return "getter"
    if of and types in ([asked], [asked, "size_t"]) and re.fullmatch(r"[a-zA-Z0-9]+_(count|at)", name):
        return "element"
    if of and types[:1] == [told] and re.fullmatch(r"set[A-Z]\w*", name):
        return "setter"
    if of and function.get("owned") and function["result"] == told and not {asked, told} & set(types):
        return "constructor"
    return "other"


def numbers(described):
    """Class -> its number."""
    return {item["name"]: item["number"] for item in described["classes"] if "number" in item}


def numbered(classes, known):
    """`known`: the numbers that were given before."""
    last = max(known.values(), default=0)
    for item in classes:
        if item["name"] in exceptions.BASES:
            yield dict(item, base=exceptions.BASES[item["name"]])
            continue
        if item["name"] not in known:
            last += 1
        yield dict(item, number=known.get(item["name"], last))
    if last > NUMBER_MAX:
        raise ValueError("a handle has room for the classes up to %d" % NUMBER_MAX)


def describe(declared, known):
    """What `headers.read` found, with what follows from it."""
    names = {item["name"] for item in declared["classes"]}
    callbacks = [dict(name=item["name"], header=item["header"], called=called(item), result=item["result"], arguments=item["arguments"])
                 for item in declared["callbacks"]]
    completions = {item["name"] for item in callbacks if item["called"] == "once"}
    functions = []
    for item in declared["functions"]:
        of = owner(item, names)
        more = dict({"role": role(item, names, completions)}, **({"class": of} if of else {}))
        functions.append(dict({"name": item["name"], "header": item["header"]}, **more, **item))
    return dict(declared, classes=list(numbered(declared["classes"], known)), callbacks=callbacks, functions=functions)

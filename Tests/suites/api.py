"""include/api.json, the one description of the API: it says what the headers declare, and what is made of it is as it says."""
import difflib
import os
import sys

from api import accessors, description, exceptions, generate, objects, symbols
from harness import declarations, pypi
from harness.runner import Failure, Test
from suites import headers

DIFFERENCES_MAX = 20
ITEMS_AT_LEAST = {"classes": 70, "structures": 8, "enumerations": 30, "callbacks": 45, "constants": 50, "functions": 1000}
NEUTRAL_AT_LEAST = 10
# What makes NULL by itself, and what hostile.h makes of a callback.
NO_OBJECT = ("NULL", "(void *)NULL", "(void *)TCGBGamebase_authProviderProfile")
OF_CALLBACKS = ("a_", "an_")
MADE = """#include <Gamebase/Gamebase.h>
#include <NCMB/NCMB.h>
#include <HIVE/HIVE.h>
#include <NHNCloudIAP/NHNCloudIAP.h>
#include <stdio.h>
enum { %s };
static void *own_live(int number) {
    switch (number) {
%s
    }
    return NULL;
}
int main(void) {
    static const char *const names[] = {%s};
    TCGBHost_setStorageDirectory(":memory:");
    NCMB_setApplicationKey_clientKey("Contract", "Contract");
    for (int number = 0; number < (int)(sizeof names / sizeof *names); number++)
        if (!own_live(number)) puts(names[number]);
    return 0;
}
"""


def difference(path, there, wanted):
    lines = list(difflib.unified_diff(there.splitlines(), wanted.splitlines(), path, "as it is made", lineterm="", n=0))
    return "\n".join(line[:300] for line in lines[:DIFFERENCES_MAX])


def python(context):
    """A Python that has pycparser: this one, the system's, or one that has it from PyPI."""
    for program in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(program) and context.process([program, "-c", "import pycparser"]).status == 0:
            return program
    return os.path.join(pypi.programs(context, "pycparser", context.path("Tests", "api", "requirements.txt")), "python3")


def described(context):
    """The file as the description of the headers is now."""
    path = os.path.join(*description.PLACE)
    found = description.load(context.path(path))
    few = {kind: len(found[kind]) for kind, least in ITEMS_AT_LEAST.items() if len(found[kind]) < least}
    if few:
        raise Failure("%s has only %s" % (path, few))
    wanted = context.check([python(context), context.path("Tests", "api", "generate.py"), "--print"])
    with open(context.path(path), encoding="utf-8") as file:
        there = file.read()
    if there != wanted:
        raise Failure("run Tests/api/generate.py, and commit what it writes:\n" + difference(path, there, wanted))


def follows(context):
    try:
        made = generate.follows(description.load(context.path(*description.PLACE)), context.root)
    except ValueError as problem:
        raise Failure(str(problem)) from None
    wrong = []
    for path, wanted in made.items():
        with open(context.path(path), encoding="utf-8") as file:
            there = file.read()
        if there != wanted:
            wrong.append(difference(path, there, wanted))
    if wrong:
        raise Failure("run Tests/api/generate.py, and commit what it writes:\n" + "\n".join(wrong))


def only_added(context):
    """A function that is gone, and one with another type, are refused when the headers are described."""
    found = description.load(context.path(*description.PLACE))
    first, rest = found["functions"][0], found["functions"][1:]
    for functions in (rest, [dict(first, result="double"), *rest]):
        try:
            symbols.refuse_gone(found, dict(found, functions=functions))
        except ValueError:
            continue
        raise Failure("%s may go" % first["name"])
    symbols.refuse_gone(found, dict(found, functions=[dict(first, name="TCGBNew_call"), *found["functions"]]))


def numbers_stay(context):
    found = description.load(context.path(*description.PLACE))
    classes, known = found["classes"], description.numbers(found)
    if len(set(known.values())) != len(known):
        raise Failure("two classes have one number")
    more = list(description.numbered([{"name": "TCGBNew", "header": "Gamebase/TCGBNew.h"}, *classes], known))
    if more[1:] != classes or more[0]["number"] != max(known.values()) + 1:
        raise Failure("a new class changed the numbers of others, or has %s" % more[0]["number"])


def in_comments(context):
    wrong = []
    functions = {function.name: function for function in declarations.read(context.path("include")).functions}
    for name, value in exceptions.NEUTRAL.items():
        with open(context.path("include", functions[name].header)) as file:
            comment = headers.comment_above(file.read(), r"TCGB_API [^;(]*\b%s\(" % name)
        if value not in (comment or "").replace(",", " ").replace(".", " ").replace(":", " ").replace(";", " ").split():
            wrong.append("%s: its comment does not say %s: %s" % (name, value, comment))
    if wrong or len(exceptions.NEUTRAL) < NEUTRAL_AT_LEAST:
        raise Failure("\n".join(wrong))


def needed(context):
    """What an exception names is there, and no rule says the same."""
    found = description.load(context.path(*description.PLACE))
    declared = declarations.Declarations(found)
    functions = {function["name"]: function for function in found["functions"]}
    setters = {name for name, function in functions.items() if function["role"] == "setter"}
    members = {"_".join(name.split("_")[:2]) for name, function in functions.items() if function["role"] in ("getter", "element")}
    wrong = [name for name in {**exceptions.NEUTRAL, **exceptions.KINDS} if name not in functions]
    wrong += [name for name, key in exceptions.KEYS.items() if name not in members or key == name.split("_")[1]]
    classes = {**exceptions.LISTS, **exceptions.VALUES, **exceptions.MADE, **exceptions.BASES}
    wrong += [name for name in classes if name not in declared.objects]
    wrong += [name for name, kind in exceptions.KINDS.items() if name in functions and accessors.by_rule(functions[name], setters) == kind]
    wrong += [name for name, call in exceptions.MADE.items() if objects.by_rule(declared, name) == call]
    wrong += [name for name in exceptions.TEXTS if not any(member.endswith("_" + name) for member in members)]
    ends = exceptions.CALLED_ONCE + exceptions.CALLED_OFTEN
    wrong += [end for end in ends if not any(callback.endswith(end) for callback in declared.callbacks)]
    if wrong:
        raise Failure("Tests/api/exceptions.py has without need: %s" % wrong)


def made(context):
    """Each class has an object that the programs of the tests make so, but those that only a callback hands over."""
    context.library()
    declared = declarations.read(context.path("include"))
    found = {name: call for name, call in objects.objects(declared).items() if not call.startswith(OF_CALLBACKS)}
    path = os.path.join(context.scratch, "made.c")
    with open(path, "w") as file:
        file.write(MADE % (", ".join("CLASS_" + name for name in found), "\n".join(
            "    case CLASS_%s: return (void *)%s;" % item for item in found.items()), ", ".join('"%s"' % name for name in found)))
    missing = set(context.check([context.compile(path, "made")]).split())
    allowed = {name for name, call in found.items() if call.startswith(NO_OBJECT)}
    if missing != allowed:
        raise Failure("NULL in place of an object: %s\nan object, and thought to be none: %s" % (
            sorted(missing - allowed), sorted(allowed - missing)))


def tests(context):
    return [
        Test("include/api.json says what the headers declare", described),
        Test("each file that is made of include/api.json is as it says", follows),
        Test("a symbol that is gone or has another type is refused, and a new one is not", only_added),
        Test("a class keeps its number, and a new one gets the next", numbers_stay),
        Test("what a getter answers about no object is in its comment where it is not 0", in_comments),
        Test("no exception of Tests/api is without need", needed),
        Test("an object of each class is made by the rules of Tests/api", made),
    ]

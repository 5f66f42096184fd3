"""Every function that takes JSON text is given mutated JSON, under AddressSanitizer, for a bounded time."""
import os

from harness import declarations
from harness.runner import Failure, Test
from suites import hostile

SECONDS = 15
SEED = 20240607
# What the headers call an argument that is JSON text.
NAMES = ("json", "jsonString", "launchOptions", "additionalInfo", "userInfo")
FUNCTIONS_AT_LEAST = 15


def is_json(argument):
    return argument.type == "const char *" and (argument.name in NAMES or argument.name.endswith("Json"))


def takers(found):
    return [function for function in found.functions if any(is_json(argument) for argument in function.arguments)]


def value(argument, found):
    if is_json(argument):
        return "text"
    if argument.type in found.callbacks:
        return "NULL"
    if argument.type == "const char *":
        return '"a"'
    if argument.type == "void *" and argument.name == "context":
        return "NULL"
    return "NULL" if argument.type.endswith("*") else "0"


def program(found):
    calls = []
    for place, function in enumerate(takers(found)):
        call = "%s(%s)" % (function.name, ", ".join(value(argument, found) for argument in function.arguments))
        result = function.result.replace("const ", "").rstrip("* ")
        if result in found.objects:
            call = "TCGBRelease(%s)" % call
        calls.append("    case %d: %s; break;" % (place, call))
    return '#include "mutation.h"\n\nenum { FUNCTIONS = %d };\nstatic void call(int function, const char *text) {\n    switch (function) {\n%s\n    }\n}\n%s' % (
        len(calls), "\n".join(calls), "int main(int count, char **arguments) { return mutate(count, arguments, FUNCTIONS, call); }\n")


def run(context):
    found = declarations.read(context.path("include"))
    if len(takers(found)) < FUNCTIONS_AT_LEAST:
        raise Failure("only %d functions take JSON: %s" % (len(takers(found)), [function.name for function in takers(found)]))
    path = os.path.join(context.scratch, "mutation.c")
    with open(path, "w") as file:
        file.write(program(found))
    tool = hostile.sanitized(context, "address", path, "mutation")
    result = context.process([tool, str(SEED), str(SECONDS), context.directory("storage")], timeout=SECONDS * 8, environment=hostile.OPTIONS["address"])
    if result.status != 0:
        raise Failure("status %s\n%s" % (result.status, hostile.report(result.output)))


def tests(context):
    return [Test("no function that takes JSON text crashes or leaks on mutated JSON, for %d seconds (seed %d)" % (SECONDS, SEED), run)]

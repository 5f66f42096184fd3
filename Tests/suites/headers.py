"""Each header alone and first, under every compiler and standard that an engine may use, without one warning."""
import glob
import os
import re

from harness.runner import Failure, Test

C_STANDARDS = ["c99", "c11", "c17"]
CXX_STANDARDS = ["c++11", "c++14", "c++17", "c++20"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wstrict-prototypes"]
HEADERS_AT_LEAST = 18


def headers(context, extension):
    found = sorted(os.path.relpath(path, context.path("include")) for path in glob.glob(context.path("include", "*", "*" + extension)))
    if extension == ".h" and len(found) < HEADERS_AT_LEAST:
        raise Failure("only %d headers were found" % len(found))
    return found


def silent(compiler, language, standard, extension):
    def run(context):
        warnings = [flag for flag in WARNINGS if language == "c" or flag != "-Wstrict-prototypes"]
        names = headers(context, extension)
        if not names:
            raise Failure("there is no %s header" % extension)
        for name in names:
            # Twice: a header must stand alone and may be included again.
            source = os.path.join(context.directory("header"), "alone." + ("c" if language == "c" else "cpp"))
            with open(source, "w") as file:
                file.write('#include <%s>\n#include <%s>\nint alone_is_not_empty;\n' % (name, name))
            output = context.check(
                [compiler, "-x", language, "-std=" + standard, *warnings, "-fsyntax-only", "-I" + context.path("include"), source])
            if output.strip():
                raise Failure(name + " is not silent:\n" + output)
    return run


def only_standard_includes(context):
    allowed = {"<stdint.h>", "<stddef.h>", "<stdbool.h>"}
    for name in headers(context, ".h"):
        for line in open(context.path("include", name)):
            if line.startswith("#include"):
                what = line.split(None, 1)[1].strip()
                # The trees lie side by side, wherever they are installed.
                sibling = re.match(r'^"(\.\./[A-Za-z]+/)?[A-Za-z]+\.h"$', what)
                if what not in allowed and not sibling:
                    raise Failure("%s includes %s" % (name, what))


def tests(context):
    found = [Test("no header includes anything but stdint, stddef, stdbool and its siblings", only_standard_includes)]
    for compiler, cxx in (("gcc", "g++"), ("clang", "clang++")):
        for standard in C_STANDARDS:
            found.append(Test("every header alone is silent under %s -std=%s" % (compiler, standard), silent(compiler, "c", standard, ".h")))
        for standard in CXX_STANDARDS:
            found.append(Test("every header alone is silent under %s -std=%s" % (cxx, standard), silent(cxx, "c++", standard, ".h")))
        for standard in CXX_STANDARDS[2:]:
            found.append(Test("every C++ header alone is silent under %s -std=%s" % (cxx, standard), silent(cxx, "c++", standard, ".hpp")))
    return found

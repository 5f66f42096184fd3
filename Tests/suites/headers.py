"""Each header alone and first, under every compiler and standard that an engine may use, without one warning."""
import glob
import os
import re

from harness.runner import Failure, Test

C_STANDARDS = ["c99", "c11", "c17"]
CXX_STANDARDS = ["c++11", "c++14", "c++17", "c++20"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wstrict-prototypes"]
HEADERS_AT_LEAST = 18
# What the SDKs deprecated works here, and its comment says so.
DEPRECATED = {
    "TCGBPurchase.h": [
        "requestItemListAtIAPConsoleWithCompletion", "requestItemListOfNotConsumedWithCompletion", "requestActivatedPurchasesWithCompletion",
        "requestRetryTransactionWithCompletion", "setPromotionIAPHandler", "setStoreCode", "storeCode"],
    "NHNCloudIAP.h": ["requestActivePurchasesWithCompletionHandler", "processesIncompletePurchasesWithCompletionHandler"],
}


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


def comment_above(text, declaration):
    """The comment that stands directly above what the pattern describes; None when it describes nothing, "" without a comment."""
    found = re.search(r"(?:/\*((?:[^*]|\*(?!/))*)\*/\n)?[ \t]*" + declaration, text)
    return found and (found.group(1) or "")


def deprecated(context):
    for header, names in DEPRECATED.items():
        (path,) = glob.glob(context.path("include", "*", header))
        with open(path) as file:
            text = file.read()
        for name in names:
            comment = comment_above(text, r"TCGB_API [^;(]*\b%s_%s\(" % (header[:-2], name))
            if comment is None or "deprecated by the sdk" not in re.sub(r"[\s*]+", " ", comment).lower():
                raise Failure("%s: the comment of %s does not say that the SDK deprecated it: %s" % (header, name, comment))


def codes_say_when(context):
    with open(context.path("include", "NHNCloudIAP", "NHNCloudIAPError.h")) as file:
        text = file.read()
    for kind, numbers in (("IAP", range(19)), ("Http", range(100, 108))):
        for number in numbers:
            if not comment_above(text, r"NHNCloud%sError\w+ = %d\b" % (kind, number)):
                raise Failure("code %d is missing, or nothing above it says when it is raised" % number)


def tests(context):
    found = [Test("what the SDKs deprecated is marked so", deprecated), Test("each code of NHN Cloud purchases says when it is raised", codes_say_when)]
    found += [Test("no header includes anything but stdint, stddef, stdbool and its siblings", only_standard_includes)]
    for compiler, cxx in (("gcc", "g++"), ("clang", "clang++")):
        for standard in C_STANDARDS:
            found.append(Test("every header alone is silent under %s -std=%s" % (compiler, standard), silent(compiler, "c", standard, ".h")))
        for standard in CXX_STANDARDS:
            found.append(Test("every header alone is silent under %s -std=%s" % (cxx, standard), silent(cxx, "c++", standard, ".h")))
        for standard in CXX_STANDARDS[2:]:
            found.append(Test("every C++ header alone is silent under %s -std=%s" % (cxx, standard), silent(cxx, "c++", standard, ".hpp")))
    return found

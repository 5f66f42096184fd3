"""Objective-C declarations -> C names and prototypes, by the naming rule, held against the headers and the library."""
import glob
import os
import re
import shlex

from harness import declarations
from harness.runner import Failure, Test
from suites import binary

LIST = ("Tests", "contract", "objective_c_declarations.txt")
LINES_AT_LEAST = 150

# Argument and result types of the rule. An object is borrowed, so it is const; what a class factory returns is not.
TYPES = {"NSString": "const char *", "NSDictionary": "const char *", "UIViewController": "void *", "BOOL": "bool", "int": "int32_t",
         "long": "int64_t", "int64_t": "int64_t", "NSInteger": "int64_t", "enum": "int32_t", "float": "float", "double": "double", "": "void",
         "UIColor": "uint32_t", "CGFloat": "double", "NSDecimalNumber": "double", "NSTimeInterval": "double"}


class Entry:
    """One line of the list: what C must have."""

    def __init__(self, line):
        self.line, self.functions, self.constant, self.enumerator = line, [], None, None
        words = shlex.split(line)
        if words[0] == "constant":
            self.constant = (words[1], words[2])
        elif words[0] == "enum":
            self.enumerator = (words[1], int(words[2]))
        elif words[1] == ".":
            self.property(words[0], words[2], words[3], dict(word.split("=") for word in words[4:]))
        else:
            self.method(words[0], words[1], words[2:])

    def c(self, type):
        if type.startswith("~"):
            return "%s *" % type[1:]
        type = "NSDictionary" if type == "NSDictionary<NSString>" else type
        return TYPES[type] if type in TYPES else "const %s *" % type

    def property(self, owner, type, name, options):
        handle, name = "const %s *" % owner, options.get("getter", name)
        if "readwrite" in options:
            # A dictionary of texts is set entry by entry; any other property as a whole.
            given = ["const char *", "const char *"] if type == "NSDictionary<NSString>" else [self.c(type)]
            self.functions.append(("%s_set%s" % (owner, name[0].upper() + name[1:]), "void", ["%s *" % owner] + given))
        if type.startswith("NSArray<"):
            self.functions += [("%s_%s_count" % (owner, name), "size_t", [handle]),
                               ("%s_%s_at" % (owner, name), self.c(type[8:-1]), [handle, "size_t"])]
        else:
            self.functions.append(("%s_%s" % (owner, name), self.c(type), [handle]))

    def method(self, owner, kind, words):
        result, pieces, arguments = "", [owner], []
        if "->" in words:
            result = words[words.index("->") + 1]
            words = words[:words.index("->")]
        suffix = [word[1:] for word in words if word.startswith("=")]
        for word in words:
            if word.startswith("="):
                continue
            piece, _, type = word.partition(":")
            pieces.append(piece)
            if type.startswith("^"):
                arguments += [type[1:], "void *"]
            elif type.startswith("@"):
                arguments.append("const %s *" % type[1:])
            elif type.startswith("NSArray<"):
                arguments += [self.c(type[8:-1]) + ("const *" if self.c(type[8:-1]).endswith("*") else " *"), "size_t"]
            elif type == "NSData":
                arguments += ["const void *", "size_t"]
            elif type:
                arguments.append(self.c(type))
        setter = kind == "-" and words[0].startswith("set")
        if kind in "-~":
            arguments.insert(0, ("%s *" if setter or kind == "~" else "const %s *") % owner)
        # A class factory hands over an object that the caller releases, so the pointer is not const.
        returned = "%s *" % owner if kind == "+" and result == owner else self.c(result)
        self.functions.append(("_".join(pieces + suffix), returned, arguments))


def entries(context):
    with open(context.path(*LIST)) as file:
        found = [Entry(line.strip()) for line in file if line.strip() and not line.startswith("#")]
    if len(found) < LINES_AT_LEAST:
        raise Failure("only %d declarations in %s" % (len(found), "/".join(LIST)))
    return found


def in_headers(context):
    declared = declarations.read(context.path("include"))
    functions = {function.name: function for function in declared.functions}
    wrong = []
    for entry in entries(context):
        for name, result, arguments in entry.functions:
            function = functions.get(name)
            if not function:
                wrong.append("%s: no function %s" % (entry.line, name))
            elif (function.result, [argument.type for argument in function.arguments]) != (result, arguments):
                wrong.append("%s: is %s, should be %s %s(%s)" % (entry.line, function.prototype(), result, name, ", ".join(arguments)))
    if wrong:
        raise Failure("\n".join(wrong))


def in_library(context):
    symbols = binary.exported(context)
    wanted = [name for entry in entries(context) for name in [f[0] for f in entry.functions] + ([entry.constant[0]] if entry.constant else [])]
    missing = sorted(name for name in wanted if name not in symbols)
    if missing:
        raise Failure("not exported: %s" % missing)


def values(context):
    """Constants and enumerators, asked from a C program linked to the library."""
    context.library()
    lines = ["#include <Gamebase/Gamebase.h>", "#include <NHNCloudIAP/NHNCloudIAP.h>", "#include <string.h>", "#include <stdio.h>", "int main(void) { int wrong = 0;"]
    for entry in entries(context):
        if entry.constant:
            lines.append('if (strcmp(%s, "%s") != 0) { wrong = 1; printf("%s is %%s\\n", %s); }' % (*entry.constant, entry.constant[0], entry.constant[0]))
        if entry.enumerator:
            lines.append('if (%s != %d) { wrong = 1; printf("%s is %%d\\n", (int)%s); }' % (*entry.enumerator, entry.enumerator[0], entry.enumerator[0]))
    lines.append("return wrong; }")
    source = os.path.join(context.directory("names"), "values.c")
    with open(source, "w") as file:
        file.write("\n".join(lines) + "\n")
    context.check([context.compile(source, "names-values")])


# As the tutorial's page has it -> as it is. What the layout of the page cut is no word of a sample.
MISPRINTS = {"registarSubclass": "NCMBObject_registerSubclass", "notContainedTo": "NCMBQuery_whereKey_notContainedIn_strings",
             "setDeviveToken": "NCMBInstallation_setDeviceTokenFromData", "FacebookUtlis": "NCMBFacebookUtils_initializeFacebook",
             "NCMBObjecct": "NCMBObject_objectWithClassName", "laun-chOptions": "", "er-ror": "", "ar-ray": "", "Mod-el": "",
             "defaluts": ""}


# tutorial 1; tutorial 2; tutorial 3; tutorial 4; tutorial 5; tutorial 7
def no_misprints(context):
    names = {function.name for function in declarations.read(context.path("include")).functions}
    missing = [name for name in MISPRINTS.values() if name and name not in names]
    found = []
    for pattern in ("include/**/*.h*", "examples/*", "docs/*.md", "README.md", "Tests/contract/**/*.c*"):
        for path in glob.glob(context.path(*pattern.split("/")), recursive=True):
            with open(path) as file:
                text = file.read()
            found += ["%s: %s" % (os.path.relpath(path, context.root), word) for word in MISPRINTS if word in text]
    if missing or found:
        raise Failure("not declared: %s; misprints: %s" % (missing, found))


def no_leftovers(context):
    """The other way round: each function of a listed class follows the rule's spelling."""
    declared = declarations.read(context.path("include"))
    wrong = [function.name for function in declared.functions
             if not re.match(r"^(TCGB(Retain|Release)|(TCGB|NHNCloud|NCMB|HIVE)[A-Za-z]*(_[A-Za-z][A-Za-z0-9]*)+)$", function.name)]
    if wrong:
        raise Failure("%s" % wrong)


def tests(context):
    return [
        Test("each Objective-C declaration has its C function, with the types of the rule", in_headers),
        Test("each function and constant of the Objective-C declarations is exported", in_library),
        Test("constants and enumerators have the values of the Objective-C SDK", values),
        Test("no misprint of the tutorial's page is a name here, or stands in a sample", no_misprints),
        Test("every function is spelled Class_piece_piece", no_leftovers),
    ]

"""Style that a text can be held to: width, length of functions, literals that have names, each exported name in one place.
What offended a rule when it came stands in style.txt, by file and count, and may only become less."""
import collections
import filecmp
import os
import re
import shutil

from harness import cformat, declarations, style
from harness.formatted import Formatted
from harness.runner import Failure, Skip, Test
from suites import binary

SOURCES_AT_LEAST = 300
C_FILES_AT_LEAST = 150
# What swift format was run over, and the compiler that it came with.
FORMATTED = (("Sources",), ("Tests", "Unit"))
FORMATTED_BY = "6.3"
# A text that offends each rule, and one beside it that does not.
SAMPLES = {
    "width": ("Sources/a.swift", "x" * 141, "x" * 140),
    "function": ("Sources/a.swift", "    func f() {\n" + "        x\n" * 49 + "    }", "    func f() {\n" + "        x\n" * 48 + "    }"),
    "request": ("Sources/Client/a.swift", 'send("gateway.logout")', 'send(.logout) // "gateway.logout"'),
    "code": ("Sources/Client/a.swift", "case -4010203, -4_010_203: return", "case ResultCode.timeout: return -1000"),
    "result": ("Sources/a.swift", "        madvise(memory, length, advice)\n        sqlite3_busy_timeout(handle, 5)",
               "        _ = madvise(memory, length, advice)\n        guard fsync(file) == 0 else { return }\n        close(file)"),
    "imports": ("Sources/a.swift", "import Linux\nimport Codecs", "import Codecs\nimport Linux\n\n@testable import Client"),
    "wait": ("Tests/contract/a.c", "    pump_for(50);\n    require_equal(heard, 1);",
             "    pump_till(heard == 1, 50);\n    require_equal(heard, 1);\n    pump_for(50);\n    require_equal(heard, 0);"),
}


def kept(rule):
    def run(context):
        found, table = context.once("style", lambda: style.offences(context.root)), style.allowed(context.root)
        wrong = []
        for (other, path), offences in sorted(found.items()):
            if other == rule and len(offences) > table.get((rule, path), 0):
                wrong.append("%s: %d in place of %d" % (path, len(offences), table.get((rule, path), 0)))
                wrong += ["    %s" % offence for offence in offences]
        fewer = ["%s: %d in place of %d" % (path, len(found.get((rule, path), [])), count) for (other, path), count in sorted(table.items())
                 if other == rule and len(found.get((rule, path), [])) < count]
        if wrong:
            raise Failure("more offend the rule than Tests/suites/style.txt allows:\n" + "\n".join(wrong))
        if fewer:
            raise Failure("less offends the rule than before: run Tests/harness/style.py, so that it stays so\n" + "\n".join(fewer))
    return run


def finds(context):
    """Each rule finds what it is for, in a function of each language."""
    if len(list(style.sources(context.root))) < SOURCES_AT_LEAST:
        raise Failure("less than %d files of code were found" % SOURCES_AT_LEAST)
    for rule, (path, bad, good) in SAMPLES.items():
        counts = [len(list(style.RULES[rule](path, text.split("\n")))) for text in (bad, good)]
        if counts[0] == 0 or counts[1] != 0:
            raise Failure("the rule %s finds %s" % (rule, counts))
    for path, begin, end in (("a.c", "static int f(int x) {", "}"), ("a.py", "def f(x):", ""),
                             ("a.swift", "@Test func `a b`() throws {", "}"), ("a.swift", "public init(\n    x: Int\n) {", "}"),
                             ("a.cpp", 'PROMISE("x") {', "}")):
        for lines, count in ((60, 1), (10, 0)):
            text = begin + "\n" + "    x\n" * lines + end
            if len(list(style.function(path, text.split("\n")))) != count:
                raise Failure("of %d lines %s found otherwise than %d" % (lines, begin, count))


def one_place(context):
    """Each exported name is declared in one header, once."""
    declared = declarations.read(context.path("include"))
    headers = collections.defaultdict(list)
    for item in declared.functions + declared.constants:
        headers[item.name].append(item.header)
    wrong = ["%s: declared in %s" % (name, ", ".join(places)) for name, places in sorted(headers.items()) if len(places) != 1]
    if wrong or len(headers) < binary.FUNCTIONS_AT_LEAST:
        raise Failure("of %d names:\n%s" % (len(headers), "\n".join(wrong)))


def formatter(context):
    """The Swift toolchain, which formats Swift and C; another version of it writes another thing."""
    swift = os.environ.get("SWIFT", "swift")
    version = context.check([swift, "--version"])
    found = re.search(r"Swift version (\d+\.\d+)", version)
    if not found or found.group(1) != FORMATTED_BY:
        raise Skip("the code is formatted by Swift " + FORMATTED_BY)
    return swift, version


def c_formatted(context):
    """The C and C++ code is as clangd writes it with .clang-format."""
    _, version = formatter(context)
    names = cformat.files()
    rules = [context.path(".clang-format"), context.path("examples", ".clang-format")]
    known = Formatted(context.path("build", "formatted-c"), version, rules)
    wrong = [name for name, _ in cformat.otherwise(cformat.clangd(), known.others(names))]
    if wrong or len(names) < C_FILES_AT_LEAST:
        raise Failure("of %d files: Tests/harness/cformat.py %s" % (len(names), " ".join(wrong)))
    known.keep(names)


def formatted(context):
    """The Swift code is as `swift format` writes it with .swift-format."""
    swift, version = formatter(context)
    place = context.directory("formatted")
    paths = [os.path.relpath(os.path.join(folder, name), context.root)
             for folders in FORMATTED for folder, _, names in os.walk(context.path(*folders)) for name in names if name.endswith(".swift")]
    known = Formatted(context.path("build", "formatted-swift"), version, [context.path(".swift-format")])
    asked = known.others(paths)
    for path in asked:
        os.makedirs(os.path.join(place, os.path.dirname(path)), exist_ok=True)
        shutil.copy(context.path(path), os.path.join(place, path))
    if asked:
        context.check([swift, "format", "format", "--in-place", "--configuration", context.path(".swift-format"), "--recursive", place])
    wrong = [path for path in asked if not filecmp.cmp(os.path.join(place, path), context.path(path), shallow=False)]
    if wrong:
        raise Failure("swift format format -i --configuration .swift-format %s" % " ".join(sorted(wrong)))
    known.keep(paths)


def tests(context):
    return [
        Test("the Swift code is formatted as .swift-format says", formatted),
        Test("the C and C++ code is formatted as .clang-format says", c_formatted),
        Test("no file has more lines over %d columns than its table says" % style.COLUMNS_MAX, kept("width")),
        Test("no file has more functions over %d lines than its table says" % style.FUNCTION_LINES_MAX, kept("function")),
        Test("names of requests are literals only in their table, and where style.txt still says so", kept("request")),
        Test("result codes are numbers only in their tables, and where style.txt still says so", kept("code")),
        Test("no promise waits a fixed time for what must come", kept("wait")),
        Test("no answer of the system or of a C library is dropped without a word", kept("result")),
        Test("imports stand sorted", kept("imports")),
        Test("each rule of style finds what offends it", finds),
        Test("each exported name is declared in one header, once", one_place),
    ]

"""What a linker, a loader and a distribution see of the shared library."""
import os
import re

from api import description, symbols
from harness import declarations, sizes
from harness.runner import Failure, Skip, Test
from harness.sizes import DEBUG, LIBRARY

# What a game carries. Settings of mails (3 KiB), and what must not be lost or doubled around changes that are kept, pushes, orders and
# folders (39 KiB) were the last to raise it; failures that are thrown as references (103 KiB) the last to lower it.
# How it is raised: docs/CONTRIBUTING.md, "Raise the size limit".
BYTES_MAX = 3120 * 1024
# Of one room: what a fix may cost without a word.
GROWTH_MIN = 8 * 1024
# Where Linux games run: Debian 11, Steam Runtime 3 and everything newer.
GLIBC = (2, 31)
SQLITE = ("Tests", "contract", "sqlite-3.34.txt")
# What SQL learned later: 3.35 (RETURNING, DROP COLUMN, MATERIALIZED), 3.37 (STRICT), 3.38 (->>), 3.39 (the other joins, IS DISTINCT FROM).
LATER_WORDS = (r"RETURNING|STRICT|DROP COLUMN|MATERIALIZED|->>|(?:RIGHT|FULL)(?: OUTER)? JOIN|IS (?:NOT )?DISTINCT FROM|PRAGMA table_list|"
               r"(?:unixepoch|format|concat|concat_ws|octet_length|timediff|string_agg|floor|ceil|pow|ln|log|mod|sqrt|trunc)\(")
FUNCTIONS_AT_LEAST = 200
CONSTANTS_AT_LEAST = 50


def dynamic(context):
    context.library()
    return context.once("readelf -d", lambda: context.check(["readelf", "-dW", LIBRARY]))


def exported(context):
    """Name -> kind letter of nm, of everything the library exports."""
    context.library()

    def ask():
        found = {}
        for line in context.check(["nm", "-D", "--defined-only", LIBRARY]).splitlines():
            kind, name = line.split()[-2:]
            if kind != "A":
                found[name.split("@")[0]] = kind
        return found
    return context.once("nm -D", ask)


def declared(context):
    found = declarations.read(context.path("include"))
    if len(found.functions) < FUNCTIONS_AT_LEAST:
        raise Failure("only %d functions were read from the headers" % len(found.functions))
    return found


def same_symbols(context):
    """Functions as functions, constants as data."""
    kinds = {name: "T" if text.startswith("function ") else "D"
             for name, text in symbols.exported(description.load(context.path(*description.PLACE))).items()}
    there = exported(context)
    if there != kinds:
        raise Failure("declared and not exported, or not as such: %s\nexported and not declared: %s" % (
            sorted(name for name in kinds if there.get(name) != kinds[name]), sorted(set(there) - set(kinds))))


def constants_of_one_module(context):
    """The compiler numbers the constant arrays of a function anew in each module that takes in a copy of the function, and the linker keeps one
    array of a name: with two copies, 5 became 6 where an error said why. A function that is called from another room is exported as an
    interface (`@export(interface)`), so that there is no copy."""
    context.library()
    nm = os.path.join(context.toolchain()[0], "llvm-nm")
    homes = {}
    for path in object_files(context):
        for line in context.check([nm, "--defined-only", path]).splitlines():
            kind, name = (["", ""] + line.split())[-2:]
            if kind in ("V", "v", "W", "w") and re.search(r"Tv\d*_?r?$", name):
                homes.setdefault(name, []).append(os.path.basename(os.path.dirname(path))[:-len(".build")] + "/" + os.path.basename(path))
    if len(homes) < CONSTANTS_AT_LEAST:
        raise Failure("only %d constant arrays were found" % len(homes))
    twice = ["%s: in %s" % (name, ", ".join(files)) for name, files in sorted(homes.items()) if len(files) > 1]
    if twice:
        raise Failure("\n".join(twice))


def object_files(context):
    with open(context.path(".build", "product", "release", "gamebase.product", "Objects.LinkFileList")) as file:
        return [line.strip().strip("'") for line in file if line.strip()]


def one_version(context):
    context.library()
    lines = context.check(["nm", "-D", "--defined-only", LIBRARY]).splitlines()
    wrong = [line for line in lines if line.split()[-2] != "A" and not line.endswith("@@GAMEBASE_1")]
    if wrong:
        raise Failure("\n".join(wrong))


def needs_only_libc_and_sqlite(context):
    needed = set(re.findall(r"\(NEEDED\).*\[(.*?)\]", dynamic(context)))
    # All but one are of libc's own package. Until glibc 2.34 threads and the loader were in files of their own; SQLite needs the one of
    # numbers, too.
    if not {"libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0", "libsqlite3.so.0"} >= needed or not needed:
        raise Failure("NEEDED is %s" % sorted(needed))


def imported(context):
    """Name -> version (empty without one) of everything the library takes from others."""
    context.library()
    names = re.findall(r"^\s+[Uw] (\w+)(?:@@?(\S+))?$", context.check(["nm", "-D", LIBRARY]), re.M)
    if len(names) < 50:
        raise Failure("only %d names are imported" % len(names))
    return dict(names)


def old_glibc(context):
    wrong = ["%s@%s" % item for item in sorted(imported(context).items())
             if item[1].startswith("GLIBC_") and tuple(map(int, re.findall(r"\d+", item[1]))) > GLIBC]
    if wrong:
        raise Failure("glibc 2.31 has not: %s\nTie each to the version that it had there, in Sources/packaging/glibc.c" % wrong)
    text = context.check(["readelf", "-VW", LIBRARY])
    demanded = set(re.findall(r"Name: (GLIBC_\S+)", text.split("ersion needs", 1)[1]))
    wrong = sorted(name for name in demanded if not re.match(r"GLIBC_[\d.]+$", name) or tuple(map(int, re.findall(r"\d+", name))) > GLIBC)
    if wrong or not demanded:
        raise Failure("demanded of glibc, and not in 2.31: %s" % wrong)


def old_sqlite(context):
    with open(context.path(*SQLITE)) as file:
        there = {line.strip() for line in file if not line.startswith("#")}
    used = {name for name in imported(context) if name.startswith("sqlite3_")}
    if len(used) < 10 or used - there:
        raise Failure("%d functions of SQLite are called; 3.34 has not: %s" % (len(used), sorted(used - there)))


def old_statements(context):
    context.library()
    with open(context.path(LIBRARY), "rb") as file:
        texts = [text.decode() for text in re.findall(rb"[\n -~]{6,}", file.read())]
    statements = [text for text in texts if re.search(r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|WHERE|VALUES|SET|PRAGMA)\b", text)]
    if len(statements) < 50:
        raise Failure("only %d texts of SQL were found" % len(statements))
    wrong = [text for text in statements if re.search(r"(?<![A-Za-z_])(?:%s)" % LATER_WORDS, text)]
    if wrong:
        raise Failure("SQLite 3.34 does not know this:\n" + "\n".join(wrong))


def soname(context):
    if "Library soname: [libgamebase.so.1]" not in dynamic(context):
        raise Failure(dynamic(context))


def absent(*words):
    def run(context):
        for word in words:
            if "(%s)" % word in dynamic(context):
                raise Failure("the dynamic section has " + word)
    return run


def flags(*words):
    def run(context):
        found = " ".join(re.findall(r"\(FLAGS(?:_1)?\)\s+(.*)", dynamic(context)))
        for word in words:
            if word not in found.split():
                raise Failure("the flags are: " + found)
    return run


def segments(context):
    text = context.check(["readelf", "-lW", LIBRARY])
    rows = re.findall(r"^\s+(\w+)(?:\s+0x[0-9a-f]+){5}\s+([RWE ]{3})\s", text, re.M)
    flags = {}
    for name, flag in rows:
        flags.setdefault(name, []).append(flag)
    if "GNU_RELRO" not in flags:
        raise Failure("no GNU_RELRO segment")
    if "E" in flags.get("GNU_STACK", ["E"])[0]:
        raise Failure("the stack would be executable")
    if any("W" in flag and "E" in flag for flag in flags["LOAD"]):
        raise Failure("a segment is both writable and executable:\n" + text)


def size(context):
    context.library()
    count = os.path.getsize(context.path(LIBRARY))
    if count > BYTES_MAX:
        raise Failure("%d bytes: %d more than the limit of %d. What has grown since Tests/suites/sizes.txt was written:\n%s" % (
            count, count - BYTES_MAX, BYTES_MAX, "\n".join(sizes.grown(1))))
    if ".symtab" in context.check(["readelf", "-SW", LIBRARY]):
        raise Failure("the library is not stripped")


def rooms(context):
    context.library()
    here, there = sizes.compiler(), sizes.kept()[0]
    if here != there:
        raise Skip("the sizes of Tests/suites/sizes.txt are those of %s; this is %s" % (there, here))
    grown = sizes.grown(GROWTH_MIN)
    if grown:
        raise Failure("%s\n%d KiB are left of %d, for everything that is still to come. If this is worth it, run Tests/harness/sizes.py to keep it" % (
            "\n".join(grown), (BYTES_MAX - os.path.getsize(context.path(LIBRARY))) // 1024, BYTES_MAX // 1024))


def characters(context):
    """Who cuts, counts or walks a String by Characters brings the rules of Unicode, and is ten times slower than by bytes."""
    context.library()
    rules = sorted(name for _, name in sizes.symbols().values() if "stdlib_getGraphemeBreakProperty" in name)
    if rules:
        raise Failure("%s: somebody splits, trims, counts or walks a String by Characters; see TextParts" % rules)


def debug_file(context):
    context.library()
    identifier = [re.search(r"Build ID: (\w+)", context.check(["readelf", "-nW", path])) for path in
                  (LIBRARY, DEBUG)]
    if not all(identifier) or identifier[0].group(1) != identifier[1].group(1):
        raise Failure("the build ids of library and debug file differ")


def archive(context):
    context.library()
    names = set(declared(context).exported())
    # The last word of a line is the name; a local one may hold spaces.
    kinds = dict((name, kind) for kind, name in re.findall(r"^[0-9a-f ]{16} ([A-Za-z]) (.*)$", context.check(["nm", "build/libgamebase.a"]), re.M))
    extra = sorted(name for name, kind in kinds.items() if kind.isupper() and kind != "U" and name not in names)
    if extra:
        raise Failure("would clash in a program that has its own: %s" % extra[:20])
    missing = sorted(name for name in names if kinds.get(name, "U") == "U")
    if missing:
        raise Failure("missing from the archive: %s" % missing[:20])


def tests(context):
    return [
        Test("the library exports what the headers declare and nothing else", same_symbols),
        Test("no constant array stands in two modules under one name", constants_of_one_module),
        Test("every exported symbol carries the version GAMEBASE_1", one_version),
        Test("the library needs libc and SQLite and nothing else", needs_only_libc_and_sqlite),
        Test("the library loads with glibc 2.31: no newer symbol, no packed relocations", old_glibc),
        Test("the library calls nothing of SQLite that 3.34 lacks", old_sqlite),
        Test("no statement of the library uses what SQL learned after SQLite 3.34", old_statements),
        Test("the soname is libgamebase.so.1", soname),
        Test("the library has no RPATH and no RUNPATH", absent("RPATH", "RUNPATH")),
        Test("the code needs no relocation at load (no TEXTREL)", absent("TEXTREL")),
        Test("all symbols are bound at load, and the library is never unloaded", flags("NODELETE", "NOW", "BIND_NOW")),
        Test("relocated data becomes read-only, and neither stack nor data is executable", segments),
        Test("the stripped library has at most %.2f MiB" % (BYTES_MAX / 2**20), size),
        Test("no room of the library has grown by 8 KiB since Tests/suites/sizes.txt was written", rooms),
        Test("no text is taken apart by Characters, which would bring the tables of Unicode", characters),
        Test("the separate debug file belongs to the library", debug_file),
        Test("only the API is global in the static archive", archive),
    ]

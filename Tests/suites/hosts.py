"""Processes of others that the library is a guest in: collectors that stop threads while host code runs on the library's threads, and games
with a SQLite of their own."""
import os
import tempfile

from harness.runner import Failure, Test

# How Debian's Mono stops threads: by signals, by signals where code does not stop by itself, and not at all by signals.
SUSPENSIONS = ("preemptive", "hybrid", "coop")
# A collection that waits for a thread waits for ever.
HANGS_SECONDS = 60


def collected(context, command, environment=None):
    result = context.process(command + [context.directory("storage")], timeout=HANGS_SECONDS, environment=environment)
    if result.status != 0 or result.output.strip():
        raise Failure("status %s\n%s" % (result.status, result.output))


def mono(suspension):
    def run(context):
        context.library()

        def build():
            program = os.path.join(context.directory("collector"), "collector.exe")
            context.check(["mcs", "-warnaserror", "-out:" + program, context.path("Tests", "hosts", "collector.cs")])
            return program
        collected(context, ["mono", context.once("collector.exe", build)],
                  {"MONO_THREADS_SUSPEND": suspension, "LD_LIBRARY_PATH": context.path("build")})
    return run


def boehm(context):
    collected(context, [context.compile(context.path("Tests", "hosts", "boehm.c"), "boehm", libraries=("-lgamebase", "-lgc", "-lpthread"))])


# Each game: flags of its own, which functions of its own SQLite it exports, and what it prints. What is whole works; what cannot work is
# said before it is used.
OWN = [("that has all of it", [], "sqlite3_*", "bought"),
       ("that has it and exports nothing", [], None, "bought"),
       ("that is no position independent program", ["-no-pie", "-fno-pie"], "", "bought"),
       ("whose default keeps everything in memory", ["-DMEMORY"], "sqlite3_*", "bought"),
       ("that exports some of its functions", [], "sqlite3_open_v2; sqlite3_prepare_v3", "SQLite is in this process twice, and in parts"),
       ("that is older than 3.34", ["-DOLD"], "sqlite3_libversion_number", "the library needs 3.34 or newer")]


def own_sqlite(flags, exported, printed):
    """`exported`: "": it has no SQLite of its own, but the system's."""
    def run(context):
        has_own = exported != "" and "-DOLD" not in flags
        own = ["-Wl,--whole-archive", "-l:libsqlite3.a", "-Wl,--no-whole-archive", "-lm"] if has_own else ["-lsqlite3"]
        if exported:
            with tempfile.NamedTemporaryFile("w", suffix=".list", dir=context.scratch, delete=False) as file:
                file.write("{ %s; };" % exported)
            own.append("-Wl,--dynamic-list=" + file.name)
        name = "ownsqlite-%d" % abs(hash((*flags, exported)))
        program = context.compile(context.path("Tests", "hosts", "ownsqlite.c"), name, flags=flags,
                                  libraries=("-lgamebase", "-lpthread", "-ldl", *own))
        result = context.process([program, context.directory("storage")])
        if printed not in result.output or (result.status == 0) != (printed == "bought"):
            raise Failure("status %s\n%s" % (result.status, result.output))
    return run


def tests(context):
    found = [Test("a game in C# collects while callbacks and its HTTP run on the library's threads (Mono: %s)" % how, mono(how))
             for how in SUSPENSIONS]
    found += [Test("a game with a SQLite of its own %s plays, or says why not" % name, own_sqlite(flags, exported, printed))
              for name, flags, exported, printed in OWN]
    return found + [Test("a game with Boehm's collector collects while callbacks and its HTTP run on the library's threads", boehm)]

"""Processes of others that the library is a guest in: collectors that stop threads while host code runs on the library's threads, and games
with a SQLite of their own."""
import os

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


# Each game: flags of its own, how its SQLite comes to it, and what it prints. What is whole works; what cannot work is said before it is
# used. A program exports what a library that it is linked with may need.
SYSTEMS = ["-lsqlite3"]
WHOLE = ["-Wl,--whole-archive", "-l:libsqlite3.a", "-Wl,--no-whole-archive", "-lm"]
OWN = [("that answers for all of it", [], WHOLE, "bought"),
       ("that keeps it for itself", [], [*WHOLE, "-Wl,--exclude-libs,libsqlite3.a"], "bought"),
       ("whose default keeps everything in memory", ["-DMEMORY"], WHOLE, "bought"),
       ("that answers for a part of it", ["-DSOME"], SYSTEMS, "SQLite is in this process twice, and in parts"),
       ("that is older than 3.34", ["-DOLD"], [*WHOLE, "-Wl,--allow-multiple-definition"], "the library needs 3.34 or newer")]
NOT_MOVED = ("that is the system's, in a program with addresses of its own", ["-no-pie", "-fno-pie"], SYSTEMS, "bought")


def own_sqlite(name, flags, libraries, printed):
    def run(context):
        program = context.compile(context.path("Tests", "hosts", "ownsqlite.c"), "ownsqlite-" + name.replace(" ", "-"), flags=flags,
                                  libraries=("-lgamebase", "-lpthread", "-ldl", *libraries))
        result = context.process([program, context.directory("storage")])
        if printed not in result.output or (result.status == 0) != (printed == "bought"):
            raise Failure("status %s\n%s" % (result.status, result.output))
    return run


def tests(context):
    found = [Test("a game in C# collects while callbacks and its HTTP run on the library's threads (Mono: %s)" % how, mono(how))
             for how in SUSPENSIONS]
    found += [Test("a game with a SQLite %s plays, or says why not" % each[0], own_sqlite(*each)) for each in [*OWN, NOT_MOVED]]
    return found + [Test("a game with Boehm's collector collects while callbacks and its HTTP run on the library's threads", boehm)]

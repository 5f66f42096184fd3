"""Processes of others that the library is a guest in: collectors that stop threads while host code runs on the library's threads, games
with a SQLite, an OpenSSL, a libcurl or a libdbus of their own, and debuggers."""
import os
import re
import shutil
import sys

from harness.desktop.session import Session
from harness.runner import Failure, Skip, Test
from suites import remote

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


def strangers(context, files, only=""):
    """Assembler: one function, which gives 0, under the name of each that these libraries of the system have."""
    names = set()
    for name in files:
        path = context.check(["cc", "-print-file-name=" + name]).strip()
        names |= set(re.findall(r"^[0-9a-f]+ T (\w+)", context.check(["nm", "-D", "--defined-only", path]), re.M))
    names = sorted(name for name in names if re.fullmatch(only or ".*", name))
    if not names:
        raise Failure("none of %s has a function %s" % (files, only))
    path = os.path.join(context.directory("strangers"), "strangers.s")
    with open(path, "w") as file:
        file.write(".text\n%sxorl %%eax, %%eax\nret\n.section .note.GNU-stack,\"\",@progbits\n" % "".join(
            ".globl %s\n.type %s, @function\n%s:\n" % (name, name, name) for name in names))
    return path


TLS, CURL, DBUS = ("libssl.so.3", "libcrypto.so.3"), ("libcurl.so.4",), ("libdbus-1.so.3",)
SYSTEM_S = "SSL peer certificate or SSH remote key was not OK"
# What nobody is looked for by; of both kinds of libcurl, so that neither does.
FEW = "SSL_ctrl|gnutls_record_recv"
GNUTLS = ("libgnutls.so.30",)
# Each game: whose functions it exports, which of them, flags of its own, and what it is said of a service whose certificate nobody vouches
# for.
OWN_TLS = [
    ("its own OpenSSL", TLS, "", [], SYSTEM_S),
    ("its own OpenSSL, in a program with addresses of its own,", TLS, "", ["-no-pie", "-fno-pie"], SYSTEM_S),
    ("its own libcurl", CURL, "", [], SYSTEM_S),
    ("its own GnuTLS and OpenSSL", TLS + GNUTLS, "", [], SYSTEM_S),
    ("a few functions of OpenSSL", TLS + GNUTLS, FEW, [], "SSL_ctrl, which libcurl.so.4 calls, comes from "),
    ("its own OpenSSL and its own allocator", TLS + GNUTLS, "", ["-DALLOCATOR"], ", which libcurl.so.4 calls, comes from "),
    ("its own OpenSSL under AddressSanitizer", TLS + GNUTLS, "", ["-fsanitize=address"], ", which libcurl.so.4 calls, comes from "),
]


def exporting(context, source, name, files, only, flags):
    more = [*flags, "-rdynamic", strangers(context, files, only), context.path("Tests", "hosts", "allocator.c")]
    return context.compile(context.path(*source), name, flags=more, libraries=("-lgamebase", "-lpthread", "-ldl"))


def own_tls(name, files, only, flags, said):
    def run(context):
        program = exporting(context, ("Tests", "harness", "remote", "game.c"), "owntls-" + re.sub(r"\W+", "-", name), files, only, flags)
        service = [sys.executable, context.path("Tests", "harness", "remote", "rude_service.py"), "secure", context.directory("secure")]
        with remote.Beside(context, service) as there:
            result = context.process([program, context.directory("storage"), "initialize"], environment=dict(
                remote.environment(context, "https://localhost:%d" % there.port), ASAN_OPTIONS="detect_leaks=0"))
        if "initialize 110 " not in result.output or said not in result.output or "outcome is unknown" in result.output:
            raise Failure("status %s\n%s" % (result.status, result.output))
    return run


def own_curl_plays(context):
    """The whole story, with a libcurl and an OpenSSL that would answer every call with nothing."""
    program = exporting(context, ("Tests", "harness", "remote", "game.c"), "owncurl", TLS + CURL, "", [])
    with remote.service(context) as home:
        output = context.check([program, context.directory("storage"), *remote.STORY.split()],
                               environment=remote.environment(context, home.url))
    remote.must(output, "initialize 0 -", "buy 0 -", "consume 0 1 of 1", "ledger 0 sound")


def own_dbus(only, flags, said):
    """A push is shown, or the game's log says who answers."""
    def run(context):
        source = ("Tests", "harness", "desktop", "game.c")
        program = exporting(context, source, "owndbus-%d-%d" % (len(only), len(flags)), DBUS, only, flags)
        with Session(context) as session:
            mock = session.mock()
            game = session.start([program, context.directory("storage")], LD_LIBRARY_PATH=context.path("build"))
            game.wait_for("ready")
            game.say('{"title":"Your oak is cut"}')
            if said:
                game.wait_for(said)
            else:
                mock.wait_for('"Your oak is cut"')
    return run


def linked_static(context):
    """libcurl would bring a second libc, which takes the values of threads for its own."""
    context.library()
    program = context.compile(context.path("Tests", "harness", "remote", "game.c"), "static", flags=["-static"],
                              libraries=("-l:libgamebase.a", "-l:libsqlite3.a", "-lm"))
    result = context.process([program, context.directory("storage"), "initialize"],
                             environment=remote.environment(context, "http://127.0.0.1:1"))
    if result.status != 0 or "initialize 110 " not in result.output or "linked with -static" not in result.output:
        raise Failure("status %s\n%s" % (result.status, result.output))


def own_names(context):
    """The linker lets a program answer for each name that a library of it needs, and the game's functions know nothing of sockets."""
    program = context.compile(context.path("Tests", "hosts", "ownnames.c"), "ownnames")
    desktop = context.directory("desktop")
    with open(os.path.join(desktop, "xdg-open"), "w") as file:
        file.write("#!/bin/sh\n")
    os.chmod(file.name, 0o755)
    result = context.process([program, context.directory("storage")], environment={"PATH": desktop})
    if result.status != 0 or result.output.split() != ["none"]:
        raise Failure("status %s, and the library has called the game's %s" % (result.status, result.output))


def leaving(context):
    """The threads of the library use OpenSSL until the process is gone."""
    program = context.compile(context.path("Tests", "hosts", "leaving.c"), "leaving", libraries=("-lgamebase", "-ldl"))
    # Nobody listens there; libcurl has begun all the same.
    result = context.process([program, context.directory("storage")], environment=remote.environment(context, "https://127.0.0.1:1"))
    if result.status == 77:
        raise Skip("libcurl has no OpenSSL here")
    if result.status != 0 or result.output.split() != ["initialize", "110"]:
        raise Failure("status %s\n%s" % (result.status, result.output))


# Where a thread begins.
FIRST_FRAMES = {"main", "clone3", "__clone3", "clone", "__clone"}


def debugged(context):
    """A debugger that has the debug file finds its way through the frames of the library: from a callback to main, and from each of its
    threads to where threads begin."""
    context.library()
    place = context.directory("debugged")
    os.mkdir(os.path.join(place, ".debug"))
    for file in os.listdir(context.path("build", "debug")):
        shutil.copy(context.path("build", "debug", file), os.path.join(place, ".debug"))
    shutil.copy(os.path.realpath(context.path("build", "libgamebase.so.1")), os.path.join(place, "libgamebase.so.1"))
    program = context.compile(context.path("Tests", "hosts", "called.c"), "called")
    commands = ("set debuginfod enabled off", "set environment LD_LIBRARY_PATH " + place, "break in_callback", "run",
                "thread apply all backtrace")
    result = context.process(["gdb", "-nx", "-batch", *(word for command in commands for word in ("-ex", command)), "--args", program,
                              context.directory("storage")])
    if "ptrace: Operation not permitted" in result.output:
        raise Skip("no program may be traced here")
    stacks = [re.findall(r"^#\d+ +(?:0x[0-9a-f]+ in )?(\S+) ?\(", part, re.M)
              for part in re.split(r"^Thread \d+ \(", result.output, flags=re.M)[1:]]
    called = [stack for stack in stacks if stack[:1] == ["in_callback"]]
    if len(stacks) < 3 or len(called) != 1 or len(called[0]) < 4 or any(stack[-1] not in FIRST_FRAMES for stack in stacks):
        raise Failure("the frames are %s\n%s" % (stacks, result.output))


def tests(context):
    found = [Test("a game in C# collects while callbacks and its HTTP run on the library's threads (Mono: %s)" % how, mono(how))
             for how in SUSPENSIONS]
    found += [Test("a game with a SQLite %s plays, or says why not" % each[0], own_sqlite(*each)) for each in [*OWN, NOT_MOVED]]
    found += [Test("a game that exports %s asks a service by https, or says who answers" % each[0], own_tls(*each)) for each in OWN_TLS]
    found += [Test("a game that exports its own libcurl and OpenSSL plays whole at a server", own_curl_plays),
              Test("a game that exports its own libdbus shows its pushes on the desktop", own_dbus("", [], None)),
              Test("a game that exports a few functions of libdbus is told who answers",
                   own_dbus("dbus_message_iter_init", [], "dbus_message_iter_init, which libdbus-1.so.3 calls, comes from ")),
              Test("a game that is linked with -static is told that it cannot ask a service by libcurl", linked_static),
              Test("a game whose functions are named as libc's is not called by the library", own_names),
              Test("a game that leaves without a shutdown has its OpenSSL until it is gone", leaving),
              Test("gdb with the debug file sees the game's main behind the library's frames", debugged)]
    return found + [Test("a game with Boehm's collector collects while callbacks and its HTTP run on the library's threads", boehm)]

"""Processes of others that the library is a guest in: collectors that stop threads while host code runs on the library's threads."""
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


def tests(context):
    found = [Test("a game in C# collects while callbacks and its HTTP run on the library's threads (Mono: %s)" % how, mono(how))
             for how in SUSPENSIONS]
    return found + [Test("a game with Boehm's collector collects while callbacks and its HTTP run on the library's threads", boehm)]

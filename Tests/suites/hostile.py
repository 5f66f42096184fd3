"""Every exported function called with bad arguments, plain and under AddressSanitizer, ThreadSanitizer and valgrind; everything that begins
and ends on eight threads at once; the same tools over the quickstart scenario and the contract programs.

ENDS: how many times all begins and ends at once, each with a seed of its own; SEED: the first. `make torture` makes the long series.
"""
import os
import re

from harness import declarations, series
from harness.runner import Failure, Skip, Test, tail
from hostile import generate
from suites import contract

# Fixed, so that a failure comes again; each is in the name of its test.
SEEDS = [1, 2, 3]
# Of all functions; a round under valgrind takes as long as thirty without a tool.
ROUNDS = {"plain": 30 if series.IS_LONG else 20, "address": 8, "thread": 6, "valgrind": 2 if series.IS_LONG else 1}
# valgrind attacks each third function by itself where time is short: AddressSanitizer attacks all of them.
SHARE = {"valgrind": 1 if series.IS_LONG else 3}
FINDING = 66
ENDS = series.length("ENDS", 3, 600)
ENDS_SEED = series.seed(1)
ENDS_MILLISECONDS = 2500
# What happens besides calls, drains and shutdowns; ends.c says what the letters stand for.
WAYS = ("del", "d", "el")
OPTIONS = {
    "address": {"ASAN_OPTIONS": "exitcode=%d:detect_leaks=1:detect_stack_use_after_return=1" % FINDING,
                "LSAN_OPTIONS": "suppressions=Tests/hostile/leaks.txt:print_suppressions=0"},
    # Who ends the process in the middle leaves what lives; what the headers keep for too long is counted by the programs themselves.
    "cpp": {"ASAN_OPTIONS": "exitcode=%d:detect_leaks=0:detect_stack_use_after_return=1" % FINDING},
    "thread": {"TSAN_OPTIONS": "exitcode=%d:second_deadlock_stack=1" % FINDING},
}
VALGRIND = ["valgrind", "-q", "--error-exitcode=%d" % FINDING, "--leak-check=full", "--errors-for-leak-kinds=definite", "--num-callers=30",
            "--fair-sched=yes"]
# fork is not for sanitizers, and a thousand rounds of it all take too long under them.
UNDER_SANITIZERS = ["refused", "lifecycle", "shutdown", "guests", "purchases", "events", "instances", "objects", "terms", "notices", "webview", "iap", "stores",
                    "hive_porting", "hiveinbox", "hivelocal", "hivemedia", "storelists", "storecalls", "subscriptions", "refunds",
                    "serverapi", "ledger",
                    "ncmb_eventually", "ncmb_files", "ncmb_installations", "ncmb_links", "ncmb_mails", "ncmb_objects", "ncmb_porting",
                    "ncmb_push", "ncmb_queries", "ncmb_scripts", "ncmb_server", "ncmb_subclasses", "ncmb_transfer", "ncmb_users"]
INSTRUMENT = "Tests/hostile/instrument.sh"
# The objects that the library is linked of.
PRODUCT = ".build/product/release/gamebase.product/Objects.LinkFileList"
IN_CPP = ["cxx", "cxxends", "ncmb_cxx"]
# A child that shares the memory of its parent, or begins in the middle of it, is not known to the tool for threads.
WITH_CHILDREN = ["leaving the process", "goes to xdg-open", "a game that dies around"]
# Millions of objects or calls take minutes. Instances destroyed among other threads' calls are played under the tools by ends.c.
NOT_FOR_TOOLS = WITH_CHILDREN + ["17,500,000 objects", "20 times as many objects", "while an import runs",
                                 "at each doubling", "while its instance is destroyed"]


def source(context):
    def write():
        path = os.path.join(context.scratch, "hostile.c")
        with open(path, "w") as file:
            file.write(generate.program(declarations.read(context.path("include"))))
        return path
    return context.once("hostile.c", write)


def objects(context, sanitizer):
    """The list of the library's objects, which the sanitizer watches."""
    scratch = ".build/" + sanitizer

    def instrument():
        context.library()
        return instrumented(context, sanitizer, PRODUCT, scratch)
    return context.once(scratch, instrument)


def instrumented(context, sanitizer, objects_list, directory):
    context.check([INSTRUMENT, os.path.join(context.toolchain()[0], "clang"), sanitizer, objects_list, directory], timeout=1200)
    return os.path.join(directory, "objects.list")


def for_address(context):
    objects(context, "address")


def for_thread(context):
    objects(context, "thread")


BUILDS = {"address": [for_address], "thread": [for_thread]}


def sanitized(context, sanitizer, path, name):
    """A program linked with the library's objects, all of it built for the sanitizer."""
    found = objects(context, sanitizer)
    return linked(context, sanitizer, found, [path, "Tests/hostile/atrest.c", "Sources/Exact/exact.c"], name)


def linked(context, sanitizer, objects_list, sources, name):
    binaries, libraries, unicode_tables = context.toolchain()
    program = os.path.join(context.scratch, "%s-%s" % (name, sanitizer))

    def build():
        command = [os.path.join(binaries, "clang"), "-fsanitize=" + sanitizer, "-std=c11", "-D_GNU_SOURCE", "-g", "-O1", "-fuse-ld=lld",
                   "-Wno-unused-function", "-Iinclude", "-ITests/contract", "-ITests/hostile", *sources, "@" + objects_list, unicode_tables,
                   "-lsqlite3", "-lm", "-lpthread", "-o", program]
        if sanitizer == "thread":
            # Swift's runtime for this sanitizer refers to dispatch.
            place = os.path.join(libraries, "linux")
            command += ["-L" + place, "-ldispatch", "-lBlocksRuntime", "-Wl,-rpath," + place]
        context.check(command)
        return program
    return context.once(program, build)


def planted(context):
    """Swift that is compiled as the library is, and what each tool says of its mistake."""
    binaries = context.toolchain()[0]
    directory = context.directory("planted")
    code, listed = os.path.join(directory, "planted.bc"), os.path.join(directory, "listed")
    context.check([os.path.join(binaries, "swiftc"), "-module-name", "Planted", "-parse-as-library", "-wmo", "-Osize",
                   "-enable-experimental-feature", "Embedded", "-lto=llvm-full", "-emit-bc", "-g", "Tests/hostile/planted.swift", "-o", code])
    with open(listed, "w") as file:
        file.write(code + "\n")
    for sanitizer, words in (("address", "heap-buffer-overflow"), ("thread", "data race")):
        found = instrumented(context, sanitizer, listed, os.path.join(directory, sanitizer))
        program = linked(context, sanitizer, found, ["Tests/hostile/planted.c"], "planted")
        result = context.process([program, "overflow" if sanitizer == "address" else "race"], environment=OPTIONS[sanitizer])
        if result.status == 0 or words not in result.output or "planted.swift" not in result.output:
            raise Failure("%s: status %s\n%s" % (sanitizer, result.status, report(result.output)))


def plain(context, path, name):
    return context.compile(path, name, compiler="gcc", flags=["-ITests/hostile", "-gdwarf-4"])


def attack(context, kind, command, seed):
    """On a failure the program runs again with a trace, so that the report names the last calls."""
    arguments = [str(seed), str(ROUNDS[kind]), str(SHARE.get(kind, 1)), context.directory("hostile")]
    result = context.process(command + arguments, timeout=600, environment=OPTIONS.get(kind))
    if result.status != 0:
        arguments[-1] = context.directory("hostile")
        traced = context.process(command + arguments, timeout=600, environment=dict(OPTIONS.get(kind, {}), HOSTILE_TRACE="1"))
        raise Failure("status %s\n%s\nlast calls of a second run (owner, function, mode, dice):\n%s" % (
            result.status, report(result.output), tail(traced.output, 8)))
    if "completions" not in result.output:
        raise Failure(result.output)


def report(output):
    """The first finding, not the last: it is the one that explains the others."""
    found = re.search(r"^(==\d+==|WARNING: ThreadSanitizer|.*ERROR: ).*", output, re.M | re.S)
    return "\n".join((found.group(0) if found else output).splitlines()[:60])


def hostile(kind, seed):
    def run(context):
        if kind in ("plain", "valgrind"):
            context.library()
            command = ([] if kind == "plain" else VALGRIND) + [plain(context, source(context), "hostile-plain")]
        else:
            command = [sanitized(context, kind, source(context), "hostile")]
        attack(context, kind, command, seed)
    return run


def scenario(kind):
    def run(context):
        path = context.path("examples", "quickstart.c")
        if kind == "valgrind":
            context.library()
            command = VALGRIND + [plain(context, path, "quickstart-plain")]
        else:
            command = [sanitized(context, kind, path, "quickstart")]
        result = context.process(command + [context.directory("scenario"), "examples/console.json"], timeout=300, environment=OPTIONS.get(kind))
        if result.status != 0:
            raise Failure("status %s\n%s" % (result.status, report(result.output)))
    return run


def promises(kind, name):
    """Each other promise under one tool and the rest under the other, where time is short; all under both in a long series."""
    def run(context):
        program = sanitized(context, kind, contract.source(context, name + ".c"), "contract-" + name)
        all_of_it = contract.programs(context)[name + ".c"]
        for promise in all_of_it if series.IS_LONG else all_of_it[kind == "thread"::2]:
            if any(words in promise for words in NOT_FOR_TOOLS):
                continue
            result = context.process([program, promise, context.directory("storage")], timeout=300, environment=OPTIONS[kind])
            if result.status != 0 or result.output.strip():
                raise Failure("%s: status %s\n%s" % (promise, result.status, report(result.output)))
    return run


def promises_in_cpp(name):
    """The headers in C++ under the tool, over the library as it ships: what they keep and free is theirs, and compiled with the program."""
    def run(context):
        program = context.compile(contract.source(context, name + ".cpp"), "asan-" + name,
                                  flags=["-fsanitize=address", "-fno-omit-frame-pointer"], libraries=("-lgamebase", "-lpthread", "-ldl"))
        for promise in contract.programs(context)[name + ".cpp"]:
            result = context.process([program, promise, context.directory("storage")], timeout=300, environment=OPTIONS["cpp"])
            if result.status != 0 or result.output.strip():
                raise Failure("%s: status %s\n%s" % (promise, result.status, report(result.output)))
    return run


def everything_ends(runs, seed):
    """Each run with a seed and a mixture of its own; the message of a failure holds the command that plays it again."""
    def run(context):
        context.library()
        program = plain(context, context.path("Tests", "hostile", "ends.c"), "ends-plain")
        # The parts of a long series begin with neighbouring seeds: each has a thousand of its own.
        for number in range(1000 * seed, 1000 * seed + runs):
            play_ends([program, str(number), str(ENDS_MILLISECONDS), WAYS[number % len(WAYS)]], context)
    return run


def everything_ends_under(kind):
    def run(context):
        # A thread that ends inside a callback leaves what it was handed: that is for the tools no finding, but looks like one.
        program = sanitized(context, kind, context.path("Tests", "hostile", "ends.c"), "ends")
        play_ends([program, str(ENDS_SEED), str(ENDS_MILLISECONDS), "dl"], context, OPTIONS[kind])
    return run


def play_ends(command, context, environment=None):
    result = context.process(command, timeout=180, environment=environment)
    if result.status != 0:
        raise Failure("status %s: %s\n%s" % (result.status, " ".join(command), report(result.output)))


def tests(context):
    found = []
    if not series.IS_LONG:
        found += [Test("%s finds nothing while threads start, shut down and destroy (seed %d)" % (tool, ENDS_SEED), everything_ends_under(kind),
                       ahead=BUILDS[kind])
                  for kind, tool in (("address", "AddressSanitizer"), ("thread", "ThreadSanitizer"))]
    found += [Test("each completion comes once while threads start, shut down, destroy and end inside callbacks (%d times, seed %d)" % part,
                   everything_ends(*part)) for part in series.parts(ENDS, ENDS_SEED)]
    found += [Test("no function crashes on bad arguments, and each completion comes once (seed %d)" % seed, hostile("plain", seed)) for seed in SEEDS]
    found.append(Test("AddressSanitizer finds an overflow, and ThreadSanitizer a race, in Swift that is compiled as the library is", planted))
    for kind, tool in (("address", "AddressSanitizer"), ("thread", "ThreadSanitizer"), ("valgrind", "valgrind")):
        found.append(Test("%s finds nothing in the quickstart scenario" % tool, scenario(kind)))
        found.append(Test("%s finds nothing under bad arguments (seed %d%s)" % (
            tool, SEEDS[0], ", each third function" if SHARE.get(kind, 1) == 3 else ""), hostile(kind, SEEDS[0])))
    for kind, tool in (("address", "AddressSanitizer"), ("thread", "ThreadSanitizer")):
        found += [Test("%s finds nothing in the contract program %s" % (tool, name), promises(kind, name)) for name in UNDER_SANITIZERS]
    found += [Test("AddressSanitizer finds nothing in the headers in C++, played by %s" % name, promises_in_cpp(name)) for name in IN_CPP]
    return found

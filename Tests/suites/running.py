"""What a run of tests promises: which tests are chosen, and how failures are told. Small suites of its own are run in processes."""
import os
import re
import shlex
import shutil
import sys

from harness import quick, runner
from harness.runner import Failure, Test

# Tests that fail in known ways; `%s` is the list of them.
SUITE = """
import sys, threading, types
sys.dont_write_bytecode = True
sys.path.insert(0, %r)
from harness import runner
from harness.runner import Failure, Skip, Test
def raising(error):
    def run(context):
        raise error
    return run
def kept(context):
    pass
def needs(context):
    context.once("shared", lambda: context.check(["sh", "-c", "expr 40 + 2; exit 1"]))
done = threading.Event()
def one_at_a_time(context):
    with context.gate.turn(context.once("turn", threading.Lock)):
        if not done.wait(20):
            done.set()
            raise Failure("the last test has not run")
def last(context):
    done.set()
def tests(context):
    return %s
suite = types.ModuleType("small")
suite.tests = tests
sys.exit(runner.main(%r, [suite], sys.argv[1:], False))
"""
KEPT = """[Test(name, kept) for name in ("alone", "the player's $HOME", "a; b, c", "other")]"""


def run_of(context, suite, *texts):
    """(the lines, the numbers of the last line, the exit status) of a run of that suite."""
    harness = context.path("Tests")
    result = context.process([sys.executable, "-c", SUITE % (harness, suite, context.root), *texts])
    lines = result.output.splitlines()
    counts = re.fullmatch(r"(\d+) passed, (\d+) failed, (\d+) skipped", lines[-1] if lines else "")
    if not counts:
        raise Failure("the last line is not the count:\n" + result.output)
    return lines, tuple(map(int, counts.groups())), result.status


# More than run beside one another, and one behind them.
WAITING = """[Test("waits %d" % number, one_at_a_time) for number in range(3 * runner.WORKERS_MAX)] + [Test("last", last)]"""


def several_texts(context):
    for texts, count in ((["alone"], 1), (["alone | other"], 2), (["alone|other"], 2), (["player's $HOME | a; b, c"], 2),
                         (["alone", "a; | c"], 2), (["$HOME"], 1), (["small: "], 4), (["e"], 3)):
        lines, counts, status = run_of(context, KEPT, *texts)
        if counts != (count, 0, 0) or status != 0:
            raise Failure("%s chose %s:\n%s" % (texts, counts, "\n".join(lines)))


def unknown_text(context):
    lines, counts, status = run_of(context, KEPT, "alone | nothing has this")
    if counts != (1, 1, 0) or status != 1 or not any('"nothing has this"' in line for line in lines):
        raise Failure("a text that no test has in its line was passed over:\n" + "\n".join(lines))


def a_turn(context):
    lines, counts, _ = run_of(context, WAITING)
    if counts[0] < 50 or counts[1:] != (0, 0):
        raise Failure("\n".join(lines))


def no_name_has_the_separator(context):
    lines = context.check([context.path("Tests", "run"), "--list"]).splitlines()
    wrong = [line for line in lines if "|" in line]
    if wrong or len(lines) < 100:
        raise Failure("of %d tests these could not be chosen beside others: %s" % (len(lines), wrong))


def through_make(context):
    """What is typed after ONLY= comes to Tests/run as it is."""
    place = context.directory("a place")
    shutil.copy(context.path("Makefile"), place)
    for path in ("Tests/run", "Sources/packaging/needs.sh"):
        os.makedirs(os.path.dirname(os.path.join(place, path)))
        with open(os.path.join(place, path), "w") as file:
            file.write('#!/bin/sh\nfor text in "$@"; do echo "[$text]"; done\n')
        os.chmod(file.name, 0o755)
    for typed in ("contract: money | unit: ", """the player's $HOME & "games" #1""", "a $(shell echo b)"):
        output = context.check(["make", "-s", "test", "ONLY=" + typed], cwd=place)
        if "[%s]" % typed not in output.splitlines():
            raise Failure("%s came as %s" % (shlex.quote(typed), output))


def told_once(context, suite, whole, repeated, summary):
    """`whole`: a line that is in the report once; `repeated`: how many tests are told as above."""
    lines, counts, status = run_of(context, suite)
    above = [line for line in lines if re.match(r"not ok \d+ small: .*: as above \(\d+\)", line)]
    if sum(whole in line for line in lines) != 1 or len(above) != repeated or counts[1] != repeated + 1 or status != 1:
        raise Failure("%s was not told once, and %d times as above:\n%s" % (whole, repeated, "\n".join(lines)))
    if summary not in "\n".join(lines):
        raise Failure("the end does not say \"%s\":\n%s" % (summary, "\n".join(lines)))


def one_build(context):
    tests = '[Test("name %d" % number, needs) for number in range(9)]'
    told_once(context, tests, "    42", 8, "8 more failed for the same reason as")


def one_header(context):
    error = ("ended with status 1: cc -c %d.c\\nIn file included from %d.c:1:\\n"
             "include/Gamebase/X.h:3:1: error: unknown type name 'int23_t'\\n")
    tests = '[Test("name %%d" %% n, raising(Failure("%s" %% (n, n)))) for n in range(5)]' % error
    told_once(context, tests, "int23_t", 4, "4 more failed")


def one_promise(context):
    broken = ("ended with status 1: /tmp/%d promise /tmp/%d\\nTests/contract/play.h:120: not so: the call (\\\"x\\\", \\\"success\\\")\\n"
              "called from play.h:120, play.h:129, guests.c:%d, guests.c:143")
    tests = '[Test("name %%d" %% n, raising(Failure("%s" %% (n, n, n)))) for n in range(5)]' % broken
    told_once(context, tests, "not so:", 4, "as above (1), called from guests.c:4\n")


def other_causes(context):
    """Other words, and deaths without a word, are told each."""
    texts = ["one", "two", "died of SIGSEGV: /tmp/a", "died of SIGSEGV: /tmp/b", "a.c:1: not so: x", "a.c:2: not so: x"]
    lines, counts, _ = run_of(context, "[Test(text, raising(Failure(text))) for text in %r]" % texts)
    if any("as above" in line for line in lines) or counts != (1, len(texts), 0):
        raise Failure("different causes were told as one:\n" + "\n".join(lines))


def told_again(context):
    """The end of a long run says what failed far above, and a short run says it once."""
    for others, count in ((runner.FAR_TESTS + 50, 1), (3, 0)):
        tests = '[Test("early", raising(Failure("why")))] + [Test("t%%d" %% n, kept) for n in range(%d)]' % others
        lines, counts, _ = run_of(context, tests)
        again = len(re.findall(r"^failed \d+ small: early\n    why$", "\n".join(lines), re.M))
        if counts != (others + 1, 1, 0) or again != count:
            raise Failure("told again %d times, not %d:\n%s" % (again, count, "\n".join(lines)))


def quick_ones(context):
    """What the table of quick tests names is there, and a change brings the programs that it is about."""
    lines = context.check([context.path("Tests", "run"), "--list"]).splitlines()
    there = {tuple(line.split(": ")[:2]) for line in lines}
    named = quick.PROGRAMS | {program for about in quick.ABOUT.values() for program in about.split("|")}
    missing = sorted(name for name in named if ("contract", name) not in there)
    if missing:
        raise Failure("Tests/harness/quick.py names what is not there: %s" % missing)
    for path, program in (("Sources/Client/Push/PushMessages.swift", "pushsending"), ("Tests/contract/money/ledger.c", "ledger"),
                          ("Tests/contract/money/shop.h", "subscriptions"), ("Sources/Client/Client.swift", None),
                          ("Tests/contract/play.h", None)):
        found = quick.programs(context.root, [path])
        if (program not in found) if program else found:
            raise Failure("a change of %s brings %s" % (path, sorted(found)))


def tests(context):
    return [
        Test("a run takes several texts with a bar between them, whatever characters they hold", several_texts),
        Test("a text that no test has in its line is a failure", unknown_text),
        Test("no test has a bar in its line", no_name_has_the_separator),
        Test("make test ONLY= passes its texts on as they were typed", through_make),
        Test("tests that wait for a thing which one of them has keep no others waiting", a_turn),
        Test("a build that fails is told once, and counted for each test that needs it", one_build),
        Test("an error in a header is told once", one_header),
        Test("a promise that breaks at one place of the tests' headers is told once, and each time from where it was called", one_promise),
        Test("different causes are told each", other_causes),
        Test("the end of a long run tells once more what failed far above", told_again),
        Test("make check knows the programs that a change is about", quick_ones),
    ]

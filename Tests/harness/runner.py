"""Runs tests, as many at a time as the processors can take, prints one line each, and sees that nothing stays behind."""
import collections
import concurrent.futures
import contextlib
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import traceback

from harness import causes, series

TIMEOUT_SECONDS = 120
# Most tests wait as much as they compute; further ones run while processors have nothing to do.
WORKERS = max(3, series.PARTS)
WORKERS_MAX = 6 * WORKERS
IDLE_SECONDS = 0.5
IDLE_SHARE = 0.25
# Threads of tests: those that run, and those that wait aside for what another test has.
THREADS_MAX = 256
# A failure with more tests behind it stands again at the end, with so many lines of its reason: whoever kept the end of a run has it.
FAR_TESTS, REPEATED_LINES, TOLD_ERRORS = 100, 12, 6
# The environment of each process says which test started it; so much of its command is shown when it is left behind.
TEST_VARIABLE, COMMAND_LENGTH = "GAMEBASE_TEST", 200
# Between the texts of one argument: no test has it in its line. Spaces beside it belong to neither text.
SEPARATOR = re.compile(r" *\| *")
# What is in the environment of every process that a test starts, of servers too. For runs that play one test at a time.
EVERYWHERE = {}


class Failure(Exception):
    """A promise that was not kept; the text says how."""


class Skip(Exception):
    """A test that cannot run on this machine; the text says why."""


class Test:
    """One promise. `run(context)` returns when it is kept, raises Failure or Skip otherwise. A text that it returns is the
    figures of a long series, and printed there.

    `alone` keeps other tests away while it runs: for limits in time.
    `expand`: run returns a list of (status, name, detail), each counted as a test of its own.
    `ahead`: functions of the context that build what it needs, through `once`. They are called from the beginning on, while other tests
    leave processors idle.
    """

    def __init__(self, name, run, alone=False, expand=False, ahead=()):
        self.name, self.run, self.alone, self.expand, self.ahead = name, run, alone, expand, ahead


class Result:
    def __init__(self, status, output):
        self.status, self.output = status, output


def suite_of(name):
    return name.split(":")[0]


class Context:
    """What tests share: the tree, things built once, and processes with a time limit."""

    def __init__(self, root):
        self.root = root
        self.scratch = tempfile.mkdtemp(prefix="gamebase-tests-")
        self.marker = "GAMEBASE_TEST_RUN=%d.%d" % (os.getpid(), random.getrandbits(32))
        self.locks, self.built, self.lock = {}, {}, threading.Lock()
        # By suite: what its tests share, and how many of them have not ended.
        self.kept, self.left = {}, collections.Counter()
        # The thread that builds ahead.
        self.builder = None
        # How many tests run beside one another.
        self.gate = Gate()
        # The name of the test that each thread performs.
        self.performed = threading.local()

    def path(self, *parts):
        return os.path.join(self.root, *parts)

    def directory(self, name="test"):
        return tempfile.mkdtemp(prefix=name + "-", dir=self.scratch)

    def once(self, key, build):
        """The result of `build()`, called once for each key; a failure is remembered and raised again, and told once (Causes)."""
        with self.lock:
            lock = self.locks.setdefault(key, threading.Lock())
        with lock:
            if key not in self.built:
                try:
                    self.built[key] = (build(), None)
                except (Failure, Skip) as error:
                    self.built[key] = (None, error)
            value, error = self.built[key]
        if error:
            raise type(error)(*error.args)
        return value

    def shared(self, key, manager):
        """What `manager()` opens for the first who asks; the tests of a suite have it together. It is closed behind the last of them: a
        browser that nobody looks at any more would draw until the end of the run."""
        suite = suite_of(getattr(self.performed, "name", ""))

        def opened():
            with self.lock:
                stack = self.kept.setdefault(suite, contextlib.ExitStack())
            return stack.enter_context(manager())
        return self.once((suite, key), opened)

    def ended(self, test):
        suite = suite_of(test.name)
        with self.lock:
            self.left[suite] -= 1
            stack = self.kept.pop(suite, None) if self.left[suite] == 0 else None
        if stack:
            stack.close()

    def close(self):
        """After a run that was interrupted."""
        for stack in self.kept.values():
            stack.close()

    def environment(self, home, extra=None):
        # Nothing of the user's own: a home that is thrown away, plain C locale, no preloads.
        environment = {key: os.environ[key] for key in ("PATH", "SWIFT", "CC", "TERM") if key in os.environ}
        environment.update(HOME=home, TMPDIR=home, LC_ALL="C", TZ="UTC")
        environment.update([self.marker.split("=", 1), (TEST_VARIABLE, getattr(self.performed, "name", ""))])
        environment.update(EVERYWHERE, **(extra or {}))
        return environment

    def process(self, command, timeout=TIMEOUT_SECONDS, environment=None, cwd=None, stdin=None):
        """Runs to the end, or kills the whole process group at the limit."""
        home = self.directory("home")
        environment = self.environment(home, environment)
        if command[0].startswith(self.scratch + os.sep) and environment.get("PATH") == os.environ.get("PATH"):
            environment["PATH"] = self.no_browser()
        if threading.current_thread() is self.builder:
            command = ["nice", "-n", "10", *command]
        with tempfile.TemporaryFile(dir=self.scratch) as output:
            child = subprocess.Popen(
                command, cwd=cwd or self.root, env=environment, stdin=stdin or subprocess.DEVNULL,
                stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
            try:
                status = child.wait(timeout)
            except subprocess.TimeoutExpired:
                status = None
            finally:
                try:
                    os.killpg(child.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                child.wait()
            output.seek(0)
            text = output.read().decode("utf-8", "replace")
        shutil.rmtree(home, ignore_errors=True)
        if status is None:
            raise Failure("still running after %d s: %s\n%s" % (timeout, " ".join(command), tail(text)))
        return Result(status, text)

    def check(self, command, **arguments):
        """Like process(), and fails unless the status is 0."""
        result = self.process(command, **arguments)
        if result.status == 77:
            raise Skip((result.output.strip() or "not possible here").splitlines()[-1])
        if result.status != 0:
            raise Failure("%s: %s\n%s" % (died(result.status), " ".join(command), tail(result.output)))
        return result.output

    def library(self):
        """Builds the library, once; `make check` has, a moment before."""
        return self.once("library", lambda: os.environ.get("GAMEBASE_BUILT") or self.check(["make", "-s", "library"], timeout=900))

    def toolchain(self):
        """Where the Swift toolchain keeps its programs and its libraries."""
        def ask():
            script = '. Sources/packaging/toolchain.sh && echo "$TOOLCHAIN_BIN|$TOOLCHAIN_LIB|$UNICODE_TABLES"'
            return self.check(["sh", "-c", script.replace("toolchain.sh", "toolchain.sh", 1)]).strip().split("|")
        return self.once("toolchain", ask)

    def compile(self, source, name, compiler="cc", flags=(), libraries=("-lgamebase", "-lpthread")):
        """Compiles one C or C++ file of Tests against the library in build/; returns the program's path."""
        standard = "-std=c11"
        if source.endswith(".cpp"):
            compiler, standard = "c++", "-std=c++17"

        def build():
            program = os.path.join(self.scratch, name)
            # Not the library of before the last change.
            if "-lgamebase" in libraries:
                self.library()
            self.check([compiler, standard, "-D_GNU_SOURCE", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-I" + self.path("include"),
                        "-I" + self.path("Tests", "contract"), *flags, source, "-o", program,
                        "-L" + self.path("build"), "-Wl,-rpath," + self.path("build"), *libraries])
            return program
        return self.once(("program", name), build)

    def quiet_loader(self):
        """A folder for the PATH in which ldconfig does nothing: the loader of this machine need not hear of what tests install."""
        def make():
            folder = self.directory("bin")
            with open(os.path.join(folder, "ldconfig"), "w") as script:
                script.write("#!/bin/sh\n")
            os.chmod(script.name, 0o755)
            return folder
        return self.once("ldconfig", make)

    def no_browser(self):
        """A folder for the PATH with all programs of this machine but the one that opens addresses. Whether it has one decides what
        becomes of a page that no host shows, and tests open no browser."""
        def make():
            folder = self.directory("programs")
            for place in os.environ.get("PATH", os.defpath).split(os.pathsep):
                for name in os.listdir(place) if os.path.isabs(place) and os.path.isdir(place) else ():
                    if name != "xdg-open" and not os.path.lexists(os.path.join(folder, name)):
                        os.symlink(os.path.join(place, name), os.path.join(folder, name))
            return folder
        return self.once("no browser", make)

    def survivors(self):
        """Processes of this run that still live: their numbers, each with what is known of it."""
        found = {}
        for entry in os.listdir("/proc"):
            if entry.isdigit() and int(entry) != os.getpid():
                try:
                    with open("/proc/%s/environ" % entry, "rb") as file:
                        environment = file.read().decode("utf-8", "replace").split("\0")
                    if self.marker in environment:
                        found[int(entry)] = described(entry, environment)
                except OSError:
                    pass
        return found


def described(process, environment):
    """Its command, its parent, and the test that started it."""
    with open("/proc/%s/cmdline" % process, "rb") as file:
        command = file.read().replace(b"\0", b" ").decode("utf-8", "replace")[:COMMAND_LENGTH]
    with open("/proc/%s/stat" % process) as file:
        parent = file.read().rpartition(")")[2].split()[1]
    test = [entry.split("=", 1)[1] for entry in environment if entry.startswith(TEST_VARIABLE + "=")]
    return "%s (parent %s, of the test %s)" % (command.strip(), parent, test or "before any")


def tail(text, lines=40):
    """The last lines, below those before them that tell of an error: a compiler goes on for thousands of lines behind it."""
    above, below = text.rstrip().splitlines()[:-lines], text.rstrip().splitlines()[-lines:]
    errors = list(dict.fromkeys(line for line in above if "error:" in line and line not in below))
    return "\n".join([*errors[:TOLD_ERRORS], *below])


def died(status):
    return "died of %s" % signal.Signals(-status).name if status < 0 else "ended with status %d" % status


def perform(test, context):
    began = time.monotonic()
    context.performed.name = test.name
    try:
        value = test.run(context)
        outcomes = value if test.expand else [("ok", test.name, value if series.IS_LONG and isinstance(value, str) else "")]
    except Skip as reason:
        outcomes = [("skip", test.name, str(reason))]
    except Failure as reason:
        outcomes = [("not ok", test.name, str(reason))]
    except Exception:
        outcomes = [("not ok", test.name, traceback.format_exc())]
    return outcomes, time.monotonic() - began


def sweep(context):
    """Ends what still runs, and removes what was written."""
    for process in context.survivors():
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    shutil.rmtree(context.scratch, ignore_errors=True)


def chosen(suites, texts, context):
    """The tests whose line holds one of the texts, and the texts that no line holds."""
    found, used = [], set()
    for suite in suites:
        label = suite.__name__.split(".")[-1]
        for test in suite.tests(context):
            test.name = "%s: %s" % (label, test.name)
            # What an expanding test holds is known after it ran, so it is chosen by its suite's name.
            matching = {text for text in texts if text in test.name or (test.expand and text.startswith(label))}
            used |= matching
            if matching or not texts:
                found.append(test)
    return found, [text for text in texts if text not in used]


class Report:
    """Prints and counts what tests end with; they end on several threads."""

    def __init__(self, scratch):
        self.counts, self.printing, self.told = {"ok": 0, "not ok": 0, "skip": 0}, threading.Lock(), causes.Causes(scratch)
        self.failed = []

    def show(self, outcomes, seconds):
        with self.printing:
            for status, name, detail in outcomes:
                self.counts[status] += 1
                self.show_one(status, sum(self.counts.values()), name, detail, seconds)

    def show_one(self, status, number, name, detail, seconds):
        line = "%s %d %s" % (status, number, name)
        if status == "skip":
            line, detail = "%s (%s)" % (line, " ".join(detail.split())), ""
        above = self.told.told_by(number, detail) if status == "not ok" and detail.strip() else None
        if above:
            line, detail = "%s: %s" % (line, above), ""
        if seconds >= 5:
            line += " [%.0f s]" % seconds
        print(line, flush=True)
        reason = ["    " + part for part in detail.rstrip().splitlines()]
        for part in reason:
            print(part, flush=True)
        if status == "not ok":
            self.failed.append((number, ["failed %d %s" % (number, name), *reason[:REPEATED_LINES]]))

    def end(self):
        """Tells failures that are far above once more. Returns the exit status."""
        for number, lines in self.failed:
            if number + FAR_TESTS < sum(self.counts.values()):
                print("\n".join(lines))
        for line in self.told.summary():
            print(line)
        print("%d passed, %d failed, %d skipped" % (self.counts["ok"], self.counts["not ok"], self.counts["skip"]))
        return 1 if self.counts["not ok"] or not self.counts["ok"] else 0


def nothing_stays(context):
    left = context.survivors()
    for process in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    if left:
        raise Failure("processes were still running:\n%s" % "\n".join("%d %s" % each for each in left.items()))


def build_ahead(tests, context):
    """A thread that builds what tests will ask for, in their order. Whoever asks earlier waits for it."""
    builds = list(dict.fromkeys(build for test in tests for build in test.ahead))

    def run():
        for build in builds:
            # Told by the tests that need it.
            with contextlib.suppress(Failure, Skip):
                build(context)
    context.builder = threading.Thread(target=run, name="ahead", daemon=True)
    context.builder.start()


class Gate:
    """Lets WORKERS tests run, and up to WORKERS_MAX, one after the other, while processors are idle."""

    def __init__(self):
        self.changed, self.running = threading.Condition(), 0
        self.looked, self.seen, self.is_idle = 0.0, (0, 0), False

    @staticmethod
    def processors():
        """The time that they had nothing to do, and all of it."""
        with open("/proc/stat", encoding="ascii") as file:
            times = [int(time) for time in file.readline().split()[1:9]]
        return times[3] + times[4], sum(times)

    def look(self):
        now = time.monotonic()
        if now - self.looked < IDLE_SECONDS:
            return
        seen = self.processors()
        idle, whole = (new - old for new, old in zip(seen, self.seen))
        self.is_idle = self.looked > 0 and idle > IDLE_SHARE * whole
        self.looked, self.seen = now, seen

    def has_room(self):
        self.look()
        if self.running < WORKERS:
            return True
        if self.running < WORKERS_MAX and self.is_idle:
            # The next one waits until it is seen what this one leaves.
            self.is_idle = False
            return True
        return False

    def enter(self):
        with self.changed:
            while not self.has_room():
                self.changed.wait(IDLE_SECONDS)
            self.running += 1

    def leave(self):
        with self.changed:
            self.running -= 1
            self.changed.notify()

    @contextlib.contextmanager
    def turn(self, lock):
        """Holds `lock`, which one test at a time has. A test that waits for its turn leaves its place to another one."""
        if not lock.acquire(blocking=False):
            self.leave()
            try:
                lock.acquire()
            finally:
                # Without waiting for room: the lock has only one holder.
                with self.changed:
                    self.running += 1
        try:
            yield
        finally:
            lock.release()


def play(tests, context, report):
    build_ahead(tests, context)
    context.left.update(suite_of(test.name) for test in tests)

    def admitted(test):
        try:
            return perform(test, context)
        finally:
            context.gate.leave()
            context.ended(test)

    with concurrent.futures.ThreadPoolExecutor(THREADS_MAX) as pool:
        for test in [test for test in tests if not test.alone]:
            context.gate.enter()
            pool.submit(admitted, test).add_done_callback(lambda done: report.show(*done.result()))
    context.builder.join()
    for test in [test for test in tests if test.alone]:
        report.show(*perform(test, context))
        context.ended(test)


def main(root, suites, texts, only_list, is_wanted=None, place=None):
    """`texts`: each may be several, with SEPARATOR between them. `is_wanted`: which of the lines they choose are run. `place`: those with
    a smaller one begin first."""
    os.chdir(root)
    context = Context(root)
    report = Report(context.scratch)
    texts = [part for text in texts for part in SEPARATOR.split(text) if part]
    try:
        tests, unknown = chosen(suites, texts, context)
        tests = [test for test in tests if not is_wanted or is_wanted(test.name)]
        if place:
            tests.sort(key=lambda test: place(test.name))
        # A slip in one of several texts would pass with the others.
        report.show([("not ok", 'no test has "%s" in its line' % text, "") for text in unknown], 0)
        if only_list:
            print("\n".join(test.name for test in tests))
            return 1 if unknown else 0
        with contextlib.closing(context):
            play(tests, context, report)
        if not texts:
            report.show(*perform(Test("the tests leave no process behind", nothing_stays), context))
    finally:
        sweep(context)
    return report.end()

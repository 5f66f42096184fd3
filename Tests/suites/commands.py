"""What `make` promises besides building: its list, a tree whose path has spaces, installing and removing, cleaning."""
import os
import shlex
import shutil
import signal
import subprocess
import time

from harness.runner import Failure, Skip, Test

# What a path may hold, and what a shell, make, sed and pkg-config each read as something else.
ODD = """the player's $HOME & "games" #1"""


def tree(context, name):
    """A copy of the tree without what was built, in a directory whose path has spaces."""
    place = os.path.join(context.directory("a place"), name)
    shutil.copytree(context.root, place, symlinks=True, ignore=shutil.ignore_patterns(".git", ".build", "build"))
    return place


def listed(context):
    lines = context.check(["make", "help"]).splitlines()
    with open(context.path("Makefile")) as file:
        phony = next(line for line in file if line.startswith(".PHONY:")).split()[1:]
    for target in ("all", "demo", "test", "bench", "install", "uninstall", "clean", "help"):
        if target not in phony or not any(line.startswith("make %s " % target) and len(line.split()) > 2 for line in lines):
            raise Failure("make help does not explain %s:\n%s" % (target, "\n".join(lines)))


def stand_in(context, directory):
    """Code of the linker's kind in which each call of the API is there and does nothing: what is tried links in a second."""
    calls = context.check(["nm", "-D", "--defined-only", "--format=just-symbols", context.path("build", "libgamebase.so")])
    # Behind the sign stands the version of a name; the version itself is a name, too.
    calls = sorted({line.split("@")[0] for line in calls.splitlines() if "@@" in line})
    source = os.path.join(directory, "calls.c")
    with open(source, "w") as file:
        file.write("".join("void %s(void) {}\n" % call for call in calls))
    made = os.path.join(directory, "calls.o")
    context.check([os.path.join(context.toolchain()[0], "clang"), "-w", "-fno-builtin", "-flto", "-fPIC", "-c", source, "-o", made])
    return made


def relinked(context):
    """Links what was compiled already, in a directory with spaces, and again only when something changed."""
    context.library()
    place = os.path.join(context.directory("a place"), ODD)
    shutil.copytree(context.path("include"), os.path.join(place, "include"))
    for room in ("packaging", "Exact"):
        shutil.copytree(context.path("Sources", room), os.path.join(place, "Sources", room))
    objects = os.path.join(place, "the objects")
    os.makedirs(objects)
    copies = [stand_in(context, objects)]
    listed = os.path.join(place, "the list")
    with open(listed, "w") as file:
        file.write("".join("'%s'\n" % copy.replace("'", "'\\''") for copy in copies))
    command = ["sh", "Sources/packaging/link.sh", "1.0.0", listed, "build"]
    # Somebody builds in two terminals.
    both = [subprocess.Popen(command, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(2)]
    said = [each.communicate()[0].decode() for each in both]
    if any(each.returncode for each in both) or sum("built" in each for each in said) != 1:
        raise Failure("of two that link at once one links and the other finds it done:\n%s" % "\n--\n".join(said))
    again = context.check(command, cwd=place)
    if again.strip():
        raise Failure("it was linked again although nothing had changed:\n" + again)

    def begins():
        """The first line tells that it links; the link itself takes a while and was seen above."""
        with subprocess.Popen(command, cwd=place, stdout=subprocess.PIPE, start_new_session=True) as running:
            line = running.stdout.readline()
            try:
                os.killpg(running.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        return line.startswith(b"link")
    library = os.path.join(place, "build", "libgamebase.so.1.0.0")
    later = os.stat(library).st_mtime + 5
    for path in (copies[0], os.path.join(place, "include", "Gamebase", "Gamebase.h")):
        os.utime(path, (later, later))
        if not begins():
            raise Failure("a change of %s was not linked" % path)
        later += 5
        os.utime(library, (later, later))
        later += 5
    if begins():
        raise Failure("it was linked again although nothing had changed since")
    os.remove(os.path.join(place, "build", "libgamebase.a"))
    if not begins():
        raise Failure("the archive was missing and was not made")


def installed(context):
    """As a packager does: DESTDIR with spaces, beside files of others that must stay."""
    context.library()
    staging = os.path.join(context.directory("a place"), "the staging")
    other = os.path.join(staging, "usr", "lib", "libother.so")
    os.makedirs(os.path.dirname(other))
    open(other, "w").close()
    context.check(["make", "-s", "install", "PREFIX=/usr", "DESTDIR=" + staging])
    found = sorted(os.path.relpath(os.path.join(base, name), staging) for base, _, names in os.walk(staging) for name in names)
    for wanted in ("usr/lib/libgamebase.so.1.0.0", "usr/lib/libgamebase.so.1", "usr/lib/libgamebase.so", "usr/lib/libgamebase.a",
                   "usr/lib/pkgconfig/gamebase.pc", "usr/lib/cmake/Gamebase/gamebase-config.cmake", "usr/include/Gamebase/Gamebase.h"):
        if wanted not in found:
            raise Failure("%s was not installed: %s" % (wanted, found))
    context.check(["make", "-s", "install", "PREFIX=/usr", "DESTDIR=" + staging])
    for path in found:
        mode = os.stat(os.path.join(staging, path)).st_mode & 0o777
        if path != os.path.relpath(other, staging) and mode not in (0o644, 0o755):
            raise Failure("%s has mode %o" % (path, mode))
    context.check(["make", "-s", "uninstall", "PREFIX=/usr", "DESTDIR=" + staging])
    left = [os.path.join(base, name) for base, _, names in os.walk(staging) for name in names]
    if left != [other]:
        raise Failure("left: %s" % left)
    context.check(["make", "-s", "uninstall", "PREFIX=/usr", "DESTDIR=" + staging])


def typed_as_is(context):
    """Each of the four paths holds what a shell or make would read otherwise; what others put beside it stays."""
    context.library()
    staging = os.path.join(context.directory("a place"), ODD)
    other = os.path.join(staging, "opt", ODD, "lib", "other")
    os.makedirs(other)
    paths = [name + "=" + value.replace("ODD", ODD) for name, value in
             (("DESTDIR", staging), ("PREFIX", "/opt/ODD"), ("LIBDIR", "lib/ODD"), ("INCLUDEDIR", "/opt/ODD/headers of ODD"))]
    context.check(["make", "-s", "install", *paths])
    for wanted in (("lib", ODD, "libgamebase.so.1"), ("headers of " + ODD, "Gamebase", "Gamebase.h"), ("lib", ODD, "pkgconfig", "gamebase.pc")):
        if not os.path.exists(os.path.join(staging, "opt", ODD, *wanted)):
            raise Failure("%s is not there: %s" % (wanted, list(os.walk(staging))))
    context.check(["make", "-s", "uninstall", *paths])
    left = [os.path.join(base, name) for base, folders, names in os.walk(staging) for name in folders + names]
    if left[-1] != other or len(left) != 4:
        raise Failure("left: %s" % left)
    refused = context.process(["make", "-s", "install", "DESTDIR=" + staging, "PREFIX=/opt", "LIBDIR=$(PREFIX)/lib"])
    if refused.status == 0 or "write this one out" not in refused.output:
        raise Failure("a variable of make was taken for a folder's name:\n" + refused.output)


def left_behind(context):
    """A library from before the headers were changed, as where the server alone is built anew, is not installed without a word."""
    place = tree(context, "the tree")
    os.makedirs(os.path.join(place, "build"))
    for name in ("libgamebase.so.1.0.0", "libgamebase.a", "gamebase.cdef"):
        open(os.path.join(place, "build", name), "w").close()
    library = os.path.join(place, "build", "libgamebase.so.1.0.0")
    command = ["make", "-s", "install", "PREFIX=/usr", "DESTDIR=" + context.directory("staging")]
    for date, isOld in ((0, True), (time.time() + 60, False)):
        os.utime(library, (date, date))
        result = context.process(command, cwd=place)
        if result.status != 0 or ("is older than include/" in result.output) != isOld:
            raise Failure("of a library of %d it says, with status %s:\n%s" % (date, result.status, result.output))


def stand_ins(context, **programs):
    """A folder of shell scripts, and the environment in which they are found first."""
    folder = context.directory("bin")
    for name, script in programs.items():
        path = os.path.join(folder, name.replace("__", "++").replace("_", "-"))
        with open(path, "w") as file:
            file.write("#!/bin/sh\n" + script + "\n")
        os.chmod(path, 0o755)
    return folder, {"PATH": folder + ":" + os.environ["PATH"], "FOLDER": folder}


def told_to_loader(context):
    """As root, without DESTDIR: the loader's cache is made anew, also after the library has gone."""
    context.library()
    folder, environment = stand_ins(context, ldconfig='echo called >>"$FOLDER/log"', id="echo 0")
    prefix = "PREFIX=" + os.path.join(context.directory("a place"), "prefix")
    for count, arguments in ((1, ["install", prefix]), (2, ["uninstall", prefix]), (2, ["install", "DESTDIR=" + folder + "/staging"])):
        context.check(["make", "-s", *arguments], environment=environment)
        with open(os.path.join(folder, "log")) as file:
            if file.read().count("called") != count:
                raise Failure("after make %s ldconfig was not called %d times" % (arguments, count))


def asked_at_once(context):
    """An ordinary user who may install nothing: all that is missing in one command, before anything is built."""
    lacking = 'echo "libncurses.so.6 => not found"; echo "    libcurl.so.4 => not found"'
    folder, environment = stand_ins(context, id="echo 1000", sudo="exit 1", ldd=lacking, gcc="exit 1", cc="exit 1", readelf="exit 1", cmake="exit 1", g__="exit 1")
    wanted = {"demo": "libncurses6 libcurl4 gcc binutils", "server": "libncurses6 libcurl4 gcc binutils g++",
              "serve": "libncurses6 libcurl4 gcc binutils g++", "test": "libncurses6 libcurl4 gcc binutils g++ cmake"}
    for target, packages in wanted.items():
        result = context.process(["make", "-s", target], environment=environment)
        command = [line.split("--no-install-recommends ")[1] for line in result.output.splitlines() if "--no-install-recommends" in line]
        if result.status == 0 or len(command) != 1 or sorted(command[0].split()) != sorted(packages.split()) or "swift " in result.output:
            raise Failure("make %s did not ask for %s at once:\n%s" % (target, packages, result.output))


def waits_for_dpkg(context):
    """Another program holds a lock of apt's twice; then the package is installed."""
    apt = """echo "$@" >>"$FOLDER/log"
[ "$(wc -l <"$FOLDER/log")" -gt 2 ] || { echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)'; exit 100; }"""
    folder, environment = stand_ins(context, id="echo 0", apt_get=apt, cmake="exit 1")
    environment["LOCK_SECONDS"] = "0"
    output = context.check(["Sources/packaging/needs.sh", "test"], environment=environment)
    with open(os.path.join(folder, "log")) as file:
        calls = file.read().splitlines()
    if len(calls) != 3 or any("install" not in call or " cmake" not in call or "DPkg::Lock::Timeout" not in call for call in calls):
        raise Failure("apt-get was called so: %s" % calls)
    if output.count("waiting") != 1:
        raise Failure("nothing was said of waiting:\n" + output)
    folder, environment = stand_ins(context, id="echo 0", apt_get=apt.replace("-gt 2", "-gt 99"), cmake="exit 1")
    environment.update(LOCK_SECONDS="0", LOCK_TRIES="3")
    result = context.process(["Sources/packaging/needs.sh", "test"], environment=environment)
    if result.status == 0 or "could not be installed" not in result.output or "Could not get lock" not in result.output:
        raise Failure("a lock that stays was not told:\n" + result.output)


def own_words(context):
    """A compiler that cannot start says why, and one that is not there is asked for before any package."""
    words = "swift: error while loading shared libraries: libother.so.9: cannot open shared object file"
    folder, environment = stand_ins(context, swift="echo '%s' >&2; exit 127" % words)
    result = context.process(["make", "-s", "library", "SWIFT=" + os.path.join(folder, "swift")], environment=environment)
    if result.status == 0 or words not in result.output or "does not run" not in result.output:
        raise Failure("Swift's own words are missing:\n" + result.output)
    folder, environment = stand_ins(context, cmake="exit 1", apt_get='touch "$FOLDER/called"')
    result = context.process(["make", "-s", "test", "SWIFT=" + os.path.join(folder, "swift")], environment=environment)
    if result.status == 0 or "no Swift compiler found" not in result.output or os.path.exists(os.path.join(folder, "called")):
        raise Failure("the missing compiler was not told first:\n" + result.output)


# A build that stops as one does without libstdc++: what clang says, what the linker says, and bytes that are no text.
NOT_LINKED = r"""printf 'Compiling Boundary\n\001\377\000\n[41/44] Linking gamebased\n'
echo 'clang: error: linker command failed with exit code 1 (use -v to see invocation)'
echo '/usr/bin/ld.gold: error: cannot find -lstdc++'
exit 1"""
BUILT = r"""while [ "$1" != --scratch-path ]; do shift; done
printf '%s\n' "$TMPDIR" >"$2/tmp-was"
while [ "$(wc -c <"$FOLDER/slept")" -lt 65 ]; do :; done
echo '[44/44] Linking gamebase'"""


def product(context, scratch, swift, cwd=None):
    """What a build of a product says and ends with, by a compiler that only plays one. Sixty-five seconds are over at once."""
    folder, environment = stand_ins(context, swift=swift, sleep='printf s >>"$FOLDER/slept"; exec /bin/sleep 0.01')
    open(os.path.join(folder, "slept"), "w").close()
    command = 'SWIFT=swift; . Sources/packaging/product.sh; swift_product "$1" gamebase'
    return context.process(["sh", "-c", command, "sh", scratch], environment=environment, cwd=cwd)


def linkers_words(context):
    """A build that does not link shows the linker's own line, whatever else stands in the log, and where all of it is."""
    scratch = os.path.join(context.directory("a place"), "the scratch")
    result = product(context, scratch, NOT_LINKED)
    if result.status == 0:
        raise Failure("a build that failed has succeeded:\n" + result.output)
    for wanted in ("linker command failed", "cannot find -lstdc++", "all that was said stands in %s/build.log" % scratch):
        if wanted not in result.output:
            raise Failure("\"%s\" is missing:\n%s" % (wanted, result.output))


def told_how_far(context):
    """A line each half minute; what the compiler needs for a while lies beside what is built, where no other user's is in the way."""
    scratch = os.path.join(context.directory("a place"), "the scratch")
    result = product(context, scratch, BUILT)
    if result.status != 0 or "after 30 s" not in result.output or "after 60 s" not in result.output:
        raise Failure("status %s\n%s" % (result.status, result.output))
    with open(os.path.join(scratch, "tmp-was")) as file:
        place = file.read().strip()
    if os.path.realpath(place) != os.path.realpath(os.path.join(scratch, "tmp")):
        raise Failure("temporary files went to " + place)


def built_anew(context):
    """What was built elsewhere, or with other headers, goes; what was built here stays; all of it is said."""
    place = tree(context, "the tree")
    scratch, moved = os.path.join(place, "scratch"), os.path.join(place, "moved")

    def build(path, *said):
        result = product(context, path, "exit 0", cwd=place)
        if result.status != 0 or ("built anew" in result.output) != bool(said) or any(words not in result.output for words in said):
            raise Failure("it did not say %s, but status %s: %s" % (said, result.status, result.output))
        left = os.path.exists(os.path.join(path, "object"))
        if left == bool(said):
            raise Failure("what was built is %s" % ("still there" if left else "gone"))
        open(os.path.join(path, "object"), "w").close()

    os.makedirs(scratch)
    open(os.path.join(scratch, "object"), "w").close()
    build(scratch)
    build(scratch)
    os.rename(scratch, moved)
    build(moved, "has moved since")
    build(moved)
    with open(os.path.join(place, "Sources", "CSQLite", "sqlite.h"), "a") as file:
        file.write("// another\n")
    build(moved, "other headers")
    build(moved)


def of_somebody_else(context):
    """A tree in which root has built says so to its owner, who cannot build there, before anything else is said."""
    if os.geteuid() != 0:
        raise Skip("only root can be two users")
    place = tree(context, "the tree")
    scratch = os.path.join(place, ".build", "product")
    os.makedirs(os.path.join(scratch, "tmp"))
    for folder in (context.scratch, os.path.dirname(place), place):
        os.chmod(folder, 0o755)
    as_owner = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    command = 'SWIFT=true; . Sources/packaging/product.sh; swift_product "$1" gamebase'
    result = context.process([*as_owner, "sh", "-c", command, "sh", scratch], cwd=place)
    if result.status == 0 or "somebody else has built here" not in result.output or len(result.output.splitlines()) != 1:
        raise Failure("status %s\n%s" % (result.status, result.output))


def cleaned(context):
    place = tree(context, "the tree")
    before = sorted(os.listdir(place))
    for path in ("build/link/exports", ".build/product/x"):
        os.makedirs(os.path.dirname(os.path.join(place, path)))
        open(os.path.join(place, path), "w").close()
    context.check(["make", "-s", "clean"], cwd=place)
    if sorted(os.listdir(place)) != before:
        raise Failure("left: %s" % (set(os.listdir(place)) ^ set(before)))
    context.check(["make", "-s", "clean"], cwd=place)


def two_servers(context):
    """The example's script ends when it is told to, as both servers have ended, and reaches nobody besides."""
    folder, environment = stand_ins(context, gamebased="""trap 'echo ended >>"$FOLDER/log"; kill $child; exit 0' TERM
echo "began $6 $8" >>"$FOLDER/log"
/bin/sleep 60 & child=$!
wait""")
    log = os.path.join(folder, "log")
    open(log, "w").close()

    def lines():
        with open(log) as file:
            return file.read().splitlines()
    script = context.path("Sources", "packaging", "server", "two-servers.sh")
    command = "sh %s postgresql://a@b/c console key; echo $? >>\"$FOLDER/log\"" % script
    # Without a `;` behind it a shell would become the script: what started it is another process of the same group.
    with subprocess.Popen(["sh", "-c", command], env={**os.environ, **environment}, start_new_session=True) as running:
        try:
            deadline = time.monotonic() + 20
            while len(lines()) < 2 and time.monotonic() < deadline:
                time.sleep(0.05)
            with open("/proc/%d/task/%d/children" % (running.pid, running.pid)) as file:
                os.kill(int(file.read().split()[0]), signal.SIGTERM)
            running.wait(20)
        finally:
            try:
                os.killpg(running.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    if sorted(lines()[:2]) != ["began key 127.0.0.1:7878", "began key 127.0.0.1:7879"] or lines()[2:] != ["ended", "ended", "0"]:
        raise Failure("the two servers and their script: %s" % lines())


def tests(context):
    return [
        Test("make help explains every target", listed),
        Test("the library links in a directory whose path has spaces, quotes and dollar signs, and again only when something changed", relinked),
        Test("make install under DESTDIR and make uninstall leave exactly the files of others", installed),
        Test("make install says when the library is older than the headers beside it", left_behind),
        Test("PREFIX, LIBDIR, INCLUDEDIR and DESTDIR are taken as typed, whatever characters they hold", typed_as_is),
        Test("the loader's cache is made anew when the library comes and when it goes", told_to_loader),
        Test("all packages that a target lacks are asked for at once, before anything is built", asked_at_once),
        Test("another program that installs packages is waited for", waits_for_dpkg),
        Test("a compiler that does not run is told in its own words, a missing one before any package", own_words),
        Test("a build that does not link shows the linker's own words, and where the rest of them is", linkers_words),
        Test("a build says each half minute how far it is, and keeps its temporary files beside what it builds", told_how_far),
        Test("what was built elsewhere, or with other headers of the system's modules, is built anew, and that is said", built_anew),
        Test("a tree in which somebody else has built says so in one line", of_somebody_else),
        Test("make clean leaves what was there before the build", cleaned),
        Test("the example of two servers ends when both have ended, and signals nobody else", two_servers),
    ]

"""The oldest system that the library promises to run on: glibc 2.31 and SQLite 3.34, in a Debian 11 of its own under .build.
Only `make oldest` runs this, since the system comes over the network and takes some minutes to put together."""
import os
import re
import shutil

from harness.runner import Failure, Skip, Test
from suites import contract

SUITE = "bullseye"
PACKAGES = "gcc,g++,libc6-dev,libsqlite3-dev,python3"
PLACE = "/play"
# mallinfo2, by which tests count what stays, came with glibc 2.33.
COMPILE = "{compiler} {standard} -D_GNU_SOURCE -Dmallinfo2=mallinfo -O1 -Wall -Wextra -Wno-unused-function -I{place}/include -I{place}/contract {source} -o {program} -L{place}/lib"
SHARED = "-Wl,-rpath,%s/lib -lgamebase -lpthread -ldl" % PLACE
STATIC = "-l:libgamebase.a -lsqlite3 -lpthread -ldl -lm"


def mirror(context):
    """Where this machine's own apt gets the packages of Debian."""
    chosen = os.environ.get("OLDEST_MIRROR")
    places = chosen or context.check(["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Label: Debian"])
    if not places.split():
        raise Skip("apt has no mirror of Debian here; name one in OLDEST_MIRROR")
    return places.split()[0]


def root(context):
    """The folder of the old system; it is kept, and made anew when it was left half made or needs more packages."""
    def make():
        if os.geteuid() != 0:
            raise Skip("only root may make a system to change into")
        if not shutil.which("debootstrap"):
            raise Skip("debootstrap is not installed")
        place = context.path(".build", SUITE)
        complete = os.path.join(place, "complete")
        if not os.path.exists(complete) or open(complete).read() != PACKAGES:
            shutil.rmtree(place, ignore_errors=True)
            context.check(["debootstrap", "--variant=minbase", "--include=" + PACKAGES, SUITE, place, mirror(context)], timeout=900)
            with open(complete, "w") as file:
                file.write(PACKAGES)
        shutil.rmtree(place + PLACE, ignore_errors=True)
        os.makedirs(place + PLACE)
        context.library()
        shutil.copytree(context.path("include"), place + PLACE + "/include")
        shutil.copytree(context.path("examples"), place + PLACE + "/examples")
        shutil.copytree(context.path("Tests", "contract"), place + PLACE + "/contract")
        shutil.copytree(context.path("build"), place + PLACE + "/lib", symlinks=True, ignore=shutil.ignore_patterns("[!l]*", "link"))
        return place
    return context.once("oldest root", make)


def inside(context, command, **arguments):
    """Runs a shell command in the old system, with /proc and an empty /tmp; what is mounted for it goes when it ends."""
    script = 'mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/tmp" && mkdir -p "$0$HOME" && exec chroot "$0" /bin/sh -c "$1"'
    return context.check(["unshare", "--mount", "sh", "-c", script, root(context), command], **arguments)


def versions(context):
    glibc, sqlite = inside(context, "ldd --version | head -n 1 && dpkg -s libsqlite3-0 | sed -n 's/^Version: //p'").splitlines()
    if not glibc.endswith(" 2.31") or not sqlite.startswith("3.34."):
        raise Failure("this is not the oldest system: %s, SQLite %s" % (glibc, sqlite))


def quickstart(libraries):
    def run(context):
        program = "%s/quickstart-%d" % (PLACE, len(libraries))
        build = COMPILE.format(compiler="gcc", standard="-std=c99", place=PLACE, source=PLACE + "/examples/quickstart.c", program=program)
        inside(context, build + " " + libraries)
        output = inside(context, "directory=$(mktemp -d) && %s $directory %s/examples/console.json" % (program, PLACE))
        if not output.rstrip().endswith("done"):
            raise Failure("it did not come to its end:\n" + output)
    return run


def kept(file, promise):
    def run(context):
        program = "%s/program-%s" % (PLACE, re.sub(r"\W", "-", file))
        compiler, standard = ("g++", "-std=c++17") if file.endswith(".cpp") else ("gcc", "-std=c11")
        build = COMPILE.format(compiler=compiler, standard=standard, place=PLACE, source="%s/%s" % (PLACE, os.path.relpath(contract.source(context, file), context.path("Tests"))), program=program)
        context.once(program, lambda: inside(context, build + " " + SHARED))
        command = 'export GAMEBASE_LIBRARY=%s/lib/libgamebase.so.1; %s "%s" $(mktemp -d)' % (
            PLACE, program, re.sub(r'(["\\$`])', r"\\\1", promise))
        output = inside(context, command)
        if output.strip():
            raise Failure("nothing may be printed, but: " + output)
    return run


def tests(context):
    found = [Test("the system is Debian 11, with glibc 2.31 and SQLite 3.34", versions),
             Test("the quickstart plays through, linked to the shared library", quickstart(SHARED)),
             Test("the quickstart plays through, linked to the archive", quickstart(STATIC))]
    for file, promises in contract.programs(context).items():
        name = os.path.splitext(file)[0]
        found += [Test("%s: %s" % (name, promise), kept(file, promise), alone=name in contract.ALONE) for promise in promises]
    return found

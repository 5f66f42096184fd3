"""What `make` promises besides building: its list, a tree whose path has spaces, installing and removing, cleaning."""
import os
import shutil

from harness.runner import Failure, Test


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


def relinked(context):
    """Links what was compiled already, in a directory with spaces, and again only when something changed."""
    context.library()
    place = os.path.join(context.directory("a place"), "the tree")
    shutil.copytree(context.path("include"), os.path.join(place, "include"))
    shutil.copytree(context.path("Sources", "packaging"), os.path.join(place, "Sources", "packaging"))
    objects = os.path.join(place, "the objects")
    os.makedirs(objects)
    copies = []
    with open(context.path(".build", "product", "release", "gamebase.product", "Objects.LinkFileList")) as file:
        for number, line in enumerate(file.read().splitlines()):
            copies.append(os.path.join(objects, "%d.o" % number))
            shutil.copy(line.strip().strip("'\""), copies[-1])
    listed = os.path.join(place, "the list")
    with open(listed, "w") as file:
        file.write("".join("'%s'\n" % copy for copy in copies))
    command = ["sh", "Sources/packaging/link.sh", "1.0.0", listed, "build"]
    first = context.check(command, cwd=place)
    if "built" not in first:
        raise Failure("nothing was linked:\n" + first)
    again = context.check(command, cwd=place)
    if again.strip():
        raise Failure("it was linked again although nothing had changed:\n" + again)
    changed = copies[0]
    later = os.stat(os.path.join(place, "build", "libgamebase.so.1.0.0")).st_mtime + 5
    for path in (changed, os.path.join(place, "include", "Gamebase", "Gamebase.h")):
        os.utime(path, (later, later))
        if "built" not in context.check(command, cwd=place):
            raise Failure("a change of %s was not linked" % path)
        later += 5
        os.utime(os.path.join(place, "build", "libgamebase.so.1.0.0"), (later, later))
        later += 5
    os.remove(os.path.join(place, "build", "libgamebase.a"))
    if "built" not in context.check(command, cwd=place):
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


def tests(context):
    return [
        Test("make help explains every target", listed),
        Test("the library links in a directory whose path has spaces, and again only when something changed", relinked),
        Test("make install under DESTDIR and make uninstall leave exactly the files of others", installed),
        Test("make clean leaves what was there before the build", cleaned),
    ]

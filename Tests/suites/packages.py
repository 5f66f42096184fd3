"""The installed package, consumed in every way that an engine may: the tree is moved after installing, since packages are."""
import os
import re
import shlex
import shutil

from harness import declarations
from harness.runner import Failure, Skip, Test
from harness.server import service

READ_BY_LUAJIT = """
local ffi = require("ffi")
ffi.cdef(io.open(arg[1]):read("*a"))
local library = ffi.load(arg[2])
for name in io.lines(arg[3]) do assert(library[name] ~= nil, name) end
for i = 4, #arg do assert(ffi.sizeof(arg[i]) > 0, arg[i]) end
"""
READ_BY_CFFI = """
import sys
from cffi import FFI
ffi = FFI()
ffi.cdef(open(sys.argv[1]).read())
library = ffi.dlopen(sys.argv[2])
for name in open(sys.argv[3]):
    getattr(library, name.strip())
for type in sys.argv[4:]:
    ffi.sizeof(type)
"""
PROGRAM = """
#include <Gamebase/Gamebase.h>
#include <stdio.h>
#include <string.h>
static int done;
static void onInitialized(const char *info, const TCGBError *error, void *context) {
    (void)context;
    done = info && !error ? 1 : 2;
}
int main(void) {
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Package", "1.0.0");
    TCGBHost_setStorageDirectory(":memory:");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, onInitialized, NULL);
    TCGBRelease(configuration);
    while (!done) TCGBRunLoop_runUntil(1000);
    printf("%s %d\\n", kTCGBAuthGuest, done);
    return TCGBGamebase_shutdown(2000) && done == 1 ? 0 : 1;
}
"""
CMAKE = """
cmake_minimum_required(VERSION 3.16)
project(consumer C)
find_package(Gamebase 1.0 REQUIRED CONFIG)
add_executable(shared program.c)
target_link_libraries(shared PRIVATE Gamebase::Gamebase)
add_executable(static program.c)
target_link_libraries(static PRIVATE Gamebase::static)
"""
FETCHED = """
cmake_minimum_required(VERSION 3.18)
project(consumer C)
include(FetchContent)
FetchContent_Declare(gamebase SOURCE_DIR "%s" SOURCE_SUBDIR Sources/packaging/cmake)
FetchContent_MakeAvailable(gamebase)
add_executable(shared program.c)
target_link_libraries(shared PRIVATE Gamebase::Gamebase)
add_executable(static program.c)
target_link_libraries(static PRIVATE Gamebase::static)
"""
LOADER = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
library.TCGBGamebase_SDKVersion.restype = ctypes.c_char_p
assert library.TCGBGamebase_SDKVersion(), "no version"
assert ctypes.c_char_p.in_dll(library, "kTCGBAuthGuest").value == b"guest"
"""
OPENER = """
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    void *library = dlopen("libgamebase.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return printf("%s\\n", dlerror()), 1;
    const char *(*version)(void) = (const char *(*)(void))dlsym(library, "TCGBGamebase_SDKVersion");
    const char *const *guest = (const char *const *)dlsym(library, "kTCGBAuthGuest");
    if (!version || !version()[0] || !guest || strcmp(*guest, "guest") != 0) return 1;
    if (dlclose(library) != 0) return 1;
    return version()[0] ? 0 : 1;
}
"""
# A thread of the game has used the library by a plugin, and ends when that is closed.
PLUGIN = """
#include <Gamebase/Gamebase.h>
const char *ask(void);
const char *ask(void) { return TCGBUtil_osCode(); }
"""
CLOSER = """
#include <dlfcn.h>
#include <pthread.h>
static const char *(*ask)(void);
static pthread_barrier_t asked, closed;
static void *use(void *nothing) {
    const char *text = ask();
    pthread_barrier_wait(&asked);
    pthread_barrier_wait(&closed);
    return text ? &asked : nothing;
}
int main(int count, char **arguments) {
    void *plugin = count == 2 ? dlopen(arguments[1], RTLD_NOW) : NULL, *told = NULL;
    pthread_t thread;
    if (!plugin || !(ask = (const char *(*)(void))dlsym(plugin, "ask"))) return 2;
    pthread_barrier_init(&asked, NULL, 2);
    pthread_barrier_init(&closed, NULL, 2);
    if (pthread_create(&thread, NULL, use, NULL) != 0) return 2;
    pthread_barrier_wait(&asked);
    dlclose(plugin);
    pthread_barrier_wait(&closed);
    return pthread_join(thread, &told) == 0 && told ? 0 : 1;
}
"""
# Other objects of a monolithic engine may bring functions of these names.
CLASHING = "void swift_retain(void) {}\nvoid swift_release(void) {}\nvoid swift_allocObject(void) {}\nvoid swift_once(void) {}\n"
# A game's own allocator with no word of alignment. What it has given only it can take back, and nothing is given twice.
ALLOCATOR = """
#include <stdlib.h>
#include <string.h>
enum { ROOM = 256 << 20, STEP = 16 };
static _Alignas(STEP) char room[ROOM];
static size_t used;
void *malloc(size_t size) {
    size_t at = __atomic_fetch_add(&used, STEP + (size + STEP - 1) / STEP * STEP, __ATOMIC_RELAXED);
    if (size > ROOM / 2 || at > ROOM / 2 - STEP) return NULL;
    memcpy(room + at, &size, sizeof size);
    return room + at + STEP;
}
void free(void *block) {
    if (block && ((char *)block < room || (char *)block >= room + ROOM)) abort();
}
void *calloc(size_t count, size_t size) { return malloc(count * size); }
void *realloc(void *block, size_t size) {
    void *moved = malloc(size);
    size_t before = 0;
    if (block) memcpy(&before, (char *)block - STEP, sizeof before);
    if (moved && block) memcpy(moved, block, before < size ? before : size);
    return moved;
}
"""
MONOLITH = ["-Wl,--fatal-warnings"]


def installed(context):
    def install():
        context.library()
        staging, place = context.directory("install"), os.path.join(context.scratch, "moved prefix")
        context.check(["make", "-s", "install", "PREFIX=/opt/gamebase", "DESTDIR=" + staging])
        shutil.move(os.path.join(staging, "opt", "gamebase"), place)
        return place
    return context.once("install", install)


def file(directory, name, text):
    path = os.path.join(directory, name)
    with open(path, "w") as out:
        out.write(text)
    return path


def flags(context, *arguments):
    """What pkg-config says; it escapes spaces as a shell would."""
    environment = {"PKG_CONFIG_PATH": os.path.join(installed(context), "lib", "pkgconfig")}
    return shlex.split(context.check(["pkg-config", *arguments, "gamebase"], environment=environment))


def at_run(context):
    return {"LD_LIBRARY_PATH": os.path.join(installed(context), "lib")}


def pkg_config_shared(context):
    directory = context.directory("package")
    source = file(directory, "program.c", PROGRAM)
    program = os.path.join(directory, "program")
    context.check(["gcc", "-Wall", "-Wextra", "-Werror", source, "-o", program, *flags(context, "--cflags", "--libs")])
    context.check([program], environment=at_run(context))


def pkg_config_static(context):
    directory = context.directory("package")
    source = file(directory, "program.c", PROGRAM)
    program = os.path.join(directory, "program")
    link = flags(context, "--static", "--cflags", "--libs")
    link = ["-l:libgamebase.a" if flag == "-lgamebase" else flag for flag in link]
    context.check(["gcc", "-Wall", "-Wextra", "-Werror", source, "-o", program, *MONOLITH, *link])
    context.check([program])
    if "libgamebase" in context.check(["readelf", "-dW", program]):
        raise Failure("the program still needs the shared library")


def monolith(context):
    directory = context.directory("package")
    sources = [file(directory, "program.c", PROGRAM), file(directory, "clash.c", CLASHING), file(directory, "allocator.c", ALLOCATOR)]
    program = os.path.join(directory, "program")
    place = installed(context)
    for compiler in ("gcc", "clang"):
        context.check([compiler, "-I" + os.path.join(place, "include"), *sources, os.path.join(place, "lib", "libgamebase.a"), "-lsqlite3", "-lm", "-o", program])
        context.check([program])


def plain_flags(context):
    directory = context.directory("package")
    source = file(directory, "program.c", PROGRAM)
    program = os.path.join(directory, "program")
    place = installed(context)
    for compiler in ("gcc", "clang"):
        context.check([compiler, "-I" + os.path.join(place, "include"), source, "-o", program, "-L" + os.path.join(place, "lib"), "-lgamebase"])
        context.check([program], environment=at_run(context))


def cmake(context):
    consumed_by_cmake(context, "CMAKE_PREFIX_PATH=" + installed(context))
    directory = context.directory("package")
    file(directory, "program.c", PROGRAM)
    file(directory, "CMakeLists.txt", CMAKE.replace("Gamebase 1.0", "Gamebase 2.0"))
    refused = context.process(["cmake", "-S", directory, "-B", os.path.join(directory, "refused"), "-DCMAKE_PREFIX_PATH=" + installed(context)])
    if refused.status == 0:
        raise Failure("a program that asks for version 2 was given version 1")


def cdef(context):
    return os.path.join(installed(context), "include", "Gamebase", "gamebase.cdef")


def declares_all(interpreter, program):
    """Every function, constant and enumerator is found by its name, and every structure and callback by its type."""
    def run(context):
        declared = declarations.read(context.path("include"))
        names = list(declared.exported()) + [name for values in declared.enumerations.values() for name, _ in values]
        if len(declared.functions) < 600 or len(names) < 800:
            raise Failure("only %d names were read from the headers" % len(names))
        types = sorted(declared.structures) + sorted(declared.callbacks) + [name for name in declared.enumerations if name]
        directory = context.directory("package")
        listed = file(directory, "names", "\n".join(names) + "\n")
        library = os.path.join(installed(context), "lib", "libgamebase.so.1")
        context.check([interpreter, file(directory, "program", program), cdef(context), library, listed, *types])
    return run


def placed(context, *variables):
    """A staging folder after `make install` with such variables."""
    context.library()
    staging = context.directory("install")
    context.check(["make", "-s", "install", "DESTDIR=" + staging, *variables])
    return staging


def consumed_by_cmake(context, variable):
    directory = context.directory("package")
    file(directory, "program.c", PROGRAM)
    file(directory, "CMakeLists.txt", CMAKE)
    build = os.path.join(directory, "build")
    context.check(["cmake", "-S", directory, "-B", build, "-D" + variable])
    context.check(["cmake", "--build", build])
    for name in ("shared", "static"):
        context.check([os.path.join(build, name)])


def merged_usr(context):
    """/lib is a link to /usr/lib, and CMake looks into /lib first."""
    staging = placed(context, "PREFIX=/usr")
    os.symlink("usr/lib", os.path.join(staging, "lib"))
    consumed_by_cmake(context, "CMAKE_PREFIX_PATH=" + staging)


def consumed_by_pkg_config(context, libdir):
    directory = context.directory("package")
    words = context.check(["pkg-config", "--cflags", "--libs", "gamebase"], environment={"PKG_CONFIG_PATH": os.path.join(libdir, "pkgconfig")})
    program = os.path.join(directory, "program")
    context.check(["gcc", file(directory, "program.c", PROGRAM), "-o", program, *shlex.split(words)])
    context.check([program], environment={"LD_LIBRARY_PATH": libdir})


def own_folders(context):
    """Debian's folder of libraries, Fedora's, and headers elsewhere, moved after installing."""
    for libdir, includedir in (("/usr/lib/x86_64-linux-gnu", "/usr/include"), ("lib64", "include/of all games")):
        staging = placed(context, "PREFIX=/usr", "LIBDIR=" + libdir, "INCLUDEDIR=" + includedir)
        library = os.path.join(staging, "usr", os.path.relpath(os.path.join("/usr", libdir), "/usr"))
        consumed_by_cmake(context, "Gamebase_DIR=" + os.path.join(library, "cmake", "Gamebase"))
        consumed_by_pkg_config(context, library)


def odd_prefix(context):
    """A shell that reads what pkg-config says, and CMake, find what lies in such a place."""
    prefix = os.path.join(context.directory("a place"), """the player's $HOME & "games" #1""")
    context.check(["make", "-s", "install", "PREFIX=" + prefix], environment={"PATH": context.quiet_loader() + ":" + os.environ["PATH"]})
    consumed_by_pkg_config(context, os.path.join(prefix, "lib"))
    consumed_by_cmake(context, "CMAKE_PREFIX_PATH=" + prefix)


def usual_prefix(context):
    """`make install` as README.md says it: CMake, pkg-config and the compiler look into /usr/local by themselves. That of these processes
    alone is an empty one; the machine's stays as it is."""
    if os.geteuid() != 0 or context.process(["unshare", "--mount", "true"]).status != 0:
        raise Skip("only root has a /usr/local of its own to give")
    context.library()
    own, directory = context.directory("usual"), context.directory("package")
    file(directory, "program.c", PROGRAM)
    file(directory, "CMakeLists.txt", CMAKE)
    script = """set -e
    mount --bind "$1" /usr/local
    make -s install
    cd "$2"
    cmake -S . -B build >cmake.log 2>&1 && cmake --build build >>cmake.log 2>&1 || { cat cmake.log; exit 1; }
    build/shared && build/static
    cc program.c -o linked $(pkg-config --cflags --libs gamebase)
    LD_LIBRARY_PATH=/usr/local/lib ./linked
    cc program.c -o plain -lgamebase
    LD_LIBRARY_PATH=/usr/local/lib ./plain"""
    # The machine's loader need not hear of it, and what is needed of the machine's own /usr/local is found elsewhere.
    environment = {"PATH": context.quiet_loader() + ":/usr/bin:/bin:/usr/sbin:/sbin"}
    context.check(["unshare", "--mount", "sh", "-c", script, "sh", own, directory], environment=environment)
    if os.path.exists("/usr/local/lib/libgamebase.so.1") and not os.path.exists(os.path.join(own, "lib", "libgamebase.so.1")):
        raise Failure("it was installed into the machine's own /usr/local")


def fetched(context):
    context.library()
    directory = context.directory("package")
    file(directory, "program.c", PROGRAM)
    file(directory, "CMakeLists.txt", FETCHED % context.root)
    build = os.path.join(directory, "build")
    context.check(["cmake", "-S", directory, "-B", build])
    context.check(["cmake", "--build", build, "--parallel", "2"], timeout=900)
    for name in ("shared", "static"):
        context.check([os.path.join(build, name)])


def dlopened(context):
    directory = context.directory("package")
    program = os.path.join(directory, "opener")
    context.check(["gcc", file(directory, "opener.c", OPENER), "-o", program, "-ldl"])
    context.check([program], environment=at_run(context))


def plugin(context):
    directory, place = context.directory("package"), installed(context)
    own, program = os.path.join(directory, "plugin.so"), os.path.join(directory, "closer")
    context.check(["gcc", "-shared", "-fPIC", "-I" + os.path.join(place, "include"), file(directory, "plugin.c", PLUGIN), "-o", own,
                   os.path.join(place, "lib", "libgamebase.a"), "-lsqlite3", "-lm", "-Wl,--gc-sections", "-Wl,--exclude-libs,ALL"])
    context.check(["gcc", file(directory, "closer.c", CLOSER), "-o", program, "-lpthread", "-ldl"])
    context.check([program, own])


def python(context):
    script = file(context.directory("package"), "loader.py", LOADER)
    context.check(["python3", script, os.path.join(installed(context), "lib", "libgamebase.so.1")])


def server(context):
    """With the server come its page, its unit, which systemd takes as it is, and the examples of proxies; all of it goes again."""
    program = service.program(context)
    context.library()
    prefix = os.path.join(context.directory("a place"), "the 100% server")
    quiet = {"PATH": context.quiet_loader() + ":" + os.environ["PATH"]}
    context.check(["make", "-s", "install", "PREFIX=" + prefix], environment=quiet)
    unit = os.path.join(prefix, "lib", "systemd", "system", "gamebased.service")
    page = os.path.join(prefix, "share", "man", "man1", "gamebased.1")
    operator = [os.path.join(prefix, *parts) for parts in (("bin", "gamebasectl"), ("share", "man", "man1", "gamebasectl.1"),
                                                           ("share", "bash-completion", "completions", "gamebasectl"))]
    for path in (unit, page, *operator, os.path.join(prefix, "bin", "gamebased"),
                 *(os.path.join(prefix, "share", "gamebase", "server", name) for name in ("nginx.conf", "haproxy.cfg", "Caddyfile"))):
        if not os.path.exists(path):
            raise Failure("%s was not installed" % os.path.relpath(path, prefix))
    said = context.check([os.path.join(prefix, "bin", "gamebased"), "--version"])
    if said != context.check([program, "--version"]):
        raise Failure("the installed server says " + said)
    if shutil.which("systemd-analyze"):
        result = context.process(["systemd-analyze", "verify", "--man=no", unit])
        # Of the machine's own units nothing is our business.
        wrong = [line for line in result.output.splitlines() if "gamebased" in line]
        if wrong:
            raise Failure("systemd says of the unit: " + "\n".join(wrong))
    with open(page) as text:
        written = text.read()
    for option in re.findall(r"^ +(--[a-z-]+)", context.check([program, "--help"]) + context.check([program, "move", "--help"]), re.M):
        if option.replace("-", "\\-") not in written:
            raise Failure("the page does not have " + option)
    if shutil.which("groff"):
        result = context.process(["groff", "-man", "-ww", "-z", "-K", "utf8", page])
        if result.output.strip():
            raise Failure("the page has faults: " + result.output)
    context.check(["make", "-s", "uninstall", "PREFIX=" + prefix], environment=quiet)
    if os.path.exists(prefix):
        raise Failure("still there: %s" % [names for _, _, names in os.walk(prefix)])


def private_settings(context):
    """Settings that root alone may read reach the server's own user by the commands of the unit, at the start and at each reload."""
    if os.geteuid() != 0:
        raise Skip("only root has a user of the server to give files to")
    with open(context.path("Sources", "packaging", "server", "gamebased.service")) as file:
        unit = file.read()
    etc, run = context.directory("etc"), context.directory("run")
    owner = 65534
    os.chmod(context.scratch, 0o711)
    os.chown(run, owner, owner)
    os.chmod(run, 0o700)
    settings = os.path.join(etc, "console.json")
    lines = {name: re.findall(r"^%s=\+/bin/sh -c '(.*)'$" % name, unit, re.M) for name in ("ExecStartPre", "ExecReload")}
    if [len(found) for found in lines.values()] != [1, 1] or "${RUNTIME_DIRECTORY}/console.json" not in unit:
        raise Failure("the unit gives no settings to its user: %s" % lines)
    for name, text in (("ExecStartPre", "first"), ("ExecReload", "second")):
        with open(os.open(settings, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text)
        command = lines[name][0].replace("$$", "$").replace("%%", "%").replace("/etc/gamebased", etc)
        context.check(["sh", "-c", command], environment={"RUNTIME_DIRECTORY": run})
        as_owner = ["setpriv", "--reuid=%d" % owner, "--regid=%d" % owner, "--clear-groups"]
        said = context.check([*as_owner, "cat", os.path.join(run, "console.json")])
        mode = os.stat(os.path.join(run, "console.json")).st_mode & 0o777
        if said != text or mode != 0o400 or os.stat(settings).st_mode & 0o777 != 0o600:
            raise Failure("%s gives %r, mode %o" % (name, said, mode))
    if not re.search(r"^EnvironmentFile=-/etc/gamebased/", unit, re.M):
        raise Failure("secrets of the environment have no place")


def uninstall(context):
    context.library()
    staging = context.directory("install")
    for target in ("install", "uninstall"):
        context.check(["make", "-s", target, "PREFIX=/usr", "DESTDIR=" + staging])
    left = os.listdir(staging)
    if left:
        raise Failure("still there: %s" % left)


def tests(context):
    return [
        Test("pkg-config links a program to the shared library", pkg_config_shared),
        Test("pkg-config --static links a program that needs no libgamebase at run time", pkg_config_static),
        Test("the archive links into a program that has functions of Swift's names itself, and its own malloc", monolith),
        Test("-I, -L and -l are enough", plain_flags),
        Test("CMake's find_package gives Gamebase::Gamebase and Gamebase::static, and keeps to the major version", cmake),
        Test("CMake finds the headers where /lib is a link to /usr/lib", merged_usr),
        Test("LIBDIR and INCLUDEDIR choose the folders, and pkg-config and CMake find them", own_folders),
        Test("a prefix with quotes and dollar signs in its path is found by pkg-config and CMake", odd_prefix),
        Test("what make install puts into /usr/local is found by CMake, pkg-config and the compiler without a word", usual_prefix),
        Test("CMake's FetchContent builds the library and gives Gamebase::Gamebase and Gamebase::static", fetched),
        Test("dlopen by soname works, and dlclose leaves the functions in place", dlopened),
        Test("a plugin with the archive in it stays when it is closed, for threads that used it", plugin),
        Test("ctypes loads the installed library", python),
        Test("LuaJIT reads gamebase.cdef, and finds every declaration of the headers in it", declares_all("luajit", READ_BY_LUAJIT)),
        Test("cffi reads gamebase.cdef, and finds every declaration of the headers in it", declares_all("python3", READ_BY_CFFI)),
        Test("make install brings the server with its page, its systemd unit and its examples of proxies, and make uninstall removes them",
             server),
        Test("the systemd unit's user gets settings that root alone may read, at each start and reload", private_settings),
        Test("make uninstall removes every file and folder that make install put there", uninstall),
    ]

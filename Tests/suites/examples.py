"""Each example, built and run against the installed package."""
import glob
import os
import re
import sqlite3

from harness import series
from harness.runner import Failure, Test
from suites import packages

BUILT = [("quickstart.c", "gcc", ["-std=c99", "-Wpedantic"]), ("quickstart.c", "clang", ["-std=c11", "-Wpedantic"]),
         ("quickstart.c", "g++", ["-x", "c++", "-std=c++11"]),
         ("store.c", "gcc", ["-std=c99", "-Wpedantic"]), ("store.c", "g++", ["-x", "c++", "-std=c++11"]),
         ("derby.c", "gcc", ["-std=c99", "-Wpedantic"]), ("derby.c", "g++", ["-x", "c++", "-std=c++11"]),
         ("quickstart.cpp", "g++", ["-std=c++17", "-Wpedantic"]), ("quickstart.cpp", "clang++", ["-std=c++20", "-Wpedantic"])]
# One thought each: what it prints, and what is put in place of what before it must fail.
SMALL = [("login.c", "", "kTCGBAuthGuest", '"nobody"'),
         ("buy.c", "paid 0.99\ngem_100\n", '"gem_100"', '"gem_none"'),
         ("events.c", "maintenance at noon\n", "TCGBGamebase_addEventHandler(onEvent, &kicked);", ""),
         ("push.c", "A gift\nA gift: ACCEPT_NOW_ID\n", '\\"ACCEPT_NOW_CATEGORY\\"', '\\"NO_CATEGORY\\"'),
         ("push.cpp", "A gift\nA gift: ACCEPT_NOW_ID\n", '"ACCEPT_NOW_CATEGORY"', '"NO_CATEGORY"'),
         ("terms.c", "agreed: Terms of use\n", '\\"agreed\\":true', '\\"agreed\\":false'),
         ("consume.c", '"resultMessage":"SUCCESS"', '"quickstart-secret"', '"guessed"'),
         ("derby.cpp", "Incitatus\n", 'ncmb::set_keys("YOUR_APPLICATION_KEY", "YOUR_CLIENT_KEY");', "")]
SMALL_LINES_MAX, SMALL_LINES_MAX_CXX = 30, 70
# Registers, is sent three pushes, and hears a button.
LINES_MAX = {"push.c": 50, "terms.c": 35, "derby.cpp": 60}
# The line that the README shows below its program.
PAID = re.compile(r"([A-Z0-9]{16}) paid 0\.99 USD for gem_100")
SCRIPTS = [("quickstart.py", "python3"), ("quickstart_cffi.py", "python3"), ("quickstart.lua", "luajit")]


def finished(context, command):
    # gamebase.cdef is where pkg-config says.
    environment = dict(packages.at_run(context), PKG_CONFIG_PATH=os.path.join(packages.installed(context), "lib", "pkgconfig"))
    output = context.check(command + [context.directory("example"), context.path("examples", "console.json")], environment=environment)
    if not output.rstrip().endswith("done"):
        raise Failure("it did not come to its end:\n" + output)


# Examples that do nothing without arguments.
NEED_ARGUMENTS = ["buy.c", "consume.c", "events.c", "push.c", "terms.c", "checkledger.c", "derby.c", "derby.cpp", "push.cpp",
                  "gameserver.py", "quickstart.c", "quickstart.cpp", "quickstart.py", "quickstart_cffi.py", "quickstart.lua", "ncmb.sh"]
RUN_BY = {".py": "python3", ".lua": "luajit", ".sh": "sh"}


# Under valgrind a program takes some twenty times as long: the long ones are for `make torture`.
UNDER_VALGRIND = ["login.c", "buy.c", "events.c", "push.c", "terms.c", "consume.c", "store.c", "quickstart.c", "push.cpp", "quickstart.cpp"]
UNDER_VALGRIND_LONG = ["derby.c", "derby.cpp"]
VALGRIND = ["valgrind", "-q", "--error-exitcode=99", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect,possible",
            "--fair-sched=yes"]


def released(name):
    """Nothing is lost when it ends, and nothing is touched that it has released."""
    compiler, standard = ("g++", "-std=c++17") if name.endswith(".cpp") else ("gcc", "-std=c11")

    def run(context):
        program = compiled(context, name, compiler, [standard, "-g"])
        context.check([*VALGRIND, program, context.directory("example"), context.path("examples", "console.json")],
                      environment=packages.at_run(context), timeout=300)
    return run


def without_arguments(context):
    for name in NEED_ARGUMENTS:
        ending = os.path.splitext(name)[1]
        if ending in RUN_BY:
            command = [RUN_BY[ending], context.path("examples", name)]
        else:
            compiler, standard = ("c++", "-std=c++17") if name.endswith(".cpp") else ("cc", "-std=c11")
            command = [compiled(context, name, compiler, [standard, "-D_GNU_SOURCE"])]
        result = context.process(command, environment=packages.at_run(context))
        if result.status == 0 or "usage: " not in result.output or "Traceback" in result.output:
            raise Failure("%s ends with %s and says %r" % (name, result.status, result.output))


def compiled(context, name, compiler, standard):
    return compiled_file(context, context.path("examples", name), compiler, standard)


def compiled_file(context, path, compiler, standard):
    program = os.path.join(context.directory("example"), "program")
    # Told only where the language was: newer clang calls it an error elsewhere.
    ends = ["-x", "none"] if "-x" in standard else []
    # A copy of an example lies elsewhere, and its header here.
    context.check([compiler, *standard, "-Wall", "-Wextra", "-Werror", "-Wwrite-strings" if path.endswith(".c") else "-Wcomment",
                   "-I" + context.path("examples"), path, *ends, "-o", program,
                   *packages.flags(context, "--cflags", "--libs")])
    return program


def built(name, compiler, standard):
    return lambda context: finished(context, [compiled(context, name, compiler, standard)])


def lines_max(name):
    return LINES_MAX.get(name, SMALL_LINES_MAX_CXX if name.endswith(".cpp") else SMALL_LINES_MAX)


def small(name, printed, shown, broken):
    """It ends with 0, also on what it left itself, and with 1 when what it shows is broken."""
    compiler, standard = ("g++", "-std=c++17") if name.endswith(".cpp") else ("gcc", "-std=c11")

    def run(context):
        path, environment = context.path("examples", name), packages.at_run(context)
        with open(path) as file:
            text = file.read()
        if len(text.splitlines()) > lines_max(name) or shown not in text:
            raise Failure("it has more than %d lines, or lacks %s" % (lines_max(name), shown))
        directory, settings = context.directory("example"), context.path("examples", "console.json")
        program = compiled(context, name, compiler, [standard, "-Wpedantic"])
        first, second = (context.check([program, directory, settings], environment=environment) for _ in range(2))
        if printed not in first or (name == "login.c" and first != second):
            raise Failure("it printed\n%s%s" % (first, second))
        copy = os.path.join(context.directory("example"), name)
        with open(copy, "w") as file:
            file.write(text.replace(shown, broken))
        program = compiled_file(context, copy, compiler, [standard, "-Wno-unused-function"])
        result = context.process([program, context.directory("example"), settings], environment=environment)
        if result.status != 1:
            raise Failure("with %s in place of %s it ended with %s: %s" % (broken or "nothing", shown, result.status, result.output))
    return run


def ledger_checked(context):
    """0 for what quickstart leaves, 1 after a line of the ledger was taken away, 2 without a directory or for another game's."""
    check = compiled(context, "checkledger.c", "gcc", ["-std=c99", "-Wpedantic"])
    directory, environment = context.directory("example"), packages.at_run(context)
    context.check([compiled(context, "quickstart.c", "gcc", ["-std=c99"]), directory, context.path("examples", "console.json")], environment=environment)
    expected = [(0, '"sound":true', "QuickStart", directory), (2, "Other", "Other", directory), (2, "usage", "QuickStart", directory + "/none")]
    for status, text, *arguments in expected + [(1, '"sound":false', "QuickStart", directory)]:
        if status == 1:
            with sqlite3.connect(os.path.join(directory, "gamebase.db")) as database:
                database.executescript("DROP TRIGGER ledger_no_DELETE; DELETE FROM ledger WHERE movement = 'GRANTED';")
            database.close()
            # A database that was changed by hand is refused while the library's note of it is there.
            os.remove(os.path.join(directory, "gamebase.db.mark"))
        result = context.process([check, *arguments], environment=environment)
        if result.status != status or text not in result.output:
            raise Failure("%s: status %s\n%s" % (arguments, result.status, result.output))


# tutorial 8
def returns_are_needed(context):
    """Derby without one of its returns is not built."""
    with open(context.path("examples", "derby.c")) as file:
        text = file.read()
    path = os.path.join(context.directory("example"), "derby.c")
    line = "    return foundCount;\n"
    with open(path, "w") as file:
        file.write(text.replace(line, ""))
    try:
        compiled_file(context, path, "gcc", ["-std=c99"])
    except Failure as failure:
        if line in text and "return-type" in str(failure):
            return
        raise
    raise Failure("a function without its return was built")


# tutorial 14
def drawn_anew(context):
    """No example draws by a generator that begins alike at each launch."""
    found = []
    for path in glob.glob(context.path("examples", "*.c*")):
        with open(path) as file:
            if re.search(r"\b(s?rand|random|s?rand48)\s*\(", file.read()):
                found.append(os.path.basename(path))
    if found:
        raise Failure("these draw the same at each launch: %s" % found)


def script(name, interpreter):
    def run(context):
        finished(context, [interpreter, context.path("examples", name)])
    return run


def managed(context):
    program = os.path.join(context.directory("example"), "quickstart.exe")
    context.check(["mcs", "-warnaserror", "-out:" + program, context.path("examples", "quickstart.cs")])
    finished(context, ["mono", program])


def demo(context):
    context.library()
    output = context.check(["make", "-s", "demo"], timeout=600)
    for number in range(1, 14):
        if not any(line.startswith("%d " % number) for line in output.splitlines()):
            raise Failure("step %d is missing:\n%s" % (number, output))
    if not output.rstrip().endswith("done"):
        raise Failure(output)


def pasted(context):
    """A folder with the first program of the README."""
    with open(context.path("README.md")) as readme:
        text = readme.read()
    directory = context.directory("pasted")
    with open(os.path.join(directory, "hello.cpp"), "w") as file:
        file.write(text.split("```cpp\n", 1)[1].split("```", 1)[0])
    return directory


def paid(output):
    """Who paid, of the line that the README shows."""
    found = PAID.fullmatch(output.splitlines()[-1] if output.strip() else "")
    if not found:
        raise Failure("it printed\n" + output)
    return found.group(1)


def lines_as_pasted(context):
    """The lines of the table that a shell can run, each row in a home of its own, from where the sources are."""
    with open(context.path("docs", "c-api.md")) as file:
        text = file.read()
    for row in ("make, c++", "static", "a folder of your own"):
        directory = pasted(context)
        commands = re.findall(r"`([^`]+)`", re.search(r"^\| %s \|(.*)$" % re.escape(row), text, re.M).group(1))
        script = " && ".join(command.replace("make install", "make -s install").replace("hello.cpp", '"$HOME/hello.cpp" -o "$HOME/hello"') for command in commands)
        environment = {"HOME": directory, "XDG_STATE_HOME": directory, "PATH": context.quiet_loader() + ":" + os.environ["PATH"]}
        if "make install" not in " ".join(commands):
            script = 'make -s install PREFIX="$HOME" && ' + script
            environment.update(LD_LIBRARY_PATH=directory + "/lib", PKG_CONFIG_PATH=directory + "/lib/pkgconfig")
        paid(context.check(["sh", "-c", script + ' && "$HOME/hello"'], environment=environment))


def as_pasted(context):
    """The first program in the README, twice: the same guest buys both times, and the quickstart goes on from there. Without a place for
    its data it says why, and fails."""
    directory = pasted(context)
    program = os.path.join(directory, "hello")
    context.check(["c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", os.path.join(directory, "hello.cpp"), "-o", program,
                   *packages.flags(context, "--cflags", "--libs")])
    environment = dict(packages.at_run(context) or os.environ)
    environment.update(HOME=directory, XDG_STATE_HOME=directory)
    first, second = (paid(context.check([program], environment=environment)) for _ in range(2))
    if first != second:
        raise Failure("%s paid first, and %s then" % (first, second))
    # In the same directory: the quickstart finds two payments that were not consumed.
    played = context.check([compiled(context, "quickstart.c", "gcc", ["-std=c11"]), os.path.join(directory, "gamebase", "QuickStart"),
                            context.path("examples", "console.json")], environment=environment)
    if played.count("verified gem_100") != 3 or not played.rstrip().endswith("done"):
        raise Failure("the quickstart behind the program in the README:\n" + played)
    # A file stands where a directory should be.
    place = os.path.join(program + ".cpp", "none")
    environment.update(HOME=program, XDG_STATE_HOME=place)
    failed = context.process([program], environment=environment)
    if failed.status != 1 or place not in failed.output:
        raise Failure("a start that failed ended with %s: %s" % (failed.status, failed.output))


def relative_directory(context):
    """quickstart.cpp takes a directory as a person types it."""
    program = compiled(context, "quickstart.cpp", "g++", ["-std=c++17"])
    place = context.directory("relative")
    command = 'cd "$1" && "$2" here "$3" && test -e here/gamebase.db'
    output = context.check(
        ["sh", "-c", command, "sh", place, program, context.path("examples", "console.json")], environment=packages.at_run(context))
    if not output.rstrip().endswith("done"):
        raise Failure(output)


def tests(context):
    found = [Test("%s plays through, built by %s %s" % (name, compiler, " ".join(standard)), built(name, compiler, standard)) for name, compiler, standard in BUILT]
    found += [Test("%s plays through under %s" % (name, interpreter), script(name, interpreter)) for name, interpreter in SCRIPTS]
    found += [Test("%s has at most %d lines, does what it shows, and fails when that is broken" % (row[0], lines_max(row[0])), small(*row)) for row in SMALL]
    found.append(Test("a sample whose function lacks its return is not built", returns_are_needed))
    found.append(Test("no example draws from a generator that begins alike at each launch", drawn_anew))
    found.append(Test("an example that needs arguments says which, when it is started without", without_arguments))
    found.append(Test("quickstart.cs plays through under Mono", managed))
    found.append(Test("checkledger.c says whether the ledger of a directory is sound", ledger_checked))
    found.append(Test("the program in the README compiles as pasted, buys what it says, and finds its guest again", as_pasted))
    found.append(Test("quickstart.cpp plays in a directory that is given relative to where it is started", relative_directory))
    found.append(Test("the lines of docs/c-api.md that install and link work as pasted", lines_as_pasted))
    played = UNDER_VALGRIND + (UNDER_VALGRIND_LONG if series.IS_LONG else [])
    found += [Test("%s leaves no memory behind under valgrind" % name, released(name)) for name in played]
    return found + [Test("make demo plays the main job step by step", demo)]

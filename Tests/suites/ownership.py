"""Who releases what. A shim between the programs of Tests/contract and the library calls each function that returns an object twice, and
judges by the counts of references whether the caller owns the result; the headers say it by TCGB_OWNED. And what examples and bindings made
is released when they end."""
import concurrent.futures
import fnmatch
import os

from harness import declarations
from harness.runner import Failure, Test
from suites import contract, examples, packages

# Programs that reach all of them and take no long time, with what of each is played.
PLAYED = {
    "ownership": "*", "ncmb_users": "*", "ncmb_queries": "*", "ncmb_files": "*", "ncmb_push": "*", "ncmb_scripts": "*",
    "ncmb_subclasses": "*", "ncmb_objects": "each type*", "eventdata": "*", "terms": "*", "graceban": "*", "webview": "*",
    "mapping": "*", "revoked": "*", "pushevents": "*", "launching": "*", "storecalls": "*", "push": "notification options are*",
    "coupons": "a coupon is used once*", "leaderboard": "a player reads*",
}
AT_ONCE = 4
# What cannot be judged so, and why.
NOT_JUDGED = {
    "TCGBPurchasableRetryTransactionResult_failList_at": "the list is always empty",
    "TCGBInstance_create": "instances are not counted", "TCGBInstance_createSharingServiceOf": "instances are not counted",
    "TCGBInstance_current": "instances are not counted", "NHNCloudSDK_sharedInstance": "it is one object, which nobody counts",
}

HEAD = """#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
%s
static void write_line(const char *function, const char *verdict) {
    const char *path = getenv("OWNERSHIP");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file) return;
    fprintf(file, "%%s %%s\\n", function, verdict);
    fclose(file);
}
/* counts of the first result before the second call was made, and after */
static void judge(const char *function, const void *first, size_t before, const void *second, size_t after, int is_owned) {
    int gave = first == second ? after == before + 1 : is_owned && TCGBObject_retainCount(second) == 1;
    int kept = first == second && after == before;
    write_line(function, gave ? "owned" : kept ? "borrowed" : "neither");
    if (gave) TCGBRelease(second);
}
static void judge_error(const char *function, TCGBError **error) {
    if (error && *error) write_line(function, TCGBObject_retainCount(*error) == 1 ? "error" : "neither");
}
"""

JUDGED = """
%(prototype)s {
    static %(result)s(*real)(%(types)s);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "%(name)s");
    %(result)sfirst = real(%(names)s);
    %(error)s
    if (!first) return first;
    size_t before = TCGBObject_retainCount(first);
    %(result)ssecond = real(%(again)s);
    judge("%(name)s", first, before, second, TCGBObject_retainCount(first), %(owned)d);
    return first;
}
"""

ERRORS = """
%(prototype)s {
    static %(result)s (*real)(%(types)s);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "%(name)s");
    %(result)s result = real(%(names)s);
    %(error)s
    return result;
}
"""


def objects(declared):
    return [function for function in declared.functions
            if function.result.endswith("*") and function.result.replace("const ", "").rstrip(" *") in declared.objects]


def shim(context):
    declared = declarations.read(context.path("include"))
    judged = {function.name for function in objects(declared)}
    text = HEAD % "\n".join("#include <%s/%s.h>" % (name, name) for name in ("Gamebase", "NCMB", "HIVE", "HIVEExtensions", "NHNCloudIAP"))
    for function in declared.functions:
        errors = [argument.name for argument in function.arguments if argument.type == "TCGBError **"]
        if function.name not in judged and not errors:
            continue
        names = [argument.name for argument in function.arguments]
        text += (JUDGED if function.name in judged else ERRORS) % {
            "prototype": function.prototype(), "name": function.name, "result": function.result,
            "types": ", ".join(argument.type for argument in function.arguments) or "void", "names": ", ".join(names),
            "again": ", ".join("NULL" if name in errors else name for name in names), "owned": function.is_owned,
            "error": "".join('judge_error("%s", %s);' % (function.name, name) for name in errors)}
    path = os.path.join(context.directory("ownership"), "shim.c")
    with open(path, "w") as file:
        file.write(text)
    library = path[:-2] + ".so"
    context.check(["gcc", "-std=gnu11", "-O1", "-w", "-shared", "-fPIC", "-I" + context.path("include"), path, "-o", library])
    return library


def told(context):
    """Function -> what was seen of it."""
    context.library()
    library, seen, runs = shim(context), {}, []
    log = os.path.join(context.directory("ownership"), "log")
    for file, promises in contract.programs(context).items():
        name = os.path.splitext(file)[0]
        played = [promise for promise in promises if fnmatch.fnmatch(promise, PLAYED.get(name, ""))]
        if not played:
            continue
        program = context.compile(contract.source(context, file), "owned-" + name, libraries=("-lgamebase", "-lpthread", "-ldl"))
        runs += [[program, promise, context.directory("storage")] for promise in played]
    # They wait more than they compute. Each line of the log is written whole.
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as players:
        list(players.map(lambda run: context.process(run, environment={"LD_PRELOAD": library, "OWNERSHIP": log}), runs))
    with open(log) as file:
        for line in file:
            function, verdict = line.split()
            seen.setdefault(function, set()).add(verdict)
    return seen


def judged(context):
    seen = told(context)
    wrong = []
    for function in objects(declarations.read(context.path("include"))):
        if function.name in NOT_JUDGED:
            continue
        verdicts = seen.get(function.name, set()) - {"error"}
        expected = {"owned" if function.is_owned else "borrowed"}
        if not verdicts:
            wrong.append("%s: no program called it" % function.name)
        elif verdicts != expected:
            wrong.append("%s: declared %s, is %s" % (function.name, *expected, " and ".join(sorted(verdicts))))
    wrong += ["%s: an error that is not the caller's alone" % name for name, verdicts in seen.items()
              if "neither" in verdicts and name not in NOT_JUDGED]
    if wrong:
        raise Failure("\n".join(wrong))


# The error for which there is always room.
KEPT_BY_LIBRARY = 1
COUNTED = """#include <Gamebase/Gamebase.h>
#include <stdio.h>
#include <stdlib.h>
__attribute__((destructor)) static void count(void) {
    FILE *file = fopen(getenv("ALIVE"), "w");
    if (file) fprintf(file, "%zu", TCGBObject_aliveCount()), fclose(file);
}
"""


def released(context):
    path = os.path.join(context.directory("ownership"), "alive")
    with open(path + ".c", "w") as file:
        file.write(COUNTED)
    context.check(["gcc", "-shared", "-fPIC", "-I" + context.path("include"), path + ".c", "-o", path + ".so"])
    for name in examples.UNDER_VALGRIND + examples.UNDER_VALGRIND_LONG:
        compiler, standard = ("g++", "-std=c++17") if name.endswith(".cpp") else ("gcc", "-std=c11")
        command = [examples.compiled(context, name, compiler, [standard]), context.directory("storage"),
                   context.path("examples", "console.json")]
        environment = packages.at_run(context)
        context.check(command, environment={**environment, "ALIVE": path, "LD_PRELOAD": path + ".so"})
        with open(path) as file:
            alive = int(file.read())
        if alive != KEPT_BY_LIBRARY:
            raise Failure("%s ends with %d objects that it never released" % (name, alive - KEPT_BY_LIBRARY))


def tests(context):
    return [Test("each function hands over a reference exactly where its declaration has TCGB_OWNED", judged),
            Test("each example has released all that it was given when it ends", released)]

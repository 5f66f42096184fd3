"""What every getter answers about something that is no object, and every function to text that is no UTF-8. The programs are written from the
headers, so that a new function is asked, too."""
import os

from api import exceptions
from harness import declarations
from harness.runner import Failure, Test

GETTERS_AT_LEAST = 200
NUMBERS = ("int32_t", "int64_t", "double", "bool", "size_t", "uint32_t", "uint64_t", "float")
# NULL is the default instance, and no error is success.
LEFT_OUT = ("TCGBInstance", "TCGBGamebase_isSuccessWithError")
# What is wrong with a purchase is told to its delegate.
TOLD_ELSEWHERE = ("NHNCloudIAP_purchaseWithProductIdentifier", "NHNCloudIAP_purchaseWithProductIdentifier_payload")
PROGRAM = """#include <Gamebase/Gamebase.h>
#include <NCMB/NCMB.h>
#include <HIVE/HIVE.h>
#include <HIVEExtensions/HIVEExtensions.h>
#include <NHNCloudIAP/NHNCloudIAP.h>
#include <stdio.h>
static int wrong, lines;
static void hear(TCGBLogLevel level, const char *message, void *context) { (void)level, (void)message, (void)context, lines++; }
#define ASK(name, answer, object) do { \\
    if (!(answer)) { wrong++; printf("%%s answers otherwise about %%s\\n", name, object); } \\
    TCGBRunLoop_drain(); \\
} while (0)
static void ask(TCGBConfiguration *foreign, TCGBError *other) {
%s
}
int main(void) {
    TCGBConfiguration *foreign = TCGBConfiguration_configurationWithAppID_appVersion("App", "1");
    TCGBError *other = TCGBError_resultWithCode_message(3, "text");
    TCGBHost_setLogSink(TCGBLogLevelWarn, hear, NULL);
    ask(foreign, other);
    int first = lines;
    ask(foreign, other);
    if (first < 100 || lines != first) { wrong++; printf("the log heard %%d lines at first and %%d more\\n", first, lines - first); }
    return wrong != 0;
}
"""

TEXTS_AT_LEAST = 30
TEXTS = """#include <Gamebase/Gamebase.h>
#include <NCMB/NCMB.h>
#include <HIVE/HIVE.h>
#include <HIVEExtensions/HIVEExtensions.h>
#include <NHNCloudIAP/NHNCloudIAP.h>
#include <stdio.h>
#include <string.h>
static char heard[65536];
static int wrong;
static void hear(TCGBLogLevel level, const char *message, void *context) {
    (void)level, (void)context;
    snprintf(heard, sizeof heard, "%%s", message);
}
static void told(const char *name) {
    TCGBRunLoop_drain();
    if (!strstr(heard, name)) {
        wrong++;
        printf("%%s: the log hears \\"%%s\\"\\n", name, heard);
    }
    *heard = 0;
}
#define ASK(name, answer) do { if (!(answer)) { wrong++; printf("%%s answers otherwise\\n", name); } told(name); } while (0)
int main(void) {
    TCGBHost_setLogSink(TCGBLogLevelWarn, hear, NULL);
%s
    return wrong != 0;
}
"""


def getters(context):
    """(function, the class it asks) of each function that asks an object something, or tells it a text, and answers."""
    read = declarations.read(context.path("include"))
    for function in read.functions:
        types = [argument.type for argument in function.arguments]
        owner = types[0].replace("const ", "")[:-2] if types and types[0].endswith(" *") else ""
        asks = owner in read.objects and function.result != "void" and all(type in NUMBERS + ("const char *",) for type in types[1:])
        if asks and owner not in LEFT_OUT and function.name not in LEFT_OUT:
            yield function, owner


def run(context):
    context.library()
    lines = []
    for function, owner in getters(context):
        rest = "".join(', "{}"' if argument.type == "const char *" else ", 0" for argument in function.arguments[1:])
        for object in ("NULL", "(void *)%s" % ("other" if owner == "TCGBConfiguration" else "foreign")):
            wanted = "NULL" if function.result.endswith("*") else exceptions.NEUTRAL.get(function.name, "0")
            lines.append('    ASK("%s", %s(%s%s) == %s, "%s");' % (function.name, function.name, object, rest, wanted, object))
    if len(lines) < 2 * GETTERS_AT_LEAST:
        raise Failure("only %d getters were found" % (len(lines) // 2))
    path = os.path.join(context.scratch, "neutral.c")
    with open(path, "w") as file:
        file.write(PROGRAM % "\n".join(lines))
    context.check([context.compile(path, "neutral")])


def readers(context):
    """Each function that only takes texts and numbers, with every one of its texts once wrong."""
    for function in declarations.read(context.path("include")).functions:
        types = [argument.type for argument in function.arguments]
        if function.name in TOLD_ELSEWHERE or not all(type in NUMBERS + ("const char *",) for type in types):
            continue
        for wrong, type in enumerate(types):
            if type == "const char *":
                values = ['"{}"' if type == "const char *" else "0" for type in types]
                values[wrong] = '"\\xff"'
                yield function, ", ".join(values)


def texts(context):
    context.library()
    lines = []
    for function, arguments in readers(context):
        call = "%s(%s)" % (function.name, arguments)
        if function.result == "void":
            lines.append('    %s;\n    told("%s");' % (call, function.name))
        else:
            lines.append('    ASK("%s", %s == %s);' % (function.name, call, "NULL" if function.result.endswith("*") else "0"))
    if len(lines) < TEXTS_AT_LEAST:
        raise Failure("only %d functions were found" % len(lines))
    path = os.path.join(context.scratch, "texts.c")
    with open(path, "w") as file:
        file.write(TEXTS % "\n".join(lines))
    context.check([context.compile(path, "texts")])


def tests(context):
    return [Test("each getter answers NULL, 0 or false, or what its header says, about NULL and another class, and is logged once", run),
            Test("each function does nothing with a text that is no UTF-8, and the log names the function", texts)]

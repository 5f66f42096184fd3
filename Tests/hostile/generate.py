"""Writes a C program that calls every exported function with hostile arguments; hostile.h holds its runtime.

The headers are read for the prototypes, so a new function is attacked without anyone having to remember it. A type that is
not known here is an error: silence would be a hole.
"""
import re

from api import objects
from api.samples import class_of

# Besides those that hand over an error; and what leaves an instance.
WAITING = ["NCMBUser_currentUser", "NCMBInstallation_currentInstallation", "TCGBInstance_makeCurrent", "TCGBInstance_destroy"]

SCALARS = {"int32_t": "any_int32(d)", "int64_t": "any_int64(d)", "size_t": "any_size(d)", "bool": "any_bool(d)", "float": "any_float(d)",
           "uint32_t": "(uint32_t)any_int32(d)", "uint64_t": "roll(d) % 64", "double": "any_float(d)", "const char *": "any_text(d)", "const void *": "any_handle(d, any_class(d))"}
# Tables of functions, which hostile.h fills.
STRUCTURES = {
    "TCGBHostDelegate": "any_delegate(d)", "NCMBSubclass": "any_subclass(d)", "TCGBStoreAdapter": "any_store(d)", "TCGBHTTP": "any_http(d)",
    "NHNCloudInAppPurchaseDelegate": "any_iap_delegate(d)", "HIVEPushDelegate": "any_push_delegate(d)", "TCGBAuthAdapter": "any_adapter(d)"}
FUNCTIONS_AT_LEAST = 200


def joined(type):
    """`const char *const *`, as C writes it."""
    return re.sub(r"\s*\*\s*const\s*\*$", " *const *", type)


def program(declarations, main="hostile_main.h", more=()):
    """`main`: what is done with the table of calls. `more`: lines before it."""
    if len(declarations.functions) < FUNCTIONS_AT_LEAST:
        raise ValueError("only %d functions were found" % len(declarations.functions))
    live = objects.objects(declarations)
    names = ("Gamebase", "NCMB", "NHNCloudIAP", "HIVE", "HIVEExtensions")
    lines = ["#include <%s/%s.h>" % (name, name) for name in names] + ['#include "hostile.h"', ""]
    lines += ["enum { %s, CLASSES };" % ", ".join("CLASS_" + name for name in live)]
    lines.append("static void *make(int class_) {\n    switch (class_) {")
    lines += ["    case CLASS_%s: return (void *)%s;" % item for item in live.items()]
    lines.append("    }\n    return NULL;\n}")
    lines.append("enum { CLASS_OF_PAGES = CLASS_TCGBWebViewRequest, CLASS_OF_ALERTS = CLASS_TCGBAlert, CLASS_OF_REQUESTS = CLASS_TCGBAuthAdapterRequest, CLASS_OF_STORE_REQUESTS = CLASS_TCGBStoreRequest, CLASS_OF_RETRY_RESULTS = CLASS_TCGBPurchasableRetryTransactionResult, CLASS_OF_INSTANCES = CLASS_TCGBInstance, CLASSES_ = CLASSES };")
    for callback in declarations.callbacks.values():
        lines += callback_lines(callback)
    for number, function in enumerate(declarations.functions):
        lines += wrapper(number, function, declarations)
    lines.append("static const struct call calls[] = {")
    lines += ['    {"%s", call_%d},' % (function.name, number) for number, function in enumerate(declarations.functions)]
    lines += ["};", "enum { CALLS = sizeof calls / sizeof *calls };", *more, '#include "%s"' % main]
    return "\n".join(lines) + "\n"


def callback_lines(callback):
    arguments = ["%s %s" % (argument.type, argument.name) for argument in callback.arguments]
    body = ["    called(context, %s);" % ("false" if callback.is_completion else "true")]
    for argument in callback.arguments:
        if argument.type == "const char *":
            body.append("    touch(%s);" % argument.name)
        elif argument.type == "const TCGBPurchasableRetryTransactionResult *":
            body.append("    keep_retry_result(%s);" % argument.name)
        elif argument.name != "context":
            body.append("    (void)%s;" % argument.name)
    return ["static %s cb_%s(%s) {" % (callback.result, callback.name, ", ".join(arguments)), *body, "}"]


def wrapper(number, function, declarations):
    lines = ["static void call_%d(struct dice *d) {" % number]
    passed, handles, completion, array, bytes_of, out = [], False, None, None, None, None
    for index, argument in enumerate(function.arguments):
        name, type = "a%d" % index, argument.type
        if type in declarations.callbacks:
            completion = "record_%d" % index
            lines.append("    %s %s = any_bool(d) || d->mode < 0 ? cb_%s : NULL;" % (type, name, type))
            lines.append('    void *' + completion + ' = %s ? begin_record("%s", %s) : NULL;' % (name, function.name, "false" if declarations.callbacks[type].is_completion else "true"))
        elif type == "void *":
            lines.append("    void *%s = %s;" % (name, completion or "any_pointer(d)"))
            completion = None
        elif type == "TCGBError **":
            lines.append("    TCGBError *%s_error = NULL;" % name)
            lines.append("    TCGBError **%s = any_bool(d) ? &%s_error : NULL;" % (name, name))
            out = name
        elif type == "const int64_t *":
            lines.append("    int64_t %s_items[3] = {any_int64(d), any_int64(d), any_int64(d)};" % name)
            lines.append("    %s %s = any_bool(d) ? %s_items : NULL;" % (type, name, name))
            array = name
        elif type.endswith("const *"):
            # An array, and after it how long it is: NULL, a part, or all of one that is as long as it says.
            element = type[:-len("const *")].strip()
            value = "any_text(d)" if element == "const char *" else "any_handle(d, CLASS_%s)" % class_of(element)
            handles |= element != "const char *"
            lines.append("    %s %s_items[3] = {%s};" % (element, name, ", ".join([value] * 3)))
            lines.append("    %s %s = any_bool(d) ? %s_items : NULL;" % (joined(type), name, name))
            array = name
        elif array:
            lines.append("    size_t %s = %s ? (any_bool(d) ? SIZE_MAX : pick(d, 4)) : any_size(d);" % (name, array))
            array = None
        elif type == "const void *" and argument.name == "data":
            lines.append("    const char *%s_text = any_text(d);" % name)
            lines.append("    const void *%s = %s_text;" % (name, name))
            bytes_of = name
        elif bytes_of:
            lines.append("    size_t %s = %s ? (any_bool(d) ? SIZE_MAX : strlen(%s_text)) : any_size(d);" % (name, bytes_of, bytes_of))
            bytes_of = None
        elif type == "const TCGBActionSheetBlock *":
            lines.append("    TCGBActionSheetBlock %s_items[3] = {{any_text(d), d_block, NULL}, {any_text(d), NULL, NULL}, {any_text(d), d_block, NULL}};" % name)
            lines.append("    %s %s = any_bool(d) ? %s_items : NULL;" % (type, name, name))
            array = name
        elif argument.name == "directory":
            # Whatever the text is, nothing is written beside the tests: no folder is below a device.
            lines.append("    char %s_path[256];" % name)
            lines.append("    const char *%s = any_text(d);" % name)
            lines.append("    if (%s && strlen(%s) < 200)" % (name, name))
            lines.append('        snprintf(%s_path, sizeof %s_path, "/dev/null/%%s", %s), %s = %s_path;' % ((name,) * 5))
        elif argument.name == "timeoutMilliseconds":
            lines.append("    %s %s = any_limit(d);" % (type, name))
        elif type in SCALARS:
            handles |= type == "const void *"
            lines.append("    %s %s = %s;" % (type, name, SCALARS[type]))
        elif type in declarations.enumerations:
            lines.append("    %s %s = (%s)any_int32(d);" % (type, name, type))
        elif class_of(type) in declarations.objects:
            handles = True
            lines.append("    %s %s = any_handle(d, CLASS_%s);" % (type, name, class_of(type)))
        elif class_of(type) in STRUCTURES:
            lines.append("    %s %s = %s;" % (type, name, STRUCTURES[class_of(type)]))
        else:
            raise ValueError("%s: no hostile value is known for the type %s" % (function.name, type))
        passed.append(name)
    call = "%s(%s)" % (function.name, ", ".join(passed))
    result = function.result
    if result == "void":
        lines.append("    %s;" % call)
    elif result == "const char *":
        lines.append("    const char *result = %s;" % call)
        lines.append("    %s;" % ("if (!threaded) touch(result)" if handles else "touch(result)"))
    elif result == "TCGBInstance *" and "current" not in function.name:
        lines.append("    keep_instance(%s);" % call)
    elif class_of(result) in declarations.objects and function.is_owned:
        lines.append("    TCGBRelease(%s);" % call)
    elif function.name == "TCGBRetain":
        lines.append("    TCGBRelease(%s);" % call)
    else:
        lines.append("    (void)%s;" % call)
    if out:
        lines.append("    TCGBRelease(%s_error);" % out)
    if function.name == "NCMB_setApplicationKey_clientKey":
        lines.append("    TCGBConsole_loadSettings_completion(CHEAP_PASSWORDS, NULL, NULL);")
    if out or function.name in WAITING:
        # What waits for the service waits seconds when that answers nothing. So does another thread when this one leaves it suspended.
        lines.insert(1, "    TCGBConsole_setServiceSuspended(false);")
    lines.append("    (void)d;\n}")
    return lines

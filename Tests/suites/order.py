"""Every call with a completion at each moment when it cannot be made, cannot be answered or is taken back. The program is written from the
headers, so that a new call is tried without anybody's care: it has the answer that most have, or a line in a table here."""
import os
import re

from api import objects
from api.samples import class_of
from harness import declarations, places
from harness.runner import Failure, Test

CALLS_AT_LEAST = 80
TIMEOUT_SECONDS = 300
# What a call is handed, by the name of its argument: a value that a player or an operator could give.
TEXTS = {
    "settingsJson": "ORDER_SETTINGS", "path": '"Tests/contract/start/order.json"',
    "maintenanceJson": '"{\\"typeCode\\":\\"APP\\"}"', "productsJson": '"[]"', "outcome": '"APPROVE"',
    "messageId": '"1"',
    "paymentSeq": '"1"', "kind": '"REFUND"', "action": '"EXPIRE"', "kickoutJson": '"{}"', "pushJson": '"{\\"title\\":\\"t\\"}"',
    "queryJson": '"{\\"kind\\":\\"members\\"}"', "graceBanJson": "NULL",
    "credential": '"{\\"provider_name\\":\\"google\\",\\"access_token\\":\\"ann\\"}"',
    "gamebaseProductId": '"gem_100"', "idPCode": '"google"', "url": '"https://example.com/"', "method": '"GET"',
    "googleInfo": "PROVIDER_INFO", "twitterInfo": "PROVIDER_INFO", "facebookInfo": "PROVIDER_INFO", "appleInfo": "PROVIDER_INFO",
    "directory": '"/dev/null/none"', "additionalInfo": "NULL", "launchOptions": "NULL", "headers": "NULL",
}
TYPES = {"TCGBConsole_banUser_type_message_endDate_completion": '"PERMANENT"',
         "TCGBGamebase_loginWithType_viewController_completion": "kTCGBAuthGuest",
         "TCGBGamebase_loginWithType_additionalInfo_viewController_completion": "kTCGBAuthGuest"}
# What these are told besides names and messages is JSON, and their queries are over installations.
JSON_CALLS = ("NCMBPush_", "NCMBScript_")
NUMBERS = {"status": "IN_SERVICE", "itemSeq": "1"}
# What is not as the rules of Tests/api make it: the app is the one of the settings.
OBJECTS = {"TCGBConfiguration": 'TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0")'}
SIGN_IN = "TCGBGamebase_(login.*|transferAccountWithIdPLogin.*)"
PROGRAM = """#include "every_call.h"
%s
static const struct call calls[] = {
%s
};
int main(int count, char **arguments) {
    return count == 2 ? try_every_call(calls, sizeof calls / sizeof *calls, arguments[1]) : 2;
}
"""


def value(function, argument, declared):
    name, type = argument.name, argument.type
    if type in declared.callbacks or type in ("void *", "const void *"):
        return "NULL"
    if type == "const char *":
        if function.name.startswith(JSON_CALLS) and name in ("data", "headers", "queries"):
            return '"{}"'
        return TYPES.get(function.name, '"google"') if name == "type" else TEXTS.get(name, '"x"')
    if type == "NCMBObject *const *":
        return '(NCMBObject *const[]){NCMBObject_objectWithClassName("Horse")}'
    if type == "size_t" and any(other.type == "NCMBObject *const *" for other in function.arguments):
        return "1"
    if type in ("bool", "size_t") or type.endswith("const *"):
        return {"bool": "true", "size_t": "0"}.get(type, "NULL")
    if type in ("int32_t", "int64_t"):
        return NUMBERS.get(name, "1")
    if name == "query" and function.name.startswith(JSON_CALLS):
        return "NCMBInstallation_query()"
    made = OBJECTS.get(class_of(type)) or objects.made(declared, class_of(type)) or "own_live"
    if "own_live" in made:
        raise Failure("%s: say here how a value of %s is made" % (function.name, type))
    return made


def calls(context):
    """(function, the place of its completion) of each."""
    declared, found = declarations.read(context.path("include")), []
    for function in declared.functions:
        types = [argument.type for argument in function.arguments]
        completions = [place for place, type in enumerate(types) if type in declared.callbacks and declared.callbacks[type].is_completion]
        if len(completions) > 1:
            raise Failure("%s has two completions" % function.name)
        found += [(function, place) for place in completions]
    if len(found) < CALLS_AT_LEAST:
        raise Failure("only %d calls with a completion were found" % len(found))
    return found


def program(context):
    def write():
        declared, lines, table, written = declarations.read(context.path("include")), [], [], set()
        for number, (function, place) in enumerate(calls(context)):
            callback = declared.callbacks[function.arguments[place].type]
            if callback.name not in written:
                written.add(callback.name)
                arguments = ", ".join("%s %s" % (argument.type, argument.name) for argument in callback.arguments)
                names = [argument.name for argument in callback.arguments]
                unused = "".join(" (void)%s;" % name for name in names if name not in ("error", "context", "result"))
                error = "error" if "error" in names else "NULL"
                if callback.name.startswith("HIVE"):
                    error = "HIVEResultAPI_error(result)"
                lines.append("static void on_%s(%s) {%s note(%s, context); }" % (callback.name, arguments, unused, error))
            lines.append("static void call_%d(struct heard *heard) {" % number)
            passed, release = [], []
            for index, argument in enumerate(function.arguments):
                given = value(function, argument, declared)
                if index == place:
                    given = "heard ? on_%s : NULL" % callback.name
                elif index == place + 1:
                    given = "heard"
                elif class_of(argument.type) in declared.objects:
                    lines.append("    %s a%d = %s;" % (argument.type, index, given))
                    given = "a%d" % index
                    release.append("    TCGBRelease(a%d);" % index)
                passed.append(given)
            lines += ["    %s(%s);" % (function.name, ", ".join(passed)), *release, "}"]
            flags = ["true" if re.search(pattern, function.name) else "false" for pattern in ("_initializeWith", SIGN_IN)]
            table.append('    {"%s", call_%d, %s},' % (function.name, number, ", ".join(flags)))
        path = os.path.join(context.scratch, "order.c")
        with open(path, "w") as file:
            file.write(PROGRAM % ("\n".join(lines), "\n".join(table)))
        return path
    return context.compile(context.once("order.c", write), "order")


def answers(context, moment):
    """Function -> what came of it at that moment."""
    context.library()
    path = program(context)
    try:
        output = context.check([path, moment], timeout=TIMEOUT_SECONDS)
    except Failure as failure:
        raise Failure(places.resolved(path, str(failure))) from None
    found, wrong = {}, []
    for line in output.splitlines():
        name, _, answer = line.partition(" ")
        if name.endswith(":") or not re.fullmatch(r"-?\d+( at once| by the end)?", answer):
            wrong.append(line)
        else:
            found[name] = answer
    names = [function.name for function, _ in calls(context)]
    wrong += ["%s: nothing was heard" % name for name in names if name not in found]
    if wrong:
        raise Failure("%s:\n%s" % (moment, "\n".join(wrong)))
    return found


def compared(context, moment, usual, others):
    """`others`: answer -> patterns of names."""
    found, used, wrong = answers(context, moment), set(), []
    for name, answer in found.items():
        expected = usual
        for other, patterns in others.items():
            for pattern in patterns:
                if re.fullmatch(pattern, name):
                    expected = other
                    used.add((other, pattern))
        if answer != expected:
            wrong.append("%s: answered with %s, not with %s" % (name, answer, expected))
    listed = {(other, pattern) for other, patterns in others.items() for pattern in patterns}
    wrong += ["%s: no call has this name" % pattern for _, pattern in sorted(listed - used)]
    if wrong:
        raise Failure("%s:\n%s" % (moment, "\n".join(wrong)))


# There is no window of a provider's.
NO_WINDOW = [
    "NCMBFacebookUtils_(logInWithPermissions|linkUser_permissions|reauthorizeUser).*", "NCMBTwitterUtils_(logInWithBlock|linkUser_block)"]
# What the library shows by itself, through the host.
SHOWN = ["TCGBUtil_showAlert.*"]
NOT_INITIALIZED = {"0": SHOWN + ["TCGBGamebase_initializeWith.*"]}
# Calls that need no player; most have an answer, and some complain of what they were handed.
NEED_NO_PLAYER = {
    "0": SHOWN + [
        "TCGBConsole_.*", "TCGBContact_.*", "TCGBGameNotice_.*", "TCGBImageNotice_.*", "TCGBLaunching_.*", "TCGBServer_.*",
        "TCGBWebView_.*", "TCGBGamebase_initializeWith.*", "TCGBGamebase_loginWith.*",
        "TCGBPush_queryNotificationAllowedWithCompletion", "TCGBTerms_showTermsView.*",
        "TCGBTerms_queryTerms.*", "NHNCloudIAP_requestProducts.*",
        "NCMBAnonymousUtils_.*", "NCMBServer_.*", "NCMBObject_save(All)?(In|Ev).*", "NCMBQuery_(find|getFirst|count).*",
        "NCMBUser_(logOut|automatic|signUpWith).*", "NCMBFacebookUtils_logInWithFacebookId.*", "NCMBFile_.*", "NCMBPush_.*",
        "HIVEPush_(register|getL|.*Foreground).*", "HIVEPushInbox_.*", "HIVENotificationService_.*"],
    # The mobile backend has users of its own; these calls were handed none of them, and objects that were never saved.
    "400003": [
        "NCMBObject_((fetch|refresh|delete)(All)?In|deleteEv).*", "NCMBUser_signUpIn.*", "NCMBUser_linkWith.*",
        "NCMBFacebookUtils_linkUser_facebookId.*", "NCMBTwitterUtils_linkUser_twitterId.*"],
    "400006": ["NCMBTwitterUtils_logInWithTwitterId.*"], "404003": ["NCMB(User|FacebookUtils|TwitterUtils)_unlink.*"],
    "404001": ["NCMBQuery_getObjectIn.*", "NCMBMail_finish.*", "NCMBScript_.*"],
    "401002": ["NCMBUser_logInWith.*"], "400005": ["NCMBUser_signUpFromAnonymous.*"], "404002": ["NCMBUser_request.*"] + NO_WINDOW,
    "3": ["TCGBConsole_cancelPush.*", "TCGBConsole_refundPayment.*", "TCGBConsole_changeSubscription.*", "TCGBConsole_verifyPayment.*",
          "TCGBConsole_(im|ex)portNCMB.*"],
    "3003": ["TCGBConsole_(startPromotion|banUser|releaseBanOfUser|setGraceBanOfUser|revokeIdP).*"],
    "3045": ["TCGBGamebase_transferAccountWithIdPLogin.*"],
    "3103": ["TCGBGamebase_loginForLastLoggedIn.*"],
    "7": ["NHNCloudIAP_(?!requestProducts).*"],
}
# Answered without the service: by what the device knows, or by a refusal.
AT_ONCE = {
    "0 at once": [
        "TCGBPush_queryNotificationAllowedWithCompletion", "NHNCloudIAP_processesIncomplete.*", "NCMBUser_(logOut|automatic).*",
        "NCMBServer_.*", "NCMBFile_getData.*", "HIVENotificationService_.*"],
    "404001 at once": ["NCMBScript_.*"], "3 at once": ["TCGBConsole_(im|ex)portNCMB.*"],
    "3002 at once": ["TCGBGamebase_addMappingWithType.*"],
    "3103 at once": ["TCGBGamebase_loginForLastLoggedIn.*"],
    "3402 at once": ["TCGBGamebase_removeMappingWithType.*"],
    "400003 at once": [
        "NCMBObject_((fetch|refresh|delete)(All)?In|deleteEv).*", "NCMBUser_linkWith.*", "NCMBFacebookUtils_linkUser_facebookId.*",
        "NCMBTwitterUtils_linkUser_twitterId.*"],
    "400006 at once": ["NCMBTwitterUtils_logInWithTwitterId.*"], "404002 at once": NO_WINDOW,
    "404003 at once": ["NCMB(User|FacebookUtils|TwitterUtils)_unlink.*"],
    "400005 at once": ["NCMBUser_signUpFromAnonymous.*"],
}
# The other surface names what NHN Cloud names, and Gamebase's own code above it.
ENDED = {"0": SHOWN, "100": ["NHNCloudIAP_.*"], **AT_ONCE}
# An alert and a web page have no number: who shows them closes them.
CANCELLED_AS_LOGIN = {"0 by the end": SHOWN, "3001": [SIGN_IN], "100 by the end": ["NHNCloudIAP_.*"], **AT_ONCE}
CANCELLED = {"0 by the end": SHOWN, "110 by the end": ["TCGBWebView_.*"], "3001": [SIGN_IN], "100": ["NHNCloudIAP_.*"], **AT_ONCE}


# order: call before initialize; defect 4
def before_initialize(context):
    compared(context, "before initialize", "1", NOT_INITIALIZED)


def after_shutdown(context):
    compared(context, "after shutdown", "1", NOT_INITIALIZED)


# defect 4; order: purchase; order: withdraw
def before_a_login(context):
    compared(context, "before a login", "2", NEED_NO_PLAYER)


def after_a_logout(context):
    compared(context, "after a logout", "2", NEED_NO_PLAYER)


def ended_by_shutdown(context):
    compared(context, "ended by shutdown", "110", ENDED)


def cancelled(context):
    compared(context, "cancelled", "110", CANCELLED)


def cancelled_as_login(context):
    compared(context, "cancelled as a login", "110 by the end", CANCELLED_AS_LOGIN)


def without_completion(context):
    compared(context, "without completion", "0", {})


def tests(context):
    return [
        Test("every call before initialize is answered once, with 1", before_initialize),
        Test("every call after a shutdown is answered once, with 1", after_shutdown),
        Test("every call of a player before a login is answered once, with 2", before_a_login),
        Test("every call of a player after a logout is answered once, with 2", after_a_logout),
        Test("every call that the service does not answer is ended once, by shutdown, with 110", ended_by_shutdown),
        Test("every call that is cancelled is answered once, with 110 or 3001", cancelled),
        Test("a login that is cancelled is answered once, with 3001, and cancelling a login touches no other call", cancelled_as_login),
        Test("every call may be made without a completion, at any moment", without_completion),
    ]

"""The JSON forms of objects: what is written is what was read, key by key, and one value of a wrong kind refuses the whole."""
import copy
import json
import os

from harness import declarations
from harness.runner import Failure, Test
from suites import settings

# Every key that the objects know; one that they do not is added to each, inside, too.
UNKNOWN = {"kept": [1]}
GRACE_BAN = {
    "gracePeriodDate": 5, "message": "m", "paymentStatus": {"amount": 0.99, "count": 1, "currency": "USD"},
    "releaseRuleCondition": {"amount": 9, "count": 2, "currency": "USD", "conditionType": "OR"},
}
PUSH_MESSAGE = {"id": "1", "title": "t", "body": "b", "extras": "{}"}
SAMPLES = {
    "TCGBAuthToken": {
        "token": {
            "sourceIdPCode": "google", "accessToken": "T", "accessTokenSecret": "s", "subCode": "c", "thirdIdPCode": "d", "extraParams": {"k": "v"},
            "expiresIn": 7,
        },
        "member": {
            "userId": "U", "appId": "A", "valid": "Y", "regDate": 1, "lastLoginDate": 2,
            "authList": [{"userId": "U", "authSystem": "g", "idPCode": "google", "authKey": "K", "regDate": 3}],
            "temporaryWithdrawal": {"gracePeriodDate": 4}, "graceBan": GRACE_BAN,
        },
    },
    "TCGBError": {
        "code": 3, "domain": "D", "message": "m", "transactionId": "t", "extras": {"k": "v"},
        "error": {"code": 4, "domain": "E", "message": "n"},
    },
    "TCGBForcingMappingTicket": {
        "userId": "U", "mappedUserId": "V", "mappedUserValid": "Y", "idPCode": "google", "forcingMappingKey": "K", "expirationDate": 1, "accessToken": "T",
        "subCode": "c", "extraParams": {"k": "v"},
    },
    "TCGBGamebaseEventMessage": {"category": "c", "data": "{}"},
    "TCGBGamebaseEventIdPRevokedData": {"code": 600, "idPType": "google", "authMappingList": ["steam"], "extras": "e"},
    "TCGBGamebaseEventLoggedOutData": {"message": "m", "extras": "e"},
    "TCGBGamebaseEventServerPushData": {"extras": "e", "popup": {"k": "v"}},
    "TCGBGamebaseEventObserverData": {"code": 1, "message": "m", "extras": "e"},
    "TCGBPushMessage": PUSH_MESSAGE,
    "TCGBPushAction": {"actionType": "REPLY", "message": PUSH_MESSAGE, "userText": "u"},
    "TCGBGraceBanInfo": GRACE_BAN,
    "TCGBNotificationOptions": {"foregroundEnabled": True, "badgeEnabled": False, "soundEnabled": False},
    "TCGBPushTokenInfo": {
        "pushType": "LINUX", "token": "T", "userId": "U", "deviceCountryCode": "KR", "timezone": "Asia/Seoul", "registeredDateTime": "2026-01-01T00:00:00Z",
        "languageCode": "ko", "sandbox": True, "agreement": {"pushEnabled": True, "adAgreement": True, "adAgreementNight": True},
    },
    "TCGBQueryTermsResult": {
        "termsSeq": 1, "termsVersion": "2", "termsCountryType": "ETC", "contents": [{
            "termsContentSeq": 3, "name": "n", "required": True, "agreePush": "NONE", "agreed": True, "node1DepthPosition": 4, "node2DepthPosition": 5,
            "detailPageUrl": "https://example.com/",
        }],
    },
    "TCGBTransferAccountInfo": {
        "issuedType": "AUTO", "account": {"id": "I", "password": "P"},
        "condition": {"transferAccountType": "ID_PASSWORD", "expirationType": "PERIOD", "expirationDate": 7},
    },
    "TCGBTransferAccountRenewConfiguration": {"renewalModeType": "MANUAL", "renewalTargetType": 1, "accountId": "i", "accountPassword": "p"},
    "TCGBUpdateInfo": {"installUrl": "https://example.com/", "message": "m", "detailUrl": "https://example.com/d"},
}
# What is carried as it is, whatever is in it.
AS_IT_IS = ("extraParams", "extras", "popup", "unknown")
# These keep no key that they do not know: a class, and an object inside another.
KNOW_ALL = ("TCGBTransferAccountRenewConfiguration", "agreement")
# The product's keys that the console calls otherwise than the SDK does, and those that no game is told.
TOLD_AS = {"active": "isActive", "storeCode": "marketId", "price": "priceString"}
NOT_TOLD = ("subscriptionPeriodMilliseconds", "subscriptionGroup")
SHOP = """#include <inttypes.h>

#include "play.h"
static void on_shown(const TCGBPurchasableItem *const *items, size_t count, const TCGBError *error, void *context) {
    for (size_t i = 0; i < count; i++) {
        const TCGBPurchasableItem *item = items[i];
%s
    }
    on_error(error, context);
}
PROMISE("the shop") {
    initialize_here();
    char *settings = getenv("SETTINGS");
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(settings, on_error, &answer));
    log_in();
    PLAY_WELL(&answer, TCGBPurchase_requestItemListPurchasableWithCompletion(on_shown, &answer));
    require(TCGBGamebase_shutdown(2000));
}
int main(int count, char **arguments) { return run_promise(count, arguments); }
"""
SHOWN = {
    "const char *": '"\\"%%s\\"", %s', "bool": '"%%s", %s ? "true" : "false"', "int64_t": '"%%" PRId64, %s', "float": '"%%g", %s',
}
PROGRAM = """#include <Gamebase/Gamebase.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    static char line[65536];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\\n")] = 0;
        char *json = strchr(line, '\\t');
        *json++ = 0;
%s
    }
    return 0;
}
"""
CASE = """        if (strcmp(line, "%(name)s") == 0) {
            %(name)s *object = %(reader)s(json);
            puts(object ? %(name)s_jsonString(object) : "NULL");
            TCGBRelease(object);
        }"""


def answers(context, questions):
    """What each text becomes, read and written by its class: the parsed JSON, or None where it was refused."""
    context.library()
    functions = {function.name: function for function in declarations.read(context.path("include")).functions}
    readers = {name: next(reader for reader in functions if reader.startswith(name + "_") and reader.lower().endswith(("fromjsonstring", "withjsonstring")))
               for name in SAMPLES}
    path = os.path.join(context.scratch, "values.c")
    with open(path, "w") as file:
        file.write(PROGRAM % "\n".join(CASE % {"name": name, "reader": reader} for name, reader in readers.items()))
    asked = os.path.join(context.directory("values"), "asked")
    with open(asked, "w") as file:
        file.writelines("%s\t%s\n" % (name, json.dumps(value)) for name, value in questions)
    with open(asked, "rb") as file:
        lines = context.check([context.compile(path, "values")], stdin=file).splitlines()
    if len(lines) != len(questions):
        raise Failure("%d answers to %d texts" % (len(lines), len(questions)))
    return [None if line == "NULL" else json.loads(line) for line in lines]


def with_unknown(value):
    if isinstance(value, list):
        return [with_unknown(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    return dict({key: inner if key in AS_IT_IS + KNOW_ALL else with_unknown(inner) for key, inner in value.items()}, unknown=UNKNOWN)


def same(context):
    wanted = [(name, sample if name in KNOW_ALL else with_unknown(sample)) for name, sample in SAMPLES.items()]
    wrong = ["%s:\n  read    %s\n  written %s" % (name, sample, found) for (name, sample), found in zip(wanted, answers(context, wanted)) if found != sample]
    if wrong:
        raise Failure("\n".join(wrong))


def steps(value, so_far=()):
    """Every place in a value, but inside what is carried as it is."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield so_far + (key,), inner
        if key not in AS_IT_IS:
            yield from steps(inner, so_far + (key,))


def wrong_kinds(context):
    questions = []
    for name, sample in SAMPLES.items():
        for place, value in steps(sample):
            changed = copy.deepcopy(sample)
            at = changed
            for step in place[:-1]:
                at = at[step]
            at[place[-1]] = 7 if isinstance(value, (str, dict, list)) or value is True or value is False else "seven"
            questions.append((name, changed))
    taken = ["%s takes %s" % question for question, found in zip(questions, answers(context, questions)) if found is not None]
    if taken:
        raise Failure("\n".join(taken))


def told(context):
    """Each key that the console has for a product, set to its example, is what the getter of that name answers."""
    context.library()
    schema = settings.schema(context)
    sample = schema.sample(schema.root["properties"]["products"]["items"])
    product = dict({key: value for key, value in sample.items() if key not in NOT_TOLD}, storeCode="SANDBOX")
    getters = [function for function in declarations.read(context.path("include")).functions
               if [plain.type for plain in function.arguments] == ["const TCGBPurchasableItem *"] and not function.name.endswith("sonString")]
    path = os.path.join(context.scratch, "shop.c")
    with open(path, "w") as file:
        file.write(SHOP % "\n".join('        printf("%s\\t"), printf(%s), puts("");' % (
            function.name.split("_")[1], SHOWN[function.result] % (function.name + "(item)")) for function in getters))
    stores = [{"storeCode": "SANDBOX"}]
    document = {"app": {"appId": "Contract"}, "idPs": {"guest": {"enabled": True}}, "stores": stores, "products": [product]}
    command = [context.compile(path, "shop"), "the shop", context.directory("shop")]
    output = context.check(command, environment={"SETTINGS": json.dumps(document)})
    found = {key: json.loads(value) for key, value in (line.split("\t") for line in output.splitlines())}
    wrong = ["%s: the console has %r, the getter answers %r" % (key, value, found.get(TOLD_AS.get(key, key)))
             for key, value in product.items() if found.get(TOLD_AS.get(key, key)) != value]
    if wrong:
        raise Failure("\n".join(wrong))


def tests(context):
    return [
        Test("each key of a product in the console reaches the getter of its name", told),
        Test("what an object's JSON says is what it was read from, known and unknown keys", same),
        Test("one value of a wrong kind, at any place, refuses the whole object", wrong_kinds),
    ]

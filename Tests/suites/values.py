"""The JSON forms of objects: what is written is what was read, key by key, and one value of a wrong kind refuses the whole."""
import copy
import json
import os

from api import samples
from harness import declarations
from harness.runner import Failure, Test
from suites import settings

# A key that no object knows, added to each, inside, too.
UNKNOWN = {"kept": [1]}
CLASSES_AT_LEAST = 20
# What is carried as it is, whatever is in it.
AS_IT_IS = ("extraParams", "extras", "popup", "unknown")
# These keep no key that they do not know: a class, and an object inside another.
KNOW_ALL = ("TCGBTransferAccountRenewConfiguration", "agreement", "NHNCloudIAPConfiguration", "NHNCloudProduct", "NHNCloudProductsResponse",
            "NHNCloudPurchaseResult")
# It is read as the message of a push, whose sender may write anything, and written as what was understood.
OWN_FORM = ("HIVEPushMessage",)
# Of these keys another kind is taken: priceString counts in place of price; a product's type is the text that earlier versions wrote, too;
# an event alone says why a payment came.
IAP_PRODUCTS = ("NHNCloudProduct", "NHNCloudProductsResponse", "NHNCloudPurchaseResult")
OTHER_KINDS = {
    "price": IAP_PRODUCTS + ("TCGBPurchasableItem", "TCGBPurchasableReceipt"), "productType": IAP_PRODUCTS,
    "updateKind": ("TCGBPurchasableReceipt",),
}
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
#include <HIVE/HIVE.h>
#include <NHNCloudIAP/NHNCloudIAP.h>
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
            puts(object ? %(writer)s(object) : "NULL");
            TCGBRelease(object);
        }"""


def answers(context, questions):
    """What each text becomes, read and written by its class: the parsed JSON, or None where it was refused."""
    context.library()
    declared = declarations.read(context.path("include"))
    cases = [{"name": name, "reader": samples.reader(declared, name).name, "writer": samples.writer(declared, name).name}
             for name in samples.samples(declared)]
    path = os.path.join(context.scratch, "values.c")
    with open(path, "w") as file:
        file.write(PROGRAM % "\n".join(CASE % case for case in cases))
    asked = os.path.join(context.directory("values"), "asked")
    with open(asked, "w") as file:
        file.writelines("%s\t%s\n" % (name, json.dumps(value)) for name, value in questions)
    with open(asked, "rb") as file:
        lines = context.check([context.compile(path, "values")], stdin=file).splitlines()
    if len(lines) != len(questions):
        raise Failure("%d answers to %d texts" % (len(lines), len(questions)))
    return [None if line == "NULL" else json.loads(line) for line in lines]


def examples(context):
    """Class -> JSON that it is read from."""
    found = samples.samples(declarations.read(context.path("include")))
    found = {name: sample for name, sample in found.items() if name not in OWN_FORM}
    if len(found) < CLASSES_AT_LEAST:
        raise Failure("only %d classes are read from JSON" % len(found))
    return found


def with_unknown(value):
    if isinstance(value, list):
        return [with_unknown(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    return dict({key: inner if key in AS_IT_IS + KNOW_ALL else with_unknown(inner) for key, inner in value.items()}, unknown=UNKNOWN)


def same(context):
    wanted = [(name, sample if name in KNOW_ALL else with_unknown(sample)) for name, sample in examples(context).items()]
    wrong = ["%s:\n  read    %s\n  written %s" % (name, sample, found)
             for (name, sample), found in zip(wanted, answers(context, wanted)) if found != sample]
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
    for name, sample in examples(context).items():
        for place, value in steps(sample):
            if name in OTHER_KINDS.get(place[-1], ()):
                continue
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

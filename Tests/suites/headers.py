"""Each header alone and first, under every compiler and standard that an engine may use, without one warning."""
import glob
import os
import re

from harness import declarations, series
from harness.runner import Failure, Test

C_STANDARDS = ["c99", "c11", "c17"]
CXX_STANDARDS = ["c++11", "c++14", "c++17", "c++20"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-Wstrict-prototypes"]
HEADERS_AT_LEAST = 18
COLUMNS_MAX = 140
DECLARATIONS_AT_LEAST = 700
# Words by which a comment says how long an object lives.
OWNERSHIP = re.compile(r"caller releases|borrowed|needs no release|one more TCGBRelease|lives (as long as|until)", re.I)
# What the SDKs deprecated works here, and its comment says so.
DEPRECATED = {
    "TCGBPurchase.h": [
        "requestItemListAtIAPConsoleWithCompletion", "requestItemListOfNotConsumedWithCompletion", "requestActivatedPurchasesWithCompletion",
        "requestRetryTransactionWithCompletion", "setPromotionIAPHandler", "setStoreCode", "storeCode"],
    "NHNCloudIAP.h": ["requestActivePurchasesWithCompletionHandler", "processesIncompletePurchasesWithCompletionHandler"],
}


def headers(context, extension):
    found = sorted(os.path.relpath(path, context.path("include")) for path in glob.glob(context.path("include", "*", "*" + extension)))
    if extension == ".h" and len(found) < HEADERS_AT_LEAST:
        raise Failure("only %d headers were found" % len(found))
    return found


def silent(compiler, language, standard, extension, alone=True):
    def run(context):
        warnings = [flag for flag in WARNINGS if language == "c" or flag != "-Wstrict-prototypes"]
        names = headers(context, extension)
        if not names:
            raise Failure("there is no %s header" % extension)
        for together in ([name] for name in names) if alone else [names]:
            source = os.path.join(context.directory("header"), "alone." + ("c" if language == "c" else "cpp"))
            with open(source, "w") as file:
                # Twice: a header must stand alone and may be included again.
                file.writelines("#include <%s>\n#include <%s>\n" % (name, name) for name in together)
                file.write("int alone_is_not_empty;\n")
            output = context.check(
                [compiler, "-x", language, "-std=" + standard, *warnings, "-fsyntax-only", "-I" + context.path("include"), source])
            if output.strip():
                raise Failure("%s: not silent:\n%s" % (", ".join(together), output))
    return run


def only_standard_includes(context):
    allowed = {"<stdint.h>", "<stddef.h>", "<stdbool.h>"}
    for name in headers(context, ".h"):
        for line in open(context.path("include", name)):
            if line.startswith("#include"):
                what = line.split(None, 1)[1].strip()
                # The trees lie side by side, wherever they are installed.
                sibling = re.match(r'^"(\.\./[A-Za-z]+/)?[A-Za-z]+\.h"$', what)
                if what not in allowed and not sibling:
                    raise Failure("%s includes %s" % (name, what))


def comment_above(text, declaration):
    """The comment that stands directly above what the pattern describes; None when it describes nothing, "" without a comment."""
    found = re.search(r"(?:/\*((?:[^*]|\*(?!/))*)\*/\n)?[ \t]*" + declaration, text)
    return found and (found.group(1) or "")


def deprecated(context):
    for header, names in DEPRECATED.items():
        (path,) = glob.glob(context.path("include", "*", header))
        with open(path) as file:
            text = file.read()
        for name in names:
            comment = comment_above(text, r"TCGB_API [^;(]*\b%s_%s\(" % (header[:-2], name))
            if comment is None or "deprecated by the sdk" not in re.sub(r"[\s*]+", " ", comment).lower():
                raise Failure("%s: the comment of %s does not say that the SDK deprecated it: %s" % (header, name, comment))


def codes_say_when(context):
    with open(context.path("include", "NHNCloudIAP", "NHNCloudIAPError.h")) as file:
        text = file.read()
    for kind, numbers in (("IAP", range(19)), ("Http", range(100, 108))):
        for number in numbers:
            if not comment_above(text, r"NHNCloud%sError\w+ = %d\b" % (kind, number)):
                raise Failure("code %d is missing, or nothing above it says when it is raised" % number)


def no_long_lines(context):
    wrong = []
    for extension in (".h", ".hpp"):
        for name in headers(context, extension):
            with open(context.path("include", name)) as file:
                wrong += ["%s:%d" % (name, number) for number, line in enumerate(file, 1) if len(line.rstrip("\n")) > COLUMNS_MAX]
    if wrong:
        raise Failure("longer than %d columns: %s" % (COLUMNS_MAX, " ".join(wrong)))


def public_declarations(context):
    """(header:line, what it declares, the comment right above or beside it) of each function, constant and type."""
    found = []
    for name in headers(context, ".h"):
        with open(context.path("include", name)) as file:
            text = file.read()
        for match in re.finditer(r"^(TCGB_API|typedef|enum)\b[^;{]*[;{][^\n]*", text, re.M):
            begins = text.rfind("/*", 0, match.start())
            above = re.fullmatch(r"/\*\*(.*)\*/\n", text[begins:match.start()], re.S)
            beside = re.search(r"/\*\*<(.*)\*/$", match.group(0))
            comment = (above.group(1) if above else "") + (beside.group(1) if beside else "")
            found.append(("%s:%d" % (name, text.count("\n", 0, match.start()) + 1), match.group(0), comment.strip()))
    if len(found) < DECLARATIONS_AT_LEAST:
        raise Failure("only %d declarations were found" % len(found))
    return found


def own_comments(context):
    wrong = ["%s: %s" % (place, what) for place, what, comment in public_declarations(context) if not comment]
    if wrong:
        raise Failure("without a comment of its own:\n" + "\n".join(wrong))


def ownership(context):
    wrong, checked = [], 0
    for place, what, comment in public_declarations(context):
        comment = re.sub(r"[\s*]+", " ", comment)
        if re.match(r"TCGB_API (TCGB_OWNED )?(const )?(?!char\b)(TCGB\w+|NHNCloud\w+|NCMB\w+|HIVE\w+) \*\s*\w+\(", what):
            checked += 1
            if not OWNERSHIP.search(comment):
                wrong.append("%s: who releases it? %s" % (place, what))
            if ("the caller releases" in re.sub(r"error: takes why[^.]*\.", "", comment)) != what.startswith("TCGB_API TCGB_OWNED"):
                wrong.append("%s: TCGB_OWNED and the comment differ: %s" % (place, what))
        if re.search(r"(?<!TCGB_OWNED )TCGBError \*\*", what):
            wrong.append("%s: an error that is handed over has TCGB_OWNED: %s" % (place, what))
    if wrong or checked < 60:
        raise Failure("%d functions return an object; of these:\n%s" % (checked, "\n".join(wrong)))


def prefixes(context):
    """Names without a prefix: each has a twin with the same value, and none is left when the program turns them off."""
    declared = declarations.read(context.path("include")).enumerations
    known = ("TCGB", "NHNCloud", "NCMB", "HIVE")
    bare = [name for enumeration in declared.values() for name, _ in enumeration if not name.startswith(known)]
    if len(bare) < 19:
        raise Failure("only %d names without a prefix were found" % len(bare))
    lines = ["#include <%s>" % name for name in headers(context, ".h")]
    same = lines + ["_Static_assert((int)%s == (int)TCGB%s%s, \"\");" % (name, "_" if name.isupper() else "", name) for name in bare]
    mine = lines + ["enum { %s };" % ", ".join(bare + ["NetworkStatus"]), "int %s_is_mine = TCGB_IN_TEST + TCGBNotReachable;" % bare[0]]
    own = ['#define TCGB_API __attribute__((visibility("hidden")))'] + lines
    for title, source, options in (("same", same, []), ("mine", mine, ["-DTCGB_NO_UNPREFIXED_NAMES"]), ("own", own, [])):
        path = os.path.join(context.directory("prefix"), title + ".c")
        with open(path, "w") as file:
            file.write("\n".join(source) + "\n")
        context.check(["gcc", "-std=c11", *WARNINGS, "-fsyntax-only", *options, "-I" + context.path("include"), path])


# C functions that C++ programs reach by another name.
REACHED_OTHERWISE = {
    "a value is set with set_game_user_data and trace_level_up": [
        "TCGBAnalyticsGameUserData_userLevel", "TCGBAnalyticsGameUserData_setUserLevel", "TCGBAnalyticsGameUserData_channelId",
        "TCGBAnalyticsGameUserData_characterId", "TCGBAnalyticsGameUserData_classId", "TCGBAnalyticsLevelUpData_userLevel",
        "TCGBAnalyticsLevelUpData_setUserLevel", "TCGBAnalyticsLevelUpData_levelUpTime", "TCGBAnalyticsLevelUpData_setLevelUpTime"],
    "always the same text, or the same as another function": [
        "TCGBGamebase_countryCode", "TCGBGamebase_countryCodeOfDevice", "TCGBGamebase_countryCodeOfUSIM", "TCGBGamebase_carrierCode",
        "TCGBGamebase_carrierName", "TCGBGamebase_languageCode", "TCGBUtil_gamebaseVersion", "TCGBUtil_osCode",
        "TCGBUtil_deviceLanguageCode", "TCGBUtil_deviceCountryCode", "TCGBUtil_URLEncodedString",
        "NCMBObject_initWithClassName"],
    "link does the same": ["NCMBFacebookUtils_reauthorizeUser_permissions_audience_block"],
    "the newer spelling is the same": [
        "NCMBQuery_whereKey_%s_%s" % (condition, kind) for condition in
        ("containedInArrayTo", "notContainedInArrayTo", "containsAllObjectsInArrayTo") for kind in ("strings", "int64s", "json")],
    "the longer form does it": [
        "TCGBUtil_showAlertWithTitle_message", "NHNCloudIAP_initWithConfiguration_delegate", "NHNCloudIAP_purchaseWithProduct",
        "NHNCloudIAP_purchaseWithProductIdentifier", "NHNCloudIAP_requestActivePurchasesWithCompletionHandler",
        "NHNCloudIAPConfiguration_initWithAppKey"],
    "the whole name is the same": ["HIVEPush_setRemotePush", "HIVEPush_registerLocalPush", "HIVEPush_setForegroundPush"],
    "an Object counts for itself": ["TCGBObject_retainCount"],
    "nothing can be asked of it": ["NHNCloudSDK_sharedInstance"],
    "it does not tell when it was closed without a choice, so that no callable could be freed": [
        "TCGBUtil_showActionSheetWithTitle_message_blocks"],
}


def reached_from_cxx(context):
    text = "".join(open(context.path("include", name)).read() for name in headers(context, ".hpp"))
    used = set(re.findall(r"\b(?:TCGB|NHNCloud|NCMB|HIVE)\w+", text))
    otherwise = {name for names in REACHED_OTHERWISE.values() for name in names}
    functions = {function.name for function in declarations.read(context.path("include")).functions}
    missing, needless = functions - used - otherwise, (otherwise & used) | (otherwise - functions)
    if missing or needless or len(functions) < 600:
        raise Failure("no C++ header uses: %s\nlisted without need: %s" % (sorted(missing), sorted(needless)))


def tests(context):
    found = [Test("what the SDKs deprecated is marked so", deprecated), Test("each code of NHN Cloud purchases says when it is raised", codes_say_when)]
    found += [Test("no header includes anything but stdint, stddef, stdbool and its siblings", only_standard_includes)]
    found += [
        Test("no line of a header is longer than 140 columns", no_long_lines),
        Test("each public declaration has a comment of its own", own_comments),
        Test("each function that returns an object says who releases it", ownership),
        Test("each function is reached from a C++ header", reached_from_cxx),
        Test("names without a prefix have a twin with one and can be turned off, and TCGB_API can be the program's own", prefixes),
    ]
    for compiler, cxx, newest in (("gcc", "g++", "c++17"), ("clang", "clang++", "c++20")):
        for standard in C_STANDARDS:
            found.append(Test("every header alone is silent under %s -std=%s" % (compiler, standard), silent(compiler, "c", standard, ".h")))
        for standard in CXX_STANDARDS:
            found.append(Test("every header alone is silent under %s -std=%s" % (cxx, standard), silent(cxx, "c++", standard, ".h")))
        # A second for each header, most of it for the standard library's: that each stands alone is asked of one compiler and standard, of
        # all in long series.
        for standard in CXX_STANDARDS[2:] if series.IS_LONG else [newest]:
            alone = series.IS_LONG or cxx == "g++"
            found.append(Test("every C++ header %s is silent under %s -std=%s" % ("alone" if alone else "behind the others", cxx, standard),
                              silent(cxx, "c++", standard, ".hpp", alone)))
    return found

"""The error codes stand in three places: the header, whose comment is the text, and the library's list of codes and of texts. They say one thing."""
import re

from harness.runner import Failure, Test

CODES_AT_LEAST = 98
PURCHASE_CODES_AT_LEAST = 25
PURCHASE_HEADER = re.compile(r"NHNCloud(?:IAP|Http)Error(\w+) = (-?\d+)")
PURCHASE_CODE = re.compile(r"static let (\w+): Int64 = (-?\d+)")
# Named here by what they mean where two enums of the header use one word.
OTHERWISE = {"httpAlreadyInProgress": "AlreadyInprogress", "urlInvalid": "URLInvalid"}
HEADER = re.compile(r"/\*\*((?:(?!\*/).)*)\*/\s*\n\s*(TCGB_ERROR_\w+) = (-?\d+)", re.S)
CODE = re.compile(r"static let (\w+): Int64 = (-?[\d_]+)")
TEXT = re.compile(r'case GamebaseError\.Code\.(\w+):\s*"((?:[^"\\]|\\.)*)"')


def read(context, *path):
    with open(context.path(*path), encoding="utf-8") as file:
        return file.read()


def plain(name):
    """Of TCGB_ERROR_NOT_LOGGED_IN and notLoggedIn the same."""
    return name.replace("TCGB_ERROR_", "").replace("_", "").lower()


def one_text(context):
    declared = {plain(name): (int(number), re.sub(r"\s*\n\s*\*\s*", " ", text).strip())
                for text, name, number in HEADER.findall(read(context, "include", "Gamebase", "TCGBError.h"))}
    codes = {plain(name): int(number.replace("_", "")) for name, number in CODE.findall(read(context, "Sources", "Client", "Values", "ErrorCode.swift"))}
    texts = {plain(name): text for name, text in TEXT.findall(read(context, "Sources", "Client", "Values", "ErrorText.swift"))}
    if len(declared) < CODES_AT_LEAST:
        raise Failure("only %d codes were read from TCGBError.h" % len(declared))
    wrong = []
    for name in sorted(set(declared) | set(codes) | set(texts)):
        number, text = declared.get(name, (None, None))
        if number != codes.get(name):
            wrong.append("%s: is %s in TCGBError.h and %s in ErrorCode.swift" % (name, number, codes.get(name)))
        if text != texts.get(name):
            wrong.append("%s: TCGBError.h says %r, ErrorText.swift %r" % (name, text, texts.get(name)))
    if wrong:
        raise Failure("\n".join(wrong))


def purchase_codes(context):
    """Those of NHN Cloud purchases: what the library has of them has the header's number. It raises not all of them."""
    header = read(context, "include", "NHNCloudIAP", "NHNCloudIAPError.h")
    declared = {name: int(number) for name, number in PURCHASE_HEADER.findall(header)}
    codes = PURCHASE_CODE.findall(read(context, "Sources", "Messages", "IAPCode.swift"))
    wrong = []
    for name, number in codes:
        told = declared.get(OTHERWISE.get(name, name[0].upper() + name[1:]))
        if told != int(number):
            wrong.append("IAPCode.%s is %s, and %s in NHNCloudIAPError.h" % (name, number, told))
    if wrong or len(codes) < PURCHASE_CODES_AT_LEAST:
        raise Failure("of %d codes:\n%s" % (len(codes), "\n".join(wrong)))


def tests(context):
    return [Test("each error code has one number and one text, in the header and in the library", one_text),
            Test("each code of NHN Cloud purchases has the header's number", purchase_codes)]

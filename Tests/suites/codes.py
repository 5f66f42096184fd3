"""The error codes stand in three places: the header, whose comment is the text, and the library's list of codes and of texts. They say one thing."""
import re

from harness.runner import Failure, Test

CODES_AT_LEAST = 98
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


def tests(context):
    return [Test("each error code has one number and one text, in the header and in the library", one_text)]

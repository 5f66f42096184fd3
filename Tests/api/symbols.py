"""Tests/contract/symbols.txt: every exported symbol with its kind and type."""
import re

from harness import declarations

PLACE = ("Tests", "contract", "symbols.txt")
HEAD = """# What libgamebase.so.1 exports. Within a major version lines are only added (Tests/api/generate.py writes this file).
"""


def current(described):
    items = declarations.Declarations(described).exported()
    kinds = {declarations.Function: "function", declarations.Constant: "data"}
    return ["%s %s" % (kinds[type(items[name])], items[name].prototype()) for name in sorted(items)]


def read(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]


def name(line):
    return re.search(r"(\w+)(?:\(.*)?$", line).group(1)


def text(described, kept):
    """`kept`: the lines that were there. None of them may go."""
    now = current(described)
    gone = sorted(set(kept) - set(now))
    if gone:
        raise ValueError("programs linked to this major version would break without:\n" + "\n".join(gone))
    return HEAD + "\n".join(now) + "\n"

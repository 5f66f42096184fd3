#!/usr/bin/env python3
"""Writes symbols.txt: every exported symbol with its kind and type, as the headers declare it. Run it after adding to the
API; the test suite refuses a list from which something disappeared or in which something changed."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "Tests"))

from harness import declarations

HEAD = """# What libgamebase.so.1 exports. Within a major version lines are only added (Tests/contract/symbols.py writes this file).
"""


def current(include):
    items = declarations.read(include).exported()
    return ["%s %s" % ("function" if isinstance(items[name], declarations.Function) else "data", items[name].prototype()) for name in sorted(items)]


def name(line):
    return re.search(r"(\w+)(?:\(.*)?$", line).group(1)


if __name__ == "__main__":
    with open(os.path.join(ROOT, "Tests", "contract", "symbols.txt"), "w") as file:
        file.write(HEAD + "\n".join(current(os.path.join(ROOT, "include"))) + "\n")

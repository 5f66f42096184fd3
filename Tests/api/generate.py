#!/usr/bin/env python3
"""Writes include/api.json from the headers, and what follows from it. Run it after a change of a header.

usage: Tests/api/generate.py            writes all; needs pycparser (Debian: python3-pycparser) and a C compiler
       Tests/api/generate.py --print    prints what include/api.json would be, and writes nothing
"""
import os
import sys

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "Tests"))

from api import accessors, description, symbols
from harness import written

USAGE = __doc__


def described(root):
    """What the headers declare. What the last description has of symbols and numbers of classes stays."""
    try:
        from api import headers
    except ImportError:
        sys.exit("pycparser reads the headers, and is missing. Debian and Ubuntu have it: apt-get install python3-pycparser")
    path = os.path.join(root, *description.PLACE)
    before = description.load(path)
    found = description.describe(headers.read(os.path.join(root, "include")), description.numbers(before))
    symbols.refuse_gone(before, found)
    return found


def follows(found, root):
    """Path -> text of each file that is made of the description."""
    return {
        "include/api.json": description.text(found),
        "Sources/Accessors/rows.inc": accessors.rows(found, root),
        "Sources/Boundary/BoundaryClass.swift": accessors.classes(found),
    }


def write(root):
    for path, text in follows(described(root), root).items():
        if written.replace(os.path.join(root, path), text):
            print("wrote " + path)


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--print"]):
        sys.exit(USAGE)
    try:
        if sys.argv[1:]:
            sys.stdout.write(description.text(described(ROOT)))
        else:
            write(ROOT)
    except ValueError as problem:
        sys.exit(str(problem))

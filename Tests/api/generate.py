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

USAGE = __doc__


def described(root):
    """What the headers declare. Numbers that classes have already stay."""
    try:
        from api import headers
    except ImportError:
        sys.exit("pycparser reads the headers, and is missing. Debian and Ubuntu have it: apt-get install python3-pycparser")
    path = os.path.join(root, *description.PLACE)
    classes = description.load(path)["classes"] if os.path.exists(path) else []
    known = {item["name"]: item["number"] for item in classes if "number" in item}
    return description.describe(headers.read(os.path.join(root, "include")), known)


def follows(found, root):
    """Path -> text of each file that is made of the description."""
    return {
        "include/api.json": description.text(found),
        "Tests/contract/symbols.txt": symbols.text(found, symbols.read(os.path.join(root, *symbols.PLACE))),
        "Sources/Accessors/rows.inc": accessors.rows(found, root),
        "Sources/Boundary/BoundaryClass.swift": accessors.classes(found),
    }


def write(root):
    for path, text in follows(described(root), root).items():
        path = os.path.join(root, path)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                if file.read() == text:
                    continue
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        print("wrote " + os.path.relpath(path, root))


if __name__ == "__main__":
    if sys.argv[1:] == ["--print"]:
        sys.stdout.write(description.text(described(ROOT)))
    elif sys.argv[1:]:
        sys.exit(USAGE)
    else:
        try:
            write(ROOT)
        except ValueError as problem:
            sys.exit(str(problem))

#!/usr/bin/env python3
"""Draws the rooms as Package.swift has them. Run as a program, after a change of imports, it writes the picture into the page."""
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join("docs", "architecture.md")
PICTURE = re.compile(r"^```mermaid\n.*?^```\n", re.M | re.S)


def dependencies(root):
    """Target -> what Package.swift gives it."""
    with open(os.path.join(root, "Package.swift"), encoding="utf-8") as file:
        found = re.findall(r'\.(?:t|executableT)arget\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\]', file.read())
    return {name: set(re.findall(r'"(\w+)"', given)) for name, given in found}


def imports(root):
    """Room -> the rooms that it is given; those that hold no code of ours are left out."""
    targets = dependencies(root)
    return {name: given & set(targets) for name, given in targets.items() if os.path.isdir(os.path.join(root, "Sources", name))}


def under(room, rooms):
    return set(rooms[room]).union(*(under(other, rooms) for other in rooms[room]))


def picture(root):
    """An arrow for each import that no other import brings along."""
    rooms = imports(root)
    arrows = []
    for room, given in rooms.items():
        brought = set().union(*(under(other, rooms) for other in given))
        arrows += ["    %s --> %s\n" % (room, other) for other in sorted(given - brought)]
    return "```mermaid\nflowchart TD\n" + "".join(sorted(arrows)) + "```\n"


if __name__ == "__main__":
    path = os.path.join(ROOT, PAGE)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(PICTURE.sub(lambda _: picture(ROOT), text))

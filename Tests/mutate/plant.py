"""Draws a sample of mistakes and plants all of it in one copy of the tree, each behind its switch."""
import collections
import glob
import os
import random
import re
import shutil
import subprocess

from harness.runner import Failure
from mutate import rules
from mutate.source import Source

# So many more are drawn than are wanted, because the compiler refuses some.
SPARE = 2
ROOM_AT_LEAST = 3
ERROR = re.compile(r"^(\S+?\.swift):(\d+):\d+: error: (.*)$", re.M)
TESTED_TEXTS = ("Texts.swift",)


class Mistake:
    def __init__(self, number, path, line, kind, first, last, text, before, shown):
        self.number, self.path, self.line, self.kind = number, path, line, kind
        self.first, self.last, self.text, self.before, self.shown = first, last, text, before, shown

    @property
    def room(self):
        return "/".join(self.path.split("/")[1:-1])

    def __str__(self):
        return "%d %s:%d %s\n    - %s\n    + %s" % (self.number, self.path, self.line + 1, self.kind, self.before, self.shown)


def candidates(root):
    """Room -> lines; a line is a list of mistakes without numbers."""
    found = collections.defaultdict(list)
    for path in sorted(glob.glob(os.path.join(root, "Sources", "**", "*.swift"), recursive=True)):
        if path.endswith(TESTED_TEXTS):
            continue
        with open(path, encoding="utf-8") as file:
            source = Source(os.path.relpath(path, root), file.read())
        for number in range(len(source.lines)):
            of_line = [Mistake(0, source.path, number, kind, first, last, text, source.lines[number].strip(), shown)
                       for kind, first, last, text, shown in rules.mistakes(source, number)]
            if of_line:
                found[of_line[0].room].append(of_line)
    return found


def sample(root, count, seed):
    """At least three lines of each room, the rest by chance; of each line one mistake, each kind as likely as the others."""
    chance = random.Random(seed)
    rooms = candidates(root)
    lines, rest = [], []
    for room in sorted(rooms):
        of_room = list(rooms[room])
        chance.shuffle(of_room)
        lines += of_room[:ROOM_AT_LEAST]
        rest += of_room[ROOM_AT_LEAST:]
    chance.shuffle(rest)
    lines += rest
    # The rooms' first lines may be many; they take their place among the others by chance, and only what is over is cut.
    lines = lines[:int(count * SPARE)]
    chance.shuffle(lines)
    drawn = []
    for of_line in lines:
        kinds = sorted({mistake.kind for mistake in of_line})
        kind = chance.choice(kinds)
        drawn.append(chance.choice([mistake for mistake in of_line if mistake.kind == kind]))
    for number, mistake in enumerate(drawn, 1):
        mistake.number = number
    return drawn


def copy(root, tree):
    """The tree as it is, with the switch in it; what was built there before stays, so that only what changed is compiled."""
    names = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True, stdout=subprocess.PIPE)
    wanted = {name for name in names.stdout.decode().split("\0") if name and os.path.exists(os.path.join(root, name))}
    for name in wanted:
        write(os.path.join(root, name), os.path.join(tree, name))
    for folder, _, files in os.walk(os.path.join(tree, "Sources")):
        for file in files:
            if os.path.relpath(os.path.join(folder, file), tree) not in wanted:
                os.remove(os.path.join(folder, file))
    with open(os.path.join(root, "Tests", "mutate", "switch.h"), encoding="utf-8") as file:
        switch = file.read()
    header = os.path.join(tree, "Sources", "CLinux", "linux.h")
    with open(header, encoding="utf-8") as file:
        text = file.read()
    cut = text.rindex("#endif")
    with open(header, "w", encoding="utf-8") as file:
        file.write(text[:cut] + switch + text[cut:])


def write(source, target):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if not os.path.exists(target) or open(source, "rb").read() != open(target, "rb").read():
        shutil.copy(source, target)


def apply(root, tree, mistakes):
    """Writes every source anew, with these mistakes in it."""
    by_path = collections.defaultdict(list)
    for mistake in mistakes:
        by_path[mistake.path].append(mistake)
    for path in glob.glob(os.path.join(root, "Sources", "**", "*.swift"), recursive=True):
        name = os.path.relpath(path, root)
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        for mistake in by_path.get(name, []):
            line = lines[mistake.line]
            lines[mistake.line] = line[:mistake.first] + mistake.text.format(n=mistake.number) + line[mistake.last:]
        text = "\n".join(lines)
        if name in by_path:
            text = "import CLinux; " + text if not text.startswith("//") else imported(text)
        target = os.path.join(tree, name)
        if not os.path.exists(target) or open(target, encoding="utf-8").read() != text:
            with open(target, "w", encoding="utf-8") as file:
                file.write(text)


def imported(text):
    """The import goes in front of the first line that is no comment, on that line, so that line numbers stay."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if line.strip() and not line.startswith("//"):
            lines[at] = "import CLinux; " + line
            return "\n".join(lines)
    return text


def compiled(context, root, tree, mistakes, count, say):
    """Plants, compiles, and drops what the compiler refuses, until all of it compiles; returns what is left, `count` at the most."""
    commands = [["swift", "build", "--product", "gamebase", "--scratch-path", ".build/dev"], ["make", "-s", "library"]]
    left = list(mistakes)
    for command in commands:
        while True:
            apply(root, tree, left)
            result = context.process(command, timeout=2400, cwd=tree)
            if result.status == 0:
                break
            wrong = {(os.path.relpath(os.path.join(tree, path), tree), int(line) - 1): why for path, line, why in ERROR.findall(result.output)}
            refused = [mistake for mistake in left if (mistake.path, mistake.line) in wrong]
            if not refused:
                # The cause stands above the line that the compiler names: something was left out that must be there.
                for path, line in wrong:
                    refused += [mistake for mistake in left if mistake.path == path and mistake.line < line and mistake not in refused][-3:]
            if not refused:
                raise Failure("the copy does not compile:\n" + result.output[-4000:])
            for mistake in refused:
                say("refused by the compiler: %s %s (%s)" % (mistake.kind, mistake.shown, wrong.get((mistake.path, mistake.line))))
            left = [mistake for mistake in left if mistake not in refused]
        if command is commands[0]:
            # What is over is not planted at all.
            left = left[:count]
    return left

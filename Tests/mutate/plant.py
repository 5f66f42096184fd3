"""Draws a sample of mistakes and plants all of it in one copy of the tree, each behind its switch."""
import collections
import filecmp
import glob
import os
import random
import re
import shutil
import subprocess

from harness import written
from harness.runner import Failure
from mutate import rules
from mutate.source import Source

# So many more are drawn than are wanted, because the compiler refuses some.
SPARE = 1.3
SPARE_OF_THE_SHIPPED = 4
ROOM_AT_LEAST = 3
ERROR = re.compile(r"^(\S+?\.swift):(\d+):\d+: error: (.*)$", re.M)
TESTED_TEXTS = ("Texts.swift",)
# What the library does not have.
OF_A_SERVER = r"Sources/(?:Server|PostgreSQL|gamebased|gamebasectl)/"


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


def sample(root, count, seed, files="", kinds=""):
    """At least three lines of each room, the rest by chance; of each line one mistake, each kind as likely as the others.

    `files`: only where the path has a match of it; `kinds`: only mistakes whose kind has one."""
    chance = random.Random(seed)
    rooms = {}
    for room, lines in candidates(root).items():
        fitting = ([each for each in of_line if re.search(kinds, each.kind)] for of_line in lines if re.search(files, of_line[0].path))
        rooms[room] = [of_line for of_line in fitting if of_line]
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
        kind = chance.choice(sorted({mistake.kind for mistake in of_line}))
        drawn.append(chance.choice([mistake for mistake in of_line if mistake.kind == kind]))
    # One that changes its next line, too, has it alone.
    taken = {(mistake.path, mistake.line + 1) for mistake in drawn if "\n" in mistake.text}
    drawn = [mistake for mistake in drawn if (mistake.path, mistake.line) not in taken]
    for number, mistake in enumerate(drawn, 1):
        mistake.number = number
    return drawn


def copy(root, tree):
    """The tree as it is, with the switch in it; what was built there before stays, so that only what changed is compiled."""
    names = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True, stdout=subprocess.PIPE)
    wanted = {name for name in names.stdout.decode().split("\0") if name and os.path.exists(os.path.join(root, name))}
    header = os.path.join("Sources", "CLinux", "linux.h")
    for name in wanted:
        # What `apply` writes, and the header below, is written once, so that the compiler finds unchanged what is unchanged.
        if name != header and not re.match(r"Sources/.*\.swift$", name):
            write(os.path.join(root, name), os.path.join(tree, name))
    for folder, _, files in os.walk(os.path.join(tree, "Sources")):
        for file in files:
            if os.path.relpath(os.path.join(folder, file), tree) not in wanted:
                os.remove(os.path.join(folder, file))
    with open(os.path.join(root, "Tests", "mutate", "switch.h"), encoding="utf-8") as file:
        switch = file.read()
    with open(os.path.join(root, header), encoding="utf-8") as file:
        text = file.read()
    cut = text.rindex("#endif")
    written.replace(os.path.join(tree, header), text[:cut] + switch + text[cut:])


def write(source, target):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if not os.path.exists(target) or not filecmp.cmp(source, target, shallow=False):
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
            text, _, next_line = mistake.text.format(n=mistake.number).partition("\n")
            lines[mistake.line] = line[:mistake.first] + text + line[mistake.last:]
            if next_line:
                lines[mistake.line + 1] = next_line
        text = "\n".join(lines)
        if name in by_path:
            text = imported(text, "import CLinux; " if name.startswith("Sources/Linux/") else "import CLinux; import Linux; ")
        written.replace(os.path.join(tree, name), text)


def imported(text, imports):
    """The imports go in front of the first line that is no comment, on that line, so that line numbers stay.

    The switch needs one, and a text of SQL with a switch in it another."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if line.strip() and not line.startswith("//"):
            lines[at] = imports + line
            return "\n".join(lines)
    return text


def compiled(context, root, tree, mistakes, count, say, known=False):
    """Plants, compiles, and drops what the compiler refuses, until all of it compiles; returns what is left, `count` and a few.

    `known`: the compiler has taken all of it before."""
    commands = [["swift", "build", "--product", "gamebase", "--scratch-path", ".build/dev"], ["make", "-s", "library"]]
    if any(re.match(OF_A_SERVER, mistake.path) for mistake in mistakes):
        commands.append(["make", "-s", "server"])
    if known:
        commands = commands[1:]
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
                # The cause stands elsewhere than the compiler says: something was left out that must be there, or a closure is no longer understood.
                for path, line in wrong:
                    near = [mistake for mistake in left if mistake.path == path and mistake not in refused]
                    left_out = [mistake for mistake in near if mistake.kind in ("statement", "undo")]
                    refused += sorted(left_out or near, key=lambda mistake: abs(mistake.line - line))[:2]
            if not refused:
                raise Failure("the copy does not compile:\n" + result.output[-4000:])
            for mistake in refused:
                why = wrong.get((mistake.path, mistake.line)) or "; ".join(why for (path, _), why in wrong.items() if path == mistake.path)
                say("refused by the compiler: %s:%d %s %s (%s)" % (mistake.path, mistake.line + 1, mistake.kind, mistake.shown, why))
            left = [mistake for mistake in left if mistake not in refused]
        if command is commands[0] and not known:
            # What is over is not planted at all, but for a few that take the place of what the shipped build refuses.
            left = left[:count + SPARE_OF_THE_SHIPPED]
    return left

#!/usr/bin/env python3
"""Bytes of the shared library by room. Run as a program it writes Tests/suites/sizes.txt: after a growth that is meant."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIBRARY = os.path.join("build", "libgamebase.so")
DEBUG = os.path.join("build", "debug", "libgamebase.so.1.0.0.debug")
TABLE = os.path.join("Tests", "suites", "sizes.txt")
HEAD = """# Bytes of libgamebase.so by room, as Tests/harness/sizes.py wrote them; the suite `binary` says what has grown since.
"""
NAME_MAX = 70
SHARED, REST = "Swift itself", "texts and tables"


def asked(command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout.decode()


def compiler():
    """Another compiler, or another processor, makes other sizes."""
    return asked(["sh", "-c", '. Sources/packaging/toolchain.sh && echo "Swift $version, $TRIPLE"']).strip()


def room(symbol):
    """A mangled name begins with the length of its module's name; what the compiler specialised or outlined bears none."""
    module = re.match(r"\$[es](\d+)(\w+)", symbol)
    if module:
        return module.group(2)[:int(module.group(1))]
    return SHARED if re.match(r"\$|OUTLINED|_?swift|_ZL\d+_swift", symbol) else "C names and constants"


def symbols():
    """Address -> (bytes, name): code that several names share is counted once."""
    found = {}
    for address, size, name in re.findall(r"^([0-9a-f]+) ([0-9a-f]+) [A-Za-z] (.*)$", asked(["nm", "-S", DEBUG]), re.M):
        if int(size, 16) > found.get(address, (0, ""))[0]:
            found[address] = (int(size, 16), name)
    return found


def measured():
    """(room -> bytes, room -> its biggest symbols)."""
    rooms, biggest = {}, {}
    for size, name in symbols().values():
        rooms[room(name)] = rooms.get(room(name), 0) + size
        biggest.setdefault(room(name), []).append((size, name))
    rooms[REST] = os.path.getsize(os.path.join(ROOT, LIBRARY)) - sum(rooms.values())
    return rooms, {name: sorted(found, reverse=True)[:5] for name, found in biggest.items()}


def kept():
    """(the compiler, room -> bytes) of the table."""
    with open(os.path.join(ROOT, TABLE)) as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
    return lines[0], {name: int(size) for size, name in (line.split(None, 1) for line in lines[1:])}


def readable(symbols):
    """`function 12` of each, as the sources name it."""
    names = asked([os.environ.get("SWIFT", "swift"), "demangle", "--simplified", "--compact", *(name for _, name in symbols)]).splitlines()
    return ", ".join("%s %d" % (name[:NAME_MAX], size) for name, (size, _) in zip(names, symbols))


def grown(least):
    """A line for each room that has grown by that many bytes or more since the table was written."""
    now, biggest = measured()
    before, lines = kept()[1], []
    for name in sorted(now, key=lambda name: before.get(name, 0) - now[name]):
        if now[name] - before.get(name, 0) >= least:
            lines.append("%s: %+d bytes, %d in place of %d%s" % (
                name, now[name] - before.get(name, 0), now[name], before.get(name, 0),
                "; its biggest: " + readable(biggest[name]) if name in biggest else ""))
    return lines


if __name__ == "__main__":
    sizes = measured()[0]
    with open(os.path.join(ROOT, TABLE), "w") as file:
        file.write(HEAD + compiler() + "\n" + "".join("%8d %s\n" % (sizes[name], name) for name in sorted(sizes)))

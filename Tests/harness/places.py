"""Turns the offsets that a broken promise prints (Tests/contract/promise.h) into the lines of its program, the caller last."""
import os
import re
import subprocess

CALLERS = re.compile(r"^called from((?: \+0x[0-9a-f]+)+)$", re.M)
# Where every promise comes from says nothing.
FRAME_OF_EVERY_PROMISE = re.compile(r"promise\.h:\d+$")


def resolved(program, output):
    """The output with its lines `called from +0x12 …` as `called from purchases.c:120, purchases.c:345`."""
    def lines(found):
        offsets = [offset.lstrip("+") for offset in found.group(1).split()]
        try:
            answer = subprocess.run(["addr2line", "-i", "-e", program] + offsets, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=30)
        except (OSError, subprocess.TimeoutExpired):
            return found.group(0)
        places = [re.sub(r" \(discriminator \d+\)", "", os.path.basename(line)) for line in answer.stdout.decode("utf-8", "replace").splitlines()]
        known = [place for place in places if not place.startswith("??") and not FRAME_OF_EVERY_PROMISE.search(place)]
        return "called from " + ", ".join(known) if known else found.group(0)
    return CALLERS.sub(lines, output)

"""One cause is told once: a library that does not compile or a header that is broken fails hundreds of tests in the same words."""
import re

COMPILER = re.compile(r"^(\S[^:\n]*:\d+(?::\d+)?: (?:fatal )?error: .*)$", re.M)
LINKER = re.compile(r"(undefined reference to .*|symbol lookup error: .*|error while loading shared libraries: .*)$", re.M)
# What Tests/contract/promise.h prints, and below it from where.
PROMISE = re.compile(r"^(\S[^:\n]*:\d+: (?:not so:|waited) .*)$", re.M)
CALLERS = re.compile(r"^called from (.*)$", re.M)
COMMAND = re.compile(r"^((?:died of|ended with|still running)[^:\n]*): .*", re.M)
# Figures of one run, and where its tree stands.
OF_ONE_RUN = re.compile(r"(?<=waited) \d+ ms|^[^:\n]*/(?=[^/:\n]+:\d+)")
# In the tests' headers the way is the same for all; main is every program's.
SHARED_PLACE = re.compile(r"\.h:\d+$|^\+0x")


def cause(detail, scratch):
    """What two failures for the same reason have in common; None when nothing says that a reason is the same."""
    found = COMPILER.search(detail) or LINKER.search(detail) or PROMISE.search(detail)
    if found:
        return OF_ONE_RUN.sub("", found.group(1)).replace(scratch, "")
    # A program that died without a word may have died of anything.
    words = COMMAND.sub(r"\1", detail).replace(scratch, "").strip()
    return words if "\n" in words or not COMMAND.search(detail) else None


class Causes:
    """The numbers of the failures that were told in full."""

    def __init__(self, scratch):
        self.scratch, self.told, self.repeated = scratch, {}, {}

    def told_by(self, number, detail):
        """The number of the failure that told the cause of this one, and the places that led there; None: this one tells it."""
        same = cause(detail, self.scratch)
        if not same:
            return None
        if same not in self.told:
            self.told[same] = number
            return None
        first = self.told[same]
        self.repeated[first] = self.repeated.get(first, 0) + 1
        callers = CALLERS.search(detail)
        places = [place for place in callers.group(1).split(", ") if not SHARED_PLACE.search(place)][:-1] if callers else []
        return "as above (%d)%s" % (first, ", called from " + ", ".join(places) if places else "")

    def summary(self):
        return ["%d more failed for the same reason as %d" % (count, first) for first, count in sorted(self.repeated.items())]

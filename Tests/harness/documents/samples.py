"""The paths and values that the rows of a class have, for queries that hit."""
from harness.documents.values import DICTIONARY, LIST, kind

NOT_ASKED = {"acl"}


def places(value, prefix, depth):
    """(segments, end value) of all that can be reached from there."""
    if prefix:
        yield prefix, value
    if depth == 0:
        return
    if kind(value) == DICTIONARY:
        for key, part in value.items():
            if prefix or key not in NOT_ASKED:
                yield from places(part, prefix + [key], depth - 1)
    elif kind(value) == LIST:
        for index, part in enumerate(value):
            yield from places(part, prefix + [str(index)], depth - 1)
            if kind(part) == DICTIONARY:
                yield from (place for place in places(part, prefix, depth) if place[0] != prefix)


class Samples:
    def __init__(self, rows, random):
        self.random = random
        self.all, self.kinds = [], {}
        for row in rows[:12]:
            for segments, value in places(row, [], 4):
                self.add(segments, value, kind(value))
                for element in value if kind(value) == LIST else ():
                    self.add(segments, element, kind(element))

    def add(self, segments, value, name):
        self.all.append((segments, value))
        # By its length, too: a short path is rarer than the long ones.
        self.kinds.setdefault(name, {}).setdefault(len(segments), []).append((segments, value))

    def pick(self, names=None):
        """A path and a value that is found there, of one of these types, if there is any."""
        random = self.random
        known = [name for name in self.kinds if names is None or name in names]
        if not known:
            return None
        lengths = self.kinds[random.choice(known)]
        return random.choice(lengths[random.choice(sorted(lengths))])

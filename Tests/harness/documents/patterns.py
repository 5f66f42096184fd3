"""Random patterns that mean the same to Python and to PCRE: literals, classes, `.`, anchors, `* + ? {n,m}`, alternatives, groups."""
import re

SPECIAL = ".+*?()[]{}|^$\\"
LETTERS = ["a", "b", "A", "e", "é", "日", "1", "z"]


class Patterns:
    def __init__(self, random):
        self.random = random

    def pattern(self, text):
        """Made from a text, so that it is often found in it; at times changed."""
        random = self.random
        if random.random() < 0.05:
            return ""
        if random.random() < 0.1:
            text = text.swapcase()
        start = random.randint(0, max(0, len(text) - 1))
        part = text[start:start + random.randint(1, 4)] or random.choice(LETTERS)
        made = "".join(self.repeated(self.atom(letter)) for letter in part)
        if random.random() < 0.2:
            made = self.repeated("(%s|%s)" % (made, self.literal(random.choice(LETTERS))), "?" if "*" in made or "+" in made else None)
        if random.random() < 0.1:
            made += "|" + self.literal(random.choice(LETTERS))
        made = "^" + made if random.random() < (0.5 if start == 0 else 0.05) else made
        made = made + "$" if random.random() < 0.25 else made
        re.compile(made)
        return made

    def literal(self, letter):
        return "\\" + letter if letter in SPECIAL else letter

    def atom(self, letter):
        random = self.random
        if random.random() < 0.55:
            return self.literal(letter if random.random() < 0.92 else random.choice(LETTERS))
        if random.random() < 0.4:
            return "."
        if not letter.isalnum():
            return "(%s)" % self.literal(letter)
        return random.choice(["[%s]" % (letter + random.choice(LETTERS)), "[a-z%s]" % letter, "[^%s]" % random.choice(LETTERS), "[A-Z0-9]",
                              "(%s)" % letter, "(%s|%s)" % (random.choice(LETTERS), letter)])

    def repeated(self, atom, sign=None):
        """One sign at the most, and none over another: `a*+` means different things."""
        if sign is None:
            sign = self.random.choice(["", "", "", "", "*", "+", "?", "{1,2}", "{1}", "{0,3}", "{2,}"])
        return atom + sign

"""Files that a formatter left as they were, so that a later run asks it for those alone that have changed since."""
import hashlib
import os


class Formatted:
    """A file beside what is built: a line for each content that the formatter, in this version and with these rules, leaves as it is."""

    def __init__(self, path, formatter, rules):
        self.path, self.formatter, self.rules = path, formatter, b""
        for name in rules:
            with open(name, "rb") as file:
                self.rules += file.read()
        try:
            with open(path, encoding="ascii") as file:
                self.known = set(file.read().split())
        except OSError:
            self.known = set()

    def content(self, path):
        with open(path, "rb") as file:
            parts = (self.formatter.encode(), self.rules, os.path.splitext(path)[1].encode(), file.read())
        return hashlib.sha256(b"".join(b"%d:%s" % (len(part), part) for part in parts)).hexdigest()

    def others(self, paths):
        """Those of the paths that the formatter has to be asked for."""
        return [path for path in paths if self.content(path) not in self.known]

    def keep(self, paths):
        """All paths of the tree, each of them left as it is; what was known of other contents is forgotten."""
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path + ".new", "w", encoding="ascii") as file:
            file.write("\n".join(sorted({self.content(path) for path in paths})))
        os.replace(self.path + ".new", self.path)

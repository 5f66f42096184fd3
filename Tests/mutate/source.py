"""A Swift source as the rules need it: which characters are code, and which lines are whole statements."""
import re

DECLARATION = re.compile(
    r"^\s*(@|#|\}|case\b|default\b|import\b|(public |private |fileprivate |internal |static |final |override |mutating |open |convenience |required |indirect )*"
    r"(func|init|deinit|struct|class|enum|extension|protocol|typealias|subscript|associatedtype|operator|let|var|get|set)\b)")
STATEMENT = re.compile(r"^\s*(?:_ = )?(?:try[?!]? )?(?:_ = )?[A-Za-z_][\w.?!]*(?:\[[^\]]*\])?(?:\.[\w?!]+)*(?:\(.*\)(?:\.\w+(?:\(.*\))?)*| [-+*/&|^]*= .+)$")
CONTINUES = re.compile(r"[(\[,{:=+\-*/&|<>?]$|^$")


class Source:
    """`lines` is the text; `code` is the same with the contents of strings as S and comments as blanks, so that places agree."""

    def __init__(self, path, text):
        self.path = path
        self.lines = text.split("\n")
        self.code = masked(text).split("\n")
        self.in_text = [False] * len(self.lines)
        self._mark_texts(text)

    def _mark_texts(self, text):
        """Lines inside a text of several lines."""
        inside = False
        for number, line in enumerate(self.lines):
            self.in_text[number] = inside
            if line.count('"""') % 2:
                inside = not inside
                self.in_text[number] = False

    def is_statement(self, number):
        """Whether the line is a call or an assignment that can be left out: it ends here, and the one before ended there."""
        code = self.code[number]
        if self.in_text[number] or DECLARATION.match(code) or not STATEMENT.match(code.rstrip()) or not balanced(code):
            return False
        if re.match(r"\s*(return|throw|break|continue|guard|if|while|for|switch|repeat|defer|do|else|in|super|self\.init)\b", code):
            return False
        before = next((self.code[at].strip() for at in range(number - 1, -1, -1) if self.code[at].strip()), "")
        after = next((self.code[at].strip() for at in range(number + 1, len(self.code)) if self.code[at].strip()), "")
        if CONTINUES.search(before) and not before.endswith("{") and not before.endswith(":"):
            return False
        if re.match(r"[.?:&|+]|else\b", after):
            return False
        # An initializer must set every property, or it does not compile.
        return not (re.match(r"\s*(self\.)?\w+ = ", code) and self._is_in_initializer(number))

    def _is_in_initializer(self, number):
        indent = len(self.code[number]) - len(self.code[number].lstrip())
        for at in range(number - 1, -1, -1):
            code = self.code[at]
            if code.strip() and len(code) - len(code.lstrip()) < indent:
                indent = len(code) - len(code.lstrip())
                if re.search(r"\binit[?]?\(|\binit<", code):
                    return True
                if re.search(r"\bfunc\b", code):
                    return False
        return False


def balanced(code):
    depth = 0
    for character in code:
        depth += character in "([{"
        depth -= character in ")]}"
        if depth < 0:
            return False
    return depth == 0


def masked(text):
    """The text with strings' contents replaced by S and comments by blanks. Interpolations count as contents."""
    out, at, end = [], 0, len(text)

    def blank(upto, fill):
        out.extend(character if character == "\n" else fill for character in text[at:upto])
        return upto

    while at < end:
        if text.startswith("//", at):
            stop = text.find("\n", at)
            at = blank(end if stop < 0 else stop, " ")
        elif text.startswith("/*", at):
            stop = text.find("*/", at)
            at = blank(end if stop < 0 else stop + 2, " ")
        elif text[at] == '"':
            mark = '"""' if text.startswith('"""', at) else '"'
            out.append(mark)
            at += len(mark)
            at = blank(end_of_string(text, at, mark), "S")
            out.append(text[at:at + len(mark)])
            at += len(mark)
        else:
            out.append(text[at])
            at += 1
    return "".join(out)


def end_of_string(text, at, mark):
    while at < len(text) and not text.startswith(mark, at):
        if text.startswith("\\(", at):
            depth, at = 1, at + 2
            while at < len(text) and depth:
                if text[at] == '"':
                    at = end_of_string(text, at + 1, '"')
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                at += 1
        else:
            at += 2 if text[at] == "\\" else 1
    return at


def top_level(code, separator):
    """Where the separator stands outside every bracket."""
    places, depth = [], 0
    for at, character in enumerate(code):
        depth += character in "([{"
        depth -= character in ")]}"
        if depth == 0 and code.startswith(separator, at):
            places.append(at)
    return places

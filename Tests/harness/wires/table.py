"""A table of calls and answers of a published interface, as text. A case:

    == what it shows
    @ directive value          how it is signed; see harness.wires.faces
    POST /path?query
    Header: value

    body
    -- 201
    body of the answer

In a call ${name} stands for what an earlier answer had there. In an answer <name:expression> is a text that the expression matches, from
then on known by that name; <name> alone is one of SHAPES. All else is compared byte by byte."""
import re

from harness.runner import Failure

SHAPES = {
    "date": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",
    "instant": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?(?:Z|[+-]\d\d:?\d\d)",
    "id": r"[A-Za-z0-9]{16}",
    "token": r"[A-Za-z0-9]{25}",
    "number": r"-?\d+",
    "text": r'[^"]*',
}
MARK = re.compile(r"<(\w+)(?::((?:[^<>\\]|\\.)+))?>")


class Case:
    def __init__(self, title, text):
        self.title = title
        call, _, answer = text.partition("\n-- ")
        status, _, self.answer = answer.partition("\n")
        if not status.isdigit():
            raise Failure("%s: there is no answer" % title)
        self.status = int(status)
        self.answer = self.answer[:-1] if self.answer.endswith("\n") else self.answer
        head, _, self.body = call.partition("\n\n")
        lines = head.split("\n")
        self.directives = dict((line[1:].strip() + " ").split(" ", 1) for line in lines if line.startswith("@"))
        self.directives = {key: value.strip() for key, value in self.directives.items()}
        lines = [line for line in lines if not line.startswith("@")]
        self.method, _, self.path = lines[0].partition(" ")
        self.headers = [tuple(line.split(": ", 1)) for line in lines[1:] if line]

    def fill(self, text, known):
        def value(found):
            if found.group(1) not in known:
                raise Failure("%s: nothing is known of ${%s}" % (self.title, found.group(1)))
            return known[found.group(1)]
        return re.sub(r"\$\{(\w+)\}", value, text)

    def matched(self, body, known):
        """The body with what is another one each time taken out; None when it does not match. Notes what the marks stand for.

        The pattern has compared the instants; by a name they would differ where two fall into the same millisecond."""
        wanted = self.fill(self.answer, known)
        pattern, at, names = "", 0, []
        for found in MARK.finditer(wanted):
            pattern += re.escape(wanted[at:found.start()])
            name, expression = found.group(1), found.group(2)
            if expression is None and name in SHAPES:
                pattern += "(?:" + SHAPES[name] + ")"
            else:
                pattern += "(%s)" % SHAPES.get(expression, expression)
                names.append(name)
            at = found.end()
        pattern += re.escape(wanted[at:])
        found = re.fullmatch(pattern, body, re.S)
        if not found:
            return None
        known.update(zip(names, found.groups()))
        for name, value in sorted(known.items(), key=lambda item: -len(item[1])):
            if len(value) >= 16 and not re.fullmatch(SHAPES["instant"], value):
                body = body.replace(value, "${%s}" % name)
        return re.sub(SHAPES["instant"], "<instant>", body)


def read(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    parts = re.split(r"^== (.*)\n", text, flags=re.M)
    return [Case(title, body) for title, body in zip(parts[1::2], parts[2::2])]

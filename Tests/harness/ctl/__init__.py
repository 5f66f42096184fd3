"""gamebasectl as an operator uses it: its words, what it prints, and how it ends."""
import json
import os
import subprocess

from harness.runner import EVERYWHERE, Failure
from harness.server import service, wire


def program(context):
    """build/gamebasectl, which comes with the server."""
    service.program(context)
    return context.path("build", "gamebasectl")


class Operator:
    """Whoever types. `ask` gives the text, `form` the answer for programs; both say how it must end."""

    def __init__(self, context, address, key=wire.KEY):
        self.program = program(context)
        self.environment = dict(EVERYWHERE, PATH=os.environ["PATH"], GAMEBASE_SERVICE_URL=address)
        if key:
            self.environment["GAMEBASED_OPERATOR_KEY"] = key

    def run(self, *words, status=0):
        result = subprocess.run([self.program, *words], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, timeout=120)
        if status is not None and result.returncode != status:
            raise Failure("gamebasectl %s ended with %d, and not %d: %s%s" % (
                " ".join(words), result.returncode, status, result.stdout[-1500:], result.stderr[-1500:]))
        return result

    def ask(self, *words, status=0):
        result = self.run(*words, status=status)
        return result.stdout if status == 0 else result.stdout + result.stderr

    def form(self, *words, status=0):
        return json.loads(self.run(*words, "--json", status=status).stdout)


def of(context, it, **more):
    return Operator(context, "http://127.0.0.1:%d" % it.port, **more)


def has(text, *parts):
    for part in parts:
        if part not in text:
            raise Failure("%r is not in %r" % (part, text[:1500]))

#!/usr/bin/env python3
"""The C and C++ code as .clang-format has it. Run it to write the files that a change touched; the suite `style` runs it over all.

usage: Tests/harness/cformat.py [FILE…]      all files unless said otherwise

The formatter is the one inside the compiler's own clangd, so that nothing is needed which the build does not need."""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = ("Sources", "include", "Tests", "examples")
ENDS = (".c", ".h", ".cpp", ".hpp")


class Server:
    """clangd, asked over the language server protocol (LSP 3.17): only for the text of a file, formatted."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "--background-index=false", "--clang-tidy=false", "-j=1", "--log=error"], cwd=ROOT,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0
        # It reads each file as a compiler would, which the format does not need: without headers in a tenth of the time.
        options = {"fallbackFlags": ["-nostdinc"]}
        self.ask("initialize", {"processId": os.getpid(), "rootUri": None, "capabilities": {}, "initializationOptions": options})
        self.tell("initialized", {})

    def send(self, message):
        body = json.dumps(dict(message, jsonrpc="2.0")).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def tell(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def ask(self, method, parameters):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": parameters})
        while True:
            length = 0
            for line in iter(self.process.stdout.readline, b"\r\n"):
                if not line:
                    raise RuntimeError("clangd has ended")
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            answer = json.loads(self.process.stdout.read(length))
            if answer.get("id") == self.number and "method" not in answer:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]))
                return answer.get("result")

    def formatted(self, path, text):
        document = {"uri": "file://" + path}
        language = "cpp" if path.endswith("pp") else "c"
        self.tell("textDocument/didOpen", {"textDocument": dict(document, languageId=language, version=1, text=text)})
        edits = self.ask("textDocument/formatting", {"textDocument": document, "options": {"tabSize": 4, "insertSpaces": True}})
        self.tell("textDocument/didClose", {"textDocument": document})
        return applied(text, edits)

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        self.process.communicate()


def applied(text, edits):
    """Positions count UTF-16 units of a line (LSP 3.17, Position)."""
    lines, starts = text.splitlines(keepends=True) + [""], [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def offset(position):
        line = lines[position["line"]]
        return starts[position["line"]] + len(line.encode("utf-16-le")[:2 * position["character"]].decode("utf-16-le"))

    for edit in sorted(edits, key=lambda edit: offset(edit["range"]["start"]), reverse=True):
        text = text[:offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]):]
    return text


def files():
    return sorted(os.path.relpath(os.path.join(place, name), ROOT)
                  for folder in FOLDERS for place, _, names in os.walk(os.path.join(ROOT, folder)) for name in names if name.endswith(ENDS))


def otherwise(program, names):
    """(name, text as it should be) of each file that is written otherwise."""
    server = Server(program)
    for name in names:
        path = os.path.join(ROOT, name)
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
        wanted = server.formatted(path, text)
        if wanted != text:
            yield name, wanted
    server.end()


def clangd():
    """Beside the Swift compiler that builds the library."""
    command = ["sh", "-c", '. Sources/packaging/toolchain.sh && echo "$TOOLCHAIN_BIN"']
    found = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout
    return os.path.join(found.strip(), "clangd")


if __name__ == "__main__":
    for changed, text in otherwise(clangd(), [os.path.relpath(name, ROOT) for name in sys.argv[1:]] or files()):
        with open(os.path.join(ROOT, changed), "w", encoding="utf-8", newline="") as file:
            file.write(text)
        print(changed)

"""Reads the C headers with pycparser, a parser of C, after the compiler's preprocessor. Only Tests/api/generate.py does."""
import glob
import os
import re
import subprocess
import tempfile

from pycparser import c_ast, c_parser

# What the standard headers declare, as far as the headers of the library use it.
STANDARD = {
    "stdbool.h": "typedef int bool;",
    "stddef.h": "typedef unsigned long size_t;",
    "stdint.h": "\n".join("typedef int %s%d_t;" % (sign, bits) for sign in ("int", "uint") for bits in (8, 16, 32, 64)),
}
# The two marks of the headers become words of C that no header uses: an export has the storage `auto`, what is handed over is `volatile`.
MARKS = {"TCGB_API": "auto", "TCGB_OWNED": "volatile"}


def preprocessed(include):
    """One text of all headers, with a line marker for each."""
    headers = sorted(os.path.relpath(path, include) for path in glob.glob(os.path.join(include, "*", "*.h")))
    for header in headers:
        with open(os.path.join(include, header), encoding="utf-8") as file:
            text = file.read()
        if re.search(r"\b(%s)\b" % "|".join(MARKS.values()), re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
            raise ValueError("%s uses a word that stands for a mark here: %s" % (header, sorted(MARKS.values())))
    with tempfile.TemporaryDirectory() as standard:
        for name, text in STANDARD.items():
            with open(os.path.join(standard, name), "w") as file:
                file.write(text + "\n")
        command = [os.environ.get("CC", "cc"), "-x", "c", "-std=c11", "-E", "-nostdinc", "-U__GNUC__", "-isystem", standard, "-I", include]
        command += ["-D%s=%s" % mark for mark in MARKS.items()]
        source = "".join('#include "%s"\n' % header for header in headers)
        return subprocess.run(command + ["-"], input=source, stdout=subprocess.PIPE, check=True, universal_newlines=True).stdout


def spelled(node):
    """(the type as C writes it, whether what it names is handed over)."""
    if isinstance(node, c_ast.PtrDecl):
        text, is_owned = spelled(node.type)
        return text + ("*" if text.endswith("*") else " *") + " ".join(node.quals), is_owned
    if isinstance(node, c_ast.TypeDecl):
        words = [word for word in node.quals if word != MARKS["TCGB_OWNED"]]
        inner = node.type
        words += inner.names if isinstance(inner, c_ast.IdentifierType) else ["struct", inner.name]
        return " ".join(words), MARKS["TCGB_OWNED"] in node.quals
    raise ValueError("no type of the API: %s" % type(node).__name__)


def argument(node):
    text, is_owned = spelled(node.type)
    return dict({"type": text, "name": node.name}, **({"owned": True} if is_owned else {}))


def function(node):
    """Result and arguments of a function, or of what points to one."""
    result, is_owned = spelled(node.type)
    parameters = node.args.params if node.args else []
    arguments = [argument(each) for each in parameters if not isinstance(each, c_ast.Typename)]
    return dict({"result": result}, **({"owned": True} if is_owned else {}), arguments=arguments)


def points_to_function(node):
    return isinstance(node, c_ast.PtrDecl) and isinstance(node.type, c_ast.FuncDecl)


def member(node):
    if points_to_function(node.type):
        return dict({"name": node.name}, **function(node.type.type))
    return {"name": node.name, "type": spelled(node.type)[0]}


class Numbers:
    """Counts the values of an enumeration."""

    def __init__(self):
        self.known = {}

    def value(self, node):
        if isinstance(node, c_ast.Constant):
            return int(node.value.rstrip("uUlL"), 0)
        if isinstance(node, c_ast.ID):
            return self.known[node.name]
        if isinstance(node, c_ast.UnaryOp) and node.op in ("-", "+", "~"):
            value = self.value(node.expr)
            return {"-": -value, "+": value, "~": ~value}[node.op]
        if isinstance(node, c_ast.BinaryOp) and node.op in ("<<", "|", "+", "-", "*"):
            left, right = self.value(node.left), self.value(node.right)
            return {"<<": left << right, "|": left | right, "+": left + right, "-": left - right, "*": left * right}[node.op]
        raise ValueError("no value of an enumeration: %s" % node)

    def values(self, node):
        found, following = [], 0
        for each in node.values.enumerators:
            following = self.value(each.value) if each.value is not None else following
            self.known[each.name] = following
            found.append({"name": each.name, "value": following})
            following += 1
        return found


class Reader:
    def __init__(self):
        self.found = {kind: [] for kind in ("classes", "structures", "enumerations", "callbacks", "constants", "functions")}
        self.numbers = Numbers()

    def add(self, kind, header, line, **item):
        self.found[kind].append((header, line, item))

    def typedef(self, node, header, line):
        kind = node.type.type if isinstance(node.type, c_ast.TypeDecl) else None
        if points_to_function(node.type):
            self.add("callbacks", header, line, name=node.name, **function(node.type.type))
        elif isinstance(kind, c_ast.Enum):
            self.add("enumerations", header, line, name=node.name, values=self.numbers.values(kind))
        elif isinstance(kind, c_ast.Struct) and kind.decls is None:
            self.add("classes", header, line, name=node.name)
        elif isinstance(kind, c_ast.Struct):
            self.add("structures", header, line, name=node.name, members=[member(each) for each in kind.decls])
        else:
            raise ValueError("%s:%d: no kind of the API: %s" % (header, line, node.name))

    def declaration(self, node, header, line):
        if isinstance(node.type, c_ast.Enum):
            self.add("enumerations", header, line, name="", values=self.numbers.values(node.type))
        elif isinstance(node.type, c_ast.FuncDecl) and MARKS["TCGB_API"] in node.storage:
            self.add("functions", header, line, name=node.name, **function(node.type))
        elif MARKS["TCGB_API"] in node.storage:
            self.add("constants", header, line, name=node.name, type=spelled(node.type)[0])
        else:
            raise ValueError("%s:%d declares %s without TCGB_API" % (header, line, node.name))

    def read(self, include):
        for node in c_parser.CParser().parse(preprocessed(include)).ext:
            path, line = node.coord.file, node.coord.line
            if not path.startswith(include + os.sep):
                continue
            (self.typedef if isinstance(node, c_ast.Typedef) else self.declaration)(node, os.path.relpath(path, include), line)
        structures = {item["name"] for _, _, item in self.found["structures"]}
        return {kind: [dict(name=item.pop("name"), header=header, **item) for header, _, item in sorted(items, key=lambda each: each[:2])
                       if kind != "classes" or item["name"] not in structures]
                for kind, items in self.found.items()}


def read(include):
    """Kind -> what the headers declare of it, by header and place."""
    return Reader().read(os.path.abspath(include))

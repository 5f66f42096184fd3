"""What Sources takes from the description: the rows of the room Accessors, and the classes of the room Boundary."""
import glob
import os
import re

from api import exceptions

MADE = "// Made by Tests/api/generate.py of include/api.json: change the header, and run it.\n"
ROWS = MADE + """// A list for each class between CLASS and END, a row for each getter of one field that no function in Swift implements.
//
//     CLASS(type, its number in BoundaryClass)
//     TEXT           a text that never changes
//     CHANGING_TEXT  a text that a setter may change
//     LATER_TEXT     a text that takes time to make, such as JSON: made while nothing is locked
//     NUMBER, REAL   with the type that C gets, and the answer about anything but a living object
//     FLAG           a bool
//     OTHER          a place for the texts of a list, read by a function of its own; the last row
"""
CLASSES = MADE + """
/// What a handle says it stands for, by the name of the C type. The numbers are part of no contract.
package enum BoundaryClass: UInt8 {
%s

    /// The name of the C type.
    package var name: StaticString {
        switch self {
%s
        }
    }
}
"""
OF_RESULT = {"bool": "FLAG", "double": "REAL", "float": "REAL"}


def implemented(root):
    """The names that functions in Swift are exported by."""
    found = set()
    for path in glob.glob(os.path.join(root, "Sources", "**", "*.swift"), recursive=True):
        with open(path, encoding="utf-8") as file:
            found |= set(re.findall(r'@_cdecl\("(\w+)"\)', file.read()))
    return found


def by_rule(function, setters):
    """The kind of the row. `setters`: the names of all; JSON changes when anything of its object does."""
    name, of = function["name"].split("_")[1], function["class"]
    if function["result"] != "const char *":
        return OF_RESULT.get(function["result"], "NUMBER")
    if re.fullmatch(r"(?i)(pretty)?json(pretty)?string", name):
        return "CHANGING_TEXT" if any(setter.startswith(of + "_") for setter in setters) else "LATER_TEXT"
    return "CHANGING_TEXT" if "%s_set%s" % (of, name[0].upper() + name[1:]) in setters else "TEXT"


def row(function, setters):
    name, of = function["name"].split("_")[1], function["class"]
    which = exceptions.KINDS.get(function["name"]) or by_rule(function, setters)
    if which in ("NUMBER", "REAL"):
        return "%s(%s, %s, %s, %s)" % (which, of, function["result"], name, exceptions.NEUTRAL.get(function["name"], "0"))
    return "%s(%s, %s)" % (which, of, name)


def numbered(described):
    return [item for item in described["classes"] if "number" in item]


def rows(described, root):
    setters = {function["name"] for function in described["functions"] if function["role"] == "setter"}
    made = implemented(root)
    text = ROWS
    for item in numbered(described):
        found = [row(function, setters) for function in described["functions"]
                 if function["role"] == "getter" and function["class"] == item["name"] and function["name"] not in made]
        if item["name"] in exceptions.LISTS:
            found.append("OTHER(%s, %s)" % (item["name"], exceptions.LISTS[item["name"]]))
        if found:
            text += "\n".join(["CLASS(%s, %d)" % (item["name"], item["number"]), *found, "END"]) + "\n"
    return text


def classes(described):
    found = sorted(numbered(described), key=lambda item: item["number"])
    cases = ["    case %s = %d" % (item["name"], item["number"]) for item in found]
    names = ['        case .%s: "%s"' % (item["name"], item["name"]) for item in found]
    return CLASSES % ("\n".join(cases), "\n".join(names))

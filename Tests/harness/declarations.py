"""Reads the declarations out of the C headers: what is exported, with its types. The headers keep to a plain style
(c-api rule 2), so no compiler is needed for this."""
import glob
import os
import re


class Argument:
    def __init__(self, type, name, is_owned=False):
        self.type, self.name, self.is_owned = type, name, is_owned


class Function:
    def __init__(self, name, result, arguments, header, is_owned):
        self.name, self.result, self.arguments, self.header = name, result, arguments, header
        self.is_owned = is_owned  # the caller releases what it returns

    def prototype(self):
        arguments = ", ".join(joined(argument.type, argument.name) for argument in self.arguments) or "void"
        return "%s(%s)" % (joined(self.result, self.name), arguments)


class Constant:
    def __init__(self, name, type, header):
        self.name, self.type, self.header = name, type, header

    def prototype(self):
        return "extern " + joined(self.type, self.name)


class Callback:
    """A typedef of a function pointer."""

    def __init__(self, name, result, arguments):
        self.name, self.result, self.arguments = name, result, arguments


class Declarations:
    def __init__(self):
        self.functions, self.constants, self.callbacks, self.enumerations, self.objects, self.structures = [], [], {}, {}, set(), set()

    def exported(self):
        return {item.name: item for item in self.functions + self.constants}


def joined(type, name):
    return type + name if type.endswith("*") else type + " " + name


def plain(text):
    """A type in one spelling: `const char *`."""
    text = re.sub(r"\s+", " ", text.replace("*", " * ")).strip()
    return re.sub(r" ?\* ?", "*", text).replace("*", " *", 1).replace("*const", "*const ").strip()


def without_owned(text):
    return re.sub(r"\bTCGB_OWNED\b", " ", text)


def argument(text):
    found = re.match(r"^(.*?)([A-Za-z_]\w*)$", without_owned(text).strip(), re.S)
    return Argument(plain(found.group(1)), found.group(2), "TCGB_OWNED" in text)


def arguments(text):
    text = text.strip()
    return [] if text in ("", "void") else [argument(part) for part in text.split(",")]


def read(include):
    declarations = Declarations()
    for path in sorted(glob.glob(os.path.join(include, "*", "*.h"))):
        header = os.path.relpath(path, include)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
        text = re.sub(r"//[^\n]*", " ", text)
        text = re.sub(r"^[ \t]*#(?:[^\n\\]|\\.)*(?:\\\n[^\n]*)*", "", text, flags=re.M)
        text = re.sub(r"\b(TCGB_NONNULL|TCGB_NULLABLE|TCGB_BEGIN|TCGB_END|_Nullable|_Nonnull)\b", " ", text)
        for found in re.finditer(r"typedef\s+enum\s*\w*\s*\{(.*?)\}\s*(\w+)\s*;|enum\s*\w*\s*\{(.*?)\}\s*;", text, re.S):
            body, name = (found.group(1), found.group(2)) if found.group(2) else (found.group(3), "")
            declarations.enumerations.setdefault(name, []).extend(
                re.findall(r"([A-Za-z_]\w*)\s*(?:=\s*([^,}]+?))?\s*(?:,|$)", body.strip(), re.S))
        for found in re.finditer(r"typedef\s+struct\s+(\w+)\s+(\w+)\s*;", text):
            declarations.objects.add(found.group(2))
        for found in re.finditer(r"typedef\s+struct\s*\w*\s*\{.*?\}\s*(\w+)\s*;", text, re.S):
            declarations.structures.add(found.group(1))
        for found in re.finditer(r"typedef\s+([^;{}()]*?)\(\s*\*\s*(\w+)\s*\)\s*\(([^;]*?)\)\s*;", text, re.S):
            declarations.callbacks[found.group(2)] = Callback(found.group(2), plain(found.group(1)), arguments(found.group(3)))
        for found in re.finditer(r"\bTCGB_API\b([^;{}]*);", text, re.S):
            body = found.group(1)
            function = re.match(r"^(.*?)(\w+)\s*\((.*)\)\s*$", body, re.S)
            if function:
                declarations.functions.append(
                    Function(
                        function.group(2), plain(without_owned(function.group(1))), arguments(function.group(3)), header,
                        "TCGB_OWNED" in function.group(1)))
            else:
                constant = argument(re.sub(r"^\s*extern\b", "", body))
                declarations.constants.append(Constant(constant.name, constant.type, header))
    declarations.objects -= declarations.structures
    return declarations

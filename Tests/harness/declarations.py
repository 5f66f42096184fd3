"""What the C headers declare, read from include/api.json, which the suite `api` holds equal to them."""
import os

from api import description


class Argument:
    def __init__(self, item):
        self.type, self.name, self.is_owned = item["type"], item["name"], item.get("owned", False)


class Function:
    def __init__(self, item):
        self.name, self.result, self.header, self.role = item["name"], item["result"], item["header"], item["role"]
        self.owner = item.get("class")  # the class by its name
        self.arguments = [Argument(argument) for argument in item["arguments"]]
        self.is_owned = item.get("owned", False)  # the caller releases what it returns

    def prototype(self):
        arguments = ", ".join(joined(argument.type, argument.name) for argument in self.arguments) or "void"
        return "%s(%s)" % (joined(self.result, self.name), arguments)


class Constant:
    def __init__(self, item):
        self.name, self.type, self.header = item["name"], item["type"], item["header"]

    def prototype(self):
        return "extern " + joined(self.type, self.name)


class Callback:
    """A typedef of a function pointer."""

    def __init__(self, item):
        self.name, self.result, self.is_completion = item["name"], item["result"], item["called"] == "once"
        self.arguments = [Argument(argument) for argument in item["arguments"]]


class Declarations:
    def __init__(self, described):
        self.functions = [Function(item) for item in described["functions"]]
        self.constants = [Constant(item) for item in described["constants"]]
        self.callbacks = {item["name"]: Callback(item) for item in described["callbacks"]}
        self.objects = {item["name"] for item in described["classes"]}
        self.structures = {item["name"] for item in described["structures"]}
        self.enumerations = {}
        for item in described["enumerations"]:
            self.enumerations.setdefault(item["name"], []).extend((value["name"], value["value"]) for value in item["values"])

    def exported(self):
        return {item.name: item for item in self.functions + self.constants}


def joined(type, name):
    return type + name if type.endswith("*") else type + " " + name


def read(include):
    return Declarations(description.load(os.path.join(include, "api.json")))

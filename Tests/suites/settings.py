"""console.schema.json and the reader of the settings: each accepts what the other accepts, key by key, and both name the same place."""
import copy
import json
import os

from harness.runner import Failure, Test
from harness.schema import Schema

KEYS_AT_LEAST = 80
UNKNOWN = "noSuchKey"


def schema(context):
    with open(context.path("include", "Gamebase", "console.schema.json"), encoding="utf-8") as file:
        return Schema(json.load(file))


def offered(context, documents):
    """What the reader says to each document: (code, message)."""
    context.library()
    program = context.compile("Tests/settings/loader.c", "settings-loader")
    directory = context.directory("settings")
    path = os.path.join(directory, "documents")
    with open(path, "w", encoding="utf-8") as file:
        for document in documents:
            file.write((document if isinstance(document, str) else json.dumps(document)) + "\n")
    with open(path, "rb") as file:
        output = context.check([program, os.path.join(directory, "storage")], stdin=file)
    answers = [line.split("\t", 1) for line in output.split("\n")[:-1]]
    if len(answers) != len(documents):
        raise Failure("%d answers to %d documents" % (len(answers), len(documents)))
    return [(int(code), text) for code, text in answers]


def changed(document, steps, value):
    """A copy with another value at one place; `None` at a required one counts as missing, as the reader has it."""
    if not steps:
        return value
    # What lies beside the way to the place is shared with the document.
    result = copy.copy(document)
    result[steps[0]] = changed(document[steps[0]], steps[1:], value) if steps[1:] else value
    return result


def described(context):
    """Every key has a description and, where it is a value, an example that is one."""
    found, wrong = schema(context), []
    for path, steps, place in found.places():
        if not place.get("description"):
            wrong.append("%s: has no description" % path)
        is_value = not {"properties", "items"} & set(place) and not isinstance(place.get("additionalProperties"), dict)
        if is_value and not place.get("examples"):
            wrong.append("%s: has no example" % path)
        for value in place.get("examples", []) + ([place["default"]] if "default" in place else []):
            if found.errors(value, place, path):
                wrong.append("%s: its own example or default is refused: %r" % (path, value))
    if found.root.get("$schema") != "https://json-schema.org/draft/2020-12/schema":
        wrong.append("$schema: must name the draft 2020-12")
    if len(list(found.places())) < KEYS_AT_LEAST:
        wrong.append("only %d keys were found" % len(list(found.places())))
    if wrong:
        raise Failure("\n".join(wrong))


def same_keys(context):
    """Asks the reader what it knows: an unknown key is answered with the known ones."""
    found = schema(context)
    sample = found.sample()
    objects = [(path, steps, place) for path, steps, place in found.places() if "properties" in place]
    documents = []
    for path, steps, place in objects:
        documents.append(changed(sample, steps + (UNKNOWN,), 0))
    wrong = []
    for (path, steps, place), (code, message) in zip(objects, offered(context, documents)):
        begin = "%s.%s: is not known here; known are " % (path, UNKNOWN)
        if code != 3 or not message.startswith(begin):
            wrong.append("%s: an unknown key is not refused as one: %d %s" % (path, code, message))
            continue
        known, said = set(message[len(begin):].split(", ")), set(place["properties"])
        if known - said:
            wrong.append("%s: the reader knows what the schema does not: %s" % (path, ", ".join(sorted(known - said))))
        if said - known:
            wrong.append("%s: the schema has what the reader does not know: %s" % (path, ", ".join(sorted(said - known))))
    if wrong:
        raise Failure("\n".join(wrong))


def every_key(context):
    """A document with every key is accepted by both; what is saved is the same again but for secrets, and is valid."""
    found = schema(context)
    sample = found.sample()
    if found.errors(sample):
        raise Failure("the examples together are refused by the schema: %s" % found.errors(sample))
    loaded, saved, again, saved_again = offered(context, [sample, "save", sample, "save"])
    if loaded[0] or again[0]:
        raise Failure("the examples together are refused by the reader: %s" % loaded[1])
    if saved != saved_again:
        raise Failure("saved otherwise the second time")
    saved = json.loads(saved[1])
    if found.errors(saved):
        raise Failure("what is saved is not valid: %s" % found.errors(saved))
    hidden = {path for path, _, place in found.places() if place.get("writeOnly")}
    lost = missing(sample, saved, "$")
    if hidden - set(lost):
        raise Failure("secrets are shown as they were loaded: %s" % sorted(hidden - set(lost)))
    lost = [path for path in lost if path not in hidden]
    if lost:
        raise Failure("not saved as it was loaded: %s" % lost)


def missing(given, kept, path):
    if isinstance(given, dict) and isinstance(kept, dict):
        return [each for key in given for each in (missing(given[key], kept[key], "%s.%s" % (path, key)) if key in kept else ["%s.%s" % (path, key)])]
    if isinstance(given, list) and isinstance(kept, list) and len(given) == len(kept):
        return [each for index, item in enumerate(given) for each in missing(item, kept[index], "%s[%d]" % (path, index))]
    return [] if given == kept else [path]


def wrong_values(place):
    """Values that the place must refuse, each with the keyword that it offends."""
    place_types = place["type"] if isinstance(place["type"], list) else [place["type"]]
    for name, value in (("string", "text"), ("integer", 7), ("boolean", True), ("array", []), ("object", {})):
        if name not in place_types:
            yield "type", value
    if "enum" in place:
        yield "enum", "none of them" if "string" in place_types else 999
    if "minimum" in place and place["minimum"] > -2**63:
        yield "minimum", place["minimum"] - 1
    if "maximum" in place and place["maximum"] < 2**63 - 1:
        yield "maximum", place["maximum"] + 1
    if place.get("minLength"):
        yield "minLength", ""
    if "pattern" in place:
        yield "pattern", "not right, with spaces"
    if "maxLength" in place and "enum" not in place:
        example = place["examples"][0]
        yield "maxLength", example + "a" * (place["maxLength"] + 1 - len(example))


def right_values(found, place):
    """Values at the very edge of what the place takes."""
    values = [choice for choice in place.get("enum", []) if choice is not None]
    values += [place[edge] for edge in ("minimum", "maximum") if edge in place]
    if "maxLength" in place and "enum" not in place:
        example = place["examples"][0]
        values += [example + "a" * (place["maxLength"] - len(example)), example[:place.get("minLength", 0)]]
    return [value for value in values if not found.errors(value, place)]


def one_wrong_value(context):
    """For each key: wrong values of every kind, a missing one if it is required, null if it is not; and right ones at the edge."""
    found = schema(context)
    sample = found.sample()
    cases, documents = [], []
    for path, steps, place in found.places():
        required = steps and steps[-1] in found_parent(found, sample, steps).get("required", ())
        values = list(wrong_values(place))
        if "maxItems" in place:
            # How many there are is looked at first, so they may be anything small: a text of more than a megabyte is not looked at.
            values.append(("maxItems", [0] * (place["maxItems"] + 1)))
        if required or (steps and isinstance(steps[-1], int)):
            values.append(("null", None))
        for keyword, value in values:
            cases.append((path, keyword, value, True))
            documents.append(changed(sample, steps, value))
        right = right_values(found, place)
        if steps and not required and not isinstance(steps[-1], int) and "null" in place["type"]:
            right.append(None)
        for value in right:
            cases.append((path, "right", value, False))
            documents.append(changed(sample, steps, value))
    wrong = []
    answers = offered(context, [json.dumps(document) for document in documents])
    for (path, keyword, value, refused), document, (code, message) in zip(cases, documents, answers):
        shown = "%s: %s with %s" % (path, keyword, json.dumps(value)[:60])
        errors = [place for place, _ in found.errors_since(sample, document)]
        if refused:
            if code not in (3, 4) or not message.startswith(path + ":"):
                wrong.append("%s: the reader says %d %s" % (shown, code, message[:200]))
            if path not in errors:
                wrong.append("%s: the schema says %s" % (shown, errors))
        elif errors:
            wrong.append("%s: the schema refuses it: %s" % (shown, errors))
        # A rule between the parts names the other part; it is no matter of this place alone.
        elif code and message.startswith(path + ":") and " $." not in message:
            wrong.append("%s: the reader refuses it: %s" % (shown, message[:200]))
    if len(cases) < 4 * KEYS_AT_LEAST:
        wrong.append("only %d cases were made" % len(cases))
    if wrong:
        raise Failure("%d of %d:\n%s" % (len(wrong), len(cases), "\n".join(wrong)))


def found_parent(found, sample, steps):
    """The schema of the object that a place is in."""
    for path, inner, place in found.places():
        if inner == steps[:-1]:
            return place
    return {}


def nothing_changes(context):
    """A refused document leaves the settings as they were."""
    found = schema(context)
    sample = found.sample()
    broken = copy.deepcopy(sample)
    broken["sandboxStore"]["outcome"] = "PERHAPS"
    broken["launching"]["status"] = 500
    answers = offered(context, [sample, "save", broken, "save", "{", "save"])
    if [answers[0][0], answers[2][0], answers[4][0]] != [0, 3, 4]:
        raise Failure("answered otherwise: %s" % answers)
    if not answers[1] == answers[3] == answers[5]:
        raise Failure("a refused document changed the settings")


def example(context):
    with open(context.path("examples", "console.json"), encoding="utf-8") as file:
        document = json.load(file)
    errors = schema(context).errors(document)
    if errors:
        raise Failure("examples/console.json: %s" % errors)
    code, message = offered(context, [document])[0]
    if code:
        raise Failure("examples/console.json: %s" % message)


def installed(context):
    from suites import packages
    place = os.path.join(packages.installed(context), "include", "Gamebase", "console.schema.json")
    if not os.path.exists(place):
        raise Failure("make install leaves the schema out")


def tests(context):
    return [
        Test("the schema describes every key, and its examples are valid", described),
        Test("examples/console.json is valid, for the schema and for the reader", example),
        Test("the reader and the schema know the same keys", same_keys),
        Test("a document with every key is loaded, and saved as it was", every_key),
        Test("a wrong value of any key is refused by the reader and by the schema at the same place", one_wrong_value),
        Test("a refused document changes nothing", nothing_changes),
        Test("the schema is installed beside the headers", installed),
    ]

"""docs/openapi.json beside the server: what is described is there, and what is there is described."""
import glob
import json
import re

from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same

ASKERS = {"client": "client", "console": "console", "gameServer": "server"}
# What says that a request is not open to its asker, or that there is none of that name.
NOT_OPEN, NO_REQUEST = -4010003, -4000003
REFUSED_DOCUMENT = -9000061
REQUESTS_AT_LEAST = 100


def document(context):
    def once(members):
        if len(dict(members)) < len(members):
            raise Failure("docs/openapi.json has a key twice: %s" % sorted(key for key, _ in members))
        return dict(members)
    with open(context.path("docs", "openapi.json"), encoding="utf-8") as file:
        return json.load(file, object_pairs_hook=once)


def dispatched(context):
    """Name of each request -> who may ask it, as the sources have it."""
    with open(context.path("Sources", "Messages", "RequestName.swift")) as file:
        rows = re.findall(r'RequestFacts\("([\w.]+)"([^\n]*)\)', file.read())
    found = {}
    for name, rest in rows:
        asker = re.search(r"from: \.(\w+)", rest)
        found[name] = asker.group(1) if asker else "client"
    return {name: ASKERS[asker] for name, asker in found.items() if asker != "carrier"}


def described(context):
    """Name of each request -> who may ask it, as the description has it; and the schemas."""
    api = document(context)
    schemas, found = api["components"]["schemas"], {}
    for asker in ASKERS.values():
        body = api["paths"]["/v1/apps/{app}/" + asker]["post"]["requestBody"]["content"]["application/json"]["schema"]
        for entry in body["oneOf"]:
            name = entry["$ref"].rsplit("/", 1)[1]
            if schemas.get(name, {}).get("properties", {}).get("name") != {"const": name}:
                raise Failure("%s is described as another request" % name)
            found[name] = asker
    return found, schemas


def written(source, pattern):
    """(name, names) of a table in Swift whose second column is a text of one line or several."""
    text = r',\s*(?:"""\s*(.*?)\s*"""|"([^"]*)")'
    return [(name, re.sub(r"\\?\n\s*", " ", long or short)) for name, long, short in re.findall(pattern + text, source, re.S)]


def known(context):
    """Name of each request -> the parameters that it knows, as the rows of the service have them."""
    def source(*path):
        with open(context.path("Sources", *path), encoding="utf-8") as file:
            return file.read()
    groups = dict(written(source("Service", "KnownNames.swift"), r'"(@\w+)"'))
    texts = dict(re.findall(r'case \.(\w+):\s*RequestFacts\("([\w.]+)"', source("Messages", "RequestName.swift")))
    found = {}
    for path in glob.glob(context.path("Sources", "Service", "**", "*.swift"), recursive=True):
        for name, names in written(source(path), r"table\.(?:row|other)\(\s*\.(\w+)"):
            for group, its in groups.items():
                names = names.replace(group, its)
            while "(" in names:
                names = re.sub(r"\([^()]*\)", "", names)
            found[texts[name]] = set(names.split())
    return found


def names(schemas, rows):
    """Every parameter that is described is known, and the other way round."""
    wrong = []
    for name, schema in schemas.items():
        form = schema.get("properties", {}).get("parameters")
        if form is None:
            continue
        form = form["properties"]["body"] if name.startswith("server.") else form
        # Made by whoever carries the request, or of a client in the same process.
        different = set(form.get("properties", {})) ^ rows[name] - {"access", "rows"}
        if different:
            wrong.append("%s: described and not known, or known and not described: %s" % (name, ", ".join(sorted(different))))
    if wrong:
        raise Failure("\n".join(wrong))


def whole(context):
    found, schemas = described(context)
    wanted = dispatched(context)
    if len(wanted) < REQUESTS_AT_LEAST:
        raise Failure("only %d requests were found" % len(wanted))
    if found != wanted:
        raise Failure("described or asked by another, and not so: %s" % sorted(set(found.items()) ^ set(wanted.items())))
    same(set(schemas) - set(found), {"answer", "access"}, "schemas that are no request's")
    references(document(context))
    names(schemas, known(context))


def references(api):
    """Every reference leads somewhere, and every property that is required is described."""
    def walk(value):
        if isinstance(value, dict):
            if "$ref" in value:
                place = api
                for part in value["$ref"].split("/")[1:]:
                    if part not in place:
                        raise Failure("%s leads nowhere" % value["$ref"])
                    place = place[part]
            required = value.get("required")
            missing = set(required) - set(value.get("properties", required)) if isinstance(required, list) else set()
            if missing:
                raise Failure("required and not described: %s" % sorted(missing))
            for member in value.values():
                walk(member)
        elif isinstance(value, list):
            for member in value:
                walk(member)
    walk(api)


def parameters(schema):
    return schema["properties"]["parameters"]


def asked(it, player, name, asker, given):
    """The answer to a request with these parameters, asked by whoever may ask it."""
    if asker == "server":
        given = {"access": {"wire": "iap" if "iap" in name else "gamebase", "appId": wire.APP,
                            "key": "quickstart-iap-key" if "iap" in name else "quickstart-secret"}, "body": given}
    if asker == "console":
        return it.console().ask(name, given, wire.new_key())
    if asker == "server":
        return wire.Caller(it.port, "server").ask(name, given, wire.new_key())
    # Of the mobile backend a token is a user's, not a member's.
    token = None if name.split(".")[0] in ("objects", "users", "files", "installations") or name == "push.opened" else player.token
    return it.player(token=token).ask(name, given, wire.new_key())


def answers(context, console):
    """Each request answers; without one of its required parameters the answer says which is missing."""
    found, schemas = described(context)
    wrong = []
    with service.server(context, console=[console], options=service.UNLIMITED) as it:
        for name, asker in found.items():
            form = parameters(schemas[name])
            form = form["properties"]["body"] if asker == "server" else form
            properties, required = form.get("properties", {}), form.get("required", [])
            player = it.player().log_in() if asker == "client" else None
            examples = {key: value["example"] for key, value in properties.items() if "example" in value}
            for key in required:
                if key not in examples:
                    wrong.append("%s: %s has no example" % (name, key))
            if name == "console.loadSettings":
                with open(console) as file:
                    examples["settings"] = json.load(file)
            with_all = answer = asked(it, player, name, asker, examples)
            if schemas[name].get("x-own-process"):
                if answer.code != NOT_OPEN or "proves nothing" not in answer.form["message"]:
                    wrong.append("%s: %r, though only its own process may ask" % (name, answer))
                continue
            if answer.status != 200 or answer.code == NO_REQUEST and "of a request that there is" in answer.form["message"] or (
                    "is not open to this caller" in answer.form["message"]) or is_missing(answer):
                wrong.append("%s: with all that is required: %r" % (name, answer))
            for key in required:
                player = it.player().log_in() if asker == "client" else None
                answer = asked(it, player, name, asker, {other: value for other, value in examples.items() if other != key})
                said = answer.form["message"] + answer.form["body"].get("error", "")
                # Of the mobile backend's errors not all name a field; and something else may be looked at first.
                names = key in said or answer.code == REFUSED_DOCUMENT or answer.text == with_all.text
                if answer.status != 200 or answer.code == 0 or not names:
                    wrong.append("%s: without %s: %r" % (name, key, answer))
    if wrong:
        raise Failure("\n".join(wrong))


def is_missing(answer):
    """Whether the answer says that something is missing."""
    return re.search(r"^\S+: is missing$", answer.form["message"]) is not None

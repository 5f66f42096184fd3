"""Secrets of users and devices: what strangers, other players and the operator see over HTTP, and what is left in files."""
import json
import os
import urllib.parse

from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same
from harness.wires import calls

MARK = "9f86d081-884c-4d65-a2fe-ea0c55ad0152-"
TOKEN = "device-" + MARK + "token"
ADDRESS = "una-" + MARK + "@example.com"
OPEN = {"*": {"read": True}}
# What each of them would say if it looked at the secret.
OF_USER = [("authData.anonymous.id", MARK + "Una"), ("authData", "anonymous"), ("mailAddress", ADDRESS),
           ("authData.google.access_token", "t")]
OF_DEVICE = [("deviceToken", TOKEN)]


class Players:
    """Two users, two installations, and a stranger."""

    def __init__(self, it):
        self.it = it
        self.sessions, self.ids, self.devices = {}, {}, {}
        for name in ("Una", "Uwe"):
            made = self.ask("POST", "users", {"authData": {"anonymous": {"id": MARK + name}}})
            self.sessions[name], self.ids[name] = made["sessionToken"], made["objectId"]
            same(made["authData"], {"anonymous": {"id": MARK + name}}, "what a new user sees of itself")
            device = {"deviceToken": TOKEN if name == "Una" else "another-" + TOKEN, "deviceType": "ios"}
            self.devices[name] = self.ask("POST", "installations", device)["objectId"]
        acl = {**OPEN, self.ids["Una"]: {"read": True, "write": True}}
        links = {"google": {"id": MARK + "google", "access_token": MARK + "access"}}
        self.ask("PUT", "users/" + self.ids["Una"], {"acl": acl, "mailAddress": ADDRESS, "authData": links}, "Una")
        self.ask("POST", "classes/Horse", {"name": "Windy", "owner": self.pointer("user", self.ids["Una"])})

    @staticmethod
    def pointer(name, object_id):
        return {"__type": "Pointer", "className": name, "objectId": object_id}

    def answer(self, method, path, body=None, name=None):
        fields = {"X-NCMB-Apps-Session-Token": self.sessions[name]} if name else None
        data = None if body is None else json.dumps(body).encode()
        status, _, text = calls.signed(self.it.port, method, "/2013-09-01/" + path, data, fields)
        return status, text.decode()

    def ask(self, method, path, body=None, name=None):
        status, text = self.answer(method, path, body, name)
        if status not in (200, 201):
            raise Failure("%s %s: %d %s" % (method, path, status, text))
        return json.loads(text)

    def found(self, path, name=None, **query):
        return self.answer("GET", path + "?" + urllib.parse.urlencode(
            {key: value if isinstance(value, str) else json.dumps(value) for key, value in query.items()}), None, name)


def shapes(field, value):
    yield {"where": {field: value}, "count": "1"}
    for test in ({"$ne": value}, {"$in": [value]}, {"$nin": [value]}, {"$exists": True}, {"$regex": "^"}, {"$gt": ""}, {"$lt": "~"}):
        yield {"where": {field: test}, "count": "1"}
        yield {"where": {"$or": [{field: test}, {"objectId": "nobody"}]}, "count": "1"}
    yield {"order": field}
    yield {"order": "-" + field}


def shown(players):
    """Nobody but the owner sees it, whatever is asked; and the rows that come are those of a field that is not there."""
    una = players.ids["Una"]
    count = 0
    for name in (None, "Uwe"):
        for path, fields in (("users", OF_USER), ("installations", OF_DEVICE)):
            for field, value in fields:
                answers = {}
                for guess in (value, "nobody's"):
                    for place, shape in enumerate(shapes(field, guess)):
                        status, text = players.found(path, name, **shape)
                        answers.setdefault(place, []).append((status, text.replace("nobody's", str(value))))
                        if MARK in text:
                            raise Failure("%s by %s: %s" % (shape, name, text))
                        count += 1
                for first, second in answers.values():
                    same(first, second, "a right guess and a wrong one of %s, by %s" % (field, name))
        inner = {"className": "user", "where": {"authData.anonymous.id": {"$regex": "^" + MARK}}}
        for path, query in (("classes/Horse", {"include": "owner"}), ("classes/Horse", {"where": {"owner": {"$inQuery": inner}}}),
                            ("classes/Horse/", {}), ("users/" + una, {}), ("installations/" + players.devices["Una"], {}),
                            ("users", {"include": "authData"})):
            _, text = players.found(path, name, **query)
            if MARK in text:
                raise Failure("%s %s by %s: %s" % (path, query, name, text))
        _, text = players.found("classes/Horse", name, where={"owner": {"$inQuery": inner}})
        same(json.loads(text), {"results": []}, "a query within a query")
    own = players.ask("GET", "users/" + una, None, "Una")
    same((own["mailAddress"], sorted(own["authData"])), (ADDRESS, ["anonymous", "google"]), "what the owner sees")
    return count


def works(players):
    """The owner and the device go on as ever."""
    again = players.ask("POST", "users", {"authData": {"anonymous": {"id": MARK + "Una"}}})
    same(again["objectId"], players.ids["Una"], "who comes again with its secret")
    players.sessions["Una"] = again["sessionToken"]
    same(players.answer("POST", "installations", {"deviceToken": TOKEN, "deviceType": "ios"})[0], 409, "a token that is there")
    whole = players.ask("GET", "users/" + players.ids["Una"], None, "Una")
    del whole["objectId"], whole["createDate"], whole["updateDate"]
    players.ask("PUT", "users/" + players.ids["Una"], whole, "Una")
    game = wire.Caller(players.it.port, "client")
    for name, token in (("Una", TOKEN), ("Uwe", "another-" + TOKEN)):
        game.well("installations.receive", {"installationId": players.devices[name], "deviceToken": token})
        told = game.well("objects.get", {"className": "installation", "objectId": players.devices[name], "deviceToken": token})
        same(told["answer"].get("deviceToken"), token, "a device's own token")
    wrong = game.ask("installations.receive", {"installationId": players.devices["Una"], "deviceToken": "another-" + TOKEN})
    same(wrong.form["resultCode"] == 0 or wrong.status == 200 and "messages" in str(wrong.form), False, "another device's token")


def kept(it, secrets):
    """No file of the server has one, and no line of its log."""
    paths = [it.log] + [os.path.join(folder, name) for folder, _, names in os.walk(it.folder) for name in names]
    for path in paths:
        with open(path, "rb") as file:
            data = file.read().replace(ADDRESS.encode(), b"")
        same([secret for secret in secrets if secret.encode() in data], [], "secrets in " + path)
    same(os.stat(os.path.join(it.folder, "secrets.key")).st_mode & 0o777, 0o600, "the mode of the key")


def played(context):
    app = {"appId": wire.APP, "typeCode": "SANDBOX", "secretKey": "game-server-" + MARK, "iapAppKey": "iap-" + MARK}
    ncmb = {"applicationKey": "quickstart-application-key", "clientKey": "quickstart-client-key"}
    tested = {"deviceKeys": ["tester-" + MARK]}
    console = service.settings(context, wire.APP, ncmb=ncmb, testDevices=tested)
    with open(console) as file:
        value = {**json.load(file), "app": app}
    with open(console, "w") as file:
        json.dump(value, file)
    with service.server(context, console=[console], options=[*service.UNLIMITED, "--log-requests"]) as it:
        players = Players(it)
        works(players)
        count = shown(players)
        saved = it.console().well("console.saveSettings")["settings"]
        same([key for key in (MARK, "quickstart-client-key") if key in json.dumps(saved)], [], "secrets in settings that are shown")
        it.console().well("console.loadSettings", {"settings": saved}, wire.new_key())
        access = {"wire": "gamebase", "appId": wire.APP, "key": "game-server-" + MARK}
        wire.Caller(it.port, "server").well("server.access", {"access": access, "body": {}})
        works(players)
        exported = it.console().well("console.giveObjects", {"className": "user"})["rows"]
        exported += it.console().well("console.giveObjects", {"className": "installation"})["rows"]
        same(MARK in json.dumps(exported).replace(ADDRESS, ""), False, "secrets in an export")
        it.stop()
        kept(it, [MARK, "quickstart-client-key"])
        it.start()
        works(players)
        shown(players)
    return "%d finds" % count

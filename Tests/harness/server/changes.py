"""Users and installations of the mobile backend as an operator changes and removes them: by whom, what of them, and what is left."""
import json
import os

from harness import postgres
from harness.runner import Failure
from harness.server import wire
from harness.server.people import ROLES, administrator, invited
from harness.server.service import UNLIMITED, same, server
from harness.wires import calls

NOT_ALLOWED, BY_RULES = (403, -4030001), -9000061
NAME, PASSWORD, TOKEN = "Una", "a password of hers", "00ff" * 8
# What an operator leaves alone, with something else that it could be.
OWNED = {
    "user": {"userName": "Ulf", "password": "another", "sessionToken": "another", "authData": {"google": {"id": "9"}},
             "mailAddressConfirm": True},
    "installation": {"deviceToken": "another", "deviceType": "android", "timeZone": "UTC", "applicationName": "another",
                     "appVersion": "9", "sdkVersion": "9"}}


def signed(it, method, path, body=None, session=None):
    """A call of the published path: its status and what it answers."""
    status, _, answer = calls.signed(it.port, method, "/2013-09-01/" + path, body and json.dumps(body).encode(),
                                     {"X-NCMB-Apps-Session-Token": session} if session else {})
    return status, json.loads(answer) if answer else None


def made(it, path, body):
    status, answer = signed(it, "POST", path, body)
    same(status, 201, "%s: %s" % (path, answer))
    return answer


def given(it, name, number):
    rows = it.console().well("console.giveObjects", {"className": name})["rows"]
    return [row for row in rows if row["objectId"] == number][0]


def form(it, name, number, **fields):
    row = given(it, name, number)
    return {"className": name, "row": {**row, **fields}, "ifUpdateDate": row["updateDate"]}


def refused(browser, asked, text):
    answer = browser.ask("console.takeObject", asked)
    if answer.code != BY_RULES or text not in answer.form["message"]:
        raise Failure("%s is not what is said: %r" % (text, answer))


def play(it):
    ada = administrator(it)
    people = {role: invited(it, ada, role, {wire.APP: role}) for role in ROLES}
    una = made(it, "users", {"userName": NAME, "password": PASSWORD, "coins": 1})
    device = made(it, "installations", {"deviceToken": TOKEN, "deviceType": "ios"})
    user, session, installation = una["objectId"], una["sessionToken"], device["objectId"]
    change = form(it, "user", user, coins=2, acl={"*": {"read": True}, user: {"read": True, "write": True}})
    key = {"className": "user", "objectId": user}
    for role in ("viewer", "support"):
        for name, asked in (("console.takeObject", change), ("console.removeObject", key)):
            answer = people[role].ask(name, asked)
            same((answer.status, answer.code), NOT_ALLOWED, "%s as %s" % (name, role))
    operator = people["operator"]
    for name, number in (("user", user), ("installation", installation)):
        for field, value in OWNED[name].items():
            refused(operator, form(it, name, number, **{field: value}), field + " is not changed by an operator: ")
    refused(operator, form(it, "user", user, acl={}), "acl: ")
    same(operator.ask("console.takeObject", change).code, 0, "a change of a user")
    refused(operator, change, "The object was changed at ")
    same(operator.ask("console.takeObject", form(it, "installation", installation, channels=["East"])).code, 0, "one of an installation")
    status, seen = signed(it, "GET", "users/" + user, session=session)
    same((status, seen["coins"], seen["userName"]), (200, 2, NAME), "the user, with the session from before")
    status, seen = signed(it, "GET", "installations/" + installation)
    same((status, seen["channels"], seen["deviceType"]), (200, ["East"], "ios"), "the installation")
    same(signed(it, "POST", "installations", {"deviceToken": TOKEN, "deviceType": "ios"})[0], 409, "another with the same token")
    for name, number in (("user", user), ("installation", installation)):
        same(operator.ask("console.removeObject", {"className": name, "objectId": number}).code, 0, "the end of the " + name)
    same(signed(it, "GET", "users/" + user, session=session)[0], 401, "the session of a user who is gone")
    same(signed(it, "POST", "login", {"userName": NAME, "password": PASSWORD})[0], 401, "a log-in as that user")
    same(signed(it, "GET", "installations/" + installation)[0], 404, "an installation that is gone")
    made(it, "users", {"userName": NAME, "password": PASSWORD})
    made(it, "installations", {"deviceToken": TOKEN, "deviceType": "ios"})
    logged(it, user, installation)


def logged(it, user, installation):
    """Who changed and removed which."""
    with open(os.path.join(it.folder, "audit.log")) as file:
        text = file.read()
    lines = [json.loads(line) for line in text.splitlines()]
    found = {(line["request"], line["object"]["className"], line["object"].get("objectId")) for line in lines
             if line.get("person") == "operator" and line["resultCode"] == 0 and "className" in line.get("object", {})}
    same(found, {(name, kind, number) for name in ("console.takeObject", "console.removeObject")
                 for kind, number in (("user", user), ("installation", installation))}, "what the operator did")
    same([secret in text for secret in (PASSWORD, TOKEN)], [False, False], "a secret in the log")


def over_files(context):
    with server(context, options=UNLIMITED) as it:
        play(it)


def over_postgresql(context):
    with postgres.Server() as database, server(context, options=[*UNLIMITED, "--database", database.url]) as it:
        play(it)

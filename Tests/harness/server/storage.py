"""What is stored over a network: it can be read again, what is damaged costs itself alone, and nobody uses up what is everybody's."""
import base64
import os
import sqlite3

from harness.runner import Failure
from harness.server import service, wire
from harness.server.bounds import PROXY, behind
from harness.server.service import same

# More small values than one object could be read with once, in lists that a field may have.
VALUES, LIST = 1_100_000, 100_000


def made(caller, class_name, fields):
    answer = caller.ask("objects.create", {"className": class_name, "fields": fields})
    same(answer.status, 200, "an object is made: %r" % answer)
    return answer.body["answer"]["objectId"] if answer.code == 0 else answer.body["code"]


def found(caller, class_name, **more):
    answer = caller.ask("objects.find", {"className": class_name, **more})
    same(answer.code, 0, "a query of %s: %r" % (class_name, answer))
    return answer.body["answer"]


def large():
    return {"list%d" % number: [0] * LIST for number in range(VALUES // LIST)}


def readable(context):
    with service.server(context) as it:
        stranger, player = it.player(), it.player()
        made(player, "Map", {"name": "neighbour"})
        big = made(stranger, "Map", dict(large(), name="big"))
        same(sorted(row["name"] for row in found(player, "Map")["results"]), ["big", "neighbour"], "what is found")
        answer = player.ask("objects.get", {"className": "Map", "objectId": big}).body["answer"]
        same(sum(len(value) for value in answer.values() if isinstance(value, list)), VALUES, "values that come back")
        same(player.ask("objects.update", {"className": "Map", "objectId": big, "fields": {"name": "changed"}}).code, 0, "a change")
        given, after = [], ""
        while True:
            page = it.console().well("console.giveObjects", {"className": "Map", "after": after})
            if not page["rows"]:
                break
            same(page.get("damaged"), None, "what an export could not read")
            given += [row["name"] for row in page["rows"]]
            after = page["rows"][-1]["objectId"]
        same(sorted(given), ["changed", "neighbour"], "an export")
        made(stranger, "role", dict(large(), roleName="wide"))
        made(stranger, "installation", dict(large(), deviceToken="t"))
        for name in ("role", "installation"):
            same(len(found(player, name)["results"]), 1, name)
        same(player.ask("objects.delete", {"className": "Map", "objectId": big}).code, 0, "a deletion")


def damaged(context):
    with service.server(context) as it:
        ids = [made(it.player(), "Horse", {"name": "h%d" % number}) for number in range(3)]
        it.stop()
        path = os.path.join(it.folder, "apps", wire.APP, "gamebase.db")
        with sqlite3.connect(path) as database:
            database.execute("UPDATE objects SET fields = '{\"name\":' WHERE object_id = ?", [ids[1]])
        database.close()
        # Whoever writes beside the service knows what he does.
        os.remove(path + ".mark")
        it.start()
        answer = found(it.player(), "Horse")
        same(sorted(row["name"] for row in answer["results"]), ["h0", "h2"], "the neighbours")
        same(answer["damaged"], [ids[1]], "what is named")
        same(it.player().ask("objects.update", {"className": "Horse", "objectId": ids[0], "fields": {"name": "h3"}}).code, 0, "a change")
        same(it.console().well("console.giveObjects", {"className": "Horse"})["damaged"], [ids[1]], "what an export names")
        it.console().well("console.removeObject", {"className": "Horse", "objectId": ids[1]})
        same(found(it.player(), "Horse").get("damaged"), None, "what is named later")


def shares(context):
    small = {"network": {"objects": 5, "objectBytes": 4000, "files": 2, "fileBytes": 100_000, "installations": 2, "roles": 2,
                         "accounts": 2, "guests": 2, "devices": 2}}
    terms = [{"termsSeq": 1, "termsVersion": "1", "termsCountryType": "ETC", "contents": [{"termsContentSeq": 1, "name": "All"}]}]
    file = service.settings(context, "QuickStart", shares=small, terms=terms)
    with service.server(context, console=(file,), options=PROXY) as it:
        one, other = (it.player(headers=behind(address)) for address in ("192.0.2.1", "192.0.2.2"))

        def until_refused(what, ask, most):
            for count in range(most + 1):
                answer = ask(one, count)
                if answer.code != 0:
                    if "share" not in answer.text or "network" not in answer.text:
                        raise Failure("%s: %r" % (what, answer))
                    same(count, most, "%s of one network" % what)
                    same(ask(other, count).code, 0, "%s of another" % what)
                    return
            raise Failure("%s: more than %d" % (what, most))

        def create(name, fields):
            return lambda caller, count: caller.ask("objects.create", {"className": name, "fields": fields(caller, count)})

        until_refused("objects", create("Horse", lambda *_: {"a": 1}), 5)
        until_refused("installations", create("installation", lambda caller, count: {"deviceToken": "%d %d" % (id(caller), count)}), 2)
        until_refused("roles", create("role", lambda caller, count: {"roleName": "%d-%d" % (id(caller), count)}), 2)
        until_refused("accounts", create(
            "user", lambda caller, count: {"authData": {"anonymous": {"id": "%d-%d-secret-of-the-device" % (id(caller), count)}}}), 2)
        until_refused("files", lambda caller, count: caller.ask("files.begin", {"fileName": "%d-%d" % (id(caller), count)}), 2)
        guest = {"idPCode": "guest"}
        until_refused("guests", lambda caller, count: caller.ask(
            "gateway.idPLogin", {"idPInfo": dict(guest, accessToken="%032d" % (id(caller) + count)), "member": {}}), 2)
        until_refused("devices", lambda caller, count: caller.ask(
            "tos.updateTerms", {"deviceKey": "%d %d" % (id(caller), count), "termsSeq": 1, "termsVersion": "1", "contents": []}), 2)
        # Bytes: what grows is counted to who makes it grow, and what goes is given back.
        third = it.player(headers=behind("192.0.2.3"))
        mine = made(third, "Horse", {"text": ""})
        growing = {"className": "Horse", "objectId": mine}
        same(it.player(headers=behind("192.0.2.4")).ask("objects.update", dict(growing, fields={"text": "x" * 3900})).code, 0, "growth")
        same(third.ask("objects.create", {"className": "Horse", "fields": {"text": "y" * 3900}}).code, 0, "its own share, untouched")
        same(third.ask("objects.create", {"className": "Horse", "fields": {"text": "y" * 3900}}).body["code"], "E429001", "beyond it")
        same(third.ask("objects.delete", growing).code, 0, "a deletion")
        upload = third.ask("files.begin", {"fileName": "f"}).body["upload"]
        part = base64.b64encode(b"x" * 60_000).decode()
        same(third.ask("files.append", {"upload": upload, "from": 0, "part": part}).code, 0, "a part")
        same(third.ask("files.append", {"upload": upload, "from": 60_000, "part": part}).body["code"], "E429001", "one too many")

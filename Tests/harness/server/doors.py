"""Whoever proves something: each path and method of the server's own list with wrong proofs, and what is told of them."""
import hashlib
import hmac
import itertools
import json
import os
import re
import time

from harness import postgres
from harness.runner import Failure
from harness.server import bounds, service, wire
from harness.server.people import administrator
from harness.server.service import same
from harness.wires import calls, members
from harness.wires import table as tables

SECRET, WRONG = "quickstart-secret", "a-wrong-key-of-nobody-at-all"
# So many wrong ones are looked at, and no more come back in the time of a test.
TRIES = 2
RATES = ["--limit", "address=off", "--limit", "login=off", "--limit", "app=off", "--limit", "player=off", "--limit", "stream=off"] + [
    part for name in ("operator", "gameServer", "session", "signature") for part in ("--limit", "%s=0.0001/%d" % (name, TRIES))]
STORE, WEBHOOK = "WEB", "whsec_of-the-tests-0123456789"
SECRETS_KEY = "the-secrets-key-of-the-tests-0123456789"
# A page in no app's interface, and Apple's notices, which no key lets in but Apple's signature (suite signin).
PUSH, OWN_PUSH = "/tcgb-push/v1.3/apps/", "/push/v2.4/appkeys/"
UNPROVEN_MAX = 30
UNKEYED = ("/webhooks/apple/notifications",)


def routes(context):
    """The server's own list: paths with methods and what is proven there, beginnings of published paths, requests."""
    lines = [line.split() for line in context.check([service.program(context), "--routes"]).splitlines()]
    table = {kind: [line[1:] for line in lines if line[0] == kind] for kind in ("route", "wire", "request")}
    if len(table["route"]) < 11 or len(table["wire"]) < 9 or len(table["request"]) < 150:
        raise Failure("the list of routes is short: %r" % {kind: len(rows) for kind, rows in table.items()})
    return table


def called(context, table):
    """(interface, method, path) of the calls that the tables of the suite wires play: each that is documented, and others."""
    beginnings, found = [(row[1], row[0]) for row in table["wire"]], {}
    for name in sorted(os.listdir(context.path("Tests", "wires"))):
        if not name.endswith(".txt"):
            continue
        for case in tables.read(context.path("Tests", "wires", name)):
            path = re.sub(r"\$\{\w+\}", "x", case.path.partition("?")[0])
            interface = next((interface for beginning, interface in beginnings if path.startswith(beginning)), None)
            if interface and case.method in ("GET", "POST", "PUT", "DELETE") and not path.endswith(UNKEYED):
                found[interface, case.method, path] = True
                if path.startswith(PUSH):
                    found["push", case.method, path.replace(PUSH, OWN_PUSH)] = True
    return list(found)


class Walk:
    """Tries each way in from an address of its own."""

    def __init__(self, it):
        self.it, self.count = it, 0
        # What is answered alike whoever asks.
        self.unproven = []
        self.addresses = ("198.51.%d.%d" % (high, low) for high, low in itertools.product(range(100), range(1, 255)))

    def way(self, name, ask, is_wrong, has_right=True):
        """`ask(address, isRight)` answers (status, headers in small letters, text)."""
        address = next(self.addresses)
        if has_right and later(ask(address, True)):
            raise Failure("%s: a right proof is refused at once" % name)
        for _ in range(TRIES):
            found = ask(address, False)
            if not is_wrong(found):
                raise Failure("%s: a wrong proof is answered by %r" % (name, found))
        found = ask(address, False)
        if not later(found):
            raise Failure("%s: wrong proof %d is answered by %r" % (name, TRIES + 1, found))
        if has_right and (later(ask(address, True)) or is_wrong(ask(address, True))):
            raise Failure("%s: a right proof from a known address is refused after wrong ones from there" % name)
        self.count += 1


def later(found):
    """Whether it says that there were too many, and when there may be more, in any interface's words."""
    status, headers, text = found
    if "retry-after" not in headers:
        return False
    if int(headers["retry-after"]) < 1 or not (status == 429 or '"resultCode":' in text):
        raise Failure("a refusal of too many: %r" % (found,))
    return status == 429 or any('"resultCode":%d' % code in text for code in (-9000006, 9999, 40010))


def said(found, *texts):
    return any(text in found[2] for text in texts)


def ask(it, method, path, address, headers=None, body=None):
    told = {"X-Forwarded-For": address, **(headers or {})}
    if method == "POST" and body is None:
        body = b"{}"
    if body is not None and "Content-Type" not in told:
        told["Content-Type"] = "application/json"
    status, fields, answer = calls.raw(it.port, method, path, told, body)
    return status, fields, answer.decode("utf-8", "replace")


def form(name, parameters=None):
    return wire.form(name, parameters)


def own(walk, table):
    """The paths of the server's own protocol, each with each method that it has."""
    it, path = walk.it, "/v1/apps/" + wire.APP
    requests = {asker: [row[0] for row in table["request"] if row[1] == asker] for asker in ("client", "console", "gameServer")}

    def operated(method, place, body, harmless=None):
        def asked(address, right):
            # What a right one asks does not matter, so it is what changes nothing.
            given = harmless if right and harmless else body
            return ask(it, method, place, address, {"Authorization": "Bearer " + (wire.KEY if right else WRONG)}, given)
        walk.way("%s %s %s" % (method, place, body), asked, lambda found: found[0] == 401)

    for methods, place, kinds in table["route"]:
        place = place.replace("APP", wire.APP).replace("STORE", STORE)
        for method in methods.split(","):
            if place == path + "/console":
                for name in requests["console"]:
                    operated(method, place, form(name), form("console.report"))
            elif kinds == "operatorKey":
                operated(method, place, b"{}" if method == "POST" else None)
            elif kinds == "gameServer":
                for name in requests["gameServer"]:
                    def served(address, right, name=name):
                        access = {"wire": "gamebase", "appId": wire.APP, "key": SECRET if right else WRONG}
                        return ask(it, method, place, address, None, form(name, {"access": access, "body": {}}))
                    walk.way(name, served, lambda found: said(found, "-4010004"))
            elif kinds == "signature":
                signed(walk, method, place)
            elif kinds == "session":
                sessions(walk, method, place, requests["client"])
            elif kinds != "-":
                raise Failure("nobody tries %s %s, where %s is proven" % (method, place, kinds))


def signed(walk, method, place):
    it = walk.it
    if place.endswith("/sign-in/callback"):
        def returned(address, _):
            body = b"state=forged&code=c" if method == "POST" else None
            target = place + ("" if body else "?state=forged&code=c")
            return ask(it, method, target, address, {"Content-Type": "application/x-www-form-urlencoded"} if body else None, body)
        return walk.way("%s %s" % (method, place), returned, lambda found: found[0] == 400 and "unknown or over" in found[2], False)

    def sent(address, right):
        body, now = b'{"id":"evt_1","type":"customer.created","data":{"object":{}}}', int(time.time())
        mac = hmac.new(WEBHOOK.encode() if right else b"another", b"%d." % now + body, hashlib.sha256).hexdigest()
        return ask(it, method, place, address, {"Stripe-Signature": "t=%d,v1=%s" % (now, mac)}, body)
    walk.way("%s %s" % (method, place), sent, lambda found: found[0] == 400 and "signature is wrong" in found[2])


def sessions(walk, method, place, names):
    it = walk.it
    if "/mail/" in place:
        # Keys that came by mail; a right one needs a mail server, and has one in the suite `mail`.
        def opened(address, _):
            body = b"key=forged&password=p&again=p" if method == "POST" else None
            target = place + ("" if body else "?key=forged")
            return ask(it, method, target, address, {"Content-Type": "application/x-www-form-urlencoded"} if body else None, body)
        return walk.way("%s %s" % (method, place), opened, lambda found: found[0] == 404 and "not valid" in found[2], False)
    player = it.player().log_in()
    if method == "GET":
        def heard(address, right):
            token = {"Authorization": "Bearer " + (player.token if right else WRONG), "Accept": "application/json"}
            return ask(it, method, place + "?wait=0", address, token)
        return walk.way(place, heard, lambda found: found[0] == 401)
    counted, passed_over = 0, []
    for name in names:
        address = next(walk.addresses)
        found = ask(it, method, place, address, {"Authorization": "Bearer " + WRONG}, form(name, NEEDED.get(name)))
        # Others need no session, or look at what is asked before.
        if not said(found, "-4010203", "E401001", "E404003"):
            passed_over.append(name)
            continue
        counted += 1

        def asked(address, right, name=name):
            token = player.token if right else WRONG
            body = form("purchase.notConsumed", {"storeCode": "SANDBOX"}) if right else form(name, NEEDED.get(name))
            return ask(it, method, place, address, {"Authorization": "Bearer " + token}, body)
        walk.way(name, asked, lambda found: said(found, "-4010203", "E401001", "E404003"))
    if counted < 42:
        raise Failure("of %d requests of players a wrong session is told in %d; not in %r" % (len(names), counted, passed_over))


# What a request looks at before it looks at the session.
NEEDED = {
    "objects.create": {"className": "A", "fields": {}}, "objects.get": {"className": "A", "objectId": "a" * 16},
    "objects.update": {"className": "A", "objectId": "a" * 16, "fields": {}}, "objects.delete": {"className": "A", "objectId": "a" * 16},
    "objects.find": {"className": "A"}, "files.read": {"fileName": "a"}, "gateway.tokenLogin": {"tokenInfo": {"accessToken": WRONG}},
    "installations.receive": {"installationId": "a" * 16, "deviceToken": "d"},
    "installations.acknowledge": {"installationId": "a" * 16, "deviceToken": "d", "seq": 1},
}


def published(context, walk, table):
    """Each call of each published interface."""
    keyed_ones, found = {row[0] for row in table["wire"] if row[2] != "-"}, called(context, table)
    same({interface for interface, _, _ in found} >= keyed_ones, True, "whether calls of each interface are known")
    for interface, method, path in found:
        if interface == "ncmb":
            mobile(walk, method, path)
        elif interface in keyed_ones:
            keyed(walk, interface, method, path)


def mobile(walk, method, path):
    it, body = walk.it, b"{}" if method in ("POST", "PUT") else None

    def asked(address, right):
        headers = {"X-Forwarded-For": address, **({} if right else {"X-NCMB-Signature": "A" * 43 + "="})}
        status, fields, answer = calls.signed(it.port, method, path, body, headers)
        return status, fields, answer.decode("utf-8", "replace")

    def named(address, right):
        headers = {"X-Forwarded-For": address}
        keys = {} if right else {"application": "nobodys-application-key"}
        status, fields, answer = calls.signed(it.port, method, path, body, headers, **keys)
        return status, fields, answer.decode("utf-8", "replace")
    first = asked(next(walk.addresses), False)
    if not said(first, "E401001"):
        walk.unproven.append("%s %s: %s" % (method, path, first[2][:120]))
        return
    walk.way("%s %s, signature" % (method, path), asked, lambda found: said(found, "E401001"))
    walk.way("%s %s, application key" % (method, path), named, lambda found: said(found, "E404005", "E404"), False)


def keyed(walk, name, method, path):
    it = walk.it

    def asked(address, right):
        key = SECRET if right else WRONG
        headers = {"gamebase": {"X-Secret-Key": key}, "push": {"X-Secret-Key": key},
                   "iap": {"X-NHN-TCIAP-AppKey": "quickstart-iap-key" if right else WRONG},
                   "hive": {"X-Access-Token": key} if path.startswith("/v2/") else {"Authorization": "bearer " + key}}[name]
        body = None if method == "GET" else b"{}"
        if name == "hive":
            game = {"game": {"appids": [wire.APP]}, "target": ["p"], "payload": {"single": {"title": "t", "message": "m"}}}
            body = json.dumps({**game, "game": {"appids": [wire.APP], "gameid": wire.APP}}).encode()
        return ask(it, method, path, address, headers, body)
    # From a known address: what strangers try counts for all addresses together.
    address = next(walk.addresses)
    asked(address, True)
    first = asked(address, False)
    if not said(first, "-4010004", '"resultCode":40101', "X-NHN-TCIAP-AppKey is not", "X-Secret-Key is not"):
        # Whoever asks: there is no such path, or no such app.
        walk.unproven.append("%s %s: %s" % (method, path, first[2][:120]))
        return
    walk.way("%s %s" % (method, path), asked,
             lambda found: said(found, "-4010004", '"resultCode":40101', "X-NHN-TCIAP-AppKey is not", "X-Secret-Key is not"))


def world(context):
    with open(context.path(service.CONSOLE)) as file:
        value = json.load(file)
    value["app"]["iapAppKey"] = "quickstart-iap-key"
    value["stores"].append({"storeCode": STORE, "verification": "STORE", "interface": "CHECKOUT", "apiKey": "sk_test", "apiUrl":
                            "http://127.0.0.1:9", "webhookSecret": WEBHOOK, "returnUrl": "https://example.com/thanks"})
    path = os.path.join(context.directory("settings"), "console.json")
    with open(path, "w") as file:
        json.dump(value, file)
    other = service.settings(context, "Other")
    return service.server(context, console=[path, other], options=bounds.PROXY + RATES, environment={"GAMEBASED_SECRETS_KEY": SECRETS_KEY})


def walked(context):
    """Each path and method with wrong proofs: each is counted, and a right one from a known address is let in all the same."""
    table = routes(context)
    with world(context) as it:
        walk = Walk(it)
        own(walk, table)
        published(context, walk, table)
        if len(walk.unproven) > UNPROVEN_MAX:
            raise Failure("%d calls are answered to who proves nothing: %s" % (len(walk.unproven), "\n".join(walk.unproven)))
    return "%d ways in" % walk.count


def one_door(context):
    """What was guessed at one path of a game server closes all of them, and nothing to who comes from elsewhere or was there before."""
    with service.server(context, options=bounds.PROXY + ["--limit", "gameServer=0.01/10"]) as it:
        def server(address, key):
            access = {"wire": "gamebase", "appId": wire.APP, "key": key}
            return ask(it, "POST", "/v1/apps/%s/server" % wire.APP, address, None, form("server.launching", {"access": access, "body": {}}))

        def gateway(address, key):
            return ask(it, "GET", "/tcgb-launching/v1.3/apps/%s/launching/simple" % wire.APP, address, {"X-Secret-Key": key})
        same([later(server("192.0.2.1", SECRET)), later(gateway("192.0.2.9", SECRET))], [False, False], "game servers at first")
        looked = sum(not later(server("192.0.2.2", "guess-%d" % number)) for number in range(200))
        same(looked, 10, "guesses at the server's own path that were looked at")
        for door in (server, gateway):
            same(later(door("192.0.2.2", SECRET)), True, "the right key from where was guessed, by %s" % door.__name__)
            same(later(door("192.0.2.1", SECRET)), False, "the right key from a known address, by %s" % door.__name__)
            same(later(door("192.0.2.3", SECRET)), False, "the right key from another address, by %s" % door.__name__)
        # A botnet, and the servers of before beside it.
        looked = sum(not later(server("203.0.%d.%d" % (number // 200, number % 200 + 1), "g%d" % number)) for number in range(400))
        same(90 <= looked <= 100, True, "whether %d guesses of 400 addresses were looked at" % looked)
        same(later(server("192.0.2.4", SECRET)), True, "the right key from an address that nobody knows, under a botnet")
        same([later(server("192.0.2.1", SECRET)), later(gateway("192.0.2.9", SECRET))], [False, False], "game servers under a botnet")
        # This machine.
        for _ in range(30):
            server_here = it.player(headers={}).ask("server.launching", path="/v1/apps/%s/server" % wire.APP,
                                                    parameters={"access": {"wire": "gamebase", "appId": wire.APP, "key": WRONG}})
            same(server_here.code, -4010004, "a wrong key from this machine")


def operator(context):
    """Of the operator: strangers close nothing to this machine, or to where the operator was before."""
    for options in ([], ["--proxy", "127.0.0.1"]):
        with service.server(context, options=options + ["--limit", "operator=0.01/5"]) as it:
            same(it.console(headers=bounds.behind("192.0.2.1")).ask("console.report").status, 200, "the operator from elsewhere")
            for _ in range(20):
                same(it.console(token=WRONG).ask("console.report").status, 401, "a wrong key from this machine")
            found = [it.console(token=WRONG, headers=bounds.behind("192.0.2.7")).ask("console.report").status for _ in range(8)]
            same(found, [401] * 5 + [429] * 3, "wrong keys that somebody hands on for another")
            same(it.console().ask("console.report").status, 200, "the right key from this machine")
            same(it.console(headers=bounds.behind("192.0.2.1")).ask("console.report").status, 200, "the operator from where it was before")


def owners(context):
    """A name that strangers guess at is closed to them, and not to its owner; at each of two servers of a database."""
    with open(context.path(service.CONSOLE)) as file:
        wanted = json.load(file)
    with postgres.Server() as database:
        first, second = (wire.Process(service.program(context), os.path.join(context.directory("server"), "data"), (),
                                      bounds.PROXY + ["--limit", "login=off", "--database", database.url]) for _ in range(2))
        with first, second:
            first.console().well("console.loadSettings", {"settings": wanted}, wire.new_key())
            service.eventually(lambda: second.player().ask("launching.getServerTime").status == 200, "the other server finds the app")
            guess(first, second)


def guess(first, second):
    def caller(it, address):
        return it.player(headers=bounds.behind(address))

    def log_in(it, address, password, name="ann"):
        return caller(it, address).ask("users.logIn", {"userName": name, "password": password})
    fields = {"userName": "ann", "password": "the right one"}
    caller(first, "192.0.2.1").well("objects.create", {"className": "user", "fields": fields}, wire.new_key())
    for name in ("ann", "nobody"):
        found = [log_in((first, second)[number % 2], "198.51.100.7", "wrong", name) for number in range(12)]
        same(["E401002" in answer.text for answer in found], [True] * 10 + [False] * 2, "guesses at two servers for " + name)
        same(("E429002" in found[-1].text, int(found[-1].headers.get("Retry-After", 0)) > 600), (True, True), "the refusal, and when")
    for it in (first, second):
        same("E429002" in log_in(it, "198.51.100.7", "the right one").text, True, "the right one from where was guessed")
        same(log_in(it, "192.0.2.1", "the right one").code, 0, "the owner from where it was before")
        headers = {"X-Forwarded-For": "198.51.100.7"}
        status, fields, answer = calls.signed(it.port, "POST", "/2013-09-01/login", b'{"userName":"ann","password":"x"}', headers)
        same((status, b"E429002" in answer, int(fields.get("retry-after", 0)) > 600), (429, True, True), "the same by the published path")


def transfers(context):
    """Wrong tries to move a guest are counted without a setting; ids that exist are told to nobody for nothing."""
    console = service.settings(context, wire.APP, transferAccount={"enabled": True})
    with service.server(context, console=[console], options=bounds.PROXY + ["--limit", "login=1/30"]) as it:
        owner = it.player(headers=bounds.behind("192.0.2.1")).log_in()
        name, _ = members.transfer(owner)

        def move(address, key, account=name):
            device = {"idPCode": "guest", "accessToken": wire.new_key() + "-of-a-device"}
            return it.player(headers=bounds.behind(address)).ask("gateway.transferAccount", {
                "idPInfo": device, "account": {"id": account, "key": key}, "member": {}})
        codes = [move("198.51.100.7", "wrong").code for _ in range(12)]
        same(codes, [-4000927] * 10 + [codes[10]] * 2, "wrong keys of an account")
        last = move("198.51.100.7", "wrong")
        same((last.body["failTransferAccount"]["status"], int(last.headers["Retry-After"]) > 600), ("B", True), "what is told then")
        codes = [move("198.51.100.8", "k", "NOBODYSID%03d" % number).code for number in range(12)]
        same(len(set(codes[:10])) == 1 and codes[10] == last.code, True, "wrong ids, of a device that is another each time: %r" % codes)
        same(move("192.0.2.1", "wrong").code, -4000927, "a try from where the owner was")
        prober = it.player(headers=bounds.behind("198.51.100.9")).log_in()
        salt = prober.well("gateway.offerTransferAccount", {"userId": prober.user})["salt"]
        kept = {"userId": prober.user, "id": name, "issuedType": "MANUAL", "salt": salt, "key": "k"}
        codes = [prober.ask("gateway.keepTransferAccount", kept).code for _ in range(12)]
        same((len(set(codes[:10])), codes[10]), (1, last.code), "who asks for ids that others have: %r" % codes)
        quick = it.player(headers=bounds.behind("198.51.100.10")).log_in()
        found = [quick.ask("gateway.queryTransferAccount", {"userId": quick.user}).status for _ in range(60)]
        same(429 in found, True, "whether questions about transfers count as log-ins")


def keys_of_others(context):
    """Settings that bring the key by which callers name another app are refused, however they come."""
    first, second = service.settings(context, "One"), service.settings(context, "Two")
    with open(first) as file:
        one = json.load(file)
    one["app"]["iapAppKey"] = "the-iap-key-of-the-first-app"
    with open(first, "w") as file:
        json.dump(one, file)
    with open(second) as file:
        two = json.load(file)
    taken = [dict(two, ncmb=one["ncmb"]), dict(two, app=dict(two["app"], iapAppKey=one["app"]["iapAppKey"]))]
    with service.server(context, console=[first, second]) as it:
        for settings in taken:
            for given in (settings, json.dumps(settings)):
                answer = it.console(app="Two").ask("console.loadSettings", {"settings": given})
                same((answer.code, "names the app One already" in answer.text), (-4000003, True), "settings with another app's key")
            new = dict(settings, app=dict(settings["app"], appId="Third"))
            answer = it.console(app="Third").ask("console.loadSettings", {"settings": new})
            same((answer.code, " already; take another" in answer.text), (-4000003, True), "a new app with another app's key")
        # Somebody who runs one app alone is not told by a key who has it.
        token = administrator(it).well("tokens", {"name": "of a program", "app": "Two", "role": "operator"})["token"]
        for settings in taken:
            answer = it.console(app="Two", token=token).ask("console.loadSettings", {"settings": settings})
            same((answer.code, "names another app already" in answer.text), (-4000003, True), "the same by who runs one app")
        for app, settings in (("One", one), ("Two", two)):
            same(it.console(app=app).ask("console.loadSettings", {"settings": settings}).code, 0, "its own keys again")
        with open(second, "w") as file:
            json.dump(taken[0], file)
        it.signal(1)
        service.eventually(lambda: "names the app One already" in it.logged(), "a file with another app's key is refused")
        it.stop()
        try:
            it.start()
            raise Failure("the server starts with a file that has another app's key")
        except Failure as failure:
            if "names the app One already" not in str(failure):
                raise


def weak_secrets(context):
    """A REAL app does not begin with secrets that everybody knows or can guess; one that has them is told of."""
    with open(context.path(service.CONSOLE)) as file:
        wanted = json.load(file)
    strong = {"secretKey": "0f9c2b7ad1e84c35", "iapAppKey": None}
    keys = {"applicationKey": "0a1b2c3d4e5f60718293", "clientKey": "8d7c6b5a493827160504"}
    wanted["app"]["typeCode"] = "REAL"
    with service.server(context, console=[service.settings(context, wire.APP)]) as it:
        console = it.console()
        for app, ncmb, place in (({}, {}, "app.secretKey"), (strong, {}, "ncmb.applicationKey"),
                                 (strong, dict(keys, clientKey="quickstart-client-key"), "ncmb.clientKey"),
                                 ({"secretKey": "short"}, keys, "app.secretKey"), ({"secretKey": "a" * 32}, keys, "app.secretKey"),
                                 (dict(strong, iapAppKey="abababababababab"), keys, "app.iapAppKey")):
            given = dict(wanted, app={**wanted["app"], **app}, ncmb={**wanted["ncmb"], **ncmb})
            answer = console.ask("console.loadSettings", {"settings": given})
            same((answer.code, "$." + place in answer.text), (-4000003, True), "weak secrets at %s: %r" % (place, answer))
        console.well("console.loadSettings", {"settings": dict(wanted, app={**wanted["app"], **strong}, ncmb=keys)}, wire.new_key())
    path = service.settings(context, wire.APP)
    with open(path, "w") as file:
        json.dump(wanted, file)
    it = service.server(context, console=[path])
    try:
        it.start()
        raise Failure("a REAL app begins with the secrets of the examples")
    except Failure as failure:
        if "$.app.secretKey" not in str(failure):
            raise
    finally:
        it.kill()


def named_in_audit(context):
    """The audit log says about whom and about which money it was; and by which key, while two are good."""
    path = os.path.join(context.directory("key"), "key")
    with open(path, "w") as file:
        file.write("the-new-key-of-the-operator\nthe-old-key-of-the-operator\n")
    folder = os.path.join(context.directory("server"), "data")
    with wire.Process(service.program(context), folder, [service.settings(context, wire.APP)], ["--operator-key-file", path]) as it:
        player = it.player().log_in()
        reserved, _ = player.buy()
        new, old = (it.console(token="the-%s-key-of-the-operator" % age) for age in ("new", "old"))
        for console, name, parameters in ((new, "console.ban", {"userId": player.user, "banType": "PERMANENT", "message": "a-word"}),
                                          (old, "console.releaseBan", {"userId": player.user}),
                                          (new, "console.refund", {"paymentSeq": reserved["paymentSeq"]}),
                                          (old, "console.exportMember", {"userId": player.user}),
                                          (new, "console.kickout", {"userIds": [player.user] * 30}),
                                          (new, "console.transferAccount", {"userId": player.user, "action": "issue"}),
                                          (new, "console.eraseMember", {"userId": player.user})):
            console.ask(name, parameters)
        with open(os.path.join(it.folder, "audit.log")) as file:
            text = file.read()
        lines = [json.loads(line) for line in text.splitlines()]
        objects = {line["request"]: line.get("object") for line in lines}
        same(objects["console.kickout"], {"userIds": [player.user] * 20, "count": 30}, "the object of a kickout")
        for name in ("ban", "releaseBan", "exportMember", "eraseMember"):
            same(objects["console." + name], {"userId": player.user}, "the object of " + name)
        same(objects["console.transferAccount"], {"userId": player.user, "action": "issue"}, "the object of a new key")
        same(objects["console.refund"], {"paymentSeq": reserved["paymentSeq"]}, "the object of a refund")
        same(len({line["key"] for line in lines}), 2, "keys that asked")
        same("a-word" in text, False, "another word of a request in the audit log")
        with open(path, "w") as file:
            file.write("the-new-key-of-the-operator\n")
        it.signal(1)
        service.eventually(lambda: it.console(token="the-old-key-of-the-operator").ask("console.report").status == 401, "the old key ends")

"""Published interfaces under what nobody documents: mistakes of HTTP, too much of everything, and who is not let in."""
import json
import re

from harness.runner import Failure
from harness.server import bounds, service, wire
from harness.server.service import same
from harness.wires import calls, faces

NCMB, GAMEBASE, IAP, PUBLIC = "/2013-09-01/classes/A", "/tcgb-inapp/v1.3/apps/QuickStart/consume", "/v1/service/consume", \
    "/applications/QuickStart/publicFiles/a"
PUSH = "/push/v2.4/appkeys/QuickStart/messages"
JSON = "Content-Type: application/json\r\n"
# What is sent, the code of NCMB's answer, of Gamebase's, of IAP's. METHOD PATH HTTP/1.1 stands before it.
MISTAKES = [
    ("a body in pieces", "Transfer-Encoding: chunked\r\n" + JSON, "E400000", -4000003, 1100),
    ("a length that is none", "Content-Length: many\r\n" + JSON, "E400000", -4000003, 1100),
    ("a length twice", "Content-Length: 2\r\nContent-Length: 2\r\n" + JSON, "E400000", -4000003, 1100),
    ("a space before a colon", "X-Any : 1\r\n", "E400000", -4000003, 1100),
    ("a field that goes on", "X-Any: 1\r\n 2\r\n", "E400000", -4000003, 1100),
    ("a key twice", "X-NCMB-Application-Key: a\r\nX-NCMB-Application-Key: b\r\nX-Secret-Key: a\r\nX-Secret-Key: b\r\n"
     "X-NHN-TCIAP-AppKey: a\r\nX-NHN-TCIAP-AppKey: b\r\n", "E400000", -4000003, 1100),
    ("a long field", "X-Any: " + "a" * 17000 + "\r\n", "E400000", -4000003, 1100),
    ("too many fields", "X-Any: 1\r\n" * 65, "E400000", -4000003, 1100),
    ("a compressed body", "Content-Encoding: gzip\r\nContent-Length: 0\r\n" + JSON, "E415001", -4060001, 2111),
    ("a body above every limit", "Content-Length: 40000000\r\n" + JSON, "E413002", -4000003, 1100),
]


def answer(port, data):
    received, _ = wire.raw(port, data.encode(), 5)
    head, _, body = received.partition(b"\r\n\r\n")
    found = re.match(rb"HTTP/1\.1 (\d+) ", head)
    return (int(found.group(1)) if found else None), head.decode(), body


def code(path, body):
    form = json.loads(body)
    if path in (NCMB, PUBLIC):
        if set(form) != {"code", "error"}:
            raise Failure("another shape: %r" % body)
        return form["code"]
    header = form["header"]
    if header["isSuccessful"] or ("transactionId" in header) != (path == GAMEBASE):
        raise Failure("another shape: %r" % body)
    return header["resultCode"]


def mistakes(context):
    wrong = []
    with service.server(context) as it:
        for name, fields, *wanted in MISTAKES:
            for path, expected in zip((NCMB, GAMEBASE, IAP, PUSH), [*wanted, 40002 if wanted[1] == -4060001 else 40001]):
                data = "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n" % (path, fields)
                # A second request behind it must not be answered when the first was refused for how it was framed.
                status, head, body = answer(it.port, data + "GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
                http_status = int(expected[1:4]) if path == NCMB else 200
                try:
                    found = (status, code(path, body))
                except (ValueError, KeyError, Failure) as reason:
                    found = (status, "%s: %r" % (reason, body[:200]))
                if found != (http_status, expected):
                    wrong.append("%s, %s: %s, and not %s" % (name, path, found, (http_status, expected)))
        for path, status, expected in ((NCMB, 414, "E414000"), (GAMEBASE, 200, -4000003), (IAP, 200, 1100), (PUSH, 200, 40001)):
            found = answer(it.port, "GET %s/%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % (path, "a" * 14000))
            if (found[0], code(path, found[2])) != (status, expected):
                wrong.append("a long path, %s: %r" % (path, found))
        status, _, body = answer(it.port, "GET /2013-09-01/classes/A HTTP/1.1\nHost: localhost\n\n")
        same((status, code(NCMB, body)), (400, "E400000"), "lines that end wrongly")
        status, _, body = answer(it.port, "GET /2013-09-01/classes/A HTTP/1.1\r\n\r\n")
        same((status, code(NCMB, body)), (400, "E400000"), "a call without a host")
        status, _, body = calls.raw(it.port, "POST", "/2013-09-01/files/a", {"Content-Length": "40000000", "Content-Type": "text/plain"})
        same((status, code(NCMB, body)), (413, "E413001"), "a file above every limit")
        for path in (GAMEBASE, IAP):
            key = {"X-Secret-Key": "quickstart-secret", "X-NHN-TCIAP-AppKey": "quickstart-secret"}
            for headers, data, expected in (({"Content-Type": "text/plain"}, b"{}", (-4060001, 2111)),
                                            ({"Content-Type": "application/json"}, b"\xff", (5032, 5032))):
                status, _, body = calls.raw(it.port, "POST", path, {**key, **headers}, data)
                same((status, code(path, body)), (200, expected[path == IAP]), "%s %r" % (headers, data))
        same(wire.get(it.port, "/health").status, 200, "the server after that")
    if wrong:
        raise Failure("\n".join(wrong))


def apps(context):
    """Two apps with keys of their own; a third that comes while the server runs; keys that are changed."""
    keys = {name: {"applicationKey": name + "-application", "clientKey": name + "-client"} for name in ("first", "second", "third", "new")}
    consoles = [service.settings(context, app, ncmb=keys[app]) for app in ("first", "second")]
    with service.server(context, console=consoles) as it:
        def ask(application, client, method="GET", body=None):
            return calls.signed(it.port, method, "/2013-09-01/classes/Horse", body, application=application + "-application",
                                key=client + "-client")
        same(ask("first", "first", "POST", b'{"name":"Arion"}')[0], 201, "an object of one app")
        same(len(json.loads(ask("first", "first")[2])["results"]), 1, "objects of that app")
        same(json.loads(ask("second", "second")[2]), {"results": []}, "objects of the other")
        same((ask("first", "second")[0], ask("second", "first")[0]), (401, 401), "one app's key under another's name")
        same(ask("third", "third")[0], 404, "an app that there is not")
        console = wire.Caller(it.port, "console", token=wire.KEY, app="third")
        with open(service.settings(context, "third", ncmb=keys["third"])) as file:
            third = json.load(file)
        console.well("console.loadSettings", {"settings": third}, wire.new_key())
        same(ask("third", "third")[0], 200, "an app that was made meanwhile")
        console.well("console.loadSettings", {"settings": {**third, "ncmb": keys["new"]}}, wire.new_key())
        same((ask("third", "third")[0], ask("new", "new")[0]), (404, 200), "keys that were changed")
        # The key of one app is given to another.
        console.well("console.loadSettings", {"settings": third}, wire.new_key())
        first = wire.Caller(it.port, "console", token=wire.KEY, app="first")
        with open(consoles[0]) as file:
            first.well("console.loadSettings", {"settings": {**json.load(file), "ncmb": keys["new"]}}, wire.new_key())
        same(len(json.loads(ask("new", "new")[2])["results"]), 1, "objects under a key that another app had")


def limits(context):
    rates = ("address=0.01/60", "login=0.01/5", "player=0.01/20", "gameServer=0.01/5")
    options = bounds.PROXY + [part for rate in rates for part in ("--limit", rate)]
    with service.server(context, options=options) as it:
        def many(count, method, path, body=None, address="192.0.2.1", **more):
            found = []
            for _ in range(count):
                headers = {"X-Forwarded-For": address, **more}
                found.append(calls.signed(it.port, method, path, body, headers))
            return found

        def refused(answers, wanted, code):
            same(answers.index(next(answer for answer in answers if code in answer[2])), wanted, "calls that were let through")
            same("retry-after" in answers[-1][1], True, "whether it is said when to try again")
        login = many(8, "POST", "/2013-09-01/login", b'{"userName":"a","password":"b"}', "192.0.2.2")
        refused(login, 5, b"E429002")
        same(login[-1][0], 429, "the status of too many log-ins")
        refused(many(8, "POST", "/2013-09-01/users", b'{"userName":"","password":"b"}', "192.0.2.3"), 5, b"E429002")
        token = {"X-NCMB-Apps-Session-Token": "x" * 25}
        refused(many(24, "GET", "/2013-09-01/classes/A", None, "192.0.2.4", **token), 20, b"E429002")
        refused(many(65, "GET", "/2013-09-01/classes/A", None, "192.0.2.5"), 60, b"E429002")
        for path, key in ((GAMEBASE, "X-Secret-Key"), (IAP, "X-NHN-TCIAP-AppKey")):
            address = {GAMEBASE: "192.0.2.6", IAP: "192.0.2.7"}[path]
            refused(many(8, "POST", path, b'{"paymentSeq":"1","accessToken":"a"}', address, **{key: "guess"}), 5,
                    {GAMEBASE: b"-9000006", IAP: b'"resultCode":9999'}[path])
            right = many(1, "POST", path, b"{}", address, **{key: "quickstart-secret"})[0]
            same(code(path, right[2]), {GAMEBASE: -9000006, IAP: 9999}[path], "the right key after too many wrong ones")
        right = many(1, "POST", GAMEBASE, b"{}", "192.0.2.8", **{"X-Secret-Key": "quickstart-secret"})[0]
        same(code(GAMEBASE, right[2]), 1100, "the right key from another address")
        metrics = wire.get(it.port, "/metrics").text
        for name in ("address", "login", "player", "gameServer"):
            if re.search(r'gamebased_limited_total{limit="%s"} 0' % name, metrics):
                raise Failure("nothing was counted for " + name)


def powers(context):
    """Whoever has the keys of a player or of a game server, and the whole path to play with."""
    names = ("console.loadSettings", "console.report", "carrier.session", "carrier.keys", "console/console.report", "server.consume")
    with service.server(context, options=service.UNLIMITED) as it:
        for name in names:
            for prefix in ("/2013-09-01/", "/2013-09-01/classes/", "/2013-09-01/files/", "/tcgb-gateway/v1.3/apps/QuickStart/",
                           "/tcgb-inapp/v1.3/apps/QuickStart/", "/v1/service/", "/2015-09-01/script/", "/push/v2.4/appkeys/QuickStart/",
                           "/applications/QuickStart/publicFiles/"):
                for method in ("GET", "POST", "PUT", "DELETE"):
                    body = None if method == "GET" else b'{"name":"console.report","transactionId":"t","parameters":{}}'
                    status, _, answer = calls.signed(it.port, method, prefix + name, body, {"X-Secret-Key": "quickstart-secret"})
                    found = answer.decode("utf-8", "replace")
                    if '"settings"' in found or '"userId"' in found or '"clientKey"' in found or "quickstart-" in found:
                        raise Failure("%s %s: %s" % (method, prefix + name, found[:300]))
        # Nobody writes objects as the operator, and a refusal says nothing of the keys.
        status, _, body = calls.signed(it.port, "GET", "/2013-09-01/classes/Horse", headers={"Authorization": "Bearer " + wire.KEY})
        same((status, body), (200, b'{"results":[]}'), "the operator's key where nobody asks for it")
        it.console().well("console.report")
        if wire.KEY in it.logged() or faces.CLIENT_KEY in it.logged() or "quickstart-secret" in it.logged():
            raise Failure("a key is in the log")

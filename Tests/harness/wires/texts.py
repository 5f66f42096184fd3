"""U+0000, and what is not UTF-8, in every place where a text comes in: the same refusal over SQLite and over PostgreSQL."""
import json

from harness import postgres
from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same
from harness.wires import calls, faces, members, strangers, table

BAD = ("%00", "a%00b", "%C0%80", "%ED%A0%80", "%FF")
FILES = ("gamebase.txt", "members.txt", "push.txt", "push_records.txt", "tags.txt", "coupons.txt", "leaderboard.txt")
ZERO = "holds U+0000"
# What says that a call went wrong in the server, and not in the call.
FAULTS = (-9000001, -9000002, -9000003, -9000004, 9999, 50001, 463000, -999999)


def variants(path):
    """The path with a bad text in each of its parts and of its query's values."""
    route, _, query = path.partition("?")
    parts = route.split("/")
    for at in range(4, len(parts)):
        for bad in BAD:
            yield "/".join(parts[:at] + [parts[at] + bad] + parts[at + 1:]) + ("?" + query if query else "")
    items = query.split("&") if query else []
    for at, item in enumerate(items):
        for bad in BAD:
            yield route + "?" + "&".join(items[:at] + [item + bad] + items[at + 1:])


def of_tables(context):
    cases = [case for name in FILES for case in table.read(context.path("Tests", "wires", name))]
    seen = {}
    for case in cases + [case for case in strangers.by_own_paths(
            [case for name in ("push.txt", "push_records.txt", "tags.txt") for case in table.read(context.path("Tests", "wires", name))])]:
        filled = case.fill(case.path, strangers.filled(case, {"app": wire.APP}))
        if "QuickStart" in filled or filled.startswith("/v1/service/"):
            seen.setdefault((case.method, filled.partition("?")[0], len(filled.split("&"))), filled)
    return [(method, path) for (method, _, _), path in seen.items()]


def of_ncmb(context):
    seen = {}
    for case in table.read(context.path("Tests", "wires", "ncmb.txt")):
        filled = case.fill(case.path, strangers.filled(case, {}))
        if filled.startswith("/2013-09-01/") and case.method in ("GET", "POST", "PUT", "DELETE"):
            seen.setdefault((case.method, filled.partition("?")[0], filled.count("&")), filled)
    return [(method, path) for (method, _, _), path in seen.items()]


def played(context, it):
    """Each call with each bad text: what it is -> the answer, without what differs from call to call."""
    found = {}
    for method, path in of_tables(context):
        for bad in variants(path):
            key = {"X-NHN-TCIAP-AppKey": "quickstart-iap-key"} if path.startswith("/v1/service/") else {"X-Secret-Key": "quickstart-secret"}
            status, _, body = calls.raw(it.port, method, bad, {**key, "X-TCGB-Transaction-Id": "t", "Content-Type": "application/json"},
                                        None if method == "GET" else b"{}")
            header = json.loads(body)["header"]
            found[method, bad] = (status, header["resultCode"], header["resultMessage"])
    for method, path in of_ncmb(context):
        for bad in variants(path):
            status, _, body = calls.signed(it.port, method, bad, None if method in ("GET", "DELETE") else b"{}")
            found[method, bad] = (status, json.loads(body).get("code", "") if body else "", body)
    return found


def refused(context):
    answers = []
    console = service.settings(context, wire.APP, **members.SETTINGS, ncmb={
        "applicationKey": faces.APPLICATION_KEY, "clientKey": faces.CLIENT_KEY})
    with postgres.Server() as database:
        for home in ([], ["--database", database.url]):
            with service.server(context, console=[console], options=[*service.UNLIMITED, *home]) as it:
                answers.append({**played(context, it), **bodies(it)})
    wrong = ["%s: %s over SQLite, %s over PostgreSQL" % (call, answers[0][call], answers[1][call])
             for call in answers[0] if answers[0][call] != answers[1][call]]
    for call, (status, code, message) in answers[0].items():
        if code in FAULTS or status >= 500 or code == 0 or status in (200, 201) and not isinstance(code, int):
            wrong.append("%s: %s %s %r is no refusal" % (call, status, code, message))
    if wrong:
        raise Failure("%d of %d\n%s" % (len(wrong), len(answers[0]), "\n".join(wrong[:40])))
    return "%d calls" % len(answers[0])


# JSON with U+0000 in it, and the name of what holds it.
NESTED = [('{"idPInfo":{"idPCode":"guest","accessToken":"a\\u0000b"}}', "parameters.idPInfo.accessToken"),
          ('{"list":[1,["a","\\u0000"]]}', "parameters.list[1][1]"), ('{"a":{"k\\u0000":1}}', "parameters.a"),
          ('{"\\u0000":1}', "parameters")]


def bodies(it):
    """The same of JSON, which it is: a value is refused, and named."""
    found = {}
    for parameters, name in NESTED:
        for asker in ("client", "console", "server"):
            caller = wire.Caller(it.port, asker, token=wire.KEY if asker == "console" else None)
            body = '{"name":"%s","transactionId":"t","parameters":%s}' % (
                {"client": "gateway.idPLogin", "console": "console.report", "server": "server.verifyToken"}[asker], parameters)
            answer = caller.ask(None, body=body.encode())
            same((answer.status, answer.code), (200, -4000003), "%s of %s: %r" % (parameters, asker, answer))
            if not answer.form["message"].startswith(name + ": ") or ZERO not in answer.form["message"]:
                raise Failure("%s is not named: %r" % (name, answer))
            found[asker, parameters] = (answer.status, answer.code, answer.form["message"])
    fields = {"X-Secret-Key": "quickstart-secret", "X-TCGB-Transaction-Id": "t", "Content-Type": "application/json"}
    for path, code in (("/tcgb-inapp/v1.3/apps/QuickStart/consumable", 1100), ("/tcgb-gateway/v1.3/apps/QuickStart/members/ban", -4000003),
                       ("/push/v2.4/appkeys/QuickStart/messages", 40001), ("/tcgb-push/v1.3/apps/QuickStart/tags", -4000003)):
        status, _, body = calls.raw(it.port, "POST", path, fields, b'{"userIds":["a","b\\u0000"]}')
        header = json.loads(body)["header"]
        is_named = header["resultMessage"].startswith("userIds[1]: " + ZERO)
        same((status, header["resultCode"], is_named), (200, code, True), path + ": %r" % body)
        found[path, "body"] = (status, code, header["resultMessage"])
    hive = {"Authorization": "bearer quickstart-secret", **fields}
    status, _, body = calls.raw(it.port, "POST", "/push/send", hive, b'{"notice":"\\u0000"}')
    same((status, json.loads(body)["message"]), (400, "notice: " + ZERO + ", which no text may hold"), "Hive's body")
    for method, path, body in (("POST", "/2013-09-01/classes/Horse", b'{"name":{"of":"\\u0000"}}'),
                               ("GET", "/2013-09-01/classes/Horse?where=%7B%22name%22%3A%7B%22of%22%3A%22%5Cu0000%22%7D%7D", None)):
        status, _, answer = calls.signed(it.port, method, path, body)
        form = json.loads(answer)
        is_named = form["error"].startswith("name.of: " + ZERO)
        same((status, form["code"], is_named), (400, "E400004", True), "%s %s: %r" % (method, path, form))
        found[method, "NCMB"] = (status, form["code"], form["error"])
    for size in (10, 300_000):
        for name in (b"text/\x00plain", b"text/\xff", b"text/\x01", "text/é".encode()):
            form = b'--b7\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: ' + name + b"\r\n\r\n" + b"x" * size
            typed = {"Content-Type": "multipart/form-data; boundary=b7"}
            status, _, body = calls.signed(it.port, "POST", "/2013-09-01/files/typed", form + b"\r\n--b7--\r\n", typed)
            found["form", size, name] = (status, json.loads(body)["code"], body)
    return found

"""What other people's software does with HTTP: proxies that repeat a field, addresses in every form, HEAD, a body in chunks."""
import collections
import http.client
import json
import re

from harness.runner import Failure
from harness.server import bounds, manners, service, wire
from harness.server.service import same
from harness.wires import calls

UNKNOWN_APP, NOT_SO = -4040302, -4000003
# What a believed proxy sends of an asker whom it does not name.
UNREADABLE = ["unknown", "_hidden", "unix:", "unix:/run/proxy.sock", "", " ", ",", "192.0.2.9,", "localhost", "192.0.2.9:", "300.1.1.1",
              "for=x"]
FORMS = {"X-Forwarded-For": ["192.0.2.1", "192.0.2.1:5678", "192.0.2.1:1", '"192.0.2.1:80"', "::ffff:192.0.2.1",
                             "203.0.113.7, 192.0.2.1"],
         "Forwarded": ["for=192.0.2.1", 'for="192.0.2.1:4711";proto=https', "for=unknown, for=192.0.2.1",
                       'for=_a, by=_b;For="192.0.2.1"']}
OF_SIX = {"X-Forwarded-For": ["2001:db8::1", "[2001:db8::2]:4711", "[2001:db8::3]", "\"[2001:db8::4]:1\""],
          "Forwarded": ["for=\"[2001:db8::5]:4711\";proto=https, for=\"[2001:db8::6]\""]}


def ask(port, *fields):
    """The status of a plain request with these lines in its head."""
    received, _ = wire.raw(port, manners.request(*(field.encode() for field in fields), b"Connection: close"), 5)
    found = re.match(rb"HTTP/1\.1 (\d+) ", received)
    return int(found.group(1)) if found else received


def lists(context):
    """Fields that are lists come in several lines, those that are not are refused."""
    with service.server(context, options=bounds.PROXY + ["--limit", "address=0.001/6"]) as it:
        several = ("X-Forwarded-For: 203.0.113.7", "Via: 1.1 cdn", "X-Forwarded-For: 192.0.2.1", "Via: 1.1 edge", "Cache-Control: no-cache",
                   "Cache-Control: max-age=0", "Accept: text/html", "Accept: */*", "X-Forwarded-Proto: https", "X-Forwarded-Proto: http")
        same([ask(it.port, *several) for _ in range(8)], [200] * 6 + [429] * 2, "requests with a list in several lines")
        same(ask(it.port, "X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: 203.0.113.7"), 200, "the address that is last of all lines")
        same(ask(it.port, "Forwarded: for=203.0.113.7", "Forwarded: for=192.0.2.1"), 429, "the same of Forwarded")
        for name, value in (("Host", "a"), ("Content-Length", "2"), ("Content-Type", "application/json"), ("Authorization", "Bearer a"),
                            ("Idempotency-Key", "a" * 20), ("Expect", "100-continue"), ("X-NCMB-Signature", "a"), ("X-Secret-Key", "a"),
                            ("Origin", "https://a"), ("Last-Event-ID", "1")):
            line = "%s: %s" % (name, value)
            same(ask(it.port, "X-Forwarded-For: 192.0.2.7", line, line), 400, name + " twice")
        head = b"GET /health HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nConnection: close\r\n\r\n"
        received, closed = wire.raw(it.port, head, 5)
        same((received[:12], closed), (b"HTTP/1.1 200", True), "a connection that is closed by its second line")


MARKS = ("X-Real-IP", "x-real-ip", "Via", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Client-IP", "True-Client-IP", "CF-Connecting-IP",
         "X-Original-Forwarded-For", "X-Forwarded", "Forwarded-For", "X-Cluster-Client-IP", "Fastly-Client-IP")


def forwarded(context):
    """Behind a believed proxy every form of an address is one, and what is none lets nobody past a limit."""
    guess = {"idPInfo": {"idPCode": "guest", "accessToken": "g" * 32}}
    for forms, count in ((FORMS, 10), (OF_SIX, 5)):
        with service.server(context, options=bounds.PROXY + ["--limit", "login=0.001/%d" % count]) as it:
            found = [it.player(headers={name: value}).ask("gateway.idPLogin", guess).status for name in forms for value in forms[name]]
            same(found, [200] * count, "sign-ins of one address in its forms")
            again = [it.player(headers={name: value}).ask("gateway.idPLogin", guess).status for name in forms for value in forms[name]]
            same(again, [429] * count, "more of them")
            same(it.player(headers={"X-Forwarded-For": "198.51.100.1"}).ask("gateway.idPLogin", guess).status, 200, "another address")
    for limit, name, given in (("login", "gateway.idPLogin", guess), ("address", "launching.getServerTime", {})):
        with service.server(context, options=bounds.PROXY + ["--limit", limit + "=0.001/5"]) as it:
            found = [it.player(headers={"X-Forwarded-For": value}).ask(name, given).status for value in UNREADABLE]
            same(found, [200] * 5 + [429] * (len(UNREADABLE) - 5), "what is asked for somebody without a name")
            for fields in ({"Forwarded": "for=unknown"}, {"X-Forwarded-For": "192.0.2.1", "Forwarded": "for=192.0.2.2"},
                           {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-For": "unknown, 127.0.0.1"}):
                same(it.player(headers=fields).ask(name, given).status, 429, "whom %r names" % fields)
            same(it.player(headers={"X-Forwarded-For": "192.0.2.1"}).ask(name, given).status, 200, "somebody with a name")
            # Whoever is on this machine speaks for itself.
            same({it.player().ask(name, given).status for _ in range(8)}, {200}, "this machine")
            same(wire.get(it.port, "/metrics", {"Forwarded": "for=192.0.2.1"}).status, 401, "metrics for who comes through a proxy")
            same(it.player(headers={"X-Real-IP": "192.0.2.77", "X-Forwarded-For": "unknown"}).ask(name, given).status, 429, "X-Real-IP")
            # A proxy that says by other fields alone that it hands on: for nobody on this machine, and for nobody with a name.
            for mark in MARKS:
                same(it.player(headers={mark: "192.0.2.78"}).ask(name, given).status, 429, "who comes with " + mark)
            for mark in MARKS[:4]:
                # Wrong keys of one address are too many at once.
                same(wire.get(it.port, "/metrics", {mark: "192.0.2.78"}).status in (401, 429), True, "no metrics with " + mark)
    several = [*bounds.PROXY, "--proxy", "10.0.0.1", "--proxy", "2001:db8::ffff", "--limit", "address=0.001/4"]
    with service.server(context, options=several) as it:
        chains = ["192.0.2.1, 10.0.0.1", "203.0.113.7, 192.0.2.1, 2001:db8::ffff, 10.0.0.1", "192.0.2.1:80, 10.0.0.1:90", "192.0.2.1"]
        for chain in chains:
            same(ask(it.port, "X-Forwarded-For: " + chain), 200, chain)
        same([ask(it.port, "X-Forwarded-For: " + chain) for chain in chains], [429] * 4, "the same player by every chain")
        same(ask(it.port, "X-Forwarded-For: 192.0.2.1, 198.51.100.2, 10.0.0.1"), 200, "who comes by a proxy that is not believed")


# Paths that GET has, with what makes them answer.
def readable(it):
    player = it.player().log_in()
    token = {"Authorization": "Bearer " + player.token}
    calls.upload(it.port, "small", b"hay" * 10, "text/plain")
    calls.upload(it.port, "large", b"hay" * 200_000, "text/plain")
    calls.signed(it.port, "POST", "/2013-09-01/classes/Horse", b'{"name":"Arion"}')
    found = [("/health", {}), ("/ready", {}), ("/nothing", {}), ("/v1/apps/QuickStart/client", {}),
             ("/v1/apps/QuickStart/sign-in/callback?state=a", {}), ("/applications/QuickStart/publicFiles/small", {}),
             ("/applications/QuickStart/publicFiles/large", {}), ("/applications/QuickStart/publicFiles/none", {}),
             ("/tcgb-member/v1.3/apps/QuickStart/members/%s" % player.user,
              {"X-Secret-Key": "quickstart-secret", "X-TCGB-Transaction-Id": "t"}),
             ("/push/v2.4/appkeys/QuickStart/tags", {"X-Secret-Key": "quickstart-secret"}), ("/v1/service/consume", {}), ("/push/send", {})]
    for path in ("classes/Horse?limit=1", "files/small", "files/large", "files", "classes/Horse/none", "nothing"):
        path = "/2013-09-01/" + path
        found.append((path, calls.fields("GET", path)))
    return found, token


def head(context):
    """HEAD is answered as GET, without the body: status and fields are the same, and the connection goes on."""
    with service.server(context, options=service.UNLIMITED) as it:
        found, token = readable(it)
        kept = http.client.HTTPConnection("127.0.0.1", it.port, timeout=20)
        kept.connect()
        own = kept.sock
        for path, fields in found:
            answers = []
            for method in ("HEAD", "GET"):
                kept.request(method, path, headers=fields)
                response = kept.getresponse()
                answers.append((response.status, sorted(response.getheaders()), response.read()))
            same(answers[0][:2], answers[1][:2], "HEAD and GET of " + path)
            same((answers[0][2], len(answers[1][2]) > 0), (b"", True), "the bodies of HEAD and GET of " + path)
        same(kept.sock is own, True, "whether the connection was kept")
        # Who signs says what it asks by.
        path = "/2013-09-01/files/large"
        same(calls.raw(it.port, "HEAD", path, calls.fields("HEAD", path))[0], 200, "a call that is signed as HEAD")
        same(calls.raw(it.port, "HEAD", path, calls.fields("PUT", path))[0], 401, "a call that is signed as another")
        events = "/v1/apps/QuickStart/events"
        for fields, kind, closes in (({}, "text/event-stream", True), (token, "text/event-stream", True),
                                     ({"Accept": "application/json", **token}, "application/json", False)):
            status, headers, _ = calls.raw(it.port, "HEAD", events, fields)
            same((status, headers["content-type"], headers.get("connection") == "close"), (200, kind, closes), "HEAD of events")
        same(calls.raw(it.port, "HEAD", events, {"Authorization": "Bearer none"})[0], 401, "HEAD of events for nobody")
        same(calls.raw(it.port, "HEAD", "/v1/apps/QuickStart/client", {})[1].get("allow"), "POST", "what a path has in place of HEAD")
        answer = calls.raw(it.port, "POST", "/health", {"Content-Length": "0"})
        same(answer[1].get("allow"), "GET, HEAD", "what a path has in place of POST")
        # Behind a refused head nothing but the head comes.
        received, _ = wire.raw(it.port, b"HEAD /health HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n", 5)
        same((received[:12], received.partition(b"\r\n\r\n")[2]), (b"HTTP/1.1 400", b""), "the refusal of a wrong HEAD")
        service.eventually(lambda: "gamebased_requests_under_way 0" in wire.get(it.port, "/metrics").text, "nothing is left of them")


def counted(it):
    """How often each status was answered so far."""
    text = wire.get(it.port, "/metrics").text
    return collections.Counter({int(status): int(count) for status, count in
                                re.findall(r'^gamebased_responses_total\{status="(\d+)"\} (\d+)$', text, re.M)})


def statuses(context):
    """Each answer is counted once, by the status that it had: of published interfaces, of what is no request, of polls and streams."""
    secret = {"X-Secret-Key": "quickstart-secret", "Content-Type": "text/plain"}
    with service.server(context) as it:
        before, player = counted(it), it.player()
        found = [player.ask("launching.getServerTime").status, player.ask(None, body=b"{").status]
        found += [wire.get(it.port, path).status for path in ("/health", "/nothing", "/ready", "/applications/none/publicFiles/a")]
        found.append(player.ask(None, body=b"{}", headers=secret, path="/tcgb-member/v1.3/apps/QuickStart/members").status)
        found.append(player.ask(None, body=b"{}", headers=secret, path="/push/send").status)
        found.append(it.console(token="a-key-that-is-wrong").ask("console.report").status)
        found.append(calls.signed(it.port, "GET", "/2013-09-01/classes/Horse", application="nobody")[0])
        found.append(manners.status(wire.raw(it.port, b"GET / HTTP/9.9\r\n\r\n", 5)[0]))
        found.append(wire.get(it.port, "/v1/apps/QuickStart/events?wait=0", {"Accept": "application/json"}).status)
        found.append(wire.Stream(it.port).status)
        # And the answer that said how many there were before.
        same(counted(it) - before, collections.Counter(found + [200]), "what was counted of %r" % found)


def work(context):
    """The operator's work answers with the statuses of the protocol."""
    with service.server(context) as it:
        for name in ("backup", "reconcile", "database"):
            good = 0 if name != "database" else None
            for app, body, status, code in ((wire.APP, b"no JSON", 400, NOT_SO), (wire.APP, b"[]", 400, NOT_SO),
                                            (wire.APP, b"", 400, NOT_SO), ("Nobody", b"{}", 404, UNKNOWN_APP),
                                            (wire.APP, b"{}", 200, good)):
                answer = it.console(app=app).ask(None, body=body, path="/v1/apps/%s/%s" % (app, name))
                wanted = answer.code if code is None else code
                same((answer.status, answer.code), (status, wanted), "%s of %s: %r" % (name, app, body))
            answer = it.console(token="wrong-key-wrong-key").ask(None, body=b"{}", path="/v1/apps/%s/%s" % (wire.APP, name))
            same(answer.status, 401, name + " with a wrong key")
        with open(it.folder + "/audit.log") as file:
            lines = file.read()
        for status in (400, 404, 401):
            if not any(line["status"] == status and line["request"] in ("reconcile", "") for line in map(json.loads, lines.splitlines())):
                raise Failure("the audit log lacks %d:\n%s" % (status, lines))

"""How much gamebased lets through: each limit, with another one's askers going on beside it."""
import json
import os
import resource
import socket
import time

from harness.runner import Failure, Skip
from harness.server import service, wire
from harness.server.service import same
from harness.server.streams import Listener
from harness.wires import calls

STREAMS, STREAM_BYTES_MAX = 9_000, 8_192
# More than a request that is no object's may have.
LONG_BYTES = 2 << 20
# Of one connection in half a second, when its address has asked for too much.
HELD_ANSWERS = 4
# Of the loop, for some bodies that are read. Reading them as JSON takes it twice as long.
LOOP_SECONDS = 0.03
# How often all of them are told something.
TOLD = 3

# Loopback is no address that is counted; so players come through a proxy that is believed.
PROXY = ["--proxy", "127.0.0.1"]


def behind(address):
    return {"X-Forwarded-For": address}


def exhausted(caller, name, parameters=None, most=200):
    """Asks until it is too much; the number that was answered, and the refusal."""
    for count in range(most):
        answer = caller.ask(name, parameters)
        if answer.status == 429:
            if answer.code != -9000006 or int(answer.headers["Retry-After"]) < 1:
                raise Failure("a refusal for too much: %r" % answer)
            return count, answer
        if answer.status not in (200, 401):
            raise Failure(repr(answer))
    raise Failure("%d times %s were let through" % (most, name))


def address(context):
    with service.server(context, options=PROXY + ["--limit", "address=1/20"]) as it:
        count, _ = exhausted(it.player(headers=behind("192.0.2.1")), "launching.getServerTime")
        same(count, 20, "requests of one address")
        same(it.player(headers=behind("192.0.2.2")).ask("launching.getServerTime").status, 200, "another address")
        # Only what the proxy itself added counts.
        made_up = it.player(headers=behind("192.0.2.3, 192.0.2.1"))
        same(made_up.ask("launching.getServerTime").status, 429, "an address that the asker made up")
        count, _ = exhausted(it.player(headers=behind("2001:db8::1")), "launching.getServerTime")
        neighbour = it.player(headers=behind("2001:db8::ffff:1"))
        same(neighbour.ask("launching.getServerTime").status, 429, "another address of the same network")
        same(it.player(headers=behind("2001:db8:0:1::1")).ask("launching.getServerTime").status, 200, "another network")
        # Paths that there are not count, too, and refusals are not to be had as fast as they can be written.
        asked = b"GET /nowhere HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.9\r\n\r\n" * 40
        received, _ = wire.raw(it.port, asked, 0.5)
        same(received.count(b"HTTP/1.1 404"), 20, "requests of paths that there are not")
        if received.count(b"HTTP/1.1 429") > HELD_ANSWERS:
            raise Failure("%d refusals in half a second" % received.count(b"HTTP/1.1 429"))
        time.sleep(1.1)
        same(it.player(headers=behind("192.0.2.1")).ask("launching.getServerTime").status, 200, "the address after a second")
        # A refusal that is held while the server ends is given all the same.
        asked = b"GET /nowhere HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.10\r\n\r\n" * 22
        with socket.create_connection(("127.0.0.1", it.port), timeout=10) as connection:
            connection.sendall(asked)
            received = b""
            while received.count(b"HTTP/1.1 429") < 1:
                received += connection.recv(65536)
            it.stop()
            while piece := connection.recv(65536):
                received += piece
        same(received.count(b"HTTP/1.1 429"), 2, "refusals, the second one held as the server ended")
    with service.server(context, options=["--limit", "address=1/5"]) as it:
        for _ in range(20):
            liar = it.player(headers=behind("192.0.2.1"))
            same(liar.ask("launching.getServerTime").status, 200, "who says that it comes through a proxy")


def login(context):
    with service.server(context, options=PROXY + ["--limit", "login=0.01/8"]) as it:
        guess = {"idPInfo": {"idPCode": "guest", "accessToken": "g" * 32}}
        attacker = it.player(headers=behind("192.0.2.1"))
        same(exhausted(attacker, "gateway.idPLogin", guess)[0], 8, "sign-ins of one address")
        same(attacker.ask("gateway.transferAccount", {}).status, 429, "its transfers")
        same(attacker.ask("launching.getServerTime").status, 200, "what else it asks")
        it.player(headers=behind("192.0.2.2")).log_in()
        # Making a user, and naming an account at a provider, is one, too.
        sign_up = {"className": "user", "fields": {"userName": "ann", "password": "p" * 12}}
        same(exhausted(it.player(headers=behind("192.0.2.3")), "objects.create", sign_up)[0], 8, "users that one address makes")
        linked = {"className": "user", "objectId": "a" * 16, "fields": {"authData": {"google": {"id": "a", "access_token": "t"}}}}
        same(exhausted(it.player(headers=behind("192.0.2.4")), "objects.update", linked)[0], 8, "accounts that one address names")
        same(it.player(headers=behind("192.0.2.4")).ask("objects.create", {"className": "Any", "fields": {}}).status, 200, "another object")


def player(context):
    with service.server(context, options=["--limit", "player=1/30"]) as it:
        first, second = it.player().log_in(), it.player().log_in()
        same(exhausted(first, "purchase.notConsumed", {"storeCode": "SANDBOX"})[0], 30, "requests of one player")
        same(second.ask("purchase.notConsumed", {"storeCode": "SANDBOX"}).status, 200, "another player")
        # A second session is the same player.
        again = it.player().log_in(first.secret)
        same(again.ask("purchase.notConsumed", {"storeCode": "SANDBOX"}).status, 429, "another session of the first")


def metrics(context):
    def batch(count):
        return {"events": [{"eventId": wire.new_key(), "type": "x", "time": 0, "data": {}} for _ in range(count)]}
    with service.server(context, options=["--limit", "metrics=1/1000", "--limit", "player=1/20"]) as it:
        player = it.player().log_in()
        same([player.ask("presence.sendEvents", batch(size)).status for size in (600, 300, 100, 1)], [200, 200, 200, 429], "batches")
        same(player.ask("purchase.notConsumed", {"storeCode": "SANDBOX"}).status, 200, "what else the player asks")
        other = it.player().log_in()
        same([other.ask("presence.sendEvents", batch(2000)).status for _ in range(2)], [200, 429], "batches above the limit")


def long_head(address, path="/v1/apps/%s/client" % wire.APP, fields=None):
    lines = {"Host": "localhost", "Content-Type": "application/json", "Content-Length": str(LONG_BYTES), **behind(address),
             **(fields or {})}
    return ("POST %s HTTP/1.1\r\n%s\r\n" % (path, "".join("%s: %s\r\n" % field for field in lines.items()))).encode()


def reading(context):
    """A long body is work for who reads it, also when it is wrong in its last byte, or comes in chunks."""
    start = b'{"name":"objects.create","transactionId":"t","parameters":{"className":"Any","fields":{"text":"'
    broken = start + b"x" * (LONG_BYTES - len(start))
    with service.server(context, options=PROXY + ["--limit", "work=0.01/500"]) as it:
        stranger = it.player(headers=behind("192.0.2.1"))
        same(stranger.ask(None, body=broken).status, 400, "a long body that is no JSON")
        # Not a byte of the next one is sent.
        received, closed = wire.raw(it.port, long_head("192.0.2.1"), 5)
        same((received[:12], closed), (b"HTTP/1.1 429", True), "the next one of the address: %r" % received[:300])
        same(stranger.ask("objects.find", {"className": "Any"}).status, 429, "another request of it")
        stranger.log_in()
        same(it.player(headers=behind("192.0.2.2")).ask(None, body=broken).status, 400, "another address")
        path, text = "/2013-09-01/classes/Any", b'{"text":"' + b"x" * LONG_BYTES
        for address, body, wanted in (("192.0.2.10", text, 400), ("192.0.2.11", text + b'"}', 201)):
            fields = {"Transfer-Encoding": "chunked", "Connection": "close", **calls.fields("POST", path)}
            head = long_head(address, path, fields).replace(b"Content-Length: %d\r\n" % LONG_BYTES, b"")
            chunked = head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
            same([wire.raw(it.port, chunked, 10)[0][:12] for _ in range(2)], [b"HTTP/1.1 %d" % wanted, b"HTTP/1.1 429"],
                 "a long body in chunks, twice")
        read_beside_the_loop(it)


def read_beside_the_loop(it):
    """What anybody sends to be read as JSON takes nothing of the thread that serves everybody, whether a key is right or not."""
    values = lambda count: b"{%s}" % b",".join(b'"a%d":1' % number for number in range(count))
    apple = "/tcgb-gateway/v1.3/apps/%s/webhooks/apple/notifications" % wire.APP
    for name, path, count, body in (("a player's path", "/v1/apps/%s/client" % wire.APP, 20, values(6_000)),
                                    ("Hive's path", "/push/send", 3, values(60_000)),
                                    ("a game server's path", "/push/v2.4/appkeys/%s/messages" % wire.APP, 3, values(60_000)),
                                    ("Apple's notices", apple, 3, values(60_000))):
        before = it.loop_seconds()
        stranger = it.player(headers=behind("192.0.2.20"))
        for _ in range(count):
            stranger.ask("", body=body, path=path)
        taken = it.loop_seconds() - before
        if taken > LOOP_SECONDS:
            raise Failure("%s: %d bodies of %d bytes took %.3f s of the loop" % (name, count, len(body), taken))


def app(context):
    files = [service.settings(context, "Loud"), service.settings(context, "Quiet")]
    options = ["--limit", "app=1/25", *(part for file in files for part in ("--console", file))]
    with service.server(context, console=(), options=options) as it:
        same(exhausted(it.player(app="Loud"), "launching.getServerTime")[0], 25, "requests of one app")
        same(it.player(app="Quiet").ask("launching.getServerTime").status, 200, "another app")


def operator(context):
    with service.server(context, options=PROXY + ["--limit", "operator=0.5/5"]) as it:
        elsewhere = behind("192.0.2.1")
        count, _ = exhausted(it.console(token="a-key-that-is-wrong", headers=elsewhere), "console.report")
        same(count, 5, "wrong keys")
        same(it.console(headers=elsewhere).ask("console.report").status, 429, "the right key while somebody guesses from there")
        service.eventually(lambda: it.console(headers=elsewhere).ask("console.report").status == 200, "the right key later")
        for _ in range(20):
            same(it.console(headers=elsewhere).ask("console.report").status, 200, "the right key later, however often")


def audited(context):
    with service.server(context, options=["--limit", "operator=off"]) as it:
        for _ in range(400):
            same(it.console(token="a-key-that-is-wrong").ask("console.report").status, 401, "a wrong key")
        it.console().well("console.report")
        with open(os.path.join(it.folder, "audit.log")) as file:
            lines = [json.loads(line) for line in file]
        # The minute may turn meanwhile.
        if not 120 <= sum(line.get("status") == 401 for line in lines) <= 240:
            raise Failure("400 wrong keys wrote %d lines" % len(lines))
        same(lines[-1]["request"], "console.report", "the line of the right key behind them")


def unlimited_operator(context):
    with service.server(context, options=PROXY + ["--limit", "address=0.01/5", "--limit", "app=0.01/5"]) as it:
        operator = it.console(headers=behind("192.0.2.1"))
        for work, wanted in (("console", 0), ("reconcile", 0), ("database", None)):
            for _ in range(12):
                path = "/v1/apps/%s/%s" % (wire.APP, work)
                answer = operator.ask("console.report", path=path, body=None if work == "console" else b"{}")
                if answer.status == 429 or wanted not in (None, answer.code):
                    raise Failure("the operator's %s: %r" % (work, answer))
        key = {"Authorization": "Bearer " + wire.KEY, **behind("192.0.2.1")}
        same({wire.get(it.port, "/metrics", key).status for _ in range(12)}, {200}, "the operator's metrics")
        same(exhausted(it.player(headers=behind("192.0.2.1")), "launching.getServerTime")[0], 5, "a player's requests from there")


def streams(context):
    with service.server(context, options=["--limit", "stream=1/6"]) as it:
        player = it.player().log_in()
        found = [wire.Stream(it.port, player.token).status for _ in range(8)]
        same(found, [200] * 6 + [429] * 2, "streams of one player")
        same(wire.Stream(it.port, it.player().log_in().token).status, 200, "another player's stream")


def connections(context):
    with service.server(context, options=["--connections", "40", "--admin-listen", "127.0.0.1:0"]) as it:
        kept = []
        try:
            for _ in range(60):
                kept.append(wire.socket.create_connection(("127.0.0.1", it.port), timeout=5))
            time.sleep(0.3)
            closed = 0
            for connection in kept:
                connection.settimeout(0.05)
                try:
                    closed += connection.recv(1) == b""
                except wire.socket.timeout:
                    pass
            same(closed, 20, "connections above the limit")
            same(it.console(port=it.admin_port).ask("console.report").status, 200, "the operator, while strangers have all connections")
        finally:
            for connection in kept:
                connection.close()
        service.eventually(lambda: wire.get(it.port, "/health").status == 200, "the server is there again")


def memory(context):
    """Streams: each costs at most 8 kB; and they hear."""
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < STREAMS + 1_000:
        raise Skip("a process may not have %d files open" % (STREAMS + 1_000))
    program = context.compile("Tests/bench/server/streams.c", "streams", libraries=())
    with service.server(context, options=["--limit", "stream=off"]) as it:
        player = it.player().log_in()
        wire.Stream(it.port, player.token).next()
        with Listener(program, it.port, wire.APP, player.token, STREAMS) as listener:
            each = listener.bytes_each(it)
            if each > STREAM_BYTES_MAX:
                raise Failure("a stream costs %d bytes" % each)
            for _ in range(TOLD):
                it.console().well("console.kickout", {})
            heard, deadline = 0, time.monotonic() + 20
            while heard < STREAMS * TOLD and time.monotonic() < deadline:
                heard += listener.heard()[0]
                time.sleep(0.1)
            same(heard, STREAMS * TOLD, "what the streams heard")
    return "%d bytes each" % each

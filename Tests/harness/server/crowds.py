"""What one crowd may take of gamebased's memory and connections, and what is left for the others."""
import contextlib
import json
import os
import socket
import time

from harness.runner import Failure, Skip
from harness.server import manners, service, wire
from harness.server.bounds import PROXY, behind
from harness.server.service import same

MEGA = 1 << 20
# Of bodies, and of answers that nobody has taken, for one address.
SHARE = 128 * MEGA
LONG = 15 * MEGA
STREAMS_OF_ADDRESS, STREAMS_OF_PLAYER = 1_000, 100
MANY_STREAMS = ["--limit", "stream=100000/100000"]


def head(length, address, path=manners.PATH):
    return (b"POST " + path + b" HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
            b"X-Forwarded-For: %s\r\n\r\n" % (length, address.encode()))


def metric(it, name):
    for line in wire.get(it.port, "/metrics").text.splitlines():
        if line.startswith(name + " "):
            return int(float(line.split(" ")[1]))
    raise Failure("no metric " + name)


def roomy(context):
    """Settings under which an object may be as long as any."""
    with open(context.path(service.CONSOLE)) as file:
        ncmb = dict(json.load(file)["ncmb"], objectBytes=16 * MEGA)
    return (service.settings(context, wire.APP, ncmb=ncmb),)


def saved(it, text, **options):
    return it.player(**options).well("objects.create", {"className": "Big", "fields": {"text": text}})["answer"]["objectId"]


def promised(context):
    """Who promises a long body and sends nothing takes no room; who sends it and does not end takes a share of one address."""
    with service.server(context, roomy(context), options=PROXY + service.UNLIMITED) as it, contextlib.ExitStack() as open_ones:
        def begin(address, data):
            connection = open_ones.enter_context(socket.create_connection(("127.0.0.1", it.port), timeout=20))
            connection.sendall(head(24 * MEGA, address))
            connection.sendall(data)
            return connection
        for number in range(60):
            begin("192.0.2.%d" % (number % 8), b"")
        saved(it, "x" * (2 * MEGA), headers=behind("192.0.2.99"))
        start = b'{"name":"objects.create","transactionId":"t","parameters":{"className":"Big","fields":{"t":"'
        start += b"x" * (20 * MEGA - len(start))
        kept = [begin("192.0.2.1", start) for _ in range(3)]
        service.eventually(lambda: metric(it, "gamebased_body_bytes") == 60 * MEGA, "three bodies of twenty megabytes are there")
        one_more = it.player(headers=behind("192.0.2.1")).ask("objects.create", {"className": "Big", "fields": {"t": "x" * (12 * MEGA)}})
        same((one_more.status, one_more.code), (503, -9000006), "a body beyond an address's share")
        saved(it, "x" * (12 * MEGA), headers=behind("192.0.2.2"))
        # What nothing more comes of has half a minute, however long it may be.
        service.eventually(lambda: metric(it, "gamebased_body_bytes") == 0, "bodies of which nothing comes are given up", 40)
        same(len(kept), 3, "bodies")


def untaken(context):
    """Long answers that one address does not take leave room for those of another."""
    with service.server(context, roomy(context), options=PROXY + service.UNLIMITED) as it, contextlib.ExitStack() as open_ones:
        it.player().well("objects.create", {"className": "Big", "fields": {"text": "x" * LONG}})
        body = wire.form("objects.find", {"className": "Big"})

        def ask():
            connection = open_ones.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(20)
            connection.connect(("127.0.0.1", it.port))
            connection.sendall(head(len(body), "192.0.2.1") + body)
            return manners.status(connection.recv(64))
        found = [ask() for _ in range(16)]
        fit = SHARE // LONG
        same((set(found[:fit]), set(found[fit + 4:])), ({200}, {503}), "answers that one address does not take: %r" % found)
        if it.resident_bytes() > 600 * MEGA:
            raise Failure("answers that nobody takes cost %d bytes" % it.resident_bytes())
        found = it.player(headers=behind("192.0.2.2")).well("objects.find", {"className": "Big"})
        same(len(found["answer"]["results"]), 1, "another address's answer")
        same(it.player(headers=behind("192.0.2.1")).ask("launching.getServerTime").status, 200, "a short answer of the same address")


def included(context):
    """What a query includes counts for each object that it stands in."""
    with service.server(context, roomy(context), options=service.UNLIMITED) as it:
        player = it.player()
        target = {"__type": "Pointer", "className": "Big", "objectId": saved(it, "x" * LONG)}
        for _ in range(40):
            player.well("objects.create", {"className": "Small", "fields": {"to": target}})
        before = it.resident_bytes()
        found = player.ask("objects.find", {"className": "Small", "include": "to"})
        same((found.code, found.form["body"].get("code")), (-9000061, "E413003"), "an answer of 600 megabytes: %.300r" % found)
        if it.resident_bytes() - before > 400 * MEGA:
            raise Failure("it cost %d bytes" % (it.resident_bytes() - before))
        one = player.well("objects.find", {"className": "Small", "include": "to", "limit": 1})["answer"]["results"][0]
        same(len(one["to"]["text"]), LONG, "what one of them includes")


def steady(context):
    """An answer that is taken slowly, and always goes on, comes whole, however long that takes."""
    with service.server(context, roomy(context), options=service.UNLIMITED) as it:
        it.player().well("objects.create", {"className": "Big", "fields": {"text": "x" * LONG}})
        body = wire.form("objects.find", {"className": "Big"})
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 << 10)
            connection.settimeout(20)
            connection.connect(("127.0.0.1", it.port))
            connection.sendall(head(len(body), "192.0.2.1") + body)
            began, count, seconds = time.monotonic(), 0, 40
            while True:
                # At an even pace, with the last part behind 40 seconds.
                ahead = count / LONG * seconds - (time.monotonic() - began)
                if ahead > 0 and count < LONG:
                    time.sleep(min(ahead, 1))
                piece = connection.recv(64 << 10)
                if not piece:
                    raise Failure("it ended behind %d bytes and %.1f s" % (count, time.monotonic() - began))
                count += len(piece)
                if count > LONG and piece.endswith(b"}"):
                    break
            if time.monotonic() - began < seconds - 2:
                raise Failure("it took %.1f s alone" % (time.monotonic() - began))


def open_streams(context):
    """Streams that are open count for their address and their player, and leave connections for requests."""
    with service.server(context, options=PROXY + MANY_STREAMS) as it, contextlib.ExitStack() as open_ones:
        def stream(token=None, address="192.0.2.1"):
            found = wire.Stream(it.port, token, headers=behind(address))
            open_ones.callback(found.close)
            return found
        player = it.player().log_in()
        found = [stream(player.token, "192.0.2.%d" % (number % 9 + 10)) for number in range(STREAMS_OF_PLAYER + 1)]
        same([one.status for one in found], [200] * STREAMS_OF_PLAYER + [429], "streams of one player")
        same(stream(it.player().log_in().token, "192.0.2.10").status, 200, "another player's stream")
        found[0].close()
        service.eventually(lambda: stream(player.token, "192.0.2.10").status == 200, "a stream in the place of one that ended")
        statuses = [stream().status for _ in range(STREAMS_OF_ADDRESS + 1)]
        same((statuses.count(200), statuses[-1]), (STREAMS_OF_ADDRESS, 429), "streams of one address behind a proxy")
        poll = wire.get(it.port, "/v1/apps/QuickStart/events?wait=1", {"Accept": "application/json", **behind("192.0.2.1")})
        same(poll.status, 429, "a poll of the same address")
        same(stream(address="192.0.2.2").status, 200, "another address's stream")
    with service.server(context, options=["--connections", "40", "--limit", "stream=off"]) as it, contextlib.ExitStack() as open_ones:
        found = []
        for _ in range(37):
            found.append(wire.Stream(it.port))
            open_ones.callback(found[-1].close)
        same([one.status for one in found], [200] * 36 + [429], "streams of a server with 40 connections")
        same(it.player().ask("launching.getServerTime").status, 200, "a request beside them")


def own_address():
    """One of this machine's that is not loopback."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.254", 9))
            address = probe.getsockname()[0]
        except OSError:
            raise Skip("the machine has no address but loopback")
    if address.startswith("127."):
        raise Skip("the machine has no address but loopback")
    return address


def proxied(context):
    """A proxy on another machine has all players' connections, and no limit of one address."""
    address = own_address()
    for options, wanted in ((["--proxy", address], 1_100), ([], 1_000)):
        with service.server(context, options=["--listen", address + ":0", *options]) as it, contextlib.ExitStack() as open_ones:
            kept = [open_ones.enter_context(socket.create_connection((address, it.port), timeout=10)) for _ in range(1_100)]
            for connection in kept:
                connection.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
            answered = 0
            for connection in kept:
                with contextlib.suppress(OSError):
                    answered += connection.recv(64).startswith(b"HTTP/1.1 200")
            same(answered, wanted, "connections of one address, started with %r" % options)


def ended_polls(context):
    """A poll that was answered leaves nothing behind, however long it might have waited."""
    with service.server(context, options=service.UNLIMITED) as it:
        player, console = it.player().log_in(), it.console()
        place = service.poll(it, player)["next"]
        for _ in range(300):
            console.well("console.kickout", {"extras": "x" * 16000})
        path = "/v1/apps/QuickStart/events?wait=55&after=%d" % place
        fields = {"Accept": "application/json", "Authorization": "Bearer " + player.token}
        sizes = [len(wire.get(it.port, path, fields).text) for _ in range(3)]
        before = it.resident_bytes()
        sizes += [len(wire.get(it.port, path, fields).text) for _ in range(40)]
        if min(sizes) < 3 * MEGA:
            raise Failure("polls that found little: %r" % sizes)
        if it.resident_bytes() - before > 60 * MEGA:
            raise Failure("40 polls of %d bytes left %d" % (sizes[0], it.resident_bytes() - before))


def full_log(context):
    """Whoever reads the log and stops keeps nobody waiting."""
    it = service.server(context, options=["--log-requests"])
    os.makedirs(os.path.dirname(it.log), exist_ok=True)
    os.mkfifo(it.log)
    reader = os.open(it.log, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with it:
            player = it.player()
            for _ in range(2_000):
                same(player.ask("launching.getServerTime").status, 200, "a request while nobody reads the log")
            os.read(reader, 1 << 20)
            player.ask("launching.getServerTime")
            same(os.read(reader, 1 << 20).count(b'"event":"request"'), 1, "the log when somebody reads it again")
    finally:
        os.close(reader)

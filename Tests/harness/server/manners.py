"""What strangers send to gamebased: requests that two readers would read in two ways, too much of everything, and nothing for long."""
import re
import socket
import struct
import threading
import time

from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same
from harness.wires import calls

BODY = wire.form("launching.getServerTime")
PATH = b"/v1/apps/QuickStart/client"
# What a request needs; a row of the table changes one thing of it.
LINE, HOST, TYPE = b"POST " + PATH + b" HTTP/1.1", b"Host: test", b"Content-Type: application/json"
LENGTH = b"Content-Length: %d" % len(BODY)


def request(*fields, line=LINE, body=BODY, end=b"\r\n", host=HOST, length=LENGTH):
    head = [line] + [field for field in (host, TYPE, length) if field] + list(fields)
    return end.join(head) + end + end + body


def head_of_chunks(path, kind):
    fields = {"Host": "localhost", "Transfer-Encoding": "chunked", "Content-Type": kind, **calls.fields("POST", path)}
    return ("POST %s HTTP/1.1\r\n%s\r\n" % (path, "".join("%s: %s\r\n" % field for field in fields.items()))).encode()


OBJECT = head_of_chunks("/2013-09-01/classes/Horse", "application/json")
UPLOAD = head_of_chunks("/2013-09-01/files/a", "multipart/form-data; boundary=b")

# What it is called, the bytes, and the status. 200 rows show that the table's other rows are refused for what they say.
SMUGGLED = [
    ("a plain request", request(), 200),
    ("fields in small letters", request(host=b"host: test", length=LENGTH.lower()), 200),
    ("Transfer-Encoding: chunked", request(b"Transfer-Encoding: chunked", length=None, body=b"0\r\n\r\n"), 411),
    ("Transfer-Encoding beside a length", request(b"Transfer-Encoding: chunked"), 411),
    ("a Transfer-Encoding that nobody knows", request(b"Transfer-Encoding: xchunked"), 411),
    ("Transfer-Encoding: identity", request(b"transfer-encoding: identity"), 411),
    ("Transfer-Encoding behind a tab", request(b"Transfer-Encoding:\tchunked"), 411),
    ("Transfer-Encoding with a space before its colon", request(b"Transfer-Encoding : chunked"), 400),
    ("two lengths", request(b"Content-Length: 5"), 400),
    ("one length twice", request(LENGTH), 400),
    ("a list of lengths", request(length=LENGTH + b", %d" % len(BODY)), 400),
    ("a length with a sign", request(length=b"Content-Length: +%d" % len(BODY)), 400),
    ("a negative length", request(length=b"Content-Length: -1"), 400),
    ("a length in hexadecimal", request(length=b"Content-Length: 0x10"), 400),
    ("a length of twenty digits", request(length=b"Content-Length: 18446744073709551616"), 400),
    ("an empty length", request(length=b"Content-Length:"), 400),
    ("a length with a space inside", request(length=b"Content-Length: 1 0"), 400),
    ("a space before a colon", request(b"X-Any : 1"), 400),
    ("a space before a name", request(b" X-Any: 1"), 400),
    ("a field that goes on in the next line", request(b"X-Any: 1", b" 2"), 400),
    ("a field that goes on behind a tab", request(b"X-Any: 1", b"\t2"), 400),
    ("a first field that goes on", request(host=b" Host: test"), 400),
    ("lines that end with a line feed alone", request(end=b"\n"), 400),
    ("one line that does", request(b"X-Any: 1\nX-Other: 2"), 400),
    ("a carriage return alone", request(b"X-Any: 1\rX-Other: 2"), 400),
    ("a head that ends with a line feed alone", request().replace(b"\r\n\r\n", b"\r\n\n", 1), 400),
    ("a NUL in a value", request(b"X-Any: a\0b"), 400),
    ("a NUL in a name", request(b"X-A\0ny: b"), 400),
    ("a control character", request(b"X-Any: a\x01b"), 400),
    ("a name that is empty", request(b": b"), 400),
    ("a line without a colon", request(b"X-Any"), 400),
    ("a name with a letter that is none", request(b"X-\xc3\xa4: b"), 400),
    ("a name in brackets", request(b"X(Any): b"), 400),
    ("an empty line before the request", b"\r\n" + request(), 400),
    ("no host", request(host=None), 400),
    ("two hosts", request(HOST), 400),
    ("HTTP/1.0", request(line=b"POST " + PATH + b" HTTP/1.0"), 200),
    ("HTTP/2.0", request(line=b"POST " + PATH + b" HTTP/2.0"), 400),
    ("HTTP/1.10", request(line=b"POST " + PATH + b" HTTP/1.10"), 400),
    ("http in small letters", request(line=b"POST " + PATH + b" http/1.1"), 400),
    ("no version", request(line=b"POST " + PATH), 400),
    ("two spaces", request(line=b"POST  " + PATH + b" HTTP/1.1"), 400),
    ("a tab in the first line", request(line=b"POST\t" + PATH + b" HTTP/1.1"), 400),
    ("a space behind the version", request(line=LINE + b" "), 400),
    ("a whole address as target", request(line=b"POST http://test" + PATH + b" HTTP/1.1"), 400),
    ("a target with a fragment", request(line=b"POST " + PATH + b"#x HTTP/1.1"), 400),
    ("a target in UTF-8", request(line=b"POST /v1/\xc3\xa4 HTTP/1.1"), 400),
    ("another method", request(line=b"PUT " + PATH + b" HTTP/1.1"), 405),
    ("CONNECT", request(line=b"CONNECT test:443 HTTP/1.1"), 400),
    ("OPTIONS *", request(line=b"OPTIONS * HTTP/1.1"), 400),
    ("a method that nobody knows", request(line=b"BREW " + PATH + b" HTTP/1.1"), 405),
    ("GET of what is posted", request(line=b"GET " + PATH + b" HTTP/1.1"), 405),
    ("a body for what is read", request(line=b"GET /health HTTP/1.1"), 413),
    ("a path that there is not", request(line=b"POST /v1/apps/QuickStart/carrier HTTP/1.1"), 404),
    ("a path with a dot", request(line=b"POST /v1/./apps/QuickStart/client HTTP/1.1"), 404),
    ("a path with two slashes", request(line=b"POST //v1/apps/QuickStart/client HTTP/1.1"), 404),
    ("a path with one more slash", request(line=b"POST " + PATH + b"/ HTTP/1.1"), 404),
    ("an encoded slash", request(line=b"POST /v1%2Fapps/QuickStart/client HTTP/1.1"), 404),
    ("an id with a zero byte", request(line=b"POST /v1/apps/Quick%00Start/client HTTP/1.1"), 404),
    ("an app that there is not", request(line=b"POST /v1/apps/Another/client HTTP/1.1"), 404),
    ("no length", request(length=None), 411),
    ("another media type", request(b"X: y").replace(b"application/json", b"text/plain"), 415),
    ("another character set", request().replace(b"application/json", b"application/json; charset=latin-1"), 415),
    ("UTF-8 said", request().replace(b"application/json", b"application/json; charset=UTF-8"), 200),
    ("a compressed body", request(b"Content-Encoding: gzip"), 415),
    ("a long target", request(line=b"POST /" + b"a" * (12 << 10) + b" HTTP/1.1"), 414),
    ("a target without end", b"POST /" + b"a" * 70000, 414),
    ("a long value", request(b"X-Any: " + b"a" * 17000), 431),
    ("a long name", request(b"X" * 17000 + b": a"), 431),
    ("65 fields", request(*[b"X-Any: 1"] * 62), 431),
    ("64 fields", request(*[b"X-Any: 1"] * 61), 200),
    ("a body above every limit", request(length=b"Content-Length: %d" % (25 << 20), body=b""), 413),
    ("a body above this request's limit", request(length=b"Content-Length: %d" % (2 << 20), body=BODY + b" " * 4096), 413),
    ("an Authorization that is another kind", request(b"Authorization: Basic YTpi"), 400),
    ("a token that is too long", request(b"Authorization: Bearer " + b"a" * 257), 400),
    ("two tokens", request(b"Authorization: Bearer a", b"Authorization: Bearer b"), 400),
    ("a key that is too short", request(b"Idempotency-Key: short"), 400),
    ("a key with other characters", request(b"Idempotency-Key: aaaaaaaaaaaaaaaaaaaa'"), 400),
    ("two keys", request(b"Idempotency-Key: aaaaaaaaaaaaaaaaaaaa", b"Idempotency-Key: bbbbbbbbbbbbbbbbbbbb"), 400),
    ("an expectation that nobody knows", request(b"Expect: 200-ok"), 400),
    ("a place that is no number", b"GET /v1/apps/QuickStart/events HTTP/1.1\r\nHost: a\r\nLast-Event-ID: 1;2\r\n\r\n", 400),
]
# Bodies that are no request, or one that costs too much to read.
BODIES = [
    ("nothing", b""), ("no JSON", b"{"), ("a list", b"[]"), ("no name", b'{"transactionId":"t","parameters":{}}'),
    ("a name that is none", wire.form("gateway.nothing")), ("a name with a quote", wire.form("gateway'; DROP TABLE members; --")),
    ("no parameters", b'{"name":"launching.getServerTime","transactionId":"t"}'),
    ("parameters that are a list", b'{"name":"launching.getServerTime","transactionId":"t","parameters":[]}'),
    ("a long transaction id", wire.form("launching.getServerTime", transaction="t" * 65)),
    ("depth", b'{"name":"launching.getServerTime","transactionId":"t","parameters":{"a":' + b"[" * 100000 + b"]" * 100000 + b"}}"),
    ("a key twice", b'{"name":"launching.getServerTime","name":"gateway.logout","transactionId":"t","parameters":{}}'),
    ("what is not UTF-8", b'{"name":"launching.getServerTime","transactionId":"\xff","parameters":{}}'),
    ("two bodies", BODY + BODY), ("a batch", b"[" + BODY + b"," + BODY + b"]"),
]


def status(answer):
    found = re.match(rb"HTTP/1\.1 (\d+) ", answer)
    return int(found.group(1)) if found else None


def smuggling(context):
    wrong = []
    with service.server(context) as it:
        for name, data, wanted in SMUGGLED:
            # A second request behind it must not be answered when the first was refused for how it was framed.
            received, closed = wire.raw(it.port, data + b"GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 5)
            answers = re.findall(rb"HTTP/1\.1 (\d+) ", received)
            found = int(answers[0]) if answers else None
            if found != wanted or not closed or (wanted in (400, 411, 413, 414, 431) and b"Content-Length: 3\r\n" in received):
                wrong.append("%s: %s, and not %d: %r" % (name, found, wanted, received[:400]))
            if found != 200 and found is not None and b'{"resultCode":-' not in received:
                wrong.append("%s: its answer has another form: %r" % (name, received[:300]))
        same(wire.get(it.port, "/health").status, 200, "the server after that")
    if wrong:
        raise Failure("\n".join(wrong))


def in_pieces(context):
    """However a request is cut, it is read the same."""
    data = request(b"X-Any: 1") + request(b"Connection: close")
    with service.server(context) as it:
        whole, _ = wire.raw(it.port, data, 5)
        wanted = re.findall(rb"HTTP/1\.1 (\d+)", whole)
        same(wanted, [b"200", b"200"], "two requests in one piece")
        for at in list(range(1, len(data), 7)):
            with socket.create_connection(("127.0.0.1", it.port)) as connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                connection.sendall(data[:at])
                time.sleep(0.002)
                connection.sendall(data[at:])
                received = b""
                while piece := connection.recv(65536):
                    received += piece
            same(re.findall(rb"HTTP/1\.1 (\d+)", received), wanted, "the same, cut behind byte %d" % at)
        received, _ = wire.raw(it.port, None, 10, pieces=[data[n:n + 1] for n in range(len(data))])
        same(re.findall(rb"HTTP/1\.1 (\d+)", received), wanted, "the same, byte by byte")


def bodies(context):
    with service.server(context) as it:
        for name, body in BODIES:
            answer = it.player().ask(None, body=body)
            same((answer.status, answer.code), (400, -4000003), "%s: %r" % (name, answer))
        same(it.player().ask("launching.getServerTime").code, 0, "the server after that")


def long_bodies(context):
    """An object may be long; what may be long stands first."""
    with service.server(context) as it:
        big = {"className": "Big", "fields": {"text": "x" * (2 << 20)}}
        answer = it.player().ask("objects.create", big)
        same(answer.status, 200, "an object of two megabytes: %r" % answer)
        same(it.player().ask("gateway.logout", big).status, 413, "another request of two megabytes")
        late = b'{"transactionId":"t","name":"objects.create","parameters":{"x":"' + b"x" * (2 << 20) + b'"}}'
        same(it.player().ask(None, body=late).status, 413, "a long body whose name comes late")
        head = LINE + b"\r\n" + HOST + b"\r\n" + TYPE + b"\r\nContent-Length: %d\r\n\r\n" % len(late)
        with socket.create_connection(("127.0.0.1", it.port), timeout=5) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.sendall(head)
            for at in range(0, len(late), 256 << 10):
                connection.sendall(late[at:at + (256 << 10)])
                time.sleep(0.02)
            same(status(connection.recv(4096)), 413, "the refusal, for who reads it only when all is sent")
        with socket.create_connection(("127.0.0.1", it.port), timeout=5) as connection:
            connection.sendall(LINE + b"\r\n" + HOST + b"\r\n" + TYPE + b"\r\n" + LENGTH + b"\r\nExpect: 100-continue\r\n\r\n")
            same(connection.recv(1024), b"HTTP/1.1 100 Continue\r\n\r\n", "what is said to who asks before it sends")
            connection.sendall(BODY)
            same(status(connection.recv(4096)), 200, "and after that")


def slow(context):
    """Heads, bodies and starts that come too slowly, all at once: each has its time, and no byte makes it longer."""
    found = {}

    def drip(name, port, first, rest):
        with socket.create_connection(("127.0.0.1", port), timeout=40) as connection:
            began, received = time.monotonic(), b""
            connection.sendall(first)
            connection.settimeout(0.5)
            while time.monotonic() - began < 35:
                try:
                    if rest:
                        connection.sendall(rest)
                    piece = connection.recv(4096)
                    if not piece:
                        break
                    received += piece
                except socket.timeout:
                    pass
                except OSError:
                    break
            found[name] = (time.monotonic() - began, received)
    with service.server(context) as it:
        busy = it.player()
        before = it.processor_seconds()
        threads = [threading.Thread(target=drip, args=arguments) for arguments in (
            ("head", it.port, b"POST / HTTP/1.1\r\nX: ", b"a"), ("body", it.port, request(length=b"Content-Length: 1000", body=b"{"), b" "),
            ("nothing", it.port, b"", b""), ("half a head", it.port, b"GET /hea", b""), ("chunk", it.port, OBJECT + b"FFFF\r\n", b"a"),
            ("size of a chunk", it.port, OBJECT + b"1;", b"a"), ("upload in chunks", it.port, UPLOAD + b"FFFF\r\n", b"a"))]
        for thread in threads:
            thread.start()
        for _ in range(20):
            same(busy.ask("launching.getServerTime").code, 0, "another player meanwhile")
        for thread in threads:
            thread.join()
        if it.processor_seconds() - before > 2:
            raise Failure("slow senders cost %.1f s of the processor" % (it.processor_seconds() - before))
    # NCMB has no other status for it.
    in_chunks = (("chunk", 400), ("size of a chunk", 400), ("upload in chunks", 400))
    for name, wanted in (("head", 408), ("body", 408), ("half a head", 408), ("nothing", None), *in_chunks):
        seconds, received = found[name]
        same(status(received), wanted, "the answer to a slow %s" % name)
        if not 9 < seconds < 16:
            raise Failure("a slow %s was let wait %.1f s" % (name, seconds))


def aborted(context):
    """Askers that are gone before their answer: each in another moment."""
    with service.server(context, options=service.UNLIMITED) as it:
        player = it.player().log_in()
        data = request(b"Authorization: Bearer " + player.token.encode())
        stream = (b"GET /v1/apps/QuickStart/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n\r\n" % player.token.encode())
        before = it.resident_bytes()
        for number in range(5000):
            connection = socket.create_connection(("127.0.0.1", it.port))
            if number % 2:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            what = stream if number % 5 == 0 else data
            connection.sendall(what[:number % (len(what) + 1)] if number % 3 else what)
            connection.close()
        same(player.ask("launching.getServerTime").code, 0, "the server after 5,000 aborted requests")
        gauges = ("gamebased_requests_under_way 0", "gamebased_streams 0", "gamebased_body_bytes 0",
                  'gamebased_listeners{app="QuickStart"} 0')
        service.eventually(lambda: all(line in wire.get(it.port, "/metrics").text for line in gauges), "nothing is left of them")
        if it.resident_bytes() - before > 16 << 20:
            raise Failure("they cost %d bytes" % (it.resident_bytes() - before))


def half_open(context):
    """Who ended its own half still gets its answer; of a stream that is the end."""
    with service.server(context) as it:
        received, closed = wire.raw(it.port, request(), 5, half_close=True)
        same((status(received), closed), (200, True), "the answer to who has ended its half")
        received, closed = wire.raw(it.port, request()[:-3], 5, half_close=True)
        same((received, closed), (b"", True), "the answer to half a request")
        received, closed = wire.raw(it.port, b"GET /v1/apps/QuickStart/events HTTP/1.1\r\nHost: a\r\n\r\n", 5, half_close=True)
        same(closed, True, "whether a stream ends with its reader's half")
        half_while_it_comes(it)
        many = b"".join(request() for _ in range(2000))
        received, _ = wire.raw(it.port, many + request(b"Connection: close"), 20)
        same(received.count(b"HTTP/1.1 200 "), 2001, "answers to 2,001 requests in one go")


def half_while_it_comes(it):
    """Who ends its half while a long answer is on its way: a connection that nobody asks on any more is not kept for the next request."""
    for _ in range(3):
        same(it.player().ask("objects.create", {"className": "Long", "fields": {"text": "x" * (3 << 20)}}).status, 200, "a long object")
    find = wire.form("objects.find", {"className": "Long"})
    with socket.socket() as connection:
        # So little room that the most of it waits in the server.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(5)
        connection.connect(("127.0.0.1", it.port))
        connection.sendall(request(body=find, length=b"Content-Length: %d" % len(find)))
        count = len(connection.recv(1000))
        connection.shutdown(socket.SHUT_WR)
        while piece := connection.recv(1 << 20):
            count += len(piece)
        same(count > 9 << 20, True, "whether the answer came whole: %d bytes" % count)


def slow_reader(context):
    """A stream whose reader does not read costs little, holds up nobody, and gets everything when its reader goes on."""
    with service.server(context) as it:
        player, console = it.player().log_in(), it.console()
        slow_one, quick = wire.Stream(it.port, player.token), wire.Stream(it.port, player.token)
        quick.next(), slow_one.next()
        console.well("console.kickout", {"extras": "x" * 16000})
        before = it.resident_bytes()
        # More than the ring of the latest events has room for, with what other players are told.
        sent = [console.well("console.kickout", {"extras": "x" * 16000})["stamp"] for _ in range(700)]
        quick.next()
        same([quick.next()[2]["body"]["stamp"] for _ in sent], sent, "what a quick reader heard")
        if it.resident_bytes() - before > 32 << 20:
            raise Failure("a slow reader costs %d bytes" % (it.resident_bytes() - before))
        slow_one.next()
        same([slow_one.next()[2]["body"]["stamp"] for _ in sent], sent, "what a slow reader heard")


def stuck(context):
    """A reader that takes nothing for half a minute is cut off."""
    with service.server(context) as it:
        stream = wire.Stream(it.port)
        stream.next()
        console = it.console()
        for _ in range(400):
            console.well("console.kickout", {"extras": "x" * 16000})
        began = time.monotonic()
        service.eventually(lambda: "gamebased_streams 0" in wire.get(it.port, "/metrics").text, "the stream is cut off", 40)
        if time.monotonic() - began < 20:
            raise Failure("it was cut off after %.1f s" % (time.monotonic() - began))

"""Bodies in chunks: what takes them, in which one form, and who says that it does not."""
import json
import os
import re
import socket

from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same
from harness.wires import calls

PLAYER = {"X-Secret-Key": "quickstart-secret", "X-TCGB-Transaction-Id": "t-1", "Content-Type": "application/json; charset=UTF-8"}
CLASS, FILE = "/2013-09-01/classes/Horse", "/2013-09-01/files/chunked"
TYPE = {"Content-Type": "application/json"}
BODY = b'{"name":"Arion"}'
START = b'--b7\r\nContent-Disposition: form-data; name="file"'


def chunked(body, size, words=b""):
    pieces = [body[at:at + size] for at in range(0, len(body), size)]
    return b"".join(b"%X%s\r\n%s\r\n" % (len(piece), words, piece) for piece in pieces) + b"0\r\n\r\n"


def head(method, path, fields, close=True):
    lines = ["%s %s HTTP/1.1" % (method, path), "Host: localhost", "Transfer-Encoding: chunked"]
    lines += ["%s: %s" % field for field in fields.items()] + (["Connection: close"] if close else [])
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def read(received):
    """(status, body) of each answer."""
    found = []
    while received:
        top, _, rest = received.partition(b"\r\n\r\n")
        length = int(re.search(rb"Content-Length: (\d+)", top).group(1))
        found.append((int(top[9:12]), rest[:length]))
        received = rest[length:]
    return found


def ask(port, method, path, fields, sent, wait=20):
    received, _ = wire.raw(port, head(method, path, fields) + sent, wait)
    answers = read(received)
    if len(answers) != 1:
        raise Failure("%s %s: %d answers: %r" % (method, path, len(answers), received[:300]))
    return answers[0]


def signed(port, method, path, sent, fields=TYPE):
    return ask(port, method, path, {**calls.fields(method, path), **fields}, sent)


def taken(context):
    with service.server(context, options=service.UNLIMITED) as it:
        for size in (1, 5, 16, 1000):
            status, body = signed(it.port, "POST", CLASS, chunked(BODY, size, b";a=\"b\"" if size > 1 else b""))
            same(status, 201, "an object in chunks of %d: %r" % (size, body))
        found = json.loads(calls.signed(it.port, "GET", CLASS)[2])["results"]
        same([row["name"] for row in found], ["Arion"] * 4, "what was stored")
        path = CLASS + "/" + found[0]["objectId"]
        same(signed(it.port, "PUT", path, chunked(b'{"points":7}', 3))[0], 200, "a change in chunks")
        same(signed(it.port, "GET", CLASS, b"0\r\n\r\n")[0], 200, "a search with no chunk")
        same(signed(it.port, "DELETE", path, b"0\r\n\r\n")[0], 200, "a deletion with no chunk")
        long = b'{"name":"' + b"x" * 2_000_000 + b'"}'
        same(signed(it.port, "POST", CLASS, chunked(long, 70_000))[0], 201, "a long object")
        for path, fields, code in (("/tcgb-inapp/v1.3/apps/QuickStart/consumable", PLAYER, None), ("/v1/service/consumable", {
                "X-NHN-TCIAP-AppKey": "quickstart-iap-key", "Content-Type": "application/json"}, None),
                ("/push/v2.4/appkeys/QuickStart/tags", PLAYER, None)):
            answers = [json.loads(ask(it.port, "POST", path, fields, chunked(b'{"tagName":"a b","userId":"u","uid":"u"}', size))[1])
                       for size in (1, 40)]
            plain = json.loads(calls.raw(it.port, "POST", path, fields, b'{"tagName":"a b","userId":"u","uid":"u"}')[2])
            same([answer["header"]["resultCode"] for answer in answers], [plain["header"]["resultCode"]] * 2, path)
        push = json.dumps({"identifiers": ["1"], "notice": False, "game": {"appids": [wire.APP]}}).encode()
        fields = {"Authorization": "bearer quickstart-secret", "Content-Type": "application/json"}
        plain = calls.raw(it.port, "POST", "/push/send", fields, push)
        same(ask(it.port, "POST", "/push/send", fields, chunked(push, 7)), (plain[0], plain[2]), "a push in Hive's shape")
        together(it)
        with socket.create_connection(("127.0.0.1", it.port), timeout=20) as connection:
            connection.sendall(head("POST", CLASS, {**calls.fields("POST", CLASS), **TYPE, "Expect": "100-continue"}))
            same(connection.recv(1024), b"HTTP/1.1 100 Continue\r\n\r\n", "what is said to who asks before it sends")
            connection.sendall(chunked(BODY, 4))
            same(connection.recv(1024)[:12], b"HTTP/1.1 201", "and after that")
        nothing_is_left(it)


def together(it):
    """Several on one connection, each read to its own end."""
    request = head("POST", CLASS, {**calls.fields("POST", CLASS), **TYPE}, close=False) + chunked(BODY, 3)
    last = b"GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    for pieces in ([request * 5 + last], [(request * 5 + last)[at:at + 7] for at in range(0, len(request) * 5 + len(last), 7)]):
        received, _ = wire.raw(it.port, b"", 20, pieces=pieces)
        same([status for status, _ in read(received)], [201] * 5 + [200], "answers to five behind each other, and a plain one")


def files(context):
    """An upload in chunks goes to the service as it comes, whole or not at all."""
    with service.server(context, options=service.UNLIMITED) as it:
        calls.signed(it.port, "GET", CLASS)
        for size, piece in ((0, 50), (10, 1), (300_000, 1000), (3 << 20, 100_000), (10 << 20, 1 << 20)):
            content = os.urandom(size)
            form = START + b'; filename="x"\r\nContent-Type: image/png\r\n\r\n%s\r\n--b7--\r\n' % content
            fields = {"Content-Type": "multipart/form-data; boundary=b7"}
            status, body = signed(it.port, "POST", FILE, chunked(form, piece), fields)
            same(status, 201, "a file of %d bytes: %r" % (size, body))
            same(calls.signed(it.port, "GET", FILE)[2] == content, True, "the same file of %d bytes" % size)
        before = it.resident_bytes()
        form = START + b"\r\n\r\n" + b"y" * (11 << 20)
        status, body = signed(it.port, "POST", FILE, chunked(form, 1 << 20), fields)
        same((status, b"E4" in body), (413, True), "a file above its limit: %r" % body[:100])
        status, body = signed(it.port, "POST", FILE, chunked(b"z" * (17 << 20), 1 << 20), fields)
        same(status in (400, 413), True, "a body above every limit: %r" % body[:100])
        same(calls.signed(it.port, "GET", FILE)[2] == content, True, "the file after refused ones")
        # One that is cut leaves nothing of it.
        with socket.create_connection(("127.0.0.1", it.port), timeout=20) as connection:
            connection.sendall(head("POST", FILE, {**calls.fields("POST", FILE), **fields}) + chunked(form[:2 << 20], 1 << 16)[:-5])
        nothing_is_left(it)
        same(calls.signed(it.port, "GET", FILE)[2] == content, True, "the file after one that was cut")
        if it.resident_bytes() - before > 64 << 20:
            raise Failure("uploads in chunks cost %d bytes" % (it.resident_bytes() - before))


def nothing_is_left(it):
    gauges = ("gamebased_requests_under_way 0", "gamebased_body_bytes 0")
    service.eventually(lambda: all(line in wire.get(it.port, "/metrics").text for line in gauges), "nothing is left of them")


# What is behind the head of a call, and what of NCMB's answer says why it is refused.
WRONG = [
    (chunked(BODY, 5)[:-5] + b"0\r\nX-Any: 1\r\n\r\n", "behind the last chunk"), (b"5\nArion\r\n0\r\n\r\n", "hexadecimal"),
    (b"0x5\r\nArion\r\n0\r\n\r\n", "hexadecimal"), (b"+5\r\nArion\r\n0\r\n\r\n", "hexadecimal"),
    (b"5 \r\nArion\r\n0\r\n\r\n", "hexadecimal"),
    (b"\r\n0\r\n\r\n", "hexadecimal"), (b"g\r\n", "hexadecimal"), (b"FFFFFFFFFFFFFFFF1\r\n", "digits"),
    (b"00000005\r\nArion\r\n", "digits"), (b"5\r\nArion0\r\n\r\n", "line feed"), (b"5\r\nArion\n0\r\n\r\n", "line feed"),
    (b"5\r\nArion\r0\r\n\r\n", "line feed"),
    (b"5;" + b"a" * 2000 + b"\r\nArion\r\n0\r\n\r\n", "extensions"), (b"1;aaaaaaaa\r\nA\r\n" * 200 + b"0\r\n\r\n", "extensions"),
    (b"5;a\x00\r\nArion\r\n0\r\n\r\n", "plain text"), (b"5;a\nb\r\nArion\r\n0\r\n\r\n", "plain text"),
]
HEADS = [
    ("Content-Length: 5", "content-length"), ("Transfer-Encoding: chunked", "came twice"), ("Transfer-Encoding: identity", "came twice"),
]
CODINGS = ["gzip, chunked", "chunked, chunked", "chunked;a=b", "x", "identity", "chunked,", "\"chunked\""]
ELSEWHERE = [("POST", "/v1/apps/QuickStart/client"), ("POST", "/v1/apps/QuickStart/console"), ("POST", "/v1/apps/QuickStart/server"),
             ("POST", "/v1/apps/QuickStart/backup"), ("POST", "/v1/apps/QuickStart/stores/WEB/events"), ("GET", "/health"),
             ("GET", "/v1/apps/QuickStart/events"), ("GET", "/v1/apps/QuickStart/sign-in/callback?state=a")]


def refused(context):
    smuggled = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
    with service.server(context, options=service.UNLIMITED) as it:
        def why(data, wanted, statuses):
            answers = read(wire.raw(it.port, data + smuggled, 10)[0])
            text = answers[0][1].decode() if answers else ""
            if len(answers) != 1 or answers[0][0] not in statuses or wanted not in text.lower():
                raise Failure("%r: %r, and not %s with %r" % (data[-80:], answers, statuses, wanted))
        fields = {**calls.fields("POST", CLASS), **TYPE}
        for sent, wanted in WRONG:
            why(head("POST", CLASS, fields, close=False) + sent, wanted, (400,))
        for line, wanted in HEADS:
            name, _, value = line.partition(": ")
            lines = head("POST", CLASS, {**fields, name: value}, close=False)
            why(lines + chunked(BODY, 5), wanted, (400,))
        for coding in CODINGS:
            lines = head("POST", CLASS, fields, close=False).replace(b": chunked", b": " + coding.encode())
            why(lines + chunked(BODY, 5), "chunked", (400,))
        why(head("POST", CLASS, fields).replace(b"HTTP/1.1", b"HTTP/1.0") + chunked(BODY, 5), "http/1.0", (400,))
        for method, path in ELSEWHERE:
            lines = head(method, path, {**TYPE, "Authorization": "Bearer " + wire.KEY}, close=False)
            why(lines + chunked(b"{}", 2), "content-length", (411,))
        why(head("GET", "/applications/QuickStart/publicFiles/a", {}, close=False) + chunked(b"a", 1), "too large", (413,))
        long = b'{"name":"' + b"x" * (17 << 20) + b'"}'
        why(head("POST", CLASS, fields, close=False) + chunked(long, 1 << 20), "e413", (413,))
        # An interface whose status is always 200.
        lines = head("POST", "/tcgb-inapp/v1.3/apps/QuickStart/consume", PLAYER, close=False)
        why(lines + chunked(b" " * (1 << 21), 1 << 16), "1048576", (200,))
        nothing_is_left(it)

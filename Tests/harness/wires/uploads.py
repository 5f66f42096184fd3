"""Files that come in piece by piece: what is kept in memory, what a cut leaves, and forms that come in any pieces."""
import os
import random
import socket
import sqlite3
import struct
import time

from harness import series
from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same
from harness.wires import calls, faces

SENDERS, BYTES = 16, 10 << 20
# Of all senders together; whole uploads would be 160 MiB.
HELD_BYTES_MAX = 48 << 20
# The apps are asked for their keys once a second, and in that moment a sender has to go.
GONE, GONE_ROUNDS, LOOK_SECONDS, END_SECONDS = 10, 3, 1.1, 5
ACL = b'{"someone":{"read":true}}'


def form(content, acl=None, acl_first=False, boundary=b"b7"):
    file = b'--%s\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: image/png\r\n\r\n' % boundary
    file += content + b"\r\n"
    rights = b'--%s\r\nContent-Disposition: form-data; name="acl"\r\n\r\n%s\r\n' % (boundary, acl) if acl else b""
    return (rights + file if acl_first else file + rights) + b"--%s--\r\n" % boundary


def head(name, length, **more):
    path = "/2013-09-01/files/" + name
    fields = {"Host": "localhost", "Content-Length": str(length), "Content-Type": "multipart/form-data; boundary=b7",
              **calls.fields("POST", path), **more}
    return ("POST %s HTTP/1.1\r\n" % path + "".join("%s: %s\r\n" % field for field in fields.items()) + "\r\n").encode()


def begin(port, name, body, stop):
    """A sender who has sent so many bytes of its body."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    connection.sendall(head(name, len(body)) + body[:stop])
    return connection


def left(it):
    """Contents that are no file's, and the bytes that the quota counts beyond those of files. The server is begun anew: nobody else may
    look into its file."""
    service.eventually(lambda: "gamebased_requests_under_way 0" in wire.get(it.port, "/metrics").text, "nobody is waited for")
    # What is taken back is asked behind that, and goes bite by bite.
    time.sleep(0.5)
    calls.wait_for_rest(it, still=True)
    it.stop()
    path = os.path.join(it.folder, "apps", wire.APP, "gamebase.db")
    with sqlite3.connect("file:%s?mode=ro" % path, uri=True) as database:
        loose = database.execute("SELECT COUNT(*) FROM file_contents WHERE state <> 1").fetchone()[0]
        kept = database.execute("SELECT bytes FROM file_totals").fetchone()[0]
        held = database.execute("SELECT COALESCE(SUM(bytes + 1024), 0) FROM file_contents WHERE state = 1").fetchone()[0]
    database.close()
    it.start()
    return loose, kept - held


def gone(context):
    """Senders with a key of no app, who go while the apps are asked for theirs. Each call ends once: else a server that is told to end
    would wait in vain, or not at all."""
    with service.server(context, options=service.UNLIMITED + ["--limit", "signature=off"]) as it:
        for number in range(GONE * GONE_ROUNDS):
            if number % GONE == 0:
                time.sleep(LOOK_SECONDS)
            with socket.create_connection(("127.0.0.1", it.port), timeout=60) as connection:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                connection.sendall(head("gone", BYTES, **{"X-NCMB-Application-Key": "nobody-%d" % number}))
        service.eventually(lambda: "gamebased_requests_under_way 0" in wire.get(it.port, "/metrics").text, "each has ended once")
        seconds = it.stop()[1]
        if seconds > END_SECONDS:
            raise Failure("it took %.1f s to end" % seconds)


def streamed(context):
    """Nobody's upload is in memory whole, and of one that is cut nothing is left."""
    content = os.urandom(BYTES)
    body = form(content)
    with service.server(context, options=service.UNLIMITED) as it:
        same(calls.upload(it.port, "first", content, "image/png")[0], 201, "an upload")
        calls.wait_for_rest(it)
        rest = it.resident_bytes()
        senders = [begin(it.port, "cut%d" % number, body, len(body) - 1) for number in range(SENDERS)]
        calls.wait_for_rest(it, still=True)
        held = it.resident_bytes() - rest
        if held > HELD_BYTES_MAX:
            raise Failure("%d uploads of %d bytes cost %d bytes of memory" % (SENDERS, BYTES, held))
        whole = senders.pop()
        whole.sendall(body[-1:])
        same(b" 201 " in whole.recv(4096), True, "whether one that gets its last byte is taken")
        for sender in senders:
            sender.close()
        same(left(it), (0, 0), "what is left of the uploads that were cut")
        same(calls.signed(it.port, "GET", "/2013-09-01/files/cut0")[0], 404, "a file whose upload was cut")
        path = "/2013-09-01/files/cut%d" % (SENDERS - 1)
        same(calls.signed(it.port, "GET", path)[2] == content, True, "whether the whole one has its bytes")
        # Cut at any byte, also while the service is asked.
        dice = random.Random(series.seed(5))
        for _ in range(20):
            begin(it.port, "cut", body, dice.randrange(len(body))).close()
        same(left(it), (0, 0), "what is left of them")
    return "%d MiB for %d senders" % (held >> 20, SENDERS)


def pieces(context):
    """However the bytes come: what looks like the end and is none, rights before and behind the file, and what is wrong."""
    dice = random.Random(series.seed(6))
    rough = b"".join(dice.choice([b"\r\n--b", b"\r\n", b"--b6", b"\r", b"x" * dice.randrange(4000)]) for _ in range(400))
    content = (rough * (300_000 // len(rough) + 2))[:300_000]
    with service.server(context, options=service.UNLIMITED) as it:
        for turn in range(12):
            name, body = "p%d" % turn, form(content, ACL if turn % 3 else None, turn % 3 == 1)
            sent = 0
            with socket.create_connection(("127.0.0.1", it.port), timeout=60) as connection:
                connection.sendall(head(name, len(body)))
                while sent < len(body):
                    count = dice.choice([1, 2, 700, 40_000, 300_000])
                    connection.sendall(body[sent:sent + count])
                    sent += count
                    if dice.random() < 0.2:
                        time.sleep(0.01)
                same(b" 201 " in connection.recv(4096), True, "whether %s is taken" % name)
            status, _, found = calls.signed(it.port, "GET", "/2013-09-01/files/" + name)
            same((status, found == content), (403, False) if turn % 3 else (200, True), "what is read of " + name)
        long = b"x" * 300_000
        for title, body, wanted in (
                ("without a file", form(long).replace(b'name="file"', b'name="none"'), b"E400003"),
                ("whose end is missing", form(long)[:-6], b"E400000"),
                ("with rights that are no JSON", form(long, b"{"), b"E400001"),
                ("that is no form", long, b"E400000")):
            answer = calls.signed(it.port, "POST", "/2013-09-01/files/wrong", body, {"Content-Type": "multipart/form-data; boundary=b7"})
            same(wanted in answer[2], True, "a form %s: %r" % (title, answer))
        told = calls.signed(it.port, "POST", "/2013-09-01/files/wrong", form(long), {"Content-Type": "multipart/form-data; boundary=b7"},
                            key="another-key")
        same((told[0], b"E401001" in told[2]), (401, True), "a wrong signature: %r" % (told,))
        same(left(it), (0, 0), "what is left of them")

"""A pooler that gives a session to each transaction, before a database."""
import struct
import threading

from harness import postgres
from harness.runner import Failure
from harness.server import needs, wire
from harness.server.service import eventually, same
from harness.server.silent import Relay, free_port


class Pooler(Relay):
    """Hands each transaction of its clients to the one session that it has, and knows prepared statements, as new poolers do."""

    def __init__(self, target):
        super().__init__(target)
        self.session, self.greeting, self.turn, self.clients = None, b"", threading.Lock(), 0

    def take(self, client):
        threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        try:
            greeting = client.recv(65536)
            with self.turn:
                self.clients += 1
                name = b"c%d" % self.clients
                if self.session is None:
                    self.session = self.connect()
                    self.session.sendall(greeting)
                    self.greeting = self.heard()[0]
            client.sendall(self.greeting)
            self.carry(client, name)
        except OSError:
            pass
        client.close()

    def carry(self, client, name):
        trip, rest = self.trip(client, name, b"")
        while trip:
            with self.turn:
                while trip:
                    self.session.sendall(trip)
                    answer, state = self.heard()
                    client.sendall(answer)
                    if state == b"I":
                        break
                    trip, rest = self.trip(client, name, rest)
            trip, rest = self.trip(client, name, rest)

    @staticmethod
    def trip(client, name, rest):
        """What a client says up to its next Sync, with its own names for statements, and what it has said behind that."""
        trip = b""
        while True:
            messages, rest = needs.whole(rest)
            for place, (kind, body) in enumerate(messages):
                if kind == b"X":
                    return b"", b""
                trip += message(kind, renamed(kind, body, name))
                if kind == b"S":
                    return trip, b"".join(message(*one) for one in messages[place + 1:]) + rest
            piece = client.recv(65536)
            if not piece:
                return b"", b""
            rest += piece

    def heard(self):
        """All that the session says up to its next state, and that state."""
        data = b""
        while True:
            piece = self.session.recv(65536)
            if not piece:
                raise OSError("the session is gone")
            data += piece
            messages, rest = needs.whole(data)
            if messages and messages[-1][0] == b"Z" and not rest:
                return data, messages[-1][1]


def message(kind, body):
    return kind + struct.pack(">I", len(body) + 4) + body


def renamed(kind, body, name):
    if kind == b"P":
        return name + body
    if kind == b"B":
        portal, rest = body.split(b"\0", 1)
        return portal + b"\0" + name + rest
    return b"S" + name + body[1:] if kind == b"D" and body[:1] == b"S" else body


def told(context):
    """Nothing is served over such a session: the schema of one connection holds in it for the others."""
    with postgres.Server(port=free_port()) as database, Pooler(database.port) as pooler:
        url = database.loopback.replace(":%d/" % database.port, ":%d/" % pooler.port) + "?sslmode=disable&gssencmode=disable"
        it = needs.process(context, url)
        try:
            it.start()
            eventually(lambda: "pool_mode = session" in wire.get(it.port, "/ready").text, "it is said that the sessions are shared")
            same(wire.get(it.port, "/ready").status, 503, "/ready")
        except Failure as failure:
            if "pool_mode = session" not in str(failure):
                raise
        finally:
            it.kill()

"""Strangers who send the dearest requests that they may, as fast as the limits let them; in a process of their own, so that what they take
to ask is not taken from the players of a test. Run as a program: PORTS COUNT, as JSON; it ends at a line, and says what it has done.
"""
import contextlib
import http.client
import json
import os
import resource
import secrets
import socket
import subprocess
import sys
import threading

from harness.runner import Failure
from harness.server import wire
from harness.server.bounds import behind

# Each byte leads such a pattern to another set of states.
PATTERN = "(a|b|c)*[ac].{14}[bc].{14}x$"
# Pointers that one request may bring.
POINTERS = 1_000
FIND = {"className": "Horse", "where": {"name": {"$regex": PATTERN}}}
# Put in place of these, so that nothing has to be written as JSON while others are measured.
OWNER, MARK, UPLOAD = "0wner", "m4rk", "upl0ad"
TRANSACTION = b"tr4nsaction"
HORSES = [{"__type": "Pointer", "className": "Horse", "objectId": "P%s%d" % (MARK, place)} for place in range(POINTERS)]
RELATION = wire.form("objects.update", {"className": "Owner", "objectId": OWNER, "fields": {"friends": {
    "__op": "AddRelation", "objects": HORSES}}}, TRANSACTION.decode())
PART = wire.form("files.append", {"upload": UPLOAD, "from": 0, "part": "QUJD" * 60_000}, TRANSACTION.decode())
LARGE = wire.form("objects.create", {"className": "Large", "fields": {"text": "x" * (900 << 10)}}, TRANSACTION.decode())
HURRY_SECONDS = 0.03


class Stranger:
    """From one address, without an account: `with` attacks."""

    def __init__(self, ports, address):
        self.ports, self.address, self.ends = ports, address, threading.Event()
        self.answers, self.refusals, self.sent = 0, 0, 0
        self.threads = [threading.Thread(target=self.repeat, args=(each, number), daemon=True) for each in (
            self.hang_up, self.find, self.relate, self.guess, self.upload, self.save, self.listen) for number in range(2)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        for thread in self.threads:
            thread.join(30)

    def repeat(self, each, number):
        caller = wire.Caller(self.ports[number % len(self.ports)], "client", headers=behind(self.address))
        with contextlib.closing(caller):
            while not self.ends.is_set():
                try:
                    self.sent += 1
                    answer = each(caller)
                    if answer is None:
                        continue
                    self.answers += 1
                    if answer.status in (429, 503):
                        self.refusals += 1
                        self.ends.wait(min(1.0, float(answer.headers.get("Retry-After", 1))))
                except (OSError, http.client.HTTPException):
                    caller.close()

    @staticmethod
    def ask(caller, name, parameters=None, body=None):
        """Each with an id of its own, by which it may come to another worker than the last."""
        mark = secrets.token_hex(4)
        return caller.ask("", body=wire.form(name, parameters, mark) if body is None else body.replace(TRANSACTION, mark.encode(), 1))

    def hang_up(self, caller):
        body = wire.form("objects.find", FIND, secrets.token_hex(4))
        head = ("POST /v1/apps/%s/client HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                "X-Forwarded-For: %s\r\nContent-Length: %d\r\n\r\n" % (wire.APP, self.address, len(body)))
        with socket.create_connection(("127.0.0.1", caller.port), timeout=10) as connection:
            connection.sendall(head.encode() + body)
            self.ends.wait(HURRY_SECONDS)

    def find(self, caller):
        return self.ask(caller, "objects.find", FIND)

    def relate(self, caller):
        made = self.ask(caller, "objects.create", {"className": "Owner", "fields": {}})
        if made.status != 200 or made.code != 0:
            return made
        owner = made.body["answer"]["objectId"].encode()
        body = RELATION.replace(OWNER.encode(), owner).replace(MARK.encode(), secrets.token_hex(4).encode())
        return self.ask(caller, "objects.update", body=body)

    def guess(self, caller):
        return self.ask(caller, "users.logIn", {"userName": "nobody " + secrets.token_hex(4), "password": "x"})

    def upload(self, caller):
        begun = self.ask(caller, "files.begin", {"fileName": "f" + secrets.token_hex(8), "mimeType": "text/plain"})
        if begun.status != 200 or begun.code != 0:
            return begun
        upload = begun.body.get("upload") or begun.body.get("answer", {}).get("upload")
        return self.ask(caller, "files.append", body=PART.replace(UPLOAD.encode(), upload.encode()))

    def save(self, caller):
        return self.ask(caller, "objects.create", body=LARGE)

    def listen(self, caller):
        with contextlib.closing(wire.Stream(caller.port, headers=behind(self.address))):
            self.ends.wait(0.2)


class Crowd:
    """So many strangers, each from an address of its own, in a process of their own: `with` attacks. Afterwards it has the sums."""

    def __init__(self, ports, count):
        self.ports, self.count = list(ports), count
        self.sent = self.refusals = 0
        self.processor = 0.0

    def __enter__(self):
        folder = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        self.child = subprocess.Popen([sys.executable, "-m", __name__, json.dumps(self.ports), json.dumps(self.count)], cwd=folder,
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if not self.child.stdout.readline():
            raise Failure("the strangers did not begin")
        return self

    def __exit__(self, *_):
        try:
            said, _ = self.child.communicate(b"\n", 120)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.communicate()
            raise Failure("the strangers did not end")
        if said:
            self.sent, self.refusals, self.processor = json.loads(said)


def main():
    ports, count = json.loads(sys.argv[1]), json.loads(sys.argv[2])
    crowd = [Stranger(ports, "192.0.2.%d" % (100 + number)) for number in range(count)]
    with contextlib.ExitStack() as stack:
        for stranger in crowd:
            stack.enter_context(stranger)
        print("they ask", flush=True)
        sys.stdin.readline()
        # All at once.
        for stranger in crowd:
            stranger.ends.set()
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps([sum(stranger.sent for stranger in crowd), sum(stranger.refusals for stranger in crowd),
                      used.ru_utime + used.ru_stime]), flush=True)


if __name__ == "__main__":
    main()

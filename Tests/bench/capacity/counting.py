"""Counts by looking at what goes between: the words of PostgreSQL's protocol (its manual, "Message Formats"), and system calls."""
import contextlib
import json
import os
import re
import socket
import statistics
import struct
import subprocess
import tempfile
import threading
import time

from story import STEPS, Story

from harness import postgres
from harness.server import wire

ROUNDS = 20
# What is learned of the first requests of a kind (Foresight), given up and prepared for them is not what they cost.
WARM = 40
UNLIMITED = [part for name in ("address", "login", "player", "stream", "metrics") for part in ("--limit", name + "=off")]


class Counter:
    """Lies between a server and PostgreSQL and counts whole messages in both directions."""

    def __init__(self, target):
        self.target, self.lock, self.seen = target, threading.Lock(), {}
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def count(self, what, number=1):
        with self.lock:
            self.seen[what] = self.seen.get(what, 0) + number

    def take(self):
        with self.lock:
            seen, self.seen = self.seen, {}
        return seen

    def accept(self):
        while True:
            try:
                inner, _ = self.listener.accept()
            except OSError:
                return
            outer = socket.create_connection(("127.0.0.1", self.target))
            threading.Thread(target=self.carry, args=(inner, outer, self.asked, True), daemon=True).start()
            threading.Thread(target=self.carry, args=(outer, inner, self.answered, False), daemon=True).start()

    def carry(self, one, two, note, starts):
        """Messages are a letter, a length and so many bytes; the first of a connection has no letter."""
        rest = b""
        try:
            while True:
                piece = one.recv(65536)
                if not piece:
                    break
                rest += piece
                while True:
                    head = 4 if starts else 5
                    if len(rest) < head:
                        break
                    length = struct.unpack(">I", rest[head - 4:head])[0] + head - 4
                    if len(rest) < length:
                        break
                    if not starts:
                        note(rest[:1], rest[head:length])
                    starts, rest = False, rest[length:]
                # Counted first: who gets the answer asks for the count.
                two.sendall(piece)
        except OSError:
            pass
        for connection in (one, two):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def asked(self, letter, _):
        if letter == b"E":
            self.count("statements")
        elif letter == b"S":
            self.count("trips")

    def answered(self, letter, body):
        if letter == b"D":
            self.count("rows read")
        elif letter == b"C":
            found = re.match(rb"(?:INSERT 0|UPDATE|DELETE) (\d+)", body)
            if found:
                self.count("rows written", int(found.group(1)))


def played(server, before, after):
    """What each step costs, in the middle of some rounds."""
    story, costs = Story(server), {}
    for number in range(ROUNDS + WARM):
        for name, step, _ in STEPS:
            before()
            step(story)
            cost = after()
            if number >= WARM:
                costs.setdefault(name, []).append(cost)
    keys = {key for all_of in costs.values() for cost in all_of for key in cost}
    return {name: {key: statistics.median(cost.get(key, 0) for cost in all_of) for key in keys} for name, all_of in costs.items()}


def program(root):
    return os.environ.get("GAMEBASED") or os.path.join(root, "build", "gamebased")


SETTINGS = {
    "app": {"appId": wire.APP, "typeCode": "SANDBOX"},
    "products": [{"gamebaseProductId": "gem_100", "productType": "CONSUMABLE", "storeCode": "SANDBOX", "marketItemId": "m.gem",
                  "price": "0.99", "currency": "USD"}],
}


def console(place):
    path = os.path.join(place, "console.json")
    with open(path, "w") as file:
        json.dump(SETTINGS, file)
    return [path]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def over_postgresql(root):
    # A page is written whole once after a checkpoint: none comes while this counts, and the rounds before have touched the pages.
    settings = ["checkpoint_timeout = 1h", "max_wal_size = 8GB", "autovacuum = off"]
    with tempfile.TemporaryDirectory() as place, postgres.Server(settings, port=free_port()) as database:
        counter = Counter(database.port)
        url = database.loopback.replace(":%d/" % database.port, ":%d/" % counter.port) + "?sslmode=disable&gssencmode=disable"
        wal = {}

        def position():
            return int(database.psql("SELECT pg_current_wal_insert_lsn() - '0/0'"))

        def before():
            wal["at"] = position()
            counter.take()

        def after():
            cost = counter.take()
            cost["bytes"] = position() - wal["at"]
            return cost
        options = ["--database", url, "--workers", "1", *UNLIMITED]
        with wire.Process(program(root), os.path.join(place, "data"), console(place), options) as server:
            return played(server, before, after)


def over_sqlite(root):
    with tempfile.TemporaryDirectory() as place:
        with wire.Process(program(root), os.path.join(place, "data"), console(place), UNLIMITED) as server:
            trace = os.path.join(place, "trace")
            tracer = subprocess.Popen(["strace", "-f", "-qq", "-y", "-e", "trace=pwrite64,fdatasync,fsync", "-o", trace,
                                       "-p", str(server.child.pid)], stderr=subprocess.DEVNULL)
            time.sleep(1)
            place_in = {}

            def before():
                place_in["at"] = os.path.getsize(trace)

            def after():
                with open(trace) as file:
                    file.seek(place_in["at"])
                    text = file.read()
                written = [int(number) for number in re.findall(r"pwrite64\(\d+<[^>]*-wal>.*= (\d+)$", text, re.M)]
                return {"bytes": sum(written), "flushes": len(re.findall(r"f(?:data)?sync\(", text))}
            try:
                return played(server, before, after)
            finally:
                tracer.terminate()
                tracer.wait()

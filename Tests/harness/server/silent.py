"""A database that does not answer, and those who are not to wait for it."""
import contextlib
import json
import os
import signal
import socket
import threading
import time

from harness import postgres
from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same


class Relay:
    """Listens on a port of its own in front of another one of this machine. `take` decides what becomes of a connection."""

    def __init__(self, target):
        self.target, self.kept = target, []

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()
        for connection in self.kept:
            connection.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.kept.append(client)
            self.take(client)

    def connect(self):
        server = socket.create_connection(("127.0.0.1", self.target))
        self.kept.append(server)
        return server


class Gate(Relay):
    """Passes connections on until it is shut: those that come then are taken, and never answered."""

    def __init__(self, target):
        super().__init__(target)
        self.shut = False

    def cut(self):
        """Nobody gets in, and who is in is out. A thread that waits in a connection keeps it open else."""
        for connection in [self.listener, *self.kept]:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def take(self, client):
        if self.shut:
            return
        server = self.connect()
        for one, two in ((client, server), (server, client)):
            threading.Thread(target=self.carry, args=(one, two), daemon=True).start()

    @staticmethod
    def carry(one, two):
        try:
            while True:
                piece = one.recv(65536)
                if not piece:
                    break
                two.sendall(piece)
        except OSError:
            pass


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def opening(context):
    """While an app is made and settings are read again over a database that does not answer, the others are answered at once."""
    with open(context.path(service.CONSOLE)) as file:
        settings = json.load(file)
    other = service.settings(context, "Other")
    with postgres.Server(port=free_port()) as database, Gate(database.port) as gate:
        url = database.loopback.replace(":%d/" % database.port, ":%d/" % gate.port)
        with wire.Process(service.program(context), os.path.join(context.directory("server"), "data"), (),
                          ["--database", url]) as it:
            it.console().well("console.loadSettings", {"settings": settings}, wire.new_key())
            player = it.player().log_in()
            # Both workers have their connections.
            for _ in range(8):
                it.player().log_in()
            gate.shut = True
            answers = []
            settings["app"]["appId"] = "New"
            # A key names one app.
            settings["ncmb"]["applicationKey"] = "application-key-of-new"
            asker = threading.Thread(target=lambda: answers.append(
                it.console(app="New").ask("console.loadSettings", {"settings": settings}, wire.new_key())))
            asker.start()
            it.files.append(other)
            it.signal(signal.SIGHUP)
            slowest, began = 0, time.monotonic()
            while time.monotonic() - began < 1.5:
                for ask in (lambda: wire.get(it.port, "/health"), lambda: player.ask("launching.getServerTime"),
                            lambda: it.player(app="Nobody").ask("launching.getServerTime")):
                    start = time.monotonic()
                    ask()
                    slowest = max(slowest, time.monotonic() - start)
                time.sleep(0.02)
            if slowest > 1:
                raise Failure("an answer took %.1f s while another app was opened" % slowest)
            asker.join(30)
            same([answer.code == 0 for answer in answers], [False], "whether the app was made")
            gate.shut = False
            service.eventually(lambda: it.console(app="New").ask("console.loadSettings", {"settings": settings}).code == 0,
                               "the app is made when the database answers again", 20)
            it.player(app="New").log_in()
            same(it.stop()[0], 0, "the exit status")


def reticent(context):
    """What the database's client says of a lost connection names hosts, ports and users: the log has it, and no player."""
    with open(context.path(service.CONSOLE)) as file:
        settings = json.load(file)
    with postgres.Server(port=free_port()) as database, Gate(database.port) as gate:
        url = database.loopback.replace(":%d/" % database.port, ":%d/" % gate.port)
        with wire.Process(service.program(context), os.path.join(context.directory("server"), "data"), (), ["--database", url]) as it:
            it.console().well("console.loadSettings", {"settings": settings}, wire.new_key())
            player = it.player().log_in()
            found = []
            guest = {"idPInfo": {"idPCode": "guest", "accessToken": wire.new_key()}}

            def ask():
                # One that was taken at the moment of the first cut is cut by the next.
                gate.cut()
                found.append(player.ask("gateway.idPLogin", guest))
                return found[-1].status == 503
            service.eventually(ask, "the database is gone", 30)
            answer = found[-1]
            for word in ("127.0.0.1", str(gate.port), "server at", "connection"):
                if word in answer.text:
                    raise Failure("a player is told %r: %r" % (word, answer))
            # A request that was under way may end by its limit first, which says less.
            service.eventually(lambda: said(it) or ask() and said(it), "the log says why", 30)


def said(it):
    """With the request that failed, or where the outage begins: what comes after that is refused without a question to the database."""
    return any('"level":"error"' in line and "connection" in line for line in it.logged().splitlines())

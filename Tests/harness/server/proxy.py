"""What lies between a game and its server on a bad day: it delays, cuts, and delivers requests twice. From one seed."""
import random
import re
import select
import socket
import threading
import time

PIECE_BYTES = 16384
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.I)


class Proxy:
    """Listens on a port of its own and passes everything on to one of the ports `targets` of this machine, each connection to the next.

    `delay`: seconds at most for a piece. `cut`: how many of 100 pieces end their connection in the middle, in either direction.
    `repeat`: how many of 100 requests are delivered a second time, first, by a connection of which the game knows nothing.
    """

    def __init__(self, targets, seed, delay=0.02, cut=3, repeat=10):
        self.targets, self.chance, self.delay, self.cut, self.repeat = list(targets), random.Random(seed), delay, cut, repeat
        self.connections = 0
        self.cuts = self.repeats = self.pieces = 0
        self.lock, self.listener, self.ends = threading.Lock(), None, False

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.ends = True
        self.listener.close()

    def accept(self):
        while not self.ends:
            try:
                game, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.carry, args=(game,), daemon=True).start()

    def draw(self, of_hundred):
        with self.lock:
            return self.chance.random() * 100 < of_hundred

    def wait(self):
        with self.lock:
            seconds = self.chance.random() * self.delay
        time.sleep(seconds)

    def carry(self, game):
        try:
            server = self.connected()
        except OSError:
            game.close()
            return
        with game, server:
            try:
                while not self.ends:
                    for ready in select.select([game, server], [], [], 0.5)[0]:
                        piece = ready.recv(PIECE_BYTES)
                        if not piece or not self.passed(piece, game, server, ready is game):
                            return
            except OSError:
                pass

    def connected(self):
        with self.lock:
            self.connections += 1
            port = self.targets[self.connections % len(self.targets)]
        return socket.create_connection(("127.0.0.1", port), timeout=10)

    def passed(self, piece, game, server, is_question):
        """False when the connection ends here."""
        self.pieces += 1
        self.wait()
        if is_question and is_whole(piece) and self.draw(self.repeat):
            self.deliver_apart(piece)
        to = server if is_question else game
        if self.draw(self.cut):
            self.cuts += 1
            with self.lock:
                kept = self.chance.randrange(len(piece) + 1)
            to.sendall(piece[:kept])
            return False
        to.sendall(piece)
        return True

    def deliver_apart(self, request):
        self.repeats += 1
        with self.connected() as server:
            server.sendall(request)
            server.recv(PIECE_BYTES)


def is_whole(piece):
    """A request that begins and ends in this piece."""
    found = LENGTH.search(piece)
    head = piece.find(b"\r\n\r\n")
    return piece.startswith(b"POST ") and found and head > 0 and len(piece) == head + 4 + int(found.group(1))

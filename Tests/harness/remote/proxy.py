"""Stands between a game and its service, and cuts the connection at each request that changes something, once: after one byte more each
time, of the request and of the answer by turns. What is sent again gets through. Streams get through.

usage: proxy.py PORT EVERY [delay]   EVERY: so many changes get through for each that is cut. delay: every piece is held back for a moment.
Prints "ready PORT", and "cut N" at the end of its input."""
import select
import socket
import sys
import threading
import time

SERVICE = ("127.0.0.1", int(sys.argv[1]))
EVERY = int(sys.argv[2])
DELAY = 0.02 if "delay" in sys.argv[3:] else 0
LOCK = threading.Lock()
SEEN, CUTS = set(), [0]


def whole(peer, buffer):
    """- Returns: the bytes of the next message, and its head; None at the end."""
    while b"\r\n\r\n" not in buffer[0]:
        data = peer.recv(65536)
        if not data:
            return None, None
        buffer[0] += data
    head, _, rest = buffer[0].partition(b"\r\n\r\n")
    fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(b":") for line in head.split(b"\r\n")[1:])}
    length = int(fields.get(b"content-length", 0))
    while len(rest) < length:
        data = peer.recv(65536)
        if not data:
            return None, None
        rest += data
    message = head + b"\r\n\r\n" + rest[:length]
    buffer[0] = rest[length:]
    return message, (head.split(b" ", 1)[0], fields)


def copy(source, sink):
    """Until one of them is gone."""
    while True:
        ready, _, _ = select.select([source, sink], [], [])
        if sink in ready:
            return
        data = source.recv(65536)
        if not data:
            return
        time.sleep(DELAY)
        sink.sendall(data)


def next_cut(fields):
    key = fields.get(b"idempotency-key")
    if key is None:
        return None
    with LOCK:
        if key in SEEN:
            return None
        SEEN.add(key)
        if len(SEEN) % (EVERY + 1):
            return None
        CUTS[0] += 1
        return CUTS[0]


def serve(game):
    service = socket.create_connection(SERVICE)
    toward, back = [b""], [b""]
    try:
        while True:
            request, head = whole(game, toward)
            if request is None:
                return
            method, fields = head
            if method == b"GET":
                service.sendall(request)
                copy(service, game)
                return
            cut = next_cut(fields)
            if cut is not None and cut % 2:
                # Of the request: the bytes that the service has seen of it are none of a request, or the whole.
                service.sendall(request[:cut * 7 % (len(request) + 1)])
                return
            time.sleep(DELAY)
            service.sendall(request)
            answer, _ = whole(service, back)
            if answer is None:
                return
            if cut is not None:
                game.sendall(answer[:cut * 7 % (len(answer) + 1)])
                return
            game.sendall(answer)
    except OSError:
        pass
    finally:
        game.close()
        service.close()


def accept(listener):
    while True:
        peer, _ = listener.accept()
        threading.Thread(target=serve, args=(peer,), daemon=True).start()


if __name__ == "__main__":
    entrance = socket.create_server(("127.0.0.1", 0), backlog=128)
    print("ready %d" % entrance.getsockname()[1], flush=True)
    threading.Thread(target=accept, args=(entrance,), daemon=True).start()
    sys.stdin.read()
    print("cut %d" % CUTS[0], flush=True)

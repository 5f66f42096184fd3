"""A service without manners, for the client over the network: the first part of a path says what it does with a request. Prints
"ready PORT", and "asked DEED KEY" for each request, "listened DEED PLACE" for each stream.

usage: rude_service.py [secure FOLDER]   secure: over TLS, with a certificate that nobody but FOLDER/authority.pem vouches for"""
import collections
import itertools
import json
import os
import socket
import ssl
import subprocess
import sys
import threading
import time

PIECE = b"x" * (64 << 10)
DRIP_SECONDS = 0.05
SAYING = threading.Lock()
COUNTS = collections.Counter()
PORT = 0


def say(line):
    with SAYING:
        print(line, flush=True)


def answer(peer, data, *headers, status="200 OK", kind="application/json"):
    lines = ["HTTP/1.1 " + status, "Content-Type: " + kind, "Content-Length: %d" % len(data), *headers, "", ""]
    peer.sendall("\r\n".join(lines).encode() + data)


def reply(body=None, code=0, message=""):
    return json.dumps({"resultCode": code, "message": message, "body": body or {}}).encode()


def whole(data):
    return b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(data) + data


# Deeds for requests: each gets the peer, how often it was asked before, the request's text, and the rest of the path.

def good(peer, times, body, *_):
    answer(peer, reply({"times": times, "name": json.loads(body)["name"]}))


def silent(peer, *_):
    peer.recv(1)


def cut(peer, times, body, *_):
    """After one byte more of the answer each time, until it is whole."""
    data = whole(reply({"times": times}))
    peer.sendall(data[:times])
    if times < len(data):
        raise ConnectionError


def cut_once(peer, times, body, count, *_):
    data = whole(reply({"times": times}))
    peer.sendall(data if times else data[:min(int(count), len(data) - 1)])
    if not times:
        raise ConnectionError


def say_bytes(peer, times, body, *_):
    peer.sendall(b"\x00\xff\x00 nothing that is HTTP\r\n\r\n")
    raise ConnectionError


def page(peer, *_):
    answer(peer, b"<html>Log in to the network of this hotel</html>", kind="text/html")


def json_but(peer, times, body, what, *_):
    answer(peer, {"array": b"[]", "number": b'{"resultCode":"0","message":"","body":{}}', "bodiless": b'{"resultCode":0,"message":""}',
                  "deep": b"[" * 100000, "half": b'{"resultCode":0,"mess',
                  "huge": b'{"resultCode":99999999999,"message":"","body":{}}'}[what])


def endless(peer, *_):
    peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n")
    while True:
        peer.sendall(PIECE)


def endless_head(peer, *_):
    peer.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        peer.sendall(b"X-More: " + PIECE[:1000] + b"\r\n")


def drip(peer, *_):
    peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n")
    while True:
        time.sleep(DRIP_SECONDS)
        peer.sendall(b" ")


def packed(peer, *_):
    answer(peer, reply(), "Content-Encoding: gzip")


def redirect(peer, *_):
    answer(peer, b"", "Location: http://127.0.0.1:%d/good" % PORT, status="307 Elsewhere")


def busy(peer, times, body, status, count, after, *_):
    """That status so often, then good."""
    if times < int(count):
        return answer(peer, reply(code=-9000006, message="later"), "Retry-After: " + after, status=status + " Later")
    good(peer, times, body)


def refuse(peer, times, body, status, *_):
    answer(peer, reply(code=-4010003, message="who are you"), status=status + " No")


REQUESTS = {name.replace("_", "-"): deed for name, deed in globals().items() if name in (
    "good silent cut cut_once say_bytes page json_but endless endless_head drip packed redirect busy refuse").split()}


# Deeds for events.

def event(seq, kind="launchingChanged"):
    form = {"seq": seq, "kind": kind, "body": {"seq": seq}}
    return ("id: %d\nevent: %s\ndata: %s\n\n" % (seq, kind, json.dumps(form))).encode()


def stream(peer):
    peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")


def told(peer, place, times, *_):
    """Twice, out of order, of kinds that nobody knows, and with comments between."""
    stream(peer)
    peer.sendall(b"id: 10\nevent: ready\ndata: {}\n\n: comment\n\n")
    for seq in (11, 11, 13, 12, 13, 11):
        peer.sendall(event(seq))
    peer.sendall(event(14, "unheardOf") + event(15, "ncmbMail") + event(16, "reconnected") + b"data: [1,\n\ndata: nonsense\r\n\r\n")
    peer.sendall(event(17))
    time.sleep(30)


def dies(peer, place, times, *_):
    """One event each time, and then the end. A server looks back a little by itself."""
    stream(peer)
    peer.sendall(b"id: 100\nevent: ready\ndata: {}\n\n")
    if times:
        peer.sendall(event(100 + times))
    peer.sendall(event(101 + times))
    raise ConnectionError


def mute(peer, place, times, *_):
    """Says that it is there, and then not even a beat."""
    stream(peer)
    peer.sendall(b"id: 5\nevent: ready\ndata: {}\n\n")
    time.sleep(30)


def beats(peer, place, times, *_):
    """Says how far the events of others are, and ends."""
    stream(peer)
    peer.sendall(b"id: 5\nevent: ready\ndata: {}\n\n")
    if times == 0:
        peer.sendall(event(6) + b":\nid: 50\n\n:\n\n:\nid: 40\n\n")
        raise ConnectionError
    time.sleep(30)


def held_back(peer, place, times, polled, *_):
    """A proxy keeps streams to itself; polls get through."""
    if polled is None:
        time.sleep(30)
        return
    if place is None:
        return answer(peer, b'{"events":[],"next":20,"reset":false}')
    time.sleep(0.1)
    seq = int(place) + 1
    if seq > 23:
        time.sleep(30)
    form = {"seq": seq, "kind": "launchingChanged", "body": {"seq": seq}}
    answer(peer, json.dumps({"events": [form], "next": seq, "reset": seq == 23}).encode())


def forgets(peer, place, times, *_):
    """What is behind the place is not kept any more: the server has begun anew."""
    stream(peer)
    if times == 0:
        peer.sendall(b"id: 30\nevent: ready\ndata: {}\n\n" + event(31))
        raise ConnectionError
    peer.sendall(b"id: 30\nevent: reset\ndata: {}\n\n" + event(31) + event(41))
    time.sleep(30)


def refuses(peer, *_):
    answer(peer, reply(code=-4010203, message="the access token is unknown"), status="401 Unauthorized")


def ends(peer, place, times, *_):
    """The second stream says that its session is over, and stays open."""
    stream(peer)
    peer.sendall(b"id: 4\nevent: ready\ndata: {}\n\n")
    if times:
        peer.sendall(event(5) + b"id: 5\nevent: ended\ndata: {\"resultCode\": -4010203}\n\n")
    time.sleep(30)


def floods(peer, place, times, *_):
    stream(peer)
    peer.sendall(b"id: 1\nevent: ready\ndata: {}\n\ndata: ")
    while True:
        peer.sendall(PIECE)


def limps(peer, place, times, *_):
    """Comes to nothing eleven times, and from then on is there each time, and soon over."""
    if times < 11:
        raise ConnectionError
    stream(peer)
    peer.sendall(b"id: 100\nevent: ready\ndata: {}\n\n")
    raise ConnectionError


def busy_once(peer, place, times, *_):
    """Not before a second is over."""
    if times == 0:
        return answer(peer, reply(code=-9000006, message="later"), "Retry-After: 1", status="503 Later")
    mute(peer, place, times)


def idle(peer, place, times, polled, *_):
    """The first stream ends before it began. Polls are answered at once, with nothing; the next stream says which answer it is."""
    if polled is not None:
        return answer(peer, b'{"events":[],"next":20,"reset":false}')
    stream(peer)
    if times == 0:
        raise ConnectionError
    peer.sendall(b"id: 20\nevent: ready\ndata: {}\n\n" + event(20 + times))
    time.sleep(30)


EVENTS = {name.replace("_", "-"): deed for name, deed in globals().items()
          if name in "told dies mute beats held_back forgets refuses ends floods limps busy_once idle".split()}


def read(peer, buffer):
    """- Returns: method, path, headers and body of the next request; None at the end."""
    while b"\r\n\r\n" not in buffer[0]:
        data = peer.recv(65536)
        if not data:
            return None
        buffer[0] += data
    head, buffer[0] = buffer[0].split(b"\r\n\r\n", 1)
    lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines[1:])}
    length = int(headers.get("content-length", 0))
    while len(buffer[0]) < length:
        data = peer.recv(65536)
        if not data:
            return None
        buffer[0] += data
    body, buffer[0] = buffer[0][:length], buffer[0][length:]
    method, target, _ = lines[0].split(" ")
    return method, target, headers, body


def serve(peer):
    buffer = [b""]
    try:
        while True:
            request = read(peer, buffer)
            if request is None:
                return
            method, target, headers, body = request
            path, _, query = target.partition("?")
            before, _, after = path.partition("/v1/")
            deed, *rest = before.strip("/").split("/")
            with SAYING:
                times = COUNTS[before, method]
                COUNTS[before, method] += 1
            if method == "POST":
                say("asked %s %s" % (deed, headers.get("idempotency-key", "-")))
                REQUESTS.get(deed, good)(peer, times, body, *rest)
            else:
                items = dict(item.split("=") for item in query.split("&") if item)
                polled = items if "json" in headers.get("accept", "") else None
                place = items.get("after") if polled is not None else headers.get("last-event-id")
                say("listened %s %s %s" % (deed, place, headers.get("authorization", "-")))
                EVENTS.get(deed, mute)(peer, place, times, polled)
    except (OSError, ValueError):
        pass
    finally:
        peer.close()


def secured(listener, folder):
    names = {part: os.path.join(folder, part + ".pem") for part in ("authority", "authority-key", "server", "server-key", "request")}
    steps = ["req -x509 -newkey rsa:2048 -nodes -subj /CN=authority -days 2 -keyout %(authority-key)s -out %(authority)s",
             "req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout %(server-key)s -out %(request)s"]
    for step in steps:
        subprocess.run(["openssl"] + (step % names).split(), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    extensions = os.path.join(folder, "extensions")
    with open(extensions, "w") as file:
        file.write("subjectAltName=DNS:localhost\n")
    subprocess.run(["openssl", "x509", "-req", "-in", names["request"], "-CA", names["authority"], "-CAkey", names["authority-key"],
                    "-CAcreateserial", "-days", "2", "-extfile", extensions, "-out", names["server"]],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(names["server"], names["server-key"])
    return context.wrap_socket(listener, server_side=True, do_handshake_on_connect=False)


def main():
    global PORT
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    PORT = listener.getsockname()[1]
    if sys.argv[1:2] == ["secure"]:
        listener = secured(listener, sys.argv[2])
    say("ready %d" % PORT)
    for _ in itertools.count():
        peer, _ = listener.accept()
        threading.Thread(target=serve, args=(peer,), daemon=True).start()


if __name__ == "__main__":
    main()

"""A web server that does what the path says, good or bad. Prints "ready PORT", and "asked PATH" for each request.

usage: rude_server.py [secure]   secure: over TLS, with a certificate of its own that nobody else vouches for"""
import os
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time

HEADS = {
    "jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01",
    "png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "gif": b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff",
    "wav": b"RIFF\x24\x00\x00\x00WAVEfmt ",
    "mp3": b"ID3\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
    "m4a": b"\x00\x00\x00\x20ftypM4A \x00\x00\x00\x00",
    "mp4": b"\x00\x00\x00\x20ftypisom\x00\x00\x00\x00",
    "avi": b"RIFF\x24\x00\x00\x00AVI LIST",
}
BODY_BYTES = 1000
PIECE = 64 << 10
MEBIBYTE = 1 << 20
DRIP_SECONDS = 0.05
PORT = 0
SAYING = threading.Lock()


def say(line):
    with SAYING:
        print(line, flush=True)


def body(kind, count=BODY_BYTES):
    return HEADS[kind] + b"x" * (count - len(HEADS[kind]))


def answer(peer, data, *headers, status="200 OK", length=None):
    lines = ["HTTP/1.1 " + status, "Content-Length: %d" % (len(data) if length is None else length), *headers, "", ""]
    peer.sendall("\r\n".join(lines).encode() + data)


def without_length(peer):
    peer.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")


def file(peer, name, *_):
    answer(peer, body(name.rsplit(".", 1)[-1].lower()))


def say_type(peer, kind, *_):
    answer(peer, body(kind))


def size(peer, kind, count, *_):
    answer(peer, body(kind, int(count)))


def endless(peer, kind, *_):
    without_length(peer)
    peer.sendall(body(kind, PIECE))
    while True:
        peer.sendall(b"x" * PIECE)


def drip(peer, kind, *_):
    answer(peer, HEADS[kind], length=MEBIBYTE)
    while True:
        time.sleep(DRIP_SECONDS)
        peer.sendall(b"x" * 16)


def stall(peer, *_):
    answer(peer, b"", length=BODY_BYTES)
    peer.recv(1)


def silent(peer, *_):
    peer.recv(1)


def redirect(peer, status, *to):
    where = "/".join(to).replace("PORT", str(PORT))
    answer(peer, b"elsewhere", "Location: " + where, status=status + " Elsewhere")


def lead(peer, deed, kind, *_):
    answer(peer, b"", "Location: /%s/%s" % (deed, kind), status="301 Elsewhere")


def circle(peer, *_):
    answer(peer, b"", "Location: /circle", status="302 Found")


def hops(peer, count, *_):
    left = int(count)
    if left == 0:
        return answer(peer, body("png"))
    answer(peer, b"", "Location: ../hops/%d" % (left - 1), status="307 Elsewhere")


def heavy_redirect(peer, *_):
    answer(peer, b"x" * MEBIBYTE, "Location: /type/png", status="302 Found")


def status(peer, number, *_):
    answer(peer, body("png"), status=number + " So")


def empty(peer, *_):
    answer(peer, b"")


def text(peer, *_):
    answer(peer, b"<html>no picture here at all</html>", "Content-Type: image/png")


def too_long(peer, *_):
    answer(peer, body("png"), length=2 * BODY_BYTES)


def too_short(peer, *_):
    answer(peer, body("png"), length=BODY_BYTES // 2)


def promise(peer, count, *_):
    answer(peer, body("png"), length=int(count))
    peer.recv(1)


def encoded(peer, name, *_):
    answer(peer, body("png"), "Content-Encoding: " + name)


def transfer(peer, *_):
    peer.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n")


def chunked(peer, kind, pieces, *_):
    peer.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    for piece in [HEADS[kind][:7], HEADS[kind][7:]] + [b"x" * PIECE] * int(pieces):
        peer.sendall(b"%x\r\n" % len(piece) + piece + b"\r\n")
    peer.sendall(b"0\r\n\r\n")


def headers(peer, *_):
    peer.sendall(b"HTTP/1.1 200 OK\r\n")
    for number in range(1 << 20):
        peer.sendall(b"X-%d: %s\r\n" % (number, b"y" * 1000))


def early(peer, *_):
    for _number in range(1 << 20):
        peer.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")


def broken(peer, *_):
    answer(peer, body("png"), length=10 * BODY_BYTES)
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def ancient(peer, *_):
    peer.sendall(body("png"))


def slow_then_good(peer, kind, *_):
    time.sleep(0.3)
    answer(peer, body(kind))


DEEDS = {
    "file": file, "type": say_type, "size": size, "endless": endless, "drip": drip, "stall": stall, "silent": silent, "redirect": redirect,
    "lead": lead,
    "circle": circle, "hops": hops, "heavy": heavy_redirect, "status": status, "empty": empty, "text": text, "long": too_long,
    "short": too_short, "promise": promise, "encoded": encoded, "transfer": transfer, "chunked": chunked, "headers": headers,
    "early": early, "broken": broken, "ancient": ancient, "slow": slow_then_good,
}


def read_head(peer):
    head = b""
    while b"\r\n\r\n" not in head:
        more = peer.recv(4096)
        if not more:
            return None
        head += more
    return head.decode("latin-1")


def serve(peer):
    try:
        if isinstance(peer, ssl.SSLSocket):
            peer.do_handshake()
        head = read_head(peer)
        if head is None:
            return say("nothing")
        path = head.split(" ")[1]
        extra = [line.split(":")[0].lower() for line in head.split("\r\n")[1:] if line]
        say("asked %s %s" % (path, ",".join(sorted(extra))))
        words = path.split("?", 1)[0].split("/")[1:]
        if words[0] == "redirect":
            words = path.split("/")[1:]
        DEEDS[words[0]](peer, *words[1:])
    except OSError:
        say("left")
    finally:
        peer.close()


def own_certificate():
    """What a TLS server needs, made now, for a name that is right."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = os.path.join(folder, "key"), os.path.join(folder, "certificate")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
                        "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        context.load_cert_chain(certificate, key)
    return context


def main():
    global PORT
    door = socket.socket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    door.bind(("0.0.0.0", 0))
    door.listen(128)
    if "secure" in sys.argv[1:]:
        door = own_certificate().wrap_socket(door, server_side=True, do_handshake_on_connect=False)
    PORT = door.getsockname()[1]
    say("ready %d" % PORT)
    # Ends with whoever started it.
    threading.Thread(target=lambda: (sys.stdin.read(), door.shutdown(socket.SHUT_RDWR)), daemon=True).start()
    while True:
        try:
            peer, _ = door.accept()
        except OSError:
            return
        threading.Thread(target=serve, args=(peer,), daemon=True).start()


main()

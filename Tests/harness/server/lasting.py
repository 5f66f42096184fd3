"""A server under load for long: what it holds at the end is what it held when it had warmed up."""
import json
import socket
import time

from harness import series
from harness.runner import Failure
from harness.server import load, service, wire
from harness.server.service import eventually, same

SECONDS = series.length("LOADSECONDS", 0, 3600)
PLAYERS, PAUSE_SECONDS, SAMPLES = 32, 0.02, 60
# What has been asked for and given back lies in other places then; it does not grow with the requests.
GROWTH_BYTES_MAX = 4 << 20
# Of what long answers took.
LEFT_BYTES = 90 << 20


def play(it, app, secret, seconds):
    """(requests answered, resident bytes at equal distances)"""
    sizes = []
    with load.Load([it.port], app, secret, PLAYERS, pause=PAUSE_SECONDS) as loaded:
        began = time.monotonic()
        for sample in range(1, SAMPLES + 1):
            # Streams that come and go.
            player = it.player(app=app).log_in()
            streams = opened(it, app, player)
            it.console(app=app).well("console.kickout", {"userIds": [player.user]})
            time.sleep(max(0, began + seconds * sample / SAMPLES - time.monotonic()))
            for stream in streams:
                stream.close()
            loaded.refuse_failures()
            sizes.append(it.resident_bytes())
    return loaded.answered, sizes


def opened(it, app, player):
    """Some streams. On a machine that does other things one may be let go before it has said what it wants."""
    streams = []
    for _ in range(20):
        try:
            streams.append(wire.Stream(it.port, player.token, app=app))
        except (EOFError, OSError):
            continue
    if not streams:
        raise Failure("no stream opens")
    return streams


def judge(answered, sizes, seconds):
    """The first third is for warming up; the rest has two halves."""
    third = len(sizes) // 3
    before, after = max(sizes[third:2 * third]), max(sizes[2 * third:])
    said = "%d requests in %d s; %.1f MiB at first, %.1f in the middle, %.1f at the end" % (
        answered, seconds, *(size / 2**20 for size in (sizes[0], before, after)))
    if after > before + GROWTH_BYTES_MAX:
        raise Failure("memory grows: " + said)
    return said


def freed(context):
    """Answers of 4 MB to 40 addresses at once: what they left free is given back. Without that 118 MB stayed for good."""
    with service.server(context, options=[*service.UNLIMITED, "--proxy", "127.0.0.1"]) as it:
        player = it.player()
        for _ in range(4):
            player.well("objects.create", {"className": "Big", "fields": {"text": "x" * 1_000_000}})
        before = it.resident_bytes()
        body = json.dumps({"name": "objects.find", "transactionId": "t", "parameters": {"className": "Big"}})
        head = "POST %s HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.%d.2.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        askers = []
        for number in range(40):
            askers.append(socket.create_connection(("127.0.0.1", it.port), timeout=60))
            askers[-1].sendall((head % (player.path, number, len(body)) + body).encode())
        for asker in askers:
            count = 0
            while count < 4_000_000:
                piece = asker.recv(1 << 20)
                same(len(piece) > 0, True, "whether more of an answer comes after %d bytes" % count)
                count += len(piece)
            asker.close()
        eventually(lambda: it.resident_bytes() - before < LEFT_BYTES, "what was left free is given back", 30)


def flat(context):
    options = service.UNLIMITED + ["--limit", "app=off"]
    with service.server(context, options=options) as it:
        return judge(*play(it, wire.APP, "quickstart-secret", SECONDS), SECONDS)

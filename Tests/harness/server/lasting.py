"""A server under load for long: what it holds at the end is what it held when it had warmed up."""
import time

from harness import series
from harness.runner import Failure
from harness.server import load, service, wire

SECONDS = series.length("LOADSECONDS", 0, 3600)
PLAYERS, PAUSE_SECONDS, SAMPLES = 32, 0.02, 60
# What has been asked for and given back lies in other places then; it does not grow with the requests.
GROWTH_BYTES_MAX = 4 << 20


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


def flat(context):
    options = service.UNLIMITED + ["--limit", "app=off"]
    with service.server(context, options=options) as it:
        return judge(*play(it, wire.APP, "quickstart-secret", SECONDS), SECONDS)

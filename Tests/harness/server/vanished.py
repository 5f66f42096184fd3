"""A player whose machine is gone without a word: it lost its power, or its network. gamebased and the player have a network of their own,
which is taken away. Run as a program, in that network: PROGRAM FOLDER CONSOLE."""
import os
import subprocess
import sys
import time

from harness.runner import Failure, Skip
from harness.server import service, wire
from harness.server.service import same

WORLDS = (["unshare", "--net"], ["unshare", "--map-root-user", "--net"])
# A beat that is not taken for half a minute, a quarter of a minute after the last one; and the look at it.
GONE_SECONDS = 55


def link(state):
    subprocess.run(["ip", "link", "set", "lo", state], check=True)


def streams(it):
    return next(line for line in wire.get(it.port, "/metrics").text.split("\n") if line.startswith("gamebased_streams "))


def main():
    program, folder, console = sys.argv[1:]
    link("up")
    with wire.Process(program, folder, [console]) as it:
        stream = wire.Stream(it.port)
        same((stream.next()[1], streams(it)), ("ready", "gamebased_streams 1"), "the stream of who is there")
        link("down")
        time.sleep(GONE_SECONDS)
        link("up")
        same(streams(it), "gamebased_streams 0", "the stream of who was gone for %d s" % GONE_SECONDS)


def reader(context):
    """Its stream ends as one that is not read does, and does not count as somebody's for the quarter of an hour of the system's."""
    for world in WORLDS:
        probe = context.process(world + ["ip", "link", "set", "lo", "up"])
        if probe.status == 0:
            folder = os.path.join(context.directory("server"), "data")
            words = [sys.executable, "-m", "harness.server.vanished", service.program(context), folder, context.path(service.CONSOLE)]
            said = subprocess.run(world + words, cwd=context.path("Tests"), capture_output=True, text=True, timeout=4 * GONE_SECONDS)
            if said.returncode:
                raise Failure(said.stdout + said.stderr)
            return
    raise Skip("no network namespace may be made here: " + probe.output)


if __name__ == "__main__":
    main()

"""What is clicked on the page reaches a game in C that is connected, within a second."""
import os
import queue
import subprocess
import threading
import time

from harness.browser import hall
from harness.runner import Failure
from harness.server import wire

SOON_SECONDS = 1
START_SECONDS = 30
# Of `TCGBLaunchingStatus`.
MAINTENANCE, SERVICE = 'code\\":303', 'code\\":200'


class Game:
    """A process with the shipped library, whose lines are read as they come."""

    def __init__(self, context, port):
        program = context.compile("Tests/harness/browser/watcher.c", "watcher")
        folder = context.directory("watcher")
        environment = context.environment(folder, {"GAMEBASE_SERVICE_URL": "http://127.0.0.1:%d" % port})
        self.child = subprocess.Popen([program, os.path.join(folder, "storage")], env=environment, stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.child.stdout:
            self.lines.put((time.monotonic(), line.rstrip("\n")))
        self.lines.put((time.monotonic(), None))

    def hears(self, text, seconds, since=None):
        """The next line with this text, which came at most so long after `since`."""
        since, heard = since or time.monotonic(), []
        while True:
            try:
                at, line = self.lines.get(timeout=max(0, since + seconds + SOON_SECONDS - time.monotonic()))
            except queue.Empty:
                raise Failure("the game hears nothing of %r, but %r" % (text, heard)) from None
            if line is None:
                raise Failure("the game ended: " + self.child.stderr.read())
            heard.append(line)
            if text in line:
                if at - since > seconds:
                    raise Failure("the game hears %r after %.2f s" % (text, at - since))
                return line

    def end(self):
        self.child.stdin.close()
        try:
            if self.child.wait(timeout=START_SECONDS) != 0:
                raise Failure("the game ended with %d: %s" % (self.child.returncode, self.child.stderr.read()))
        finally:
            self.child.kill()


def connected(context):
    with hall.entered(context) as place:
        game = Game(context, place.it.port)
        try:
            user = game.hears("user ", START_SECONDS).split()[1]
            shown = place.screen("Running").come_in(place.people["operator"], "launching")
            acts(shown, game, user)
        except BaseException:
            game.child.kill()
            raise
        game.end()


def acts(shown, game, user):
    """Each with the moment of its last click."""
    def soon(text, press):
        since = time.monotonic()
        press()
        game.hears(text, SOON_SECONDS, since)
        shown.closed()
    shown.press("Begin or plan a maintenance").fill(Text_for_players="Back at noon.").press("Check and write…")
    shown.fill(To_go_on=wire.APP)
    soon(MAINTENANCE, lambda: shown.press("Write"))
    shown.press("End the maintenance")
    soon(SERVICE, lambda: shown.press("End the maintenance"))
    shown.go("pushes", tab="new").fill(Title="Hear me", Only_these_players=user).press("Check and send…")
    shown.sees("registrations are meant")
    soon("Hear me", lambda: shown.press("Send"))
    shown.go("players", user).press("Kick out").fill(Title_of_a_window="Go", Text_of_the_window="Now")
    soon("serverPushAppKickout", lambda: shown.press("Kick out"))
    game.hears("user " + user, START_SECONDS)
    shown.go("players", user).press("Ban").fill(What_the_player_reads="You have cheated.")
    soon("observer", lambda: shown.press("Ban"))

"""kill -9 at random moments of the main job; the next start on the same directory works and has lost nothing acknowledged."""
import random
import signal
import subprocess
import time

from harness.runner import Failure, Test

KILLS = 200
SEED = 20240607
# From the first instruction to well into the purchases.
DELAY_SECONDS_MAX = 0.15


class Story:
    """What the game was told, over all its lives."""

    def __init__(self):
        self.guest, self.bought, self.consuming, self.consumed = None, set(), set(), set()

    def hear(self, text, where):
        for line in text.splitlines(keepends=True):
            if not line.endswith("\n"):
                continue  # killed in the middle of the word
            what, _, which = line.strip().partition(" ")
            if what == "guest":
                if self.guest not in (None, which):
                    raise Failure("%s: guest %s became %s" % (where, self.guest, which))
                self.guest = which
            elif what == "bought":
                if which in self.bought:
                    raise Failure("%s: payment %s was sold twice" % (where, which))
                self.bought.add(which)
            elif what == "consuming":
                self.consuming.add(which)
            elif what == "consumed":
                if which in self.consumed:
                    raise Failure("%s: payment %s was consumed twice" % (where, which))
                self.consumed.add(which)

    def check(self, text, where):
        """After a restart: what was bought and not consumed is open, what was consumed is not. A payment whose consume was
        killed before its acknowledgement may be either."""
        if "end" not in text.split():
            raise Failure("%s: the next start did not come to its end:\n%s" % (where, text))
        still_open = [line.split()[1] for line in text.splitlines() if line.startswith("open ")]
        if len(set(still_open)) != len(still_open):
            raise Failure("%s: a payment is listed twice: %s" % (where, still_open))
        lost = self.bought - self.consuming - set(still_open)
        again = self.consumed & set(still_open)
        if lost:
            raise Failure("%s: acknowledged and gone: %s" % (where, sorted(lost)))
        if again:
            raise Failure("%s: consumed and open again: %s" % (where, sorted(again)))


def play_and_kill(context, program, directory, delay):
    child = subprocess.Popen([program, "play", directory], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                             env=context.environment(directory), start_new_session=True)
    time.sleep(delay)
    child.kill()
    output = child.communicate()[0].decode()
    if child.returncode != -signal.SIGKILL:
        raise Failure("it ended by itself with %s:\n%s" % (child.returncode, output))
    return output


def run(context):
    context.library()
    program = context.compile("Tests/contract/killed.c", "contract-killed")
    directory = context.directory("killed")
    dice, story = random.Random(SEED), Story()
    for kill in range(KILLS):
        where = "kill %d (seed %d)" % (kill, SEED)
        story.hear(play_and_kill(context, program, directory, dice.random() * DELAY_SECONDS_MAX), where)
        text = context.check([program, "check", directory])
        story.check(text, where)
        story.hear(text, where)
    if len(story.bought) < KILLS // 4:
        raise Failure("only %d purchases were acknowledged before %d kills; the moments are badly spread" % (len(story.bought), KILLS))


def tests(context):
    return [Test("%d times kill -9 during the main job loses nothing acknowledged and doubles nothing" % KILLS, run)]

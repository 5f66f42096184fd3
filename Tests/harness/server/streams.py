"""Many event streams at once, heard by a program of their own (Tests/bench/server/streams.c)."""
import subprocess

from harness.runner import Failure


class Listener:
    """Listens to `count` streams of a player; ends with the `with` that it was made in."""

    def __init__(self, program, port, app, token, count):
        self.command, self.token, self.count = [program, str(port), app, str(count)], token, count
        self.child = None

    def __enter__(self):
        self.child = subprocess.Popen(self.command, env={"TOKEN": self.token}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_):
        self.child.kill()
        self.child.communicate()

    def bytes_each(self, server):
        """Waits until all are open: what each costs the server, which has been asked before."""
        before = server.resident_bytes()
        if self.child.stdout.readline() != "open\n":
            raise Failure("the streams did not open: status %s" % self.child.wait(10))
        return (server.resident_bytes() - before) / self.count

    def heard(self):
        """Events since it was asked last, and the seconds."""
        self.child.stdin.write("\n")
        self.child.stdin.flush()
        count, seconds = self.child.stdout.readline().split()
        return int(count), float(seconds)

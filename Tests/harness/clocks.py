"""A program whose clock is wrong: its wall clock is moved while it runs, the monotonic one is not."""
import os
import struct
import time


class Clock:
    """The wall clock of the processes that are started with `environment`."""

    def __init__(self, context, seconds=0):
        def build():
            path = os.path.join(context.directory("clock"), "clock.so")
            context.check(["gcc", "-shared", "-fPIC", "-O1", "-D_GNU_SOURCE", "-o", path, context.path("Tests/harness/clock.c"), "-ldl"])
            return path
        self.made = int(time.time())
        self.path = os.path.join(context.directory("clock"), "offset")
        self.set(seconds)
        self.environment = {"LD_PRELOAD": context.once("clock", build), "WRONG_CLOCK": self.path}

    def set(self, seconds):
        """Ahead of the machine's; behind it when negative."""
        self.write(seconds, 0)

    def hold(self, seconds):
        """Stands still, so many seconds ahead of when this clock was made: for what is good for seconds only, on a machine however slow.
        Returns the Unix time that it shows."""
        self.write(0, self.made + seconds)
        return self.made + seconds

    def write(self, *numbers):
        with open(self.path, "r+b" if os.path.exists(self.path) else "wb") as file:
            file.write(struct.pack("qq", *numbers))

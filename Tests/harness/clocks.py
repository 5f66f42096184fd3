"""A program whose clock is wrong: its wall clock is moved while it runs, the monotonic one is not."""
import os
import struct


class Clock:
    """The wall clock of the processes that are started with `environment`."""

    def __init__(self, context, seconds=0):
        def build():
            path = os.path.join(context.directory("clock"), "clock.so")
            context.check(["gcc", "-shared", "-fPIC", "-O1", "-D_GNU_SOURCE", "-o", path, context.path("Tests/harness/clock.c"), "-ldl"])
            return path
        self.path = os.path.join(context.directory("clock"), "offset")
        self.set(seconds)
        self.environment = {"LD_PRELOAD": context.once("clock", build), "WRONG_CLOCK": self.path}

    def set(self, seconds):
        """Ahead of the machine's; behind it when negative."""
        with open(self.path, "r+b" if os.path.exists(self.path) else "wb") as file:
            file.write(struct.pack("q", seconds))

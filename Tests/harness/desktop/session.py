"""A desktop of a test's own: a bus, who shows notifications on it, a screen in memory, and the game that uses them."""
import os
import signal
import subprocess
import threading
import time

from harness.runner import EVERYWHERE, Failure

# The interpreter for which Debian's modules of D-Bus are there.
PYTHON = "/usr/bin/python3"
WAIT_SECONDS = 60
CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=%s</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"""

MENU = """#!/bin/sh
cd '%s' && cat >.entries
dmenu -b -l 4 -fn 'Sans:size=11' <.entries >/dev/null 2>&1 &
sleep 0.3
mv .entries entries
for turn in $(seq 600); do [ -e chosen ] && break; sleep 0.1; done
kill $!
exec grep -m 1 '%s' entries
"""


class Running:
    """A program whose lines are read while it runs."""

    def __init__(self, command, environment):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                        env=environment, start_new_session=True)
        self.lines, self.changed = [], threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line.rstrip("\n"))
                self.changed.notify_all()

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, text, count=1):
        """The last of `count` lines that have the text in them."""
        end = time.monotonic() + WAIT_SECONDS
        with self.changed:
            while True:
                found = [line for line in self.lines if text in line]
                if len(found) >= count:
                    return found[count - 1]
                if not self.changed.wait(end - time.monotonic()):
                    raise Failure("it never said %s %d times:\n%s" % (text, count, "\n".join(self.lines)))

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


class Session:
    """Ends all that it started."""

    def __init__(self, context):
        self.folder = context.directory("desktop")
        self.started = []
        # A library in the loader's path is the context's; a desktop of whoever runs the tests is not asked.
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": self.folder, "XDG_RUNTIME_DIR": self.folder, "LC_ALL": "C.UTF-8",
                            "PYTHONDONTWRITEBYTECODE": "1"}

    def __enter__(self):
        config = os.path.join(self.folder, "bus.conf")
        with open(config, "w") as file:
            file.write(CONFIG % os.path.join(self.folder, "bus"))
        self.start(["dbus-daemon", "--config-file=" + config, "--nofork", "--print-address=1"]).wait_for("unix:")
        address = "unix:path=" + os.path.join(self.folder, "bus")
        self.environment.update(DBUS_SESSION_BUS_ADDRESS=address, DBUS_SYSTEM_BUS_ADDRESS=address)
        return self

    def __exit__(self, *_):
        for running in reversed(self.started):
            running.end()

    def start(self, command, **more):
        running = Running(command, dict(self.environment, **EVERYWHERE, **more))
        self.started.append(running)
        return running

    def wait_for_name(self, name):
        end = time.monotonic() + WAIT_SECONDS
        bus = "org.freedesktop.DBus"
        ask = ["dbus-send", "--session", "--print-reply", "--dest=" + bus, "/", bus + ".GetNameOwner", "string:" + name]
        while subprocess.run(ask, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0:
            if time.monotonic() > end:
                raise Failure("nobody took the name " + name)
            time.sleep(0.05)

    def mock(self):
        """python-dbusmock in the place of who shows notifications: it writes down each call."""
        options = '{"capabilities": "actions body body-markup"}'
        running = self.start([PYTHON, "-u", "-m", "dbusmock", "--session", "-t", "notification_daemon", "-p", options])
        self.wait_for_name("org.freedesktop.Notifications")
        return running

    def screen(self):
        """A screen in memory: its name."""
        number = self.start(["Xvfb", "-displayfd", "1", "-screen", "0", "640x240x24", "-nolisten", "tcp"]).wait_for("")
        return ":" + number

    def dunst(self, screen, button):
        """dunst, which has the buttons in a menu: it stays on the screen until `choose`, and then the one with this label is taken."""
        choice, config = os.path.join(self.folder, "choose"), os.path.join(self.folder, "dunstrc")
        with open(choice, "w") as file:
            file.write(MENU % (self.folder, button))
        os.chmod(choice, 0o755)
        with open(config, "w") as file:
            file.write('[global]\nfont = "Sans 11"\nwidth = 400\nheight = 200\nmax_icon_size = 96\nmarkup = full\ndmenu = %s\n' % choice)
        self.start(["dunst", "-conf", config], DISPLAY=screen)
        self.wait_for_name("org.freedesktop.Notifications")

    def menu(self):
        """What is in the menu, when it is on the screen."""
        path = os.path.join(self.folder, "entries")
        end = time.monotonic() + WAIT_SECONDS
        while not os.path.exists(path):
            if time.monotonic() > end:
                raise Failure("no menu came")
            time.sleep(0.05)
        with open(path) as file:
            return file.read()

    def choose(self):
        with open(os.path.join(self.folder, "chosen"), "w"):
            pass

    def ask(self, *command, **more):
        """What a program prints."""
        environment = dict(self.environment, **more)
        return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True, timeout=WAIT_SECONDS).stdout

    def until(self, what, *command):
        """Waits until a program prints this."""
        end = time.monotonic() + WAIT_SECONDS
        while self.ask(*command).strip() != what:
            if time.monotonic() > end:
                raise Failure("%s never said %s" % (" ".join(command), what))
            time.sleep(0.05)

    def emit(self, name, signature, *values):
        """A signal of the mock."""
        typed = ["dbus.UInt32(%d)" % value if isinstance(value, int) else repr(value) for value in values]
        script = ('import dbus\nbus = dbus.SessionBus()\nbus.get_object("org.freedesktop.Notifications", "/org/freedesktop/Notifications")'
                  '.EmitSignal("org.freedesktop.Notifications", %r, %r, [%s], dbus_interface="org.freedesktop.DBus.Mock")')
        subprocess.run([PYTHON, "-c", script % (name, signature, ", ".join(typed))], env=self.environment, check=True, timeout=WAIT_SECONDS)

"""What the stand-ins for services of the desktop share: a name on the session bus, and orders line by line on the standard input. Each is
obeyed, and then answered with `did` and its first word."""
import os
import sys

import dbus
import dbus.mainloop.glib
from gi.repository import GLib


def say(*words):
    print(*words, flush=True)


def serve(name, make):
    """`make`: a service of a bus, which has `obey`. Ends with the standard input, and with 3 when somebody else has the name."""
    bus = dbus.SessionBus(mainloop=dbus.mainloop.glib.DBusGMainLoop(set_as_default=True))
    service = make(bus)
    if bus.request_name(name, 0x4) != 1:
        sys.exit(3)

    rest = b""

    def read(channel, condition):
        nonlocal rest
        got = os.read(0, 65536)
        *lines, rest = (rest + got).split(b"\n")
        for line in lines:
            service.obey(*line.decode().split())
            say("did", line.decode().split()[0])
        if not got:
            os._exit(0)
        return True
    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, read)
    say("ready")
    GLib.MainLoop().run()

"""A notification service without manners, for the unit tests of the room Desktop. What it does is said on its command line,
what it is to do next on its standard input; what it was asked it writes to its standard output, one line each.

usage: rude_notifications.py [caps=a,b] [reply=no|late|wrong|zero|same|once] [close=late] [early] [die] [mute]
lines: press ID ACTION | token ID TOKEN | reply ID TEXT | close ID REASON | flood COUNT | huge ID | wrong ID | answer | quit"""
import os
import sys

import dbus
import dbus.lowlevel
import dbus.service

from stand_in import say, serve

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
HUGE = "x" * 1000000
WORDS = [word for word in sys.argv[1:] if "=" not in word]
VALUES = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)


def plain(value):
    return int(value) if isinstance(value, (dbus.Byte, dbus.Boolean)) else value


class Service:
    def __init__(self, bus):
        self.bus, self.next, self.kept, self.closing = bus, 7, [], []
        self.capabilities = [word for word in VALUES.get("caps", "actions,body").split(",") if word]

    def signal(self, member, signature, *values):
        message = dbus.lowlevel.SignalMessage(PATH, NAME, member)
        message.append(signature=signature, *values)
        self.bus.send_message(message)

    def answer(self, message, signature, *values):
        reply = dbus.lowlevel.MethodReturnMessage(message)
        if signature:
            reply.append(signature=signature, *values)
        self.bus.send_message(reply)

    def called(self, bus, message):
        if message.get_type() != 1 or message.get_interface() != NAME:
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        getattr(self, message.get_member())(message, *message.get_args_list())
        return dbus.lowlevel.HANDLER_RESULT_HANDLED

    def GetCapabilities(self, message):
        if "mute" not in WORDS:
            self.answer(message, "as", self.capabilities)

    def GetServerInformation(self, message):
        if "mute" not in WORDS:
            self.answer(message, "ssss", "rude", "nobody", "1", "1.2")

    def Notify(self, message, name, replaces, icon, title, body, actions, hints, timeout):
        number = int(replaces) or (7 if VALUES.get("reply") == "same" else self.next)
        self.next += not replaces
        said = ",".join("%s=%s" % (key, plain(hints[key])) for key in sorted(hints))
        say("notify", number, int(replaces), title, "|", body, "|", ",".join(actions), "|", said, "|", int(timeout))
        if "die" in WORDS:
            os._exit(0)
        if "early" in WORDS:
            self.signal("ActivationToken", "us", number, "token")
            self.signal("ActionInvoked", "us", number, "default")
        kind = VALUES.get("reply")
        if kind == "late":
            self.kept.append((message, number))
        elif kind == "wrong":
            self.answer(message, "s", "seven")
        elif kind == "zero":
            self.answer(message, "u", 0)
        elif kind == "once" and replaces:
            self.bus.send_message(dbus.lowlevel.ErrorMessage(message, NAME + ".Error.ExcessNotificationGeneration", "too many"))
        elif kind != "no":
            self.answer(message, "u", number)

    def CloseNotification(self, message, number):
        say("closing", int(number))
        if VALUES.get("close") == "late":
            self.closing.append((message, number))
        else:
            self.closed(message, number)

    def closed(self, message, number):
        self.signal("NotificationClosed", "uu", number, 3)
        self.answer(message, "")

    def obey(self, word, *rest):
        if word == "press":
            self.signal("ActionInvoked", "us", int(rest[0]), rest[1])
        elif word == "token":
            self.signal("ActivationToken", "us", int(rest[0]), rest[1])
        elif word == "reply":
            self.signal("NotificationReplied", "us", int(rest[0]), " ".join(rest[1:]))
        elif word == "close":
            self.signal("NotificationClosed", "uu", int(rest[0]), int(rest[1]))
        elif word == "flood":
            for number in range(int(rest[0])):
                self.signal("ActionInvoked", "us", 100000 + number, "default")
        elif word == "huge":
            self.signal("ActionInvoked", "us", int(rest[0]), HUGE)
            self.signal("ActivationToken", "us", int(rest[0]), HUGE)
            self.signal("NotificationReplied", "us", int(rest[0]), HUGE)
        elif word == "wrong":
            number = int(rest[0])
            for signature, values in [("", ()), ("u", (number,)), ("ss", ("a", "b")), ("us", (0, "default")), ("uas", (number, ["x"])),
                                      ("iv", (number, "default")), ("su", ("default", number)), ("a{sv}", ({"x": 1},))]:
                for member in ("ActionInvoked", "ActivationToken", "NotificationReplied", "NotificationClosed", "Nonsense"):
                    self.signal(member, signature, *values)
        elif word == "answer":
            for message, number in self.kept:
                self.answer(message, "u", number)
            self.kept = []
            for message, number in self.closing:
                self.closed(message, number)
            self.closing = []
        elif word == "quit":
            os._exit(0)


def made(bus):
    service = Service(bus)
    bus.add_message_filter(service.called)
    return service


def main():
    serve(NAME, made)


if __name__ == "__main__":
    main()

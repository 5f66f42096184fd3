"""Alarms of gamebased: who is told, by the mail server that others wrote and by a webhook with manners."""
import contextlib
import os
import threading

from harness import postgres
from harness.mail import MailServer, console, eventually, same, service, wire
from harness.mail.manners import Hook, Taking

ANN, BOB = "ann@example.com", "bob@example.com"
WITH_KEY = {"GAMEBASED_SECRETS_KEY": "the-secrets-key-of-the-tests-0123456789"}
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
# A look is made every five seconds, and after a quiet start within a minute.
LOOK_SECONDS = 90


class SlowHook(Hook):
    """A webhook that can also hang: `manner` "hang" answers nothing for as long as the block lasts."""

    def __init__(self):
        super().__init__()
        self.RequestHandlerClass, self.over = Hanging, threading.Event()

    def __exit__(self, *_):
        self.over.set()
        super().__exit__()

    def of(self, *events):
        return [taken for taken in self.taken if taken[0]["event"] in events]


class Hanging(Taking):
    def do_POST(self):
        if self.server.manner == "hang":
            self.server.hung = True
            self.server.over.wait(60)
            return self.connection.close()
        return super().do_POST()


def alarms(hook=None, rules=None, **more):
    value = {"mails": [ANN, BOB], "rules": rules or {}, **more}
    if hook:
        value.update(webhookUrl=hook.url, webhookSecret=Hook.SECRET)
    return value


@contextlib.contextmanager
def server(context, mails, value, options=(), **changes):
    """One server over a file."""
    folder = os.path.join(context.directory("server"), "data")
    file = console(context, mails.settings(), alarms=value, **changes)
    with wire.Process(service.program(context), folder, [file], [*mails.options(), *options], environment=WITH_KEY) as it:
        yield it


@contextlib.contextmanager
def shared(context, mails, value, database, count=2, options=()):
    """Servers over one database. The first loads the settings; the others know of them when they start."""
    file = console(context, mails.settings(), alarms=value)
    with contextlib.ExitStack() as stack:
        its = []
        for number in range(count):
            its.append(stack.enter_context(wire.Process(
                service.program(context), os.path.join(context.directory("server"), "data"), [file] if number == 0 else [],
                [*service.UNLIMITED, *mails.options(), "--database", database.url, *options], WITH_KEY)))
        for it in its:
            eventually(lambda it=it: it.player().ask("launching.getServerTime").status == 200, "each server finds the app")
        yield its


def advance(it, milliseconds):
    it.console().well("console.advanceClock", {"milliseconds": milliseconds}, wire.new_key())


def log(it):
    return it.console().well("console.alarms")["alarms"]


def messages(it, rule):
    """(event, receiver, state) of each message of the newest alarm of a rule."""
    for alarm in log(it):
        if alarm["rule"] == rule:
            return sorted((one["event"], one["receiver"], one["state"]) for one in alarm["messages"])
    return []


def sent(event):
    return [(event, receiver, "SENT") for receiver in ("mail " + ANN, "mail " + BOB, "webhook")]


def looked(it, mails):
    """A test is told behind whatever was to be told before: returns when looks were made and all was sent."""
    before = len([mail for mail in mails.to(ANN) if "test alarm" in mail["subject"]])
    for number in (1, 2):
        it.console().well("console.testAlarm", {}, wire.new_key())
        eventually(lambda number=number: len([mail for mail in mails.to(ANN) if "test alarm" in mail["subject"]]) >= before + number,
                   "the mail of a test", LOOK_SECONDS)


def subjects(mails, address=ANN):
    return [mail["subject"] for mail in mails.to(address) if "test alarm" not in mail["subject"]]


__all__ = ["ANN", "BOB", "DAY", "HOUR", "Hook", "LOOK_SECONDS", "MINUTE", "MailServer", "SlowHook", "advance", "alarms", "console",
           "eventually", "log", "looked", "messages", "postgres", "same", "sent", "server", "service", "shared", "subjects", "wire"]

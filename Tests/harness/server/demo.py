"""The month that `gamebased --demo` makes up."""
import datetime
import os
import re
import sqlite3
import subprocess

from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same

DEMO, APP = "examples/demo.json", "LanternRoad"
PLAYERS, DAYS = 20_000, 30
MADE = r"a month of LanternRoad was made up in \d+ s: (\d+) players, (\d+) log-ins, (\d+) payments"


class Month(wire.Process):
    """A gamebased with the month, which it makes up before it listens."""
    start_seconds = 300

    def __init__(self, context, name):
        folder = os.path.join(context.directory(name), "data")
        super().__init__(service.program(context), folder, [context.path(DEMO)], ["--demo"])


def demo(context):
    it = Month(context, "demo")
    folder = it.folder
    with it:
        made = re.search(MADE, it.output)
        # What today has not seen yet did not happen.
        if not made or not PLAYERS * 0.94 < int(made.group(1)) <= PLAYERS:
            raise Failure("what the start says: " + it.output)
        console = wire.Caller(it.port, "console", wire.KEY, app=APP)
        checked = console.well("console.checkLedger")
        same((checked["sound"], checked["differenceCount"]), (True, 0), "the ledger")
        same(console.well("console.report")["sweepHeld"], 0, "time that the service doubts")
        members = figures(console, "members")
        money = figures(console, "money")
        subscriptions = figures(console, "subscriptions")["figures"]
        connected = figures(console, "concurrent")
        places = figures(console, "concurrent", by="level")
        pushed = figures(console, "pushes")["figures"]
        levels, classes = figures(console, "levels"), figures(console, "levels", by="class")
        it.stop()
    players, log_ins, payments = (int(number) for number in made.groups())
    same(len(members["days"]), DAYS, "the days")
    same((sum(members["figures"]["new"]), sum(members["figures"]["sessions"])), (players, log_ins), "new members and log-ins")
    same(rows(folder, "SELECT COUNT(*) FROM members"), players, "rows of members")
    quiet = [day for day, active in zip(members["days"], members["figures"]["active"]) if not active and day != members["today"]]
    same(quiet, [], "days on which nobody played")
    for figure, movements in (("payments", "'CAPTURED', 'RENEWED'"), ("refunds", "'REFUNDED'")):
        counted = sum(sum(currency[figure]) for currency in money["currencies"])
        same(counted, rows(folder, "SELECT COUNT(*) FROM ledger WHERE movement IN (%s)" % movements), figure)
    same(sum(subscriptions["new"]), rows(folder, "SELECT COUNT(*) FROM subscriptions"), "subscriptions that began")
    same(sum(subscriptions["renewed"]), rows(folder, "SELECT COUNT(*) FROM ledger WHERE movement = 'RENEWED'"), "renewals")
    same(subscriptions["active"][-1], rows(folder, "SELECT COUNT(*) FROM subscriptions WHERE status IN ('ACTIVE', 'CANCELED', 'IN_GRACE')"),
         "subscriptions that run")
    length = length_of_play(connected, log_ins, folder)
    in_parts(length * log_ins, places["parts"])
    same(len(connected["maintenances"]), 2, "maintenances, one for each release")
    told(pushed, folder)
    ups = rows(folder, "SELECT COUNT(*) FROM analytics_events WHERE type = 'levelUp'")
    same((sum(levels["figures"]["levelUps"]), sum(levels["figures"]["unbelieved"])), (ups, 0), "level-ups")
    same(sum(sum(part["figures"]["levelUps"]) for part in classes["parts"]), ups, "level-ups of all classes")
    same([part["value"] for part in classes["parts"] if part["value"] in (None, "")], [], "players of unknown class")
    funnel = [one["reached"] for one in levels["levels"] if one["level"] > 1]
    same((funnel, len(funnel) > 10), (sorted(funnel, reverse=True), True), "a funnel of levels")
    if payments < 500:
        raise Failure("only %d payments" % payments)
    again = subprocess.run([it.program, "--demo", "--data", folder, "--console", context.path(DEMO)], capture_output=True, text=True)
    same((again.returncode, "has the app LanternRoad already" in again.stderr), (2, True), "a demo over what is there: " + again.stderr)


def in_parts(minutes, parts):
    """Some of those who play withdraw in the hour, or are on no level yet."""
    divided = sum(sum(filter(None, part["figures"]["playMinutes"])) for part in parts)
    if not 0.8 < divided / minutes < 1.1 or len(parts) < 10:
        raise Failure("of %d minutes played %d are of %d levels" % (minutes, divided, len(parts)))


def length_of_play(connected, log_ins, folder):
    # Hours before the first count and those to come are not known.
    same(max(filter(None, connected["hours"]["peak"])), max(filter(None, connected["figures"]["peak"])), "the most players at once")
    # 17 minutes a log-in, a tenth more or less; the newest hour may not have been played.
    length = sum(filter(None, connected["figures"]["playMinutes"])) / log_ins
    if not 14 < length < 19:
        raise Failure("a log-in plays %.1f minutes" % length)
    return length


def told(pushed, folder):
    for name in ("accepted", "withheld", "delivered", "clicked"):
        same(sum(filter(None, pushed[name])), rows(folder, "SELECT SUM(%s) FROM push_campaigns" % name), "pushes " + name)
    accepted, delivered, clicked = (sum(filter(None, pushed[name])) for name in ("accepted", "delivered", "clicked"))
    if not accepted > delivered > clicked > 100:
        raise Failure("of %d pushes %d were delivered and %d clicked" % (accepted, delivered, clicked))


def figures(console, kind, **more):
    """Of the whole month."""
    today = datetime.date.fromisoformat(console.well("console.figures", {"kind": kind, "from": "2026-01-01", "to": "2026-01-01"})["today"])
    first = today - datetime.timedelta(days=DAYS - 1)
    return console.well("console.figures", {"kind": kind, "from": first.isoformat(), "to": today.isoformat(), **more})


def rows(folder, question):
    with sqlite3.connect(os.path.join(folder, "apps", APP, "gamebase.db")) as database:
        return database.execute(question).fetchone()[0]

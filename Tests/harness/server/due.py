"""What is due by itself is done in time though nobody asks: after kill -9, and at another server when the one that held it is gone."""
import contextlib
import json
import os
import random
import shutil
import sqlite3
import tempfile
import threading
import time

from harness import postgres
from harness.runner import Failure
from harness.server import losses, needs, service, wire
from harness.server.service import eventually, same
from harness.wires import calls

# From the call to the date: long enough for a server to die and another to begin.
AHEAD_MILLISECONDS = 12_000
# A quiet server looked once a minute.
LATE_MILLISECONDS = 5_000
DONE_SECONDS = 40
DAY = 86_400_000
# More apps than are opened at once.
APPS = 12


def dated(it, app=wire.APP, ncmb=True):
    """A push of each product for a date that is to come: the date."""
    date = int(time.time() * 1000) + AHEAD_MILLISECONDS
    it.console(app=app).well("console.sendPush", {"title": "t", "sendDate": date})
    if ncmb:
        iso = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(date // 1000)) + ".%03dZ" % (date % 1000)
        status, _, answer = calls.signed(it.port, "POST", "/2013-09-01/push", json.dumps(
            {"target": ["ios"], "message": "m", "deliveryTime": {"__type": "Date", "iso": iso}}).encode())
        same(status, 201, "a dated push of the mobile backend: %s" % answer)
    return date


LATEST = "SELECT COUNT(*), COUNT(ended_date), COALESCE(MAX(ended_date - send_date), 0) FROM %spush_campaigns"
# One that was sent has no job any more.
SENT = "SELECT COUNT(*), COALESCE(MAX(update_date), 0) FROM %sobjects WHERE class_name = 'push' AND fields LIKE '%%\"status\":2%%'"
JOBS = "SELECT COUNT(*) FROM %spush_jobs"
SWEPT = "SELECT value FROM %sservice_state WHERE name = 'sweptDate'"


class File:
    """What a file of SQLite holds while a server has it to itself: a look at a copy, as after a power cut."""

    def __init__(self, folder, app=wire.APP):
        self.path = os.path.join(folder, "apps", app, "gamebase.db")

    def __call__(self, statement):
        with tempfile.TemporaryDirectory() as place:
            for end in ("", "-wal"):
                with contextlib.suppress(FileNotFoundError):
                    shutil.copy(self.path + end, os.path.join(place, "copy" + end))
            try:
                with contextlib.closing(sqlite3.connect(os.path.join(place, "copy"))) as database:
                    return database.execute(statement % "").fetchone()
            except sqlite3.DatabaseError:
                return None

    def make_old(self):
        with contextlib.closing(sqlite3.connect(self.path)) as database:
            database.execute("UPDATE service_state SET value = ? WHERE name = 'sweptDate'", [str(long_ago())])
            database.commit()
        os.remove(self.path + ".mark")


class Schema:
    def __init__(self, database, schema):
        self.database, self.schema = database, schema

    def __call__(self, statement):
        row = self.database.psql(statement % (self.schema + "."))
        return tuple(int(value.split(" ")[0]) for value in row.split("|")) if row else None

    def make_old(self):
        self.database.psql("UPDATE %s.service_state SET value = '%d' WHERE name = 'sweptDate'" % (self.schema, long_ago()))


def long_ago():
    return int(time.time() * 1000) - 3 * DAY


def punctual(ask, date, what, ncmb=True):
    """Waits until all that was dated is done, and compares the dates in the rows."""
    eventually(lambda: done(ask, ncmb), what, AHEAD_MILLISECONDS // 1000 + DONE_SECONDS)
    late = {"campaign": ask(LATEST)[2]}
    if ncmb:
        late["push"] = ask(SENT)[1] - date
    if max(late.values()) > LATE_MILLISECONDS:
        raise Failure("%s: so many milliseconds late: %s" % (what, late))
    return max(late.values())


def done(ask, ncmb):
    row, jobs = ask(LATEST), ask(JOBS)
    return row and jobs and row[0] == row[1] > 0 and (not ncmb or jobs[0] == 0)


def swept(ask, what):
    now = int(time.time() * 1000)
    eventually(lambda: int(str((ask(SWEPT) or (0,))[0]).split()[0]) > now - DAY, what + ": a round of sweeping that is due", DONE_SECONDS)


# No rounds of stores, which ask each app once a minute.
QUIET = ["--store-reconcile", "3600"]


def over_sqlite(context):
    place = os.path.join(context.directory("server"), "data")
    with wire.Process(service.program(context), place, [context.path(service.CONSOLE)], [*service.UNLIMITED, *QUIET]) as it:
        date = dated(it)
        it.kill()
        ask = File(place)
        ask.make_old()
        it.start()
        late = punctual(ask, date, "after kill -9 and a start")
        swept(ask, "after a start")
    return "%d ms late" % late


def over_postgresql(context):
    with postgres.Server() as database:
        options = [*service.UNLIMITED, *QUIET, "--database", database.url, "--workers", "3"]
        folders = [os.path.join(context.directory(name), "data") for name in ("one", "two")]
        one, two = (wire.Process(service.program(context), folder, options=options) for folder in folders)
        with two, one:
            # The second has never known of the app.
            one.kill()
            one.files = [context.path(service.CONSOLE)]
            one.start()
            first = dated(one)
            one.kill()
            ask = Schema(database, needs.objects(database).split(".")[0])
            ask.make_old()
            lates = [punctual(ask, first, "at the other server, which nobody asks")]
            swept(ask, "at the other server")
            # Nor is anybody there when it dies, too, and comes back.
            two.player().log_in()
            second = dated(two)
            two.kill()
            two.start()
            lates.append(punctual(ask, second, "after kill -9 and a start"))
    return "%s ms late" % lates


DEVICES = 4_000
ROUNDS = 4
ENDED = "SELECT COUNT(ended_date) FROM %spush_campaigns"
# No member stands behind them, whom a real registration has.
REGISTERED = """SET session_replication_role = replica;
    INSERT INTO %s.push_tokens (device_key, user_id, token, push_enabled, ad_agreement, ad_agreement_night, language, country, timezone,
    offset_minutes, sandbox, options, registered_date)
    SELECT 'd' || n, 'u' || n, 't' || n, 1, 1, 1, 'en', 'US', 'UTC', 0, 1, '{}', 0 FROM generate_series(1, %d) AS n"""


def taken_over(context):
    """A server dies while it sends a push, and does not come back: the other one sends the rest, each device is told once, and who asks
    again has the answer of the whole."""
    with postgres.Server() as database:
        options = [*service.UNLIMITED, *QUIET, "--database", database.url, "--workers", "2"]
        files = [context.path(service.CONSOLE)]
        servers = [wire.Process(service.program(context), os.path.join(context.directory(name), "data"), files, options)
                   for name in ("one", "two")]
        with servers[0], servers[1]:
            for it in servers:
                it.player().log_in()
            schema = needs.objects(database).split(".")[0]
            database.psql(REGISTERED % (schema, DEVICES))
            ask = Schema(database, schema)
            chance, halves = random.Random(1), 0
            for number in range(ROUNDS):
                dies, lives = servers[number % 2], servers[1 - number % 2]
                key, parameters = wire.new_key(), {"title": "push %d" % number, "body": "b"}
                asker = threading.Thread(target=losses.tried, args=(dies.console(), parameters, key))
                asker.start()
                eventually(lambda: ask("SELECT COUNT(*) FROM %spush_campaigns")[0] == number + 1, "a push that has begun")
                time.sleep(chance.random() * 0.1)
                dies.kill()
                asker.join()
                halves += ask(ENDED)[0] == number
                # The other server is asked nothing of it.
                eventually(lambda: ask(ENDED)[0] == number + 1, "the end of the push", DONE_SECONDS)
                answer = lives.console().well("console.sendPush", parameters, key)
                same(answer["accepted"], DEVICES, "whom push %d reached" % number)
                same(ask("SELECT COUNT(*) FROM %spush_waiting")[0], DEVICES * (number + 1), "the messages that wait")
                dies.start()
            if not halves:
                raise Failure("no server died in the middle of a push")
            same(ask("SELECT COUNT(*), SUM(accepted) FROM %spush_campaigns"), (ROUNDS, ROUNDS * DEVICES), "the pushes that there are")
    return "%d of %d ended by the other server" % (halves, ROUNDS)


def many_apps(context):
    """All at the same moment, and one that cannot be opened keeps no other waiting."""
    with postgres.Server() as database:
        options = [*service.UNLIMITED, *QUIET, "--database", database.url]
        files = [service.settings(context, "App%d" % number) for number in range(APPS)]
        one = wire.Process(service.program(context), os.path.join(context.directory("one"), "data"), files, options)
        two = wire.Process(service.program(context), os.path.join(context.directory("two"), "data"), options=options)
        with one:
            schemas = database.psql("SELECT table_schema FROM information_schema.tables WHERE table_name = 'push_campaigns'").split()
            same(len(schemas), APPS, "apps in the database")
            dates = [dated(one, "App%d" % number, ncmb=False) for number in range(APPS)]
            one.kill()
        database.psql("ALTER TABLE %s.push_campaigns RENAME TO somewhere_else" % schemas[0])
        with two:
            late = max(punctual(Schema(database, schema), dates[0], "each app of a server that begins", ncmb=False)
                       for schema in schemas[1:])
    return "%d apps, %d ms late" % (APPS, late)

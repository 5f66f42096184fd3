"""Apps of one server, of which one cannot be used: the others go on, and whoever runs the server is told which and why."""
import contextlib
import json
import os
import sqlite3

from harness import postgres
from harness.ctl import has, of
from harness.server import service, wire
from harness.server.service import eventually, same

SOUND, NEWER, DAMAGED = "Sound", "Newer", "Damaged"


def ready(it, query=""):
    answer = wire.get(it.port, "/ready" + query)
    return answer.status, sorted(line for line in answer.text.splitlines() if line.startswith("not served: "))


def served(it, app):
    """The figure of the metrics."""
    return [line.split()[-1] for line in wire.get(it.port, "/metrics").text.splitlines()
            if line.startswith('gamebased_app_served{app="%s"}' % app)]


def told(context, it, broken):
    """What players, other software and the operator are told of apps that cannot be used, beside one that can."""
    same(ready(it), (200, ["not served: " + app for app in sorted(broken)]), "readiness")
    same(ready(it, "?app=" + SOUND), (200, []), "readiness of the app that is served")
    same(wire.get(it.port, "/ready", {"X-Forwarded-For": "192.0.2.1"}).text, "ready\n", "readiness as a stranger sees it")
    player = it.player(app=SOUND).log_in()
    player.buy()
    for app, says in broken.items():
        same(ready(it, "?app=" + app), (503, ["not served: " + app]), "readiness of " + app)
        answer = it.player(app=app).ask("launching.getServerTime")
        same((answer.status, answer.headers["Retry-After"]), (503, "1"), "a player of %s: %r" % (app, answer))
        answer = it.console(app=app).ask("console.report")
        same((answer.status, says in answer.form["message"]), (503, True), "the operator of %s: %r" % (app, answer))
        same(served(it, app), ["0"], "the metric of " + app)
        if not any('"appNotServed"' in line and '"%s"' % app in line and says in line for line in it.logged().splitlines()):
            raise service.Failure("the log does not say why %s is not served" % app)
    same(served(it, SOUND), ["1"], "the metric of the app that is served")
    same(ready(it, "?app=Nobody"), (404, []), "readiness of an app that there is not")
    faults = json.loads(of(context, it).run("doctor", "--json", status=1).stdout)["faults"]
    named = sorted(fault["place"] for fault in faults if fault["fault"] == "appNotServed")
    same(named, sorted(broken), "what the doctor names: %r" % faults)
    same("notReady" in [fault["fault"] for fault in faults], False, "whether the doctor calls the server not ready")
    same(sorted(of(context, it).form("apps")["apps"]), sorted([SOUND, *broken]), "the apps that the operator is told of")
    # A command that names no app does nothing to the one that is left.
    has(of(context, it).ask("kickout", "--yes", status=2), "--app ID is missing; there are ")


def files(context):
    return [service.settings(context, app) for app in (DAMAGED, NEWER, SOUND)]


def change(path, statement):
    """As a gamebased of another version does, which leaves a mark that fits; here there is none then."""
    with sqlite3.connect(path) as database:
        database.execute(statement)
    database.close()
    if os.path.exists(path + ".mark"):
        os.remove(path + ".mark")


def in_files(context):
    """SQLite: a newer schema, and a file that is no database; both files of settings have changed meanwhile."""
    folder = os.path.join(context.directory("server"), "data")
    given = files(context)
    with wire.Process(service.program(context), folder, given) as it:
        for app in (DAMAGED, NEWER, SOUND):
            it.player(app=app).log_in()
        it.stop()
        paths = {app: os.path.join(folder, "apps", app, "gamebase.db") for app in (DAMAGED, NEWER)}
        with open(paths[DAMAGED], "rb") as file:
            whole = file.read()
        with open(paths[DAMAGED], "wb") as file:
            file.write(b"no database, " * 4096)
        change(paths[NEWER], "INSERT INTO schema_version (version) VALUES (9999)")
        for place, app in enumerate((DAMAGED, NEWER, SOUND)):
            it.files[place] = service.settings(context, app, coupons=[])
        it.start()
        told(context, it, {NEWER: "schema version 9999", DAMAGED: ""})
        it.stop()
        with open(paths[DAMAGED], "wb") as file:
            file.write(whole)
        change(paths[NEWER], "DELETE FROM schema_version WHERE version = 9999")
        it.start()
        same(ready(it), (200, []), "readiness when all is well again")
        for app in (DAMAGED, NEWER, SOUND):
            it.player(app=app).log_in()


def in_database(context):
    """PostgreSQL: one schema is newer, one lacks a table. They are served again without a new start."""
    with postgres.Server() as database, wire.Process(
            service.program(context), os.path.join(context.directory("server"), "data"), files(context),
            ["--database", database.url]) as it:
        for app in (DAMAGED, NEWER, SOUND):
            it.player(app=app).log_in()
        it.stop()
        schemas = {app: schema(app) for app in (DAMAGED, NEWER)}
        database.psql("INSERT INTO %s.schema_version (version) VALUES (9999)" % schemas[NEWER])
        database.psql("ALTER TABLE %s.schema_version RENAME COLUMN version TO damaged" % schemas[DAMAGED])
        it.start()
        told(context, it, {NEWER: "schema version 9999", DAMAGED: ""})
        database.psql("DELETE FROM %s.schema_version WHERE version = 9999" % schemas[NEWER])
        database.psql("ALTER TABLE %s.schema_version RENAME COLUMN damaged TO version" % schemas[DAMAGED])
        for app in (DAMAGED, NEWER):
            eventually(lambda: it.player(app=app).ask("launching.getServerTime").status == 200, "%s is served again" % app, 30)
            it.player(app=app).log_in()
        eventually(lambda: ready(it) == (200, []), "readiness when all is well again", 30)


def schema(app):
    return "gamebase_" + "".join(sign if sign.isdigit() or sign.islower() else "_%02x" % ord(sign) for sign in app)


def alone(make):
    """The only app was written by a newer gamebased. The start goes on, and says so, whatever the home is."""
    def run(context):
        with make(context) as (it, newer, older):
            it.player(app=NEWER).log_in()
            it.stop()
            newer()
            it.start()
            same(ready(it), (503, ["not served: " + NEWER]), "readiness")
            answer = it.player(app=NEWER).ask("launching.getServerTime")
            same((answer.status, answer.headers["Retry-After"]), (503, "1"), "a player: %r" % answer)
            answer = it.console(app=NEWER).ask("console.report")
            same((answer.status, "schema version 9999" in answer.form["message"]), (503, True), "the operator: %r" % answer)
            same("there is no app yet" in it.output, False, "what the start says: " + it.output)
            faults = json.loads(of(context, it).run("doctor", "--json", status=1).stdout)["faults"]
            same("noApp" in [fault["fault"] for fault in faults], False, "whether the doctor misses settings: %r" % faults)
            older()
            eventually(lambda: it.player(app=NEWER).ask("launching.getServerTime").status == 200, "the app is served again", 30)
            it.player(app=NEWER).log_in()
    return run


@contextlib.contextmanager
def alone_in_file(context):
    folder = os.path.join(context.directory("server"), "data")
    path = os.path.join(folder, "apps", NEWER, "gamebase.db")
    with wire.Process(service.program(context), folder, [service.settings(context, NEWER)]) as it:
        def older():
            it.stop()
            change(path, "DELETE FROM schema_version WHERE version = 9999")
            it.start()
        yield it, lambda: change(path, "INSERT INTO schema_version (version) VALUES (9999)"), older


@contextlib.contextmanager
def alone_in_database(context):
    with postgres.Server() as database, wire.Process(
            service.program(context), os.path.join(context.directory("server"), "data"), [service.settings(context, NEWER)],
            ["--database", database.url]) as it:
        def say(statement):
            return lambda: database.psql(statement % schema(NEWER))
        yield it, say("INSERT INTO %s.schema_version (version) VALUES (9999)"), say("DELETE FROM %s.schema_version WHERE version = 9999")

"""Copies of an app while it is played, and what is there when one is put back."""
import json
import os
import shutil
import sqlite3

from harness import postgres
from harness.ctl import Operator, has, of
from harness.runner import Failure
from harness.server import service, wire
from harness.server.load import Load
from harness.server.service import same

PLAYERS, ANSWERS, COPIES = 12, 400, 3
# Of a store that takes more than one turn to copy.
ROWS = 20_000


def granted(load):
    """What each player knows to have bought: acknowledged before now."""
    return {player.user: list(player.granted) for player in load.players if player.user}


def restored(context, backup, acknowledged, options=()):
    """Puts a copy back and looks whether everything is there that was acknowledged."""
    place = os.path.join(context.directory("restored"), "data")
    target = options[1] if options else place
    said = of_nobody(context).ask("restore", backup, "--to", target)
    has(said, "the ledger is sound on both sides")
    with wire.Process(service.program(context), place, (), [*service.UNLIMITED, *options]) as it:
        console = it.console()
        same(console.well("console.checkLedger")["sound"], True, "the ledger that was put back")
        for user, payments in acknowledged.items():
            there = {payment["paymentSeq"] for payment in console.well("console.payments", {"userId": user})["payments"]
                     if payment["state"] in ("UNCONSUMED", "CONSUMED")}
            lost = set(payments) - there
            if lost:
                raise Failure("%s bought before the copy began, and lost: %s" % (user, sorted(lost)))
        said = of_nobody(context).ask("restore", backup, "--to", target, status=2)
        if not any(text in said for text in ("is in use by", "in use by a server")):
            raise Failure("put back into a place that a server uses: " + said)
    return sum(len(payments) for payments in acknowledged.values())


def of_nobody(context):
    # No address: nothing on files may mind what the environment says of a server.
    return Operator(context, "game.example", key=None)


def under_load(context, it):
    """Some copies while all buy; each with what was acknowledged before it was asked for."""
    operator, made = of(context, it), []
    with Load([it.port], wire.APP, "quickstart-secret", PLAYERS) as load:
        for _ in range(COPIES):
            load.await_answers(ANSWERS, 60)
            acknowledged = granted(load)
            answered = load.answered
            body = operator.form("backup")
            same((body["state"], body["sound"]), ("DONE", True), "a copy")
            made.append((body["directory"], acknowledged))
            if load.answered == answered:
                raise Failure("nobody was answered while it was copied")
    load.refuse_failures()
    same(len({directory for directory, _ in made}), COPIES, "directories of copies")
    return made


def sqlite(context):
    with service.server(context, options=service.UNLIMITED) as it:
        it.player().log_in()
        it.stop()
        path = os.path.join(it.folder, "apps", wire.APP, "gamebase.db")
        with sqlite3.connect(path) as database:
            database.executemany(
                "INSERT INTO objects (class_name, object_id, version, create_date, update_date, acl, fields) "
                "VALUES ('Big', ?, 1, 0, 0, '{}', ?)", [("o%d" % number, '{"a": "%s"}' % ("x" * 400)) for number in range(ROWS)])
        database.close()
        os.remove(path + ".mark")
        it.start()
        # A copy that is made already has nothing of what is bought while it is made: who asks for one gets another.
        first = it.console().ask("x", path="/v1/apps/%s/backup" % wire.APP, body=b'{"start": true}').body
        same((first["state"], of(context, it).form("backup")["directory"] != first["directory"]), ("RUNNING", True), "a second copy")
        made = under_load(context, it)
        for directory, _ in made:
            same(os.stat(os.path.join(directory, "gamebase.db")).st_mode & 0o077, 0, "who else may read a copy")
    bought = restored(context, *made[-1])
    # The first one knows less, and is as whole.
    restored(context, *made[0])
    return "%d purchases before the last copy" % bought


def shared(context):
    with postgres.Server() as database:
        options = ["--database", database.url]
        with wire.Process(service.program(context), os.path.join(context.directory("server"), "data"),
                          [context.path(service.CONSOLE)], [*service.UNLIMITED, *options]) as it:
            directory, acknowledged = under_load(context, it)[-1]
        # A copy of PostgreSQL is a file of SQLite, and goes back to either.
        bought = restored(context, directory, acknowledged)
        database.psql("CREATE DATABASE again")
        restored(context, directory, acknowledged, ["--database", database.url_of("again")])
        return "%d purchases before the last copy" % bought


def newer(context):
    """A server that a newer one has overtaken makes no copy: it would leave out what it does not know."""
    with postgres.Server() as database:
        with wire.Process(service.program(context), os.path.join(context.directory("server"), "data"),
                          [context.path(service.CONSOLE)], [*service.UNLIMITED, "--database", database.url]) as it:
            operator = of(context, it)
            same(operator.form("backup")["state"], "DONE", "a copy of the version that this server knows")
            schema = database.psql("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'gamebase\\_\\_%'").strip()
            database.psql("ALTER TABLE %s.payments ADD COLUMN of_tomorrow BIGINT; INSERT INTO %s.schema_version VALUES (9999)"
                          % (schema, schema))
            has(operator.ask("backup", status=1), "schema version 9999")


def refused(context):
    with service.server(context) as it:
        operator = of(context, it)
        same(it.console(token="another-key-of-nobody").ask("x", path="/v1/apps/%s/backup" % wire.APP, body=b"{}").status, 401,
             "a copy without the key")
        same(it.console().ask("x", path="/v1/apps/%s/backup" % wire.APP, body=b"[]").code, -4000003, "a body that is none")
        same(it.console().ask("x", path="/v1/apps/%s/backup" % wire.APP, body=b"{}").body, {"state": "NONE"}, "before the first")
        for work, field, known in (("backup", "strat", "start"), ("reconcile", "store", "none"), ("mail", "address", "mailAddress"),
                                   ("database", "app", "none"), ("try", "idp", "idPCode, storeCode")):
            answer = it.console().ask("x", path="/v1/apps/%s/%s" % (wire.APP, work), body=json.dumps({field: True}).encode())
            same((answer.status, field in answer.form["message"], known in answer.form["message"]), (400, True, True),
                 "a field that there is not, of %s: %r" % (work, answer))
        # No room for a copy: a file stands where the folder would be.
        blocked = os.path.join(it.folder, "backups")
        with open(blocked, "w"):
            pass
        has(operator.ask("backup", status=1), "backups")
        # A copy that is put back may accept the settings of a database that its server accepts.
        for words in (("restore", blocked, "--to", blocked), ("move", "--from", blocked, "--to", blocked)):
            said = of_nobody(context).ask(*words, "--unsafe-database", "fsync", "--unsafe-database", "all", status=2)
            has(said, "--unsafe-database: must be", "full_page_writes", "is all")
        os.remove(blocked)
        # What a server left that was killed while it copied, and one that was killed while it checked what it had copied.
        copies = os.path.join(blocked, wire.APP)
        for name, draft in (("2020-01-31T000000.000Z", "gamebase.db.new"), ("2020-02-01T000000.000Z", "gamebase.db.unchecked")):
            os.makedirs(os.path.join(copies, name), 0o700)
            with open(os.path.join(copies, name, draft), "w"):
                pass
        body = operator.form("backup")
        same(body["state"], "DONE", "a copy after that")
        same(os.listdir(copies), [os.path.basename(body["directory"])], "what is left of copies that never were whole")
        same(sorted(os.listdir(body["directory"])), ["gamebase.db", "gamebase.db.mark"], "a copy that was checked")
        shutil.rmtree(blocked)
        it.player().log_in()


INDEX = "leaderboard_boards_by_date"


def beside(path):
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA writable_schema = ON")
    return database


def spoil(path):
    """An index loses an entry, which only a look at all of the file finds."""
    database = beside(path)
    index = database.execute("SELECT * FROM sqlite_master WHERE name = ?", [INDEX]).fetchone()
    database.execute("DELETE FROM sqlite_master WHERE name = ?", [INDEX])
    database.close()
    database = beside(path)
    database.execute("INSERT INTO leaderboard_boards (board, users, last_number, touched_date) VALUES ('lost', 0, 0, 0)")
    database.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", index)
    database.close()
    os.remove(path + ".mark")


def damaged(context):
    """A copy that is found to be damaged is none: it is not put back, and the doctor goes on asking for one."""
    with service.server(context) as it:
        it.player().log_in()
        it.stop()
        spoil(os.path.join(it.folder, "apps", wire.APP, "gamebase.db"))
        it.start()
        operator = of(context, it)
        has(operator.ask("backup", status=1), "is damaged", INDEX, ".refused")
        copies = os.path.join(it.folder, "backups", wire.APP)
        name, = os.listdir(copies)
        same("gamebase.db.refused" in os.listdir(os.path.join(copies, name)), True, "whether what was copied is kept")
        target = os.path.join(context.directory("target"), "data")
        has(of_nobody(context).ask("restore", os.path.join(copies, name), "--to", target, status=2), "has no store")
        told = json.loads(operator.run("doctor", "--data", it.folder, "--json", status=1).stdout)["faults"]
        found = [fault["fault"] for fault in told]
        same(("noBackup" in found, "copyRefused" in found), (True, True), "whether a copy is missing, and one was refused: %r" % told)
        has(it.logged(), '"copyFailed"', INDEX)

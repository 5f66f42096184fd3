"""gamebased move: an app's data from a place to another one, whole or not at all."""
import contextlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time

from harness import postgres, series
from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same

# So many rows that a move takes long enough to be killed in the middle of it.
ROWS = 20_000
KILLS = series.length("MOVEKILLS", 4, 100)
# An app that stays where it is.
OTHER = "Another"


def move(context, source, target, *options, status=0):
    result = subprocess.run([service.program(context), "move", "--from", source, "--to", target, *options], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    if result.returncode != status:
        raise Failure("move from %s to %s ended with %d: %s" % (source, target, result.returncode, result.stdout[-1500:]))
    return result.stdout


def database_of(folder):
    return os.path.join(folder, "apps", wire.APP, "gamebase.db")


def filled(context, rows=0):
    """A data directory with a member that has bought something, and so many objects; and the member's secret and payment."""
    with service.server(context) as it:
        player = it.player().log_in()
        reserved, _ = player.buy()
        it.stop()
        folder = it.folder
    if rows:
        path = database_of(folder)
        with sqlite3.connect(path) as database:
            database.executemany(
                "INSERT INTO objects (class_name, object_id, version, create_date, update_date, acl, fields) "
                "VALUES ('Big', ?, 1, 0, 0, '{}', ?)",
                [("o%d" % number, '{"a": "%s"}' % ("x" * 100)) for number in range(rows)])
        database.close()
        # Whoever writes beside the service knows what he does.
        os.remove(path + ".mark")
    return folder, player.secret, reserved["paymentSeq"]


def holds(server, secret, payment):
    """The member logs in where its data is now, and has what it bought; the ledger is sound."""
    player = server.player().log_in(secret)
    same(service.bought(player), [payment], "what is not consumed after the move")
    same(server.console().well("console.checkLedger")["sound"], True, "the ledger after the move")


def of_before(path):
    """The store lacks a step of the schema, as one that an earlier version made."""
    with sqlite3.connect(path) as database:
        database.execute("DROP INDEX unmatched_money_taken")
        same(database.execute("DELETE FROM schema_version WHERE version = 55").rowcount, 1, "a step that is undone")
    database.close()
    os.remove(path + ".mark")


def contents(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def there_and_back(context):
    folder, secret, payment = filled(context)
    of_before(database_of(folder))
    before = contents(database_of(folder))
    game, again = (os.path.join(context.directory("moved"), name) for name in ("game", "again"))
    with postgres.Server() as database:
        said = move(context, folder, database.url)
        if "the ledger is sound on both sides" not in said or "payments: 1 rows" not in said:
            raise Failure("what is said of a move: " + said)
        # An earlier version opens it still.
        same(contents(database_of(folder)) == before, True, "whether the old place stays as it was")
        with wire.Process(service.program(context), os.path.join(context.directory("shared"), "data"), (),
                          ["--database", database.url]) as it:
            holds(it, secret, payment)
            said = move(context, database.url, again, status=2)
            if "in use by a server" not in said:
                raise Failure("a move away from a server that runs: " + said)
            it.stop()
        move(context, database.url, game, "--game", "--app", wire.APP)
    if not os.path.exists(os.path.join(game, "gamebase.db")):
        raise Failure("a game's directory has %s" % os.listdir(game))
    move(context, game, again)
    with wire.Process(service.program(context), again) as it:
        holds(it, secret, payment)


def refused(context):
    folder, secret, payment = filled(context)
    other, _, _ = filled(context)
    target = os.path.join(context.directory("target"), "data")
    for arguments, text in (((folder, other), "has a store already"), ((folder, folder), "one place"),
                            ((target, other), "has no store"), ((folder, target, "--app", "Another"), "has no app Another")):
        said = move(context, *arguments, status=2)
        if text not in said:
            raise Failure("move %s: %s" % (arguments, said))
    with wire.Process(service.program(context), folder) as it:
        if "is in use by process" not in move(context, folder, target, status=2):
            raise Failure("a move away from a server that runs")
        holds(it, secret, payment)
    with postgres.Server() as database:
        move(context, folder, database.url)
        said = move(context, other, database.url, status=2)
        if "has data in the table" not in said:
            raise Failure("a move onto data: " + said)
        with wire.Process(service.program(context), os.path.join(context.directory("shared"), "data"), (),
                          ["--database", database.url]) as it:
            holds(it, secret, payment)


def unfit(context):
    """Rows that a database which holds columns to their types cannot keep: all are named at once, nothing is moved, and when they are
    mended all is."""
    folder, secret, payment = filled(context, 1_000)
    wrong = {"o7": ("fields", "{}" + chr(0)), "o500": ("update_date", "yesterday"), "o999": ("acl", b"bytes")}
    with sqlite3.connect(database_of(folder)) as database:
        for name, (column, value) in wrong.items():
            database.execute("UPDATE objects SET %s = ? WHERE object_id = ?" % column, (value, name))
    database.close()
    with postgres.Server() as database:
        said = move(context, folder, database.url, status=2)
        for name, (column, _) in wrong.items():
            if "objects (Big, %s): %s " % (name, column) not in said:
                raise Failure("a move of rows that are not fit: " + said)
        if "3 rows cannot be kept there" not in said:
            raise Failure("a move of rows that are not fit: " + said)
        with sqlite3.connect(database_of(folder)) as source:
            source.execute("DELETE FROM objects WHERE object_id IN ('o7', 'o500', 'o999')")
        source.close()
        os.remove(database_of(folder) + ".mark")
        move(context, folder, database.url)
        with wire.Process(service.program(context), os.path.join(context.directory("shared"), "data"), (),
                          ["--database", database.url]) as it:
            holds(it, secret, payment)
        same(database.psql("SELECT COUNT(*) FROM %s.objects WHERE class_name = 'Big'" % schema()), "997", "rows that were moved")


def killed(context):
    """Whatever kills a move leaves nothing that a server would serve, and it is done again from the beginning."""
    folder, secret, payment = filled(context, ROWS)
    chance, place = random.Random(1), context.directory("killed")
    with postgres.Server() as database:
        began = time.monotonic()
        move(context, folder, os.path.join(place, "whole"))
        whole = time.monotonic() - began
        cut = 0
        for number in range(KILLS):
            shared = number % 2 == 0
            target = database.url if shared else os.path.join(place, "half")
            child = subprocess.Popen([service.program(context), "move", "--from", folder, "--to", target], stdin=subprocess.DEVNULL,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            # The first kill comes when much is written and nothing is kept.
            if number < 2:
                while child.poll() is None and b"objects: " not in child.stdout.readline():
                    pass
            else:
                time.sleep(chance.random() * whole)
            if shared and number == 0:
                stopped(context, child, database)
            child.kill()
            child.wait()
            child.stdout.close()
            if shared:
                known = database.psql("SELECT COUNT(*) FROM information_schema.tables WHERE table_name = 'objects'")
                rows = database.psql("SELECT COUNT(*) FROM gamebase_.objects".replace("gamebase_", schema())) if known != "0" else "0"
                is_whole = rows == str(ROWS)
                if not is_whole and rows != "0":
                    raise Failure("%s rows of %d are kept" % (rows, ROWS))
                if not is_whole and known != "0":
                    unserved(context, database)
            else:
                is_whole = os.path.exists(database_of(target)) or half_unserved(context, target)
            cut += not is_whole
            if is_whole and shared:
                database.psql("DROP SCHEMA %s CASCADE" % schema())
            elif is_whole:
                shutil.rmtree(target)
        if cut < 2:
            raise Failure("only %d of %d kills came in time" % (cut, KILLS))
        half = os.path.join(place, "half")
        for target in (database.url, half):
            move(context, folder, target)
        left_alone(context, database, os.path.join(place, "away"))
        for options, data in ((["--database", database.url], os.path.join(context.directory("shared"), "data")), ([], half)):
            with wire.Process(service.program(context), data, (), options) as it:
                holds(it, secret, payment)
        return "%d of %d moves were cut" % (cut, KILLS)


def half_unserved(context, folder):
    """A server that begins where a move was cut short makes no empty app of what it left, though the app's settings are named to it, and
    the move is done again."""
    known = os.path.exists(os.path.join(os.path.dirname(database_of(folder)), "move-unfinished"))
    with wire.Process(service.program(context), folder, [context.path(service.CONSOLE)] if known else ()) as it:
        answer = it.player().ask("launching.getServerTime")
        if answer.status not in (404, 503) or known and "a move into this app was begun" not in it.logged():
            raise Failure("a server serves an app whose move was cut short: %r\n%s" % (answer, it.logged()))
    made = os.path.exists(database_of(folder))
    same(made, False, "whether the server made a store where a move was cut short")
    return made


def schema():
    return "gamebase_" + "".join(sign if sign.isdigit() or sign.islower() else "_%02x" % ord(sign) for sign in wire.APP)


def stopped(context, child, database, statuses=(404, 503), console=()):
    """While it is under way neither a server nor another move comes in."""
    child.send_signal(signal.SIGSTOP)
    unserved(context, database, statuses)
    if console:
        unserved(context, database, console=console)
    child.send_signal(signal.SIGCONT)


def left_alone(context, database, target):
    """While an app moves out of a database no server that begins there serves it: what it took would be left behind."""
    child = subprocess.Popen([service.program(context), "move", "--from", database.url, "--to", target], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = b""
    while child.poll() is None and b"objects: " not in said:
        said = child.stdout.readline()
    if child.poll() is not None:
        raise Failure("the move ended before a server could begin")
    # To a server that sees the lock the app is not there; one that does not runs into the mover's others. A server whose command line names
    # the settings of the app, and of another one, serves the other one.
    stopped(context, child, database, (404,), [context.path(service.CONSOLE), service.settings(context, OTHER)])
    child.stdout.read()
    child.stdout.close()
    same(child.wait(), 0, "how the move ended")


def unserved(context, database, statuses=(404, 503), console=()):
    with wire.Process(service.program(context), os.path.join(context.directory("unserved"), "data"), console,
                      ["--database", database.url]) as it:
        answer = it.player().ask("launching.getServerTime")
        if answer.status not in statuses:
            raise Failure("a server serves an app that is being moved: %r" % answer)
        if console:
            same(it.player(app=OTHER).ask("launching.getServerTime").status, 200, "another app, while one is being moved")
            same("is being moved" in it.logged(), True, "whether the log says which app is not served: %s" % it.logged())

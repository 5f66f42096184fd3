"""What correctness needs of somebody else's PostgreSQL server: settings, answers to commits, being there."""
import contextlib
import json
import os
import re
import select
import signal
import socket
import struct
import subprocess
import threading
import time

from harness import postgres
from harness.ctl import of
from harness.runner import Failure
from harness.server import service, wire
from harness.server.people import Browser
from harness.server.service import eventually, same
from harness.server.silent import Relay, free_port
from harness.wires import calls, members


def process(context, url, options=(), console=(service.CONSOLE,), folder="server"):
    place = os.path.join(context.directory(folder), "data")
    return wire.Process(service.program(context), place, [context.path(file) for file in console],
                        [*service.UNLIMITED, "--database", url, *options])


def refusal(context, url, *options):
    """What a start says that ends by itself."""
    place = os.path.join(context.directory("refused"), "data")
    result = subprocess.run([service.program(context), "--data", place, "--listen", "127.0.0.1:0", "--database", url,
                             "--console", context.path(service.CONSOLE), *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, timeout=60, env={"GAMEBASED_OPERATOR_KEY": wire.KEY})
    same(result.returncode, 2, "the exit status: %s" % result.stdout)
    return result.stdout


def has(text, *words):
    for word in words:
        if word not in text:
            raise Failure("no %r in %r" % (word, text[-600:]))


# By the setting: how it is made wrong before the connection, what the sentence says, how the doctor names it, whether it may be accepted.
WRONG = {
    "fsync": ("ALTER SYSTEM SET fsync = off", "ALTER SYSTEM SET fsync = on", "fsyncOff", True),
    "full_page_writes": ("ALTER SYSTEM SET full_page_writes = off", "ALTER SYSTEM SET full_page_writes = on", "pageWritesOff", True),
    "zero_damaged_pages": ("ALTER SYSTEM SET zero_damaged_pages = on", "set it to off", "damageHidden", False),
    "ignore_checksum_failure": ("ALTER DATABASE gamebase SET ignore_checksum_failure = on", "set it to off", "damageHidden", False),
    "session_replication_role": ("ALTER ROLE gamebase SET session_replication_role = replica", "set it to origin", "triggersOff", False),
    "default_transaction_read_only": ("ALTER DATABASE gamebase SET default_transaction_read_only = on", "set it to off", "databaseReadOnly",
                                      False),
}


def mend(database):
    # Over another database, which says nothing of its transactions.
    for statement in ("ALTER SYSTEM RESET ALL", "SELECT pg_reload_conf()"):
        database.psql(statement, "postgres")
    eventually(lambda: database.psql("SHOW default_transaction_read_only", "postgres") == "off", "the settings are read again")
    for statement in ("ALTER DATABASE gamebase RESET ALL", "ALTER ROLE gamebase RESET ALL"):
        database.psql(statement, "postgres")


def refused(context):
    with postgres.Server() as database:
        for name, (make, sentence, _, _) in WRONG.items():
            database.psql(make, "postgres")
            database.psql("SELECT pg_reload_conf()", "postgres")
            has(refusal(context, database.url), name, sentence)
            mend(database)
        for encoding in ("LATIN1", "SQL_ASCII"):
            database.psql("CREATE DATABASE %s TEMPLATE template0 ENCODING '%s' LOCALE 'C'" % (encoding.lower(), encoding), "postgres")
            said = refusal(context, database.url_of(encoding.lower()))
            has(said, "server_encoding", encoding, "createdb --template=template0 --encoding=UTF8")
        has(refusal(context, database.url, "--unsafe-database", "encoding"), "must be fsync or full_page_writes")
        for name, (make, _, fault, is_accepted) in WRONG.items():
            if is_accepted:
                database.psql(make, "postgres")
        database.psql("SELECT pg_reload_conf()", "postgres")
        accepted = ["--unsafe-database", "fsync", "--unsafe-database=full_page_writes"]
        with process(context, database.url, accepted) as it:
            it.player().log_in().buy()
            eventually(lambda: it.logged().count('"databaseLacks"') == 2, "the log says what is accepted")
            found = json.loads(of(context, it).run("doctor", "--json", status=1).stdout)["faults"]
            same([name for name in ("fsyncOff", "pageWritesOff") if name in [fault["fault"] for fault in found]],
                 ["fsyncOff", "pageWritesOff"], "what the doctor says of what is accepted")
    return "%d needs" % (len(WRONG) + 2)


def gauge(it, name):
    return re.findall(r"^%s(?:\{[^}]*\})? .*$" % name, wire.get(it.port, "/metrics").text, re.M)


def answers(it, player, status):
    """Whether a player is answered so, and by /ready alike."""
    return player.ask("launching.getServerTime").status == status and wire.get(it.port, "/ready").status == status


def taken_away(context):
    """Where one is changed by a reload; what is set for a database or a role holds for connections to come."""
    with postgres.Server() as database, process(context, database.url) as it:
        player, operator = it.player().log_in(), of(context, it)
        for name, (make, sentence, fault, _) in WRONG.items():
            setting = re.search(r"SET (\w+ = \w+)", make).group(1)
            database.psql("ALTER SYSTEM SET " + setting, "postgres")
            database.psql("SELECT pg_reload_conf()", "postgres")
            eventually(lambda: answers(it, player, 503), "%s is noticed" % name)
            answer = player.ask("launching.getServerTime")
            same(answer.headers.get("Retry-After") is not None, True, "whether an answer says when to come back")
            same(name in answer.text, False, "whether a player is told of the database's settings: %s" % answer.text)
            has(it.console().ask("console.saveSettings").text, name, sentence)
            same(gauge(it, "gamebased_database_up"), ["gamebased_database_up 0"], "the gauge")
            has(str(gauge(it, "gamebased_database_lacks")), fault)
            found = json.loads(operator.run("doctor", "--json", status=1).stdout)["faults"]
            has(str([one for one in found if one["fault"] == fault] or found), sentence.split(":")[0])
            has(it.logged(), '"databaseLacks"', sentence)
            mend(database)
            eventually(lambda: answers(it, player, 200), "%s is mended" % name)
            same(gauge(it, "gamebased_database_up"), ["gamebased_database_up 1"], "the gauge")
        player.buy()
        logged = it.logged()
        same(logged.count('"databaseAway"'), logged.count('"databaseBack"'), "beginnings and ends in the log")


class Cutter(Relay):
    """Stands before a database and reads what is said to it. Told a word, it cuts at the next commit of a transaction that has the word:

    request: the commit does not arrive. answer: it arrives, and its answer is lost. late: it arrives when `release` is called.
    """

    def __init__(self, target):
        super().__init__(target)
        self.how, self.word, self.cuts, self.held = None, b"", 0, []

    def take(self, client):
        talk = Talk(self, client, self.connect())
        threading.Thread(target=talk.ask, daemon=True).start()
        threading.Thread(target=talk.answer, daemon=True).start()

    def release(self):
        """What was held back arrives. Returns the errors that it is answered with, each by its SQLSTATE."""
        talk, piece = self.held.pop()
        talk.server.sendall(piece)
        if not talk.answered.wait(20):
            raise Failure("what was held back is not answered")
        return [code.decode() for kind, body in whole(talk.late)[0] if kind == b"E" for code in re.findall(rb"\0C([0-9A-Z]{5})\0", body)]


def whole(buffer):
    """The messages that are whole, and the rest."""
    found = []
    while len(buffer) >= 5 and len(buffer) >= 1 + struct.unpack(">I", buffer[1:5])[0]:
        length = 1 + struct.unpack(">I", buffer[1:5])[0]
        found.append((buffer[:1], buffer[5:length]))
        buffer = buffer[length:]
    return found, buffer


class Talk:
    def __init__(self, cutter, client, server):
        self.cutter, self.client, self.server = cutter, client, server
        self.commits, self.is_greeted, self.is_cut = set(), False, False
        # Of one that is held back.
        self.late, self.answered = b"", threading.Event()

    def end(self):
        for connection in (self.client, self.server):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def ask(self):
        """By whole trips: to the next Sync."""
        trip, rest = b"", b""
        try:
            while True:
                data = self.client.recv(65536)
                if not data:
                    break
                if not self.is_greeted:
                    self.is_greeted = True
                    self.server.sendall(data)
                    continue
                rest += data
                messages, rest = whole(rest)
                for kind, body in messages:
                    trip += kind + struct.pack(">I", len(body) + 4) + body
                    if kind not in (b"S", b"X", b"p"):
                        continue
                    if not self.passed(trip):
                        return
                    trip = b""
        except OSError:
            pass
        self.end()

    def commits_in(self, trip):
        for kind, body in whole(trip)[0]:
            if kind == b"P":
                name, text, _ = body.split(b"\0", 2)
                if text == b"COMMIT":
                    self.commits.add(name)
            if kind == b"B" and body.split(b"\0")[1] in self.commits:
                return True
        return False

    def passed(self, trip):
        cutter = self.cutter
        is_meant = self.commits_in(trip) and cutter.how and cutter.word in trip
        if not is_meant:
            self.server.sendall(trip)
            return True
        how, cutter.how = cutter.how, None
        cutter.cuts += 1
        self.is_cut = True
        if how == "answer":
            self.server.sendall(trip)
            return True
        self.client.shutdown(socket.SHUT_RDWR)
        if how == "late":
            cutter.held.append((self, trip))
        else:
            self.server.shutdown(socket.SHUT_RDWR)
        return False

    def answer(self):
        try:
            while True:
                data = self.server.recv(65536)
                if not data:
                    break
                if not self.is_cut:
                    self.client.sendall(data)
                    continue
                self.late += data
                if any(kind == b"Z" for kind, _ in whole(self.late)[0]):
                    break
        except OSError:
            pass
        self.answered.set()
        self.end()


def lost_commits(context):
    with postgres.Server(port=free_port()) as database, Cutter(database.port) as cutter:
        url = database.loopback.replace(":%d/" % database.port, ":%d/" % cutter.port) + "?sslmode=disable&gssencmode=disable"
        with process(context, url, ["--workers", "1"]) as it:
            calls.signed(it.port, "POST", "/2013-09-01/classes/Horse", b'{"name":"Balios"}')
            for how in ("request", "answer", "late"):
                for number in range(2):
                    name = "%s-%d" % (how, number)
                    cutter.word, cutter.how = name.encode(), how
                    status, _, answer = calls.signed(it.port, "POST", "/2013-09-01/classes/Horse", b'{"name":"%s"}' % name.encode())
                    same(status, 201, "the creation of %s: %s" % (name, answer))
                    if how == "late":
                        errors = cutter.release()
                        same(errors, ["23505"], "what a commit is answered that comes when it is asked for already")
                    made = database.psql("SELECT COUNT(*) FROM %s WHERE fields LIKE '%%%s%%'" % (objects(database), name))
                    same((cutter.cuts, made), (("request", "answer", "late").index(how) * 2 + number + 1, "1"), "cuts and objects " + name)
            same(len(it.logged().splitlines()) > 0 and '"notAnswered"' in it.logged(), False, "whether a request had no answer")
    return "6 commits"


def objects(database):
    return database.psql("SELECT table_schema FROM information_schema.tables WHERE table_name = 'objects'") + ".objects"


def people(it):
    """What somebody is told who signs in to the console."""
    return Browser(it.port).call("api/log-in", {"name": "Ada", "password": "a password of Ada's"}).text


def awaited(context):
    with postgres.Server() as database:
        database.stop()
        console = service.settings(context, wire.APP)
        with process(context, database.url, console=[console]) as it:
            same(wire.get(it.port, "/health").status, 200, "/health")
            ready = wire.get(it.port, "/ready")
            same(ready.status, 503, "/ready")
            has(ready.text, "database: ")
            answer = it.player().ask("launching.getServerTime")
            same((answer.status, answer.headers.get("Retry-After")), (503, "1"), "a request")
            same(gauge(it, "gamebased_database_up"), ["gamebased_database_up 0"], "the gauge")
            has(json.dumps(json.loads(of(context, it).run("doctor", "--json", status=1).stdout)), "databaseAway")
            database.start()
            eventually(lambda: wire.get(it.port, "/ready").status == 200, "the database is there", 30)
            same(bool(select.select([it.child.stdout], [], [], 30)[0]), True, "whether it says anything more")
            has(it.child.stdout.readline().decode(), "/console/#/first/")
            player = it.player().log_in()
            player.buy()
            for time_of in (1, 2):
                database.stop()
                eventually(lambda: answers(it, player, 503), "the database is gone", 20)
                refused = it.logged().count("settingsRefused")
                with open(console) as file:
                    changed = json.load(file)
                changed["launching"]["message"] = "message %d" % time_of
                with open(console, "w") as file:
                    json.dump(changed, file)
                it.signal(signal.SIGHUP)
                eventually(lambda: it.logged().count("settingsRefused") > refused, "settings cannot be loaded now", 20)
                database.start()
                eventually(lambda: answers(it, player, 200), "the database is back", 20)
                same(it.console().well("console.saveSettings")["settings"]["launching"]["message"], changed["launching"]["message"],
                     "the message that came while the database was away")
                same([it.logged().count('"%s"' % event) for event in ("databaseAway", "databaseBack")], [time_of + 1] * 2,
                     "lines of the log: " + it.logged())
            same(len(service.bought(player)), 1, "what was bought before")
            # Tables that are gone are not made again: they would have neither a secret key nor players.
            database.psql("DROP DATABASE gamebase WITH (FORCE)", "postgres")
            database.psql("CREATE DATABASE gamebase", "postgres")
            eventually(lambda: answers(it, player, 503) and "put a copy back" in it.logged(), "the app's tables are gone", 20)
            # Those of the console's people stood in the way of a copy.
            eventually(lambda: "gamebased makes empty ones only" in people(it), "people's tables are gone", 20)
            made = "SELECT COUNT(*) FROM information_schema.tables WHERE table_name IN ('objects', 'people')"
            same(database.psql(made), "0", "tables made again")
            same(it.stop()[0], 0, "the exit status")
        database.stop()
        with process(context, database.url, folder="ended") as it:
            same(it.stop()[0], 0, "the exit status of one that still waits")


# Longer than a lock is waited for elsewhere.
HELD_SECONDS = 7


def mistaken(context):
    with postgres.Server() as database:
        has(refusal(context, database.url_of("nowhere")), 'database "nowhere" does not exist')
        has(refusal(context, database.url.replace("gamebase@", "somebody@")), 'role "somebody" does not exist')
        # What others let go of soon is no mistake.
        database.psql("CREATE ROLE crowded LOGIN CONNECTION LIMIT 0")
        database.psql("GRANT CREATE ON DATABASE gamebase TO crowded")
        with process(context, database.url.replace("gamebase@", "crowded@"), folder="crowded") as it:
            has(wire.get(it.port, "/ready").text, "too many connections")
            database.psql("ALTER ROLE crowded CONNECTION LIMIT -1")
            eventually(lambda: wire.get(it.port, "/ready").status == 200, "there is a place for its connections", 20)
            it.player().log_in()


def processes(database):
    with open("/proc/%d/task/%d/children" % (database.process.pid, database.process.pid)) as file:
        return [database.process.pid, *(int(number) for number in file.read().split())]


# What game servers ask, and the code of each product for what cannot be answered.
PRODUCTS = {"/tcgb-leaderboard/v1.3/apps/QuickStart/factor-count": 463000, "/tcgb-push/v1.3/apps/QuickStart/tags": 50001}


def frozen(context):
    with postgres.Server() as database, process(context, database.url) as it:
        player = it.player().log_in()
        stopped = processes(database)
        for number in stopped:
            os.kill(number, signal.SIGSTOP)
        try:
            eventually(lambda: wire.get(it.port, "/ready").status == 503, "the database hangs")
            began = time.monotonic()
            same([it.player().ask("launching.getServerTime").status for _ in range(20)], [503] * 20, "requests meanwhile")
            same({path: members.call(it.port, "GET", path)["header"]["resultCode"] for path in PRODUCTS}, PRODUCTS, "what game servers get")
            if time.monotonic() - began > 5:
                raise Failure("20 answers took %.1f s" % (time.monotonic() - began))
            # A start asks it once, and not once for each thing that it would do there.
            began = time.monotonic()
            with process(context, database.url, folder="late") as other:
                same(wire.get(other.port, "/health").status, 200, "/health of a server that begins meanwhile")
                if time.monotonic() - began > 12:
                    raise Failure("it began after %.1f s" % (time.monotonic() - began))
        finally:
            for number in stopped:
                os.kill(number, signal.SIGCONT)
        eventually(lambda: answers(it, player, 200), "the database goes on")
        player.buy()
        same([it.logged().count('"%s"' % event) for event in ("databaseAway", "databaseBack")], [1, 1], "lines of the log")


# Requests that wait when a database hangs, and how long an answer may take: the services themselves wait for 40 s.
HUNG, HUNG_SECONDS = 12, 12


def hung(context):
    """What waits already when the database begins to hang is answered, and not done later."""
    with postgres.Server() as database, process(context, database.url, ["--workers", "2"]) as it:
        player = it.player().log_in()
        calls.signed(it.port, "POST", "/2013-09-01/classes/Horse", b'{"name":"Balios"}')
        stopped, answered = processes(database), []
        for number in stopped:
            os.kill(number, signal.SIGSTOP)
        try:
            def create(number):
                with contextlib.suppress(OSError, wire.http.client.HTTPException):
                    answered.append(calls.signed(it.port, "POST", "/2013-09-01/classes/Horse", b'{"name":"hung-%d"}' % number)[0])
            threads = [threading.Thread(target=create, args=[number], daemon=True) for number in range(HUNG)]
            for thread in threads:
                thread.start()
            eventually(lambda: len(answered) == HUNG, "all that waits is answered", HUNG_SECONDS)
            same(set(answered), {503}, "the answers")
        finally:
            for number in stopped:
                os.kill(number, signal.SIGCONT)
        eventually(lambda: answers(it, player, 200), "the database goes on")
        made = "SELECT COUNT(*) FROM %s WHERE fields LIKE '%%hung-%%'" % objects(database)
        same(calls.signed(it.port, "POST", "/2013-09-01/classes/Horse", b'{"name":"Xanthos"}')[0], 201, "a request behind them")
        same(database.psql(made), "0", "what was made of requests that were answered 503")


def patient(context):
    """Somebody raises the schema for longer than a request may wait for a lock."""
    with postgres.Server() as database:
        with process(context, database.url) as it:
            it.player().log_in().buy()
        schema = objects(database).split(".")[0]
        holder = subprocess.Popen(
            database.as_user([os.path.join(database.programs, "psql"), "-h", database.place, "-U", postgres.USER, "-d", "gamebase", "-X",
                              "-c", "BEGIN; SELECT holder FROM %s.service_leases WHERE name = 'schema' FOR UPDATE" % schema,
                              "-c", "SELECT pg_sleep(%d)" % HELD_SECONDS, "-c", "COMMIT"]), stdout=subprocess.PIPE, text=True)
        try:
            sleeping = "SELECT COUNT(*) FROM pg_stat_activity WHERE query LIKE '%%pg_sleep(%d)'" % HELD_SECONDS
            eventually(lambda: database.psql(sleeping) == "1", "the row is held")
            with process(context, database.url, folder="second") as it:
                same(holder.poll(), 0, "whether the start waited for the row")
                it.player().log_in().buy()
        finally:
            holder.kill()
            holder.wait()

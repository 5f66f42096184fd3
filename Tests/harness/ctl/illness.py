"""gamebasectl doctor: what is wrong is found and named, and nothing else is."""
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import time

from harness import postgres
from harness.ctl import has, of
from harness.server import service, wire
from harness.server.service import same


def healthy(context, app=wire.APP, **changes):
    with open(context.path(service.CONSOLE)) as file:
        value = json.load(file)
    value["app"]["appId"] = app
    for part, members in changes.items():
        value[part] = {**(value[part] or {}), **members} if isinstance(members, dict) else members
    path = os.path.join(context.directory("settings"), app + ".json")
    with open(path, "w") as file:
        json.dump(value, file)
    return path


def faults(operator, it, files, *more):
    words = ["doctor", "--data", it.folder, *more]
    for file in files:
        words += ["--console", file]
    result = operator.run(*words, "--json", status=1)
    return sorted(fault["fault"] for fault in json.loads(result.stdout)["faults"])


def sound(context):
    files = [healthy(context)]
    with service.server(context, console=files) as it:
        operator = of(context, it)
        operator.ask("backup")
        has(operator.ask("doctor", "--data", it.folder, "--console", files[0]), "nothing is wrong")
        same(operator.form("doctor", "--data", it.folder, "--console", files[0]), {"faults": []}, "what a program is told")
        for name, fault in (("secrets.key", "keyReadable"), ("console.db", "storeReadable")):
            path = os.path.join(it.folder, name)
            os.chmod(path, 0o640)
            same(faults(operator, it, files), [fault], "what is found of %s that others may read" % name)
            os.chmod(path, 0o600)
        # As systemd makes one of a DynamicUser's directory.
        link = os.path.join(context.directory("link"), "gamebased")
        os.symlink(it.folder, link)
        has(operator.ask("doctor", "--data", link, "--console", files[0]), "nothing is wrong")
        # A directory that cannot be read is not well.
        os.remove(link)
        os.mkdir(link, 0o700)
        with open(os.path.join(link, "apps"), "w"):
            pass
        has(operator.ask("doctor", "--data", link, status=2), "--data: ", "apps")
        has(operator.ask("doctor", "--data", os.path.join(link, "apps"), status=2), "--data: ")


def reload(database, setting):
    database.psql("ALTER SYSTEM SET " + setting)
    database.psql("SELECT pg_reload_conf()")
    time.sleep(0.5)


def versions(server):
    return server.psql("SELECT table_schema FROM information_schema.tables WHERE table_name = 'schema_version' "
                       "AND table_schema LIKE 'gamebase\\_%'") + ".schema_version"


# With it a server encrypts what its apps keep secret.
WITH_KEY = {"GAMEBASED_SECRETS_KEY": "the-secrets-key-of-the-tests-0123456789"}


# Else such a database is not used, and no other fault is found beside these.
ACCEPTED = ["--unsafe-database", "fsync", "--unsafe-database", "full_page_writes"]


def alone_and_gone(operator, server, more):
    """A standby that has no primary, and a database server that is not there."""
    def found(fault, what):
        left = json.loads(operator.run("doctor", *more, "--json", status=1).stdout)["faults"]
        same(fault in [each["fault"] for each in left], True, "whether %s is found: %r" % (what, left))
    server.stop()
    with open(os.path.join(server.data, "standby.signal"), "w"):
        pass
    server.start()
    found("databaseReadOnly", "a standby that is alone")
    server.stop()
    found("databaseUnreachable", "a server that is gone")


def after_a_week(operator, it, date):
    """The doctor finds copies that nobody has made for long, or that a wrong clock dated."""
    copies = os.path.join(it.folder, "backups", wire.APP)
    for name in os.listdir(copies):
        os.utime(os.path.join(copies, name, "gamebase.db"), (date, date))
    return faults(operator, it, [])


def database(context):
    """Each fault of a PostgreSQL server is planted and found, beside those before it."""
    files, found = [healthy(context)], set()
    with postgres.Server() as server, wire.Process(
            program=service.program(context), folder=os.path.join(context.directory("shared"), "data"), console=files,
            options=[*service.UNLIMITED, "--database", server.url, *ACCEPTED], environment=WITH_KEY) as it:
        operator, more = of(context, it), []
        operator.ask("backup")
        has(operator.ask("doctor"), "nothing is wrong")
        for date in (0, time.time() + 86_400 * 30):
            same(after_a_week(operator, it, date), ["noBackup"], "what is found when the copies of PostgreSQL are of %d" % date)

        def plant(name, plant, besides=()):
            """`besides`: what may be found with it, or not."""
            plant()
            found.add(name)
            result = operator.run("doctor", *more, "--json", status=1)
            told = {fault["fault"] for fault in json.loads(result.stdout)["faults"]}
            same(sorted(told - set(besides)), sorted(found), "what is found after " + name)
        plant("fsyncOff", lambda: reload(server, "fsync = off"))
        plant("pageWritesOff", lambda: reload(server, "full_page_writes = off"))
        plant("commitsAsynchronous", lambda: reload(server, "synchronous_commit = off"))
        # A worker that opens the app anew over such a schema does not serve it, and the doctor says that, too.
        plant("schemaNewer", lambda: server.psql("INSERT INTO %s (version) VALUES (9999)" % versions(server)),
              besides=("appUnreachable", "appNotServed"))
        found.discard(server.psql("DELETE FROM %s WHERE version = 9999" % versions(server)) or "schemaNewer")
        sleeper = subprocess.Popen(
            server.as_user([os.path.join(server.programs, "psql"), "-h", server.place, "-U", postgres.USER, "-d", "gamebase", "-c",
                            "BEGIN; SELECT 1; SELECT pg_sleep(60)"]), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(2.5)
            plant("transactionOld", lambda: more.extend(["--oldest", "1"]))
            plant("xidsOld", lambda: more.extend(["--most-xids", "0"]))
        finally:
            sleeper.kill()
            sleeper.wait()
        lie(server)
        plant("databaseOld", lambda: tell(server, "setting", "130000"))
        plant("databaseClockOff", lambda: tell(server, "seconds", "60"))
        # What is left needs another start of the server. The sleeper's transaction goes with it.
        found.discard("transactionOld")
        del more[:2]
        server.psql("ALTER SYSTEM SET max_connections = 7")
        server.stop()
        plant("connectionsFew", lambda: (server.start(), settled(operator)))
        alone_and_gone(operator, server, more)
    return "%d faults" % (len(found) + 4)


# The primary keeps no more of its log than it needs itself.
PAIRS = ["wal_log_hints = on", "max_wal_size = 32MB", "min_wal_size = 32MB"]
WRITTEN = "INSERT INTO written SELECT repeat('z', 900) FROM generate_series(1, 30000)"


def standby(context):
    """After a failover the dead primary comes back as a standby: it gets on when the new one has kept its log, else the doctor names it."""
    for kept, wanted in (("1GB", []), ("0", ["standbyWaits"])):
        with postgres.Pair([*PAIRS, "wal_keep_size = %s" % kept]) as pair, wire.Process(
                service.program(context), os.path.join(context.directory("pair" + kept), "data"), [healthy(context)],
                [*service.UNLIMITED, "--database", pair.url]) as it:
            it.player().log_in().buy()
            same(of_standbys(context, it), [], "what is found of a pair")
            pair.primary.psql("CREATE TABLE written (text TEXT)")
            pair.fail_over()
            for _ in range(4):
                pair.primary.psql(WRITTEN)
                pair.primary.psql("CHECKPOINT")
            same(of_standbys(context, it), ["standbyAway"], "what is found while the other host is dead")
            pair.rewind()
            if not wanted:
                service.eventually(lambda: pair.primary.psql("SELECT state FROM pg_stat_replication") == "streaming", "it follows", 60)
            # Until its log is read to the end it takes no connection, and is away.
            service.eventually(lambda: of_standbys(context, it) == wanted, "wal_keep_size %s leads to %s" % (kept, wanted), 60)
            if wanted:
                pair.standby.stop(signal.SIGQUIT)
                pair.follow()
                same(of_standbys(context, it), [], "what is found of a standby that was made anew")
            service.eventually(lambda: it.player().ask("launching.getServerTime").status == 200, "the pair is used")


def of_standbys(context, it):
    """Each with the host it is of, and a sentence that says what to do."""
    result = of(context, it).run("doctor", "--json", status=None)
    found = [fault for fault in json.loads(result.stdout)["faults"] if fault["fault"].startswith("standby")]
    for fault in found:
        has(fault["place"], "gamebase-postgres-")
        if fault["fault"] == "standbyWaits":
            has(fault["advice"], "pg_basebackup", "wal_keep_size (0)")
    return [fault["fault"] for fault in found]


LIES = """
    CREATE SCHEMA lies;
    CREATE TABLE lies.told (name TEXT PRIMARY KEY, value TEXT);
    CREATE FUNCTION lies.current_setting(text) RETURNS text LANGUAGE sql AS $$
        SELECT COALESCE((SELECT value FROM lies.told WHERE name = 'setting' AND $1 = 'server_version_num'),
                        pg_catalog.current_setting($1)) $$;
    CREATE FUNCTION lies.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$
        SELECT pg_catalog.clock_timestamp()
               + make_interval(secs => COALESCE((SELECT CAST(value AS float8) FROM lies.told WHERE name = 'seconds'), 0)) $$;
    ALTER ROLE gamebase SET search_path = lies, pg_catalog;
"""


def lie(server):
    """From now on the database can say of its release and its clock what is not so: nothing else makes a server old."""
    server.psql(LIES)


def tell(server, name, value):
    server.psql("INSERT INTO lies.told VALUES ('%s', '%s')" % (name, value))


def settled(operator):
    """The workers have found the database again."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if '"ready": true' in operator.run("status", "--json", status=None).stdout:
            return
        time.sleep(0.2)


class Ward:
    """A server with two apps, in which faults are planted one after the other."""

    def __init__(self, context, it, files):
        self.it, self.files, self.more, self.found = it, files, [], set()
        self.operator = of(context, it)
        self.second = os.path.join(it.folder, "apps", "Second", "gamebase.db")

    def plant(self, name, plant):
        plant()
        self.found.add(name)
        same(faults(self.operator, self.it, self.files, *self.more), sorted(self.found), "what is found after %s" % name)

    def change(self, **changes):
        """Settings of the second app."""
        console = self.it.console(app="Second")
        value = console.well("console.saveSettings")["settings"]
        for part, members in changes.items():
            value[part] = {**(value.get(part) or {}), **members} if isinstance(members, dict) else members
        console.well("console.loadSettings", {"settings": value}, wire.new_key())

    def lose(self):
        """Lines of the ledger go, by somebody who writes beside the service."""
        it = self.it
        it.player().log_in().buy()
        it.stop()
        path = os.path.join(it.folder, "apps", wire.APP, "gamebase.db")
        with sqlite3.connect(path) as database:
            database.execute("DROP TRIGGER ledger_no_DELETE")
            database.execute("DELETE FROM ledger")
        database.close()
        os.remove(path + ".mark")
        it.start()
        self.operator.environment["GAMEBASE_SERVICE_URL"] = "http://127.0.0.1:%d" % it.port

    def take(self):
        """A store took money that fits no payment."""
        it = self.it
        it.stop()
        path = os.path.join(it.folder, "apps", wire.APP, "gamebase.db")
        with sqlite3.connect(path) as database:
            database.execute(
                "INSERT INTO unmatched_money (payment_seq, reason, store_code, store_transaction_id, user_id, captured_amount,"
                " captured_currency, reported_date, order_key) VALUES ('WEB t-1', 'no order', 'WEB', 't-1', 'U', '4.99', 'USD', ?, 'o-1')",
                (int(time.time() * 1000),))
        database.close()
        os.remove(path + ".mark")
        it.start()
        self.operator.environment["GAMEBASE_SERVICE_URL"] = "http://127.0.0.1:%d" % it.port
        for words in (("payments", "list", "--unmatched"), ("payments", "find", "o-1"), ("payments", "find", "WEB t-1")):
            has(self.operator.ask(*words, "--app", wire.APP), "4.99")

    def edit(self):
        with open(self.files[1], "a") as file:
            file.write("\n")

    def rewrite(self, part, **members):
        """Settings of the second app, from before such were refused."""
        it = self.it
        it.stop()
        with sqlite3.connect(self.second) as database:
            text, = database.execute("SELECT value FROM service_state WHERE name = 'settings'").fetchone()
            value = json.loads(text)
            value[part] = {**(value.get(part) or {}), **members}
            database.execute("UPDATE service_state SET value = ? WHERE name = 'settings'", [json.dumps(value)])
        database.close()
        os.remove(self.second + ".mark")
        it.start()
        self.operator.environment["GAMEBASE_SERVICE_URL"] = "http://127.0.0.1:%d" % it.port

    def end_people(self):
        """A newer gamebased has been here."""
        it, path = self.it, os.path.join(self.it.folder, "console.db")
        it.stop()
        with sqlite3.connect(path) as database:
            database.execute("INSERT INTO schema_version (version) VALUES (9999)")
        database.close()
        os.remove(path + ".mark")
        it.start()
        self.operator.environment["GAMEBASE_SERVICE_URL"] = "http://127.0.0.1:%d" % it.port

    def key(self):
        return self.it.console().well("console.saveSettings")["settings"]["ncmb"]["applicationKey"]


# By a key that no server has.
SEALED = "sealed1.00000000." + "A" * 60


def from_before(context):
    """What servers of before took, and this one refuses, is found where it is."""
    files = [healthy(context), healthy(context, "Second", ncmb={"applicationKey": "the-second-key-of-all"})]
    with service.server(context, console=files) as it:
        ward = Ward(context, it, files)
        ward.rewrite("ncmb", applicationKey=ward.key(), clientKey=SEALED)
        found = faults(ward.operator, it, files)
        same(("sharedKey" in found, "secretClosed" in found), (True, True), "whether a key of two apps is found, and one that nobody opens")
        ward.rewrite("mail", host="mail.example.com", user="u", password=SEALED, **{"from": "a@example.com"}, baseUrl="https://example.com")
        same(faults(ward.operator, it, files).count("secretClosed"), 2, "whether a password that nobody opens is found, too")
        same('"secretsClosed","app":"Second","secrets":["$.ncmb.clientKey","$.mail.password"]' in it.logged().replace(" ", ""), True,
             "whether the log tells of both")
        ward.end_people()
        same("peopleNotServed" in faults(ward.operator, it, files), True, "whether people who cannot be looked up are missed")
        ward.rewrite("app", typeCode="REAL", iapAppKey="quickstart-iap-key")
        same("weakSecret" in faults(ward.operator, it, files), True, "whether a secret that everybody knows is found")
        same('"weakSecrets","app":"Second"' in it.logged().replace(" ", ""), True, "whether the log tells of it")


def planted(context):
    """Each fault is planted and found, beside those that were planted before it."""
    files = [healthy(context, ncmb={"applicationKey": "the-first-key-of-all"}),
             healthy(context, "Second", ncmb={"applicationKey": "the-second-key-of-all", "clientKey": "the-second-client-key"})]
    with service.server(context, console=files) as it:
        ward = Ward(context, it, files)
        for app in (wire.APP, "Second"):
            ward.operator.ask("backup", "--app", app)
        ward.operator.ask("doctor", "--data", it.folder, "--console", files[0], "--console", files[1])
        key = os.path.join(it.folder, "operator.key")
        with open(key, "w") as file:
            file.write(wire.KEY)
        os.chmod(key, 0o600)
        for name, plant in (
                ("ledgerUnsound", ward.lose),
                ("unmatchedMoney", ward.take),
                ("keyReadable", lambda: os.chmod(key, 0o644)),
                ("folderOpen", lambda: os.chmod(it.folder, 0o755)),
                ("storeReadable", lambda: os.chmod(ward.second, 0o644)),
                ("diskFull", lambda: ward.more.extend(["--least-free", str(1 << 62)])),
                ("settingsNotLoaded", ward.edit),
                ("noBackup", lambda: shutil.rmtree(os.path.join(it.folder, "backups", "Second"))),
                # The clock of a SANDBOX app can be moved.
                ("clockOff", lambda: it.console().well("console.advanceClock", {"milliseconds": 60_000}, wire.new_key())),
                ("noSecretKey", lambda: ward.change(app={"secretKey": None})),
                ("noProducts", lambda: ward.change(products=[])),
                ("maintenance", lambda: ward.change(maintenance={"message": "m"})),
                # A REAL app's users forget passwords, too.
                ("noStore", lambda: (ward.found.add("noMail"), ward.change(app={"typeCode": "REAL", "secretKey": None})))):
            ward.plant(name, plant)
        it.stop()
        left = faults(ward.operator, it, files, *ward.more)
        same("unreachable" in left and "ledgerUnsound" not in left, True, "what is found of a server that has ended")
    return "%d faults" % (len(ward.found) + 1)

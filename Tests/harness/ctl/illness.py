"""gamebasectl doctor: what is wrong is found and named, and nothing else is."""
import json
import os
import shutil
import sqlite3

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

    def edit(self):
        with open(self.files[1], "a") as file:
            file.write("\n")

    def key(self):
        return self.it.console().well("console.saveSettings")["settings"]["ncmb"]["applicationKey"]


def planted(context):
    """Each fault is planted and found, beside those that were planted before it."""
    files = [healthy(context), healthy(context, "Second", ncmb={"applicationKey": "the-second-key-of-all"})]
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
                ("keyReadable", lambda: os.chmod(key, 0o644)),
                ("folderOpen", lambda: os.chmod(it.folder, 0o755)),
                ("storeReadable", lambda: os.chmod(ward.second, 0o644)),
                ("diskFull", lambda: ward.more.extend(["--least-free", str(1 << 62)])),
                ("settingsNotLoaded", ward.edit),
                ("noBackup", lambda: shutil.rmtree(os.path.join(it.folder, "backups", "Second"))),
                # The clock of a SANDBOX app can be moved.
                ("clockOff", lambda: it.console().well("console.advanceClock", {"milliseconds": 60_000}, wire.new_key())),
                ("noSecretKey", lambda: ward.change(app={"secretKey": None})),
                ("sharedKey", lambda: ward.change(ncmb={"applicationKey": ward.key()})),
                ("noProducts", lambda: ward.change(products=[])),
                ("maintenance", lambda: ward.change(maintenance={"message": "m"})),
                ("sandboxOpen", lambda: ward.change(app={"typeCode": "REAL", "secretKey": None}))):
            ward.plant(name, plant)
        it.stop()
        left = faults(ward.operator, it, files, *ward.more)
        same("unreachable" in left and "ledgerUnsound" not in left, True, "what is found of a server that has ended")
    return "%d faults" % (len(ward.found) + 1)

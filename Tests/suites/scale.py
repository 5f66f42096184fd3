"""The console over a store of a million members: what its views ask for is answered at once, and players do not feel it. Long, so it is
played by `make torture` alone; SCALE=n plays it with n times the players of the demo."""
import glob
import json
import os
import shutil
import subprocess
import time

from harness import postgres, series
from harness.browser import hall, screen, views
from harness.runner import Failure, Test
from harness.server import demo, load, people, service, wire
from harness.server.multiply import multiply

TIMES = series.length("SCALE", 0, 50)
PLAYERS, SECRET, PRODUCT = 64, "scale-secret", "gem_100"
WARM_SECONDS, ALONE_SECONDS = 8, 15
ANSWER_SECONDS_MAX, SHARE_MAX = 0.3, 1.2
# Numbers that go on, and what ends a session.
LEFT_OUT = ("live", "stream", "log-out")


def settings(context):
    """Those of the demo, in the app that the page's tests open, with what the players of a load buy."""
    with open(context.path(demo.DEMO), encoding="utf-8") as file:
        value = json.load(file)
    value["app"].update(appId=wire.APP, secretKey=SECRET)
    value["products"].append({"gamebaseProductId": PRODUCT, "itemName": "Gems", "productType": "CONSUMABLE", "storeCode": "SANDBOX",
                              "marketItemId": "market.gem_100", "price": "0.99", "currency": "USD", "active": True, "itemSeq": 900})
    path = os.path.join(context.directory("settings"), "console.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)
    return path


def asked(context, it, ada):
    """What each view asks the server for, by the browser's own account: {name: [(path, form or None)]}."""
    driver, found = screen.start(context), {}
    try:
        shown = screen.Screen(driver, it.port, "ada").come_in(ada)
        for name, view, args, query in views.every(context, it):
            if view == "data" and args:
                continue
            driver.get_log("performance")
            shown.go(view, *args, **query)
            for entry in driver.get_log("performance"):
                message = json.loads(entry["message"])["message"]
                request = message["params"].get("request", {}) if message["method"] == "Network.requestWillBeSent" else {}
                path = request.get("url", "").partition("/console/api/")[2]
                if path and not any(part in path for part in LEFT_OUT):
                    form = request.get("postData")
                    found.setdefault(name, []).append((path, form and json.loads(form)))
    finally:
        driver.quit()
    return found


def answered(ada, requests):
    """(seconds, view, path, what was asked) of each, the slowest first."""
    rows = []
    for name, each in requests.items():
        for path, form in each:
            began = time.monotonic()
            answer = ada.call("api/" + path, form, {"Idempotency-Key": wire.new_key()} if form is not None else None)
            rows.append((time.monotonic() - began, name, path, form))
            if answer.status != 200:
                raise Failure("%s: %s was answered with %d" % (name, path, answer.status))
    return sorted(rows, key=lambda row: -row[0])


class Buyers(load.Load):
    """A load that keeps how long each request for a purchase took."""

    def __init__(self, *given):
        super().__init__(*given)
        self.seconds = []
        for player in self.players:
            player.ask = self.timed(player.ask)

    def timed(self, ask):
        def asking(name, *given, **more):
            began = time.monotonic()
            body = ask(name, *given, **more)
            if name.startswith(("purchase.", "store.")):
                self.seconds.append(time.monotonic() - began)
            return body
        return asking

    def slowest(self):
        """99 of 100 were faster, since it was asked last."""
        found, self.seconds = sorted(self.seconds), []
        return found[len(found) * 99 // 100]


def filled(context, file):
    """A data directory with the demo's month, so many times as large; and how many rows its tables have."""
    folder = os.path.join(context.directory("scale"), "data")
    first = wire.Process(service.program(context), folder, [file], ["--demo"])
    first.start_seconds = demo.Month.start_seconds
    with first:
        # Sums that wait are added up.
        first.console().well("console.report", {"activeInLastDay": False})
        first.stop()
    sizes = multiply(os.path.join(folder, "apps", wire.APP, "gamebase.db"), TIMES)
    # The first administrator is made by a new link.
    for path in glob.glob(os.path.join(folder, "console.db*")):
        os.remove(path)
    return folder, sizes


def looked_at(context, it):
    """Each view, alone and beside players who buy; and how long these wait for a purchase without it and with it."""
    ada = people.administrator(it)
    requests = asked(context, it, ada)
    alone = answered(ada, requests)
    with Buyers([it.port], wire.APP, SECRET, PLAYERS) as loaded:
        time.sleep(WARM_SECONDS)
        loaded.seconds = []
        time.sleep(ALONE_SECONDS)
        before = loaded.slowest()
        beside = answered(ada, requests)
        after = loaded.slowest()
        loaded.refuse_failures()
    it.stop()
    said = "%d requests: at most %.3f s (%s), %.3f s beside players (%s); p99 of purchases %.4f, %.4f s" % (
        len(alone), *alone[0][:2], *beside[0][:2], before, after)
    if beside[0][0] > ANSWER_SECONDS_MAX or after > SHARE_MAX * before:
        raise Failure(said)
    return said


def within(context):
    file = settings(context)
    folder, sizes = filled(context, file)
    with wire.Process(service.program(context), folder, [file], hall.OPTIONS) as it:
        return told(sizes) + looked_at(context, it)


def shared(context):
    """The same store, moved to a PostgreSQL whose statistics have caught up."""
    file = settings(context)
    folder, sizes = filled(context, file)
    with postgres.Server() as database:
        moved = subprocess.run([service.program(context), "move", "--from", folder, "--to", database.url], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if moved.returncode:
            raise Failure("the store cannot be moved: " + moved.stdout[-1500:])
        shutil.rmtree(folder)
        database.psql("ANALYZE")
        place = os.path.join(context.directory("shared"), "data")
        with wire.Process(service.program(context), place, [file], [*hall.OPTIONS, "--database", database.url]) as it:
            return told(sizes) + looked_at(context, it)


def told(sizes):
    return "%d members, %d events, %d payments; " % tuple(sizes[table] for table in ("members", "analytics_events", "payments"))


def tests(context):
    if not TIMES:
        return []
    return [Test("over %d times the demo's players in %s each view is answered within 300 ms while %d play, and purchases stay as fast" % (
        TIMES, home, PLAYERS), viewed, alone=True) for home, viewed in (("SQLite", within), ("PostgreSQL", shared))]

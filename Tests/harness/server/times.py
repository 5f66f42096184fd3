"""Two gamebased on one PostgreSQL, whose machines' clocks are ten minutes apart: whatever has a date happens when the database's clock
shows it, once, and is counted right."""
import contextlib
import json
import os
import threading
import time

from harness import postgres
from harness.clocks import Clock
from harness.server import service, wire
from harness.server.service import eventually, same

APART = 300
DEVICES, PUSHES, THREADS = 2_000, 6, 4
SECONDS = 150
# As the service has them.
TICKET_SECONDS, FORCING_SECONDS = 10, 300


@contextlib.contextmanager
def pair(context, options=(), **changes):
    """The slow server and the fast one, their database, and their clocks."""
    with open(context.path(service.CONSOLE)) as file:
        wanted = {**json.load(file), **changes}
    limits = [word for name in ("player", "login", "app") for word in ("--limit", name + "=off")]
    with postgres.Server() as database:
        clocks = [Clock(context, seconds) for seconds in (-APART, APART)]
        servers = [wire.Process(service.program(context), os.path.join(context.directory("server"), "data"), (),
                                ["--database", database.url, *limits, *options], environment=clock.environment) for clock in clocks]
        with servers[0] as slow, servers[1] as fast:
            slow.console().well("console.loadSettings", {"settings": wanted}, wire.new_key())
            eventually(lambda: fast.player().ask("launching.getServerTime").status == 200, "the other server finds the app")
            yield slow, fast, database, clocks


def rows(database, query):
    """Of the one app's schema."""
    schema = database.psql("SELECT table_schema FROM information_schema.tables WHERE table_name = 'push_jobs'")
    return database.psql("SET search_path TO %s; %s" % (schema, query)).split("\n")[-1]


def together(tasks):
    """All at once; the first failure is the test's."""
    wrong = []

    def play(task):
        try:
            task()
        except Exception as error:  # pylint: disable=broad-except
            wrong.append(error)
    threads = [threading.Thread(target=play, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        raise wrong[0]


def create(caller, class_name, fields):
    return caller.well("objects.create", {"className": class_name, "fields": fields}, wire.new_key())["answer"]["objectId"]


def push_of(it, push):
    return it.player().well("objects.get", {"className": "push", "objectId": push})["answer"]


def installed(slow, fast, count):
    def some(place):
        caller = (slow, fast)[place % 2].player()
        for number in range(place, count, THREADS):
            create(caller, "installation", {"deviceToken": "device-%d" % number, "deviceType": "ios"})
    together([lambda place=place: some(place) for place in range(THREADS)])


def pushes(context):
    """Several pushes begun at both servers at once, each for thousands of devices; and one for later, made by each server."""
    with pair(context) as (slow, fast, database, _):
        installed(slow, fast, DEVICES)
        begun = []
        together([lambda it=it: begun.extend(create(it.player(), "push", {"message": "m", "target": ["ios"]})
                                             for _ in range(PUSHES // 2)) for it in (slow, fast)])
        later = []
        for it in (slow, fast):
            date = time.time() + 20
            text = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(date)) + ".000Z"
            later.append((create(it.player(), "push", {"message": "later", "target": ["ios"],
                                                        "deliveryTime": {"__type": "Date", "iso": text}}), int(date)))
        for push in begun:
            eventually(lambda: push_of(fast, push)["status"] == 2, "a push is sent", SECONDS)
        for push, date in later:
            status = push_of(slow, push)["status"]
            same(status == 0 or time.time() >= date, True, "whether a push of later is sent later")
        for push, date in later:
            eventually(lambda: push_of(slow, push)["status"] == 2, "a push of later is sent", SECONDS)
            same(time.time() >= date, True, "whether it was sent when its time had come")
        for push in begun + [push for push, _ in later]:
            found = push_of(slow, push)
            same((found["deliveryPlanNumber"], found["deliveryNumber"]), (DEVICES, DEVICES), "what a push counts")
        waiting = rows(database, "SELECT COUNT(*) || ' ' || COUNT(DISTINCT seq) || ' ' || COUNT(DISTINCT installation_id) "
                                 "FROM installation_waiting")
        count = PUSHES + len(later)
        same(waiting, "%d %d %d" % (count * DEVICES, count, DEVICES), "what waits for devices: rows, pushes, devices")
        same(rows(database, "SELECT COUNT(*) FROM push_jobs"), "0", "pushes that are left")
    return "%d pushes x %d devices" % (count, DEVICES)


def campaigns(context):
    """The console's pushes, begun at both servers at once: each player has each once, and the report counts them so."""
    with pair(context) as (slow, fast, database, _):
        players = []
        for number in range(60):
            player = (slow, fast)[number % 2].player().log_in()
            player.well("push.register", {"deviceKey": "device-%d" % number, "pushEnabled": True}, wire.new_key())
            players.append((player, "device-%d" % number))
        sent = []
        together([lambda it=it: sent.extend(it.console().well("console.sendPush", {"title": "t"}, wire.new_key())["messageId"]
                                            for _ in range(PUSHES)) for it in (slow, fast)])
        date = int(time.time() * 1000) + 3_000
        sent += [it.console().well("console.sendPush", {"title": "later", "sendDate": date}, wire.new_key())["messageId"]
                 for it in (slow, fast)]

        def report():
            found = {push["messageId"]: push for push in slow.console().well("console.report")["pushes"]}
            return [found[message] for message in sent]
        while any(push["state"] == "SENT" for push in report()[-2:]) is False and time.time() * 1000 < date:
            pass
        same(time.time() * 1000 >= date, True, "whether a push of later waits for its date")
        eventually(lambda: all(push["state"] == "SENT" for push in report()), "all are sent", SECONDS)
        same([push["accepted"] for push in report()], [len(players)] * len(sent), "whom each reached, as the report counts")
        waiting = rows(database, "SELECT COUNT(*) || ' ' || COUNT(DISTINCT seq) || ' ' || COUNT(DISTINCT user_id) FROM push_waiting")
        same(waiting, "%d %d %d" % (len(sent) * len(players), len(sent), len(players)), "what waits: rows, pushes, players")


def tickets(context):
    """A ticket is good at both servers from its birth on, and at neither for longer than it is good."""
    access = {"wire": "gamebase", "appId": wire.APP, "key": "quickstart-secret"}
    service_desk = {"type": "GAMEBASE", "url": "https://example.com/support"}
    with pair(context, customerService=service_desk, idPs={"guest": {}, "google": {}}) as (slow, fast, _, _):
        def verify(it, player, found):
            return wire.Caller(it.port, "server").ask("server.verifyTicket", {
                "access": access, "body": {"userId": player.user, "ticket": found["ticket"], "purpose": found["purpose"]}},
                wire.new_key()).code
        late = []
        for one, other in ((slow, fast), (fast, slow)):
            player = one.player().log_in()
            late.append((other, player, player.well("contact.prepare"), time.time()))
            same(verify(other, player, player.well("contact.prepare")), 0, "a ticket that the other server has issued")
            now = time.time()
            mine, its = one.player().log_in(), other.player().log_in()
            google = {"idPInfo": {"idPCode": "google", "accessToken": "google-token-" + mine.user}}
            mine.well("gateway.addMapping", {"userId": mine.user, **google}, wire.new_key())
            refused = its.ask("gateway.addMapping", {"userId": its.user, **google}, wire.new_key())
            ticket = refused.body["forcingMappingTicket"]
            same(abs(ticket["expirationDate"] / 1000 - now - FORCING_SECONDS) < 5, True, "when a ticket ends: %r" % ticket)
            forced = one.player(token=its.token).ask("gateway.addMappingForcibly", {
                "userId": its.user, "forcingMappingKey": ticket["forcingMappingKey"], "mappedUserId": ticket["mappedUserId"],
                "tokenInfo": {"idPCode": ticket["idPCode"], "accessToken": ticket["accessToken"]}}, wire.new_key())
            same(forced.code, 0, "a ticket for a mapping, at the other server: %r" % forced)
        for other, player, found, issued in late:
            while time.time() < issued + TICKET_SECONDS + 1:
                time.sleep(0.2)
            same(verify(other, player, found) == 0, False, "whether a ticket is good after its end")


def periods(context):
    """One period that was paid is one period, whoever asks where; and none is booked before its time."""
    with open(context.path(service.CONSOLE)) as file:
        products = json.load(file)["products"]
    products.append({"gamebaseProductId": "crate", "productType": "CONSUMABLE_AUTO_RENEWABLE", "storeCode": "SANDBOX",
                     "marketItemId": "quickstart.crate", "price": "2.50", "currency": "USD", "subscriptionPeriodMilliseconds": 60_000})
    with pair(context, products=products) as (slow, fast, database, _):
        for one, other in ((slow, fast), (fast, slow)):
            player = one.player().log_in()
            began = time.time()
            player.buy("crate")
            elsewhere = other.player(token=player.token)

            def paid():
                return int(rows(database, "SELECT COUNT(*) FROM payments WHERE user_id = '%s'" % player.user))
            for _ in range(5):
                together([lambda it=it: it.well("purchase.activated", {"storeCode": "SANDBOX"}) for it in (elsewhere, player)])
            seconds = time.time() - began
            same(paid() <= 1 + int(seconds // 60), True, "periods that are booked in %d s: %d" % (seconds, paid()))


def ready(context):
    """A server whose machine is more than two seconds off the database is not ready, and says why to who runs it; it serves all the
    same."""
    with pair(context) as (slow, fast, _, clocks):
        for it, clock, word in ((slow, clocks[0], "behind"), (fast, clocks[1], "ahead of")):
            answer = wire.get(it.port, "/ready")
            same((answer.status, answer.text.split("\n")[0], " ms %s the database's" % word in answer.text),
                 (503, "the clock is off", True), "readiness of a server that is off: %r" % answer)
            same("database's" in wire.get(it.port, "/ready", {"X-Forwarded-For": "192.0.2.1"}).text, False, "what a stranger is told")
            same(wire.get(it.port, "/health").status, 200, "health")
            it.player().log_in().buy()
            for seconds, status in ((0, 200), (3, 503), (-3, 503), (1, 200)):
                clock.set(seconds)
                same(wire.get(it.port, "/ready").status, status, "readiness with a clock that is %d s off" % seconds)
    with pair(context, options=["--clock-off", "off"]) as (slow, fast, _, _):
        same([wire.get(it.port, "/ready").status for it in (slow, fast)], [200, 200], "readiness with --clock-off off")

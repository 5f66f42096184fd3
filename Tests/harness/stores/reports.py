"""Reports of stores that are long, crowded or damaged: whatever is bad, every good row is entered within a bounded number of rounds."""
import os
import random
import shutil
import subprocess
import time

from harness import postgres, series
from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same
from harness.stores import shop
from harness.stores.checkout import Checkout
from harness.stores.orders import round_of
from harness.stores.steam import Steam

SEED = series.seed(20261126)
ROUNDS = 12
# The overlap of two rounds is two minutes: rows are so far apart that it hides nothing.
APART = 10 * 60


class Story:
    """A player whose orders are paid while nobody tells the server, at times of the store's own."""

    def __init__(self, it, store):
        self.it, self.store, self.player, self.orders = it, store, it.player().log_in(), []

    def begin(self, count):
        """Orders that wait for their player."""
        made = [shop.begun(self.player, self.store) for _ in range(count)]
        self.orders += made
        return made

    def back(self, pair, seconds):
        self.store.clock = lambda: seconds
        if isinstance(self.store, Steam):
            with self.store.lock:
                self.store.set(pair[1], "Chargedback")
        else:
            self.store.dispute(pair[1]["payment_intent"])
        self.store.clock = time.time

    def states(self):
        """By the payment's number."""
        payments = self.it.console().well("console.payments", {"userId": self.player.user})["payments"]
        return {payment["paymentSeq"]: payment["state"] for payment in payments}

    def granted(self):
        return [pair for pair in self.orders if self.states().get(pair[0]["paymentSeq"]) == "UNCONSUMED"]


def paid_before(story, pairs):
    """Paid, granted and known two days ago, so that only what the report says of them afterwards is news.
    Returns the time of the store from which on there is news."""
    now = int(time.time()) - 2 * 86_400
    story.store.clock = lambda: now
    for pair in pairs:
        story.store.pay(pair[1])
        same(shop.poll(story.player, story.store, pair[0])["status"], "PAID", "an order that its player looks after")
    story.store.clock = time.time
    round_of(story.it)
    return now


def rounds_until(it, condition, most, what):
    for number in range(1, most + 1):
        round_of(it)
        if condition():
            return number
    raise Failure("after %d rounds not so: %s; the log says\n%s" % (most, what, it.logged()[-2000:]))


def aside(it):
    return {row["name"]: row for row in it.console().well("console.report")["storeRows"]}


def there_again(database, it):
    database.start()
    service.eventually(lambda: wire.get(it.port, "/ready").status == 200, "the database is there again", 30)


def taken_over(context):
    """A standby takes over that lacks what the last round has entered: the next one enters it, though it has read it before."""
    with postgres.Server() as database, Checkout() as web, shop.server(context, web, options=["--database", database.url]) as it:
        story = Story(it, web)
        pair, = story.begin(1)
        now = paid_before(story, [pair])
        standby = database.data + ".standby"
        database.stop()
        subprocess.run(["cp", "-a", database.data, standby], check=True)
        there_again(database, it)
        story.back(pair, now + APART)
        rounds_until(it, lambda: not story.granted(), 2, "the chargeback is entered")
        database.stop()
        shutil.rmtree(database.data)
        os.rename(standby, database.data)
        there_again(database, it)
        same(len(story.granted()), 1, "what the standby knows to be granted")
        rounds_until(it, lambda: not story.granted(), 2, "the chargeback is entered again")
        same(it.console().well("console.checkLedger")["sound"], True, "the ledger")


def long(context):
    """More than 50 pages of events about nothing of ours lie over one chargeback."""
    with Checkout() as web, shop.server(context, web) as it:
        story = Story(it, web)
        pair, = story.begin(1)
        now = paid_before(story, [pair])
        web.events.clear()
        story.back(pair, now + APART)
        count = 7_300
        for number in range(count):
            web.clock = lambda: now + 2 * APART + number
            web.tell("charge.refunded", {"object": "charge", "id": "ch_of_others", "payment_intent": None})
        taken = rounds_until(it, lambda: not story.granted(), 3, "a chargeback under %d events is entered" % count)
        same(taken > 1, True, "whether one round was too short for it")
        web.asked = []
        web.rude = lambda method, path: web.asked.append(path)
        round_of(it)
        same(len([path for path in web.asked if path == "/v1/events"]) < 10, True, "whether what was read is not read again")
        shop.sound(it)
    return "%d rounds" % taken


def crowded(context):
    """More sales in one second than a page has, and than the store tells: what is behind them is entered, and the second is named."""
    with Steam() as valve, shop.server(context, valve) as it:
        story = Story(it, valve)
        first, second = story.begin(2)
        now = paid_before(story, [first, second])
        crowd(valve, "1", now + APART, 1_300)
        story.back(first, now + 2 * APART)
        rounds_until(it, lambda: len(story.granted()) == 1, 3, "a chargeback behind 1,300 sales of one second is entered")
        same(aside(it), {}, "what is put aside of a second that could be read")
        valve.rows_max = 1_000
        crowd(valve, "2", now + 3 * APART, 1_300)
        story.back(second, now + 4 * APART)
        rounds_until(it, lambda: not story.granted(), 3, "a chargeback behind a second that the store does not tell whole is entered")
        same([row["kind"] for row in aside(it).values()], ["REPORT"], "what is put aside of a second that could not be read whole")
        shop.sound(it)


def crowd(valve, name, seconds, count):
    valve.clock = lambda: seconds
    with valve.lock:
        for number in range(count):
            key = "9%s%06d" % (name, number)
            valve.orders[key] = {"orderid": key, "transid": key, "steamid": "1", "status": "Failed", "currency": "USD",
                                 "time": valve.stamp(), "items": []}
    valve.clock = time.time


def damaged(context):
    """At random places of a report: orders that cannot be shown, rows without a name, pages that cannot be read."""
    chance, told = random.Random(SEED), []
    for make in (Checkout, Steam):
        with make() as store, shop.server(context, store) as it:
            story = Story(it, store)
            pairs = story.begin(9)
            now = paid_before(story, pairs)
            if isinstance(store, Checkout):
                store.events.clear()
            for place, pair in enumerate(pairs):
                story.back(pair, now + (1 + place) * APART)
            kinds = [damage_shown, damage_name, damage_page]
            chance.shuffle(kinds)
            bad = chance.sample(range(len(pairs)), len(kinds))
            named = [damage(store, pairs[place]) for damage, place in zip(kinds, bad)]
            good = [pair for place, pair in enumerate(pairs) if place not in bad]
            states = lambda wanted: all(story.states()[pair[0]["paymentSeq"]] == "REFUNDED" for pair in wanted)
            what = "every good row of %s is entered beside bad ones at %r (seed %d)" % (store.code, bad, SEED)
            told.append(rounds_until(it, lambda: states(good), ROUNDS, what))
            found, logged = aside(it), it.logged()
            for name in named:
                if name and (name not in found or name not in logged):
                    raise Failure("%s is not named: %r" % (name, found))
            count = wire.get(it.port, "/metrics").text.split('gamebased_store_rows_aside{app="%s",store="%s"} ' % (wire.APP, store.code))[1]
            same(int(count.split()[0]), len(found), "the gauge of what is aside")
            for mend in (store.broken, store.unreadable):
                mend.clear()
            shown = [pairs[place] for damage, place in zip(kinds, bad) if damage is not damage_name]
            rounds_until(it, lambda: states(shown), ROUNDS, "what was put aside at %s is entered when it is well" % store.code)
            same([row["kind"] for row in aside(it).values() if row["kind"] != "ROW"], [], "what is aside then")
            shop.sound(it)
    return "%r rounds" % told


def damage_shown(store, pair):
    """The store does not show the order. It is named by the store's name of the money, or of the order."""
    name = pair[1]["id"] if isinstance(store, Checkout) else pair[1]["orderid"]
    store.broken.add(name)
    return pair[1]["payment_intent"] if isinstance(store, Checkout) else name


def damage_name(store, pair):
    """The row says not of what it is."""
    if isinstance(store, Steam):
        # The order itself is whole.
        store.orders["x" + pair[1]["orderid"]] = store.orders.pop(pair[1]["orderid"])
        pair[1]["orderid"] = None
        return None
    event = event_of(store, pair)
    event["data"] = {}
    return event["id"]


def damage_page(store, pair):
    """The row makes unreadable what stands beside it."""
    store.unreadable.add(event_of(store, pair)["id"] if isinstance(store, Checkout) else pair[1]["orderid"])
    return None


def event_of(store, pair):
    return next(e for e in store.events if e["data"].get("object", {}).get("payment_intent") == pair[1]["payment_intent"])

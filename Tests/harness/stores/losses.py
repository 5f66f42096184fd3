"""gamebased is killed at random moments, stores are rude at random, webhooks come when they like: 0 lost, 0 doubled, 0 granted unpaid."""
import http.client
import random
import threading
import time

from harness import series
from harness.runner import Failure
from harness.server import wire
from harness.server.service import same
from harness.stores import manners, shop
from harness.stores.checkout import Checkout, deliver
from harness.stores.steam import Steam

KILLS = series.length("STOREKILLS", 8, 400)
SEED = series.seed(20261124)
BUYERS = 4
MANNERS = [("status", 500), ("status", 502), ("lose", None), ("drop", None), ("cut", 30), ("garbage", None), ("late", 0.2)]


class Buyer(threading.Thread):
    """Buys, pays, is impatient and goes; a few orders get their money back."""

    def __init__(self, it, player, stores, seed, problems):
        super().__init__()
        self.it, self.token, self.user, self.stores, self.problems = it, player.token, player.user, stores, problems
        self.chance, self.stopping, self.orders = random.Random(seed), False, 0
        self.caller = None

    def ask(self, name, parameters, patience=60):
        """The body of an answer; nil when none came, or it was no success."""
        began = time.monotonic()
        while not self.stopping or name == "purchase.reserve":
            try:
                if self.caller is None or self.caller.port != self.it.port:
                    self.caller = self.it.player(token=self.token)
                answer = self.caller.ask(name, parameters)
                if answer.status == 200:
                    return answer.body if answer.code == 0 else None
                if answer.status == 503 and patience < 60:
                    return None
            except (OSError, http.client.HTTPException, TypeError, AttributeError):
                self.caller = None
            if time.monotonic() - began > patience:
                return None
            time.sleep(0.01)
        return None

    def webhook(self, event):
        try:
            deliver(self.it.port, event)
        except (OSError, http.client.HTTPException, TypeError):
            pass

    def run(self):
        try:
            while not self.stopping:
                self.buy(self.chance.choice(self.stores))
        except Exception as error:  # Told by the test's own thread.
            self.problems.append("%s: %r" % (type(error).__name__, error))

    def buy(self, store):
        wish = {"requestId": wire.new_key(), "storeCode": store.code, "marketItemId": self.chance.choice(shop.PRODUCTS)[0]}
        reserved = self.ask("purchase.reserve", wish)
        if reserved is None:
            return
        self.orders += 1
        self.ask("store.poll", shop.asking(store, reserved), patience=1)
        for found in store.of(reserved["orderKey"]):
            if self.chance.random() < 0.8:
                event = store.pay(found)
                if event and self.chance.random() < 0.5:
                    self.webhook(event)
                if self.chance.random() < 0.1 and isinstance(store, Checkout) and found["payment_intent"]:
                    back = store.refund(found["payment_intent"])
                    if self.chance.random() < 0.5:
                        self.webhook(back)
        # Half of them do not wait for what comes of it.
        for _ in range(self.chance.choice((0, 0, 1, 2))):
            told = self.ask("store.poll", shop.asking(store, reserved, begins=False), patience=1)
            if told and told["status"] == "PAID":
                self.ask("purchase.report", {"paymentSeq": reserved["paymentSeq"], "storeCode": store.code, **told}, patience=1)


def killed(context):
    chance, problems = random.Random(SEED), []
    with Checkout() as web, Steam() as valve, shop.server(context, web, valve, reconcile=1) as it:
        for store in (web, valve):
            store.rude = lambda method, path: chance.choice(MANNERS) if chance.random() < 0.15 else None
        players = [it.player().log_in() for _ in range(BUYERS)]
        buyers = [Buyer(it, player, (web, valve), SEED + number, problems) for number, player in enumerate(players)]
        for buyer in buyers:
            buyer.start()
        for _ in range(KILLS):
            time.sleep(chance.uniform(0.1, 0.7))
            it.kill()
            it.start()
            if problems:
                break
        time.sleep(0.5)
        for buyer in buyers:
            buyer.stopping = True
        for buyer in buyers:
            buyer.join()
        if problems:
            raise Failure("seed %d: %s" % (SEED, "\n".join(problems)))
        for store in (web, valve):
            store.rude = lambda method, path: None
        again = [manners.known(it, player) for player in players]
        count = []

        def whole():
            try:
                count[:] = [shop.balanced(it, again, web, valve)]
                return True
            except Failure as failure:
                count[:] = [failure]
                return False
        deadline = time.monotonic() + 60
        # What was approved at Steam and left behind is captured by the round, or is not paid.
        while not whole() and time.monotonic() < deadline:
            time.sleep(0.5)
        if isinstance(count[0], Failure):
            raise Failure("seed %d: a minute after the end: %s" % (SEED, count[0]))
        same(len(set(valve.finalized)), len(valve.finalized), "orders of Steam that were taken twice")
        if count[0] < KILLS:
            raise Failure("only %d paid orders between %d kills" % (count[0], KILLS))
    return "%d kills, %d orders, %d paid: 0 lost, 0 doubled, 0 granted unpaid" % (KILLS, sum(b.orders for b in buyers), count[0])


def cut(context):
    """A client that goes behind any byte of its question or of its answer, over both stores."""
    from harness.server.losses import bytes_of, cut_answer, cut_request
    with Checkout() as web, Steam() as valve, shop.server(context, web, valve, reconcile=1) as it:
        player, count = it.player().log_in(), 0
        for store in (web, valve):
            for number, step in enumerate(range(0, 400, series.length("STORECUTS", 57, 7))):
                reserved = shop.reserve(player, store)
                data = bytes_of("store.poll", shop.asking(store, reserved), wire.new_key(), player.token)
                if number % 2:
                    cut_request(it.port, data, step, hard=number % 4 == 1)
                else:
                    cut_answer(it.port, data, step)
                manners.finish(player, store, reserved, "%s cut behind byte %d" % (store.code, step))
                count += 1
        same(shop.balanced(it, [player], web, valve), count, "payments")
    return "%d cuts" % count

"""The ledger of gamebased against the books of its stores, row by row: every request at every store in every state of a payment, with
stores that are rude. Money is in the ledger when its store says so, or it stands in the unmatched money with its buyer's name."""
import contextlib
import itertools
import json
import os
import sqlite3

from harness import postgres, series
from harness.runner import Failure
from harness.server import wire
from harness.server.service import same
from harness.stores import shop
from harness.stores.checkout import Checkout
from harness.stores.steam import Steam

MANNERS = [None, ("drop", None), ("lose", None), ("status", 500), ("garbage", None), ("cut", 30)]
# Requests that have the store asked, and so may find it rude.
ASKING = ("REFUND", "CHARGEBACK", "REVOKE", "poll")
# A product of each kind, with what the store's smallest unit makes of its price.
PRICES = {"gem": ("0.99", "USD"), "pass": ("4.50", "EUR")}


class Elsewhere:
    """A store that this server does not ask: its books are what the test says happened there."""

    def __init__(self, code, verification):
        self.code, self.verification, self.moves, self.count = code, verification, [], 0

    def settings(self):
        return {"storeCode": self.code, "verification": self.verification}


class Sandbox(Elsewhere):
    """The SANDBOX store: its books are its orders, in the same database."""

    def __init__(self):
        super().__init__("SANDBOX", "EMBEDDED")

    def read(self, database):
        for transaction, outcome, price, currency in database.execute(
                "SELECT store_transaction_id, outcome, price, currency FROM sandbox_orders"):
            if outcome in ("PAID", "REFUNDED", "CHARGEBACK"):
                self.moves.append((transaction, "CAPTURED", price, currency))
            if outcome in ("REFUNDED", "CHARGEBACK"):
                self.moves.append((transaction, outcome, price, currency))


def rudeness(manner):
    """So is each request of a path treated, three times."""
    left = {}

    def rude(method, path):
        left[(method, path)] = left.get((method, path), 3) - 1
        return manner if manner and left[(method, path)] >= 0 else None
    return rude


class World:
    def __init__(self, it, stores):
        self.it, self.stores, self.console = it, stores, it.console()
        self.players, self.payments = [it.player().log_in() for _ in range(2)], []

    # A payment in each state, as a game and its store bring it there.

    def reserve(self, player, store, product):
        return player.well("purchase.reserve", {"requestId": wire.new_key(), "storeCode": store.code, "marketItemId": product},
                           wire.new_key())

    def report(self, player, payment, status, **more):
        return player.ask("purchase.report", {"paymentSeq": payment["paymentSeq"], "storeCode": payment["store"].code, "status": status,
                                              **more}, wire.new_key())

    def make(self, store, state, product, place):
        player = self.players[place % 2]
        payment = {**self.reserve(player, store, product), "store": store, "player": player, "product": product, "state": state}
        self.payments.append(payment)
        if isinstance(store, (Checkout, Steam)):
            self.bring_asked(payment, player, store, state)
        elif isinstance(store, Sandbox):
            self.bring_sandbox(payment, player, state)
        else:
            self.bring_elsewhere(payment, player, store, state)
        if state in ("CONSUMED",):
            receipt = next(r for r in player.well("purchase.notConsumed", {"allStores": True})["receipts"]
                           if r["paymentSeq"] == payment["paymentSeq"])
            wire.Caller(self.it.port, "server").well("server.consume", {
                "access": {"wire": "gamebase", "appId": wire.APP, "key": shop.service.STRONG["app"]["secretKey"]},
                "body": {"paymentSeq": receipt["paymentSeq"], "accessToken": receipt["purchaseToken"]}}, wire.new_key())
        return payment

    def bring_asked(self, payment, player, store, state):
        if state == "RESERVED":
            return
        same(shop.begin(player, store, payment)["status"], "INIT", "an order that begins")
        order = payment["order"] = store.of(payment["orderKey"])[0]
        if state in ("UNCONSUMED", "CONSUMED", "REFUNDED", "CHARGEBACK"):
            store.pay(order)
        if state == "WRONG":
            if isinstance(store, Checkout):
                store.pay(order, amount_total=7)
            else:
                with store.lock:
                    order["items"][0]["amount"] = 7
                store.pay(order)
        if state == "CANCELLED":
            store.expire(order) if isinstance(store, Checkout) else store.set(order, "Failed")
        shop.poll(player, store, payment) if state != "WRONG" else player.ask("store.poll", shop.asking(store, payment, begins=False))
        if state == "REFUNDED":
            self.back(payment, "REFUNDED")
        if state == "CHARGEBACK":
            self.back(payment, "CHARGEBACK")

    def back(self, payment, what):
        """At the store's own page."""
        store, order = payment["store"], payment["order"]
        if isinstance(store, Checkout):
            (store.refund if what == "REFUNDED" else store.dispute)(order["payment_intent"])
        else:
            store.set(order, "Refunded" if what == "REFUNDED" else "Chargedback")

    def bring_sandbox(self, payment, player, state):
        if state == "RESERVED":
            return
        outcome = {"STORE_PENDING": "PENDING", "CANCELLED": "CANCEL"}.get(state, "APPROVE")
        self.console.well("console.setSandboxStore", {"outcome": outcome}, wire.new_key())
        order = player.well("store.begin", wire.order_of(payment), wire.new_key())
        status = {"STORE_PENDING": "PENDING", "CANCELLED": "CANCELLED"}.get(state, "PAID")
        payment["transaction"] = order.get("storeTransactionId")
        self.report(player, payment, status, **{name: order[name] for name in ("storeTransactionId", "receipt") if order.get(name)})
        if state in ("REFUNDED", "CHARGEBACK"):
            self.note(payment, state)

    def bring_elsewhere(self, payment, player, store, state):
        store.count += 1
        transaction = payment["transaction"] = "%s-t%d" % (store.code, store.count)
        if state == "RESERVED":
            return
        if state == "CANCELLED":
            self.report(player, payment, "CANCELLED")
            return
        if state in ("STORE_PENDING", "APPROVED"):
            self.report(player, payment, {"STORE_PENDING": "PENDING"}.get(state, state), storeTransactionId=transaction)
            return
        more = {"price": "1000.25"} if state == "WRONG" else {}
        self.report(player, payment, "PAID", storeTransactionId=transaction, receipt="r", **more)
        if store.verification == "EMBEDDED":
            amount, currency = PRICES[payment["product"]]
            store.moves.append((transaction, "CAPTURED", more.get("price", amount), currency))
        elif state not in ("PAID", "WRONG"):
            self.verify(payment, True)
        if state in ("REFUNDED", "CHARGEBACK"):
            self.note(payment, state)

    def verify(self, payment, is_verified):
        answer = self.console.ask("console.verifyPayment", {"paymentSeq": payment["paymentSeq"], "verified": is_verified}, wire.new_key())
        store = payment["store"]
        if answer.code == 0 and is_verified and type(store) is Elsewhere and not self.has(payment, "CAPTURED"):
            store.moves.append((payment["transaction"], "CAPTURED", *PRICES[payment["product"]]))
        return answer

    def has(self, payment, *what):
        return any(move[0] == payment.get("transaction") and move[1] in what for move in payment["store"].moves)

    def note(self, payment, kind):
        """What an operator says happened at a store that nobody here asks is what happened there; elsewhere it says nothing."""
        answer = self.console.ask("console.refund", {"paymentSeq": payment["paymentSeq"],
                                                     "kind": "REFUND" if kind == "REFUNDED" else "CHARGEBACK"}, wire.new_key())
        store = payment["store"]
        if type(store) is Elsewhere and answer.code == 0 and not self.has(payment, "REFUNDED", "CHARGEBACK"):
            store.moves.append((payment["transaction"], kind, *self.captured(payment)))
        return answer

    def captured(self, payment):
        """How much the store took."""
        for transaction, what, *amount in payment["store"].moves:
            if transaction == payment["transaction"] and what == "CAPTURED":
                return amount
        raise Failure("what the store %s never took went back: %r" % (payment["store"].code, payment))

    # Everything that anybody can ask about it.

    def requests(self, store, state):
        def change(action):
            def ask(payment):
                answer = self.console.ask("console.changeSubscription", {"paymentSeq": payment["paymentSeq"], "action": action},
                                          wire.new_key())
                if action == "REVOKE" and answer.code == 0 and type(store) is Elsewhere:
                    if not self.has(payment, "REFUNDED", "CHARGEBACK"):
                        store.moves.append((payment["transaction"], "REFUNDED", *self.captured(payment)))
            return ask

        def lie(status):
            # A game of a store that is believed, or claimed to, says nothing that its store did not do; of one that is asked it lies.
            def ask(payment):
                transaction = payment.get("transaction") or (payment["order"].get("id") or payment["order"]["transid"]
                                                             if "order" in payment else "forged")
                self.report(payment["player"], payment, status, storeTransactionId=transaction, receipt="r")
            return ask
        asked = isinstance(store, (Checkout, Steam))
        lies = asked or isinstance(store, Sandbox)
        yield "REFUND", lambda payment: self.note(payment, "REFUNDED")
        yield "CHARGEBACK", lambda payment: self.note(payment, "CHARGEBACK")
        yield "REVOKE", change("REVOKE")
        yield "EXPIRE", change("EXPIRE")
        yield "verify", lambda payment: self.verify(payment, True)
        yield "refuse", lambda payment: self.verify(payment, False)
        yield "settle", lambda payment: self.console.ask("console.settlePendingPurchases", {"outcome": "APPROVE"}, wire.new_key())
        if state == "UNCONSUMED":
            yield "round", lambda payment: self.round()
        for status in ("INIT", "PENDING", "UNKNOWN") + (("APPROVED", "PAID", "CANCELLED", "DECLINED", "REFUNDED", "CHARGEBACK")
                                                        if lies else ()):
            yield "say " + status, lie(status)
        if asked:
            yield "poll", lambda payment: payment["player"].ask("store.poll", shop.asking(store, payment, begins=False))
            yield "begin", lambda payment: payment["player"].ask("store.poll", shop.asking(store, payment))
            yield "back", lambda payment: self.gives_back(payment)
            yield "adopt", lambda payment: payment["player"].ask("purchase.adopt", {
                "storeCode": store.code, "kind": "FOREIGN", "storeTransactionId": "forged", "receipt": "r", "marketItemId": "gem"},
                wire.new_key())

    def play(self, store, product, state, refuses, manners):
        """Each request about a payment of its own in this state. Returns how many."""
        asked, is_sandbox = isinstance(store, (Checkout, Steam)), isinstance(store, Sandbox)
        # Subscriptions run one at a time, and show what is other about them when they are paid.
        if product == "pass" and state != "UNCONSUMED" or asked and state in ("STORE_PENDING", "APPROVED", "PAID") or \
                is_sandbox and state in ("APPROVED", "PAID", "WRONG"):
            return 0
        requests = [request for request in self.requests(store, state)
                    if product == "gem" or request[0] in ("REFUND", "REVOKE", "EXPIRE", "back")]
        made = [self.make(store, state, product, place) for place in range(len(requests))] if product == "gem" else []
        if asked and state in ("REFUNDED", "CHARGEBACK"):
            self.round()
        for place, (name, request) in enumerate(requests):
            payment = made[place] if made else self.make(store, state, product, place)
            if asked:
                store.refuses_refunds = refuses
                store.rude = rudeness(next(manners)) if name in ASKING else lambda method, path: None
            request(payment)
            if asked:
                store.rude = lambda method, path: None
            if product == "pass":
                self.console.ask("console.changeSubscription", {"paymentSeq": payment["paymentSeq"], "action": "EXPIRE"}, wire.new_key())
        return len(requests)

    def gives_back(self, payment):
        store, order = payment["store"], payment.get("order")
        if order and any(move[0] in (order.get("id"), order.get("transid")) and move[1] == "CAPTURED" for move in store.moves):
            if not any(move[0] in (order.get("id"), order.get("transid")) and move[1] != "CAPTURED" for move in store.moves):
                self.back(payment, "REFUNDED")

    def round(self):
        """A round of asking the stores, as an operator has it made at once; how much of it is to be asked again."""
        answer = self.console.ask("", path="/v1/apps/%s/reconcile" % wire.APP, body=b"{}")
        return answer.body["left"] if answer.code == 0 else None

    def come_back(self):
        """The games ask once more what became of their orders at the SANDBOX store, as they do at each start."""
        for payment in self.payments:
            if isinstance(payment["store"], Sandbox):
                told = payment["player"].ask("store.poll", {"orderKey": payment["orderKey"]}, wire.new_key())
                if told.code == 0 and told.body.get("status") == "PAID":
                    self.report(payment["player"], payment, "PAID", storeTransactionId=told.body["storeTransactionId"],
                                receipt=told.body["receipt"])

    # The books.

    def compare(self, rows, unmatched, what):
        """Of each store: what its books say and the ledger's rows, and what is in neither is explained."""
        for store in self.stores:
            booked = sorted(rows(store))
            moved = sorted(set((move[0], move[1], *text_of(store, move)) for move in store.moves))
            ahead = [row for row in booked if row not in moved]
            if ahead:
                raise Failure("%s: %s: the ledger says what the store did not do: %r" % (what, store.code, ahead[:5]))
            for move in moved:
                if move in booked:
                    continue
                found = [u for u in unmatched(store) if u["transaction"] == move[0] and (move[1] == "CAPTURED" or u["returned"] == move[1])]
                if not found or not all(u["user"] for u in found):
                    raise Failure("%s: %s: the store's %r is neither in the ledger nor unmatched with its buyer's name (%r)" % (
                        what, store.code, move, found))


def text_of(store, move):
    amount, currency = move[2], move[3]
    if isinstance(amount, str):
        return amount, currency
    return "%d.%02d" % (amount // 100, amount % 100), currency


class Shared:
    """The database of a PostgreSQL server."""
    NULL, BETWEEN, BEHIND = "\x1d", "\x1f", "\x1e"

    def __init__(self, server):
        self.server = server
        self.schema = server.psql("SELECT table_schema FROM information_schema.tables WHERE table_name = 'unmatched_money'")

    def execute(self, query):
        told = self.server.run(
            "psql", "-h", self.server.place, "-U", postgres.USER, "-X", "-q", "-A", "-t", "-F", self.BETWEEN, "-R", self.BEHIND,
            "-P", "null=" + self.NULL, "-d", "gamebase", "-c", "SET search_path TO %s; %s" % (self.schema, query)).rstrip("\n")
        return [tuple(None if field == self.NULL else field for field in row.split(self.BETWEEN))
                for row in told.split(self.BEHIND) if row]


@contextlib.contextmanager
def books(it, shared):
    """The database, read while the server stands still."""
    it.stop()
    if shared:
        yield Shared(shared)
        return
    with sqlite3.connect(os.path.join(it.folder, "apps", wire.APP, "gamebase.db")) as database:
        yield database
    database.close()


def read(database):
    """What of the ledger moves money, by the store's name of it, and the unmatched money."""
    names = {}
    for seq, store, transaction in database.execute("SELECT payment_seq, store_code, store_transaction_id FROM payments"):
        names[seq] = (store, transaction)
    unmatched = {}
    for seq, store, transaction, user, amount, returned in database.execute(
            "SELECT payment_seq, store_code, store_transaction_id, user_id, captured_amount, returned FROM unmatched_money"):
        unmatched.setdefault(store, []).append(
            {"key": seq, "transaction": transaction, "user": user, "amount": amount, "returned": returned})
    rows = {}
    for seq, movement, amount, currency in database.execute("SELECT payment_seq, movement, amount, currency FROM ledger"):
        if movement not in ("CAPTURED", "REFUNDED", "CHARGEBACK", "RENEWED"):
            continue
        store, transaction = names[seq]
        # Money that bought nothing is known by what is unmatched of its payment.
        kept = [u["transaction"] for u in unmatched.get(store, []) if u["key"] == seq and u["amount"] is not None]
        rows.setdefault(store, []).append((kept[0] if kept else transaction, movement, amount, currency))
    return rows, unmatched


def settings_of(context, stores, type_code):
    path = shop.settings(context, *[store for store in stores if not isinstance(store, Sandbox)], typeCode=type_code)
    with open(path) as file:
        value = json.load(file)
    value["products"] += [{"gamebaseProductId": "gem_sandbox", "productType": "CONSUMABLE", "price": "0.99", "currency": "USD",
                           "storeCode": "SANDBOX", "marketItemId": "gem"}]
    value["products"] += [{"gamebaseProductId": "pass_" + store.code.lower(), "productType": "AUTO_RENEWABLE", "price": "4.50",
                           "currency": "EUR", "storeCode": store.code, "marketItemId": "pass"} for store in stores]
    with open(path, "w") as file:
        json.dump(value, file)
    return path


STATES = ("RESERVED", "STORE_PENDING", "APPROVED", "PAID", "UNCONSUMED", "CONSUMED", "CANCELLED", "WRONG", "REFUNDED", "CHARGEBACK")


def crossed(context, type_code, refuses, shared=None):
    """One server, all its stores. `refuses`: the stores give nothing back, however often they are asked. `shared`: over PostgreSQL."""
    with Checkout() as web, Steam() as valve:
        stores = [web, valve, Elsewhere("MINE", "SERVER")]
        if type_code == "SANDBOX":
            stores += [Elsewhere("HOST", "EMBEDDED"), Sandbox()]
        options = ["--store-timeout", "1", "--store-reconcile", "3600", "--limit", "player=off", "--limit", "login=off"]
        options += ["--database", shared.url] if shared else []
        with shop.service.server(context, console=[settings_of(context, stores, type_code)], options=options,
                                 environment={"GAMEBASED_SECRETS_KEY": shop.SECRETS_KEY}) as it:
            world, count = World(it, stores), 0
            manners = itertools.cycle(MANNERS)
            for store in stores:
                for product, state in itertools.product(PRICES, STATES):
                    count += world.play(store, product, state, refuses, manners)
            world.come_back()
            for _ in range(30):
                left, pending = world.round(), it.console().well("console.report")["refunds"]
                if left == 0 and not pending or refuses and left is not None and left <= len(pending):
                    break
            shop.sound(it)
            with books(it, shared) as database:
                rows, unmatched = read(database)
                for store in stores:
                    if isinstance(store, Sandbox):
                        store.read(database)
                world.compare(lambda store: rows.get(store.code, []), lambda store: unmatched.get(store.code, []),
                          "%s app%s" % (type_code, ", stores that refuse" if refuses else ""))
            same(bool(pending), refuses, "whether refunds are pending when the stores %s" % ("refuse" if refuses else "have made them"))
            moved = sum(len(store.moves) for store in stores)
            return count, moved


WORLDS = (("REAL", False), ("SANDBOX", True))
# Over PostgreSQL in a short run the one that takes less time.
WORLDS_SHARED = series.length("CROSSED", 1, 2)


def told(figures):
    return "%d requests, %d movements of money at the stores" % tuple(map(sum, zip(*figures)))


def every(context):
    return told([crossed(context, type_code, refuses) for type_code, refuses in WORLDS])


def every_shared(context):
    figures = []
    for type_code, refuses in WORLDS[:WORLDS_SHARED]:
        with postgres.Server() as database:
            figures.append(crossed(context, type_code, refuses, database))
    return told(figures)

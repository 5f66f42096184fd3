"""Apps whose stores are asked by one server, of which some do not answer: each has rounds of its own."""
import contextlib
import json
import os
import threading

from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import eventually, same
from harness.stores import shop
from harness.stores.checkout import Checkout

ROUNDS = 3


class Hanging:
    """What a store does while the block lasts: it takes every question and answers none."""

    def __init__(self, *stores):
        self.over, self.stores, self.asked = threading.Event(), stores, 0

    def __enter__(self):
        for store in self.stores:
            store.rude = self.hang
        return self

    def hang(self, method, path):
        self.asked += 1
        self.over.wait(120)
        return ("drop", None)

    def __exit__(self, *_):
        self.over.set()
        for store in self.stores:
            store.rude = lambda method, path: None


def counted(store):
    """Counts the reports that a store is asked for."""
    store.reports = 0

    def count(method, path):
        store.reports += path == "/v1/events"
    store.rude = count
    return store


def settings(context, app, *stores):
    with open(shop.settings(context, *stores)) as file:
        value = json.load(file)
    value["app"]["appId"] = app
    # A key names one app.
    value["ncmb"]["applicationKey"] = "application-key-of-" + app
    path = os.path.join(context.directory("settings"), "console.json")
    with open(path, "w") as file:
        json.dump(value, file)
    return path


def rounds(context):
    """Three apps with a store each, and one that has two: whichever hang, the others' rounds go on, and grant what was paid."""
    names = ["One", "Two", "Three", "Both"]
    with contextlib.ExitStack() as stack:
        webs = [stack.enter_context(Checkout()) for _ in range(5)]
        second = webs[4]
        second.code = "SECOND"
        given = [[webs[0]], [webs[1]], [webs[2]], [webs[3], second]]
        files = [settings(context, app, *stores) for app, stores in zip(names, given)]
        # One try takes so long that no round ends while the test runs.
        more = ["--store-timeout", "60", "--store-reconcile", "1", "--limit", "player=off", "--limit", "login=off"]
        it = stack.enter_context(service.server(context, console=files, options=more, environment={
            "GAMEBASED_SECRETS_KEY": shop.SECRETS_KEY}))
        players = [it.player(app=app).log_in() for app in names]
        for hanging in ((webs[0],), (webs[1], webs[3]), (webs[2], second)):
            others = [counted(web) for web in webs if web not in hanging]
            pairs = [(player, store, *shop.begun(player, store))
                     for player, stores in zip(players, given) for store in stores if store in others]
            with Hanging(*hanging) as stuck:
                eventually(lambda: stuck.asked >= len(hanging), "a round comes to what hangs", 30)
                before = {web.code + web.url: web.reports for web in others}
                for _, store, _, found in pairs:
                    store.pay(found)
                eventually(lambda: all(web.reports >= before[web.code + web.url] + ROUNDS for web in others),
                           "%d more rounds of each of the others" % ROUNDS, 30)
                for player, store, reserved, _ in pairs:
                    eventually(lambda: reserved["paymentSeq"] in shop.granted(player, store), "what was paid meanwhile is granted", 40)
        for app in names:
            same(it.console(app=app).well("console.checkLedger")["sound"], True, "the ledger of " + app)


def asked(context):
    """A round that the operator asks for looks at each store for itself."""
    with Checkout() as web, Checkout() as second:
        second.code = "SECOND"
        more = ["--store-timeout", "60", "--store-reconcile", "3600", "--limit", "player=off", "--limit", "login=off"]
        with service.server(context, console=[settings(context, wire.APP, web, second)], options=more, environment={
                "GAMEBASED_SECRETS_KEY": shop.SECRETS_KEY}) as it:
            player = it.player().log_in()
            for hanging, other in ((web, second), (second, web)):
                reserved, found = shop.begun(player, other)
                with Hanging(hanging):
                    other.pay(found)
                    body = b"{}"
                    head = ("POST /v1/apps/%s/reconcile HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n"
                            "Content-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
                            % (wire.APP, wire.KEY, len(body))).encode() + body
                    asker = threading.Thread(target=wire.raw, args=(it.port, head, 120), daemon=True)
                    asker.start()
                    eventually(lambda: reserved["paymentSeq"] in shop.granted(player, other), "what was paid at the other is granted", 30)
                    if not asker.is_alive():
                        raise Failure("the round ended though a store hangs")
                asker.join(120)

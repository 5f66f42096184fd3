"""Servers whose clocks are not the stores': what the stores have is entered all the same."""
import json
import os

from harness import postgres
from harness.clocks import Clock
from harness.server import service, wire
from harness.server.service import eventually, same
from harness.stores import shop
from harness.stores.checkout import Checkout
from harness.stores.orders import round_of
from harness.stores.steam import Steam

YEAR = 365 * 86_400
WRONG = [200, YEAR, -200, -YEAR]
SECONDS = 40


def secrets(clock):
    return {"GAMEBASED_SECRETS_KEY": shop.SECRETS_KEY, **clock.environment}


def movements(web, valve, player):
    """An order at each store that goes back, and one that is paid behind its player's back; nobody tells the server."""
    pairs = [(store, *shop.begun(player, store)) for store in (web, valve) for _ in range(2)]
    for store, reserved, found in pairs[::2]:
        store.pay(found)
        same(shop.poll(player, store, reserved)["status"], "PAID", "an order that its player looks after")
    return pairs


def move(pairs):
    for store, _, found in pairs[::2]:
        if isinstance(store, Checkout):
            store.refund(found["payment_intent"])
        else:
            store.set(found, "Chargedback")
    for store, _, found in pairs[1::2]:
        store.pay(found)


def settled(it, player, pairs, when):
    paid = {reserved["paymentSeq"] for _, reserved, _ in pairs[1::2]}
    gone = {reserved["paymentSeq"] for _, reserved, _ in pairs[::2]}
    eventually(lambda: paid <= set(payments(it, player, "UNCONSUMED")), "what is paid %s is granted" % when, SECONDS)
    eventually(lambda: gone <= set(payments(it, player, "REFUNDED")), "what goes back %s is taken back" % when, SECONDS)


def wrong(context):
    """The clock is wrong for one round, or for as long as the server runs; what happens meanwhile and afterwards is entered."""
    for seconds in WRONG:
        clock = Clock(context)
        with Checkout() as web, Steam() as valve, shop.server(context, web, valve, reconcile=1, environment=secrets(clock)) as it:
            player = it.player().log_in()
            shop.eventually(lambda: rounds(web) > 1, "rounds begin")
            pairs = movements(web, valve, player)
            clock.set(seconds)
            before = rounds(web)
            eventually(lambda: rounds(web) > before + 1, "rounds go on with a clock that is %d s wrong" % seconds, SECONDS)
            clock.set(0)
            before = rounds(web)
            eventually(lambda: rounds(web) > before + 1, "rounds go on with a clock that was %d s wrong" % seconds, SECONDS)
            move(pairs)
            settled(it, player, pairs, "after a clock was %d s wrong once" % seconds)
            # A session ends when its server believes that it is over.
            player = it.player().log_in()
            pairs = movements(web, valve, player)
            clock.set(seconds)
            move(pairs)
            settled(it, player, pairs, "while a clock is %d s wrong" % seconds)
            shop.sound(it)


def payments(it, player, state):
    found = it.console().well("console.payments", {"userId": player.user})["payments"]
    return [payment["paymentSeq"] for payment in found if payment["state"] == state]


def rounds(web):
    """Reports that the store was asked for."""
    with web.lock:
        return web.reports_asked


def apart(context):
    """Two servers, ten minutes apart, whose turns come as they come."""
    with postgres.Server() as database, Checkout() as web, Steam() as valve:
        with open(shop.settings(context, web, valve)) as file:
            wanted = json.load(file)
        more = ["--database", database.url, "--store-timeout", "1", "--store-reconcile", "1", "--limit", "player=off", "--limit",
                "login=off"]
        clocks = [Clock(context, seconds) for seconds in (-300, 300)]
        servers = [wire.Process(service.program(context), os.path.join(context.directory("server"), "data"), (), more,
                                environment=secrets(clock)) for clock in clocks]
        with servers[0] as first, servers[1] as second:
            first.console().well("console.loadSettings", {"settings": wanted}, wire.new_key())
            eventually(lambda: second.player().ask("launching.getServerTime").status == 200, "the other server finds the app")
            player = first.player().log_in()
            for number in range(4):
                pairs = movements(web, valve, player)
                move(pairs)
                settled(first, player, pairs, "beside a server that is ten minutes off")
                round_of((first, second)[number % 2])
            shop.sound(first)

"""A gamebased that asks stores, its players, and what must be true of the money in the end."""
import json
import os
import time

from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same
from harness.stores import steam

SECRETS_KEY = "the-secrets-key-of-the-tests-0123456789"
PRODUCTS = [("gem", "0.99", "USD"), ("chest", "12.50", "EUR"), ("ticket", "120", "JPY")]


def settings(context, *stores, **app):
    with open(context.path(service.CONSOLE)) as file:
        value = json.load(file)
    value["app"].update({"typeCode": "REAL", **service.STRONG["app"], **app})
    value["ncmb"].update(service.STRONG["ncmb"])
    value["stores"] = [{"storeCode": "SANDBOX"}] + [store.settings() for store in stores]
    for store in stores:
        value["products"] += [{"gamebaseProductId": "%s_%s" % (name, store.code.lower()), "productType": "CONSUMABLE", "price": price,
                               "currency": currency, "storeCode": store.code, "marketItemId": name} for name, price, currency in PRODUCTS]
    path = os.path.join(context.directory("settings"), "console.json")
    with open(path, "w") as file:
        json.dump(value, file)
    return path


def server(context, *stores, options=(), reconcile=3600, environment=None, **app):
    more = ["--store-timeout", "1", "--store-reconcile", str(reconcile), "--limit", "player=off", "--limit", "login=off", *options]
    return service.server(context, console=[settings(context, *stores, **app)], options=more,
                          environment={"GAMEBASED_SECRETS_KEY": SECRETS_KEY} if environment is None else environment)


def reserve(player, store, product="gem", request=None):
    return player.well("purchase.reserve", {"requestId": request or wire.new_key(), "storeCode": store.code, "marketItemId": product},
                       wire.new_key())


def asking(store, reserved, begins=True):
    found = {"storeCode": store.code, "orderKey": reserved["orderKey"]}
    return {**found, "begins": True, "account": steam.PLAYER, "language": "en"} if begins else found


def begin(player, store, reserved):
    return player.well("store.poll", asking(store, reserved))


def poll(player, store, reserved):
    return player.well("store.poll", asking(store, reserved, begins=False))


def begun(player, store, product="gem"):
    """A reservation whose order is before the player, and the store's order."""
    reserved = reserve(player, store, product)
    same(begin(player, store, reserved)["status"], "INIT", "an order that begins")
    return reserved, store.of(reserved["orderKey"])[0]


def granted(player, store):
    return sorted(r["paymentSeq"] for r in player.well("purchase.notConsumed", {"storeCode": store.code})["receipts"])


def state(it, player, reserved):
    """The states of everything that an order became."""
    payments = it.console().well("console.payments", {"userId": player.user})["payments"]
    return [p["state"] for p in payments if p["orderKey"] == reserved["orderKey"]]


def eventually(condition, what, seconds=15):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise Failure("waited %d s in vain: %s" % (seconds, what))
        time.sleep(0.05)


def sound(it):
    ledger = it.console().well("console.checkLedger")
    same((ledger["sound"], ledger["differences"]), (True, []), "the ledger: %r" % ledger)


def balanced(it, players, *stores):
    """0 lost, 0 doubled, 0 granted unpaid."""
    held, reversed_ = [], []
    for player in players:
        for payment in it.console().well("console.payments", {"userId": player.user})["payments"]:
            if payment["state"] in ("UNCONSUMED", "CONSUMED"):
                held.append(payment["orderKey"])
            if payment["state"] in ("PAID", "VERIFIED"):
                raise Failure("a payment is paid and was not granted: %r" % payment)
    paid = sorted(key for store in stores for key in store.paid())
    lost, unpaid = sorted(set(paid) - set(held)), sorted(set(held) - set(paid))
    doubled = sorted(key for key in set(held) if held.count(key) != paid.count(key) and key in paid)
    if lost or unpaid or doubled:
        raise Failure("lost %r, granted unpaid %r, doubled %r" % (lost, unpaid, doubled))
    sound(it)
    return len(paid)

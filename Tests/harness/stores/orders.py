"""Orders whose store, settings or database is not as it was: looked at, never begun again, and never lost with their money."""
import shutil

from harness.server import wire
from harness.server.service import same
from harness.stores import shop
from harness.stores.checkout import Checkout, deliver
from harness.stores.steam import Steam


def round_of(it):
    return it.console().ask("", path="/v1/apps/%s/reconcile" % wire.APP, body=b"{}").body


def rename(it, title):
    saved = it.console().well("console.saveSettings")["settings"]
    for product in saved["products"]:
        product["localizedTitle"] = title
    it.console().well("console.loadSettings", {"settings": saved}, wire.new_key())


def renamed(context):
    """The product's title changes while a page is open: the same page is given again, and an order whose answer was lost is not over."""
    with Checkout() as web, shop.server(context, web) as it:
        player = it.player().log_in()
        reserved = shop.reserve(player, web)
        first = shop.begin(player, web, reserved)
        rename(it, "Another title")
        again = shop.begin(player, web, reserved)
        same((again["status"], again["url"]), ("INIT", first["url"]), "an order that is begun again")
        lost = shop.reserve(player, web, "chest")
        web.rude = lambda method, path: ("lose", None) if method == "POST" else None
        same(player.ask("store.poll", shop.asking(web, lost)).status, 503, "a begin whose answer is lost")
        web.rude = lambda method, path: None
        rename(it, "A third title")
        same(player.ask("store.poll", shop.asking(web, lost)).status, 503, "the same order in other words")
        same(shop.state(it, player, lost), ["RESERVED"], "an order that the store knows in other words")
        rename(it, "")
        shop.begun(player, web, "ticket")
        for order in (reserved, lost):
            same(len(web.of(order["orderKey"])), 1, "pages of an order")
            same(deliver(it.port, web.pay(web.of(order["orderKey"])[0])), 200, "its webhook")
        same(shop.granted(player, web), sorted(order["paymentSeq"] for order in (reserved, lost)), "what is granted")
        shop.balanced(it, [player], web)


def moved_clock(context):
    """The clock of a sandbox app was moved forward: the store has its own, by which an order's page ends."""
    with Checkout() as web, shop.server(context, web, typeCode="SANDBOX") as it:
        web.limits_pages = True
        player = it.player().log_in()
        for days in (0, 3, 40):
            if days:
                it.console().well("console.advanceClock", {"milliseconds": days * 86_400_000}, wire.new_key())
                player = it.player().log_in()
            reserved, session = shop.begun(player, web)
            web.pay(session)
            same(shop.poll(player, web, reserved)["status"], "PAID", "an order %d days later" % days)
        shop.sound(it)


def refused(context):
    """A question that is refused says nothing of the order: a key that was changed, a proxy that does not know the path."""
    with Checkout() as web, shop.server(context, web) as it:
        player = it.player().log_in()
        reserved, session = shop.begun(player, web)
        for status in (401, 403, 404):
            web.rude = lambda method, path: ("status", status)
            player.ask("store.poll", shop.asking(web, reserved))
            player.ask("store.poll", shop.asking(web, reserved, begins=False))
            round_of(it)
            same(shop.state(it, player, reserved), ["RESERVED"], "an order whose store answers %d" % status)
        other = shop.reserve(player, web)
        for status in (401, 403, 404):
            web.rude = lambda method, path: ("status", status)
            same(player.ask("store.poll", shop.asking(web, other)).status, 503, "a begin that is answered %d" % status)
        # The session is gone for whoever asks with another account's key.
        web.rude = lambda method, path: None
        kept = web.sessions.pop(session["id"])
        shop.poll(player, web, reserved)
        same(shop.state(it, player, reserved), ["RESERVED"], "an order whose page is not found")
        web.sessions[kept["id"]] = kept
        web.pay(kept)
        same(shop.poll(player, web, reserved)["status"], "PAID", "the order when its page is found again")
        shop.balanced(it, [player], web)


def hidden(context):
    """What a store reports, and does not show at that moment, is asked about again: a proxy that does not know the path says nothing."""
    with Checkout() as web, Steam() as valve, shop.server(context, web, valve) as it:
        player = it.player().log_in()
        pairs = {store: shop.begun(player, store) for store in (web, valve)}
        for store, (reserved, order) in pairs.items():
            store.pay(order)
            same(shop.poll(player, store, reserved)["status"], "PAID", "an order")
        event = web.refund(pairs[web][1]["payment_intent"])
        valve.set(pairs[valve][1], "Refunded")
        web.rude = lambda method, path: ("status", 404) if path.startswith("/v1/checkout/sessions/") else None
        valve.hidden.add(pairs[valve][1]["orderid"])
        same(deliver(it.port, event), 503, "a webhook whose order is not shown")
        same(round_of(it)["left"] >= 2, True, "whether each order is left to ask while it is not shown")
        web.rude = lambda method, path: None
        valve.hidden.clear()
        same(round_of(it)["left"], 0, "what is left then")
        for store, (reserved, _) in pairs.items():
            same(shop.state(it, player, reserved), ["REFUNDED"], "the order that went back at " + store.code)
        shop.sound(it)


def put_back(context):
    """A database of before the order: its money stands in the unmatched money with its buyer's and its product's names, and can go back."""
    with Checkout() as web, Steam() as valve, shop.server(context, web, valve) as it:
        player = it.player().log_in()
        it.stop()
        shutil.copytree(it.folder, it.folder + ".before")
        it.start()
        again = it.player(token=player.token)
        again.user = player.user
        orders = {store: shop.begun(again, store, "chest") for store in (web, valve)}
        for store, (reserved, order) in orders.items():
            store.pay(order)
            same(shop.poll(again, store, reserved)["status"], "PAID", "an order")
        it.stop()
        shutil.rmtree(it.folder)
        shutil.move(it.folder + ".before", it.folder)
        it.start()
        event = web.events[0]
        web.rude = lambda method, path: ("drop", None)
        same(deliver(it.port, event), 503, "a webhook while the store cannot be asked")
        web.rude = lambda method, path: None
        for _ in range(2):
            same(deliver(it.port, event), 200, "a webhook of an order that is not here any more")
            round_of(it)
        found = {entry["storeCode"]: entry for entry in it.console().well("console.report")["unmatchedMoney"]}
        same(sorted(found), ["STEAM", "WEB"], "the stores with unmatched money")
        for store, (reserved, order) in orders.items():
            entry = found[store.code]
            buyer = player.user if store is web else "STEAM " + order["steamid"]
            same((entry["userId"], entry["product"], entry["orderKey"], entry["capturedAmount"], entry["capturedCurrency"]),
                 (buyer, "chest", reserved["orderKey"], "12.50", "EUR"), "the unmatched money")
            wanted = {"paymentSeq": entry["paymentSeq"], "kind": "REFUND"}
            same(it.console().well("console.refund", wanted, wire.new_key())["state"], "REFUNDED", "its refund")
            same(store.moves[-1][1], "REFUNDED", "what the store did last")
        same([entry["returned"] for entry in it.console().well("console.report")["unmatchedMoney"]], ["REFUNDED"] * 2, "what went back")
        shop.sound(it)


def stranger(context):
    """A number that is another player's in a database that was put back: the money is its buyer's still, and grants that player nothing."""
    with Checkout() as web, shop.server(context, web) as it:
        players = [it.player().log_in() for _ in range(2)]
        reserved, session = shop.begun(players[0], web)
        session["metadata"] = dict(session["metadata"], user=players[1].user)
        same(deliver(it.port, web.pay(session)), 200, "a webhook")
        same((shop.granted(players[0], web), shop.state(it, players[0], reserved)), ([], ["RESERVED"]), "what the other player got")
        entry, = it.console().well("console.report")["unmatchedMoney"]
        same((entry["userId"], entry["product"]), (players[1].user, "gem"), "whose money it is")
        shop.sound(it)


def pending(context):
    """A refund that the store does not make is kept, seen and asked again; unmatched money and a subscription's period go the same way."""
    with Checkout() as web, Steam() as valve, shop.server(context, web, valve) as it:
        player, console = it.player().log_in(), it.console()
        for store in (web, valve):
            store.refuses_refunds = True
            reserved, order = shop.begun(player, store)
            store.pay(order)
            same(shop.poll(player, store, reserved)["status"], "PAID", "an order")
            wrong, session = shop.begun(player, store, "chest")
            if store is web:
                web.pay(session, amount_total=1)
            else:
                session["items"][0]["amount"] = 1
                valve.pay(session)
            player.ask("store.poll", shop.asking(store, wrong, begins=False))
            same(shop.state(it, player, wrong), ["DECLINED"], "an order that was paid wrongly")
            for payment, state in ((reserved, "UNCONSUMED"), (wrong, "DECLINED")):
                wanted = {"paymentSeq": payment["paymentSeq"], "kind": "REFUND"}
                answer = console.well("console.refund", wanted, wire.new_key())
                same((answer["state"], answer["refundPending"]), (state, True), "a refund that the store refuses")
                same(shop.state(it, player, payment), [state], "the payment then")
                answer = console.well("console.refund", dict(wanted, kind="CHARGEBACK"), wire.new_key())
                same(answer["state"], state, "a chargeback that the store knows nothing of")
        same(sorted(entry["paymentSeq"] for entry in console.well("console.report")["refunds"]),
             sorted(p["paymentSeq"] for p in console.well("console.payments", {"userId": player.user})["payments"]), "what is pending")
        it.stop()
        it.start()
        console = it.console()
        same(round_of(it)["left"], 4, "refunds that the stores still refuse")
        web.refuses_refunds = valve.refuses_refunds = False
        same(round_of(it)["left"], 0, "refunds that are left")
        same(console.well("console.report")["refunds"], [], "what is pending then")
        same([len([move for move in store.moves if move[1] == "REFUNDED"]) for store in (web, valve)], [2, 2], "what the stores gave back")
        revenue = {entry["currency"]: entry["refunded"] for entry in console.well("console.report")["revenue"]}
        same(revenue, {"USD": "1.98", "EUR": "0.02"}, "what the ledger says went back")
        shop.sound(it)

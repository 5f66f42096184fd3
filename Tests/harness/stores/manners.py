"""A store that is polite, and one that is not: each order is settled once, by what the store has."""
import itertools
import json
import os
import subprocess
import threading
import time

from harness import series
from harness.runner import Failure
from harness.server import wire
from harness.server.service import same
from harness.stores import shop, steam
from harness.stores.checkout import KEY, SECRET, Checkout, deliver, signature
from harness.stores.steam import Steam


def story(context):
    """Both stores, each product; the client reports as the library does."""
    with Checkout() as web, Steam() as valve, shop.server(context, web, valve) as it:
        player = it.player().log_in()
        for store, (product, price, currency) in itertools.product((web, valve), shop.PRODUCTS):
            reserved = shop.reserve(player, store, product)
            told = shop.begin(player, store, reserved)
            same((told["status"], "url" in told), ("INIT", store is web), "an order that begins")
            same(shop.poll(player, store, reserved)["status"], "INIT", "an order before it is paid")
            store.pay(store.of(reserved["orderKey"])[0])
            told = shop.poll(player, store, reserved)
            same((told["status"], bool(told["receipt"])), ("PAID", True), "an order that is paid")
            report = {"paymentSeq": reserved["paymentSeq"], "storeCode": store.code, **told}
            receipt = player.well("purchase.report", report, wire.new_key())["receipt"]
            same((receipt["priceString"], receipt["currency"]), (price, currency), "the receipt")
            player.well("purchase.finished", {"paymentSeq": reserved["paymentSeq"]})
        same(shop.balanced(it, [player], web, valve), 6, "payments")
        same(len(valve.finalized), 3, "orders whose money Steam was told to take")


def played(context):
    """The shipped library: its own adapter, the page by the host's openURL, the receipt at the end."""
    context.library()
    program = context.compile("Tests/harness/stores/buyer.c", "stores-buyer", flags=["-I", context.path("Tests", "contract")],
                              libraries=["-lgamebase", "-lpthread", "-ldl"])
    with Checkout() as web, Steam() as valve, shop.server(context, web, valve) as it:
        for store, account in ((web, ""), (valve, steam.PLAYER)):
            game = subprocess.Popen(
                [program, context.directory("game"), "http://127.0.0.1:%d" % it.port, store.code, account, "gem_" + store.code.lower()],
                env=context.environment(context.directory("home")), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            shop.eventually(lambda: store.orders_of_all() or game.poll() is not None, "the game begins an order")
            for found in store.orders_of_all():
                store.pay(found)
            output, _ = game.communicate(timeout=60)
            found = dict(line.split(" ", 1) for line in output.splitlines() if " " in line)
            if not found.get("buy", "").startswith("0 ") or found.get("held") != "0 1" or ("page" in found) != (store is web):
                raise Failure("a game that buys at %s said:\n%s" % (store.code, output))
            if store is web:
                same(found["page"], web.orders_of_all()[0]["url"], "the page that was opened")


def believed(context):
    """What a player says of a store that is asked changes nothing."""
    with Checkout() as web, shop.server(context, web) as it:
        player, other = it.player().log_in(), it.player().log_in()
        reserved, session = shop.begun(player, web)
        lie = {"paymentSeq": reserved["paymentSeq"], "storeCode": "WEB", "status": "PAID", "receipt": "r",
               "storeTransactionId": session["id"]}
        same(player.well("purchase.report", lie, wire.new_key())["state"], "RESERVED", "a payment that its player says is paid")
        for status in ("DENIED", "FAILED", "REFUNDED", "UNKNOWN", "PENDING", "APPROVED"):
            same(player.well("purchase.report", dict(lie, status=status), wire.new_key())["state"], "RESERVED", "after " + status)
        adopt = player.ask("purchase.adopt", {"storeCode": "WEB", "kind": "FOREIGN", "storeTransactionId": "cs_9", "receipt": "r",
                                              "marketItemId": "gem"}, wire.new_key())
        same(adopt.code == 0, False, "whether an order of nobody's is adopted")
        same(other.ask("store.poll", shop.asking(web, reserved)).code == 0, False, "whether another player may ask about it")
        same(shop.granted(player, web), [], "what was granted")
        web.pay(session)
        same(shop.poll(player, web, reserved)["status"], "PAID", "the order when it is paid")
        lie["status"] = "REFUNDED"
        player.well("purchase.report", lie, wire.new_key())
        same(shop.granted(player, web), [reserved["paymentSeq"]], "what is granted after its player says that it went back")
        shop.balanced(it, [player], web)


def webhooks(context):
    """Before the answer, twice, after a restart; of an order that is nobody's; of a kind that means nothing."""
    with Checkout() as web, shop.server(context, web) as it:
        player = it.player().log_in()
        reserved, session = shop.begun(player, web)
        event = web.pay(session)
        same(deliver(it.port, event), 200, "a webhook before the client asks")
        same(shop.granted(player, web), [reserved["paymentSeq"]], "what it granted")
        for _ in range(3):
            same(deliver(it.port, event), 200, "the same again")
        same(shop.poll(player, web, reserved)["status"], "PAID", "what the client is told then")
        it.stop()
        it.start()
        same(deliver(it.port, event), 200, "the same after a restart")
        same(deliver(it.port, web.tell("customer.created", {"object": "customer", "id": "cus_1"})), 200, "one that means nothing")
        strange = web.make({"client_reference_id": "WEB-1", "metadata[app]": wire.APP, "expires_at": "1",
                            "line_items[0][price_data][unit_amount]": "1", "line_items[0][price_data][currency]": "usd"})
        same(deliver(it.port, web.pay(strange)), 200, "one about an order that is not of this app")
        strange["payment_status"] = "unpaid"
        same(deliver(it.port, {**event, "data": {"object": {"object": "checkout.session", "id": "cs_none"}}}), 200, "of no order at all")
        same(shop.balanced(it, [known(it, player)], web), 1, "payments")


def known(it, player):
    """The same player at a server that began anew."""
    again = it.player(token=player.token)
    again.user = player.user
    return again


def early(context):
    """The webhook comes while the answer to begin is still on its way."""
    with Checkout() as web, shop.server(context, web) as it:
        player = it.player().log_in()
        reserved = shop.reserve(player, web)
        heard = []

        def paid_at_once(method, path):
            return ("paid", None) if method == "POST" and path.endswith("/sessions") else None
        answer = web.answer_anew

        def answer_anew(method, path, query, form):
            told = answer(method, path, query, form)
            if method == "POST" and path.endswith("/sessions"):
                event = web.pay(web.of(reserved["orderKey"])[0])
                heard.append(event)
            return told
        web.answer_anew, web.rude = answer_anew, paid_at_once
        begin = web.answer

        def answering(method, path, query, form, headers):
            told = begin(method, path, query, form, headers)
            while heard:
                event = heard.pop()
                web.lock.release()
                try:
                    same(deliver(it.port, event), 200, "a webhook before the answer")
                finally:
                    web.lock.acquire()
            return told
        web.answer = answering
        same(shop.begin(player, web, reserved)["status"], "PAID", "what the begin is answered then")
        same(shop.granted(player, web), [reserved["paymentSeq"]], "what was granted")
        shop.balanced(it, [player], web)


def forged(context):
    """Whatever is not signed as it must be is refused, and changes nothing."""
    with Checkout() as web, shop.server(context, web) as it:
        player = it.player().log_in()
        reserved, session = shop.begun(player, web)
        event = web.pay(session)
        body = json.dumps(event).encode()
        right, now = signature(body), time.time()
        tries = {
            "no signature": "", "another secret": signature(body, "whsec_other"), "no time": right.split(",")[1],
            "no v1": right.split(",")[0],
            "of 301 seconds ago": signature(body, seconds=now - 303), "of 301 seconds ahead": signature(body, seconds=now + 303),
            "another time than was signed": "t=%d,%s" % (now + 1, right.split(",")[1]), "v0": right.replace("v1=", "v0="),
            "a longer one": right + "0", "upper case": right.split("v1=")[0] + "v1=" + right.split("v1=")[1].upper(),
            "a huge one": right + ",v1=" + "0" * 2000, "a time that is no number": "t=x,%s" % right.split(",")[1],
            "an empty v1": right.split(",")[0] + ",v1=",
        }
        for what, signed in tries.items():
            same(deliver(it.port, event, signed=signed), 400, "a webhook with " + what)
        for cut in (0, 1, len(body) // 2, len(body) - 1):
            same(deliver(it.port, event, signed=right, body=body[:cut]), 400, "a body cut to %d bytes" % cut)
        same(deliver(it.port, event, signed=right, body=body.replace(b"cs_1", b"cs_2")), 400, "another body")
        garbage = b"{" * 64
        same(deliver(it.port, None, signed=signature(garbage), body=garbage), 400, "a signed body that is none")
        huge = b" " * (300 << 10)
        same(deliver(it.port, None, signed=signature(huge), body=huge), 413, "a body that is too long")
        same(deliver(it.port, event, app="Nobody"), 404, "another app")
        same(deliver(it.port, event, code="OTHER"), 404, "another store")
        same(shop.granted(player, web), [], "what was granted by all of these")
        same(deliver(it.port, event, signed="t=1,v1=00," + right), 400, "two times")
        same(deliver(it.port, event, signed=right + ",v1=" + "0" * 64), 200, "two signatures, of which one is right")
        same(shop.granted(player, web), [reserved["paymentSeq"]], "what was granted then")
        shop.balanced(it, [player], web)


def unpaid(context):
    """A webhook that is signed and says paid, of a session that the store does not have as paid, grants nothing."""
    with Checkout() as web, shop.server(context, web) as it:
        player = it.player().log_in()
        reserved, session = shop.begun(player, web)
        lie = web.tell("checkout.session.completed", {**session, "status": "complete", "payment_status": "paid"})
        same(deliver(it.port, lie), 200, "a webhook that says too much")
        same(shop.granted(player, web), [], "what was granted")
        for change, why in ({"amount_total": 1}, "less money"), ({"currency": "krw"}, "another currency"):
            reserved, session = shop.begun(player, web)
            same(deliver(it.port, web.pay(session, **change)), 200, "a webhook of " + why)
            same((shop.granted(player, web), shop.state(it, player, reserved)), ([], ["DECLINED"]), "what was granted for " + why)
            web.refund(session["payment_intent"])
        # Another game sells with the same keys, and has an order of the same name.
        reserved, session = shop.begun(player, web)
        other = dict(session, id="cs_other", metadata={"app": "Another"})
        web.sessions["cs_other"] = other
        same(deliver(it.port, web.pay(other)), 200, "a webhook about another game's order")
        same((shop.granted(player, web), shop.state(it, player, reserved)), ([], ["RESERVED"]), "what was granted for it")
        shop.sound(it)


def order(context):
    """Refund before capture, dispute after refund, expiry after payment, payment after the reservation was closed: in whatever order."""
    with Checkout() as web, shop.server(context, web) as it:
        player = it.player().log_in()
        for what in ("refund", "dispute"):
            reserved, session = shop.begun(player, web)
            paid = web.pay(session)
            back = getattr(web, what)(session["payment_intent"])
            for event in (back, paid, back, paid):
                same(deliver(it.port, event), 200, "a webhook of a " + what)
                same(shop.granted(player, web), [], "what is granted after a %s that came first" % what)
            same(shop.state(it, player, reserved), ["REFUNDED"], "the payment")
        reserved, session = shop.begun(player, web)
        expired = web.expire(session)
        same(deliver(it.port, expired), 200, "an expiry")
        same((shop.poll(player, web, reserved)["status"], shop.state(it, player, reserved)), ("DENIED", ["CANCELLED"]), "what it closed")
        session["status"] = "open"
        paid = web.pay(session)
        for event in (paid, expired, paid):
            same(deliver(it.port, event), 200, "money after all")
        same(sorted(shop.state(it, player, reserved)), ["CANCELLED", "UNCONSUMED"], "what late money became")
        same(shop.poll(player, web, reserved)["status"], "PAID", "what its player is told")
        same(deliver(it.port, web.refund(session["payment_intent"])), 200, "its refund")
        same(sorted(shop.state(it, player, reserved)), ["CANCELLED", "REFUNDED"], "what the refund left")
        # Closed, paid and given back before anything of it was heard.
        reserved, session = shop.begun(player, web)
        same(deliver(it.port, web.expire(session)), 200, "an expiry")
        session["status"] = "open"
        paid, back = web.pay(session), web.refund(session["payment_intent"])
        for event in (back, paid, back):
            same(deliver(it.port, event), 200, "a refund of late money, first")
        same(sorted(shop.state(it, player, reserved)), ["CANCELLED", "REFUNDED"], "what late money became that went back")
        same(shop.balanced(it, [player], web), 0, "payments")


def rude(context):
    """Each manner at each request of a purchase: whatever is answered, the order ends as the store has it."""
    manners = [("status", 500), ("status", 502), ("status", 429), ("lose", None), ("drop", None), ("cut", 40), ("garbage", None),
               ("late", 1.6)]
    with Checkout() as web, Steam() as valve, shop.server(context, web, valve) as it:
        player = it.player().log_in()
        count = 0
        for store, manner in itertools.product((web, valve), manners):
            # One request of each path is treated so, or all tries.
            for times in (1, 3) if series.IS_LONG or manner[0] in ("lose", "garbage") else (1,):
                left = {}

                def treated(method, path):
                    left[(method, path)] = left.get((method, path), times) - 1
                    return manner if left[(method, path)] >= 0 else None
                reserved = shop.reserve(player, store)
                store.rude = treated
                finish(player, store, reserved, "%s, %r, %d times" % (store.code, manner, times))
                store.rude = lambda method, path: None
                count += 1
        same(len(set(valve.finalized)), len(valve.finalized), "orders of Steam that were taken twice")
        same(shop.balanced(it, [player], web, valve), count, "payments")
    return "%d rude purchases" % count


def finish(player, store, reserved, what, seconds=30):
    """Goes on until the order is paid, as a client does: what is not answered is asked again."""
    deadline = time.monotonic() + seconds
    begins = True
    while time.monotonic() < deadline:
        answer = player.ask("store.poll", shop.asking(store, reserved, begins))
        if answer.status == 200 and answer.code == 0:
            status = answer.body["status"]
            if status == "PAID":
                return
            if status in ("DENIED", "FAILED", "REFUNDED"):
                raise Failure("%s ended as %r" % (what, answer))
            begins = status == "UNKNOWN"
        for found in store.of(reserved["orderKey"]):
            store.pay(found)
    raise Failure("%s: was not paid in %d s" % (what, seconds))


def hanging(context):
    """A store that does not answer keeps no other store's players waiting."""
    with Checkout() as web, Steam() as valve, shop.server(context, web, valve) as it:
        player = it.player().log_in()
        web.rude = lambda method, path: ("late", 4)
        threads = []
        for _ in range(40):
            asker = it.player().log_in()
            reserved = shop.reserve(asker, web)
            threads.append(threading.Thread(target=asker.ask, args=("store.poll", shop.asking(web, reserved))))
        for thread in threads:
            thread.start()
        time.sleep(0.3)
        began = time.monotonic()
        shop.begun(player, valve)
        if time.monotonic() - began > 1.5:
            raise Failure("another store's order took %.1f s to begin" % (time.monotonic() - began))
        web.rude = lambda method, path: None
        for thread in threads:
            thread.join(30)


def vanished(context):
    """The client begins and is gone, and no webhook comes: the server finds what was paid, and what went back."""
    with Checkout() as web, Steam() as valve, shop.server(context, web, valve, reconcile=1, options=["--log-requests"]) as it:
        player = it.player().log_in()
        pairs = [(store, *shop.begun(player, store)) for store in (web, valve)]
        # Its begin was heard by the store, and answered into nothing.
        lost = shop.reserve(player, web)
        web.rude = lambda method, path: ("lose", None) if method == "POST" else None
        same(player.ask("store.poll", shop.asking(web, lost)).status, 503, "a begin that the store does not answer")
        web.rude = lambda method, path: None
        pairs.append((web, lost, web.of(lost["orderKey"])[0]))
        same(len(web.of(lost["orderKey"])), 1, "orders at the store, though it was asked three times")
        for store, _, found in pairs:
            store.pay(found)
        wanted = sorted(reserved["paymentSeq"] for _, reserved, _ in pairs)
        found = lambda: sorted(shop.granted(player, web) + shop.granted(player, valve))
        shop.eventually(lambda: found() == wanted, "what was paid is granted without its client", 25)
        web.refund(pairs[0][2]["payment_intent"])
        valve.set(pairs[1][2], "Chargedback")
        shop.eventually(lambda: found() == [lost["paymentSeq"]], "what went back is taken back")
        shop.balanced(it, [player], web, valve)


def refund(context):
    """The operator's refund moves the store's money first; one that the store does not make takes nothing from the player."""
    with Checkout() as web, Steam() as valve, shop.server(context, web, valve) as it:
        player = it.player().log_in()
        for store in (web, valve):
            reserved, found = shop.begun(player, store)
            store.pay(found)
            same(shop.poll(player, store, reserved)["status"], "PAID", "an order")
            wanted = {"paymentSeq": reserved["paymentSeq"], "kind": "REFUND"}
            store.rude = lambda method, path: ("drop", None)
            same(it.console().ask("console.refund", wanted, wire.new_key()).status, 503, "a refund while the store is away")
            same(shop.granted(player, store), [reserved["paymentSeq"]], "what is granted then")
            store.rude = lambda method, path: ("lose", None) if method == "POST" else None
            it.console().ask("console.refund", wanted, wire.new_key())
            store.rude = lambda method, path: None
            it.console().well("console.refund", wanted, wire.new_key())
            same((shop.granted(player, store), store.paid()), ([], []), "what is granted, and what the store has, after a refund")
            same(shop.state(it, player, reserved), ["REFUNDED"], "the payment")
        same(shop.balanced(it, [player], web, valve), 0, "payments")


def secret(context):
    """Keys are nowhere to be read: not in the database, not in a log, not in an answer; and open with their key alone."""
    with Checkout() as web, Steam() as valve, shop.server(context, web, valve, reconcile=1, options=["--log-requests"]) as it:
        player = it.player().log_in()
        for store in (web, valve):
            reserved, found = shop.begun(player, store)
            store.pay(found)
            same(shop.poll(player, store, reserved)["status"], "PAID", "an order")
        web.rude = lambda method, path: ("drop", None)
        shop.begin(player, valve, shop.reserve(player, valve))
        player.ask("store.poll", shop.asking(web, shop.reserve(player, web)))
        saved = it.console().well("console.saveSettings")["settings"]
        text = json.dumps(saved)
        keys = [KEY, SECRET, steam.KEY]
        same([key for key in keys if key in text], [], "keys in what a console saves")
        it.console().well("console.loadSettings", {"settings": saved}, wire.new_key())
        # A name has many spellings in a text.
        with open(shop.settings(context, web, valve)) as file:
            spelled = file.read().replace('"apiKey"', '"\\u0061piKey"').replace('"webhookSecret"', '"webhook\\u0053ecret"')
        it.console().well("console.loadSettings", {"settings": spelled}, wire.new_key())
        text = json.dumps(it.console().well("console.saveSettings")["settings"])
        same([key for key in keys if key in text], [], "keys whose names are spelled otherwise")
        web.rude = lambda method, path: None
        reserved, found = shop.begun(player, web)
        # The same place alone: another store's key is another's.
        saved["stores"][1]["apiKey"], saved["stores"][2]["apiKey"] = saved["stores"][2]["apiKey"], saved["stores"][1]["apiKey"]
        same(it.console().ask("console.loadSettings", {"settings": saved}, wire.new_key()).code == 0, False, "keys that changed places")
        it.stop()
        parts = [it.log]
        for folder, _, names in os.walk(it.folder):
            parts += [os.path.join(folder, name) for name in names]
        for path in parts:
            with open(path, "rb") as file:
                data = file.read()
            same([key for key in keys if key.encode() in data], [], "keys in " + path)
        it.environment["GAMEBASED_SECRETS_KEY"] = "another-secrets-key-of-the-tests-0123456"
        it.files = []
        it.start()
        again = known(it, player)
        same(again.ask("store.poll", shop.asking(web, reserved)).status, 503, "a store whose key cannot be opened")
    console = shop.settings(context, web)
    with shop.service.server(context, environment={}) as it:
        with open(console) as file:
            refused = it.console().ask("console.loadSettings", {"settings": json.load(file)}, wire.new_key())
        if refused.code == 0 or "GAMEBASED_SECRETS_KEY" not in refused.form["message"] + json.dumps(refused.form):
            raise Failure("keys of stores are taken without a key to encrypt them with: %r" % refused)

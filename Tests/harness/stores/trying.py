"""An operator's test of a store: what works is told step by step, and nothing is changed."""
import os
import sqlite3
import threading
import time

from harness.clocks import Clock
from harness.runner import Failure
from harness.server import trying, wire
from harness.server.service import eventually, same
from harness.server.trying import fails, works
from harness.stores import clocks, shop
from harness.stores.checkout import KEY, SECRET, Checkout
from harness.stores.orders import round_of
from harness.stores.steam import KEY as STEAM_KEY
from harness.stores.steam import Steam

LONGEST_SECONDS = 20
HOUR = 3_600
# What a store's report and its orders leave in a database.
TABLES = ("payments", "ledger", "store_rows", "store_claims", "unmatched_money", "refund_requests")


class Changed(Checkout):
    """The same store, with other settings."""

    def __init__(self, code, **changes):
        super().__init__()
        self.code, self.changes = code, changes

    def settings(self):
        return {**super().settings(), **self.changes}


def kept(it):
    """As a copy has it: the file is the server's alone."""
    def copy(body):
        return it.console().ask("x", path="/v1/apps/%s/backup" % wire.APP, body=body).body
    copy(b'{"start": true}')
    eventually(lambda: copy(b"{}")["state"] == "DONE", "a copy is made")
    with sqlite3.connect(os.path.join(it.folder, copy(b"{}")["directory"], "gamebase.db")) as database:
        found = {table: sorted(map(repr, database.execute("SELECT * FROM %s" % table))) for table in TABLES}
        found["place"] = sorted(database.execute("SELECT name, value FROM service_state WHERE name LIKE 'store place %'"))
    database.close()
    return found


def sound(context):
    """Orders that were paid unheard stay so: a test reads the report, and enters nothing of it."""
    with Checkout() as web, Steam() as valve, shop.server(context, web, valve) as it:
        player = it.player().log_in()
        round_of(it)
        pairs = [(store, *shop.begun(player, store)) for store in (web, valve)]
        for store, _, found in pairs:
            store.pay(found)
        before = kept(it)
        same(bool(before["place"]), True, "whether a place in a report is kept")
        for _ in range(2):
            works(it, "settings", "credentials", "key", "clock", storeCode="WEB")
            works(it, "settings", "credentials", "key", "clock", storeCode="STEAM")
        same(list(works(it, storeCode="SANDBOX")), ["settings"], "the steps of a store that is not asked")
        same(kept(it), before, "what is kept after the tests")
        trying.refused(it, "WEB", "STEAM", "SANDBOX")
        round_of(it)
        for store, reserved, _ in pairs:
            same(shop.granted(player, store), [reserved["paymentSeq"]], "what the next round finds at " + store.code)
        shop.sound(it)


def wrong(context):
    other = "sk_another_never_in_a_log"
    with Checkout() as web, Steam() as valve, Changed("KEYLESS", apiKey=other) as keyless, \
            Changed("PAGELESS", returnUrl="") as pageless, shop.server(context, web, valve, keyless, pageless) as it:
        fails(it, "key", "does not accept the key", storeCode="KEYLESS")
        fails(it, "credentials", "returnUrl", storeCode="PAGELESS")
        for manner, says in ((("status", 503), "503"), (("garbage", None), "cannot be read"), (("drop", None), "did not answer")):
            for store in (web, valve):
                store.rude = lambda method, path, manner=manner: manner
                steps = fails(it, "key", says, storeCode=store.code)
                for secret in (KEY, SECRET, STEAM_KEY):
                    same(secret in repr(steps), False, "whether a key is told")
                store.rude = lambda method, path: None
                works(it, storeCode=store.code)
        for secret in (KEY, SECRET, STEAM_KEY, other):
            same(secret in it.logged(), False, "whether a key is in the log")


def hanging(context):
    """A store that hangs: the test ends in time, and one runs at a time."""
    with Checkout() as web, shop.server(context, web) as it:
        asked, found = [], []

        def rude(method, path):
            asked.append(path)
            return "late", 30
        web.rude = rude

        def run():
            began = time.monotonic()
            found.append((trying.tried(it, storeCode="WEB"), time.monotonic() - began))
        thread = threading.Thread(target=run)
        thread.start()
        eventually(lambda: asked, "the store is asked")
        answer = trying.ask(it, {"storeCode": "SANDBOX"})
        same((answer.status, answer.code), (429, trying.UNDER_WAY), "a second test: %r" % answer)
        thread.join(2 * LONGEST_SECONDS)
        if not found or found[0][1] > LONGEST_SECONDS or found[0][0][1]:
            raise Failure("a test of a store that hangs: %r" % found)
        web.rude = lambda method, path: None
        works(it, storeCode="WEB")


def clock(context):
    """A server whose clock is an hour ahead refuses webhooks; the test says so."""
    ahead = Clock(context)
    with Checkout() as web, shop.server(context, web, environment=clocks.secrets(ahead)) as it:
        works(it, "clock", storeCode="WEB")
        ahead.set(HOUR)
        fails(it, "clock", "behind", storeCode="WEB")


def moved(context):
    """Who changes a store's address, and gives its key as the settings show it, has the key sent nowhere."""
    with Checkout() as web, Checkout() as other, shop.server(context, web) as it:
        console = it.console()
        saved = console.well("console.saveSettings")["settings"]

        def load(**changes):
            stores = [{**store, **changes} if store["storeCode"] == web.code else store for store in saved["stores"]]
            return console.ask("console.loadSettings", {"settings": {**saved, "stores": stores}}, wire.new_key())
        answer = load(apiUrl=other.url)
        same((answer.code == 0, "apiKey" in answer.text, "apiUrl" in answer.text), (False, True, True), "another address: %r" % answer)
        works(it, storeCode=web.code)
        round_of(it)
        same(other.reports_asked, 0, "questions to the other address")
        same(load(apiUrl=other.url, apiKey=KEY, webhookSecret=SECRET).code, 0, "another address, with the key")
        works(it, storeCode=web.code)
        same(other.reports_asked > 0, True, "whether the other address is asked then")

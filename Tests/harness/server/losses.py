"""Answers that are lost on the way, and servers that end in the middle: a change that is sent again is made once."""
import concurrent.futures
import http.client
import json
import os
import random
import socket
import sqlite3
import struct
import threading
import time

from harness import series
from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same

KILLS = series.length("SERVERKILLS", 20, 1000)
SEED = series.seed(20261124)
CLIENTS = 8
# So many cuts are under way at once: they share the flushes of the server's disk.
CUTS_AT_ONCE = 16


def bytes_of(name, parameters, key, token=None, origin="client"):
    body = wire.form(name, parameters)
    head = "POST /v1/apps/%s/%s HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nIdempotency-Key: %s\r\n" % (
        wire.APP, origin, key)
    if token:
        head += "Authorization: Bearer %s\r\n" % token
    return (head + "Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body)).encode() + body


def whole(port, data):
    """The body of the answer to a request that is sent in full."""
    received, _ = wire.raw(port, data)
    head, _, body = received.partition(b"\r\n\r\n")
    if b" 200 " not in head:
        raise Failure("%r" % received[:400])
    return json.loads(body)


def cut_request(port, data, at, hard):
    """Sends a part of a request and is gone."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        if hard:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall(data[:at])


def cut_answer(port, data, at):
    """Sends a request, reads a part of its answer and is gone."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall(data)
        missing = at
        while missing > 0:
            piece = connection.recv(missing)
            if not piece:
                return
            missing -= len(piece)


def cuts(port, make):
    """Cuts a request, and another's answer, behind each byte. `make()` gives a new request each time, on any thread: its bytes, and what
    to check of its answer. Returns how often it was cut."""
    data, _ = make()
    answer_bytes = len(wire.raw(port, data)[0])
    places = [(True, at) for at in range(len(data) + 1)] + [(False, at) for at in range(answer_bytes + 1)]

    def cut(place):
        is_request, at = place
        data, check = make()
        if is_request:
            cut_request(port, data, at, at % 2)
        else:
            cut_answer(port, data, at)
        first, second = whole(port, data), whole(port, data)
        same(second, first, "the answer to a third try, %s cut behind byte %d" % ("a request" if is_request else "an answer", at))
        check(first)
    with concurrent.futures.ThreadPoolExecutor(CUTS_AT_ONCE) as pool:
        for _ in pool.map(cut, places):
            pass
    return len(places)


def each_thread(make):
    """`make()`'s value, another one for each thread that asks for it."""
    own = threading.local()

    def value():
        if not hasattr(own, "value"):
            own.value = make()
        return own.value
    return value


def cut_login(context):
    with service.server(context) as it:
        members = set()

        def make():
            secret = wire.new_key()
            data = bytes_of("gateway.idPLogin", {"idPInfo": {"idPCode": "guest", "accessToken": secret}}, wire.new_key())

            def check(answer):
                same(answer["resultCode"], 0, "a login")
                user = answer["body"]["member"]["userId"]
                same(user in members, False, "whether another secret is the same member")
                members.add(user)
                token = answer["body"]["token"]["accessToken"]
                lists = it.player(token=token).ask("purchase.notConsumed", {"storeCode": "SANDBOX"})
                same(lists.code, 0, "the token of an answer that came twice")
            return data, check
        count = cuts(it.port, make)
        # One more: the request by which the answer was measured.
        same(it.console().well("console.report")["users"]["registered"], count + 1, "members")


def cut_purchase(context):
    with service.server(context, options=["--limit", "player=off"]) as it:
        player = it.player().log_in()
        caller, paid = each_thread(lambda: it.player(token=player.token)), []

        def make():
            player = caller()
            reserved = player.well("purchase.reserve", wire.wish(), wire.new_key())
            order = player.well("store.begin", wire.order_of(reserved), wire.new_key())
            paid.append(reserved["paymentSeq"])

            def check(answer):
                same((answer["resultCode"], answer["body"]["receipt"]["paymentSeq"]), (0, reserved["paymentSeq"]), "a purchase")
            return bytes_of("purchase.report", wire.paid_report(reserved, order), wire.new_key(), player.token), check
        cuts(it.port, make)
        # The request by which the answer was measured is not among those that were checked.
        same(sorted(service.bought(player)), sorted(paid), "what is granted")
        check_ledger(it, len(paid))


def cut_consume(context):
    with service.server(context, options=["--limit", "player=off"]) as it:
        player = it.player().log_in()
        caller, consumed = each_thread(lambda: it.player(token=player.token)), []

        def make():
            reserved, receipt = caller().buy()
            consumed.append(reserved["paymentSeq"])
            access = {"wire": "gamebase", "appId": wire.APP, "key": "quickstart-secret"}
            body = {"paymentSeq": receipt["paymentSeq"], "accessToken": receipt["purchaseToken"]}

            def check(answer):
                same(answer["resultCode"], 0, "a consumption: %r" % answer)
            return bytes_of("server.consume", {"access": access, "body": body}, wire.new_key(), origin="server"), check
        cuts(it.port, make)
        same(service.bought(player), [], "what is not consumed")
        payments = it.console().well("console.payments", {"userId": player.user})["payments"]
        same(sorted(payment["paymentSeq"] for payment in payments if payment["state"] == "CONSUMED"), sorted(consumed), "what is consumed")
        check_ledger(it, len(consumed))


def cut_save(context):
    """Increments: one that were made twice, or not at all, would be seen in their sum."""
    with service.server(context, options=["--limit", "player=off"]) as it:
        reader = it.player()
        made = reader.well("objects.create", {"className": "horse", "fields": {"wins": 0}})["answer"]
        place = {"className": "horse", "objectId": made["objectId"]}

        def make():
            increment = {**place, "fields": {"wins": {"__op": "Increment", "amount": 1}}}
            data = bytes_of("objects.update", increment, wire.new_key())
            return data, lambda answer: same(answer["resultCode"], 0, "a save: %r" % answer)
        count = cuts(it.port, make)
        # One more: the request by which the answer was measured.
        same(reader.well("objects.get", place)["answer"]["wins"], count + 1, "the sum of what was saved")


def check_ledger(it, count):
    ledger = it.console().well("console.checkLedger")
    same((ledger["sound"], ledger["payments"] >= count, ledger["differences"]), (True, True, []), "the ledger: %r" % ledger)
    granted = [currency["GRANTED"] for currency in ledger["currencies"]]
    same([round(float(sum_of) * 100) for sum_of in granted], [99 * count], "the money of what was granted")


def once(context):
    """The same key: one change. Another request, another body or another asker with it is refused."""
    with service.server(context) as it:
        player, other = it.player().log_in(), it.player().log_in()
        key = wire.new_key()
        reserve = {"requestId": wire.new_key(), "storeCode": "SANDBOX", "gamebaseProductId": "gem_100"}
        first = player.ask("purchase.reserve", reserve, key)
        same(player.ask("purchase.reserve", reserve, key).text, first.text, "the answer to the same again")
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(it.player(token=player.token).ask("purchase.reserve", reserve, key).text))
                   for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        same(set(answers), {first.text}, "the answers to sixteen at once")
        for caller, name, parameters in ((player, "purchase.reserve", dict(reserve, requestId=wire.new_key())),
                                         (player, "gateway.logout", {}), (other, "purchase.reserve", reserve)):
            same(caller.ask(name, parameters, key).code, -9000021, "another request with the same key")
        kept = it.player(token=player.token)
        it.stop()
        it.start()
        kept.port = it.port
        same(kept.ask("purchase.reserve", reserve, key).text, first.text, "the answer after a restart")


class Buyer(threading.Thread):
    """Buys until it is told to stop. What was sent and not answered is sent again, to the same server or the next one."""

    def __init__(self, it, player, problems):
        super().__init__()
        self.it, self.token, self.problems = it, player.token, problems
        self.bought, self.stopping, self.caller = [], False, None

    def ask(self, name, parameters):
        key, began = wire.new_key(), time.monotonic()
        while True:
            try:
                if self.caller is None or self.caller.port != self.it.port:
                    self.caller = self.it.player(token=self.token)
                answer = self.caller.ask(name, parameters, key)
                if answer.status == 200:
                    if answer.code != 0:
                        raise Failure("%s: %r" % (name, answer))
                    return answer.body
            except (OSError, http.client.HTTPException):
                self.caller = None
            if time.monotonic() - began > 60:
                raise Failure("%s was not answered for a minute" % name)
            time.sleep(0.01)

    def run(self):
        try:
            while not self.stopping:
                reserved = self.ask("purchase.reserve", wire.wish())
                order = self.ask("store.begin", wire.order_of(reserved))
                paid = self.ask("purchase.report", wire.paid_report(reserved, order))
                self.bought.append(paid["receipt"]["paymentSeq"])
        except (Failure, KeyError, TypeError) as error:
            self.problems.append(str(error))


def killed(context):
    chance, problems = random.Random(SEED), []
    with service.server(context, options=["--limit", "player=off", "--limit", "login=off"]) as it:
        buyers = [Buyer(it, it.player().log_in(), problems) for _ in range(CLIENTS)]
        for buyer in buyers:
            buyer.start()
        slowest = 0
        for _ in range(KILLS):
            time.sleep(chance.uniform(0.02, 0.4))
            it.kill()
            began = time.monotonic()
            it.start()
            it.player().ask("launching.getServerTime")
            slowest = max(slowest, time.monotonic() - began)
            if problems:
                break
        for buyer in buyers:
            buyer.stopping = True
        for buyer in buyers:
            buyer.join()
        if problems:
            raise Failure("seed %d: %s" % (SEED, "\n".join(problems)))
        count = 0
        for buyer in buyers:
            granted = service.bought(it.player(token=buyer.token))
            same(sorted(granted), sorted(buyer.bought), "seed %d: what a buyer was granted" % SEED)
            count += len(granted)
        check_ledger(it, count)
        if count < KILLS:
            raise Failure("only %d purchases between %d kills" % (count, KILLS))
    return "%d kills, %d purchases, serving again within %.2f s" % (KILLS, count, slowest)


DEVICES = 6_000


def pushed(context):
    with service.server(context) as it:
        it.player().log_in()
        it.stop()
        path = os.path.join(it.folder, "apps", wire.APP, "gamebase.db")
        with sqlite3.connect(path) as database:
            database.executemany(
                """INSERT INTO push_tokens (device_key, user_id, token, push_enabled, ad_agreement, ad_agreement_night, language, country,
                timezone, offset_minutes, sandbox, options, registered_date) VALUES (?, ?, ?, 1, 1, 1, 'en', 'US', 'UTC', 0, 1, '{}', 0)""",
                [("d%d" % number, "u%d" % number, "t%d" % number) for number in range(DEVICES)])
        database.close()
        # Whoever writes beside the service knows what he does.
        os.remove(path + ".mark")
        chance, sent = random.Random(SEED), 6
        for number in range(sent):
            it.start()
            key, parameters = wire.new_key(), {"title": "push %d" % number, "body": "b"}
            asker = threading.Thread(target=tried, args=(it.console(), parameters, key))
            asker.start()
            time.sleep(chance.random() * 0.25)
            it.kill()
            asker.join()
            it.start()
            answer = it.console().well("console.sendPush", parameters, key)
            same(answer["accepted"], DEVICES, "whom push %d reached" % number)
            same(it.console().well("console.sendPush", parameters, key), answer, "the answer to the same push")
            it.stop()
        with sqlite3.connect(path) as database:
            rows = database.execute("SELECT title, COUNT(*), SUM(accepted) FROM push_campaigns GROUP BY title").fetchall()
            waiting = database.execute("SELECT COUNT(*) FROM push_waiting").fetchone()[0]
        database.close()
        same(sorted(rows), [("push %d" % number, 1, DEVICES) for number in range(sent)], "the pushes that there are")
        same(waiting, sent * DEVICES, "the messages that wait")


def tried(console, parameters, key):
    try:
        console.ask("console.sendPush", parameters, key)
    except (OSError, http.client.HTTPException):
        pass

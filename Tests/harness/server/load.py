"""Players who buy, consume and save all at once while servers die, and what must be true afterwards.

A player asks until there is an answer, with the same key for the same change. So every step is acknowledged in the end, and each has to be
there exactly once.
"""
import http.client
import random
import secrets
import threading
import time

from harness.runner import Failure
from harness.server import wire

CHECK_SECONDS = 900
PATIENCE_SECONDS = 60
PAUSE_SECONDS = 0.02
CLASS = "horse"
# What only says that it is not now.
NOT_NOW = {408, 429, 500, 502, 503, 504}


class Player(threading.Thread):
    def __init__(self, load, number):
        super().__init__(daemon=True)
        self.load, self.number, self.chance = load, number, random.Random(load.seed * 1000 + number)
        self.ports = list(load.ports)
        self.chance.shuffle(self.ports)
        self.callers, self.token, self.user = {}, None, None
        self.granted, self.consumed, self.increments, self.horse = [], [], 0, None
        self.failure, self.answered, self.repeats = None, 0, 0
        self.longest = 0.0

    def run(self):
        try:
            self.log_in()
            while not self.load.ends.is_set():
                self.step()
                self.load.ends.wait(2 * self.load.pause * self.chance.random())
        except Failure as failure:
            self.failure = str(failure)
        except Exception as error:  # a thread's own end must not look like silence
            self.failure = repr(error)
        finally:
            for caller in self.callers.values():
                caller.close()

    def ask(self, name, parameters, origin="client"):
        """The body of the answer, however often that has to be asked for."""
        key, began = wire.new_key(), time.monotonic()
        while True:
            answer = self.try_once(name, parameters, key, origin)
            if answer and answer.status not in NOT_NOW:
                break
            self.repeats += 1
            self.ports.append(self.ports.pop(0))
            if time.monotonic() - began > PATIENCE_SECONDS:
                raise Failure("%s had no answer for %d s; the last was %r" % (name, PATIENCE_SECONDS, answer))
            time.sleep(PAUSE_SECONDS * self.chance.random())
        self.longest = max(self.longest, time.monotonic() - began)
        if answer.status != 200 or answer.code != 0:
            raise Failure("%s: %r" % (name, answer))
        self.answered += 1
        return answer.body

    def try_once(self, name, parameters, key, origin):
        place = (self.ports[0], origin)
        if place not in self.callers:
            self.callers[place] = wire.Caller(self.ports[0], origin, app=self.load.app)
        caller = self.callers[place]
        # A user of the mobile backend has a session of its own; these objects are everybody's.
        caller.token = self.token if origin == "client" and not name.startswith("objects.") else None
        try:
            return caller.ask(name, parameters, key=key)
        except (OSError, http.client.HTTPException):
            return None

    def log_in(self):
        body = self.ask("gateway.idPLogin", {"idPInfo": {"idPCode": "guest", "accessToken": secrets.token_hex(16)}, "member": {}})
        self.token, self.user = body["token"]["accessToken"], body["member"]["userId"]

    def step(self):
        if self.chance.random() < 0.5:
            self.buy()
        else:
            self.save()

    def buy(self):
        reserved = self.ask("purchase.reserve", {"requestId": secrets.token_hex(8), "storeCode": "SANDBOX", "gamebaseProductId": "gem_100"})
        order = self.ask("store.begin", {name: reserved[name] for name in ("orderKey", "marketItemId", "price", "currency")})
        receipt = self.ask("purchase.report", wire.paid_report(reserved, order))["receipt"]
        self.granted.append(receipt["paymentSeq"])
        access = {"wire": "gamebase", "appId": self.load.app, "key": self.load.secret}
        self.ask("server.consume", {"access": access, "body": {
            "paymentSeq": receipt["paymentSeq"], "accessToken": receipt["purchaseToken"]}}, origin="server")
        self.consumed.append(receipt["paymentSeq"])

    def save(self):
        if self.horse is None:
            made = self.ask("objects.create", {"className": CLASS, "fields": {"wins": 0, "owner": self.user}})
            self.horse = made["answer"]["objectId"]
        self.ask("objects.update", {"className": CLASS, "objectId": self.horse, "fields": {"wins": {"__op": "Increment", "amount": 1}}})
        self.increments += 1


class Load:
    """`with Load(...) as load:` plays; afterwards `check` says what is not as it was acknowledged."""

    def __init__(self, ports, app, secret, players=64, seed=1, pause=0.0):
        """Each player rests for `pause` seconds between two steps, in the mean: a common wait must not make all step alike."""
        self.ports, self.app, self.secret, self.seed, self.ends = list(ports), app, secret, seed, threading.Event()
        self.pause = pause
        self.players = [Player(self, number) for number in range(players)]

    def __enter__(self):
        for player in self.players:
            player.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        for player in self.players:
            player.join(PATIENCE_SECONDS + 30)

    @property
    def answered(self):
        return sum(player.answered for player in self.players)

    def await_answers(self, count, seconds):
        """Seconds until `count` more answers came."""
        began, before = time.monotonic(), self.answered
        while self.answered - before < count:
            self.refuse_failures()
            if time.monotonic() - began > seconds:
                raise Failure("%d answers in %d s" % (self.answered - before, seconds))
            time.sleep(0.002)
        return time.monotonic() - began

    def refuse_failures(self):
        for player in self.players:
            if player.failure:
                raise Failure("player %d: %s" % (player.number, player.failure))

    def check(self, console, reader):
        """`console` and `reader` are callers of a server that lives: nothing acknowledged is lost, nothing is there twice."""
        self.refuse_failures()
        # All of them are looked at, in slices: of a series of hours it takes minutes.
        console.answer_seconds = CHECK_SECONDS
        report = console.well("console.checkLedger", {})
        if not report["sound"]:
            raise Failure("the ledger is not sound: %s" % report)
        for player in self.players:
            if not player.user:
                continue
            payments = console.well("console.payments", {"userId": player.user})["payments"]
            granted = sorted(payment["paymentSeq"] for payment in payments if payment["state"] in ("UNCONSUMED", "CONSUMED"))
            consumed = sorted(payment["paymentSeq"] for payment in payments if payment["state"] == "CONSUMED")
            # Whoever was stopped between two steps has one that is not noted yet.
            compare(player, "granted", player.granted, granted, 0)
            compare(player, "consumed", player.consumed, consumed, 0)
            if player.horse:
                wins = reader.well("objects.get", {"className": CLASS, "objectId": player.horse})["answer"]["wins"]
                if wins != player.increments:
                    raise Failure("player %d: %d increments were acknowledged, %d are there" % (player.number, player.increments, wins))
        return "%d answers, %d grants, %d increments, %d repeats, longest wait %.2f s" % (
            self.answered, sum(len(p.granted) for p in self.players), sum(p.increments for p in self.players),
            sum(p.repeats for p in self.players), max(p.longest for p in self.players))


def compare(player, what, acknowledged, there, more):
    lost = set(acknowledged) - set(there)
    if lost or len(there) > len(acknowledged) + more or len(set(there)) != len(there):
        raise Failure("player %d: %s: %d acknowledged, %d there, lost %s" % (
            player.number, what, len(acknowledged), len(there), sorted(lost)))

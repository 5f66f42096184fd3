"""Figures of the report beside a count of this program's own: players who share machines report late, in the session of others, again and
again, under clocks that jump; strangers invent, and nobody's figures become anybody else's."""
import base64
import collections
import hashlib
import random
import time

from harness import series
from harness.clocks import Clock
from harness.server import service, wire
from harness.server.service import same

DAY = 86_400
PLAYERS, MACHINES = 20, 3
# Of a batch: more is sent in the next.
BATCH = 50
# In `make torture`; a player plays somewhere on most days.
DAYS, DAYS_OF_MONTH = 6, 31
SEED = series.seed(1)


class Machine:
    """An installation with its key, its journal and its clock: what the library is over the network."""

    def __init__(self, name):
        self.key = base64.urlsafe_b64encode(hashlib.sha256(name.encode()).digest()).decode().rstrip("=")
        self.journal, self.session, self.sequence = hashlib.sha256(b"journal" + name.encode()).hexdigest()[:16], "%016x" % len(name), 0
        self.name, self.waiting, self.ahead, self.rejected = name, [], 0, 0

    def log_in(self, it, player):
        caller = it.player()
        body = caller.well("gateway.idPLogin", {"idPInfo": {"idPCode": "guest", "accessToken": player},
                                                 "member": {"metricsKey": self.key}}, wire.new_key())
        caller.token, caller.user = body["token"]["accessToken"], body["member"]["userId"]
        return caller

    def trace(self, user, level, seconds, kind="levelUp", **data):
        self.sequence += 1
        event = {"eventId": "%s-%s-%d" % (self.name, self.session, self.sequence), "type": kind, "userId": user,
                 "time": int((seconds + self.ahead) * 1000), "data": {"userLevel": level, **data}}
        self.waiting.append(event)
        return event

    def send(self, caller, key=None, lost=(), received=None):
        """All that waits. An answer that is lost is asked for again."""
        while self.waiting:
            batch = self.waiting[:BATCH]
            asked = {"events": batch, "metricsKey": key or self.key,
                     "journal": {"name": self.journal, "dropped": 0, "damaged": self.rejected}}
            for _ in lost:
                caller.well("presence.sendEvents", asked)
            self.rejected += caller.well("presence.sendEvents", asked)["rejected"]
            if received:
                received(batch)
            self.waiting = self.waiting[BATCH:]
        caller.well("presence.sendEvents", {"events": [], "journal": {"name": self.journal, "dropped": 0, "damaged": self.rejected}})


def report(it):
    return it.console().well("console.report")


def counted(it):
    found = report(it)
    return {name: {entry[key]: entry[figure] for entry in found[name]}
            for name, key, figure in (("levels", "level", "users"), ("levelUps", "level", "count"), ("classes", "id", "users"),
                                      ("activeUsers", "day", "users"))} | {name: found[name] for name in ("events", "lostEvents", "users")}


def later(context):
    """What two players did on one machine before they left it is sent by whoever plays there next, and is theirs, once."""
    with service.server(context) as it:
        machine, other = Machine("shared"), Machine("another")
        first, second, third = (machine.log_in(it, "the secret of player %d" % number) for number in range(3))
        stranger = other.log_in(it, "the secret of a stranger")
        now = time.time()
        for number, player in enumerate((first, second)):
            for step in range(20):
                machine.trace(player.user, 10 * (number + 1) + step % 2, now)
        forged = [dict(event, eventId="forged-%d" % number) for number, event in enumerate(machine.waiting)]
        first.well("gateway.logout", {}, wire.new_key())
        for key in (other.key, None, "", 7, "k" * 31, "k" * 65):
            answer = stranger.well("presence.sendEvents", {"events": forged, "metricsKey": key})
            same((answer["accepted"], answer["rejected"]), (0, 40), "metrics of others by a stranger with the key %r" % key)
        machine.send(third, lost=[1, 1])
        same(machine.rejected, 0, "metrics that were left out")
        found = counted(it)
        same(found["levelUps"], {10: 10, 11: 10, 20: 10, 21: 10}, "level-ups")
        same(found["levels"], {11: 1, 21: 1}, "players at each level")
        same(machine.key in it.logged(), False, "whether the key is in the log")
        # Of one who has withdrawn nothing is kept any more.
        second.well("gateway.withdraw", {}, wire.new_key())
        machine.trace(second.user, 22, now)
        machine.trace(first.user, 12, now)
        machine.send(third)
        found = counted(it)
        same((machine.rejected, found["lostEvents"]["damagedFiles"]), (1, 1), "what was left out, and what is told of it")
        same(found["levels"], {12: 1}, "levels behind a withdrawal")
        same((found["users"]["registered"], found["users"]["withdrawn"], found["users"]["activeInLastDay"]), (3, 1, 3), "players")


def clocks(context):
    """A device whose clock was ahead once, or is behind, holds no level for ever and makes no day that was not."""
    with service.server(context) as it:
        for place, ahead in enumerate((400 * DAY, -400 * DAY, 2 * DAY, -2 * DAY)):
            machine, other = Machine("wrong %d" % place), Machine("right %d" % place)
            player = machine.log_in(it, "the secret of player %d" % place)
            other.log_in(it, "the secret of player %d" % place)
            now, base = time.time(), 100 * (place + 1)
            for step, wrong in enumerate((0, ahead, 0, ahead, 0)):
                machine.ahead = wrong
                machine.trace(player.user, base + step, now)
                machine.send(player)
                same(base + step in counted(it)["levels"], True, "whether the newest level is the player's, step %d" % step)
            other.trace(player.user, base + 50, time.time())
            other.send(player)
            same(base + 50 in counted(it)["levels"], True, "whether the other device's newer level is the player's")
        found = report(it)
        same([entry["users"] for entry in found["activeUsers"]], [4], "players of each day")


def inventions(context):
    """What one guest invents hides no level that others have reached, and is no sum that anybody believes."""
    with service.server(context, options=["--limit", "metrics=off", "--limit", "player=off"]) as it:
        for name in ("a true player", "another one"):
            machine = Machine(name)
            player = machine.log_in(it, "the secret of " + name)
            for level in (5001, 5002, 5003):
                machine.trace(player.user, level, time.time())
            machine.send(player)
        machine = Machine("inventor")
        guest = machine.log_in(it, "the secret of an inventor")
        for level in range(1100):
            for _ in range(3):
                machine.trace(guest.user, level, time.time())
        machine.send(guest)
        found = report(it)
        ups = {entry["level"]: entry["count"] for entry in found["levelUps"]}
        same([ups.get(level) for level in (5001, 5002, 5003)], [2, 2, 2], "true level-ups beside invented ones")
        same(len(found["levelUps"]), 1000, "levels that are named")
        same(found["leftOut"], {"levelUps": {"rows": 103, "sum": 309}}, "what is said of the others")
        for number in range(300):
            guest.well("presence.sendEvents", {"events": [], "journal": {"name": "invented %d" % number, "dropped": 1_000_000_000,
                                                                         "damaged": 1_000_000_000}})
        lost = report(it)["lostEvents"]
        same(lost, {"dropped": 1_200_000, "damagedFiles": 1_200_000, "unbelieved": 1}, "what one guest's journals lost")
        Machine("honest").log_in(it, "the secret of an honest one").well(
            "presence.sendEvents", {"events": [], "journal": {"name": "honest", "dropped": 7, "damaged": 1}})
        same(report(it)["lostEvents"]["dropped"], 1_200_007, "what another one's journal lost, besides")


def day_of(seconds):
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))


class Month:
    """20 players on 3 machines, day by day. `came` is what they did, in the order in which it left their machines, and nothing of the
    service's."""

    def __init__(self, it, clock, days, seed):
        self.it, self.clock, self.random, self.days = it, clock, random.Random(seed), days
        self.machines = [Machine("machine %d" % number) for number in range(MACHINES)]
        self.offset, self.came, self.traced, self.logins, self.born = 0, [], 0, [], {}

    @property
    def now(self):
        return time.time() + self.offset

    def log_in(self, machine, number):
        player = machine.log_in(self.it, "the secret of player %02d" % number)
        self.born.setdefault(player.user, self.now)
        self.logins.append((player.user, self.now))
        return player

    def send(self, machine, player):
        lost = [1] if self.random.random() < 0.3 else ()
        machine.send(player, lost=lost, received=lambda batch: self.came.extend((self.now, machine.journal, event) for event in batch))

    def play(self, machine, number):
        """One stay: log-in, some levels, and then the end, which may be a kill before anything is sent."""
        pick = self.random.random
        player, is_online = self.log_in(machine, number), pick() < 0.7
        if is_online:
            self.send(machine, player)
        for _ in range(self.random.randrange(1, 12)):
            self.traced += 1
            more = {"classId": "class %d" % self.random.randrange(4)} if pick() < 0.3 else {}
            machine.trace(player.user, self.random.randrange(1, 40), self.now, "setUserMeta" if more else "levelUp", **more)
        if is_online and pick() < 0.5:
            self.send(machine, player)
            if pick() < 0.5:
                player.well("gateway.logout", {}, wire.new_key())
        player.close()

    def run(self):
        away = {}
        for day in range(self.days):
            for machine in self.machines:
                machine.ahead = self.random.choice((0, 0, 0, 0, 3 * 3600, -5 * 3600, 400 * DAY, -400 * DAY))
            for number in range(PLAYERS):
                if away.get(number, 0) > day:
                    continue
                if self.random.random() < 0.05:
                    away[number] = day + self.random.randrange(3, 15)
                if self.random.random() < 0.6:
                    self.play(self.random.choice(self.machines), number)
            if day % 3 == 1:
                self.it.kill()
                self.it.start()
            self.offset += DAY
            self.clock.set(self.offset)
        for number, machine in enumerate(self.machines):
            self.send(machine, self.log_in(machine, number))

    def wanted(self):
        """By the words of the documents: each once, for whom it is. The newest level is the player's: the last of a machine, and between
        machines by their dates, none of them later than when it came. A day is counted by a date that can be."""
        days, ups, events, standing, classes = collections.defaultdict(set), collections.Counter(), collections.Counter(), {}, {}
        for user, seconds in self.logins:
            days[day_of(seconds)].add(user)
        for received, journal, event in self.came:
            user, level, date = event["userId"], event["data"]["userLevel"], event["time"] / 1000
            events[event["type"]] += 1
            if event["type"] == "levelUp":
                ups[level] += 1
            if self.born[user] - DAY <= date <= received + DAY:
                days[day_of(max(min(date, received), self.born[user]))].add(user)
            date = min(date, received)
            _, before, last = standing.get(user, (0, float("-inf"), None))
            if date >= before or journal == last:
                standing[user] = level, max(date, before), journal
                if "classId" in event["data"]:
                    classes[user] = event["data"]["classId"]
        return {"levelUps": dict(ups), "levels": dict(collections.Counter(level for level, _, _ in standing.values())),
                "classes": dict(collections.Counter(classes.values())), "activeUsers": {day: len(users) for day, users in days.items()},
                "events": dict(events, completePurchase=0), "lostEvents": {"dropped": 0, "damagedFiles": 0},
                "users": {"registered": len(self.born), "withdrawn": 0, "banned": 0,
                          "activeInLastDay": len({user for user, seconds in self.logins if seconds >= self.now - DAY})}}


def month(context):
    days, clock = DAYS_OF_MONTH if series.IS_LONG else DAYS, Clock(context)
    limits = [word for name in ("player", "login", "app", "metrics") for word in ("--limit", name + "=off")]
    with service.server(context, options=limits, environment=clock.environment) as it:
        played = Month(it, clock, days, SEED)
        played.run()
        same(len(played.came), played.traced, "metrics that left their machines")
        found, wanted = counted(it), played.wanted()
        for name, figures in wanted.items():
            same(found[name], figures, "seed %d: %s" % (SEED, name))
    return "%d days, %d metrics" % (days, played.traced)

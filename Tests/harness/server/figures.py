"""Metrics over the wire: players who share machines report late, in the session of others, under clocks that jump; strangers invent, and
nobody's figures become anybody else's. A month of the shipped library is in the suite `figures`."""
import base64
import hashlib
import time

from harness.server import service, wire
from harness.server.service import same

DAY = 86_400
# Of a batch: more is sent in the next.
BATCH = 50


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

    def send(self, caller, key=None, lost=()):
        """All that waits. An answer that is lost is asked for again."""
        while self.waiting:
            batch = self.waiting[:BATCH]
            asked = {"events": batch, "metricsKey": key or self.key,
                     "journal": {"name": self.journal, "dropped": 0, "damaged": self.rejected}}
            for _ in lost:
                caller.well("presence.sendEvents", asked)
            self.rejected += caller.well("presence.sendEvents", asked)["rejected"]
            self.waiting = self.waiting[BATCH:]
        caller.well("presence.sendEvents", {"events": [], "journal": {"name": self.journal, "dropped": 0, "damaged": self.rejected}})


def report(it):
    return it.console().well("console.report")


def counted(it):
    found = report(it)
    return {name: {entry[key]: entry[figure] for entry in found[name]}
            for name, key, figure in (("levels", "level", "users"), ("levelUps", "level", "count"))} | {
                name: found[name] for name in ("lostEvents", "users")}


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
        levels = it.console().well("console.figures", {"kind": "levels"})
        same([(one["level"], one["reached"], one["players"], one["levelUps"]) for one in levels["levels"]],
             [(10, 1, 0, 1), (11, 1, 1, 1), (20, 1, 0, 1), (21, 1, 1, 1)], "players who reached each level")
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
        levels = it.console().well("console.figures", {"kind": "levels"})
        same((sum(levels["figures"]["levelUps"]), sum(levels["figures"]["unbelieved"])), (16, 8), "level-ups, and those without a day")
        same((levels["levels"], levels["others"]["levelUps"]), ([{"level": 100, "reached": 1, "players": 0, "levelUps": 1, "meanSeconds": 0,
                                                                  "times": [1, 0, 0, 0, 0, 0]}], 15), "the levels")


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
        # Nobody reaches such levels, and they make no rows.
        for level in range(50):
            machine.trace(guest.user, 100_000 + level, time.time())
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

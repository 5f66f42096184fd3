"""Figures of the operator's report beside a count of the raw rows: a simulated month of players who share machines, each machine a
process with the shipped library, with log-outs, kills, weeks without play, clocks that jump, and a server that is killed or away
(Tests/figures)."""
import collections
import concurrent.futures
import contextlib
import datetime
import glob
import json
import os
import random
import sqlite3
import subprocess
import threading
import time

from harness import series
from harness.clocks import Clock
from harness.runner import Failure, Test
from harness.server import homes, service, wire
from harness.server.proxy import Proxy
from harness.server.service import same

DAY = 86_400
PLAYERS, MACHINES = 20, 3
DAYS = series.length("DAYS", 6, 31)
SEED = series.seed(1)
# Within it a batch of metrics has gone out.
REST = 1_500
DRAIN_SECONDS = 60
LEVELS, CLASSES = 40, 4
# What the settings of machine.c name: levels from 0 to it, and of channels and classes these.
LEVELS_MAX = 30
NAMED = {"channel": ["machine-0", "machine-1"], "class": ["class-0", "class-1", "class-2"]}
# Of a machine, and so of who joins there.
LOCALES = {"JP": "ja_JP.UTF-8", "KR": "ko_KR.UTF-8", "DE": "de_DE.UTF-8"}
# Seconds from joining to a level, each the end of a count.
TIMES = (3600, DAY, 3 * DAY, 7 * DAY, 30 * DAY)
# The report names no more, the newest.
REPORTED_DAYS = 31
AHEAD = (0, 0, 0, 0, 3 * 3600, -5 * 3600, 400 * DAY, -400 * DAY)
# Where the device's clock is the service's, what it made long ago is old, and is swept.
AHEAD_INSIDE = (0, 0, 0, 0, 3 * 3600, -5 * 3600, 20 * DAY, -20 * DAY)
MOVEMENTS = {"CAPTURED": "captured", "GRANTED": "granted", "CONSUMED": "consumed", "REFUNDED": "refunded", "RENEWED": "renewed",
             "CHARGEBACK": "chargeback", "IMPORTED": "imported"}


def day_of(seconds):
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))


class Machine:
    """A folder that outlives its processes, with a clock of its own."""

    def __init__(self, context, program, name, environment, seed):
        self.context, self.program, self.name, self.random = context, program, name, random.Random(seed)
        self.country = random.Random(name).choice(sorted(LOCALES))
        self.extra = {**environment, "LC_ALL": LOCALES[self.country]}
        self.folder, self.clock, self.child, self.ahead = context.directory(name), Clock(context), None, 0

    def start(self):
        self.errors = open(os.path.join(self.folder, "errors"), "ab")
        environment = self.context.environment(self.folder, {**self.extra, **self.clock.environment})
        self.child = subprocess.Popen([self.program, os.path.join(self.folder, "storage")], env=environment, stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, stderr=self.errors, text=True, bufsize=1)
        self.heard("ready")

    def heard(self, wanted=None):
        line = self.child.stdout.readline().rstrip("\n")
        if not line or wanted not in (None, line):
            with open(os.path.join(self.folder, "errors"), encoding="utf-8", errors="replace") as file:
                raise Failure("%s said %r: %s" % (self.name, line, file.read()))
        return line

    def do(self, *words, wanted=None):
        self.child.stdin.write(" ".join(map(str, words)) + "\n")
        return self.heard(wanted)

    def kill(self):
        if self.child:
            self.child.kill()
            self.child.wait()
            self.child.stdin.close()
            self.child.stdout.close()
            self.errors.close()
            self.child = None

    def end(self):
        self.do("end", wanted="0")
        self.child.wait()
        self.kill()


class Month:
    """What was played: no figure of the service's is in it. Days begin at noon, so that none ends while it is played."""

    def __init__(self, context, machines, seed, server=None, clock=None):
        self.context, self.machines, self.random, self.server, self.clock = context, machines, random.Random(seed), server, clock
        self.lock, self.serial = threading.Lock(), 0
        # serial -> (machine, user, type, level, seconds on the device's clock)
        self.traced, self.logins, self.bought, self.away = {}, [], 0, {}
        self.noon = DAY // 2 - int(time.time()) % DAY
        self.move(0)

    def move(self, day):
        self.offset = self.noon + day * DAY
        if self.clock:
            self.clock.set(self.offset)
        for machine in self.machines:
            machine.clock.set(self.offset + machine.ahead)

    def log_in(self, machine, number):
        # Before what waits is sent. By the clock of the service, which in a game's own process is the machine's.
        began = time.time() + self.offset + (0 if self.server else machine.ahead)
        user = machine.do("login", "player-%02d" % number)
        with self.lock:
            self.logins.append((machine, user, began))
        return user

    def trace(self, machine, user):
        pick = machine.random
        with self.lock:
            self.serial += 1
            serial = self.serial
        is_meta, level = pick.random() < 0.3, pick.randrange(1, LEVELS)
        self.traced[serial] = (machine, user, "setUserMeta" if is_meta else "levelUp", level, time.time() + self.offset + machine.ahead)
        if is_meta:
            machine.do("meta", level, "class-%d" % pick.randrange(CLASSES), machine.name, serial, wanted="0")
        else:
            machine.do("level", level, serial, wanted="0")

    def stay(self, machine, numbers):
        """Players on one machine, one after the other; the end may be a kill before anything went out."""
        pick = machine.random.random
        machine.start()
        for place, number in enumerate(numbers):
            user = self.log_in(machine, number)
            for _ in range(machine.random.randrange(1, 8)):
                self.trace(machine, user)
            if pick() < 0.2:
                machine.do("buy", "gem_100", wanted="0")
                with self.lock:
                    self.bought += 1
            if pick() < 0.3:
                machine.do("rest", REST, wanted="0")
                self.trace(machine, user)
            if place < len(numbers) - 1:
                # At once: what waits is of a player who is gone.
                machine.do("logout", wanted="0")
        if pick() < 0.6:
            machine.kill()
        else:
            machine.end()

    def offline(self, machine, number):
        """The server goes while somebody plays, who goes on and is killed."""
        machine.start()
        user = self.log_in(machine, number)
        self.trace(machine, user)
        self.server.kill()
        for _ in range(3):
            self.trace(machine, user)
        machine.do("rest", REST, wanted="0")
        machine.kill()
        self.server.start(self.server.port)

    def end(self, days):
        """Every clock is right again; what still waits is sent by the next log-in."""
        for machine in self.machines:
            machine.ahead = 0
        self.move(days)

    def run(self, days):
        for day in range(days):
            for machine in self.machines:
                machine.ahead = self.random.choice(AHEAD if self.server else AHEAD_INSIDE)
            self.move(day)
            there = [number for number in range(PLAYERS) if self.away.get(number, 0) <= day]
            for number in there:
                if self.random.random() < 0.05:
                    self.away[number] = day + self.random.randrange(3, 15)
            todays = [number for number in there if self.random.random() < 0.6]
            self.random.shuffle(todays)
            # Each machine has one stay or two a day, so that players take turns within a process and between processes; some have none.
            plans = []
            for place, machine in enumerate(self.machines):
                if self.random.random() < 0.15:
                    continue
                mine = todays[place::MACHINES]
                plans.append((machine, [part for part in (mine[:len(mine) // 2], mine[len(mine) // 2:]) if part]))
            with concurrent.futures.ThreadPoolExecutor() as pool:
                for done in [pool.submit(lambda machine, stays: [self.stay(machine, stay) for stay in stays], *plan) for plan in plans]:
                    done.result()
            if self.server and todays and day % 3 == 1:
                self.offline(self.random.choice(self.machines), todays[0])


def rows(path, sql):
    with contextlib.closing(sqlite3.connect("file:%s?mode=ro" % path, uri=True)) as base:
        return base.execute(sql).fetchall()


def counted(month, path, machines, withdrawn=()):
    """The report's figures by the words of the documents, from the rows that came: each metric once, for whom it is. The newest level is
    the player's: the last of a machine, and between machines by their dates. A day is counted by a date that can be."""
    members = {user: (registered / 1000, last / 1000, gone) for user, registered, last, gone in rows(
        path, "SELECT user_id, registered_date, COALESCE(last_login_date, 0), withdrawn_date FROM members")}
    days, ups, events, standing, groups = collections.defaultdict(set), collections.Counter(), collections.Counter(), {}, {}
    tops, reached = {}, []
    for machine, user, seconds in month.logins:
        if machine in machines:
            days[day_of(seconds)].add(user)
    came = []
    for event, user, date, received, data in rows(
            path, "SELECT type, user_id, event_date, received_date, data FROM analytics_events ORDER BY rowid"):
        events[event] += 1
        if event == "completePurchase":
            continue
        data = json.loads(data)
        serial, level = int(data["characterId"] if event == "setUserMeta" else data["levelUpTime"]), data["userLevel"]
        machine, *traced = month.traced[serial]
        same([user, event, level], traced[:3], "metric %d" % serial)
        came.append(serial)
        if event == "levelUp":
            ups[level] += 1
        registered, told, milliseconds, date, received = members[user][0], traced[3], date, date / 1000, received / 1000
        day = day_of(max(min(told, received), registered)) if registered - DAY <= told <= received + DAY else None
        if day:
            days[day].add(user)
        _, before, last = standing.get(user, (0, float("-inf"), None))
        if date >= before or machine == last:
            standing[user] = level, max(date, before), machine
            for group in ("classId", "channelId"):
                if group in data:
                    groups[user, group] = data[group]
        if event == "levelUp" and level > tops.get(user, 0):
            tops[user] = level
            reached.append({"level": level, "day": day, "came": day_of(received),
                            "seconds": max(0, milliseconds - round(registered * 1000)) // 1000,
                            "channel": groups.get((user, "channelId"), ""), "class": groups.get((user, "classId"), "")})
    same(sorted(came), sorted(serial for serial, entry in month.traced.items() if entry[0] in machines), "metrics that came, each once")
    for user in withdrawn:
        standing.pop(user, None)
        for group in ("classId", "channelId"):
            groups.pop((user, group), None)
    figures = {"levelUps": dict(ups), "levels": dict(collections.Counter(level for level, _, _ in standing.values())),
               "activeUsers": {day: len(days[day]) for day in sorted(days)[-REPORTED_DAYS:]}, "events": dict(events)}
    for name, group in (("classes", "classId"), ("channels", "channelId")):
        figures[name] = dict(collections.Counter(value for (_, key), value in groups.items() if key == group))
    return figures, members, days, reached


def timed(reached):
    """What is said of how long it took to reach a level."""
    times = [0] * (len(TIMES) + 1)
    for one in reached:
        times[sum(one["seconds"] >= end for end in TIMES)] += 1
    return {"levelUps": len(reached), "times": times,
            "meanSeconds": sum(one["seconds"] for one in reached) // len(reached) if reached else None}


def levelled(ask, reached, standing):
    """Who reached which level first when, and how long that took; and where players are now."""
    found = ask("levels")
    if found is None:
        return
    days = found["days"]
    believed = [one for one in reached if one["day"]]
    same(found["figures"], {"levelUps": [sum(one["day"] == day for one in believed) for day in days],
                            "unbelieved": [sum(not one["day"] and one["came"] == day for one in reached) for day in days]},
         "seed %d: level-ups by day" % SEED)
    wanted = []
    for level in range(LEVELS_MAX + 1):
        told = sum(one["level"] == level for one in reached)
        if told or standing.get(level):
            wanted.append({"level": level, "reached": told, "players": standing.get(level, 0),
                           **timed([one for one in believed if one["level"] == level])})
    same(found["levels"], wanted, "seed %d: levels" % SEED)
    same(found["others"], timed([one for one in believed if one["level"] > LEVELS_MAX]), "seed %d: other levels" % SEED)
    for by, names in NAMED.items():
        parts = {part["value"]: part for part in ask(("levels", by))["parts"]}
        same(sorted(set(parts) - {None, ""}), names, "seed %d: parts by %s" % (SEED, by))
        for value in [None, "", *names]:
            own = [one for one in reached if (one[by] if one[by] in ["", *names] else None) == value]
            part = parts.get(value, {"figures": {"levelUps": [0] * len(days)}, "levels": []})
            same(part["figures"]["levelUps"], [sum(one["day"] == day for one in own) for day in days], "level-ups of %s %r" % (by, value))
            counts = collections.Counter(one["level"] for one in own if one["level"] <= LEVELS_MAX)
            same({one["level"]: one["reached"] for one in part["levels"]}, dict(counts), "levels of %s %r" % (by, value))


def played(members, days, range_days):
    """What figures of members must say, day by day, out of who was active on which day and who joined when."""
    joined = {user: day_of(registered) for user, (registered, _, _) in members.items()}
    seen = [days.get(day, set()) for day in range_days]
    # A clock that was wrong may have shown a player before it joined.
    first = {user: min(day for day in days if user in days[day]) for user in set().union(*days.values())}

    def within(place, length):
        return set().union(*seen[max(0, place - length + 1):place + 1])

    figures, cohorts = collections.defaultdict(list), []
    for place, day in enumerate(range_days):
        news = {user for user in joined if joined[user] == day}
        figures["new"].append(len(news))
        figures["active"].append(len(seen[place]))
        figures["active7"].append(len(within(place, 7)))
        figures["active30"].append(len(within(place, 30)))
        figures["returning"].append(sum(first[user] != day for user in seen[place] - (within(place - 1, 8) if place else set())))
        figures["lapsed"].append(len(seen[place - 8] - within(place - 1, 7)) if place >= 8 else 0)
        figures["total"].append(sum(joined[user] <= day for user in joined))
        figures["withdrawn"].append(sum(gone is not None and day_of(gone / 1000) == day for _, _, gone in members.values()))
        cohorts.append([len(news & seen[later]) for later in range(place, len(range_days))])
    return dict(figures), cohorts


def figured(ask, members, days):
    """The service's figures by day beside those of the rows, over more days than were played."""
    found = ask("members")
    wanted, cohorts = played(members, days, found["days"])
    for name, figures in wanted.items():
        same(found["figures"][name], figures, "seed %d: figure %s" % (SEED, name))
    found = ask("retention")
    if found is None:
        return
    same([cohort["active"] for cohort in found["cohorts"]], cohorts, "seed %d: who stays" % SEED)


def visited(ask, days):
    """Of the seven days up to each: on how many of them, how many in a row up to the last, and how many in a row at most."""
    found = ask("frequency")
    if found is None:
        return
    wanted = collections.defaultdict(lambda: [0] * len(found["days"]))
    for place, day in enumerate(found["days"]):
        last = datetime.date.fromisoformat(day)
        seen = [days.get((last - datetime.timedelta(days=back)).isoformat(), set()) for back in range(7)]
        for user in set().union(*seen):
            pattern = "".join("x" if user in there else " " for there in seen)
            wanted["visits%d" % pattern.count("x")][place] += 1
            wanted["consecutive%d" % (len(pattern) - len(pattern.lstrip("x")))][place] += 1
            wanted["longest%d" % max(map(len, pattern.split()))][place] += 1
    for name, counts in found["figures"].items():
        same(counts, wanted[name], "seed %d: %s" % (SEED, name))


def on_new_devices(ask, month, members):
    """Who joined where nobody had logged in before."""
    found = ask("members")
    if "newOnNewDevices" not in found["figures"]:
        return
    firsts, known, wanted = {}, set(), collections.Counter()
    for machine, user, seconds in month.logins:
        if machine not in firsts:
            firsts[machine] = user
            wanted[day_of(members[user][0])] += user not in known
        known.add(user)
    same(found["figures"]["newOnNewDevices"], [wanted[day] for day in found["days"]], "seed %d: who is new on a new device" % SEED)


def begun(day, kind):
    """The first day of its week or month."""
    date = datetime.date.fromisoformat(day)
    return (date.replace(day=1) if kind == "months" else date - datetime.timedelta(days=date.weekday())).isoformat()


def in_periods(ask, members, days):
    """Each member once in each week and month of the calendar."""
    for kind in ("weeks", "months"):
        found = ask(kind)
        if found is None:
            return
        joined, gone, seen = collections.defaultdict(set), collections.Counter(), collections.defaultdict(set)
        for user, (registered, _, withdrawn) in members.items():
            joined[begun(day_of(registered), kind)].add(user)
            gone[begun(day_of(withdrawn / 1000), kind) if withdrawn else None] += 1
        for day, users in days.items():
            seen[begun(day, kind)] |= users
        periods = [period["from"] for period in found["periods"]]
        same(periods, [begun(day, kind) for day in periods], "seed %d: the first days of %s" % (SEED, kind))
        before = [begun((datetime.date.fromisoformat(one) - datetime.timedelta(days=1)).isoformat(), kind) for one in periods]
        first = {user: min(begun(day, kind) for day in days if user in days[day]) for user in set().union(*days.values())}
        wanted = {
            "new": [len(joined[one]) for one in periods], "active": [len(seen[one]) for one in periods],
            "continuous": [len(seen[one] & seen[old]) for one, old in zip(periods, before)],
            "returning": [sum(first[user] != one for user in seen[one] - seen[old]) for one, old in zip(periods, before)],
            "lapsed": [len(seen[old] - seen[one]) for one, old in zip(periods, before)], "withdrawn": [gone[one] for one in periods]}
        # The last one is not over.
        wanted["lapsed"][-1] = None
        for name, figures in wanted.items():
            same(found["figures"][name], figures, "seed %d: %s by %s" % (SEED, name, kind))


def paid(ask, path):
    """What stores took, by day, beside the ledger."""
    found = ask("money")
    if found is None:
        return
    wanted = collections.Counter()
    for date, in rows(path, "SELECT moved_date FROM ledger WHERE movement = 'CAPTURED'"):
        wanted[day_of(date / 1000)] += 1
    same([sum(currency["payments"][place] for currency in found["currencies"]) for place in range(len(found["days"]))],
         [wanted[day] for day in found["days"]], "payments by day")
    payers = collections.defaultdict(set)
    for date, user in rows(path, "SELECT l.moved_date, p.user_id FROM ledger l JOIN payments p USING (payment_seq) "
                                 "WHERE l.movement = 'CAPTURED'"):
        payers[day_of(date / 1000)].add(user)
    same(found["payers"], [len(payers[day]) for day in found["days"]], "payers by day")
    first = {}
    for day in sorted(payers):
        first.update({user: day for user in payers[day] if user not in first})
    by_new = collections.Counter()
    for date, user, amount in rows(path, "SELECT l.moved_date, p.user_id, l.amount FROM ledger l JOIN payments p USING (payment_seq) "
                                         "WHERE l.movement = 'CAPTURED'"):
        if first[user] == day_of(date / 1000):
            by_new[first[user]] += round(float(amount) * 100)
    same([round(sum(float(currency["newPayerAmounts"][place]) for currency in found["currencies"]) * 100)
          for place in range(len(found["days"]))], [by_new[day] for day in found["days"]], "amounts of first-time payers")
    news = {day: {user for user in first if first[user] == day} for day in payers}
    for kind in ("weeks", "months"):
        spans = ask(kind)
        for name, of_day in (("payers", payers), ("newPayers", news)):
            same(spans["figures"][name],
                 [len(set().union(*(users for day, users in of_day.items() if span["from"] <= day <= span["to"])))
                  for span in spans["periods"]], "%s by %s" % (name, kind))
    bought = ask("firstPurchase")
    same(bought["products"], [{"product": "gem_100", "payers": len(first)}] if first else [], "what was bought first")


WORTH_DAYS = (0, 1, 7, 30, 90)


def cents(currencies, end):
    """What one currency, or none, says of a number of days; the sandbox sells in one."""
    texts = [one["until"] if end is None else one["after"][str(end)] for one in currencies]
    return None if None in texts else sum(round(float(text) * 100) for text in texts)


def valued(ask, month, path, members):
    """What members have paid since they joined: by the day of it, and by the country that their first log-in told."""
    found = ask("value")
    if found is None:
        return
    joined = {user: day_of(registered) for user, (registered, _, _) in members.items()}
    payments = [(user, (ordinal(day_of(moved / 1000)) - ordinal(joined[user])), round(float(amount) * 100)) for moved, user, amount in rows(
        path, "SELECT l.moved_date, p.user_id, l.amount FROM ledger l JOIN payments p USING (payment_seq) WHERE l.movement = 'CAPTURED'")]
    today = ordinal(found["today"])

    def paid(users, end):
        return sum(amount for user, age, amount in payments if user in users and (end is None or age <= end))
    for cohort in found["cohorts"]:
        users = {user for user, day in joined.items() if day == cohort["day"]}
        payers = {user for user, _, _ in payments} & users
        same((cohort["new"], cohort["payers"]), (len(users), len(payers)), "who joined on " + cohort["day"])
        for end in WORTH_DAYS + (None,):
            told = cents(cohort["currencies"], end)
            wanted = paid(users, end) if end is None or ordinal(cohort["day"]) + end <= today else None
            if cohort["currencies"]:
                same(told, wanted, "seed %d: worth of who joined on %s after %s days" % (SEED, cohort["day"], end))
            elif users and paid(users, None):
                raise Failure("seed %d: nothing is told of what members of %s paid" % (SEED, cohort["day"]))
    country = {}
    for machine, user, _ in sorted(month.logins, key=lambda one: one[2]):
        country.setdefault(user, machine.country)
    parts = ask(("value", "country"))["parts"]
    same({part["value"] for part in parts}, {None} | set(country.values()), "countries of members")
    for part in parts:
        users = {user for user in members if country.get(user, None) == part["value"]}
        same((part["new"], part["payers"]), (len(users), len({user for user, _, _ in payments} & users)),
             "seed %d: who joined in %s" % (SEED, part["value"]))
        for end in WORTH_DAYS:
            # Those for whom the day has come.
            old = {user for user in users if ordinal(joined[user]) + end <= today}
            same(part["members"][str(end)], len(old), "seed %d: members of %s after %d days" % (SEED, part["value"], end))
            if old and part["currencies"]:
                same(cents(part["currencies"], end), paid(old, end), "seed %d: worth of %s after %d days" % (SEED, part["value"], end))
        if users:
            same(cents(part["currencies"], None), paid(users, None), "seed %d: worth of %s" % (SEED, part["value"]))
    whole = ask(("value", "os"))["parts"]
    same([(part["value"], part["new"]) for part in whole if part["new"]], [("LINUX", len(members))], "members by their system")


def ordinal(day):
    return datetime.date.fromisoformat(day).toordinal()


def happened(month, path, members):
    """What the service heard, in its order: (milliseconds, what, user, and what it says). A batch of metrics is one."""
    heard = [(round(seconds * 1000), "login", user, machine) for machine, user, seconds in month.logins]
    batches = collections.defaultdict(list)
    for event, user, date, received, data in rows(
            path, "SELECT type, user_id, event_date, received_date, data FROM analytics_events ORDER BY rowid"):
        if event != "completePurchase":
            batches[received, user].append((event, date, json.loads(data)))
    heard += [(received, "metrics", user, batch) for (received, user), batch in batches.items()]
    heard += [(moved, "paid", user, round(float(amount) * 100)) for moved, user, amount in rows(
        path, "SELECT l.moved_date, p.user_id, l.amount FROM ledger l JOIN payments p USING (payment_seq) WHERE l.movement = 'CAPTURED'")]
    return sorted((one for one in heard if one[2] in members), key=lambda one: one[0])


class InGame:
    """Where each player counts on each of its days, and where it was when it paid: by what its metrics had said until then."""

    def __init__(self, month, path, members):
        self.month, self.members = month, members
        self.places, self.standing = collections.defaultdict(dict), {}
        # (user, day) -> by -> value; by -> (value, day) -> cents, payers.
        self.days, self.cents, self.payers = {}, collections.Counter(), collections.defaultdict(set)
        paid = set()
        for milliseconds, what, user, said in happened(month, path, members):
            today = day_of(milliseconds / 1000)
            if what == "login":
                # What the first log-in of a day says counts.
                if (user, today) not in self.days:
                    self.places[user]["country"] = said.country
                self.play(user, today)
            elif what == "metrics":
                self.hear(user, today, milliseconds / 1000, said)
            else:
                for by, value in self.places[user].items():
                    self.cents[by, value, today] += said
                    if (user, today) not in paid:
                        self.payers[by, value, today].add(user)
                paid.add((user, today))

    def play(self, user, day):
        self.days.setdefault((user, day), dict(self.places[user]))

    def hear(self, user, today, received, batch):
        registered, machine, told_now = self.members[user][0], None, {}
        for event, date, data in batch:
            serial = int(data["characterId"] if event == "setUserMeta" else data["levelUpTime"])
            machine, told = self.month.traced[serial][0], self.month.traced[serial][4]
            if registered - DAY <= told <= received + DAY:
                self.play(user, day_of(max(min(told, received), registered)))
        for event, date, data in batch:
            before, last = self.standing.get(user, (float("-inf"), None))
            if date < before and machine != last:
                continue
            self.standing[user] = max(date, before), machine
            new = {"level": str(data["userLevel"]) if data["userLevel"] <= LEVELS_MAX else None}
            for by, key in (("channel", "channelId"), ("class", "classId")):
                if key in data:
                    new[by] = data[key] if data[key] in NAMED[by] else None
            told_now.update(new)
        for by, value in told_now.items():
            if by not in self.places[user] and (user, today) in self.days:
                # The day on which it is told first.
                self.days[user, today][by] = value
            self.places[user][by] = value


def placed(ask, month, path, members):
    """Members and money by country, level, channel and class."""
    if ask("money") is None:
        return
    truth = InGame(month, path, members)
    joined = {user: day_of(registered) for user, (registered, _, _) in members.items()}
    for by in ("country", "level", "channel", "class"):
        found = ask(("members", by))
        for part in found["parts"]:
            value = part["value"]
            here = collections.defaultdict(set)
            for (user, day), places in truth.days.items():
                if places.get(by, "nowhere") == value:
                    here[day].add(user)
            same(part["figures"]["active"], [len(here[day]) for day in found["days"]], "seed %d: active by %s %r" % (SEED, by, value))
            same(part["figures"]["new"], [sum(joined[user] == day for user in here[day]) for day in found["days"]],
                 "seed %d: new by %s %r" % (SEED, by, value))
        same({part["value"] for part in found["parts"]},
             {None} | {places[by] for places in truth.days.values() if by in places}, "parts by %s" % by)
        found = ask(("money", by))
        same({part["value"] for part in found["parts"]}, {value for each, value, _ in truth.cents if each == by}, "money by %s" % by)
        for part in found["parts"]:
            value = part["value"]
            same([round(sum(float(currency["amounts"][place]) for currency in part["currencies"]) * 100)
                  for place in range(len(found["days"]))],
                 [truth.cents[by, value, day] for day in found["days"]], "seed %d: paid by %s %r" % (SEED, by, value))
            same(part["payers"], [len(truth.payers[by, value, day]) for day in found["days"]], "payers by %s %r" % (by, value))


def money(path):
    sales, revenue = collections.Counter(), collections.defaultdict(collections.Counter)
    for movement, product, amount, currency in rows(
            path, "SELECT l.movement, p.gamebase_product_id, l.amount, l.currency FROM ledger l JOIN payments p USING (payment_seq)"):
        if movement == "GRANTED":
            sales[product, amount, currency] += 1
        revenue[currency][MOVEMENTS[movement]] += round(float(amount) * 100)
    return dict(sales), {currency: dict(sums) for currency, sums in revenue.items()}


def compared(month, path, report, ask, machines, withdrawn=()):
    """- ask: gives the service's figures, which were asked for before its file was free to be read."""
    wanted, members, days, reached = counted(month, path, machines, withdrawn)
    figured(ask, members, days)
    in_periods(ask, members, days)
    visited(ask, days)
    on_new_devices(ask, month, members)
    levelled(ask, reached, wanted["levels"])
    paid(ask, path)
    valued(ask, month, path, members)
    placed(ask, month, path, members)
    found = {name: {entry[key]: entry[figure] for entry in report[name]} for name, key, figure in (
        ("levels", "level", "users"), ("levelUps", "level", "count"), ("classes", "id", "users"), ("channels", "id", "users"),
        ("activeUsers", "day", "users"))}
    found["events"] = {name: count for name, count in report["events"].items() if count}
    for name, figures in wanted.items():
        same(found[name], figures, "seed %d: %s" % (SEED, name))
    now = report["date"]
    same(report["lostEvents"], {"dropped": 0, "damagedFiles": 0}, "what was lost, at %s" % now)
    same((report["users"]["registered"], report["users"]["withdrawn"]),
         (sum(gone is None for _, _, gone in members.values()), len(withdrawn)), "members")
    sales, revenue = money(path)
    same({(entry["gamebaseProductId"], entry["price"], entry["currency"]): entry["count"] for entry in report["sales"]}, sales, "sales")
    same({(entry["gamebaseProductId"], entry["price"], entry["currency"]): entry["testCount"] for entry in report["sales"]}, sales, "tests")
    for name in ("revenue", "testRevenue"):
        same({entry["currency"]: {key: round(float(entry[key]) * 100) for key in MOVEMENTS.values() if float(entry[key])}
              for entry in report[name]}, revenue, name)


def drained(month, report, machines):
    """The report, when all that was traced has come. What comes twice, or more than was traced, is seen in the rows."""
    wanted = sum(entry[0] in machines for entry in month.traced.values())
    deadline = time.monotonic() + DRAIN_SECONDS
    while True:
        found = report()
        if found["events"]["setUserMeta"] + found["events"]["levelUp"] >= wanted:
            return found
        if time.monotonic() > deadline:
            raise Failure("seed %d: of %d metrics came %r" % (SEED, wanted, found["events"]))
        time.sleep(0.2)


class Asked:
    """Figures that were asked for while the service ran."""

    def __init__(self, ask, *kinds):
        first = day_of(time.time() - 60 * DAY)
        self.answers = {}
        for wanted in kinds:
            kind, *by = (wanted,) if isinstance(wanted, str) else wanted
            self.answers[wanted] = ask({"kind": kind, "from": first, **({"by": by[0]} if by else {})})

    def __call__(self, kind):
        return self.answers.get(kind)


def elsewhere(context):
    program, clock = build(context), Clock(context)
    folder = os.path.join(context.directory("server"), "data")
    with contextlib.ExitStack() as kept:
        it = kept.enter_context(
            wire.Process(service.program(context), folder, [homes.console(context)], service.UNLIMITED, clock.environment))
        # What lies between cuts, delivers twice and loses answers.
        between = kept.enter_context(Proxy([it.port], SEED))
        machines = [Machine(context, program, "machine-%d" % number, homes.environment(between.port) | homes.SLOWNESS, SEED * 10 + number)
                    for number in range(MACHINES)]
        month = Month(context, machines, SEED, it, clock)
        try:
            month.run(DAYS)
            month.end(DAYS)
            for number, machine in enumerate(machines):
                machine.start()
                last = month.log_in(machine, number)
            drained(month, lambda: it.console(app=homes.APP).well("console.report"), machines)
            # Of one who has withdrawn the past is kept, and no standing.
            machine.do("withdraw", wanted="0")
            console = it.console(app=homes.APP)
            found = console.well("console.report")
            asked = Asked(lambda query: console.well("console.figures", query), "members", "weeks", "months", "retention", "money",
                          "firstPurchase", "frequency", "value", ("value", "country"), ("value", "os"), "levels",
                          *(("levels", by) for by in NAMED),
                          *((kind, by) for kind in ("members", "money") for by in ("country", "level", *NAMED)))
            # The file is the server's alone as long as it runs.
            it.stop()
            compared(month, store(folder), found, asked, machines, [last])
        finally:
            for machine in machines:
                machine.kill()
    return "%d days, %d metrics, %d purchases" % (DAYS, len(month.traced), month.bought)


def inside(context):
    program = build(context)
    machines = [Machine(context, program, "machine-%d" % number, {}, SEED * 10 + number) for number in range(MACHINES)]
    month = Month(context, machines, SEED)
    try:
        month.run(DAYS)
        month.end(DAYS)
        for number, machine in enumerate(machines):
            machine.start()
            month.log_in(machine, number)
            found = drained(month, lambda: json.loads(machine.do("report")), [machine])
            asked = Asked(lambda query: json.loads(machine.do("figures", json.dumps(query, separators=(",", ":")))), "members")
            machine.end()
            compared(month, store(machine.folder), found, asked, [machine])
    finally:
        for machine in machines:
            machine.kill()
    return "%d days, %d metrics, %d purchases" % (DAYS, len(month.traced), month.bought)


def store(folder):
    """The service's file below a folder, where a server also keeps the people of its console."""
    found = [path for path in glob.glob(os.path.join(folder, "**", "*"), recursive=True)
             if os.path.isfile(path) and open(path, "rb").read(15) == b"SQLite format 3" and os.path.basename(path) != "console.db"]
    if len(found) != 1:
        raise Failure("stores: %r" % found)
    return found[0]


def build(context):
    return context.compile("Tests/figures/machine.c", "machine")


def tests(context):
    return [
        Test("a month of 20 players on 3 machines: each figure of a server's report is the count of its rows", elsewhere,
             ahead=[service.program]),
        Test("a month of 20 players on 3 machines: each figure of a game's own report is the count of its rows", inside),
    ]

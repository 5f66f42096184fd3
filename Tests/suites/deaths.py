"""Servers that die under load, and the database under them: nothing acknowledged is lost, nothing is there twice, and it goes on."""
import concurrent.futures
import contextlib
import json
import os
import random
import signal
import time

from harness import postgres, series
from harness.postgres import patroni
from harness.runner import Failure, Skip, Test
from harness.server import homes, load, service, wire
from suites import homes as homes_suite

KILLS = series.length("SERVERKILLS", 400, 20_000)
STOPS = series.length("DATABASESTOPS", 3, 100)
FAILOVERS = series.length("FAILOVERS", 1, 20)
# By Patroni: half a minute each.
WATCHED_FAILOVERS = series.length("WATCHED_FAILOVERS", 0, 50)
PLAYERS = 64
# Servers that die at the same moment, and come back beside each other.
TOGETHER = 8
SECRET = "deaths-secret"
SETTINGS = {
    "app": {"appId": "Deaths", "typeCode": "SANDBOX", "secretKey": SECRET},
    "products": [{"gamebaseProductId": "gem_100", "productType": "CONSUMABLE", "storeCode": "SANDBOX", "marketItemId": "m.gem",
                  "price": "0.99", "currency": "USD"}],
}
BACK_SECONDS = 2.0
FAILED_OVER_SECONDS = 5.0
# Between two ends of servers that a sanitizer watches.
WATCHED_ANSWERS = 2_000
# What all players together ask within a blink on a machine that does other things, too.
ANSWERS_BETWEEN = 16


def console(context):
    path = os.path.join(context.directory("console"), "deaths.json")
    with open(path, "w") as file:
        json.dump(SETTINGS, file)
    return path


def program(context):
    return service.program(context)


# Limits for players, who all come from one address here, would be what is measured.
UNLIMITED = homes.OPTIONS


@contextlib.contextmanager
def servers_of(context, count, options=()):
    settings = console(context)
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(wire.Process(program(context), context.directory("server%d" % number), console=[settings],
                                                options=[*UNLIMITED, *options])) for number in range(count)]


def two_over(context, url):
    return servers_of(context, 2, ["--database", url])


@contextlib.contextmanager
def two_over_postgresql(context):
    with postgres.Server() as database, two_over(context, database.url) as servers:
        yield servers, database


@contextlib.contextmanager
def each_over_sqlite(context):
    """Groups of servers that share what they keep: here each has its own."""
    with servers_of(context, TOGETHER) as servers:
        yield [[server] for server in servers]


@contextlib.contextmanager
def all_over_postgresql(context):
    with postgres.Server() as database, servers_of(context, TOGETHER, ["--database", database.url]) as servers:
        yield [servers]


HOMES = {"%d servers, each over SQLite" % TOGETHER: each_over_sqlite,
         "%d servers over one PostgreSQL" % TOGETHER: all_over_postgresql}


def check(servers, loaded):
    return loaded.check(servers[0].console(app="Deaths"), servers[0].player(app="Deaths"))


def come_back(victim):
    """Seconds until one that was killed serves again."""
    began = time.monotonic()
    victim.start(victim.port)
    with contextlib.closing(wire.Caller(victim.port, "client", app="Deaths")) as caller:
        caller.well("launching.getServerTime")
    return time.monotonic() - began


def kills(home, count, seed=1):
    """Sometimes one dies, so that its players go on at another, sometimes all at once."""
    def run(context):
        chance, waits = random.Random(seed), []
        with HOMES[home](context) as groups, contextlib.ExitStack() as stack, concurrent.futures.ThreadPoolExecutor(TOGETHER) as pool:
            servers = [server for group in groups for server in group]
            loads = [load.Load([server.port for server in group], "Deaths", SECRET, PLAYERS // len(groups), seed + number)
                     for number, group in enumerate(groups)]
            with stack:
                for loaded in loads:
                    stack.enter_context(loaded)
                for loaded in loads:
                    loaded.await_answers(PLAYERS // len(groups), 60)
                while len(waits) < count:
                    victims = chance.sample(servers, chance.choice([1, TOGETHER, TOGETHER, TOGETHER]))
                    for victim in victims:
                        victim.kill()
                    waits += pool.map(come_back, victims)
                    for loaded in loads:
                        loaded.await_answers(ANSWERS_BETWEEN // len(loads), 60)
            said = "; ".join(check(group, loaded) for group, loaded in zip(groups, loads))
        if sorted(waits)[len(waits) * 99 // 100] > BACK_SECONDS:
            raise Failure("99 of 100 are to serve again within %.1f s: %s" % (BACK_SECONDS, sorted(waits)[-5:]))
        return "%d kills, again within %.2f s at most; %s" % (len(waits), max(waits), said)
    return run


def watched_by(sanitizer):
    """Two servers over PostgreSQL under load, one of which ends in order and comes back: the sanitizer finds nothing."""
    def run(context):
        with homes.tool(context, sanitizer) as (gamebased, reporting), postgres.Server() as database:
            options = [*UNLIMITED, "--database", database.url]
            with contextlib.ExitStack() as stack:
                servers = [stack.enter_context(wire.Process(
                    gamebased, context.directory("server%d" % number), console=[console(context)], options=options,
                    environment=reporting)) for number in range(2)]
                with load.Load([server.port for server in servers], "Deaths", SECRET, PLAYERS) as loaded:
                    for victim in servers:
                        loaded.await_answers(WATCHED_ANSWERS, 120)
                        victim.stop(60)
                        victim.start(victim.port)
                    loaded.await_answers(WATCHED_ANSWERS, 120)
                said = check(servers, loaded)
                for server in servers:
                    server.stop(60)
        return said
    return run


def stops(context):
    """The database ends as in a crash, and comes back."""
    chance = random.Random(1)
    with two_over_postgresql(context) as (servers, database):
        with load.Load([server.port for server in servers], "Deaths", SECRET, PLAYERS) as loaded:
            for _ in range(STOPS):
                loaded.await_answers(PLAYERS * 4, 60)
                database.stop(signal.SIGQUIT)
                time.sleep(chance.random() * 0.5)
                database.start()
                began = time.monotonic()
                loaded.await_answers(PLAYERS, 60)
                waited = time.monotonic() - began
                if waited > BACK_SECONDS * 5:
                    raise Failure("it took %.1f s to serve %d requests again" % (waited, PLAYERS))
        return "%d stops; %s" % (STOPS, check(servers, loaded))


def failovers(context):
    """The primary dies under load, the standby takes its place, and the dead one comes back as the next standby."""
    waits = []
    with postgres.Pair() as pair, two_over(context, pair.url) as servers:
        with load.Load([server.port for server in servers], "Deaths", SECRET, PLAYERS) as loaded:
            for _ in range(FAILOVERS):
                loaded.await_answers(PLAYERS * 4, 60)
                pair.fail_over()
                waits.append(loaded.await_answers(1, 60))
                loaded.await_answers(PLAYERS * 4, 60)
                pair.follow()
        said = check(servers, loaded)
    if max(waits) > FAILED_OVER_SECONDS:
        raise Failure("a promoted standby is to serve within %.0f s: %s" % (FAILED_OVER_SECONDS, waits))
    return "%d failovers, again within %.2f s at most; %s" % (len(waits), max(waits), said)


def watched_failovers(context):
    """The same without anybody's hand: the leader's machine is gone, Patroni promotes the other and makes the dead one its standby."""
    if not patroni.is_there():
        raise Skip("Debian's packages patroni and etcd-server are missing")
    waits = []
    with patroni.Cluster() as cluster, two_over(context, cluster.url) as servers:
        with load.Load([server.port for server in servers], "Deaths", SECRET, PLAYERS) as loaded:
            for _ in range(WATCHED_FAILOVERS):
                loaded.await_answers(PLAYERS * 4, 60)
                dead = cluster.kill_leader()
                waits.append(loaded.await_answers(1, 60))
                cluster.watch(dead)
                cluster.await_pair()
        said = check(servers, loaded)
    if max(waits) > FAILED_OVER_SECONDS:
        raise Failure("a promoted standby is to serve within %.0f s: %s" % (FAILED_OVER_SECONDS, waits))
    return "%d failovers, again within %.2f s at most; %s" % (len(waits), max(waits), said)


def tests(context):
    parts = list(HOMES)
    name = "%s: kill -9 under %d players loses nothing and doubles nothing"
    return [Test(name % (home, PLAYERS), kills(home, KILLS // len(parts)), alone=True) for home in parts] + [
        Test("two servers over PostgreSQL: an immediate stop of the database loses nothing and doubles nothing", stops, alone=True),
        Test("two servers over PostgreSQL: when a standby takes the place of a dead primary, nothing acknowledged is lost", failovers,
             alone=True)] + [
        Test("two servers over PostgreSQL: %d failovers by Patroni lose nothing acknowledged" % WATCHED_FAILOVERS, watched_failovers,
             alone=True)
        for _ in range(1 if WATCHED_FAILOVERS else 0)] + [
        Test("two servers over PostgreSQL under %d players: nothing is found by the sanitizer `%s`" % (PLAYERS, name), watched_by(name),
             alone=True) for name in (homes_suite.TOOLS if series.IS_LONG else ())]

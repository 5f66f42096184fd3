"""Players beside strangers who send the dearest requests that they may, as fast as the limits let them."""
import collections
import contextlib
import glob
import http.client
import os
import random
import threading
import time

from harness import postgres, series
from harness.runner import Failure
from harness.server import load, service, wire
from harness.server.bounds import PROXY, behind
from harness.server.service import same
from harness.server.strangers import POINTERS, Crowd, Stranger

PLAYERS = 64
STEPS = 4
# With figures; none in `make test`, where only what is counted is looked at.
SECONDS = series.length("FAIRSECONDS", 0, 30)
STRANGERS = 10
# Not counted: all players begin at once, and how long their first purchases wait for each other decides the rest of a short measurement.
START_SECONDS = 1.0
# Of a purchase beside one stranger, and beside ten, to one that is alone.
RATIO, RATIO_OF_MANY = 2.0, 3.0
HORSES = 1_000
# In units of `Work`, of about ten microseconds: a save of an object of 900 KiB, which is read, checked and written, or one of a thousand
# pointers, whichever is more, and what comes with each.
LONGEST_TURN = max(3 * 900 // 2, 2 * POINTERS) + 3 * 200
# Of a horse's name.
LETTERS = 2_000
NOT_ALONE_OPTIONS = [part for name in ("address", "login", "player", "app") for part in ("--limit", name + "=off")]


def fill(caller, count=HORSES):
    chance = random.Random(1)
    for _ in range(count):
        caller.well("objects.create", {"className": "Horse", "fields": {"name": "".join(chance.choices("abc", k=LETTERS))}})


class Player(load.Player):
    """One that takes no refusal, and notes how long each purchase took."""

    def __init__(self, of, number):
        super().__init__(of, number)
        self.purchases = []
        self.requests = collections.defaultdict(list)

    def ask(self, name, parameters, origin="client"):
        began = time.monotonic()
        body = super().ask(name, parameters, origin)
        self.requests[name].append(time.monotonic() - began)
        return body

    def try_once(self, name, parameters, key, origin):
        answer = super().try_once(name, parameters, key, origin)
        if answer is not None and answer.status in load.NOT_NOW:
            raise Failure("%s was refused: %r" % (name, answer))
        return answer

    def buy(self):
        began = time.monotonic()
        super().buy()
        if began >= self.load.counts_from:
            self.purchases.append(time.monotonic() - began)

    def run(self):
        if self.load.steps is None:
            return super().run()
        try:
            self.log_in()
            for _ in range(self.load.steps):
                self.step()
        except Failure as failure:
            self.failure = str(failure)
        except Exception as error:  # as above
            self.failure = repr(error)
        return None


class Players(load.Load):
    def __init__(self, ports, steps=None, pause=0.0):
        super().__init__(ports, wire.APP, "quickstart-secret", 0, pause=pause)
        self.steps = steps
        self.counts_from = time.monotonic() + START_SECONDS
        self.players = [Player(self, number) for number in range(PLAYERS)]

    def by_request(self):
        """p50 and p99 of each request, in milliseconds."""
        every = collections.defaultdict(list)
        for player in self.players:
            for name, times in player.requests.items():
                every[name] += times
        return ", ".join("%s %d/%d" % (name, 1000 * sorted(times)[len(times) // 2], 1000 * sorted(times)[len(times) * 99 // 100])
                         for name, times in sorted(every.items()))

    def times(self):
        self.refuse_failures()
        found = sorted(time for player in self.players for time in player.purchases)
        if len(found) < 100:
            raise Failure("%d purchases are too few to say how long they take" % len(found))
        return found[len(found) // 2], found[len(found) * 99 // 100]


@contextlib.contextmanager
def one_server(context):
    with service.server(context, options=PROXY + NOT_ALONE_OPTIONS) as it:
        yield [it]


@contextlib.contextmanager
def two_servers(context):
    with postgres.Server() as database, contextlib.ExitStack() as stack:
        yield [stack.enter_context(wire.Process(
            service.program(context), os.path.join(context.directory("server%d" % number), "data"), [context.path(service.CONSOLE)],
            [*PROXY, *NOT_ALONE_OPTIONS, "--database", database.url])) for number in range(2)]


def beside_one(context):
    """64 players play to the end beside a stranger, and none of their requests is refused."""
    with one_server(context) as servers:
        it = servers[0]
        fill(it.player())
        with Crowd([it.port], 1) as stranger:
            players = Players([it.port], STEPS)
            with players:
                for player in players.players:
                    player.join(240)
            same([player.failure for player in players.players if player.failure], [], "what players were told")
            same(sum(player.is_alive() for player in players.players), 0, "players that did not come to the end")
        # Its searches end with it: nothing of them is left under way.
        service.eventually(lambda: metric(it, "gamebased_requests_under_way") == 0, "what the stranger asked for has ended")
        players.check(it.console(), it.player())
        longest = metric(it, 'gamebased_longest_turn_work{app="%s"}' % wire.APP)
        if not 0 < longest <= LONGEST_TURN:
            raise Failure("a turn of %d units, of at most %d" % (longest, LONGEST_TURN))
        return "%d requests of the stranger, %d of them refused" % (stranger.sent, stranger.refusals)


def metric(it, name):
    for line in wire.get(it.port, "/metrics").text.splitlines():
        if line.startswith(name + " "):
            return int(float(line.split(" ")[1]))
    raise Failure("no metric " + name)


def guess(stranger, caller):
    """One that is under way when the server ends has no answer."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        stranger.guess(caller)


def closed(context):
    """66 searches that were hung up keep nobody's sign-up waiting, and log-ins of unknown names refuse nobody's."""
    with one_server(context) as servers:
        it = servers[0]
        fill(it.player())
        stranger = Stranger([it.port], "192.0.2.66")
        for _ in range(66):
            stranger.hang_up(it.player())
        with contextlib.ExitStack() as stack:
            for number in range(3):
                for _ in range(8):
                    other = Stranger([it.port], "192.0.2.%d" % (70 + number))
                    caller = stack.enter_context(contextlib.closing(wire.Caller(it.port, "client", headers=behind(other.address))))
                    threading.Thread(target=guess, args=(other, caller), daemon=True).start()
            owner = it.player(headers=behind("192.0.2.99"))
            fields = {"userName": "una", "password": "p" * 12}
            answer = owner.ask("objects.create", {"className": "user", "fields": fields})
            same((answer.status, answer.code), (200, 0), "a sign-up beside them")
            answer = owner.ask("users.logIn", fields)
            same((answer.status, answer.code), (200, 0), "a log-in beside them")
            same(it.console().ask("console.checkLedger", {}).code, 0, "the operator's check of the ledger beside them")


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def processors():
    """Seconds of a processor that the processes of each name have had so far; the strangers' by itself."""
    found = collections.Counter()
    for folder in glob.glob("/proc/[0-9]*"):
        with contextlib.suppress(OSError):
            text = read(folder + "/stat")
            name, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
            if Crowd.__module__ in read(folder + "/cmdline").split("\0"):
                name = "strangers"
            found[name] += (int(rest[11]) + int(rest[12])) / os.sysconf("SC_CLK_TCK")
    return found


def processors_of(before, after, seconds):
    """Of those that had more than a fiftieth of one."""
    return ", ".join("%s %.2f" % (name, (after[name] - before[name]) / seconds) for name in sorted(after)
                     if after[name] - before[name] > 0.02 * seconds)


def figures(context, servers_of):
    with servers_of(context) as servers:
        fill(servers[0].player())
        ports = [it.port for it in servers]

        def measured(strangers):
            with contextlib.ExitStack() as stack:
                if strangers:
                    crowds.append(stack.enter_context(Crowd(ports, strangers)))
                players = Players(ports, pause=0.2)
                with players:
                    before = processors()
                    players.ends.wait(SECONDS)
                    spent.append("processors: %s; %d answers; p50/p99 of requests: %s" % (
                        processors_of(before, processors(), SECONDS), players.answered, players.by_request()))
                return players.times()
        spent = []
        crowds = []
        alone, one, many = measured(0), measured(1), measured(STRANGERS)
        said = "purchase p50/p99: alone %.0f/%.0f ms, beside a stranger %.0f/%.0f, beside %d %.0f/%.0f" % (
            alone[0] * 1000, alone[1] * 1000, one[0] * 1000, one[1] * 1000, STRANGERS, many[0] * 1000, many[1] * 1000)
        said += "; the strangers took %s s of a processor to ask" % " and ".join("%.1f" % crowd.processor for crowd in crowds)
        said += "\n".join([""] + spent)
        if one[1] > RATIO * alone[1] or many[1] > RATIO_OF_MANY * alone[1]:
            raise Failure(said)
        return said


def over_sqlite(context):
    return figures(context, one_server)


def over_postgresql(context):
    return figures(context, two_servers)

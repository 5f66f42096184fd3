"""Two gamebased on one PostgreSQL."""
import json
import os
import signal
import time

from harness import postgres
from harness.clocks import Clock
from harness.server import service, wire
from harness.server.service import same


def two(context):
    """What is asked of one is there at the other: apps, sessions, events, and the first answer to a change."""
    with open(context.path(service.CONSOLE)) as file:
        wanted = json.load(file)
    with postgres.Server() as database:
        first, second = (wire.Process(service.program(context), os.path.join(context.directory("server"), "data"), (),
                                      ["--database", database.url]) for _ in range(2))
        with first, second:
            first.console().well("console.loadSettings", {"settings": wanted}, wire.new_key())
            service.eventually(lambda: second.player().ask("launching.getServerTime").status == 200, "the other server finds the app")
            player = first.player().log_in()
            elsewhere = second.player(token=player.token)
            reserved, _ = elsewhere.buy()
            same(service.bought(player), [reserved["paymentSeq"]], "what is not consumed")
            key, parameters = wire.new_key(), {"requestId": wire.new_key(), "storeCode": "SANDBOX", "gamebaseProductId": "gem_100"}
            answer = player.ask("purchase.reserve", parameters, key)
            same(elsewhere.ask("purchase.reserve", parameters, key).text, answer.text, "the answer of the other server to the same change")
            streams = [wire.Stream(it.port, player.token) for it in (first, second)]
            places = [stream.next()[0] for stream in streams]
            stamps = []
            for it in (first, second):
                began = time.monotonic()
                stamp = it.console().well("console.kickout", {"userIds": [player.user]}, wire.new_key())["stamp"]
                for stream in streams:
                    while stream.next()[2].get("body", {}).get("stamp") != stamp:
                        pass
                stamps.append(stamp)
                same(time.monotonic() - began < 1, True, "whether a kickout reaches both servers' players within a second")
            again = wire.Stream(second.port, player.token, places[0])
            same(again.next()[1], "ready", "the first event of a stream that goes on at the other server")
            missed = set()
            while len(missed) < 2:
                missed.add(again.next()[2].get("body", {}).get("stamp", stamps[0]))
            same(missed, set(stamps), "the kickouts that it missed")
            same(wire.get(second.port, "/ready").status, 200, "readiness")


def files(context):
    """A server that comes later with the same file of settings, and one that remembers nothing, undo nothing that an operator changed; a
    file that was changed is loaded by whoever sees it first."""
    console = service.settings(context, wire.APP)
    with postgres.Server() as database:
        def started():
            return wire.Process(service.program(context), os.path.join(context.directory("server"), "data"), [console],
                                ["--database", database.url])

        def status(it):
            return it.console().well("console.saveSettings")["settings"]["launching"]["status"]
        with started() as first:
            first.console().well("console.setLaunchingStatus", {"status": 303, "message": "closed"}, wire.new_key())
            with started() as second:
                same((status(first), status(second)), (303, 303), "what the operator had set, when another server had started")
                with open(console) as file:
                    changed = json.load(file)
                changed["launching"] = {"status": 202, "message": "crowded"}
                with open(console, "w") as file:
                    json.dump(changed, file)
                first.signal(signal.SIGHUP)
                service.eventually(lambda: status(second) == 202, "the changed file is loaded")
                first.console().well("console.setLaunchingStatus", {"status": 303, "message": "closed"}, wire.new_key())
                second.signal(signal.SIGHUP)
                service.eventually(lambda: "settingsKnown" in second.logged(), "the other server finds the file loaded")
                same(status(second), 303, "what the operator had set, when the other server had read the file")


APART = 300


def clocks(context):
    """Two servers whose machines' clocks are ten minutes apart: a date is the same at both, a ban ends for both at once, and each says
    how far off its machine is."""
    with open(context.path(service.CONSOLE)) as file:
        wanted = json.load(file)
    with postgres.Server() as database:
        servers = [wire.Process(service.program(context), os.path.join(context.directory("server"), "data"), (),
                                ["--database", database.url], environment=Clock(context, seconds).environment)
                   for seconds in (-APART, APART)]
        with servers[0] as first, servers[1] as second:
            first.console().well("console.loadSettings", {"settings": wanted}, wire.new_key())
            service.eventually(lambda: second.player().ask("launching.getServerTime").status == 200, "the other server finds the app")
            for it, ahead in ((first, -APART), (second, APART)):
                date = it.player().well("launching.getServerTime")["date"]
                same(abs(date - time.time() * 1000) < 2_000, True, "whether a server %d s off has the database's time" % ahead)
                gauge = wire.get(it.port, "/metrics").text.split("\ngamebased_clock_ahead_seconds ")[1].split("\n")[0]
                same(abs(float(gauge) - ahead) < 2, True, "whether the gauge says %d s: %s" % (ahead, gauge))
                service.eventually(lambda: '"clockOff"' in it.logged(), "the log says it", 15)
            for one, other in ((first, second), (second, first)):
                player = one.player().log_in()
                end = int((time.time() + 60) * 1000)
                ban = {"userId": player.user, "banType": "TEMPORARY", "endDate": end, "message": "a minute"}
                one.console().well("console.ban", ban, wire.new_key())
                for it in (other, one, other):
                    found = it.player(token=player.token).ask("gateway.tokenLogin", {
                        "tokenInfo": {"idPCode": "guest", "accessToken": player.token}, "member": {}})
                    same(found.code == 0, False, "whether somebody who is banned for a minute may log in")

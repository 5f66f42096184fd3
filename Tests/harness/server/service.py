"""What games and operators get from gamebased when nobody misbehaves."""
import contextlib
import hashlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time

from harness.clocks import Clock
from harness.runner import EVERYWHERE, Failure
from harness.server import wire

CONSOLE = "examples/console.json"

# What a server that nobody asks does in so long: a look every few seconds at what has come due, and nothing else.
REST_SECONDS, REST_WAKES, REST_SHARE = 5, 5, 0.002
# Players are counted once a minute.
COUNT_SECONDS = 150
PLAY_TIME_SECONDS = 300

# What a REAL app may have.
STRONG = {"app": {"secretKey": "0f9c2b7ad1e84c35"}, "ncmb": {"applicationKey": "0a1b2c3d4e5f60718293", "clientKey": "8d7c6b5a493827160504"}}


def program(context):
    """build/gamebased, made once."""
    def build():
        context.check(["make", "-s", "server"], timeout=2400)
        return context.path("build", "gamebased")
    return context.once("server", build)


def server(context, console=(CONSOLE,), options=(), **more):
    folder = os.path.join(context.directory("server"), "data")
    return wire.Process(program(context), folder, [context.path(file) for file in console], options, **more)


def settings(context, app, **changes):
    """A file of settings of an app of this name."""
    with open(context.path(CONSOLE)) as file:
        value = json.load(file)
    value["app"]["appId"] = app
    if app != wire.APP:
        # A key names one app.
        value["ncmb"]["applicationKey"] = "application-key-" + hashlib.sha256(app.encode()).hexdigest()[:16]
    value.update(changes)
    path = os.path.join(context.directory("settings"), "console.json")
    with open(path, "w") as file:
        json.dump(value, file)
    return path


def same(found, wanted, what):
    if found != wanted:
        raise Failure("%s: %r, and not %r" % (what, found, wanted))


def kicked(player, data):
    return data["kind"] == "serverPush" and data["body"]["type"] == "appKickout"


def bought(player):
    return [receipt["paymentSeq"] for receipt in player.well("purchase.notConsumed", {"storeCode": "SANDBOX"})["receipts"]]


def story(context):
    with server(context) as it:
        player = it.player().log_in()
        stream = wire.Stream(it.port, player.token)
        same(stream.next()[1], "ready", "the first event")
        reserved, receipt = player.buy()
        same(bought(player), [reserved["paymentSeq"]], "what is not consumed")
        consume = {"access": {"wire": "gamebase", "appId": wire.APP, "key": "quickstart-secret"},
                   "body": {"paymentSeq": receipt["paymentSeq"], "accessToken": receipt["purchaseToken"]}}
        game_server = wire.Caller(it.port, "server")
        game_server.well("server.consume", consume, wire.new_key())
        same(bought(player), [], "what is not consumed after the game server has consumed it")
        it.console().well("console.kickout", {"userIds": [player.user]}, wire.new_key())
        began = time.monotonic()
        while not kicked(player, stream.next()[2]):
            pass
        if time.monotonic() - began > 1:
            raise Failure("the kickout took longer than a second")


def poll(it, player, after=None, wait=0):
    path = "/v1/apps/%s/events?wait=%d%s" % (wire.APP, wait, "" if after is None else "&after=%d" % after)
    answer = wire.get(it.port, path, {"Accept": "application/json", "Authorization": "Bearer " + player.token})
    if answer.status != 200:
        raise Failure(repr(answer))
    return answer.form


def polls(context):
    with server(context) as it:
        player, console = it.player().log_in(), it.console()
        first = poll(it, player, wait=30)
        same((first["events"], first["reset"]), ([], False), "the first poll, which learns where it is")
        console.well("console.kickout", {"userIds": [player.user]})
        heard = poll(it, player, first["next"], wait=30)
        same([event["kind"] for event in heard["events"]], ["serverPush"], "what was told")
        same(heard["next"], heard["events"][0]["seq"], "the next place")
        began = time.monotonic()
        same(poll(it, player, heard["next"], wait=1)["events"], [], "a poll in vain")
        if not 0.9 < time.monotonic() - began < 5:
            raise Failure("a poll of one second took %.1f s" % (time.monotonic() - began))
        for name, value in (("wait", "x"), ("wait", "-1"), ("after", "1.0"), ("after", "9223372036854775808")):
            answer = wire.get(it.port, "/v1/apps/%s/events?%s=%s" % (wire.APP, name, value), {"Accept": "application/json"})
            same((answer.status, answer.form["message"]), (400, name + ": is not a number"), "a poll with %s=%s" % (name, value))
        waiting = []
        thread = threading.Thread(target=lambda: waiting.append(poll(it, player, heard["next"], wait=30)))
        thread.start()
        time.sleep(0.3)
        console.well("console.kickout", {"userIds": [player.user]})
        thread.join(5)
        same(len(waiting and waiting[0]["events"]), 1, "what a poll that waited heard")


def resume(context):
    with server(context) as it:
        player, console = it.player().log_in(), it.console()
        stream = wire.Stream(it.port, player.token)
        place = stream.next()[0]
        stamps = [console.well("console.kickout", {"userIds": [player.user]})["stamp"] for _ in range(3)]
        seen = [stream.next() for _ in range(3)]
        same([event[2]["body"]["stamp"] for event in seen], stamps, "what the stream heard")
        stream.close()
        more = [console.well("console.kickout", {})["stamp"] for _ in range(2)]
        for last, wanted in ((seen[2][0], more), (seen[0][0], stamps[1:] + more), (place, stamps + more)):
            again = wire.Stream(it.port, player.token, last)
            same(again.next()[1], "ready", "the first event of a stream that goes on")
            same([again.next()[2]["body"]["stamp"] for _ in wanted], wanted, "what it missed, behind %d" % last)
            same(again.silent(0.2), [], "what comes after that")
            again.close()
        # Also when nobody listened meanwhile, and when the server began anew.
        it.stop()
        it.start()
        again = wire.Stream(it.port, player.token, seen[2][0])
        same([again.next()[1]] + [again.next()[2]["body"]["stamp"] for _ in more], ["ready"] + more, "what was kept over a restart")


def reset(context):
    with server(context) as it:
        player = it.player().log_in()
        for _ in range(2):
            stream = wire.Stream(it.port, player.token, 1000)
            place, event, _ = stream.next()
            same(event, "reset", "the first event of a stream that was away for years")
            same(poll(it, player, 1000)["reset"], True, "a poll that was away for years")
            stamp = it.console().well("console.kickout", {})["stamp"]
            heard = stream.next()
            same((heard[2]["body"]["stamp"], heard[0] > place), (stamp, True), "what comes behind a reset")


def private(context):
    with server(context) as it:
        players = [it.player().log_in() for _ in range(2)]
        absent = it.player().log_in()
        streams = [wire.Stream(it.port, player.token) for player in players] + [wire.Stream(it.port)]
        for stream in streams:
            stream.next()
        console = it.console()
        console.well("console.kickout", {"userIds": [players[0].user, absent.user]})
        heard = streams[0].next()[2]
        if absent.user in json.dumps(heard):
            raise Failure("a player is told who else was kicked out: %r" % heard)
        for stream in streams[1:]:
            same(stream.silent(0.3), [], "what another player, and one without a login, heard")
        console.well("console.kickout", {})
        for stream in streams:
            same(stream.next()[1], "serverPush", "what everyone heard")
        stranger = wire.Stream(it.port, "a" * 40)
        same(stranger.status, 401, "the status of a stream with a token that nobody gave")


def restart(context):
    with server(context) as it:
        player = it.player().log_in()
        reserved, _ = player.buy()
        it.console().well("console.setLaunchingStatus", {"status": 202, "message": "crowded"})
        status, _ = it.stop()
        same(status, 0, "the exit status")
        it.start()
        again = it.player(token=player.token)
        same(bought(again), [reserved["paymentSeq"]], "what is not consumed after a restart")
        found = it.console().well("console.saveSettings")["settings"]["launching"]["status"]
        same(found, 202, "what the operator had changed, though the file of settings is as it was")
        same(it.player().log_in(player.secret).user, player.user, "whose secret it is")


def made_anew(context):
    """A database that was reset, beside a data directory that was not."""
    with server(context) as it:
        it.player().log_in()
        it.stop()
        stores = [path for path in os.listdir(it.folder) if os.path.isdir(os.path.join(it.folder, path))]
        if not stores or not any(path.endswith(".sha256") for path in os.listdir(it.folder)):
            raise Failure("no store, or no note of what was loaded: %s" % os.listdir(it.folder))
        for path in stores:
            shutil.rmtree(os.path.join(it.folder, path))
        it.start()
        it.player().log_in()


# More than one player asks in a second, where the limits are not what is tried.
UNLIMITED = [part for name in ("address", "login", "player", "stream", "metrics") for part in ("--limit", name + "=100000/100000")]


def graceful(context):
    with server(context, options=UNLIMITED) as it:
        player = it.player().log_in()
        stream = wire.Stream(it.port, player.token)
        stream.next()
        waiting, stop = [], threading.Event()

        def ask():
            caller = it.player(token=player.token)
            while not stop.is_set():
                try:
                    answer = caller.ask("purchase.reserve", {"requestId": wire.new_key(), "storeCode": "SANDBOX",
                                                             "gamebaseProductId": "gem_100"}, wire.new_key())
                    waiting.append((answer.status, answer.code))
                except (OSError, wire.http.client.HTTPException):
                    return
        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        polling = []
        poller = threading.Thread(target=lambda: polling.append(poll(it, player, poll(it, player)["next"], wait=50)))
        poller.start()
        time.sleep(0.5)
        status, seconds = it.stop()
        stop.set()
        for thread in threads + [poller]:
            thread.join(10)
        same(status, 0, "the exit status")
        if seconds > 5:
            raise Failure("it took %.1f s to end" % seconds)
        same({answer for answer in waiting} - {(200, 0), (503, -9000004)}, set(), "what requests were answered at the end")
        if (200, 0) not in waiting:
            raise Failure("nothing was answered: %r" % waiting[:3])
        same(len(polling), 1, "polls that were answered at the end")
        try:
            stream.next(5)
            raise Failure("a stream goes on after the end")
        except EOFError:
            pass


def late_body(context):
    """A request whose head was there before SIGTERM, and whose body comes behind it, is answered: it may have been made."""
    body = wire.form("objects.create", {"className": "user", "fields": {"userName": "ann", "password": "p" * 12}})
    head = "POST /v1/apps/%s/client HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    with server(context) as it, wire.socket.create_connection(("127.0.0.1", it.port), timeout=wire.ANSWER_SECONDS) as connection:
        connection.sendall((head % (wire.APP, len(body))).encode() + body[:5])
        time.sleep(0.3)
        it.signal(signal.SIGTERM)
        # Late in the moment that answers have to arrive. What is asked takes a password's key, which is a sixth of a second.
        time.sleep(0.15)
        connection.sendall(body[5:])
        answer = connection.recv(4096)
        same((answer[:12], b'"resultCode":0' in answer), (b"HTTP/1.1 200", True), "the answer to a body that came late: %r" % answer)
        same(it.child.wait(wire.END_SECONDS), 0, "the exit status")


def reload(context):
    key_file = os.path.join(context.directory("key"), "key")
    with open(key_file, "w") as file:
        file.write("the-first-operator-key\n")
    console = settings(context, wire.APP)
    folder = os.path.join(context.directory("server"), "data")
    with wire.Process(program(context), folder, [console], ["--operator-key-file", key_file]) as it:
        same(it.console(token="the-first-operator-key").ask("console.report").status, 200, "the first key")
        with open(key_file, "w") as file:
            file.write("the-second-operator-key\n")
        with open(console) as file:
            changed = json.load(file)
        changed["launching"]["message"] = "another message"
        with open(console, "w") as file:
            json.dump(changed, file)
        os.rename(it.log, it.log + ".old")
        it.signal(signal.SIGHUP)
        eventually(lambda: it.console(token="the-second-operator-key").ask("console.report").status == 200, "the second key is taken")
        same(it.console(token="the-first-operator-key").ask("console.report").status, 401, "the first key after that")
        second = it.console(token="the-second-operator-key")
        eventually(lambda: second.well("console.saveSettings")["settings"]["launching"]["message"] == "another message",
                   "the settings are loaded")
        eventually(lambda: os.path.exists(it.log) and "settingsLoaded" in it.logged(), "the log is opened anew")
        with open(key_file, "w"):
            pass
        changed["launching"]["message"] = "a third message"
        with open(console, "w") as file:
            json.dump(changed, file)
        it.signal(signal.SIGHUP)
        eventually(lambda: "notReloaded" in it.logged(), "a key that is none is told of")
        eventually(lambda: second.well("console.saveSettings")["settings"]["launching"]["message"] == "a third message",
                   "the settings are loaded beside a key file that cannot be read")
        with open(console, "w") as file:
            file.write("{")
        it.signal(signal.SIGHUP)
        eventually(lambda: "settingsRefused" in it.logged(), "settings that are none are told of")
        same(second.ask("console.report").status, 200, "the server after that")


def eventually(condition, what, seconds=10):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise Failure("waited %d s in vain: %s" % (seconds, what))
        time.sleep(0.05)


def early_reload(context):
    """SIGHUP while a start waits for a database that does not answer: the server goes on, and reloads when it runs. Otherwise that ended
    it, and for systemd, too, which takes the signal for a wish to end."""
    folder = context.directory("server")
    log = os.path.join(folder, "log")
    with socket.create_server(("127.0.0.1", 0)) as database:
        database.settimeout(wire.ANSWER_SECONDS)
        address = "postgresql://nobody@127.0.0.1:%d/nothing" % database.getsockname()[1]
        command = [program(context), "--database", address, "--data", os.path.join(folder, "data"), "--listen", "127.0.0.1:0", "--log", log]
        child = subprocess.Popen(command, env={**EVERYWHERE, "GAMEBASED_OPERATOR_KEY": wire.KEY}, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            asked, _ = database.accept()
            child.send_signal(signal.SIGHUP)
            time.sleep(0.5)
            same(child.poll(), None, "whether the start was ended")
            # Nobody is there any more.
            database.close()
            asked.close()

            def reloaded():
                same(child.poll(), None, "whether the server was ended")
                with contextlib.suppress(OSError), open(log) as file:
                    return '"event":"reloaded"' in file.read()
            eventually(reloaded, "what SIGHUP asked for is done", wire.START_SECONDS)
            child.send_signal(signal.SIGTERM)
            same(child.wait(wire.END_SECONDS), 0, "the exit status")
        finally:
            child.kill()
            child.wait()


def two_apps(context):
    files = [settings(context, "one/app"), settings(context, "two%2F\"..")]
    folder = os.path.join(context.directory("server"), "data")
    with wire.Process(program(context), folder, files) as it:
        first, second = "one%2Fapp", "two%252F%22.."
        player = it.player(app=first).log_in()
        same(it.player(app=second, token=player.token).ask("purchase.notConsumed", {"storeCode": "SANDBOX"}).code, -4010203,
             "a token of the one app at the other")
        other = it.player(app=second).log_in(player.secret)
        if other.user == player.user:
            raise Failure("a secret is the same member in both apps")
        streams = [wire.Stream(it.port, who.token, app=app) for who, app in ((player, first), (other, second))]
        for stream in streams:
            stream.next()
        it.console(app=first).well("console.kickout", {})
        same(streams[0].next()[1], "serverPush", "what the players of the one app hear")
        same(streams[1].silent(0.3), [], "what the players of the other hear")
        same(it.player(app="one/app").ask("launching.getServerTime").status, 404, "an app's id that is not encoded")
        same(it.player(app="o%6Ee%2Fapp").ask("launching.getServerTime").status, 404, "another spelling of an app's id")
        same(it.player(app="..%2f..").ask("launching.getServerTime").status, 404, "an app's id that leads elsewhere")
        same(sorted(os.listdir(os.path.join(folder, "apps"))), sorted([first, second]), "the folders of the apps")


def unfit_file(context):
    """Settings on the command line that are refused end the start, and make no app: the next start would serve it without any."""
    place = os.path.join(context.directory("unfit"), "data")
    it = wire.Process(program(context), place, [settings(context, "Unfit", launching={"status": "bad"})])
    try:
        it.start()
    except Failure as failure:
        same("$.launching.status" in str(failure), True, "why a server does not start: %s" % failure)
    else:
        raise Failure("a server starts with settings that are wrong")
    finally:
        it.kill()
    same(os.path.exists(os.path.join(place, "apps")), False, "whether there is a folder for an app")


def new_app(context):
    unfit_file(context)
    with open(context.path(CONSOLE)) as file:
        wanted = json.load(file)
    with server(context, console=()) as it:
        if "there is no app yet" not in it.output:
            raise Failure("a server without an app does not say so: " + it.output)
        same(it.player().ask("launching.getServerTime").code, -4040302, "a request to an app that is not there")
        same(it.console(token="wrong-key-wrong-key").ask("console.loadSettings", {"settings": wanted}).status, 401, "a wrong key")
        console = it.console()
        same(console.ask("console.report").code, -4040302, "another request of the operator")
        bad = dict(wanted, launching={"status": "bad"})
        if console.ask("console.loadSettings", {"settings": bad}).code == 0:
            raise Failure("settings that are wrong make an app")
        named = dict(wanted, app=dict(wanted["app"], appId="Another"))
        same(console.ask("console.loadSettings", {"settings": named}).code, -4000003, "settings of another app")
        same(it.player().ask("launching.getServerTime").code, -4040302, "the app after settings that were refused")
        same(os.path.exists(os.path.join(it.folder, "apps")), False, "whether there is a folder for it")
        console.well("console.loadSettings", {"settings": wanted}, wire.new_key())
        it.player().log_in()
        it.stop()
        it.start()
        it.player().log_in()


def operation(context):
    with server(context) as it:
        same((wire.get(it.port, "/health").status, wire.get(it.port, "/ready").status), (200, 200), "health and readiness")
        it.player().log_in()
        metrics = wire.get(it.port, "/metrics").text
        for line in ('gamebased_requests_total{app="QuickStart",request="gateway.idPLogin",result="ok"} 1', "gamebased_connections ",
                     'gamebased_request_seconds_bucket{app="QuickStart",le="+Inf"} 1', 'gamebased_limited_total{limit="login"} 0'):
            if line not in metrics:
                raise Failure("the metrics lack %s:\n%s" % (line, metrics))
        same(wire.get(it.port, "/metrics", {"X-Forwarded-For": "192.0.2.1"}).status, 401, "metrics for who comes through a proxy")
        with_key = {"X-Forwarded-For": "192.0.2.1", "Authorization": "Bearer " + wire.KEY}
        same(wire.get(it.port, "/metrics", with_key).status, 200, "metrics with the operator's key")
        # A store that cannot be opened.
        it.stop()
        database = os.path.join(it.folder, "apps", wire.APP, "gamebase.db")
        os.rename(database, database + ".away")
        os.mkdir(database)
        it.start()
        same((wire.get(it.port, "/health").status, wire.get(it.port, "/ready").status), (200, 503), "health and readiness without a store")
        answer = it.player().ask("gateway.idPLogin", {"idPInfo": {"idPCode": "guest", "accessToken": "s" * 32}})
        same((answer.status, answer.headers["Retry-After"]), (503, "1"), "a request without a store")
        os.rmdir(database)
        os.rename(database + ".away", database)
        eventually(lambda: wire.get(it.port, "/ready").status == 200, "the store is found again")


def admin(context):
    with server(context, options=["--admin-listen", "127.0.0.1:0"]) as it:
        same(it.console().ask("console.report").status, 404, "the operator's path where games are heard")
        same(it.console(port=it.admin_port).ask("console.report").status, 200, "the operator's path where the operator is heard")


def first_start(context):
    folder = os.path.join(context.directory("server"), "data")
    it = wire.Process(program(context), folder, [context.path(CONSOLE)])
    it.environment["GAMEBASED_OPERATOR_KEY"] = None
    with it:
        path = os.path.join(folder, "operator.key")
        with open(path) as file:
            key = file.read().strip()
        same(os.stat(path).st_mode & 0o777, 0o600, "the mode of the operator's key")
        if key in it.output or path not in it.output or "GAMEBASE_SERVICE_URL=http://127.0.0.1:%d " % it.port not in it.output:
            raise Failure("the first start says: " + it.output)
        same("OPERATOR_KEY" in it.output, False, "whether the operator's key is put into a game's environment")
        same("plain HTTP" in it.output, False, "whether a game on this machine is warned of plain HTTP")
        same(it.console(token=key).ask("console.report").status, 200, "the key that was made")
        it.stop()
        it.start()
        same(it.console(token=key).ask("console.report").status, 200, "the key after a restart")
        second = context.process([it.program, "--data", folder, "--listen", "127.0.0.1:0"])
        same((second.status, "in use by process %d" % it.child.pid in second.output), (2, True),
             "a second server on one folder: " + second.output)
    # On every address of the machine: one that a game elsewhere can ask, and that this is in the open.
    other = wire.Process(program(context), os.path.join(context.directory("server"), "data"), [context.path(CONSOLE)],
                         ["--listen", "0.0.0.0:0"])
    with other:
        address = re.search(r"GAMEBASE_SERVICE_URL=http://([0-9.]+|ADDRESS-OF-THIS-MACHINE):%d GAME" % other.port, other.output)
        if not address or address.group(1) == "0.0.0.0" or "plain HTTP" not in other.output:
            raise Failure("with 0.0.0.0 the start says: " + other.output)


def few_files(context):
    """A server that the system lets open few files says how many connections it takes, and not the number that it was given."""
    path = os.path.join(context.directory("bin"), "gamebased")
    with open(path, "w") as file:
        file.write('#!/bin/sh\nulimit -n 1024\nexec "%s" "$@"\n' % program(context))
    os.chmod(path, 0o755)
    for options, asked in ((["--connections", "600"], 600), ([], 20_000), (["--connections", "500"], None)):
        folder = os.path.join(context.directory("server"), "data")
        with wire.Process(path, folder, [context.path(CONSOLE)], options) as it:
            said = re.findall(r"512 connections at most, and not (\d+)", it.output)
            same((said, '"connectionsLowered"' in it.logged()), ([str(asked)], True) if asked else ([], False),
                 "what is told of %s: %s" % (options, it.output))


WRONG = [
    ([], "--data DIR or --database URL is missing"),
    (["--data"], "--data: its value is missing"),
    (["--nonsense"], "--nonsense: there is no such option"),
    (["--data", "D", "--listen", "1234"], "--listen: must be HOST:PORT"),
    (["--data", "D", "--listen", "127.0.0.1:99999"], "--listen: must be HOST:PORT"),
    (["--data", "D", "--limit", "address"], "--limit: must be NAME=RATE/BURST"),
    (["--data", "D", "--limit", "moon=1/1"], "--limit: must be NAME=RATE/BURST, of address"),
    (["--data", "D", "--limit", "address=0/1"], "--limit: must be NAME=RATE/BURST"),
    (["--data", "D", "--proxy", "localhost"], "--proxy: must be an address in numbers"),
    (["--data", "D", "--connections", "-1"], "--connections: must be a number"),
    (["--database", "mysql://"], "--database: must begin with postgresql://"),
    (["--data", "D", "--console", "/nowhere.json"], "there is no file /nowhere.json"),
    (["--data", "D", "--console", "/dev/null"], "/dev/null"),
    (["--data", "D", "--operator-key-file", "/nowhere"], "there is no file /nowhere"),
    (["--data", "D", "--mail-ca-file", "/nowhere"], "--mail-ca-file: there is no file /nowhere"),
    (["--data", "/proc/x/y"], "/proc/x"),
    (["--data", "D", "--listen", "192.0.2.1:0"], "cannot listen on 192.0.2.1:0"),
]


def command_line(context):
    it = program(context)
    for arguments, wanted in WRONG:
        given = [context.directory("data") if argument == "D" else argument for argument in arguments]
        result = context.process([it, *given], environment=context.environment(context.directory("home")))
        lines = [line for line in result.output.splitlines() if line.startswith("gamebased: ")]
        if result.status != 2 or len(lines) != 1 or wanted not in lines[0]:
            raise Failure("%s: status %d: %s" % (" ".join(arguments), result.status, result.output))
    short = context.environment(context.directory("home"), {"GAMEBASED_OPERATOR_KEY": "short"})
    result = context.process([it, "--data", context.directory("data")], environment=short)
    same((result.status, "must be 16 to 256 visible" in result.output), (2, True), "a key that is too short")
    same(context.process([it, "--version"]).output, "gamebased %s\n" % version(context), "the version")
    same(context.process([it, "--help"]).status, 0, "the status of --help")


def version(context):
    with open(context.path("Makefile")) as file:
        return next(line.split("=")[1].strip() for line in file if line.startswith("VERSION"))


def at_rest(context):
    with server(context) as it:
        player = it.player().log_in()
        player.buy()
        player.close()
        time.sleep(1)
        ran, woke = it.at_work()
        time.sleep(REST_SECONDS)
        ran_later, woke_later = it.at_work()
        if ran_later - ran > REST_SECONDS * REST_SHARE or woke_later - woke > REST_WAKES:
            raise Failure("at rest for %d s it woke %d times and ran %.1f ms"
                          % (REST_SECONDS, woke_later - woke, (ran_later - ran) * 1e3))


def connected(context):
    """Three players with four streams, at a service whose clock was moved; then one is left. Of five minutes who was there is known."""
    clock = Clock(context)
    with server(context, environment=clock.environment) as it:
        console = it.console()
        console.well("console.advanceClock", {"milliseconds": 40 * 86_400_000}, wire.new_key())
        players = [it.player().log_in() for _ in range(3)]
        streams = [wire.Stream(it.port, who.token) for who in players + players[:1]]
        for stream in streams:
            stream.next()

        def figures():
            return console.well("console.figures", {"kind": "concurrent"})
        eventually(lambda: figures()["now"] == 3, "the players of a minute are counted, each once", COUNT_SECONDS)
        told = figures()
        same((told["figures"]["peak"][-1], max(filter(None, told["hours"]["peak"]))), (3, 3), "the most players of the day and of an hour")
        for stream in streams[1:3]:
            stream.close()
        eventually(lambda: figures()["now"] == 1, "who has gone is not counted", COUNT_SECONDS)
        same(figures()["figures"]["peak"][-1], 3, "the most players of the day")

        def guests():
            parts = console.well("console.figures", {"kind": "concurrent", "by": "provider"})["parts"]
            return sum(sum(filter(None, part["figures"]["playMinutes"])) for part in parts if part["value"] == "guest")
        clock.set(PLAY_TIME_SECONDS)
        # Three played a minute, and one of them another.
        eventually(lambda: guests() >= 4, "who was connected in five minutes is reported", COUNT_SECONDS)
        if guests() > sum(filter(None, figures()["figures"]["playMinutes"])):
            raise Failure("minutes of guests: %s" % guests())


def trusted_with(context):
    """What only a player's own device may say, and what only servers among themselves may ask."""
    with server(context) as it:
        player = it.player().log_in()
        for name, parameters in (("purchase.import", {"payments": []}), ("iap.signIn", {"userID": "x"}), ("console.report", {}),
                                 ("server.consume", {}), ("carrier.session", {}), ("carrier.events", {"after": 0}),
                                 ("carrier.players", {"server": 9, "counts": []})):
            same(player.ask(name, parameters).code, -4010003, name + " of a player")
        for origin in ("console", "server"):
            caller = wire.Caller(it.port, origin, token=wire.KEY)
            for name in ("carrier.session", "carrier.events", "carrier.players", "gateway.logout"):
                same(caller.ask(name, {"after": 0}).code, -4010003, "%s at the path %s" % (name, origin))
        same(it.player(token=wire.KEY).ask("console.report").code, -4010003, "the operator's key at the players' path")
        same(it.console(token=player.token).ask("console.report").status, 401, "a player's token at the operator's path")


def quiet_logs(context):
    with server(context, options=["--log-requests"]) as it:
        player, console = it.player().log_in(), it.console()
        reserved, receipt = player.buy()
        console.well("console.kickout", {"userIds": [player.user], "extras": "an-extra-text"}, wire.new_key())
        console.ask("console.setMaintenance", {"maintenance": "a-wrong-value"})
        it.console(token="a-wrong-operators-key").ask("console.report")
        wire.Stream(it.port, player.token).next()
        wire.Stream(it.port, "a-wrong-token-of-a-stream")
        wire.get(it.port, "/v1/apps/QuickStart/events?after=0&token=in-the-query", {"Accept": "application/json"})
        wire.raw(it.port, b"GET /health HTTP/1.1\r\nHost: a\r\nX-Rude: secret-header\x00\r\n\r\n", 1)
        it.stop()
        with open(os.path.join(it.folder, "audit.log")) as file:
            audit = file.read()
        for text in (player.token, player.secret, wire.KEY, receipt["purchaseToken"], receipt["paymentSeq"], "an-extra-text", "a-wrong",
                     "in-the-query", "secret-header", "quickstart-secret", player.user):
            for name, log in (("log", it.logged()), ("audit log", audit), ("output", it.output)):
                # The audit log says about whom it was.
                if text in log and (name, text) != ("audit log", player.user):
                    raise Failure("the %s holds %s" % (name, text))
        lines = [json.loads(line) for line in audit.splitlines()]
        same([(line["request"], line["status"], line["resultCode"] == 0) for line in lines],
             [("console.kickout", 200, True), ("console.setMaintenance", 200, False), ("", 401, False)], "the audit log")
        same({line["address"] for line in lines}, {"127.0.0.1"}, "who asked")
        for line in it.logged().splitlines():
            json.loads(line)
        if '"request":"purchase.report"' not in it.logged():
            raise Failure("the log lacks a request:\n" + it.logged())

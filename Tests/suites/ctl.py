"""gamebasectl: the operator's command line, with its page and its completion; a player's rights; copies; the doctor."""
import glob
import json
import os
import re
import resource
import subprocess
import time

from harness import postgres
from harness.ctl import Operator, backups, has, illness, of, program, tls, transfers
from harness.ctl.relay import Relay
from harness.runner import Failure, Test
from harness.server import service, wire
from harness.server.service import same
from harness.stores import shop
from harness.stores.checkout import Checkout


def commands(context):
    return context.check([program(context), "--commands"]).splitlines()


def described(context):
    """The help, the page and the completion know each command."""
    found, said = commands(context), context.check([program(context), "--help"])
    if len(found) < 25:
        raise Failure("only %d commands: %s" % (len(found), found))
    with open(context.path("Sources", "packaging", "server", "gamebasectl.1")) as file:
        page = file.read()
    for command in found:
        has(said, "  " + command + " ")
        has(page, ".B " + command)
        has(context.check([program(context), *command.split(), "--help"]), "usage: gamebasectl " + command)
    for option in set(re.findall(r"--[a-z-]+", said)):
        has(page, option.replace("-", "\\-"))


def completed(context):
    script = context.path("Sources", "packaging", "server", "gamebasectl.bash")

    def complete(*words):
        text = "source %s; COMP_WORDS=(%s); COMP_CWORD=%d; _gamebasectl; printf '%%s\\n' \"${COMPREPLY[@]}\"" % (
            script, " ".join("'%s'" % word for word in (program(context), *words)), len(words))
        return context.check(["bash", "-c", text], cwd=context.directory("empty")).split()
    firsts = sorted({command.split()[0] for command in commands(context)})
    same(complete(""), firsts, "the first words")
    same(complete("memb"), ["members"], "what begins so")
    same(complete("members", ""), ["erase", "export", "find", "list", "show"], "what follows a word")
    same(complete("--json", "members", "e"), ["erase", "export"], "what follows behind an option")
    same(complete("--app", "Shop", "members", "e"), ["erase", "export"], "what follows behind an option with a value")
    same(complete("--app", "=", "Shop", "--yes", "members", "e"), ["erase", "export"], "what follows behind one with a sign between")
    # The completion keeps a list of the options without a value.
    flags = set()
    for path in glob.glob(context.path("Sources", "gamebasectl", "*.swift")):
        with open(path) as file:
            for group in re.findall(r"\bflags(?:: Set<String> =|:) \[([^\]]+)\]", file.read()):
                flags |= set(re.findall(r'"(--[a-z-]+)"', group))
    with open(script) as file:
        listed = re.search(r"^ +(--json [^)]*) \| --\*=\*\)", file.read(), re.M)[1]
    same(sorted(listed.split(" | ")), sorted(flags), "options without a value")
    has(" ".join(complete("--ke")), "--key-file")


def players(context):
    """What an operator does with members and payments is done, and what cannot be undone is asked about."""
    with service.server(context, options=service.UNLIMITED) as it:
        operator, player, other = of(context, it), it.player().log_in(), it.player().log_in()
        reserved, receipt = player.buy()
        has(operator.ask("status"), "alive", "yes", wire.APP)
        same(operator.form("apps"), {"apps": [wire.APP]}, "the apps")
        has(operator.ask("metrics"), "gamebased_requests_total")
        has(operator.ask("ledger", "check"), "the ledger is sound: 1 payments")
        same(operator.form("report")["users"]["registered"], 2, "members in the report")
        has(operator.ask("members", "show", player.user), player.user, "guest", "Y")
        has(operator.ask("payments", "find", player.user), reserved["paymentSeq"], "UNCONSUMED", "0.99")
        key = json.loads(operator.ask("members", "export", player.user))["tables"]["mappings"][0]["auth_key"]
        for text in (player.user, key, reserved["paymentSeq"], receipt["paymentId"]):
            same([row["userId"] for row in operator.form("members", "find", text)["members"]], [player.user], "who is found by %s" % text)
        has(operator.ask("members", "find", player.user), player.user, "userId")
        has(operator.ask("members", "find", "nobody at all", status=1), "nobody is found")
        has(operator.ask("payments", "reconcile"), "the server queries no store of this app")
        has(operator.ask("payments", "refund", reserved["paymentSeq"], status=4), "--yes", "nothing was done",
            "for 0.99 USD, of the member " + player.user)
        has(operator.ask("payments", "refund", reserved["paymentSeq"], "--yes"), "is REFUNDED")
        same(operator.form("payments", "find", player.user)["payments"][0]["state"], "REFUNDED", "the payment")
        same(json.loads(operator.ask("ask", "console.payments", '{"userId": "%s"}' % player.user))["payments"][0]["paymentSeq"],
             reserved["paymentSeq"], "a request by its name")
        operator.ask("payments", "settle", "approve")
        operator.ask("ban", other.user, "--message", "rude")
        has(operator.ask("members", "show", other.user), "PERMANENT", "rude")
        same(it.player().ask("gateway.idPLogin", {"idPInfo": {"idPCode": "guest", "accessToken": other.secret}}).code != 0, True,
             "whether a log-in of who is banned is refused")
        operator.ask("unban", other.user)
        it.player().log_in(other.secret)
        operator.ask("ban", other.user, "--until", "2036-01-01T00:00:00Z")
        has(operator.ask("members", "show", other.user), "TEMPORARY", "2036-01-01")
        has(operator.ask("ban", other.user, "--until", "soon", status=2), "--until: must be a date")
        stream = wire.Stream(it.port, player.token)
        stream.next()
        operator.ask("kickout", player.user)
        while not service.kicked(player, stream.next()[2]):
            pass
        has(operator.ask("kickout", status=4), "All players")
        operator.ask("kickout", "--yes")


def several(context):
    """What is for several is for each of them and for nobody else; what comes in several answers comes whole."""
    with service.server(context, options=service.UNLIMITED) as it:
        operator, players = of(context, it), [it.player().log_in() for _ in range(3)]
        for number, player in enumerate(players):
            player.well("push.register", {"deviceKey": "device-%d" % number, "pushEnabled": True, "languageCode": "en"}, wire.new_key())
        named = [word for player in players[:2] for word in ("--user", player.user)]
        operator.ask("push", "send", "--title", "for two", *named)

        def titles(number):
            received = players[number].well("push.receive", {"deviceKey": "device-%d" % number})
            return [message["title"] for message in received["messages"]]
        service.eventually(lambda: operator.form("push", "results")["pushes"][0]["accepted"] == 2, "the push is sent", 60)
        same([titles(number) for number in range(3)], [["for two"], ["for two"], []], "what each is told")
        streams = [wire.Stream(it.port, player.token) for player in players]
        for stream in streams:
            same(stream.next()[1], "ready", "the first event")
        has(operator.ask("kickout", players[2].user, players[0].user), "kicked out: 2")
        for number in (0, 2):
            while not service.kicked(players[number], streams[number].next()[2]):
                pass
        path = os.path.join(context.directory("notices"), "notices.json")
        with open(path, "w") as file:
            json.dump({"gameNotice": {"url": "https://example.com/news"},
                       "imageNotice": {"pageList": [{"imageNoticeId": 7, "path": "/7.png", "width": 6, "height": 4}]}}, file)
        operator.ask("notices", "set", path)
        notices = operator.form("notices", "show")
        same((notices["gameNotice"]["url"], [page["imageNoticeId"] for page in notices["imageNotice"]["pageList"]]),
             ("https://example.com/news", [7]), "both notices")
        exported(operator, players[1])


def exported(operator, player):
    """Of many rows each is there once, in their order."""
    levels = list(range(1, 1_001))
    for first in range(0, len(levels), 100):
        player.well("presence.sendEvents", {"events": [
            {"eventId": "up-%d" % level, "type": "levelUp", "userId": player.user, "time": int(time.time() * 1000) - 10_000 + level,
             "data": {"userLevel": level}} for level in levels[first:first + 100]]})
    rows = json.loads(operator.ask("members", "export", player.user))["tables"]["analytics_events"]
    same(sorted(row["event_id"] for row in rows if row["event_id"].startswith("up-")), sorted("up-%d" % level for level in levels),
         "the levels of an export")


def game(context):
    """What an operator does with the game itself: maintenance, products, settings, notices, pushes."""
    directory = context.directory("files")

    def written(value):
        path = os.path.join(directory, "file.json")
        with open(path, "w") as file:
            json.dump(value, file)
        return path
    with service.server(context, options=service.UNLIMITED) as it:
        operator, console = of(context, it), it.console()
        for begin in ((), ("--from", "2020-01-01"), ("--from", "20361231")):
            has(operator.ask("maintenance", "begin", "--message", "back soon", *begin, status=4), "cannot play from now on")
        same(console.well("console.saveSettings")["settings"].get("maintenance"), None, "the maintenance that nobody said yes to")
        operator.ask("maintenance", "begin", "--message", "back soon", "--yes")
        same(console.well("console.saveSettings")["settings"]["maintenance"]["message"], "back soon", "the maintenance")
        operator.ask("maintenance", "end")
        same(console.well("console.saveSettings")["settings"].get("maintenance"), None, "the maintenance that has ended")
        has(operator.ask("catalogue", "show"), "gem_100", "CONSUMABLE")
        products = operator.form("catalogue", "show")["products"]
        operator.ask("catalogue", "set", written(products[:1]), "--yes")
        same(len(operator.form("catalogue", "show")["products"]), 1, "products that are left")
        settings = json.loads(operator.ask("settings", "show"))
        settings["products"] = products
        has(operator.ask("settings", "load", written(settings), status=4), "All settings of the app " + wire.APP)
        operator.ask("settings", "load", written(settings), "--yes")
        same(len(operator.form("catalogue", "show")["products"]), len(products), "products that are there again")
        operator.ask("notices", "set", written({"gameNotice": {"url": "https://example.com/news"}}))
        same(operator.form("notices", "show")["gameNotice"]["url"], "https://example.com/news", "the page of notices")
        has(operator.ask("notices", "set", written({"products": []}), status=2), "is not notice")
        has(operator.ask("push", "send", "--title", "hello", status=4), "all players")
        has(operator.ask("push", "send", written({"title": "hello", "userIds": None}), status=4), "all players")
        operator.ask("push", "send", "--title", "later", "--at", str(int(time.time() + 86_400) * 1000), "--yes")
        message = operator.form("push", "results")["pushes"][0]["messageId"]
        has(operator.ask("push", "results"), "later", message)
        operator.ask("push", "cancel", message)
        same(operator.form("push", "results")["pushes"][0]["state"], "CANCELLED", "the push")


def listed(context):
    """Players and payments by pages, each once; a payment by its number, and by its store's."""
    with service.server(context, options=service.UNLIMITED) as it:
        operator, players = of(context, it), [it.player().log_in() for _ in range(3)]
        bought = [player.buy() for player in players for _ in range(2)]
        users = sorted(player.user for player in players)
        same([row["userId"] for row in operator.form("members", "list")["members"]], users, "the members")
        first = operator.form("players", "list", "--count", "2")
        rest = operator.form("players", "list", "--count", "2", "--after", first["next"])
        same([row["userId"] for row in first["members"] + rest["members"]], users, "the members in two pages")
        same("next" in rest, False, "whether there is a third page")
        numbers = [reserved["paymentSeq"] for reserved, _ in bought][::-1]
        same([row["paymentSeq"] for row in operator.form("payments", "list")["payments"]], numbers, "the payments, newest first")
        found, before = [], []
        while page := operator.form("payments", "list", "--count", "4", *before)["payments"]:
            found += [row["paymentSeq"] for row in page]
            before = ["--before", found[-1]]
        same(found, numbers, "the payments in pages")
        has(operator.ask("payments", "list", "--count", "4"), numbers[0], players[2].user)
        for (reserved, receipt), player in zip(bought, [player for player in players for _ in range(2)]):
            for text in (reserved["paymentSeq"], receipt["paymentId"]):
                rows = operator.form("payments", "find", text)["payments"]
                same([(row["paymentSeq"], row["userId"]) for row in rows], [(reserved["paymentSeq"], player.user)], "found by %s" % text)
        same(len(operator.form("payments", "find", players[0].user)["payments"]), 2, "the payments of a member")
        has(operator.ask("payments", "find", "nobody at all", status=1), "no member and no payment")
        for words in (("members", "list", "--count", "0"), ("members", "list", "--count", "1001"), ("payments", "list", "--count", "-1")):
            has(operator.ask(*words, status=1), "count: must be")


def figured(operator, player, event):
    """Figures in tables, with what is not by day."""
    figures = operator.form("figures", "members")
    same([figures["figures"][name][-1] for name in ("new", "active30", "payers")], [1, 1, 1], "players today")
    same(operator.form("figures", "money")["currencies"][0]["payments"][-1], 2, "payments today")
    same(operator.form("figures", "subscriptions")["figures"]["active"][-1], 1, "subscriptions today")
    for words in (("members",), ("members", "--by", "provider"), ("retention",), ("money", "--by", "product"), ("value",),
                  ("value", "--by", "country"), ("firstPurchase",), ("subscriptions",), ("subscriptions", "--by", "product"),
                  ("pushes",), ("levels",), ("levels", "--by", "class")):
        same("{" in operator.ask("figures", *words), False, "whether figures for people are JSON")
    has(operator.ask("figures", "money", "--by", "product"), "gem_100", "0.99", figures["today"])
    has(operator.ask("figures", "value", "--by", "country"), "not said", "few members: says little", "within 90")
    has(operator.ask("figures", "levels"), "reached", "meanSeconds", "\n7      1        1")
    event = {**event, "eventId": "high", "data": {"userLevel": 1_000}}
    player.well("presence.sendEvents", {"events": [event]})
    has(operator.ask("figures", "levels"), "\nothers" + " " * 20 + "1 ")
    has(operator.ask("figures", "concurrent"), "\n\nnow: 0")
    # Days on which nobody who joined has paid have their members, too.
    same(len(operator.ask("figures", "value").splitlines()), 2 + 28, "cohorts of 28 days")
    has(operator.ask("figures", "levels", "--by", "country", status=1), "by: must be one of channel, class")
    has(operator.ask("figures", "members", "--by", "colour", status=1), "by: must be one of provider, country")
    has(operator.ask("figures", "members", "--from", "tomorrow", status=1), "from: must be a day")


def shown(context):
    """What people read: a report in tables, a maintenance in the state of the server; one price alone; dates as people write them."""
    with service.server(context, options=service.UNLIMITED) as it:
        operator, player, console = of(context, it), it.player().log_in(), it.console()
        player.buy()
        player.buy("season_pass")
        event = {"eventId": "up", "type": "levelUp", "userId": player.user, "time": int(time.time() * 1000), "data": {"userLevel": 7}}
        player.well("presence.sendEvents", {"events": [event]})
        report = operator.ask("report")
        has(report, "users: registered", "sales", "gem_100")
        same("{" in report, False, "whether a report for people is JSON")
        same(operator.form("report")["users"]["registered"], 1, "the report for programs")
        figured(operator, player, event)
        same("maintenance" in operator.ask("status"), False, "whether a maintenance is told that is none")
        said = operator.ask("maintenance", "begin", "--message", "back soon", "--from", "2036-12-01", "--until", "2036-12-01T12:30")
        for text in (said, operator.ask("status")):
            has(text, "from 2036-12-01T00:00:00Z until 2036-12-01T12:30:00Z")
        has(operator.ask("status"), "back soon", wire.APP)
        same(operator.form("status")["maintenance"][wire.APP]["message"], "back soon", "the maintenance for programs")
        has(of(context, it, key=None).ask("status"), "maintenance", "not known")
        operator.ask("maintenance", "end")
        has(operator.ask("ban", player.user, "--until", "2036-12-01"), "until 2036-12-01T00:00:00Z")
        has(operator.ask("ban", player.user, "--until", "2036-13-01", status=2), "--until: must be a date")
        before = operator.form("catalogue", "show")["products"]
        has(operator.ask("catalogue", "price", "gem_100", "1.29", status=4), "gem_100", "costs 1.29 USD", "not 0.99 USD")
        has(operator.ask("catalogue", "price", "gem_100", "1.29", "--currency", "EUR", status=4), "costs 1.29 EUR", "not 0.99 USD")
        has(operator.ask("catalogue", "price", "nothing", "1.29", status=1), "there is no product", "catalogue show")
        has(operator.ask("catalogue", "price", "gem_100", "1.29", "--yes"), "costs 1.29 USD")
        after = operator.form("catalogue", "show")["products"]
        others = [[row for row in rows if row["gamebaseProductId"] != "gem_100"] for rows in (before, after)]
        same(others[0], others[1], "the other products")
        prices = [row["price"] for row in after if row["gamebaseProductId"] == "gem_100"]
        same(prices, ["1.29"], "the price")
        has(operator.ask("catalogue", "price", "nothing", "1.29", "--yes", status=1), "there is no product")
        has(operator.ask("catalogue", "price", "gem_100", "free", "--yes", status=1), "price")
        same(console.ask("console.setCatalogue", {"product": {"gamebaseProductId": "gem_100", "price": "1", "free": 1}}).code != 0, True,
             "whether an unknown name is refused")


def slips(context):
    """What would reach nobody, or was over before it began, is refused; a wrong key is named as that."""
    with service.server(context, options=service.UNLIMITED) as it:
        operator, player = of(context, it), it.player().log_in()
        past = str(int(time.time() - 86_400) * 1000)
        for words, said in ((("kickout", "NOSUCH"), 'there is no member "NOSUCH"'),
                            (("kickout", player.user, "NOSUCH"), "userIds[1]"),
                            (("push", "send", "--title", "t", "--user", "NOSUCH"), 'there is no member "NOSUCH"'),
                            (("push", "send", "--title", "t", "--user", player.user, "--at", "2020-01-01"), "sendDate: is over"),
                            (("push", "send", "--title", "t", "--at", past, "--yes"), "sendDate: is over"),
                            (("maintenance", "begin", "--until", "2020-01-01", "--yes"), "endDate: is over"),
                            (("maintenance", "begin", "--from", "2019-01-01", "--until", "2020-01-01", "--yes"), "endDate: is over"),
                            (("ban", "NOSUCH"), "NOSUCH"), (("ban", player.user, "--until", "2020-01-01"), "endDate"),
                            (("unban", "NOSUCH"), "NOSUCH")):
            has(operator.ask(*words, status=1), said)
        same(operator.form("report")["pushes"], [], "the pushes that were made")
        for words in (["console.kickout", {"userIds": []}], ["console.sendPush", {"title": "t", "userIds": []}]):
            has(operator.ask("ask", words[0], json.dumps(words[1]), status=1), "names nobody")
        soon = str(int(time.time() - 60) * 1000)
        has(operator.ask("push", "send", "--title", "now", "--user", player.user, "--at", soon), "the push is")
        has(operator.ask("kickout", player.user), "kicked out: 1")
        for key in ("a-key-that-is-wrong", None):
            faults = of(context, it, key=key).form("doctor", status=1)["faults"]
            same([fault["fault"] for fault in faults], ["keyRefused"], "what the doctor finds with the key %r" % key)


def endings(context):
    """A program can tell by the exit status what happened, and a person by the text what to do."""
    with service.server(context) as it:
        has(of(context, it, key="a-key-that-is-wrong").ask("apps"), wire.APP)
        has(of(context, it, key="a-key-that-is-wrong").ask("ledger", "check", status=1), "--key-file")
        has(of(context, it, key=None).ask("ledger", "check", status=2), "the operator's key is missing")
        operator = of(context, it)
        path = os.path.join(context.directory("key"), "key")
        with open(path, "w") as file:
            file.write(wire.KEY + "\n")
        has(of(context, it, key=None).ask("ledger", "check", "--key-file", path), "sound")
        has(operator.ask("ledger", "check", "--app", "Nobody", status=1), "no such app")
        has(operator.ask("payments", "refund", "1234", "--yes", status=1), "refused (")
        for words in (("no",), ("members",), ("members", "show"), ("status", "--until", "1"), ("status", "--nothing"), ("--app",), (),
                      ("status", "--json=1"), ("status", "--url", "ftp://x")):
            operator.ask(*words, status=2)
        # A word that a command does not take is no word that it may pass over: nothing of it is done.
        player = it.player().log_in()
        for words in (("ban", player.user, "OTHER"), ("members", "erase", player.user, "OTHER", "--yes"),
                      ("payments", "refund", "1234", "1235", "--yes"), ("maintenance", "begin", "soon", "--yes"),
                      ("maintenance", "end", "now"), ("push", "send", "--title", "t", "a.json", "b.json", "--yes"),
                      ("ask", "console.report", "{}", "{}"), ("figures", "members", "money"), ("status", "now"),
                      ("doctor", "well"), ("ncmb", "remove", "Class", "Object", "OTHER", "--yes"),
                      ("move", "--from", "a", "--to", "b", "c")):
            has(operator.ask(*words, status=2), "is not expected; usage: gamebasectl ")
        same(it.player().log_in(player.secret).user, player.user, "who was named beside another is as before")
        same(operator.form("status")["maintenance"], {}, "the maintenances")
    has(operator.ask("status", status=3), "cannot reach")
    files = [service.settings(context, "One"), service.settings(context, "Two")]
    with service.server(context, console=files) as it:
        has(of(context, it).ask("ledger", "check", status=2), "--app", "One, Two")
        has(of(context, it).ask("ledger", "check", "--app", "Two"), "sound")


def overtaken(context):
    """Who sets notices writes over nothing that somebody else has set between the look and the change."""
    with service.server(context) as it:
        path = os.path.join(context.directory("notices"), "notices.json")
        with open(path, "w") as file:
            json.dump({"gameNotice": {"url": "https://example.com/news"}}, file)
        between = [lambda: it.console().well("console.setMaintenance", {"maintenance": {"message": "moving"}}, wire.new_key())]

        def before(path, body):
            if b"console.loadSettings" in body and between:
                between.pop()()
        with Relay(it.port, before) as relay:
            operator = Operator(context, relay.address)
            has(operator.ask("--app", wire.APP, "notices", "set", path, status=1), "changed since they were read")
            same(between, [], "what was left to do between")
            settings = it.console().well("console.saveSettings")["settings"]
            same((settings["maintenance"]["message"], "example.com/news" in json.dumps(settings)), ("moving", False),
                 "the settings after that")
            operator.ask("--app", wire.APP, "notices", "set", path)
        settings = it.console().well("console.saveSettings")["settings"]
        same((settings["maintenance"]["message"], settings["gameNotice"]["url"]), ("moving", "https://example.com/news"), "both changes")


def cut(context):
    """An answer that does not fit on a disk is no success, and says so; a reader that has seen enough is no failure."""
    with service.server(context) as it:
        operator = of(context, it)
        for words in (("settings", "show"), ("metrics",), ("report", "--json"), ("--help",)):
            with open("/dev/full", "w") as full:
                result = subprocess.run([operator.program, *words], env=operator.environment, stdout=full, stderr=subprocess.PIPE,
                                        text=True)
            same((result.returncode, "No space left on device" in result.stderr), (1, True), "%s onto a full disk" % " ".join(words))
            text = "set -o pipefail; '%s' %s | true" % (operator.program, " ".join(words))
            same(subprocess.run(["bash", "-c", text], env=operator.environment).returncode, 0, "%s to a reader that goes" % " ".join(words))


def on_terminal(operator, *words):
    """The bytes that a terminal is given."""
    master, slave = os.openpty()
    with subprocess.Popen([operator.program, *words], env=operator.environment, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave):
        os.close(slave)
        said = b""
        try:
            while piece := os.read(master, 65536):
                said += piece
        except OSError:
            # A terminal that nobody has any more ends with an error.
            pass
        os.close(master)
    return said


def harmless(context):
    """Stored texts, and what a server says, move no terminal's cursor; programs get them as they are."""
    with service.server(context, options=service.UNLIMITED) as it:
        operator, player = of(context, it), it.player().log_in()
        it.console().well("console.ban", {"userId": player.user, "banType": "PERMANENT", "message": "rude\u009b31m"}, wire.new_key())
        for words in (("members", "export", player.user), ("members", "show", player.user), ("members", "show", player.user, "--json")):
            said = on_terminal(operator, *words)
            same((b"rude" in said, b"\xc2\x9b" in said), (True, False), "%s on a terminal: %r" % (" ".join(words), said[-1500:]))
        bans = json.loads(operator.ask("members", "export", player.user))["tables"]["bans"]
        same([ban["message"] for ban in bans], ["rude\u009b31m"], "what a program gets")
        said = on_terminal(operator, "unban", "NO\u009b31m\x1b[31m")
        same((b"NO" in said, b"\xc2\x9b" in said, b"\x1b" in said), (True, False, False), "a refusal on a terminal: %r" % said)


def behind(context):
    """A proxy that says 502 or 504 for a server that has done what was asked: it is done once, and nothing is called refused."""
    with service.server(context, options=service.UNLIMITED) as it:
        player, wrong = it.player().log_in(), []
        def before(path, body):
            return (lambda status: wrong.pop() if wrong else None) if b"kickout" in body or path == "/metrics" else None
        with Relay(it.port, before) as relay:
            operator = Operator(context, relay.address)
            stream = wire.Stream(it.port, player.token)
            same(stream.next()[1], "ready", "the first event")
            wrong.append(502)
            has(operator.ask("--app", wire.APP, "kickout", player.user), "kicked out: 1")
            same(wrong, [], "the answers that the proxy has left")
            same(stream.next()[1], "serverPush", "what the player hears")
            same(stream.silent(1), [], "what the player hears besides")
            for words, rude, said in ((("--app", wire.APP), [503] * 5, "after seconds with too much to do"),
                                      ((), [502], "when it could not be asked which app there is")):
                wrong.extend(rude)
                has(operator.ask(*words, "kickout", player.user), "kicked out: 1")
                same(wrong, [], "the answers that the proxy has left")
                same(stream.next()[1], "serverPush", "what the player hears " + said)
            same(stream.silent(1), [], "what the player hears besides")
            wrong.append(504)
            has(operator.ask("--app", wire.APP, "kickout", player.user, status=3), "it is unknown whether")


def closed_ways(context):
    """The operator's key goes over TLS, or nowhere but to this machine."""
    with wire.socket.create_server(("0.0.0.0", 0)) as listener:
        listener.setblocking(False)
        # An address of this machine, and none that says so.
        operator = Operator(context, "http://0.0.0.0:%d" % listener.getsockname()[1])
        for words in (("status",), ("apps",), ("ledger", "check"), ("members", "export", "X"), ("backup",), ("ask", "console.report")):
            has(operator.ask(*words, status=2), "must begin with https://")
        faults = operator.form("doctor", status=1)["faults"]
        same([fault["fault"] for fault in faults], ["keyInTheOpen"], "what the doctor finds there")
        try:
            listener.accept()
            raise Failure("somebody who has the operator's key comes without TLS")
        except BlockingIOError:
            pass


# What only shows something, with the words that it needs.
SHOWN = ("status", "apps", "metrics", "report", "ledger check", "members find USER", "members list", "members show USER",
         "members export USER", "payments find USER", "payments list", "catalogue show", "settings show", "notices show", "push results",
         "doctor",
         "ask console.saveSettings", "ask console.report")


MARKS = ("quickstart-secret", "quickstart-client-key")


def closed_files(context):
    """What is about players or holds keys is not printed into a file that others may read."""
    with service.server(context, options=service.UNLIMITED) as it:
        operator, player = of(context, it), it.player().log_in()
        player.buy()
        known = set(operator.ask("--commands").splitlines())
        same([words for words in SHOWN if not any(words.startswith(command) for command in known)], [], "commands that there are not")
        for words in SHOWN:
            words = words.replace("USER", player.user).split()
            for mode in (0o644, 0o600):
                path = os.path.join(context.directory("out"), "out")
                with open(os.open(path, os.O_WRONLY | os.O_CREAT, mode), "w") as file:
                    os.fchmod(file.fileno(), mode)
                    status = subprocess.run([operator.program, *words], env=operator.environment, stdout=file,
                                            stderr=subprocess.DEVNULL).returncode
                with open(path) as file:
                    text = file.read()
                if mode == 0o644 and any(mark in text for mark in MARKS + (player.user, player.secret)):
                    raise Failure("%s prints into a file of mode 644: %s" % (" ".join(words), text[:300]))
                if mode == 0o600 and (not text or status not in (0, 1)):
                    raise Failure("%s prints nothing into a file of its owner, and ends with %d" % (" ".join(words), status))
        has(operator.ask("members", "show", player.user), player.user)
        path = os.path.join(context.directory("out"), "export.json")
        operator.ask("members", "export", player.user, "--to", path)
        same(os.stat(path).st_mode & 0o777, 0o600, "the mode of an export")


def without_room(operator, player, path):
    """An export that ends in the middle, as on a disk that is full."""
    result = subprocess.run([operator.program, "members", "export", player.user, "--to", path], env=operator.environment, text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, restore_signals=False,
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64)))
    same((result.returncode, "File too large" in result.stdout), (1, True), "an export that finds no room: " + result.stdout)


def forgotten(context, it):
    """What is held is told and goes; the money stays, and nobody else loses anything."""
    operator, player, other = of(context, it), it.player().log_in(), it.player().log_in()
    for buyer in (player, other):
        buyer.buy()
    path = os.path.join(context.directory("export"), "member.json")
    has(operator.ask("members", "export", player.user, "--to", path), "wrote")
    same(os.stat(path).st_mode & 0o077, 0, "who else may read an export")
    without_room(operator, player, os.path.join(os.path.dirname(path), "short.json"))
    same(os.listdir(os.path.dirname(path)), ["member.json"], "what is left of an export that found no room")
    with open(path) as file:
        tables = json.load(file)["tables"]
    same((len(tables["payments"]), len(tables["mappings"]), tables["members"][0]["user_id"]), (1, 1, player.user), "what is told")
    with open(path) as file:
        text = file.read()
    same((other.user in text, player.token in text), (False, False), "whether another one, or a secret, is told")
    has(operator.ask("members", "erase", player.user, status=4), "for good")
    has(operator.ask("members", "erase", player.user, "--yes"), "erased")
    left = json.loads(operator.ask("members", "export", player.user))["tables"]
    same((left["members"][0]["valid"], "mappings" in left, "analytics_events" in left, len(left["payments"])), ("D", False, False, 1),
         "what is left")
    same("receipt" in left["payments"][0], False, "whether a receipt is left")
    same(player.ask("purchase.notConsumed", {"storeCode": "SANDBOX"}).code != 0, True, "whether the session ends")
    has(operator.ask("ledger", "check"), "the ledger is sound: 2 payments")
    same(len(service.bought(other)), 1, "what another one has")
    same(it.player().log_in(player.secret).user != player.user, True, "whether the same identity is somebody new")


def reconciled(context):
    """Nobody told the server of it: no client, no webhook, and the next round is an hour away."""
    with Checkout() as web, shop.server(context, web) as it:
        operator, player = of(context, it), it.player().log_in()
        reserved, session = shop.begun(player, web)
        has(operator.ask("payments", "reconcile"), "WEB: asked about 1 orders")
        same(shop.granted(player, web), [], "what is granted that nobody paid")
        web.pay(session)
        has(operator.ask("payments", "reconcile"), "WEB: asked about")
        same(shop.granted(player, web), [reserved["paymentSeq"]], "what is granted")
        shop.begun(player, web)
        web.rude = lambda method, path: ("status", 503)
        has(operator.ask("payments", "reconcile", status=1), "ask again")


def tested(context):
    """What works ends with 0, what does not with 1, and both are told step by step."""
    with Checkout() as web, shop.server(context, web) as it:
        operator = of(context, it)
        has(operator.ask("stores", "test", "WEB"), "settings", "credentials", "accepts the key", "clock")
        same(operator.form("stores", "test", "SANDBOX")["sound"], True, "a test of a store that is not asked")
        has(operator.ask("idp", "test", "guest"), "guests have no provider to test")
        has(operator.ask("stores", "test", "NOTHING", status=1), "there are", "WEB")
        has(operator.ask("stores", "test", status=2), "CODE")
        web.rude = lambda method, path: ("status", 503)
        has(operator.ask("stores", "test", "WEB", status=1), "NO", "answered with status 503")
        same(operator.form("stores", "test", "WEB", status=1)["sound"], False, "a test of a store that fails")


def rights(context):
    """Over either home."""
    with service.server(context, options=service.UNLIMITED) as it:
        forgotten(context, it)
    with postgres.Server() as database, wire.Process(
            program=service.program(context), folder=os.path.join(context.directory("shared"), "data"),
            console=[context.path(service.CONSOLE)], options=[*service.UNLIMITED, "--database", database.url]) as it:
        forgotten(context, it)


def tests(context):
    return [
        Test("gamebasectl: the help, the page and --help know each command and option", described),
        Test("gamebasectl: bash completes the commands that there are", completed),
        Test("gamebasectl: what it does with members and payments is done, and it asks before it destroys", players),
        Test("gamebasectl: what is for several players reaches each of them, and what comes in several answers is whole", several),
        Test("gamebasectl: what it does with maintenance, products, settings, notices and pushes is done", game),
        Test("gamebasectl: players and payments are listed by pages, and a payment is found by its numbers", listed),
        Test("gamebasectl: people read tables, states and dates, and change one price alone", shown),
        Test("gamebasectl: what reaches nobody or is over is refused, and a wrong key is named", slips),
        Test("gamebasectl: the exit status says what happened, the text what to do", endings),
        Test("gamebasectl: notices write over nothing that somebody else sets meanwhile", overtaken),
        Test("gamebasectl: an answer that could not be written whole is no success", cut),
        Test("gamebasectl: what a proxy says for a server that has done it is no refusal, and it is done once", behind),
        Test("gamebasectl: no text that is stored, or that a server says, moves a terminal's cursor", harmless),
        Test("gamebasectl: over TLS, and not to who cannot prove a name", tls.proven),
        Test("gamebasectl: the operator's key is sent over TLS or to this machine, and nowhere else", closed_ways),
        Test("gamebasectl: what is about players or holds keys is not printed into a file that others may read", closed_files),
        Test("a member's data is exported whole and erased whole over SQLite and PostgreSQL; the ledger stays sound", rights),
        Test("a copy of SQLite under load has every purchase acknowledged before it, and is put back with a sound ledger", backups.sqlite),
        Test("a copy of PostgreSQL under load has the same, and is put back into either home", backups.shared),
        Test("a server that a newer one has overtaken makes no copy of what it does not know", backups.newer),
        Test("a copy is the operator's, and one that fails says why and harms nobody", backups.refused),
        Test("a copy that is found to be damaged is not taken for one, by a restore or by the doctor", backups.damaged),
        Test("an import by command takes what it can, names file and line of what it cannot, and comes out again", transfers.taken),
        Test("whatever of an import is bad, rows, files or bytes, every good row is taken and the bad ones are named, over kill -9 too",
             transfers.damaged),
        Test("kill -9 of the command and of the server during import and export: done again it is whole", transfers.killed),
        Test("objects by the hundred thousand are imported and exported in constant memory", transfers.many),
        Test("what is paid at a store is granted when the operator has the stores asked", reconciled),
        Test("gamebasectl: a provider and a store are tested step by step, and a step that fails is the exit status", tested),
        Test("the doctor finds nothing on a sound server", illness.sound),
        Test("the doctor finds keys and secrets that earlier servers took and this one refuses", illness.from_before),
        Test("the doctor finds what is planted in a PostgreSQL server, and nothing in a sound one", illness.database),
        Test("the doctor finds each of the planted faults, and no other", illness.planted),
        Test("the doctor names a standby that waits for a log which its primary has dropped, and one that is away", illness.standby),
    ]

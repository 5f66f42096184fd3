"""What those who are told of alarms get."""
import json

from harness.alarms import (ANN, BOB, DAY, HOUR, LOOK_SECONDS, MINUTE, Hook, MailServer, SlowHook, advance, alarms, eventually, log, looked,
                            messages, postgres, same, sent, server, service, shared, subjects, wire)
from harness.ctl import has, of

FLOOR = {"playersBelow": {"floor": 1, "minutes": 1}}
# Players are counted once a minute, and a count is looked at when it is two minutes old.
COUNT_SECONDS, LATE_SECONDS = 150, 300
FEW = "[Quick start] Alarm: few players"
OVER = "[Quick start] Alarm over: few players"


def told(context):
    """One mail each and one post, signed; the secret is nowhere; the log has how each ended."""
    with SlowHook() as hook, MailServer(context) as mails, server(context, mails, alarms(hook)) as it:
        operator = of(context, it)
        has(operator.ask("alarms", "list"), "there was no alarm")
        has(operator.ask("alarms", "test"), "3 messages are sent")
        eventually(lambda: messages(it, "test") == sent("test"), "all is sent", LOOK_SECONDS)
        same([mail["subject"] for mail in mails.mails], ["[Quick start] A test alarm"] * 2, "the mails")
        same(sorted(mail["to"][0] for mail in mails.mails), [ANN, BOB], "whom they are for")
        same((len(hook.taken), hook.wrong, hook.taken[0][0]["event"], hook.taken[0][0]["app"]), (1, [], "test", "QuickStart"), "the post")
        has(operator.ask("alarms", "list"), "test", "mail " + ANN, "webhook", "SENT")
        settings = it.console().ask("console.saveSettings").text
        same((Hook.SECRET in settings, Hook.SECRET in it.logged(), "sealed1." in settings), (False, False, True), "the secret")
        same('gamebased_alarms{app="QuickStart"} 0' in wire.get(it.port, "/metrics").text, True, "the metric")


def two(context):
    """Of two servers over one database one tells, at the beginning and at the end, also when one of them is gone."""
    with SlowHook() as hook, MailServer(context) as mails, postgres.Server() as database:
        with shared(context, mails, alarms(hook, FLOOR, repeatHours=0), database) as (first, second):
            eventually(lambda: messages(first, "playersBelow") == sent("raised"), "it is told to all", LOOK_SECONDS)
            looked(first, mails)
            looked(second, mails)
            same((subjects(mails), subjects(mails, BOB), len(hook.of("raised"))), ([FEW], [FEW], 1), "what was told of it")
            first.kill()
            # Enough players in each minute that is looked at from here on.
            now = int(database.psql("SELECT floor(extract(epoch FROM now()) / 60)"))
            table = database.psql("SELECT schemaname FROM pg_tables WHERE tablename = 'player_minutes'")
            database.psql("INSERT INTO \"%s\".player_minutes SELECT m, 1, 100 FROM generate_series(%d, %d) m" % (
                table, now - 10, now + 60))
            eventually(lambda: second.console().well("console.alarms") and mails.to(ANN), "the other server goes on")
            looked(second, mails)
            advance(second, 3 * MINUTE)
            eventually(lambda: len(messages(second, "playersBelow")) == 6, "it is over for all", LOOK_SECONDS)
            eventually(lambda: messages(second, "playersBelow") == sorted(sent("raised") + sent("ended")), "all is sent", LOOK_SECONDS)
            looked(second, mails)
            same((subjects(mails), len(hook.of("raised")), len(hook.of("ended")), hook.wrong), ([FEW, OVER], 1, 1, []), "what was told")


def rude(context):
    """A webhook that hangs, refuses, or is gone holds up no mail, and gets the same message again."""
    with SlowHook() as hook, MailServer(context) as mails, server(context, mails, alarms(hook)) as it:
        for number, manner in enumerate(("hang", 500, 403, "drop")):
            hook.manner = manner
            before = len(hook.taken)
            it.console().well("console.testAlarm", {}, wire.new_key())
            eventually(lambda number=number: len(mails.to(ANN)) == number + 1, "the mail comes, and the webhook does %s" % manner,
                       LOOK_SECONDS)
            eventually(lambda: any(one["receiver"] == "webhook" and one["reason"] for one in log(it)[0]["messages"]),
                       "what became of the try after %s" % manner, LOOK_SECONDS)
            hook.manner = 200
            eventually(lambda: messages(it, "test") == sent("test"), "it comes after %s" % manner, LOOK_SECONDS)
            bodies = {body for _, body in hook.taken[before:]}
            same(len(bodies), 1, "the bodies after %s" % manner)
            advance(it, MINUTE)
        same((hook.wrong, len(mails.to(ANN)), len(mails.to(BOB))), ([], 4, 4), "signatures and mails")
        unsent = [line for line in map(json.loads, it.logged().splitlines()) if line["event"] == "alarmNotSent"]
        same({(line["message"], line["state"]) for line in unsent}, {("test", "QUEUED")}, "what the log says of tries that failed")
        same(it.player().ask("launching.getServerTime").status, 200, "players")


def walls(context):
    """No webhook leads into networks of one's own, whatever it is called, and none is followed elsewhere."""
    with SlowHook() as hook, MailServer(context) as mails, server(context, mails, alarms()) as it:
        settings = it.console().well("console.saveSettings")["settings"]

        def load(url):
            value = {**settings["alarms"], "webhookUrl": url, "webhookSecret": "a-secret-of-a-webhook"}
            return it.console().ask("console.loadSettings", {"settings": {**settings, "alarms": value}}, wire.new_key())
        for url in ("https://10.0.0.1/", "https://192.168.1.1/hook", "https://169.254.169.254/latest", "https://[fd00::1]/",
                    "https://172.16.0.9", "http://hooks.example.com/", "https://a@b.example.com/", "https:///x", "ftp://127.0.0.1/"):
            answer = load(url)
            same((answer.code == 0, "$.alarms.webhookUrl" in answer.text), (False, True), "the settings with %s: %s" % (url, answer.text))
        same(load(hook.url).code, 0, "a webhook on this machine, in so many words")
        hook.manner = (302, {})
        it.console().well("console.testAlarm", {}, wire.new_key())
        eventually(lambda: "status 302" in json.dumps(log(it)), "it is not followed", LOOK_SECONDS)
        # A name is judged when it is known which machine it leads to.
        same(load("https://0x7f000001:%d/" % hook.server_port).code, 0, "another way to write this machine")
        taken = len(hook.taken)
        it.console().well("console.testAlarm", {}, wire.new_key())
        eventually(lambda: "a network of one's own" in json.dumps(log(it)), "it is not asked", LOOK_SECONDS)
        same(len(hook.taken), taken, "posts")


def maintained(context):
    """A maintenance silences the rules about players, and behind it they see again."""
    with SlowHook() as hook, MailServer(context) as mails, server(context, mails, alarms(hook)) as it:
        console = it.console()
        console.well("console.setMaintenance", {"maintenance": {"message": "Back soon"}}, wire.new_key())
        settings = console.well("console.saveSettings")["settings"]
        value = {**settings["alarms"], "rules": FLOOR}
        console.well("console.loadSettings", {"settings": {**settings, "alarms": value}}, wire.new_key())
        for _ in range(3):
            advance(it, 5 * MINUTE)
            looked(it, mails)
        same((subjects(mails), hook.of("raised")), ([], []), "what is told in a maintenance")
        console.well("console.setMaintenance", {"maintenance": None}, wire.new_key())
        looked(it, mails)
        same(subjects(mails), [], "what is told of the minutes of a maintenance")
        advance(it, 5 * MINUTE)
        eventually(lambda: messages(it, "playersBelow") == sent("raised"), "it is told behind it", LOOK_SECONDS)
        # A rule that is taken away is over.
        console.well("console.loadSettings", {"settings": settings}, wire.new_key())
        eventually(lambda: messages(it, "playersBelow") == sorted(sent("raised") + sent("ended")), "it is over", LOOK_SECONDS)


def connected(context):
    """Players with streams, one of them with two, end the alarm of few players; it comes again when most of them leave."""
    few = {"playersBelow": {"floor": 3, "minutes": 1}}
    with SlowHook() as hook, MailServer(context) as mails, server(context, mails, alarms(hook, few), options=service.UNLIMITED) as it:
        eventually(lambda: messages(it, "playersBelow") == sent("raised"), "it is raised with nobody there", LOOK_SECONDS)
        players = [it.player().log_in() for _ in range(4)]
        streams = [wire.Stream(it.port, player.token) for player in [*players, players[0]]]
        same([stream.status for stream in streams], [200] * 5, "the streams")

        def now():
            return it.console().well("console.figures", {"kind": "concurrent"})["now"]
        eventually(lambda: now() == len(players), "each player counts once", COUNT_SECONDS)
        # Looks are at the minute two before.
        advance(it, 2 * MINUTE)
        eventually(lambda: messages(it, "playersBelow") == sorted(sent("raised") + sent("ended")), "it is over", LATE_SECONDS)
        for stream in streams[1:]:
            stream.close()
        eventually(lambda: now() == 1, "one is left", COUNT_SECONDS)
        advance(it, 2 * MINUTE)
        eventually(lambda: messages(it, "playersBelow") == sent("raised"), "it is raised again", LATE_SECONDS)
        same((subjects(mails), hook.wrong), ([FEW, OVER, FEW], []), "what is told")
        streams[0].close()


def killed(context):
    """kill -9 while messages are on their way: each comes, of those that the mail server had none twice."""
    with SlowHook() as hook, MailServer(context) as mails, server(context, mails, alarms(hook, FLOOR, repeatHours=0)) as it:
        hook.manner = "hang"
        mails.manner("rcpt 450 4.2.0 later")
        eventually(lambda: getattr(hook, "hung", False), "the webhook hangs", LOOK_SECONDS)
        eventually(lambda: len(log(it)) == 1, "it is raised")
        it.kill()
        hook.manner = 200
        mails.manner()
        it.start()
        # Those that the dead server had are somebody's again when their lease is over.
        advance(it, 4 * MINUTE)
        eventually(lambda: messages(it, "playersBelow") == sent("raised"), "all is sent", LOOK_SECONDS)
        same((subjects(mails), subjects(mails, BOB), len({taken[0]["id"] for taken in hook.of("raised")})), ([FEW], [FEW], 1), "what came")


def silent(context):
    """A database that is away is told though it is away, and stands in the log behind it."""
    with SlowHook() as hook, MailServer(context) as mails, postgres.Server() as database:
        value = alarms(hook, {"databaseSilent": {"minutes": 1}}, language="ja")
        with shared(context, mails, value, database, 1) as (it,):
            looked_by_hook(it, hook)
            database.stop()
            eventually(lambda: len(hook.of("raised")) == 1 and len(mails.to(BOB)) == 2, "it is told while the database is away", 150)
            post = hook.of("raised")[0][0]
            same((post["rule"], post["limit"], post["minutes"] >= 1), ("databaseSilent", 1, True), "the post")
            same([mail["subject"] for mail in mails.to(BOB)][-1], "[Quick start] アラーム: データベースから応答がありません", "the mail")
            database.start()
            eventually(lambda: it.player().ask("launching.getServerTime").status == 200, "the server is back", 60)
            eventually(lambda: any(alarm["rule"] == "databaseSilent" and alarm["subject"] == post["subject"] for alarm in log(it)),
                       "it stands in the log", LOOK_SECONDS)
            eventually(lambda: len(hook.of("ended")) == 1, "that it is over is told", 240)
            same((len(hook.of("raised")), hook.wrong), (1, []), "posts")


def looked_by_hook(it, hook):
    it.console().well("console.testAlarm", {}, wire.new_key())
    eventually(lambda: hook.of("test"), "the settings are known", LOOK_SECONDS)


def weekly(context):
    """The report of a week comes once to each, with what was done in it, beside the week before."""
    with SlowHook() as hook, MailServer(context) as mails, server(context, mails, alarms(hook)) as it:
        console = it.console()
        settings = console.well("console.saveSettings")["settings"]
        stamp = it.player().well("launching.getServerTime")["date"]
        # Days of UTC; 1970 began on a Thursday. The report is due at the midnight that ends today.
        weekday = (stamp // DAY + 1 + 3) % 7 + 1
        value = {**settings["alarms"], "report": {"weekday": weekday, "hour": 0}}
        console.well("console.loadSettings", {"settings": {**settings, "alarms": value}}, wire.new_key())
        looked(it, mails)
        advance(it, DAY - stamp % DAY + HOUR)
        eventually(lambda: len(reports(mails)) == 1, "the report of the week in which it was set", LOOK_SECONDS)
        for members, payments in ((2, 1), (3, 2)):
            players = [it.player().log_in() for _ in range(members)]
            for number in range(payments):
                players[number].buy()
            advance(it, 7 * DAY)
            if members == 2:
                eventually(lambda: len(reports(mails)) == 2, "the report of the first week", LOOK_SECONDS)
            else:
                it.kill()
                it.start()
        eventually(lambda: len(reports(mails)) == 3 and len(reports(mails, BOB)) == 3, "the report of the second week", LOOK_SECONDS)
        looked(it, mails)
        text = reports(mails)[-1]["text"]
        same([line for line in text.splitlines() if "the week before" in line], [
            "New members: 3 (the week before: 2)", "Members who played: 3 (the week before: 2)",
            "Payers a day, on average: 0.3 (the week before: 0.1)", "Members who paid for the first time: 2 (the week before: 1)",
            "Revenue, and payments: 1.98 USD / 2 (the week before: 0.99 USD / 1)",
            "Refunds, and how many: 0 USD / 0 (the week before: 0 USD / 0)"], "the report: " + text)
        same((len(reports(mails)), len(reports(mails, BOB)), [taken for taken in hook.taken if taken[0]["event"] == "report"]), (3, 3, []),
             "reports")


def reports(mails, address=ANN):
    return [mail for mail in mails.to(address) if "The week from" in mail["subject"]]

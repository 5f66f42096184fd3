"""Players of some days: log-ins, purchases, refunds, pushes, objects and scores; and what some of them write to be run as a script."""
import json
import time

from harness.runner import Failure
from harness.server import service, wire
from harness.wires import calls, members

DAYS, PLAYERS_A_DAY = 8, 3
DAY = 86_400
# A subscription.
PASS = "season_pass"
DEVICES = [{"deviceCountryCode": country, "deviceLanguage": language, "osCode": os, "osVersion": "6.1", "clientVersion": version,
            "deviceModel": "A box", "storeCode": "SANDBOX"} for country, language, os, version in
           (("JP", "ja", "LINUX", "1.0.0"), ("KR", "ko", "WINDOWS", "1.0.1"), ("US", "en", "LINUX", "1.1.0"))]
# Each sets `planted`, or would open a window, when it is taken for markup, an address or a script.
SCRIPTS = ["<script>planted=1</script>", "<img src=x onerror=planted=2>", "<svg/onload=planted=3>", "javascript:planted=4",
           "\"><img src=x onerror='alert(5)'>", "'-alert(6)-'", "</script><script>planted=7</script>",
           "<iframe srcdoc='<p>8</p>'></iframe>", "{{planted=9}}", "${planted=10}", "<a href=\"javascript:planted=11\">11</a>"]
# What a yen is worth in dollars.
YEN = "0.0067"
# Of eight bytes, where no more is taken.
SHORT = "<b id=b>"


def settings(context):
    with open(context.path(service.CONSOLE)) as file:
        value = json.load(file)
    return service.settings(
        context, wire.APP, products=value["products"],
        coupons=[{"couponCode": "SPRING", "title": "Spring", "type": "KEYWORD", "benefits": [{"itemId": "gem", "amount": 1}]}],
        leaderboards=[{"factor": 1, "name": "Best"}], figures={"channels": ["east", "west"], "classes": ["mage"],
                 "conversion": {"currency": "USD", "rates": [{"currency": "JPY", "rate": YEN}]}},
        banTemplates=[{"templateCode": 1, "name": "Cheating", "message": "You have cheated."}],
        maintenance=None)


class Member(wire.Caller):
    """A player with a device."""

    def __init__(self, it, secret, device):
        super().__init__(it.port, "client")
        self.secret, self.device, self.level = secret, device, 1

    def come(self):
        body = self.well("gateway.idPLogin", {"idPInfo": {"idPCode": "guest", "accessToken": self.secret}, "member": self.device},
                         wire.new_key())
        self.token, self.user = body["token"]["accessToken"], body["member"]["userId"]
        return self


def play(it, clock):
    """Some days: some come anew each day, some of those before come again, some pay, and one withdraws."""
    crowd, console = [], it.console()
    for day in range(DAYS):
        clock.set((day - DAYS + 1) * DAY)
        for number in range(PLAYERS_A_DAY):
            crowd.append(Member(it, "%032x" % len(crowd), DEVICES[number % len(DEVICES)]))
        come = [one for place, one in enumerate(crowd) if place >= len(crowd) - PLAYERS_A_DAY or (place + day) % 3 == 0]
        for place, one in enumerate(come):
            one.come()
            grow(one, time.time() + (day - DAYS + 1) * DAY)
            if place % 2 == 0:
                reserved, _ = one.buy("gem_1200" if (place + day) % 4 else "gem_100")
                if place == 2:
                    console.well("console.refund", {"paymentSeq": reserved["paymentSeq"], "kind": "REFUND"}, wire.new_key())
    crowd[0].come().buy(PASS)
    crowd[1].come().well("push.register", {"deviceKey": "d", "pushEnabled": True, "languageCode": "en"}, wire.new_key())
    console.well("console.sendPush", {"title": "Spring", "body": "It is here."}, wire.new_key())
    click(crowd[1])
    leaver = crowd[-1]
    leaver.well("gateway.withdraw", {"userId": leaver.user}, wire.new_key())
    score(it, crowd[0], "")


def grow(player, seconds):
    """One level further; every third player is in no channel that the settings name."""
    player.level += 1
    event = {"eventId": "%s-%d" % (player.user, player.level), "type": "levelUp", "userId": player.user, "time": int(seconds * 1000),
             "data": {"userLevel": player.level, "channelId": ("east", "west", "south")[int(player.secret, 16) % 3], "classId": "mage"}}
    player.well("presence.sendEvents", {"events": [event]})


def click(player):
    """The newest push, and a button of it."""
    received = player.well("push.receive", {"deviceKey": "d"})
    message = received["messages"][-1]
    player.well("push.acknowledge", {"token": received["token"], "seq": message["seq"]})
    player.well("push.clicked", {"token": received["token"], "messageId": message["id"], "action": "BUY"})


def score(it, player, extra):
    path = "/tcgb-leaderboard/v1.3/apps/%s/factors/1/users/%s/score-with-extra" % (wire.APP, player.user)
    answer = members.call(it.port, "POST", path, {"score": 7, "transactionId": 1, "extra": extra})
    if not answer["header"]["isSuccessful"]:
        raise Failure(repr(answer))


class Planted:
    """Who writes scripts wherever a player can write."""

    def __init__(self, it):
        self.it, self.texts = it, {}
        # Texts of players are short in some places, so each place has each script in turn.
        for number, script in enumerate(SCRIPTS):
            self.player(number, script)
        self.objects()
        for script in SCRIPTS:
            it.console().well("console.sendPush", {"title": script, "body": script, "link": script}, wire.new_key())

    def player(self, number, script):
        device = {"deviceCountryCode": script, "usimCountryCode": script, "deviceLanguage": script, "osCode": script, "osVersion": script,
                  "deviceModel": script, "network": script, "clientVersion": script, "storeCode": script, "uuid": script}
        player = Member(self.it, script * 3 + str(number), device).come()
        player.well("push.register", {"deviceKey": script, "pushEnabled": True, "languageCode": SHORT, "deviceCountryCode": SHORT,
                                      "timezone": script}, wire.new_key())
        wish = {**wire.wish(), "payload": script}
        reserved = player.well("purchase.reserve", wish, wire.new_key())
        order = player.well("store.begin", wire.order_of(reserved), wire.new_key())
        player.well("purchase.report", {**wire.paid_report(reserved, order), "userData": script}, wire.new_key())
        failed = player.well("purchase.reserve", {**wire.wish(), "payload": script}, wire.new_key())
        player.ask("purchase.report", {"paymentSeq": failed["paymentSeq"], "storeCode": "SANDBOX", "status": "FAILED",
                                       "storeErrorCode": script, "detailCode": 1}, wire.new_key())
        score(self.it, player, SHORT)
        event = {"eventId": "planted-%d" % number, "type": "levelUp", "userId": player.user, "time": int(time.time() * 1000),
                 "data": {"userLevel": 2, "channelId": script, "characterId": script, "classId": script}}
        player.well("presence.sendEvents", {"events": [event]})
        self.texts[script] = {"user": player.user, "payment": reserved["paymentSeq"], "caller": player}

    def objects(self):
        for number, script in enumerate(SCRIPTS):
            for method, path, body in (
                    ("POST", "/2013-09-01/classes/Planted", {"text": script, "list": [script],
                                                             "inner": {"a": script, "b" + str(number): 1}}),
                    ("POST", "/2013-09-01/users", {"userName": script, "password": "x", "nickname": script})):
                status, _, text = calls.signed(self.it.port, method, path, json.dumps(body).encode())
                if status >= 300:
                    raise Failure("%d %s" % (status, text))

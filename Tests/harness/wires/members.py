"""What the tables of members, pushes and coupons stand on, and what a table cannot show: many at once, and what reaches a player."""
import base64
import datetime
import hashlib
import http.client
import json
import threading

from harness.runner import Failure
from harness.server import wire
from harness.server.service import same

PROVIDER = "a-player-of-google"
SETTINGS = {
    "idPs": {"google": {"enabled": True}, "line": {"enabled": True}},
    "transferAccount": {"enabled": True, "block": {"attempts": 2, "minutes": 10}},
    "banTemplates": [{"templateCode": 7, "name": "Cheats", "message": "You cheated."}],
    "clients": [{"version": "1.0.0", "storeCode": "SANDBOX"}, {"version": "1.0.0", "storeCode": "AS"}],
    "maintenance": {"beginDate": "2020-01-01T12:10:00+07:00", "reason": "A new world", "message": "Back soon & well",
                    "targets": [{"storeCode": "AS"}]},
    "coupons": [
        {"couponCode": "XMAS", "title": "Christmas", "benefits": [{"itemId": "heart", "amount": 10}, {"itemId": "diamond", "amount": 20}],
         "startDate": "2020-12-21T00:00:00+09:00", "usesMax": 2},
        {"couponCode": "ENDED", "title": "Ended", "expired": True}, {"couponCode": "ALONE", "title": "Alone", "type": "SERIAL"},
        {"couponCode": "EARLY", "title": "Early", "startDate": "2100-01-01T00:00:00Z"},
        {"couponCode": "LATE", "title": "Late", "endDate": "2020-01-01T00:00:00Z"},
        {"couponCode": "APPLE", "title": "Apple's", "storeCode": "AS"},
        {"couponCode": "ONE", "title": "One", "type": "SERIAL"}, {"couponCode": "FEW", "title": "Few", "usesMax": 3},
    ],
    "leaderboards": [
        {"factor": 1, "name": "Best"}, {"factor": 2, "orderType": "ASC", "scoreType": "LATEST", "tieScoreType": "LATEST"},
        {"factor": 3, "period": "WEEK", "scoreType": "ACCUMULATED", "resetDate": 2, "resetTime": "05:00", "utcTimeZone": "+09:00"},
        {"factor": 4, "maxSize": 2},
    ],
    "stores": [{"storeCode": "SANDBOX", "storeAppId": "quickstart"}, {"storeCode": "AS", "storeAppId": "quickstart"}],
}
DEVICE = {"deviceCountryCode": "KR", "usimCountryCode": "ZZ", "deviceLanguage": "ko", "osCode": "LINUX", "storeCode": "SANDBOX",
          "deviceModel": "A box", "osVersion": "6.1", "sdkVersion": "1.0.0", "clientVersion": "2.0.0", "network": "x" * 65, "uuid": "u"}


def known(it, given):
    players = {name: it.player().log_in() for name in ("other", "banned", "leaving", "mover", "gone", "console", "waiting")}
    for name, idp in (("user", {"idPCode": "guest", "accessToken": "a guest of the table"}),
                      ("google", {"idPCode": "google", "accessToken": PROVIDER})):
        player = players[name] = it.player()
        body = player.well("gateway.idPLogin", {"idPInfo": idp, "member": DEVICE}, wire.new_key())
        player.token, player.user = body["token"]["accessToken"], body["member"]["userId"]
        given[name + "Key"] = body["member"]["authList"][0]["authKey"]
    for name, player in players.items():
        given.update({name: player.user, name + "Token": player.token})
    given["transferId"], given["transferPassword"] = transfer(players["mover"])
    players["gone"].well("gateway.withdraw", {"userId": players["gone"].user}, wire.new_key())
    players["waiting"].well("gateway.requestTemporaryWithdrawal", {"userId": players["waiting"].user}, wire.new_key())
    console = {"userId": players["console"].user}
    it.console().well("console.ban", {**console, "banType": "PERMANENT"}, wire.new_key())
    it.console().well("console.releaseBan", console, wire.new_key())
    players["user"].well("push.register", {"deviceKey": "device", "pushEnabled": True, "languageCode": "ko"}, wire.new_key())
    given.update(dates())
    given.update(days())
    given["most"] = json.dumps([players["user"].user] + ["NOBODY%d" % at for at in range(299)])
    given["many"] = json.dumps(["NOBODY%d" % at for at in range(301)])
    return given


def dates():
    """Dates as reservations name them, in Korea, and as they are told of. Ahead: in three days, 25 hours before that, two days later."""
    soon, given = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=3), {}
    for name, hours in (("soon", 0), ("sooner", -25), ("later2", 48)):
        given[name] = (soon + datetime.timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M")
        given[name + "Date"] = given[name] + ":00.000+09:00"
    given["past"], given["today"] = "2020-01-01T00:00", (soon - datetime.timedelta(days=3)).strftime("%Y-%m-%dT00:00:00Z")
    return given


def days():
    """Days from Korea's today on."""
    today, given = datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=9))), {}
    for ahead in (1, 2, 8, 60, 61):
        day = today + datetime.timedelta(days=ahead)
        given.update({"day%d" % ahead: day.strftime("%Y-%m-%d"), "weekday%d" % ahead: day.strftime("%A").upper(),
                      "number%d" % ahead: str(day.day)})
    return given


def transfer(player):
    """An account for a transfer, made as a device makes it; returns its id and password."""
    offer = player.well("gateway.offerTransferAccount", {"userId": player.user}, wire.new_key())
    key = key_of(offer["password"], offer["salt"])
    player.well("gateway.keepTransferAccount", {"userId": player.user, "id": offer["id"], "issuedType": offer["issuedType"],
                                                "salt": offer["salt"], "key": key}, wire.new_key())
    return offer["id"], offer["password"]


def key_of(password, salt):
    _, iterations, random = salt.split(":")
    random = base64.urlsafe_b64decode(random + "=" * (-len(random) % 4))
    return hashlib.pbkdf2_hmac("sha256", password.encode(), random, int(iterations)).hex()


def call(port, method, path, body=None):
    """The answer to a game server's call, as JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=wire.ANSWER_SECONDS)
    try:
        connection.request(method, path, None if body is None else json.dumps(body),
                           {"X-Secret-Key": "quickstart-secret", "Content-Type": "application/json; charset=UTF-8"})
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()


def race(port, users):
    """All use a coupon at once that one may use, and one that three may use."""
    for code, uses, refused in (("ONE", 1, -100005), ("FEW", 3, -100011)):
        found, threads = [], []

        def use(user):
            answer = call(port, "POST", "/tcgb-gateway/v1.3/apps/%s/members/%s/coupons/%s" % (wire.APP, user, code))
            found.append(answer["header"]["resultCode"])
        for user in users:
            threads.append(threading.Thread(target=use, args=(user,)))
            threads[-1].start()
        for thread in threads:
            thread.join()
        same(sorted(found), sorted([0] * uses + [refused] * (len(users) - uses)), "what %d say who use the coupon %s" % (len(users), code))


def registered(player):
    """A device of a player who agreed to no advertisement."""
    player.well("push.register", {"deviceKey": "device", "pushEnabled": True, "adAgreement": False, "languageCode": "en"}, wire.new_key())


def waiting(player):
    return player.well("push.receive", {"deviceKey": "device"})["messages"]


def reached(it):
    """What a player reads of pushes in NHN's words."""
    def registered(language):
        player = it.player().log_in()
        player.well("push.register", {"deviceKey": language, "pushEnabled": True, "adAgreement": True, "adAgreementNight": True,
                                      "languageCode": language, "deviceCountryCode": "KR"}, wire.new_key())
        return player

    def sent(**push):
        answer = call(it.port, "POST", "/tcgb-push/v1.3/apps/%s/messages" % wire.APP, {"target": {"type": "ALL"}, **push})
        if not answer["header"]["isSuccessful"]:
            raise Failure(repr(answer))

    def read(player, language):
        messages = player.well("push.receive", {"deviceKey": language})["messages"]
        return [[message[key] for key in ("title", "body", "extras")] for message in messages]
    korean, japanese = registered("ko-KR"), registered("ja")
    sale = {"title": "Sale", "body": "Half", "percent": 50}
    sent(content={"default": sale}, messageType="AD", contact="1588-1588", removeGuide="Menu > Setting")
    sent(content={"default": {"title": "Hello"}, "ko": {"title": "Annyeong"}}, messageType="AD", contact="1", removeGuide="x",
         adWordPosition="BODY")
    sent(content={"default": {"title": "Hello", "sound": "bell"}, "ja": {"title": "Yaa"}}, messageType="NOTIFICATION")
    mark = "(\uad11\uace0) "
    same(read(korean, "ko-KR"), [[mark + "Sale 1588-1588", "Half\nMenu > Setting", '{"percent":50}'],
                                 ["Annyeong 1", mark + "\nx", "{}"], ["Hello", "", "{}"]], "what a Korean player reads")
    same(read(japanese, "ja"), [["Sale", "Half", '{"percent":50}'], ["Hello", "", "{}"], ["Yaa", "", "{}"]], "what a Japanese player reads")


PAYMENTS = ("server.access", "server.consume", "server.consumable", "server.payment", "server.activeSubscriptions",
            "server.subscriptionStatus", "server.endSubscription", "server.verifyToken", "server.verifyTicket",
            "server.iapConsumable", "server.iapActiveSubscriptions")
NOT_AUTHENTICATED = -4010003


def keys(it, names):
    """What is not about payments is open to nobody with the key of the IAP interface, or with none."""
    server = wire.Caller(it.port, "server")
    for name in sorted(set(names) - set(PAYMENTS)):
        for access in ({"wire": "iap", "key": "quickstart-iap-key"}, {"wire": "none"}):
            answer = server.ask(name, {"access": access, "body": {}}, wire.new_key())
            if answer.status != 200 or answer.code != NOT_AUTHENTICATED:
                raise Failure("%s, %s: %r" % (name, access, answer))

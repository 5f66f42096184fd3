"""The requests whose cost is counted, in an order in which each can be asked."""
import secrets

from harness.server import wire

TEXT = "0123456789abcdef" * 60


def login(caller):
    return {"tokenInfo": {"idPCode": "guest", "accessToken": caller.token}, "member": {}}


class Story:
    """A player who asks everything that is counted, again and again."""

    def __init__(self, server):
        self.server, self.player, self.stranger, self.console = server, None, server.player(), server.console()
        self.object = self.reserved = self.order = self.receipt = None

    def register(self):
        self.player = self.server.player().log_in()

    def log_in_again(self):
        self.player.log_in(self.player.secret)

    def log_in(self):
        self.player.token = self.player.well("gateway.tokenLogin", login(self.player), wire.new_key())["token"]["accessToken"]

    def heartbeat(self):
        self.player.well("presence.heartbeat", {})

    def launching(self):
        self.player.well("launching.getLaunchingStatus", {"appId": wire.APP, "clientVersion": "1.0.0"})

    def create(self):
        self.object = self.stranger.well("objects.create", {"className": "Score", "fields": {"text": TEXT, "points": 1}}, wire.new_key())
        self.object = self.object["answer"]["objectId"]

    def update(self):
        self.stranger.well("objects.update", {"className": "Score", "objectId": self.object, "fields": {"text": TEXT, "points": 2}},
                         wire.new_key())

    def read(self):
        self.stranger.well("objects.get", {"className": "Score", "objectId": self.object})

    def reserve(self):
        self.reserved = self.player.well("purchase.reserve", wire.wish(), wire.new_key())


    def begin(self):
        self.order = self.player.well("store.begin", wire.order_of(self.reserved), wire.new_key())

    def settle(self):
        paid = wire.paid_report(self.reserved, self.order)
        self.receipt = self.player.well("purchase.report", paid, wire.new_key())["receipt"]

    def consume(self):
        self.player.well("purchase.consume", {"paymentSeq": self.receipt["paymentSeq"], "accessToken": self.receipt["purchaseToken"]},
                         wire.new_key())

    def not_consumed(self):
        self.player.well("purchase.notConsumed", {"storeCode": "SANDBOX"})

    def metrics(self):
        events = [{"eventId": secrets.token_hex(12), "type": "levelUp", "userId": self.player.user, "time": 1795000000000,
                   "data": {"userLevel": level + 1}} for level in range(10)]
        self.player.well("presence.sendEvents", {"events": events})

    def pushes(self):
        self.player.well("push.receive", {"deviceKey": "device"})

    def kickout(self):
        self.console.well("console.kickout", {"userIds": [self.player.user]}, wire.new_key())


# Name in the page, step, and how often a day an average player asks it.
STEPS = (
    ("registration of a guest", Story.register, 0.02), ("log-in of a guest by its secret", Story.log_in_again, 0),
    ("log-in by token", Story.log_in, 3), ("launching status", Story.launching, 3), ("first heartbeat after a log-in", Story.heartbeat, 3),
    ("heartbeat", Story.heartbeat, 27), ("write of a new object (1 kB)", Story.create, 1), ("change of an object (1 kB)", Story.update, 10),
    ("read of an object", Story.read, 20), ("10 metrics in one batch", Story.metrics, 6), ("look for pushes", Story.pushes, 3),
    ("purchase: reserve", Story.reserve, 0.05), ("purchase: begin (SANDBOX)", Story.begin, 0.05),
    ("purchase: settle and grant", Story.settle, 0.05), ("purchase: consume", Story.consume, 0.05),
    ("list of what is not consumed", Story.not_consumed, 3), ("kickout by the operator", Story.kickout, 0),
)

"""The examples that speak a published interface, against a server."""
import json
import subprocess
import sys
import urllib.request

from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same
from harness.wires import faces

GAME_SERVER_LINES_MAX = 40

NCMB_SAID = ["signed up: rider-", "saved: a horse", "found: Arion", "stored: a picture", "pushed: The race begins", "done"]


def ncmb(context):
    with service.server(context) as it:
        command = ["sh", context.path("examples", "ncmb.sh"), "http://localhost:%d" % it.port, faces.APPLICATION_KEY]
        output = context.check(command + [faces.CLIENT_KEY])
        lines = output.splitlines()
        if len(lines) != len(NCMB_SAID) or not all(line.startswith(wanted) for line, wanted in zip(lines, NCMB_SAID)):
            raise Failure("it said\n" + output)
        refused = context.process(command + ["another-client-key"])
        if refused.status == 0 or "401" not in refused.output:
            raise Failure("with a wrong key it ended with %s: %s" % (refused.status, refused.output))


def game_server(context):
    """examples/gameserver.py: who brings a payment gets it once; with another one's token, another's payment or a made-up one, nothing."""
    path = context.path("examples", "gameserver.py")
    with open(path) as file:
        if len(file.read().splitlines()) > GAME_SERVER_LINES_MAX:
            raise Failure("it has more than %d lines" % GAME_SERVER_LINES_MAX)
    with service.server(context, options=service.UNLIMITED) as it:
        player, other = it.player().log_in(), it.player().log_in()
        _, receipt = player.buy()
        command = [sys.executable, path, "http://127.0.0.1:%d" % it.port, wire.APP]
        with subprocess.Popen(command + ["quickstart-secret"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
            try:
                url = child.stdout.readline().decode().split()[-1]

                def bring(who, **changes):
                    body = {"userId": who.user, "accessToken": who.token, "paymentSeq": receipt["paymentSeq"],
                            "purchaseToken": receipt["purchaseToken"], **changes}
                    return json.load(urllib.request.urlopen(url, json.dumps(body).encode(), timeout=30))
                same(bring(player, accessToken="x" * 40), {"error": "who is that?"}, "a token that nobody gave")
                same(bring(player, accessToken=other.token), {"error": "who is that?"}, "another one's token")
                same(bring(other), {"error": "that was not paid"}, "another one's payment")
                same(bring(player, purchaseToken="made up"), {"error": "that was not paid"}, "a payment that was made up")
                same(bring(player, paymentSeq="1"), {"error": "that was not paid"}, "a number that is not that payment's")
                same(bring(player), {"given": "gem_100"}, "a payment")
                same(bring(player), {"error": "that was given before"}, "the same payment again")
            finally:
                child.kill()
        same(service.bought(player), [], "what is not consumed after that")

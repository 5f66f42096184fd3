#!/usr/bin/env python3
"""A game's own server: hands out what was paid, once. Usage: gameserver.py http://GAMEBASED APP SECRET_KEY [PORT]
The game posts {"userId", "accessToken", "paymentSeq", "purchaseToken"} to it, and is told what it was given."""
import http.server
import json
import sys
import urllib.parse
import urllib.request

if len(sys.argv) < 4: sys.exit("usage: gameserver.py SERVICE-URL APP SECRET-KEY [PORT]")
service, app, secret = sys.argv[1:4]
given = {}  # paymentSeq -> product: a table of the game's database, written before the payment is consumed

def ask(method, product, path, body=None):
    """One request of the Gamebase Server API v1.3; its status is always 200, and the header of the answer says what happened."""
    request = urllib.request.Request("%s/%s/v1.3/apps/%s/%s" % (service, product, app, path), json.dumps(body).encode() if body else None,
                                     {"X-Secret-Key": secret, "Content-Type": "application/json; charset=UTF-8"}, method=method)
    return json.load(urllib.request.urlopen(request, timeout=15))

def grant(game):
    user, token, seq, paid = (urllib.parse.quote(game[key], safe="") for key in ("userId", "accessToken", "paymentSeq", "purchaseToken"))
    if not ask("GET", "tcgb-gateway", "members/%s/tokens/%s" % (user, token))["header"]["isSuccessful"]:
        return {"error": "who is that?"}
    payment = ask("GET", "tcgb-inapp", "payment/transaction?accessToken=" + paid).get("result")
    if not payment or payment["userId"] != game["userId"] or payment["paymentSeq"] != game["paymentSeq"]:
        return {"error": "that was not paid"}
    isNew = payment["isConsumable"] and seq not in given
    if isNew:
        given[seq] = payment["gamebaseProductId"]  # what the service says that was bought, not what the game says
    ask("POST", "tcgb-inapp", "consume", {"paymentSeq": game["paymentSeq"], "accessToken": game["purchaseToken"]})
    return {"given": given[seq]} if isNew else {"error": "that was given before"}

class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        answer = json.dumps(grant(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))).encode()
        self.send_response(200), self.end_headers(), self.wfile.write(answer)

server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[4]) if len(sys.argv) > 4 else 0), Handler)
print("listens on http://127.0.0.1:%d" % server.server_port, flush=True)
server.serve_forever()

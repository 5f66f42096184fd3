"""A web checkout with signed webhooks, in the shape of Stripe's public API: checkout sessions, events, refunds."""
import hashlib
import hmac
import http.client
import itertools
import json
import time

from harness.server import wire
from harness.stores.counter import Counter

KEY, SECRET = "sk_test_never_in_a_log", "whsec_never_in_a_log"
EVENTS_A_PAGE = 100


class Checkout(Counter):
    code = "WEB"

    def __init__(self):
        super().__init__()
        self.sessions, self.charges, self.events, self.answered = {}, {}, [], {}
        # Every movement of money, as the store's own books have it: (session, what, amount, currency).
        self.moves, self.refuses_refunds = [], False
        # Events that make each page that they stand on unreadable; sessions that cannot be shown; the store's own clock.
        self.unreadable, self.broken, self.clock, self.reports_asked = set(), set(), time.time, 0
        # Pages end 30 minutes to 24 hours after they are made, by the store's clock.
        self.limits_pages = False
        self.numbers = itertools.count(1)

    def settings(self):
        return {"storeCode": self.code, "verification": "STORE", "interface": "CHECKOUT", "apiUrl": self.url, "apiKey": KEY,
                "webhookSecret": SECRET, "returnUrl": "https://example.com/thanks"}

    # The API.

    def answer(self, method, path, query, form, headers):
        if headers.get("Authorization") != "Bearer " + KEY:
            return 401, {"error": {"message": "no such key"}}
        key = headers.get("Idempotency-Key")
        if method == "POST" and key in self.answered:
            words, answer = self.answered[key]
            return answer if words == form else (400, {"error": {"code": "idempotency_error"}})
        # Of an account of before November 2022, unless a version is asked for.
        self.version = headers.get("Stripe-Version")
        answer = self.answer_anew(method, path, query, form)
        if method == "POST" and key:
            self.answered[key] = form, answer
        return answer

    def answer_anew(self, method, path, query, form):
        parts = path.strip("/").split("/")
        old = (self.version or "2020-08-27") < "2022-11-15"
        if old and any("latest_charge" in text for text in query.get("expand[]", [])):
            return 400, {"error": {"type": "invalid_request_error", "message": "This property cannot be expanded (latest_charge)."}}
        if method == "POST" and path == "/v1/checkout/sessions":
            if self.limits_pages and not 1800 <= int(form["expires_at"]) - self.clock() <= 86400:
                return 400, {"error": {"type": "invalid_request_error", "param": "expires_at"}}
            if not form.get("line_items[0][price_data][product_data][name]"):
                return 400, {"error": {"type": "invalid_request_error", "code": "parameter_invalid_empty"}}
            return 200, self.view(self.make(form))
        if method == "POST" and path == "/v1/refunds":
            if self.refuses_refunds:
                return 400, {"error": {"type": "invalid_request_error", "code": "balance_insufficient"}}
            if form["payment_intent"] not in self.charges or self.charges[form["payment_intent"]]["refunded"]:
                return 400, {"error": {"code": "charge_already_refunded"}}
            self.refund(form["payment_intent"])
            return 200, {"object": "refund", "status": "succeeded"}
        if path == "/v1/checkout/sessions":
            found = [self.view(s) for s in self.sessions.values() if s["payment_intent"] in query["payment_intent"]]
            return 200, {"object": "list", "data": found, "has_more": False}
        if path == "/v1/events":
            self.reports_asked += 1
            since, types = int(query["created[gte]"][0]), query["types[]"]
            until = int(query["created[lte]"][0]) if "created[lte]" in query else 1 << 62
            newest = [e for e in reversed(self.events) if since <= e["created"] <= until and e["type"] in types]
            if "starting_after" in query:
                newest = newest[[e["id"] for e in newest].index(query["starting_after"][0]) + 1:]
            size = min(EVENTS_A_PAGE, int(query["limit"][0]))
            if any(e["id"] in self.unreadable for e in newest[:size]):
                return 200, "no list"
            return 200, {"object": "list", "data": newest[:size], "has_more": len(newest) > size}
        if parts[:3] == ["v1", "checkout", "sessions"] and parts[3] in self.broken:
            return 500, {}
        if parts[:3] == ["v1", "checkout", "sessions"] and parts[3] in self.sessions:
            return 200, self.view(self.sessions[parts[3]], expanded=True)
        return 404, {"error": {"code": "resource_missing"}}

    def make(self, form):
        number = len(self.sessions) + 1
        item = "line_items[0][price_data]"
        session = {"id": "cs_%d" % number, "object": "checkout.session", "status": "open", "payment_status": "unpaid",
                   "client_reference_id": form["client_reference_id"], "payment_intent": None,
                   "metadata": {name[9:-1]: value for name, value in form.items() if name.startswith("metadata[")},
                   "amount_total": int(form[item + "[unit_amount]"]), "currency": form[item + "[currency]"],
                   "url": "https://checkout.example/%d" % number, "expires_at": int(form["expires_at"])}
        self.sessions[session["id"]] = session
        return session

    def view(self, session, expanded=False):
        view = dict(session)
        if expanded and session["payment_intent"]:
            charge = self.charges.get(session["payment_intent"])
            view["payment_intent"] = {"id": session["payment_intent"], "status": "succeeded" if charge else "processing",
                                      "latest_charge": charge}
        return view

    # What players and the store's people do.

    def of(self, order_key):
        with self.lock:
            return [s for s in self.sessions.values() if s["client_reference_id"] == order_key]

    def orders_of_all(self):
        with self.lock:
            return list(self.sessions.values())

    def pay(self, session, **changes):
        with self.lock:
            if session["status"] != "open":
                return None
            session.update({"status": "complete", "payment_status": "paid", "payment_intent": "pi_" + session["id"]}, **changes)
            self.charges[session["payment_intent"]] = {"object": "charge", "id": "ch_" + session["id"], "refunded": False,
                                                       "disputed": False, "payment_intent": session["payment_intent"]}
            self.moves.append((session["id"], "CAPTURED", session["amount_total"], session["currency"].upper()))
            return self.tell("checkout.session.completed", session)

    def refund(self, intent):
        with self.lock:
            self.charges[intent]["refunded"] = True
            self.move_back(intent, "REFUNDED")
            return self.tell("charge.refunded", self.charges[intent])

    def dispute(self, intent):
        with self.lock:
            self.charges[intent]["disputed"] = True
            self.move_back(intent, "CHARGEBACK")
            charge = self.charges[intent]["id"]
            return self.tell("charge.dispute.created", {"object": "dispute", "charge": charge, "payment_intent": intent})

    def move_back(self, intent, what):
        session = next(s for s in self.sessions.values() if s["payment_intent"] == intent)
        self.moves.append((session["id"], what, session["amount_total"], session["currency"].upper()))

    def expire(self, session):
        with self.lock:
            session["status"] = "expired"
            return self.tell("checkout.session.expired", session)

    def tell(self, kind, thing):
        event = {"id": "evt_%d" % next(self.numbers), "object": "event", "type": kind, "created": int(self.clock()),
                 "data": {"object": dict(thing)}}
        self.events.append(event)
        return event

    def paid(self):
        """Order keys whose money the store has, once for each payment."""
        with self.lock:
            return [s["client_reference_id"] for s in self.sessions.values() if s["payment_status"] == "paid"
                    and not self.charges[s["payment_intent"]]["refunded"] and not self.charges[s["payment_intent"]]["disputed"]]


def signature(body, secret=SECRET, seconds=None):
    stamp = str(int(time.time() if seconds is None else seconds))
    return "t=%s,v1=%s" % (stamp, hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest())


def deliver(port, event, signed=None, body=None, app=wire.APP, code="WEB"):
    """Sends a webhook; returns the status."""
    body = json.dumps(event).encode() if body is None else body
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        fields = {"Content-Type": "application/json; charset=utf-8"}
        signed = signature(body) if signed is None else signed
        if signed:
            fields["Stripe-Signature"] = signed
        connection.request("POST", "/v1/apps/%s/stores/%s/events" % (app, code), body, fields)
        response = connection.getresponse()
        response.read()
        return response.status
    finally:
        connection.close()

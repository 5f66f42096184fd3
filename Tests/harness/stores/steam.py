"""Steam's ISteamMicroTxn: InitTxn, QueryTxn, FinalizeTxn, GetReport, RefundTxn."""
import time

from harness.stores.counter import Counter

KEY, APP_ID, PLAYER = "steam_key_never_in_a_log", "480", "76561197972751825"


def refused(code, text):
    return 200, {"response": {"result": "Failure", "error": {"errorcode": code, "errordesc": text}}}


def well(parameters):
    return 200, {"response": {"result": "OK", "params": parameters}}


class Steam(Counter):
    code = "STEAM"

    def __init__(self):
        super().__init__()
        self.orders, self.finalized = {}, []
        # Every movement of money, as the store's own books have it: (transaction, what, amount, currency).
        self.moves, self.refuses_refunds = [], False
        # Sales that make each page that they stand on unreadable; orders that cannot be shown, or are not found; the store's own clock;
        # a bound of its own.
        self.unreadable, self.broken, self.hidden, self.clock, self.rows_max = set(), set(), set(), time.time, None

    def settings(self):
        return {"storeCode": self.code, "storeAppId": APP_ID, "verification": "STORE", "interface": "STEAM",
                "apiUrl": self.url + "/ISteamMicroTxnSandbox", "apiKey": KEY}

    def answer(self, method, path, query, form, headers):
        given = form if method == "POST" else {name: values[0] for name, values in query.items()}
        if given.get("key") != KEY:
            return 403, {}
        if given.get("appid") != APP_ID:
            return refused("3", "no such app")
        name = path.strip("/").split("/")[1]
        if name == "GetReport":
            since = given["time"]
            rows = sorted((o for o in self.orders.values() if o["time"] >= since and o["status"] not in ("Init", "Approved")),
                          key=lambda o: o["time"])
            rows = rows[:min(int(given["maxresults"]), self.rows_max or 1 << 30)]
            if any(o["orderid"] in self.unreadable for o in rows):
                return 200, "no report"
            return well({"count": len(rows), "orders": [{k: v for k, v in o.items() if v is not None} for o in rows]})
        order = self.orders.get(given["orderid"])
        if name == "InitTxn":
            return refused("3", "the order id was used") if order else self.begin(given)
        if order is None or order["orderid"] in self.hidden:
            return refused("3", "no such order")
        if name == "QueryTxn":
            return (500, {}) if order["orderid"] in self.broken else well(dict(order))
        if name == "FinalizeTxn":
            return self.finalize(order)
        if name == "RefundTxn":
            if order["status"] != "Succeeded" or self.refuses_refunds:
                return refused("2", "not paid")
            self.set(order, "Refunded")
            return well({"orderid": order["orderid"], "transid": order["transid"]})
        return 404, {}

    def begin(self, given):
        if not given.get("steamid", "").isdigit() or given.get("usersession") != "client":
            return refused("3", "steamid")
        number = given["orderid"]
        self.orders[number] = {
            "orderid": number, "transid": "9%018d" % len(self.orders), "steamid": given["steamid"], "status": "Init",
            "currency": given["currency"], "time": self.stamp(), "timecreated": self.stamp(), "country": "US",
            "items": [{"itemid": int(given["itemid[0]"]), "qty": 1, "amount": int(given["amount[0]"]), "vat": 0, "itemstatus": "Init"}]}
        return well({"orderid": number, "transid": self.orders[number]["transid"]})

    def finalize(self, order):
        if order["status"] == "Succeeded":
            return refused("6", "already committed")
        if order["status"] != "Approved":
            return refused("5", "the user has not approved")
        self.finalized.append(order["orderid"])
        self.set(order, "Succeeded")
        return well({"orderid": order["orderid"], "transid": order["transid"]})

    def set(self, order, status):
        order["status"], order["time"] = status, self.stamp()
        what = {"Succeeded": "CAPTURED", "Refunded": "REFUNDED", "Chargedback": "CHARGEBACK"}.get(status)
        if what:
            self.moves.append((order["transid"], what, sum(item["amount"] for item in order["items"]), order["currency"]))

    def stamp(self):
        return stamp(self.clock())

    def of(self, order_key):
        with self.lock:
            order = self.orders.get(order_key.split("-")[-1])
            return [order] if order else []

    def orders_of_all(self):
        with self.lock:
            return list(self.orders.values())

    def pay(self, order):
        """The player's yes."""
        with self.lock:
            if order["status"] == "Init":
                self.set(order, "Approved")

    def paid(self):
        with self.lock:
            return ["STEAM-" + o["orderid"] for o in self.orders.values() if o["status"] == "Succeeded"]


def stamp(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))

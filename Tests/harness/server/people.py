"""The operator's console as its page reaches it, and as others would like to."""
import gzip
import hashlib
import http.client
import json
import os
import re
import time

from harness.runner import Failure
from harness.server import wire
from harness.server.service import same, server

PASSWORD = "a password of eight"
ROLES = ["viewer", "support", "operator", "administrator"]
# The lowest role that may ask. A request that stands nowhere is the operator's.
VIEWER = {"console.report", "console.saveSettings", "console.checkLedger", "console.figures", "console.alarms"}
SUPPORT = {"console.findMembers", "console.exportMember", "console.payments", "console.ban", "console.releaseBan", "console.kickout"}
OPEN = ["first", "accept", "log-in", "openid", "openid/log-in", "openid/accept"]


class Browser:
    """One browser: its cookie, and the token of its session."""

    def __init__(self, port, headers=None):
        self.port, self.headers, self.cookie, self.csrf, self.answer = port, dict(headers or {}), None, "", None

    def call(self, path, form=None, headers=None, method=None, body=None):
        fields = dict(self.headers)
        if self.cookie:
            fields["Cookie"] = "other=1; " + self.cookie
        if form is not None or body is not None:
            fields.update({"Content-Type": "application/json", "X-CSRF-Token": self.csrf})
        fields.update(headers or {})
        fields = {name: value for name, value in fields.items() if value is not None}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=wire.ANSWER_SECONDS)
        try:
            if form is not None:
                body = json.dumps(form)
            connection.request(method or ("GET" if body is None else "POST"), "/console/" + path, body, fields)
            response = connection.getresponse()
            content = response.read()
            self.answer = wire.Answer(response.status, response.headers, content)
            self.answer.bytes = content
        finally:
            connection.close()
        return self.answer

    def well(self, path, form=None, headers=None):
        answer = self.call("api/" + path, form, headers)
        if answer.status != 200 or answer.code != 0:
            raise Failure("%s: %r" % (path, answer))
        return answer.body

    def enter(self, path, **form):
        """Signs in by a password or a link."""
        body = self.well(path, form)
        given = self.answer.headers["Set-Cookie"]
        self.cookie, self.csrf = given.split(";")[0], body["csrf"]
        return self

    def ask(self, name, parameters=None, app=wire.APP, headers=None):
        form = {"name": name, "transactionId": "t", "parameters": parameters or {}}
        return self.call("api/apps/%s/ask" % app, form, {"Idempotency-Key": wire.new_key(), **(headers or {})})


def link(it):
    found = re.search(r"http://127\.0\.0\.1:(\d+)/console/#/first/([A-Za-z0-9_-]+)", it.output)
    if not found:
        raise Failure("no link in: " + it.output)
    return int(found.group(1)), found.group(2)


def administrator(it, name="Ada"):
    port, secret = link(it)
    return Browser(port).enter("first", secret=secret, name=name, password=PASSWORD)


def invited(it, host, name, roles):
    secret = host.well("people/invite", {"roles": roles})["secret"]
    return Browser(it.port).enter("accept", secret=secret, name=name, password=PASSWORD)


# MARK: The page

def page(context):
    with server(context) as it:
        somebody = Browser(it.port)
        answer = wire.get(it.port, "/console")
        same((answer.status, answer.headers["Location"]), (308, "/console/"), "the path without its end")
        folder = context.path("Sources", "Console", "Page")
        names = [os.path.relpath(os.path.join(place, name), folder) for place, _, files in os.walk(folder) for name in files]
        for name in names + ["", "chart.js", "openapi.json"]:
            one(context, somebody, name)
        for name in ["nothing.js", "../console", "views", "views/", "%61pp.js", "App.js", "api/nothing", "api"]:
            same(somebody.call(name).status, 404, name)
        same(somebody.call("app.js", {}).status, 405, "a change of a file")


def one(context, somebody, name):
    answer = somebody.call(name)
    path = {"chart.js": "/usr/share/javascript/chart.js/chart.min.js", "openapi.json": context.path("docs", "openapi.json"),
            "": context.path("Sources", "Console", "Page", "index.html")}.get(name, context.path("Sources", "Console", "Page", name))
    with open(path, "rb") as file:
        wanted = file.read()
    same((answer.status, answer.bytes == wanted), (200, True), name)
    fields = answer.headers
    same(fields["Content-Security-Policy"],
         "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
         "form-action 'none'; base-uri 'none'; frame-ancestors 'none'", "what the page may do")
    same([fields[field] for field in ("Cache-Control", "X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy")],
         ["no-cache", "nosniff", "no-referrer", "same-origin"], "the fields of " + name)
    end = name.rsplit(".", 1)[-1] if name else "html"
    types = {"js": "text/javascript", "css": "text/css", "html": "text/html", "json": "application/json"}
    same(fields["Content-Type"].split(";")[0], types[end], "the type of " + name)
    same(fields["ETag"], '"%s"' % hashlib.sha256(wanted).hexdigest()[:24], "the tag of " + name)
    again = somebody.call(name, headers={"If-None-Match": fields["ETag"]})
    same((again.status, again.bytes), (304, b""), "what has not changed")
    same(somebody.call(name, headers={"If-None-Match": '"other"'}).status, 200, "what has changed")
    packed = somebody.call(name, headers={"Accept-Encoding": "br, gzip"})
    if packed.headers["Content-Encoding"] == "gzip":
        same((gzip.decompress(packed.bytes) == wanted, len(packed.bytes) < len(wanted)), (True, True), "what is packed")
        if packed.headers["ETag"] == fields["ETag"]:
            raise Failure("both forms of %s have one tag" % name)
        again = somebody.call(name, headers={"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]})
        same(again.status, 304, "what is packed and has not changed")
    elif len(wanted) > 500:
        raise Failure(name + " is not packed")
    same(somebody.call(name, headers={"Accept-Encoding": "gzip;q=0"}).headers["Content-Encoding"], None, "what is not to be packed")
    same(somebody.call(name, method="HEAD").bytes, b"", "the body of HEAD")


def table(context):
    made = context.check(["sh", context.path("Sources", "packaging", "console.sh")])
    with open(context.path("Sources", "Console", "page.c")) as file:
        same(made == file.read(), True, "whether Sources/packaging/console.sh > Sources/Console/page.c changes nothing")


def elsewhere(context):
    with server(context, options=["--admin-listen", "127.0.0.1:0"]) as it:
        port, secret = link(it)
        same(port, it.admin_port, "the port of the first link")
        outside = Browser(it.port)
        for path in ["", "app.js", "api/session", "api/people", "api/audit"]:
            same(outside.call(path).status, 404, "/console/" + path + " where games are heard")
        same(wire.get(it.port, "/console").status, 404, "/console where games are heard")
        for path in OPEN + ["log-out", "password", "apps/%s/ask" % wire.APP]:
            same(outside.call("api/" + path, {"secret": secret, "name": "x", "password": PASSWORD}).status, 404, path)
        ada = administrator(it)
        outside.cookie, outside.csrf = ada.cookie, ada.csrf
        same(outside.ask("console.report").status, 404, "somebody who has signed in, where games are heard")
        same(ada.ask("console.report").status, 200, "the same where the operator is heard")


# MARK: Signing in

def first(context):
    with server(context) as it:
        _, old = link(it)
        it.stop()
        it.start()
        _, secret = link(it)
        same(old == secret, False, "whether a second start prints the first one's link")
        form = {"name": "Ada", "password": PASSWORD}
        somebody = Browser(it.port)
        for wrong in (old, "x", ""):
            if somebody.call("api/first", {**form, "secret": wrong}).status not in (400, 403):
                raise Failure("a link that is none: %r" % somebody.answer)
        for password in ("seven77", "x" * 257, ""):
            answer = somebody.call("api/first", {**form, "secret": secret, "password": password})
            same(answer.status, 400, "a password of %d" % len(password))
        ada = administrator(it)
        same(ada.well("session")["person"], {"name": "Ada", "roles": {"*": "administrator"}, "hasCode": False, "hasPassword": True,
                                             "hasAccount": False}, "the first one")
        same(somebody.call("api/first", {**form, "secret": secret, "name": "Eve"}).status, 403, "the link a second time")
        it.stop()
        it.start()
        same("#/first/" in it.output, False, "whether there is a link once somebody is there")
        same(Browser(it.port).well("session"), {"person": None, "openID": None}, "who has not signed in")
        ada = Browser(it.port, {"User-Agent": "a browser"}).enter("log-in", name="ADA", password=PASSWORD)
        sessions = [(one["isThis"], one["agent"]) for one in ada.well("sessions")["sessions"]]
        same(sessions, [(True, "a browser"), (False, "")], "her sessions")


def cookies(context):
    with server(context, options=["--proxy", "127.0.0.1"]) as it:
        ada = administrator(it)
        wanted = {"httponly", "samesite=strict", "path=/console/", "max-age=43200"}
        parts = {part.strip().lower() for part in ada.answer.headers["Set-Cookie"].split(";")[1:]}
        same(parts, wanted, "what browsers are told of the cookie")
        ada.call("api/log-in", {"name": "Ada", "password": PASSWORD}, {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"})
        parts = {part.strip().lower() for part in ada.answer.headers["Set-Cookie"].split(";")[1:]}
        same(parts, wanted | {"secure"}, "the same behind a proxy that speaks TLS")
        before = Browser(it.port)
        before.cookie, before.csrf = ada.cookie, ada.csrf
        ada.well("log-out", {})
        same("Max-Age=0" in ada.answer.headers["Set-Cookie"], True, "whether the cookie goes")
        same([before.well("session"), before.call("api/sessions").status],
             [{"person": None, "openID": None}, 401], "a session that was ended")
    with open(os.path.join(it.folder, "console.db"), "rb") as file:
        kept = file.read()
    for secret in (PASSWORD, ada.cookie.split("=")[1]):
        same(secret.encode() in kept, False, "whether a secret is kept as it is")


def forged(context):
    with server(context) as it:
        ada = administrator(it)
        bob = invited(it, ada, "Bob", {"*": "administrator"})
        own = "http://127.0.0.1:%d" % it.port
        refused = [{"X-CSRF-Token": None}, {"X-CSRF-Token": ""}, {"X-CSRF-Token": bob.csrf}, {"Origin": "http://evil.example"},
                   {"Origin": "null"}, {"Origin": own + "1"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
                   {"Sec-Fetch-Site": "none"}, {"Sec-Fetch-Site": "cross-site", "Origin": own}]
        changes = ["log-out", "password", "sessions/end", "people/invite", "people/change", "people/remove"]
        changes += ["apps/%s/%s" % (wire.APP, work) for work in ("ask", "backup", "reconcile", "mail", "database", "try")]
        for path in changes:
            for headers in refused:
                same(ada.call("api/" + path, {}, headers).status, 403, "%s with %s" % (path, headers))
            same(ada.call("api/" + path, {}, {"Content-Type": "text/plain"}).status, 415, path + " as a form could send it")
            same(ada.call("api/" + path).status, 405, path + " as a link would ask it")
        for path in OPEN:
            for headers in refused[3:]:
                same(Browser(it.port).call("api/" + path, {}, headers).status, 403, "%s with %s" % (path, headers))
            same(Browser(it.port).call("api/" + path, {}, {"Content-Type": "text/plain"}).status, 415, path + " as a form could send it")
        for path in ("sessions", "people", "audit", "metrics", "session"):
            same(ada.call("api/" + path, headers={"Sec-Fetch-Site": "cross-site"}).status, 403, path + " for another site's page")
        for headers in ({"Origin": own}, {"Sec-Fetch-Site": "same-origin", "Origin": "http://behind.a.proxy"}):
            same(ada.ask("console.report", headers=headers).status, 200, "its own page's")
        same(len(ada.well("people")["people"]), 2, "people after all that")


def guesses(context):
    with server(context) as it:
        administrator(it)
        told = {"X-Forwarded-For": "192.0.2.9"}
        somebody = Browser(it.port, told)
        bodies, times = [], {"Ada": [], "Nobody": []}
        for name in ("Ada", "Nobody", "Ada", "Nobody", "Ada", "Nobody"):
            began = time.monotonic()
            answer = somebody.call("api/log-in", {"name": name, "password": "wrong %d" % len(bodies)})
            times[name].append(time.monotonic() - began)
            bodies.append((answer.status, answer.code, answer.form["message"]))
        same(len(set(bodies)), 1, "the answers to a wrong password and to a wrong name: %s" % bodies)
        same(bodies[0][:2], (401, -4010001), "the answer")
        if min(times["Nobody"]) < min(times["Ada"]) / 2:
            raise Failure("a wrong name is told sooner: %s" % times)
        found = []
        for number in range(12):
            found.append(somebody.call("api/log-in", {"name": "Ada", "password": "guess %d" % number}).status)
        same(found[-1], 429, "the last of many guesses: %s" % found)
        same(int(somebody.answer.headers["Retry-After"]) > 0, True, "when it may be tried again")
        same(somebody.call("api/log-in", {"name": "Ada", "password": PASSWORD}).status, 429, "the right one among too many wrong ones")
        Browser(it.port).enter("log-in", name="Ada", password=PASSWORD)


def left_open(context):
    """Somebody at a browser that was left open makes codes, which proves nothing, and guesses the password."""
    with server(context) as it:
        administrator(it)
        thief = Browser(it.port, {"X-Forwarded-For": "192.0.2.9"}).enter("log-in", name="Ada", password=PASSWORD)
        thief.well("code", {"password": "x"})
        form = {"newPassword": "another one"}
        found = [thief.call("api/password", {**form, "password": "guess %d" % number}).status for number in range(14)]
        same((found[0], found[-1]), (403, 429), "the first and the last guess: %s" % found)
        same(thief.call("api/password", {**form, "password": PASSWORD}).status, 429, "the right one among too many wrong ones")


# MARK: Roles

def console_names(it, context):
    listed = context.check([it.program, "--routes"])
    return [line.split()[1] for line in listed.splitlines() if line.startswith("request ") and line.split()[2] == "console"]


def roles(context):
    with server(context) as it:
        ada = administrator(it)
        people = {role: invited(it, ada, role, {wire.APP: role}) for role in ROLES}
        people["nothing"] = invited(it, ada, "nothing", {})
        people["another app's"] = invited(it, ada, "other", {"Other": "administrator"})
        names = console_names(it, context)
        same(len(names) > 30, True, "the requests that there are")
        needed = {name: 0 if name in VIEWER else 1 if name in SUPPORT else 2 for name in names}
        same(ada.well("session")["requests"], {name: ROLES[least] for name, least in needed.items()}, "what the page is told")
        for name, least in needed.items():
            # One player, so that it is what support may do.
            parameters = {"userIds": ["NOBODY"]} if name == "console.kickout" else {"nothing": True}
            for who, browser in people.items():
                answer = browser.ask(name, parameters)
                may = who in ROLES and ROLES.index(who) >= least
                if may != ((answer.status, answer.code) != (403, -4030001)):
                    raise Failure("%s as %s: %r" % (name, who, answer))
        same(people["support"].ask("console.kickout", {}).status, 403, "everybody kicked by support")
        same(people["operator"].ask("console.kickout", {}).status, 200, "everybody kicked by an operator")
        for work, least in (("backup", 2), ("reconcile", 2), ("mail", 2), ("try", 2), ("database", 0)):
            for who, browser in people.items():
                answer = browser.call("api/apps/%s/%s" % (wire.APP, work), {})
                may = who in ROLES and ROLES.index(who) >= least
                if may != (answer.status != 403):
                    raise Failure("%s as %s: %r" % (work, who, answer))
        others(it, people)


def others(it, people):
    for name in ("gateway.idPLogin", "server.member", "carrier.keys", "objects.find", "nothing"):
        if people["administrator"].ask(name).status not in (400, 403):
            raise Failure("%s by the console: %r" % (name, people["administrator"].answer))
    for who, browser in people.items():
        for path, form in (("people", None), ("people/invite", {"roles": {"*": "administrator"}}), ("metrics", None), ("audit", None),
                           ("people/change", {"name": who, "roles": {"*": "administrator"}}), ("people/remove", {"name": "Ada"})):
            same(browser.call("api/" + path, form).status, 403, "%s as %s" % (path, who))
        may = who in ("operator", "administrator")
        same(browser.call("api/audit?app=" + wire.APP).status, 200 if may else 403, "the app's audit log as " + who)
        known = [app["id"] for app in browser.well("session")["apps"]]
        same(known, [wire.APP] if who in ROLES else [], "the apps that are shown to " + who)
    nobody = Browser(it.port)
    for path in ("sessions", "people", "audit", "metrics"):
        same(nobody.call("api/" + path).status, 401, path + " for nobody")
    same(nobody.ask("console.report").status, 401, "a request of nobody's")
    keys = {who: people[who].ask("console.saveSettings").body["settings"]["app"]["secretKey"] for who in ROLES}
    same({who: bool(key) for who, key in keys.items()}, {"viewer": False, "support": False, "operator": True, "administrator": True},
         "who is shown what is kept of the secret key")
    settings = it.console().well("console.saveSettings")["settings"]
    settings["coupons"] = [{"couponCode": "SERIAL-1", "title": "Christmas", "type": "SERIAL"}]
    it.console().well("console.loadSettings", {"settings": settings}, wire.new_key())
    codes = {who: "SERIAL-1" in people[who].ask("console.saveSettings").text for who in ROLES}
    same(codes, {"viewer": False, "support": False, "operator": True, "administrator": True}, "who is shown a coupon's code")


def last(context):
    with server(context) as it:
        ada = administrator(it)
        for path, form in (("people/remove", {"name": "Ada"}), ("people/remove", {"name": "ADA"}),
                           ("people/change", {"name": "Ada", "roles": {"*": "operator"}}),
                           ("people/change", {"name": "ada", "roles": {wire.APP: "administrator"}})):
            same(ada.call("api/" + path, form).status, 409, "%s %s" % (path, form))
        bob = invited(it, ada, "Bob", {"*": "administrator"})
        bob.well("people/change", {"name": "Ada", "roles": {wire.APP: "viewer"}})
        same([ada.call("api/people").status, ada.ask("console.report").status, ada.ask("console.sendPush").status], [403, 200, 403],
             "what is left to her, at once")
        same(bob.call("api/people/remove", {"name": "Bob"}).status, 409, "the last one")
        bob.well("people/remove", {"name": "Ada"})
        same(ada.call("api/sessions").status, 401, "who was removed")
        secret = bob.well("people/invite", {"roles": {"*": "viewer"}})["secret"]
        listed = bob.well("people")
        same([person["name"] for person in listed["people"]], ["Bob"], "who is left")
        taken = {"invitation": listed["invitations"][0]["id"]}
        bob.well("people/remove", taken)
        same(bob.call("api/people/remove", taken).status, 404, "an invitation that is there no more, by which somebody may have come in")
        form = {"secret": secret, "name": "Eve", "password": PASSWORD}
        same(Browser(it.port).call("api/accept", form).status, 403, "an invitation that was taken back")


def passwords(context):
    with server(context) as it:
        ada = administrator(it)
        bob = invited(it, ada, "Bob", {wire.APP: "viewer"})
        other = Browser(it.port).enter("log-in", name="Ada", password=PASSWORD)
        same(ada.call("api/password", {"password": "wrong", "newPassword": "another one"}).status, 403, "by a wrong password")
        ada.well("password", {"password": PASSWORD, "newPassword": "another one"})
        same([ada.call("api/sessions").status, other.call("api/sessions").status], [200, 401], "both sessions")
        same(Browser(it.port).call("api/log-in", {"name": "Ada", "password": PASSWORD}).status, 401, "the old password")
        other = Browser(it.port).enter("log-in", name="Ada", password="another one")
        mine = [one["id"] for one in ada.well("sessions")["sessions"] if not one["isThis"]]
        ada.well("sessions/end", {"id": mine[0]})
        same(other.call("api/sessions").status, 401, "a session that was ended from another")
        others = [Browser(it.port).enter("log-in", name="Ada", password="another one") for _ in range(2)]
        ada.well("sessions/end", {"others": True})
        same([one.call("api/sessions").status for one in [ada, *others]], [200, 401, 401], "all sessions but the one that asked")
        same(bob.call("api/sessions").status, 200, "the session of somebody else, after all that")
        bob.call("api/sessions/end", {"id": ada.well("sessions")["sessions"][0]["id"]})
        same(ada.call("api/sessions").status, 200, "a session that somebody else would end")
        Browser(it.port).enter("log-in", name="Bob", password=PASSWORD)


def many(context):
    """Of one person's sessions the 20 that were used last stay; they are nobody else's."""
    with server(context) as it:
        ada = administrator(it)
        bob = [invited(it, ada, "Bob", {wire.APP: "viewer"})]
        bob += [Browser(it.port).enter("log-in", name="Bob", password=PASSWORD) for _ in range(20)]
        same([one.call("api/sessions").status for one in bob], [401] + [200] * 20, "Bob's sessions, the oldest first")
        same(len(bob[-1].well("sessions")["sessions"]), 20, "those that are listed")
        same([one["isThis"] for one in ada.well("sessions")["sessions"]], [True], "Ada's, which is older than all of them")


def audit(context):
    with server(context) as it:
        ada = administrator(it)
        bob = invited(it, ada, "Bob", {wire.APP: "operator"})
        bob.ask("console.kickout", {"userIds": ["NOBODY"]})
        bob.ask("console.loadSettings", app="Other")
        Browser(it.port).call("api/log-in", {"name": "Bob", "password": "a wrong one"})
        bob.call("api/apps/%s/backup" % wire.APP, {})
        bob.call("api/apps/%s/reconcile" % wire.APP, {})
        # What somebody may not is noted as well, also where there is no role at all.
        sue = invited(it, ada, "Sue", {"Other": "operator", wire.APP: "viewer"})
        for app in (wire.APP, "Elsewhere"):
            sue.ask("console.ban", {"userId": "SOMEBODY"}, app=app)
            sue.call("api/apps/%s/backup" % app, {"start": True})
        sue.call("api/people/change", {"name": "Ada", "roles": {"*": "viewer"}})
        it.console().well("console.report")
        with open(os.path.join(it.folder, "audit.log")) as file:
            text = file.read()
        lines = [json.loads(line) for line in text.splitlines()]
        seen = [(line.get("person"), line["app"], line["request"], line["resultCode"] == 0) for line in lines]
        wanted = [("Ada", "", "people.first", True), ("Ada", "", "people.people/invite", True), ("Bob", "", "people.accept", True),
                  ("Bob", wire.APP, "console.kickout", False), (None, "", "people.log-in", False),
                  ("Bob", wire.APP, "reconcile", True), ("Ada", "", "people.people/invite", True),
                  ("Sue", wire.APP, "console.ban", False), ("Sue", wire.APP, "backup", False),
                  ("Sue", "Elsewhere", "console.ban", False), ("Sue", "Elsewhere", "backup", False),
                  (None, wire.APP, "console.report", True)]
        same([line for line in seen if line in wanted], wanted, "who did what: %s" % seen)
        same([(line["person"], line["object"]) for line in lines if line["request"] == "backup"],
             [("Bob", {"start": False}), ("Sue", {"start": True}), ("Sue", {"start": True})], "who looked at a copy, or would begin one")
        about = [line["object"] for line in lines if line["request"] == "console.ban"]
        same(about, [{"userId": "SOMEBODY"}] * 2, "whom it was to be about")
        about = [(line["person"], line["status"], line["object"]) for line in lines if line["request"] == "people.people/change"]
        same(about, [("Sue", 403, {"name": "Ada", "roles": {"*": "viewer"}})], "whose roles somebody would have changed, and to what")
        for secret in (PASSWORD, "a wrong one", ada.cookie.split("=")[1], ada.csrf, link(it)[1]):
            same((secret in text, secret in it.logged()), (False, False), "a secret in a log")
        of_app = bob.well("audit?app=" + wire.APP)["entries"]
        same([(entry["who"], entry["name"]) for entry in of_app][1:],
             [("Sue", "backup"), ("Sue", "console.ban"), ("Bob", "reconcile"), ("Bob", "backup"), ("Bob", "console.kickout")],
             "the app's part of it, newest first")
        for _ in range(120):
            ada.ask("console.report")
        page = ada.well("audit")
        rest = ada.well("audit?before=" + page["before"])
        same((len(page["entries"]), rest["before"]), (100, None), "the first page of it, and the last")
        with open(os.path.join(it.folder, "audit.log")) as file:
            same(len(page["entries"]) + len(rest["entries"]), len(file.readlines()), "all of it")

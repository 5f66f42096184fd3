"""The operator's console: codes, tokens, clocks, links, and servers that share their people."""
import base64
import hmac
import http.client
import json
import os
import struct
import threading
import time

from harness import ctl, postgres
from harness.clocks import Clock
from harness.runner import Failure
from harness.server import wire
from harness.server.people import PASSWORD, ROLES, SUPPORT, VIEWER, Browser, administrator, console_names, invited
from harness.server.service import CONSOLE, eventually, program, same, server

SECRETS_KEY = "the-secrets-key-of-the-tests-0123456789"
NEEDED, WRONG = -4010002, -4010001
# STEP: RFC 6238, how long a code is shown.
HOUR, STEP = 3_600, 30
YEAR = 365 * 24 * HOUR
RACES = 12
# From one call to the next.
TURN_SECONDS = 0.2


def code(secret, step):
    """RFC 6238, as programs for codes do it."""
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">q", step), "sha1")
    place = digest[-1] & 15
    return "%06d" % ((struct.unpack(">I", digest[place:place + 4])[0] & 0x7fffffff) % 1_000_000)


def step():
    return int(time.time() // STEP)


# MARK: Limits of time

def ages(context):
    """What ends by itself: sessions that nobody uses, sessions that are old, links."""
    clock = Clock(context)
    with server(context, environment=clock.environment) as it:
        ada = administrator(it)
        other = Browser(it.port).enter("log-in", name="Ada", password=PASSWORD)
        clock.set(29 * 60)
        same(ada.call("api/sessions").status, 200, "a session that was not used for 29 minutes")
        # No use: an open page asks it by itself, and its browser opens the stream of its numbers anew.
        Stream(other, "apps/%s/live" % wire.APP).close()
        same(other.well("session")["person"]["name"], "Ada", "whose session it is that was not used")
        clock.set(31 * 60)
        same([ada.call("api/sessions").status, other.call("api/sessions").status], [200, 401], "one that was used, and one that was not")
        ada = Browser(it.port).enter("log-in", name="Ada", password=PASSWORD)
        began = 31 * 60
        for minute in range(20, 12 * 60, 20):
            clock.set(began + minute * 60)
            same(ada.call("api/sessions").status, 200, "a session that is used, after %d minutes" % minute)
        clock.set(began + 12 * HOUR + 1)
        same([ada.call("api/sessions").status, ada.well("session")], [401, {"person": None, "openID": None}], "a session of twelve hours")
        ada.enter("log-in", name="Ada", password=PASSWORD)
        secrets = [ada.well("people/invite", {"roles": {"*": "viewer"}})["secret"] for _ in range(2)]
        clock.set(began + 12 * HOUR + 7 * 24 * HOUR - 60)
        Browser(it.port).enter("accept", secret=secrets[0], name="Bob", password=PASSWORD)
        clock.set(began + 12 * HOUR + 7 * 24 * HOUR + 60)
        form = {"secret": secrets[1], "name": "Eve", "password": PASSWORD}
        same(Browser(it.port).call("api/accept", form).status, 403, "an invitation that is more than a week old")
        same(Browser(it.port).call("api/accept", {**form, "secret": secrets[0]}).status, 403, "an invitation a second time")
    clock = Clock(context)
    with server(context, environment=clock.environment) as it:
        clock.set(24 * HOUR + 60)
        try:
            administrator(it)
        except Failure as failure:
            same("403" in str(failure), True, "how a first link of a day ago ends: %s" % failure)
        else:
            raise Failure("a first link of a day ago was taken")


def astray(context):
    """A clock that was a year ahead once: what it opened is over when it is right again, and what it closed is open."""
    clock = Clock(context)
    now = clock.hold(0) // STEP
    with server(context, environment=clock.environment) as it:
        ada = administrator(it)
        secret = ada.well("code", {})["secret"]
        ada.well("code", {"code": code(secret, now)})
        invited(it, ada, "Bob", {"*": "administrator"})
        now = clock.hold(YEAR) // STEP
        bob = Browser(it.port).enter("log-in", name="Bob", password=PASSWORD)
        link = bob.well("people/invite", {"roles": {"*": "viewer"}})["secret"]
        # Programs for codes have a clock that is right.
        form = {"name": "Ada", "password": PASSWORD}
        tries = [answer(Browser(it.port), {**form, "code": code(secret, now - YEAR // STEP + place)})[0] for place in range(12)]
        same(tries[-1], 429, "codes by another clock: %s" % tries)
        now = clock.hold(120) // STEP
        same(bob.call("api/sessions").status, 401, "a session of a year ahead")
        eve = {"secret": link, "name": "Eve", "password": PASSWORD}
        same(Browser(it.port).call("api/accept", eve).status, 403, "an invitation of a year ahead")
        Browser(it.port).enter("log-in", **form, code=code(secret, now))
        bob.enter("log-in", name="Bob", password=PASSWORD)
        same(len(bob.well("sessions")["sessions"]), 1, "the sessions of Bob")


# MARK: Codes

def codes(context):
    clock = Clock(context)
    now = clock.hold(0) // STEP
    with server(context, environment=clock.environment) as it:
        ada = administrator(it)
        offer = ada.well("code", {})
        secret = offer["secret"]
        parts = ("secret=" + secret, "&issuer=127.0.0.1&")
        if not offer["uri"].startswith("otpauth://totp/") or any(part not in offer["uri"] for part in parts):
            raise Failure("what programs for codes read: " + offer["uri"])
        form = {"name": "Ada", "password": PASSWORD}
        Browser(it.port).enter("log-in", **form)
        wrong = "%06d" % ((int(code(secret, now)) + 1) % 1_000_000)
        same(ada.call("api/code", {"code": wrong}).status, 403, "a wrong code does not confirm")
        again = ada.well("code", {})["secret"]
        same(again == secret, False, "whether what is offered again is the same")
        secret = again
        recovery = ada.well("code", {"code": code(secret, now)})["recoveryCodes"]
        same((len(recovery), len(set(recovery))), (10, 10), "the recovery codes")
        same(ada.well("session")["person"]["hasCode"], True, "whether she has codes")
        same(ada.well("people")["people"][0]["hasCode"], True, "whether the list says so")
        same(ada.call("api/code", {}).status, 409, "another secret while there is one")
        somebody = Browser(it.port)
        same(answer(somebody, form), (401, NEEDED), "without a code")
        same(answer(somebody, {**form, "password": "another one"}), (401, WRONG), "a wrong password without a code")
        same(answer(somebody, {**form, "code": code(secret, now)}), (401, WRONG), "the code that has confirmed, a second time")
        now = clock.hold(30) // STEP
        somebody.enter("log-in", **form, code=code(secret, now))
        same(answer(somebody, {**form, "code": code(secret, now)}), (401, WRONG), "a code a second time")
        now = clock.hold(120) // STEP
        same(answer(somebody, {**form, "code": code(secret, now - 2)}), (401, WRONG), "a code of two steps ago")
        same(answer(somebody, {**form, "code": code(secret, now + 2)}), (401, WRONG), "a code of two steps to come")
        somebody.enter("log-in", **form, code=code(secret, now - 1)[:3] + " " + code(secret, now - 1)[3:])
        somebody.enter("log-in", **form, code=code(secret, now + 1))
        somebody.enter("log-in", **form, code=recovery[0].lower())
        same(answer(somebody, {**form, "code": recovery[0]}), (401, WRONG), "a recovery code a second time")
        ada = guess(it, clock, form, secret, recovery)
        kept_sealed(it, [secret, base64.b32decode(secret), *recovery, *[text.replace("-", "") for text in recovery]])
        same(ada.call("api/code", {"remove": True, "password": "wrong one"}).status, 403, "codes taken away by a wrong password")
        ada.well("code", {"remove": True, "password": PASSWORD})
        somebody.enter("log-in", **form)


def two(context):
    """Of two people with codes each has a secret, recovery codes and a count of wrong ones."""
    clock = Clock(context)
    now = clock.hold(0) // STEP
    with server(context, environment=clock.environment) as it:
        ada = administrator(it)
        people = {"Ada": ada, "Bob": invited(it, ada, "Bob", {wire.APP: "viewer"}), "Eve": invited(it, ada, "Eve", {wire.APP: "viewer"})}
        secrets, recovery = {}, {}
        for name, browser in people.items():
            secrets[name] = browser.well("code", {})["secret"]
            recovery[name] = browser.well("code", {"code": code(secrets[name], now)})["recoveryCodes"]
        somebody, forms = Browser(it.port), {name: {"name": name, "password": PASSWORD} for name in people}
        same(answer(somebody, {**forms["Bob"], "code": recovery["Ada"][0]}), (401, WRONG), "another's recovery code")
        now = clock.hold(60) // STEP
        same(answer(somebody, {**forms["Bob"], "code": code(secrets["Ada"], now)}), (401, WRONG), "another's code")
        # Nobody guesses Bob's; the others are let in by either of theirs.
        tries = [answer(somebody, {**forms["Bob"], "code": "%06d" % number})[0] for number in range(12)]
        same(tries[-1], 429, "many wrong codes of Bob's: %s" % tries)
        for name in ("Ada", "Eve"):
            somebody.enter("log-in", **forms[name], code=code(secrets[name], now))
            somebody.enter("log-in", **forms[name], code=recovery[name][0])
        people["Eve"].well("code", {"remove": True, "password": PASSWORD})
        somebody.enter("log-in", **forms["Eve"])
        people["Eve"].well("code", {"code": code(people["Eve"].well("code", {})["secret"], now)})
        same(answer(somebody, forms["Ada"]), (401, NEEDED), "Ada without a code, when Eve has taken hers away")
        somebody.enter("log-in", **forms["Ada"], code=recovery["Ada"][1])
        now = clock.hold(60 + HOUR + 60) // STEP
        somebody.enter("log-in", **forms["Bob"], code=recovery["Bob"][0])
        somebody.enter("log-in", **forms["Ada"], code=code(secrets["Ada"], now))


def answer(somebody, form):
    found = somebody.call("api/log-in", form)
    return found.status, found.code


def guess(it, clock, form, secret, recovery):
    """Whoever has the password guesses no code, from this machine neither, where nothing else is counted."""
    now = clock.hold(300) // STEP
    somebody, found = Browser(it.port), []
    for number in range(14):
        right = code(secret, now)
        found.append(answer(somebody, {**form, "code": "%06d" % ((int(right) + number + 1000) % 1_000_000)})[0])
    same(found[-1], 429, "many wrong codes: %s" % found)
    same(answer(somebody, {**form, "code": code(secret, now)})[0], 429, "the right one behind them")
    same(answer(somebody, {**form, "code": recovery[1]})[0], 429, "a recovery code behind them")
    same(answer(somebody, {**form, "password": "another one", "code": "1"}), (401, WRONG), "a wrong password, who learns nothing of it")
    return somebody.enter("log-in", **form, code=code(secret, clock.hold(300 + HOUR + 60) // STEP))


def kept_sealed(it, secrets):
    with open(os.path.join(it.folder, "console.db"), "rb") as file:
        kept = file.read()
    if os.path.exists(os.path.join(it.folder, "console.db-wal")):
        with open(os.path.join(it.folder, "console.db-wal"), "rb") as file:
            kept += file.read()
    for secret in secrets:
        secret = secret.encode() if isinstance(secret, str) else secret
        if secret in kept:
            raise Failure("a secret is kept as it is: %r" % secret)


# MARK: Tokens

def tokens(context):
    with server(context) as it:
        ada = administrator(it)
        people = {role: invited(it, ada, role, {wire.APP: role}) for role in ROLES}
        made = {role: make_token(people[role], role) for role in ROLES}
        more = {"name": "x", "app": wire.APP, "role": "support"}
        same(people["viewer"].call("api/tokens", more).status, 403, "more than its person may")
        more = {"name": "x", "app": "*", "role": "viewer"}
        same(people["viewer"].call("api/tokens", more).status, 403, "where its person may not")
        for form in ({"app": wire.APP, "role": "viewer"}, {"name": "x", "app": wire.APP, "role": "king"}, {"name": "x", "role": "viewer"}):
            same(people["viewer"].call("api/tokens", form).status, 400, "a token of %s" % form)
        for name in console_names(it, context):
            least = 0 if name in VIEWER else 1 if name in SUPPORT else 2
            parameters = {"userIds": ["NOBODY"]} if name == "console.kickout" else {"nothing": True}
            for role, token in made.items():
                found = it.console(token=token).ask(name, parameters)
                if (ROLES.index(role) >= least) != ((found.status, found.code) != (403, -4030001)):
                    raise Failure("%s by a token of %s: %r" % (name, role, found))
        for role, token in made.items():
            caller = it.console(token=token)
            same(caller.ask("", body=b"{}", path="/v1/apps/%s/backup" % wire.APP).status == 403, ROLES.index(role) < 2, "a copy by " + role)
            same(caller.ask("console.report", path="/v1/apps/Other/console").status, 403, "another app by " + role)
            for path in ("sessions", "people", "tokens", "session"):
                found = wire.get(it.port, "/console/api/" + path, {"Authorization": "Bearer " + token})
                wanted = (200, {"person": None, "openID": None}) if path == "session" else (401, {})
                same((found.status, found.body), wanted, path + " by a token")
            link = caller.ask("", body=b"{}", path="/console/api/link")
            same(link.status, 401, "a link to the console by a token of " + role)
        low = it.console(token=make_token(people["operator"], "viewer"))
        same([low.ask("console.report").status, low.ask("console.sendPush").status], [200, 403], "a viewer's token of an operator")
        high = it.console(token=make_token(ada, "operator", "*"))
        same(high.ask("console.sendPush").status == 403, False, "a token for every app")
        by_command(context, it, made)
        ends(it, ada, people, made)


def make_token(browser, role, app=wire.APP):
    token = browser.well("tokens", {"name": "of a program", "app": app, "role": role})["token"]
    if not token.startswith("gbp_") or len(token) != 47:
        raise Failure("a token: " + token)
    listed = browser.well("tokens")["tokens"][0]
    same((listed["name"], listed["role"], listed["app"], listed["lastDate"]), ("of a program", role, app, None), "what is listed of it")
    if token in json.dumps(listed):
        raise Failure("the list has the token")
    return token


def by_command(context, it, made):
    address = "http://127.0.0.1:%d" % it.port
    viewer, operator = (ctl.Operator(context, address, made[role]) for role in ("viewer", "operator"))
    viewer.ask("report", "--app", wire.APP)
    operator.ask("report", "--app", wire.APP)
    refused = viewer.ask("mail", "test", "a@example.com", "--app", wire.APP, status=1)
    same("operator" in refused, True, "what gamebasectl says to a viewer: " + refused)
    with open(os.path.join(it.folder, "audit.log")) as file:
        lines = [json.loads(line) for line in file]
    seen = [(line.get("person"), line.get("token"), line["request"]) for line in lines]
    same(("operator", "of a program", "console.report") in seen, True, "who asked by a token: %s" % seen[-10:])


def ends(it, ada, people, made):
    """A token may no more than its person may now, and ends with its person or alone."""
    browser, caller = people["operator"], it.console(token=made["operator"])
    listed = [token for token in browser.well("tokens")["tokens"] if token["role"] == "operator"]
    same([token["lastDate"] is None for token in listed], [False], "whether its use was noted")
    same(caller.ask("console.sendPush").status == 403, False, "what an operator's token may")
    ada.well("people/change", {"name": "operator", "roles": {wire.APP: "viewer"}})
    same([caller.ask("console.report").status, caller.ask("console.sendPush").status], [200, 403], "the token of who may less now")
    same(people["viewer"].call("api/tokens/end", {"id": listed[0]["id"]}).status, 404, "the end of another's token")
    browser.well("tokens/end", {"id": listed[0]["id"]})
    same(caller.ask("console.report").status, 401, "a token that was ended")
    caller = it.console(token=made["support"])
    ada.well("people/remove", {"name": "support"})
    same(caller.ask("console.report").status, 401, "the token of who was removed")
    same(it.console(token="gbp_" + "x" * 43).ask("console.report").status, 401, "a token that nobody made")


# MARK: Links, names, numbers

def link(context):
    with server(context) as it:
        ada = administrator(it)
        made = ctl.Operator(context, "http://127.0.0.1:%d" % it.port).form("console", "link")["link"]
        same(made.startswith("http://127.0.0.1:%d/console/#/first/" % it.port), True, "the link: " + made)
        secret = made.rsplit("/", 1)[1]
        Browser(it.port).enter("first", secret=secret, name="Bob", password=PASSWORD)
        same([person["name"] for person in ada.well("people")["people"]], ["Ada", "Bob"], "who is there")
        same(Browser(it.port).call("api/first", {"secret": secret, "name": "Eve", "password": PASSWORD}).status, 403, "a second time")
        ctl.Operator(context, "http://127.0.0.1:%d" % it.port, "a-wrong-key-of-nobody-at-all").ask("console", "link", status=1)
        same(ada.call("api/link", {}).status, 401, "a link by somebody who has signed in, without the key")
        found = wire.Caller(it.port, "console", token=wire.KEY).ask(
            "", body=b"{}", path="/console/api/link", headers={"Origin": "http://evil.example"})
        same(found.status, 403, "a link for another site's page")


def fields(context):
    with server(context) as it:
        ada = administrator(it)
        for path in ("log-out", "password", "code", "sessions/end", "tokens", "tokens/end", "people/invite", "people/change",
                     "people/remove"):
            found = ada.call("api/" + path, {"nothing": 1})
            same((found.status, "nothing" in found.form["message"]), (400, True), "a field that there is not, of %s: %r" % (path, found))
        for path in ("first", "accept", "log-in"):
            same(Browser(it.port).call("api/" + path, {"nothing": 1}).status, 400, path)
        for body in (b"", b"[]", b"1", b"{", b"\xff"):
            same(ada.call("api/people/invite", body=body).status, 400, repr(body))
        same(ada.call("api/people/invite", body=b'{"roles": {}, "x": "%s"}' % (b"y" * 70_000)).status, 413, "a long body")
        same(len(ada.well("people")["invitations"]), 0, "invitations after all that")


def live(context):
    with server(context) as it:
        ada = administrator(it)
        nobody = invited(it, ada, "Nobody", {"Other": "administrator"})
        path = "apps/%s/live" % wire.APP
        same([nobody.call("api/" + path).status, Browser(it.port).call("api/" + path).status], [403, 401], "numbers for who may not")
        same(ada.call("api/apps/Nothing/live").status, 404, "numbers of an app that there is not")
        open_streams = [Stream(ada, path) for _ in range(8)]
        first = open_streams[0].next()
        same((first["requestsPerSecond"], first["players"]), (None, 0), "the first numbers")
        player = it.player().log_in()
        heard = wire.Stream(it.port, player.token)
        same(heard.next()[1], "ready", "the first event of a player")
        began, found = time.monotonic(), open_streams[0].next()
        while not (found["requestsPerSecond"] or 0) > 0 and time.monotonic() - began < 15:
            found = open_streams[0].next()
        eventually(lambda: open_streams[0].next()["players"] == 1, "the player is counted", 15)
        if not (found["p50Milliseconds"] or 0) > 0 or found["p99Milliseconds"] < found["p50Milliseconds"]:
            raise Failure("how long requests took: %r" % found)
        same(ada.call("api/" + path).status, 429, "a ninth one")
        open_streams.pop().close()
        eventually(lambda: Stream(ada, path).close() is None, "another one when one has ended", 15)
        bob = invited(it, ada, "Bob", {wire.APP: "viewer"})
        watched = Stream(bob, path)
        watched.next()
        with open(os.path.join(it.folder, "audit.log")) as file:
            lines = [json.loads(line) for line in file]
        same({line.get("person") for line in lines if line["request"] == "live"}, {"Ada"}, "whose reading of payments is noted")
        ada.well("people/remove", {"name": "Bob"})
        began = time.monotonic()
        same(watched.rest(), [], "what who was removed sees of it")
        if time.monotonic() - began > 10:
            raise Failure("a stream lasted after its person was removed")
        same(it.stop()[0], 0, "how a server with such streams ends")


class Stream:
    def __init__(self, browser, path):
        self.connection = http.client.HTTPConnection("127.0.0.1", browser.port, timeout=wire.ANSWER_SECONDS)
        self.connection.request("GET", "/console/api/" + path, headers={"Cookie": browser.cookie})
        self.response = self.connection.getresponse()
        if self.response.status != 200 or not self.response.headers["Content-Type"].startswith("text/event-stream"):
            raise Failure("a stream: %d" % self.response.status)

    def next(self):
        event = None
        while True:
            line = self.response.readline().decode().strip()
            if line.startswith("event: "):
                event = line[7:]
            elif line.startswith("data: ") and event == "state":
                return json.loads(line[6:])

    def rest(self):
        """What comes until the end."""
        lines = [line.decode().strip() for line in self.response.read().splitlines()]
        return [line for line in lines if line.startswith("data: ")]

    def close(self):
        self.response.close()
        self.connection.close()


# MARK: Servers that share their people

def shared(context):
    """Over PostgreSQL: who is made at one server is known to the other, at once, and the last administrator stays."""
    with open(context.path(CONSOLE)) as file:
        settings = json.load(file)
    with postgres.Server() as database:
        servers = [wire.Process(program(context), os.path.join(context.directory("server"), "data"), (), ["--database", database.url],
                                environment={"GAMEBASED_SECRETS_KEY": SECRETS_KEY}) for _ in range(2)]
        with servers[0] as one, servers[1] as other:
            one.console().well("console.loadSettings", {"settings": settings}, wire.new_key())
            eventually(lambda: other.player().ask("launching.getServerTime").status == 200, "the other server finds the app")
            # The later start made the link that is good.
            ada = administrator(other)
            there = Browser(one.port)
            there.cookie, there.csrf = ada.cookie, ada.csrf
            same(there.well("session")["person"]["name"], "Ada", "her session at the other server")
            same(there.ask("console.report").status, 200, "what she may there")
            bob = invited(one, ada, "Bob", {"*": "administrator"})
            again = Browser(other.port).enter("log-in", name="bob", password=PASSWORD)
            token = make_token(again, "viewer")
            same(one.console(token=token).ask("console.report").status, 200, "a token of the other server")
            secret = bob.well("code", {})["secret"]
            bob.well("code", {"code": code(secret, step())})
            form = {"name": "Bob", "password": PASSWORD, "code": code(secret, step() + 1)}
            Browser(other.port).enter("log-in", **form)
            same(answer(Browser(one.port), form), (401, WRONG), "a code that was used at the other server")
            there.well("people/change", {"name": "Bob", "roles": {wire.APP: "viewer"}})
            same([bob.call("api/people").status, again.call("api/people").status], [403, 403], "who may less, at both")
            settings["app"]["appId"], settings["ncmb"]["applicationKey"] = "Second", "application-key-of-the-second"
            one.console(app="Second").well("console.loadSettings", {"settings": settings}, wire.new_key())
            apps = {name: sorted(browser.well("apps/%s/database" % wire.APP, {})["database"]["schemas"])
                    for name, browser in (("Ada", there), ("Bob", bob))}
            same(apps, {"Ada": sorted(["Second", wire.APP]), "Bob": [wire.APP]},
                 "the apps of which the database is told, to who may see all and to who may see one")
            same(there.call("api/people/remove", {"name": "Ada"}).status, 409, "the last administrator, at either")
            there.well("people/change", {"name": "Bob", "roles": {"*": "administrator"}})
            race(there, again)
            overtaken(database, there, again)
            ada.well("people/remove", {"name": "Bob"})
            same([bob.call("api/sessions").status, one.console(token=token).ask("console.report").status], [401, 401], "who was removed")
            same(os.path.exists(os.path.join(one.folder, "console.db")), False, "whether there is a file beside the database")
            tables = database.psql("SELECT table_schema FROM information_schema.tables WHERE table_name = 'people'").split()
            same(tables, ["gamebased_console"], "where people are")
            same(other.console().ask("console.report").status, 200, "the app beside it")
            away(database, one, ada, there)


def race(ada, bob):
    """Each takes the other's role away at once, at two servers: one of them stays an administrator."""
    for number in range(RACES):
        found = {}

        def demote(browser, name):
            found[name] = browser.call("api/people/change", {"name": name, "roles": {wire.APP: "viewer"}}).status
        threads = [threading.Thread(target=demote, args=pair) for pair in ((ada, "Bob"), (bob, "Ada"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        left = [(name, browser) for name, browser in (("Ada", ada), ("Bob", bob)) if browser.call("api/people").status == 200]
        same(len(left), 1, "administrators that are left by race %d: %s" % (number, found))
        for name in ("Ada", "Bob"):
            left[0][1].well("people/change", {"name": name, "roles": {"*": "administrator"}})


def overtaken(database, ada, bob):
    """Bob's role is taken away at one server while his removal of Ada waits for its turn at the other."""
    held = "BEGIN; UPDATE gamebased_console.people_turns SET turns = turns + 1; SELECT pg_sleep(%s); COMMIT" % (3 * TURN_SECONDS)
    found = {}

    def ask(browser, path, form):
        found[browser] = browser.call("api/people/" + path, form).status
    calls = [(ada, "change", {"name": "Bob", "roles": {wire.APP: "viewer"}}), (bob, "remove", {"name": "Ada"})]
    threads = [threading.Thread(target=database.psql, args=(held,)), *(threading.Thread(target=ask, args=call) for call in calls)]
    for thread in threads:
        thread.start()
        time.sleep(TURN_SECONDS)
    for thread in threads:
        thread.join()
    same((found[ada], found[bob]), (200, 403), "a change of Bob's role, and his removal of Ada behind it")
    ada.well("people/change", {"name": "Bob", "roles": {"*": "administrator"}})


def away(database, one, ada, there):
    """The database begins anew: connections are made again."""
    database.stop()
    database.start()
    eventually(lambda: there.call("api/sessions").status == 200, "people are known again", 30)
    eventually(lambda: one.console().ask("console.report").status == 200, "the app is there again", 30)
    same(ada.well("session")["person"]["name"], "Ada", "who is signed in")

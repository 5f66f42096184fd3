"""People who sign in to the console by the studio's OpenID provider."""
import contextlib
import json
import os
import signal
import subprocess

from harness.server import service, wire
from harness.server.people import Browser, PASSWORD, administrator, invited
from harness.server.service import same
from harness.signin import flows, idp, others

WRONG, INVALID = -4010001, -4000003


def file(context, at, port, path=None, **changes):
    """What --openid reads; a field that is None is left out."""
    given = {"name": "Studio", "issuer": at.url, "clientId": idp.CLIENT, "clientSecret": idp.SECRET,
             "callbackUrl": "http://127.0.0.1:%d/console/" % port}
    given.update(changes)
    path = path or os.path.join(context.directory("openid"), "openid.json")
    with open(path, "w") as opened:
        json.dump({name: value for name, value in given.items() if value is not None}, opened)
    return path


@contextlib.contextmanager
def studio(context, options=()):
    """A provider, and a server whose people may sign in by it."""
    port = others.free_port()
    with idp.Provider() as at:
        more = ["--listen", "127.0.0.1:%d" % port, "--openid", file(context, at, port), "--store-timeout", "2", *options]
        with service.server(context, options=more) as it:
            yield it, at


def proof(browser, at):
    """Ticket, code and state, as the page has them when it comes back."""
    begun = browser.well("openid", {})
    place, back = flows.visit(at, begun["url"])
    same(place.split("?")[0], "http://127.0.0.1:%d/console/" % browser.port, "where the provider sends people back to")
    return {"ticket": begun["ticket"], "code": back.get("code", ""), "state": back.get("state", "")}


def told(browser, path, form):
    answer = browser.call("api/" + path, form)
    return answer.status, answer.code


def entered(it, at):
    browser = Browser(it.port)
    return browser.enter("openid/log-in", **proof(browser, at))


def connected(context):
    """An account is connected, lets its person in, and is taken away."""
    with studio(context) as (it, at):
        same(Browser(it.port).well("session"), {"person": None, "openID": "Studio"}, "what the page learns before anybody signs in")
        stranger = Browser(it.port)
        same(told(stranger, "openid/log-in", proof(stranger, at)), (403, WRONG), "an account that nobody has connected")
        ada = administrator(it)
        same(told(Browser(it.port), "openid/connect", proof(ada, at))[0], 401, "a connection of nobody")
        ada.well("openid/connect", proof(ada, at))
        person = ada.well("session")["person"]
        same((person["hasAccount"], person["hasPassword"]), (True, True), "what the page knows of Ada")
        by_account = entered(it, at)
        same(by_account.well("session")["person"]["name"], "Ada", "who signed in")
        same(by_account.call("api/people/invite", {"roles": {"*": "viewer"}}).status, 200, "what Ada may")
        eve = invited(it, ada, "Eve", {wire.APP: "viewer"})
        same(told(eve, "openid/connect", proof(eve, at)), (409, INVALID), "an account that somebody has")
        at.set(login="eve")
        eve.well("openid/connect", proof(eve, at))
        same(entered(it, at).well("session")["person"]["name"], "Eve", "who signs in by the other account")
        ada.well("people/remove", {"name": "Eve"})
        same(told(stranger, "openid/log-in", proof(stranger, at)), (403, WRONG), "the account of who was removed")
        other = invited(it, ada, "Max", {wire.APP: "viewer"})
        at.set(login="max")
        other.well("openid/connect", proof(other, at))
        by_theirs = entered(it, at)
        at.set()
        ada.well("openid/connect", {"remove": True})
        same(by_account.well("session")["person"], None, "the session that the account opened")
        same([one.well("session")["person"]["name"] for one in (other, by_theirs)], ["Max"] * 2, "another one's sessions")
        same(told(stranger, "openid/log-in", proof(stranger, at)), (403, WRONG), "an account that was taken away")
        same(ada.well("session")["person"]["hasAccount"], False, "what the page knows of Ada then")
        at.set(login="max")
        same(entered(it, at).well("session")["person"]["name"], "Max", "who signs in by another one's account then")
        at.set(login="moritz")
        other.well("openid/connect", proof(other, at))
        same(entered(it, at).well("session")["person"]["name"], "Max", "who signs in by the account that took the other's place")
        at.set(login="max")
        same(told(stranger, "openid/log-in", proof(stranger, at)), (403, WRONG), "the account whose place another took")


def accepted(context):
    """An invitation is taken with an account; the person has no password, and nothing is one."""
    with studio(context) as (it, at):
        ada = administrator(it)
        ada.well("openid/connect", proof(ada, at))
        secret = ada.well("people/invite", {"roles": {wire.APP: "support"}})["secret"]
        bob = Browser(it.port)
        taken = {**proof(bob, at), "secret": secret, "name": "Bob"}
        same(told(bob, "openid/accept", taken), (409, INVALID), "an invitation with an account that somebody has")
        at.set(login="bob")
        same(told(bob, "openid/accept", {**proof(bob, at), "secret": "x" * 43, "name": "Bob"})[0], 403, "a link that is none")
        bob.enter("openid/accept", **proof(bob, at), secret=secret, name="Bob")
        person = bob.well("session")["person"]
        same((person["name"], person["roles"], person["hasPassword"], person["hasAccount"]),
             ("Bob", {wire.APP: "support"}, False, True), "who was made")
        for password in ("", "x", PASSWORD):
            same(Browser(it.port).call("api/log-in", {"name": "Bob", "password": password}).status in (400, 401), True, repr(password))
        same(told(bob, "openid/connect", {"remove": True}), (409, INVALID), "the only way in is taken away")
        same(bob.call("api/password", {"password": "", "newPassword": PASSWORD}).status in (400, 403), True, "a first password")
        late = Browser(it.port)
        same(told(late, "openid/accept", {**proof(late, at), "secret": secret, "name": "Late"})[0], 403, "the link a second time")
        same(entered(it, at).well("session")["person"]["name"], "Bob", "who signs in later")
        it.stop()
        it.start()
        same(entered(it, at).well("session")["person"]["name"], "Bob", "who signs in at the next start")


def refused(context):
    """What is wrong lets nobody in, and what the provider lacks is told as its lack."""
    with studio(context) as (it, at):
        ada = administrator(it)
        ada.well("openid/connect", proof(ada, at))
        good = proof(ada, at)
        one = Browser(it.port)
        other = proof(ada, at)["ticket"]
        for changed in ({"state": "x" * 43}, {"state": ""}, {"code": ""}, {"code": "x"}, {"ticket": "x"}, {"ticket": other}):
            same(told(one, "openid/log-in", {**good, **changed}), (403, WRONG), "a sign-in with %r" % changed)
        entered_once = proof(ada, at)
        one.enter("openid/log-in", **entered_once)
        same(told(Browser(it.port), "openid/log-in", entered_once), (403, WRONG), "a sign-in that was good once")
        foreign = one.call("api/openid/log-in", proof(ada, at), {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"})
        same(foreign.status, 403, "a sign-in by another site's page")
        same(one.call("api/openid/log-in", {**good, "password": "x"}).status, 400, "a field that there is not")
        at.set(login=None)
        same(told(one, "openid/log-in", proof(ada, at)), (403, WRONG), "who said no at the provider")
        at.set(mint={"claims": {"nonce": "another"}})
        same(told(one, "openid/log-in", proof(ada, at)), (403, WRONG), "an id token of another sign-in")
        at.set(mint={"claims": {"aud": "another"}})
        same(told(one, "openid/log-in", proof(ada, at)), (403, WRONG), "an id token for somebody else's game")
        at.set()
        waits = proof(ada, at)
        at.set(status={"/token": 503})
        same(told(one, "openid/log-in", waits)[0], 503, "a provider that fails")
        with open(os.path.join(it.folder, "audit.log")) as lines:
            log = lines.read()
        same([text in log for text in ("people.openid/log-in", "people.openid/connect", good["code"], good["ticket"], idp.SECRET)],
             [True, True, False, False, False], "what the audit log has")


def reloaded(context):
    """SIGHUP reads the file again; a wrong one changes nothing."""
    port = others.free_port()
    with idp.Provider() as at:
        path = file(context, at, port, clientSecret="not-the-secret-any-more")
        with service.server(context, options=["--listen", "127.0.0.1:%d" % port, "--openid", path, "--store-timeout", "2"]) as it:
            ada, name = administrator(it), lambda: Browser(it.port).well("session")["openID"]
            same(told(ada, "openid/connect", proof(ada, at))[0] in (403, 503), True, "a sign-in with the old secret")
            file(context, at, port, path, name="Renamed")
            it.signal(signal.SIGHUP)
            service.eventually(lambda: name() == "Renamed", "the changed file is read")
            ada.well("openid/connect", proof(ada, at))
            same(entered(it, at).well("session")["person"]["name"], "Ada", "who signs in with the new secret")
            file(context, at, port, path, issuer=None)
            it.signal(signal.SIGHUP)
            service.eventually(lambda: "issuer is missing" in it.logged(), "a wrong file is told of")
            same(name(), "Renamed", "the provider after that")
            same(entered(it, at).well("session")["person"]["name"], "Ada", "who signs in after that")


def crowded(context):
    """Wrong sign-ins by the provider and wrong links from many addresses have a limit each there, and close nothing to anybody else."""
    with studio(context, ["--proxy", "127.0.0.1"]) as (it, at):
        ada = administrator(it)
        ada.well("openid/connect", proof(ada, at))
        secret = ada.well("people/invite", {"roles": {wire.APP: "viewer"}})["secret"]
        for place in range(30):
            stranger = Browser(it.port, {"X-Forwarded-For": "5.%d.0.1" % place})
            for number in range(6):
                stranger.call("api/openid/log-in", {"ticket": "t%d" % number, "code": "c", "state": "s"})
                stranger.call("api/accept", {"secret": "s%d" % number, "name": "Eve", "password": PASSWORD})
            same(stranger.call("api/openid/log-in", {"ticket": "t", "code": "c", "state": "s"}).status, 429, "many tries of one address")
        new = Browser(it.port, {"X-Forwarded-For": "6.0.0.1"})
        same(new.enter("openid/log-in", **proof(new, at)).well("session")["person"]["name"], "Ada", "who comes from an address of her own")
        Browser(it.port, {"X-Forwarded-For": "6.1.0.1"}).enter("accept", secret=secret, name="Bob", password=PASSWORD)


def files(context):
    """Without a provider there is none; a file that is wrong ends the start in words."""
    with service.server(context) as it:
        same(Browser(it.port).well("session"), {"person": None, "openID": None}, "what the page learns")
        same(Browser(it.port).call("api/openid", {}).status, 404, "a sign-in without a provider")
    with idp.Provider() as at:
        for changes, says in (({"issuer": None}, "issuer is missing"), ({"issuer": "http://example.com"}, "must be https"),
                              ({"clientId": None}, "clientId is missing"), ({"callbackUrl": "http://127.0.0.1:1/"}, "ends in /console/"),
                              ({"callbackUrl": "http://ops.example/console/"}, "https"), ({"scope": "email"}, "scope is no field")):
            folder = context.directory("none")
            command = [service.program(context), "--data", folder, "--listen", "127.0.0.1:0", "--openid", file(context, at, 1, **changes)]
            ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=20)
            same((ended.returncode != 0, says in ended.stdout.decode()), (True, True), "%r: %s" % (changes, ended.stdout.decode()))

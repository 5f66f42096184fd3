"""Credentials that a game was given by a provider's own software: gamebased asks, and believes what is proven alone."""
import json
import os
import threading
import time

from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import eventually, same
from harness.signin import idp
from harness.stores import shop
from harness.stores.checkout import Checkout

WRONG, REMOTE = -4000404, -5000002


def refused(it, code, token, wanted=WRONG, says="", **more):
    answer = it.player().ask("gateway.idPLogin", idp.info(code, token, **more))
    if answer.code != wanted or says not in answer.form["message"]:
        raise Failure("%s, and not %d with %r" % (answer, wanted, says))


def tokens(context):
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        ann = idp.log_in(it, "oidc", at.mint())
        same(idp.log_in(it, "oidc", at.mint(alg="ES256")), ann, "the member behind an ES256 token of the same player")
        same(idp.log_in(it, "oidc", at.mint(claims={"sub": "bob"})) == ann, False, "whether another player is the same member")
        now = int(time.time())
        same(idp.log_in(it, "oidc", at.mint(claims={"exp": now - 30, "iat": now + 30})), ann, "a clock that is half a minute off")
        cases = [
            ({"claims": {"aud": "another"}}, "aud"), ({"claims": {"aud": ["another", "third"], "azp": "third"}}, "aud"),
            ({"claims": {"aud": [idp.CLIENT, "another"]}}, "azp"), ({"claims": {"azp": "another"}}, "azp"),
            ({"claims": {"iss": "https://accounts.example.com"}}, "iss"), ({"claims": {"iss": None}}, "iss"),
            ({"claims": {"exp": now - 90}}, "exp"), ({"claims": {"exp": None}}, "exp"), ({"claims": {"exp": "soon"}}, "exp"),
            ({"claims": {"iat": now + 600, "exp": now + 1200}}, "clock"), ({"claims": {"iat": None}}, "iat"),
            ({"claims": {"iat": now - 1200, "exp": now - 600}}, "exp"), ({"claims": {"sub": None}}, "sub"),
            ({"claims": {"sub": ""}}, "sub"), ({"claims": {"sub": "s" * 256}}, "sub"),
            ({"alg": "none"}, "none"), ({"alg": "HS256"}, "HS256"), ({"sign": "stranger"}, "signature"),
            ({"sign": "stranger", "alg": "ES256"}, "signature"), ({"kid": "unknown"}, "no key"), ({"changed": "eve"}, "signature"),
            ({"kid": "ec-1"}, "no key"),
        ]
        for given, says in cases:
            refused(it, "oidc", at.mint(**given), says=says)
        for text in ("a.b.c", "ey.ey.ey", "eyJhbGciOiJSUzI1NiJ9..", "e" * 8192, "access-of-ann", "a\nb"):
            refused(it, "oidc", text)
        whole = at.mint()
        for at_byte in (3, len(whole) // 2, len(whole) - 9):
            refused(it, "oidc", whole[:at_byte] + ("A" if whole[at_byte] != "A" else "B") + whole[at_byte + 1:])
        idp.log_in(it, "google", at.mint(claims={"aud": "another-client-of-the-game", "sub": "bob"}))
        same(idp.log_in(it, "oidc", at.mint()), ann, "the member in the end")


def rotation(context):
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        ann = idp.log_in(it, "oidc", at.mint())
        idp.log_in(it, "oidc", at.mint())
        same((at.hits("/keys"), at.hits("/.well-known/openid-configuration")), (1, 1), "how often keys and addresses were fetched")
        old = at.mint()
        at.control("rotate")
        same(idp.log_in(it, "oidc", at.mint()), ann, "the member behind a token of the new key")
        same(at.hits("/keys"), 2, "fetches after the keys changed")
        refused(it, "oidc", old, says="no key")
        for number in range(20):
            refused(it, "oidc", at.mint(kid="forged-%d" % number), says="no key")
        same(at.hits("/keys"), 2, "fetches after many unknown keys")


def failing(context):
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        at.set(status={"/.well-known/openid-configuration": 500})
        refused(it, "oidc", at.mint(), REMOTE)
        at.set(status={"/keys": 500})
        refused(it, "oidc", at.mint(), REMOTE)
        at.set(discovery={"issuer": "https://accounts.example.com"})
        ann = idp.log_in(it, "oidc", at.mint())
        # What was fetched is kept while the provider is away.
        at.set(status={"/keys": 500, "/.well-known/openid-configuration": 500})
        same(idp.log_in(it, "oidc", at.mint()), ann, "the member while the provider answers with 500")
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        at.set(discovery={"issuer": "https://accounts.example.com"})
        refused(it, "oidc", at.mint(), REMOTE)


def slow(context):
    """One who waits for a provider keeps nobody else waiting."""
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        at.set(slow={"/keys": 30})
        took = []

        def ask():
            began = time.monotonic()
            answer = it.player().ask("gateway.idPLogin", idp.info("oidc", token))
            took.append((answer.code, time.monotonic() - began))
        token = at.mint()
        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        eventually(lambda: at.hits("/keys") > 0, "the keys are asked for")
        began = time.monotonic()
        for _ in range(20):
            it.player().log_in()
        if time.monotonic() - began > 2:
            raise Failure("20 guests took %.1f s while a provider was silent" % (time.monotonic() - began))
        for thread in threads:
            thread.join(20)
        same({code for code, _ in took}, {REMOTE}, "what who waited was answered")
        if len(took) != 4 or max(seconds for _, seconds in took) > 10:
            raise Failure("who waited was answered after %r" % took)
        if at.hits("/keys") > 3:
            raise Failure("the keys were asked for %d times by four who wanted them at once" % at.hits("/keys"))


def hanging(context):
    """A provider that does not answer keeps neither another's players waiting nor a store's."""
    with idp.Provider() as at, idp.Provider() as other, Checkout() as web:
        given = idp.providers(at, google={"issuer": other.url})
        with open(shop.settings(context, web)) as file:
            settings = dict(json.load(file), idPs=given)
        path = os.path.join(context.directory("settings"), "console.json")
        with open(path, "w") as file:
            json.dump(settings, file)
        more = ["--store-timeout", "4", "--limit", "player=off", "--limit", "login=off"]
        with service.server(context, console=[path], options=more, environment={"GAMEBASED_SECRETS_KEY": idp.SECRETS_KEY}) as it:
            buyer = it.player().log_in()
            reserved = shop.reserve(buyer, web)
            at.set(slow={"/facebook/debug_token": 30})
            threads = [threading.Thread(target=it.player().ask, args=("gateway.idPLogin", idp.info("facebook", "access-of-%d" % number)))
                       for number in range(40)]
            for thread in threads:
                thread.start()
            eventually(lambda: at.hits("/facebook/debug_token") > 4, "the provider is asked")
            began = time.monotonic()
            shop.begin(buyer, web, reserved)
            idp.log_in(it, "google", other.mint())
            if time.monotonic() - began > 2:
                raise Failure("a store and another provider took %.1f s" % (time.monotonic() - began))
            for thread in threads:
                thread.join(20)
            # What nobody waits for any more is not asked, but for what was on its way when the last was answered.
            time.sleep(1)
            asked = at.hits("/facebook/debug_token")
            time.sleep(4)
            if at.hits("/facebook/debug_token") > asked:
                raise Failure("the provider is asked for players who were answered")


def shapes(context):
    """Facebook, LINE, Steam, X and Apple, as each of them says whose account it is."""
    with idp.Provider() as at:
        with idp.server(context, idp.providers(at, appleid=idp.apple(context, at))) as it:
            fay = idp.log_in(it, "facebook", "access-of-fay")
            same(idp.log_in(it, "facebook", at.mint(claims={"sub": "fay"})), fay, "Facebook's limited log-in of the same player")
            for knobs in ({"app_id": "another"}, {"is_valid": False}, {"left": -1}, {"me": "eve"}):
                at.set(**knobs)
                refused(it, "facebook", "access-of-fay")
            at.set()
            refused(it, "facebook", "stolen")
            lee = idp.log_in(it, "line", "access-of-lee")
            same(idp.log_in(it, "line", at.mint(alg="HS256", claims={"sub": "lee"})), lee, "LINE's HS256 token of the same player")
            same(idp.log_in(it, "line", at.mint(alg="ES256", claims={"sub": "lee"})), lee, "LINE's ES256 token of the same player")
            refused(it, "line", at.mint(alg="HS256", secret="another-secret-0123456789-0123456789"), says="signature")
            at.set(app_id="another")
            refused(it, "line", "access-of-lee")
            at.set()
            idp.log_in(it, "steam", "14000000aabb")
            refused(it, "steam", "14000000aabc")
            refused(it, "steam", "ticket&key=1")
            at.set(banned=True)
            refused(it, "steam", "14000000aabb", says="banned")
            at.set()
            # Whose game an access token of X is for nobody says.
            refused(it, "twitter", "access-of-xan")
            amy = idp.log_in(it, "appleid", at.mint(claims={"sub": "amy"}))
            code = at.control("code", who="amy")["code"]
            same(idp.log_in(it, "appleid", "", authorizationCode=code), amy, "Apple's code of the same player")
            refused(it, "appleid", "", authorizationCode=code, says="invalid_grant")
            with open(it.log) as file:
                log = file.read()
            for text in (idp.SECRET, "access-of", "PRIVATE", code):
                if text in log or text in repr(it.console().well("console.saveSettings")):
                    raise Failure("the log or the settings hold %s" % text)


def unasked(context):
    """A provider without an interface is believed in a SANDBOX app alone; one with it nowhere without proof."""
    with idp.Provider() as at:
        both = idp.providers(at, payco={"clientId": "p"})
        with idp.server(context, both) as it:
            refused(it, "payco", "anybody")
            refused(it, "hangame", "anybody", -4000412)
            refused(it, "oidc", "anybody")
        with idp.server(context, both, kind="SANDBOX") as it:
            idp.log_in(it, "payco", "anybody")
            refused(it, "oidc", "anybody")
            idp.log_in(it, "oidc", at.mint())
        # A request cannot say itself what was proven of it.
        with idp.server(context, both) as it:
            caller = it.player()
            for more in ({"proven": {"oidc": "ann"}}, {"parameters": {"proven": {"oidc": "ann"}}}):
                request = {**idp.info("oidc", "x"), **more}
                same(caller.ask("gateway.idPLogin", request).code, WRONG, "a request that says it was proven")
        with idp.server(context, both, environment={"GAMEBASED_SECRETS_KEY": "another-secrets-key-of-the-tests-0123456789"}) as it:
            idp.log_in(it, "oidc", at.mint())


def mappings(context):
    """An account that another member has, one of a provider that the member has: the SDK's errors."""
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        first, second = it.player().log_in(), it.player().log_in()

        def add(player, code, token):
            return player.ask("gateway.addMapping", {"userId": player.user, **idp.info(code, token)}, wire.new_key())
        same(add(first, "oidc", at.mint()).code, 0, "a guest that adds an account")
        same(idp.log_in(it, "oidc", at.mint()), first.user, "who signs in with it")
        taken = add(second, "oidc", at.mint())
        same((taken.code, "forcingMappingTicket" in taken.body), (-4120401, True), "an account that another member has")
        same(add(first, "oidc", at.mint(claims={"sub": "bob"})).code, -4120402, "a second account of the provider")
        same(add(second, "google", at.mint(claims={"aud": "nobody"})).code, WRONG, "a token for another game")
        same(add(second, "google", at.mint()).code, 0, "the same subject at another provider")
        same(idp.log_in(it, "google", at.mint()), second.user, "who signs in there")

"""An operator's test of a provider: what works is told step by step, and nothing is changed."""
import json
import os
import threading
import time

from harness.runner import Failure
from harness.server import trying
from harness.server.service import eventually, same
from harness.server.trying import fails, works
from harness.signin import idp
from harness.signin.documents import METHODS

DOCUMENT = "/.well-known/openid-configuration"
LONGEST_SECONDS = 20


def sound(context):
    with idp.Provider() as at:
        given = {**idp.providers(at), "appleid": idp.apple(context, at)}
        with idp.server(context, given) as it:
            for code in ("oidc", "google"):
                steps = works(it, "settings", "credentials", "document", "issuer", "authorizationUrl", "tokenUrl", "clientMethod", "keys",
                              idPCode=code)
                same("client_secret_post" in steps["clientMethod"][1], True, "the way that the provider names")
            same((at.hits("/token"), at.told()), (0, []), "what the provider was told of the client")
            for code in ("appleid", "line", "facebook"):
                works(it, "credentials", "authorizationUrl", "tokenUrl", "keys", "answer", idPCode=code)
            works(it, "credentials", "answer", idPCode="twitter")
            works(it, "credentials", "key", idPCode="steam")
            same(list(works(it, idPCode="guest")), ["settings"], "the steps of guests")
            for told in at.told():
                same((told["authorization"], "client_secret" in told["form"]), (None, False), "what was told without a code: %r" % told)
            trying.refused(it, "google", "steam", "SANDBOX")
            same(idp.log_in(it, "oidc", at.mint()) != "", True, "whether a player signs in after the tests")
            with open(os.path.join(it.folder, "audit.log")) as file:
                lines = [json.loads(line) for line in file]
            objects = [line.get("object") for line in lines if line["request"] == "try" and line["status"] == 200]
            same(objects[0], {"idPCode": "oidc"}, "the object of the first test in the audit log")


def wrong(context):
    """Each fault is named by its step, and a fault that is mended is gone at once."""
    with idp.Provider() as at:
        given = idp.providers(at, steam={"clientSecret": "another-secret-of-a-client-0123456789"}, line={"enabled": False},
                              twitter={"clientSecret": ""}, hangame={"enabled": True})
        with idp.server(context, given) as it:
            cases = (
                ({"status": {DOCUMENT: 503}}, "document", "503"), ({"status": {DOCUMENT: 404}}, "document", "404"),
                ({"issuer": "https://accounts.example.com"}, "issuer", "accounts.example.com"),
                ({"discovery": {"token_endpoint": "http://example.com/token"}}, "addresses", "must be https"),
                ({"discovery": {"authorization_endpoint": "http://example.com/page"}}, "addresses", "must be https"),
                ({"discovery": {"token_endpoint": None}}, "tokenUrl", "neither"),
                ({"discovery": {"authorization_endpoint": None}}, "authorizationUrl", "neither"),
                ({"discovery": {METHODS: ["private_key_jwt"]}}, "clientMethod", "private_key_jwt"),
                ({"discovery": {"jwks_uri": None}}, "keys", "does not say"),
                ({"discovery": {"jwks_uri": at.url + DOCUMENT}}, "keys", "0 of them can be used"),
                ({"status": {"/keys": 500}}, "keys", "500"))
            for knobs, step, says in cases:
                at.set(**knobs)
                steps = fails(it, step, says, idPCode="oidc")
                same(idp.SECRET in repr(steps), False, "whether the client's secret is told")
                at.set()
                works(it, idPCode="oidc")
            fails(it, "key", "does not accept", idPCode="steam")
            fails(it, "credentials", "clientSecret", idPCode="twitter")
            fails(it, "settings", "enabled is false", idPCode="line")
            fails(it, "settings", "interface is NONE", idPCode="hangame")
            for secret in (idp.SECRET, "another-secret-of-a-client-0123456789"):
                same(secret in it.logged(), False, "whether a secret is in the log")


def down(context):
    """A provider that is away or silent: the test ends in time, one runs at a time, and other work goes on."""
    with idp.Provider() as at:
        with idp.server(context, idp.providers(at, google={"issuer": "http://127.0.0.1:1"})) as it:
            fails(it, "document", "did not answer", idPCode="google")
            at.set(slow={DOCUMENT: 30})
            found = []

            def run():
                began = time.monotonic()
                found.append((trying.tried(it, idPCode="oidc"), time.monotonic() - began))
            thread = threading.Thread(target=run)
            thread.start()
            eventually(lambda: at.hits(DOCUMENT) > 0, "the document is asked for")
            answer = trying.ask(it, {"idPCode": "guest"})
            same((answer.status, answer.code, "Retry-After" in answer.headers), (429, trying.UNDER_WAY, True), "a second test: %r" % answer)
            it.player().log_in()
            thread.join(2 * LONGEST_SECONDS)
            if not found or found[0][1] > LONGEST_SECONDS or found[0][0][1]:
                raise Failure("a test of a silent provider: %r" % found)
            works(it, idPCode="guest")

"""OpenID providers by what their discovery documents say: how they want to know their clients, how their issuers are written, what signs
their tokens, and where they may lead a server."""
import contextlib
import socket
import threading

from harness.runner import Failure
from harness.server import service
from harness.server.service import same
from harness.signin import flows, idp
from harness.signin.tokens import REMOTE, WRONG, refused

BASIC, POST, NONE = "client_secret_basic", "client_secret_post", "none"
METHODS = "token_endpoint_auth_methods_supported"


def proven(it, at, code="oidc"):
    begun = flows.begin(it, code)
    return flows.proven(it, code, flows.go_on(it, begun, flows.visit(at, begun["url"])[1]))


def methods(context):
    """Which way is told by the document; where it names several, the client may be registered for either of them."""
    secret, cases = "s: e+c%r&e/t=0123456789", (
        (None, BASIC, 1), ([BASIC], BASIC, 1), ([POST], POST, 1), ([BASIC, POST], BASIC, 1), ([POST, BASIC], POST, 2),
        (["private_key_jwt", BASIC], BASIC, 1))
    with idp.Provider() as at, idp.Provider() as other:
        given = idp.providers(at, oidc={"clientSecret": secret}, google={"issuer": other.url})
        for said, registered, times in cases:
            with idp.server(context, given) as it:
                before = len(at.told())
                at.set(discovery={METHODS: said}, registered=registered, secret=secret)
                proven(it, at)
                told = at.told()[before:]
                same((told[-1]["authorization"] is not None, len(told)), (registered == BASIC, times),
                     "how a client that is registered for %s is told where %r is taken" % (registered, said))
        with idp.server(context, given) as it:
            at.set(registered=POST, secret=secret)
            user = proven(it, at)
            at.set(registered=BASIC, secret=secret)
            answer = told_no(it, at, "oidc")
            same((answer.code, "invalid_client" in answer.form["message"], POST in answer.form["message"]), (WRONG, True, True),
                 "a client that is registered otherwise: %r" % answer)
            at.set(registered=POST, secret=secret)
            same(proven(it, at), user, "the same player after that")
            other.set(discovery={METHODS: ["private_key_jwt", "tls_client_auth"]})
            answer = told_no(it, other, "google")
            same((answer.code, "tls_client_auth" in answer.form["message"], BASIC in answer.form["message"]), (WRONG, True, True),
                 "a provider that knows its clients by other ways alone: %r" % answer)
            same(other.hits("/token"), 0, "how often it was asked for tokens")


def told_no(it, at, code):
    begun = flows.begin(it, code)
    return flows.go_on(it, begun, flows.visit(at, begun["url"])[1])


def public(context):
    """A client without a secret: PKCE alone. And codes that are typed elsewhere, for clients with and without."""
    for registered, changes in ((NONE, {"clientSecret": ""}), (BASIC, {}), (POST, {})):
        with idp.Provider() as at, idp.server(context, idp.providers(at, oidc=changes)) as it:
            knobs = {"discovery": {METHODS: [BASIC, POST, NONE]}, "registered": registered}
            at.set(**knobs)
            user = proven(it, at)
            at.set(device=["approved"], **knobs)
            begun = flows.begin(it, flow="DEVICE")
            answer = it.player().ask("gateway.continueSignIn", {"ticket": begun["ticket"]})
            same(flows.proven(it, "oidc", answer), user, "who signs in by a code, %s" % registered)
    # Without an id token the provider's word for its own client's access token counts.
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        at.set(discovery={"userinfo_endpoint": at.url + "/userinfo"}, lacks=["id_token"])
        same(proven(it, at), idp.log_in(it, "oidc", at.mint()), "who the provider's userinfo names")
        refused(it, "oidc", "access-of-ann", says="does not say which game")


def issuers(context):
    """An issuer is compared as it is written, and its document stands where the standard says, with a slash at its end or without."""
    with idp.Provider() as at, idp.Provider() as other:
        for path in ("", "/", "/realms/one", "/realms/one/"):
            given = idp.providers(at, oidc={"issuer": at.url + path}, google={"issuer": other.url + path})
            with idp.server(context, given) as it:
                for one in (at, other):
                    one.set(issuer=one.url + path)
                same(proven(it, at), idp.log_in(it, "oidc", at.mint()), "who signs in at the issuer %r" % path)
                idp.log_in(it, "google", other.mint())
                refused(it, "oidc", at.mint(claims={"iss": at.url + (path[:-1] if path.endswith("/") else path + "/")}), says="iss")
        with idp.server(context, idp.providers(at, oidc={"issuer": at.url + "/"})) as it:
            at.set(issuer=at.url)
            answer = it.player().ask("gateway.idPLogin", idp.info("oidc", at.mint()))
            same((answer.code, at.url + "/" in answer.form["message"]), (REMOTE, True), "an issuer that is written otherwise: %r" % answer)


def keys(context):
    """Keys that change under their names, sets without names, tokens without them, and what signs tokens elsewhere."""
    with idp.Provider() as at, idp.Provider() as other, idp.server(
            context, idp.providers(at, google={"issuer": other.url})) as it:
        ann, bob = idp.log_in(it, "oidc", at.mint()), idp.log_in(it, "google", other.mint())
        for algorithm in ("ES256", "ES384", "EdDSA"):
            same(idp.log_in(it, "oidc", at.mint(alg=algorithm)), ann, "who signs in by " + algorithm)
            refused(it, "oidc", at.mint(alg=algorithm, sign="stranger"), says="signature")
        same(idp.log_in(it, "oidc", at.mint(kid=None)), ann, "a token that names no key")
        old, fetched = at.mint(), at.hits("/keys")
        for one in (at, other):
            one.control("swap")
        same(idp.log_in(it, "google", other.mint()), bob, "who signs in by another key of the same name")
        for _ in range(20):
            refused(it, "google", other.mint(sign="stranger"), says="signature")
        same(other.hits("/keys"), 2, "fetches after many forged tokens")
        # The forged tokens above have had the keys fetched; another change waits until they may be fetched again.
        service.eventually(lambda: it.player().ask("gateway.idPLogin", idp.info("oidc", at.mint())).code == 0,
                           "the other provider's new key counts", 30)
        refused(it, "oidc", old, says="signature")
        if at.hits("/keys") > fetched + 3:
            raise Failure("the keys were fetched %d times" % (at.hits("/keys") - fetched))
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        at.set(names=False)
        ann = idp.log_in(it, "oidc", at.mint())
        for given in ({"kid": "any"}, {"kid": None}, {"alg": "ES256", "kid": "any"}, {"alg": "ES384"}, {"alg": "EdDSA"}, {"alg": "PS256"},
                      {"alg": "PS512", "kid": None}, {"alg": "RS512"}, {"alg": "RS384"}):
            same(idp.log_in(it, "oidc", at.mint(**given)), ann, "a token of %r, and keys without names" % given)
            refused(it, "oidc", at.mint(sign="stranger", **given), says="no key")
        same(at.hits("/keys"), 2, "fetches")
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        at.set(discovery={"id_token_signing_alg_values_supported": ["ES256"]})
        idp.log_in(it, "oidc", at.mint(alg="ES256"))
        refused(it, "oidc", at.mint(), says="ES256")


@contextlib.contextmanager
def trap():
    """A port of this machine, and who connected to it."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(16)
        came = []

        def take():
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    came.append(connection)
                    connection.close()
        threading.Thread(target=take, daemon=True).start()
        yield listener.getsockname()[1], came
        listener.shutdown(socket.SHUT_RDWR)


def led_astray(context):
    """Names that mean this machine, in settings and in documents: nothing connects there, and the message says why."""
    with idp.Provider() as at, idp.Provider() as other, trap() as (port, came):
        near = "https://inside.localhost:%d" % port
        given = idp.providers(at, google={"issuer": near}, line={"keysUrl": near + "/keys", "tokenUrl": near + "/token"},
                              twitter={"userUrl": near + "/me", "tokenUrl": near + "/token"}, oidc={"issuer": other.url})
        with idp.server(context, given) as it:
            answer = it.player().ask("gateway.idPLogin", idp.info("google", at.mint()))
            same((answer.code, "--reach" in answer.form["message"]), (REMOTE, True), "an issuer that is this machine: %r" % answer)
            refused(it, "line", at.mint(), REMOTE, says="--reach")
            for code in ("line", "twitter"):
                answer = told_no(it, at, code)
                same((answer.code, "--reach" in answer.form["message"]), (REMOTE, True), "tokens at this machine, %s: %r" % (code, answer))
            for member, url in (("jwks_uri", near + "/keys"), ("token_endpoint", near + "/token"),
                                ("userinfo_endpoint", near + "/me"), ("device_authorization_endpoint", near + "/device")):
                with idp.server(context, idp.providers(at, oidc={"issuer": other.url})) as fresh:
                    other.set(discovery={member: url}, lacks=["id_token"] if member == "userinfo_endpoint" else [])
                    begun = fresh.player().ask("gateway.beginSignIn", {"idPCode": "oidc", "flow": "BROWSER", "port": flows.PORT})
                    if begun.code == 0:
                        flows.go_on(fresh, begun.body, flows.visit(other, begun.body["url"])[1])
                    fresh.player().ask("gateway.beginSignIn", {"idPCode": "oidc", "flow": "DEVICE"})
                    fresh.player().ask("gateway.idPLogin", idp.info("oidc", other.mint()))
            for url in ("http://192.0.2.7/keys", "http://10.0.0.7/keys", "https://10.0.0.7/keys", "https://[fe80::1]/keys",
                        "https://169.254.169.254/keys", "file:///etc/passwd", "https://a@127.0.0.1:%d/" % port, "ftp://127.0.0.1/"):
                with idp.server(context, idp.providers(at, oidc={"issuer": other.url})) as fresh:
                    other.set(discovery={"jwks_uri": url})
                    answer = fresh.player().ask("gateway.idPLogin", idp.info("oidc", other.mint()))
                    same((answer.code, "jwks_uri" in answer.form["message"]), (REMOTE, True), "keys at %s: %r" % (url, answer))
        same(len(came), 0, "connections to what is near")
        # Redirects are not followed, wherever they lead.
        other.set(redirect={"/keys": at.url + "/keys"})
        with idp.server(context, idp.providers(at, oidc={"issuer": other.url})) as it:
            refused(it, "oidc", other.mint(), REMOTE)
        same(at.hits("/keys"), 0, "how often a redirect was followed")
        # Whoever runs the server may mean it.
        with idp.server(context, given, options=["--reach", "inside.localhost"]) as it:
            refused(it, "google", at.mint(), REMOTE)
        same(len(came) > 0, True, "whether a host that is named is asked")

"""OpenID providers that others wrote: Debian's LemonLDAP::NG, and from PyPI Canaille and oidc-provider-mock. Each runs as its documentation
says, on this machine alone, in a folder of the test's own; a player signs in at its own pages."""
import contextlib
import json
import os
import signal
import socket
import subprocess
import time
import urllib.parse
import urllib.request

from harness import pypi
from harness.runner import Failure, Skip
from harness.server.service import eventually, same
from harness.signin import flows, idp
from harness.signin.person import Person
from harness.signin.tokens import refused

BACK = "http://127.0.0.1:%d/" % flows.PORT
START_SECONDS = 90
# They are slower than the tests' own.
SLOW = ["--store-timeout", "9"]
BASIC, POST, NONE = "client_secret_basic", "client_secret_post", "none"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def programs(context):
    return pypi.programs(context, "openid", context.path("Tests", "harness", "signin", "requirements.txt"))


class Other:
    """One of them, for as long as the block lasts."""

    def __init__(self, context):
        self.context, self.folder, self.port = context, context.directory("openid"), free_port()
        self.url = "http://127.0.0.1:%d" % self.port
        self.child, self.redeemed = None, 0

    def __enter__(self):
        self.prepare()
        self.log = open(os.path.join(self.folder, "log"), "wb")
        self.child = subprocess.Popen(self.command(), cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL, stdout=self.log,
                                      stderr=subprocess.STDOUT, start_new_session=True)
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            if self.child.poll() is not None or time.monotonic() > deadline:
                self.__exit__()
                raise Failure("%s does not start:\n%s" % (type(self).__name__, self.said()))
            time.sleep(0.2)
        return self

    def said(self):
        with open(os.path.join(self.folder, "log"), errors="replace") as file:
            return file.read()[-3000:]

    def __exit__(self, *_):
        # With the workers that it may have.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.child.pid, signal.SIGKILL)
        self.child.wait()
        self.log.close()

    def environment(self, **more):
        return {**self.context.environment(self.folder), **more}

    def document(self):
        with urllib.request.urlopen(self.url + "/.well-known/openid-configuration", timeout=20) as answer:
            return json.load(answer)

    def answers(self):
        try:
            return "issuer" in self.document()
        except (OSError, ValueError):
            return False

    def prepare(self):
        pass

    def clients(self):
        """Those that are registered there: what it calls each, and what the settings of a game say of it."""
        raise NotImplementedError


class Mock(Other):
    """oidc-provider-mock: its document says nothing of how it wants to know its clients, and it keeps its keys without more than a name."""
    players = {"ann": {"sub": "ann"}, "bob": {"sub": "bob"}}

    def command(self):
        return [os.path.join(programs(self.context), "oidc-provider-mock"), "--port", str(self.port), "--require-registration", "true",
                "--require-nonce", "true"]

    def clients(self):
        found = {}
        for method in (BASIC, POST):
            body = json.dumps({"redirect_uris": [BACK], "token_endpoint_auth_method": method}).encode()
            request = urllib.request.Request(self.document()["registration_endpoint"], body, {"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=20) as answer:
                made = json.load(answer)
            found[method] = {"issuer": self.url, "clientId": made["client_id"], "clientSecret": made["client_secret"]}
        # Where a document says nothing the standard's default is meant, and no other is tried.
        del found[POST]
        return found


class Canaille(Other):
    players = {name: {"login": name, "password": "the-password-of-" + name} for name in ("ann", "bob")}

    def run(self, *words):
        program = os.path.join(programs(self.context), "canaille")
        result = subprocess.run([program, *words], cwd=self.folder, env=self.environment(), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, timeout=300)
        if result.returncode:
            raise Failure("canaille %s: %s" % (words, result.stderr[-2000:]))
        return result.stdout

    def environment(self, **more):
        path = os.path.join(self.folder, "canaille.toml")
        return super().environment(**({"CANAILLE_CONFIG": path} if os.path.exists(path) else {}), **more)

    def prepare(self):
        keys = [json.loads(self.run("jwk", "create", *kind)) for kind in (["rsa"], ["ec"])]
        tables = ", ".join("{%s}" % ", ".join("%s = %s" % (name, json.dumps(value)) for name, value in key.items()) for key in keys)
        with open(os.path.join(self.folder, "canaille.toml"), "w") as file:
            file.write('SECRET_KEY = "the-secret-of-the-tests"\nSERVER_NAME = "127.0.0.1:%d"\nPREFERRED_URL_SCHEME = "http"\n'
                       '[CANAILLE]\nDATABASE = "sql"\n[CANAILLE_SQL]\nDATABASE_URI = "sqlite:///%s"\n'
                       '[CANAILLE_OIDC]\nDYNAMIC_CLIENT_REGISTRATION_OPEN = true\nACTIVE_JWKS = [%s]\n'
                       % (self.port, os.path.join(self.folder, "canaille.sqlite"), tables))
        self.run("install")
        for name, given in self.players.items():
            self.run("create", "user", "--user-name", name, "--password", given["password"], "--family-name", name, "--emails",
                     name + "@example.com")

    def command(self):
        return [os.path.join(programs(self.context), "canaille"), "run", "--bind", "127.0.0.1:%d" % self.port]

    def clients(self):
        found = {}
        for method in (BASIC, POST, NONE):
            body = json.dumps({"client_name": method, "redirect_uris": [BACK], "grant_types": ["authorization_code"],
                               "response_types": ["code"], "scope": "openid", "client_uri": "http://127.0.0.1",
                               "token_endpoint_auth_method": method}).encode()
            request = urllib.request.Request(self.document()["registration_endpoint"], body, {"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=20) as answer:
                made = json.load(answer)
            found[method] = {"issuer": self.url, "clientId": made["client_id"],
                             "clientSecret": "" if method == NONE else made["client_secret"]}
        return found


class LemonLDAP(Other):
    """Its issuer ends with a slash, and its keys have no names unless somebody gives them one. dwho and rtyler are the users of its
    demonstration."""
    players = {"dwho": {"user": "dwho", "password": "dwho"}, "rtyler": {"user": "rtyler", "password": "rtyler"}}
    secret = "s: e+c%r&e/t=of the tests"

    def prepare(self):
        if not os.path.exists("/usr/share/perl5/Lemonldap/NG/Portal/Issuer/OpenIDConnect.pm"):
            raise Skip("needs Debian's liblemonldap-ng-portal-perl")
        at = lambda *names: os.path.join(self.folder, *names)
        for name in ("conf", "cache", "sessions/lock", "psessions/lock"):
            os.makedirs(at(name))
        self.context.check(["openssl", "genrsa", "-out", at("key.pem"), "2048"])
        public = self.context.check(["openssl", "rsa", "-in", at("key.pem"), "-pubout"])
        with open(at("key.pem")) as file:
            private = file.read()
        value = self.settings(at, private, public[public.index("-----BEGIN"):])
        with open(at("conf", "lmConf-1.json"), "w") as file:
            json.dump(value, file)
        with open(at("lemonldap-ng.ini"), "w") as file:
            file.write("[all]\nlogLevel = warn\ncheckTime = 1\nlogger = Lemonldap::NG::Common::Logger::Std\n"
                       "userLogger = Lemonldap::NG::Common::Logger::Std\n"
                       "[configuration]\ntype=File\ndirName = %s\nlocalStorage=Cache::FileCache\n"
                       "localStorageOptions={'namespace' => 'c', 'default_expires_in' => 600, 'directory_umask' => '007', "
                       "'cache_root' => '%s', 'cache_depth' => 3}\n[portal]\nstaticPrefix = /static\n"
                       "templateDir = /usr/share/lemonldap-ng/portal/templates\nlanguages = en\n[handler]\n" % (at("conf"), at("cache")))
        with open(at("portal.psgi"), "w") as file:
            file.write("use Lemonldap::NG::Portal::Main;\nLemonldap::NG::Portal::Main->run({});\n")

    def settings(self, at, private, public):
        places = {"Directory": at("sessions"), "LockDirectory": at("sessions", "lock")}
        options = {"oidcRPMetaDataOptionsClientSecret": self.secret, "oidcRPMetaDataOptionsIDTokenSignAlg": "RS256",
                   "oidcRPMetaDataOptionsRedirectUris": BACK, "oidcRPMetaDataOptionsBypassConsent": 1,
                   "oidcRPMetaDataOptionsRequirePKCE": 1}
        public_one = {**options, "oidcRPMetaDataOptionsPublic": 1, "oidcRPMetaDataOptionsIDTokenSignAlg": "RS512"}
        return {
            "cfgNum": 1, "cfgAuthor": "tests", "cfgDate": "1627287638", "cfgVersion": "2.16.1", "portal": self.url + "/",
            "domain": "127.0.0.1", "cookieName": "lemonldap", "securedCookie": 0, "authentication": "Demo",
            "userDB": "Same", "passwordDB": "Null", "registerDB": "Null",
            "demoExportedVars": {"cn": "cn", "mail": "mail", "uid": "uid"}, "whatToTrace": "uid", "requireToken": 0,
            "portalDisplayRegister": 0, "portalDisplayResetPassword": 0, "portalDisplayCertificateResetByMail": 0,
            "globalStorage": "Apache::Session::File",
            "globalStorageOptions": {**places, "generateModule": "Lemonldap::NG::Common::Apache::Session::Generate::SHA256"},
            "persistentStorage": "Apache::Session::File",
            "persistentStorageOptions": {"Directory": at("psessions"), "LockDirectory": at("psessions", "lock")},
            "localSessionStorage": "Cache::FileCache",
            "localSessionStorageOptions": {"namespace": "s", "default_expires_in": 600, "directory_umask": "007", "cache_root": at("cache"),
                                           "cache_depth": 3},
            "locationRules": {"127.0.0.1": {"default": "accept"}}, "exportedHeaders": {"127.0.0.1": {}}, "exportedVars": {}, "groups": {},
            "macros": {}, "issuerDBOpenIDConnectActivation": 1, "oidcServicePrivateKeySig": private,
            "oidcServicePublicKeySig": public, "oidcServiceMetaDataIssuer": self.url + "/",
            "oidcServiceAllowAuthorizationCodeFlow": 1,
            "oidcRPMetaDataOptions": {"one": {**options, "oidcRPMetaDataOptionsClientID": "game"},
                                      "two": {**public_one, "oidcRPMetaDataOptionsClientID": "public"}},
            "oidcRPMetaDataExportedVars": {"one": {}, "two": {}},
        }

    def environment(self, **more):
        return super().environment(LLNG_DEFAULTCONFFILE=os.path.join(self.folder, "lemonldap-ng.ini"), **more)

    def command(self):
        return ["plackup", "--no-default-middleware", "-E", "deployment", "-o", "127.0.0.1", "-p", str(self.port), "portal.psgi"]

    def clients(self):
        return {BASIC: {"issuer": self.url + "/", "clientId": "game", "clientSecret": self.secret},
                NONE: {"issuer": self.url + "/", "clientId": "public", "clientSecret": ""}}


def signed_in(it, at, who):
    """Who it is whose browser went through the provider's own pages."""
    begun = flows.begin(it)
    person = Person(at.players[who], ["answer"])
    place = person.go(begun["url"], BACK)
    back = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(place).query))
    # Two access tokens of one player and one second are the same text at Canaille, and the second one is its status 500.
    eventually(lambda: int(time.time()) > at.redeemed, "the clock goes on")
    answer = flows.go_on(it, begun, back)
    at.redeemed = int(time.time())
    return flows.proven(it, "oidc", answer), begun, back


def tried(context, kind):
    """A failure says what the provider said, too."""
    with kind(context) as at:
        try:
            play(context, at)
        except Failure as failure:
            raise Failure("%s\n%s says:\n%s" % (failure, kind.__name__, at.said())) from failure


def play(context, at):
    """Each client that the provider knows, two players each, twice; then what must fail."""
    first, second = sorted(at.players)
    for method, given in at.clients().items():
        settings = {"oidc": {"interface": "OIDC", **{name: value for name, value in given.items() if value}}, "guest": {}}
        with idp.server(context, settings, options=SLOW) as it:
            users = [signed_in(it, at, who)[0] for who in (first, second, first)]
            same((users[0] == users[2], users[0] == users[1]), (True, False), "whose members they are, by " + method)
            _, begun, back = signed_in(it, at, second)
            other = flows.begin(it)
            same(flows.go_on(it, other, {**back, "state": other["state"]}).code, flows.WRONG, "a code of another sign-in")
            refused(it, "oidc", "eyJhbGciOiJub25lIn0.e30.")
        if method == NONE:
            continue
        settings["oidc"]["clientSecret"] = "another-secret-of-the-client"
        with idp.server(context, settings, options=SLOW) as it:
            begun = flows.begin(it)
            place = Person(at.players[first], ["answer"]).go(begun["url"], BACK)
            answer = flows.go_on(it, begun, dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(place).query)))
            same(answer.code, flows.WRONG, "a client with another secret: %r" % answer)


def mock(context):
    return tried(context, Mock)


def canaille(context):
    return tried(context, Canaille)


def lemonldap(context):
    return tried(context, LemonLDAP)

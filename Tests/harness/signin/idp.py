"""The providers' process as a test has it, and a gamebased that asks it."""
import json
import os
import subprocess
import urllib.request

from harness.runner import Failure, Skip
from harness.server import service

CLIENT, SECRET = "client-1", "the-secret-of-the-client-0123456789"
SECRETS_KEY = "the-secrets-key-of-the-tests-0123456789"
PYTHON = "/usr/bin/python3"
APPLE_KEY_ID, APPLE_TEAM = "APPLEKEY", "APPLETEAM"


class Provider:
    """Ends with the `with` that it was made in."""

    def __enter__(self):
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "provider.py")
        self.child = subprocess.Popen([PYTHON, "-B", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.child.stdout.readline()
        if not line.strip():
            self.__exit__()
            raise Skip("needs Debian's python3-jwt and python3-cryptography")
        self.url = "http://127.0.0.1:" + line.strip()
        return self

    def __exit__(self, *_):
        self.child.stdin.close()
        self.child.wait(10)
        self.child.stdout.close()

    def control(self, name, **given):
        body = json.dumps(given).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url + "/control/" + name, body), timeout=10) as answer:
            return json.load(answer)

    def mint(self, **given):
        return self.control("mint", **given)["token"]

    def set(self, **knobs):
        self.control("set", **knobs)

    def hits(self, path):
        return self.control("look")["hits"].get(path, 0)

    def asked(self):
        return self.control("look")["asked"]

    def told(self):
        """What clients said of themselves, question by question."""
        return self.control("look")["told"]

    def get(self, url, **headers):
        """As a browser that sends itself on; returns where it was sent, and the page."""
        class Stay(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *_):
                return None
        try:
            with urllib.request.build_opener(Stay).open(urllib.request.Request(url, headers=headers), timeout=10) as answer:
                return answer.status, None, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers.get("Location"), error.read().decode()


def providers(it, **changes):
    """$.idPs with each interface, all of them led to the tests' process."""
    own = {"clientId": CLIENT, "clientSecret": SECRET}
    found = {
        "oidc": {"interface": "OIDC", "issuer": it.url, **own},
        "google": {"interface": "GOOGLE", "issuer": it.url, "audiences": ["another-client-of-the-game"], **own},
        "line": {"interface": "LINE", "issuer": it.url, "authorizationUrl": it.url + "/authorize", "tokenUrl": it.url + "/line/token",
                 "keysUrl": it.url + "/keys", "userUrl": it.url + "/line", **own},
        "facebook": {"interface": "FACEBOOK", "issuer": it.url, "authorizationUrl": it.url + "/authorize", "keysUrl": it.url + "/keys",
                     "tokenUrl": it.url + "/facebook-access/token", "userUrl": it.url + "/facebook", **own},
        "twitter": {"interface": "X", "authorizationUrl": it.url + "/authorize", "tokenUrl": it.url + "/x/token",
                    "userUrl": it.url + "/x/me", **own},
        "steam": {"interface": "STEAM", "userUrl": it.url + "/steam/ticket", **own},
        "guest": {},
    }
    for code, more in changes.items():
        found[code] = {**found.get(code, {}), **more}
    return found


def apple(context, it):
    """A .p8 key by openssl, whose other half the tests' Apple knows."""
    made = context.process(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]).output
    path = os.path.join(context.directory("apple"), "key.p8")
    with open(path, "w") as file:
        file.write(made[made.index("-----BEGIN"):])
    it.control("apple", key=context.process(["openssl", "pkey", "-in", path, "-pubout"]).output)
    with open(path) as file:
        key = file.read()
    return {"interface": "APPLE", "clientId": CLIENT, "privateKey": key, "keyId": APPLE_KEY_ID, "teamId": APPLE_TEAM, "issuer": it.url,
            "authorizationUrl": it.url + "/authorize", "tokenUrl": it.url + "/apple/token", "keysUrl": it.url + "/keys"}


def settings(context, idPs, kind="REAL"):
    with open(context.path(service.CONSOLE)) as file:
        value = json.load(file)
    value["app"].update(typeCode=kind, **service.STRONG["app"])
    value["ncmb"].update(service.STRONG["ncmb"])
    value["idPs"] = idPs
    path = os.path.join(context.directory("settings"), "console.json")
    with open(path, "w") as file:
        json.dump(value, file)
    return path


def server(context, idPs, options=(), kind="REAL", environment=None):
    more = ["--store-timeout", "2", "--limit", "player=off", "--limit", "login=off", *options]
    given = {"GAMEBASED_SECRETS_KEY": SECRETS_KEY} if environment is None else environment
    return service.server(context, console=[settings(context, idPs, kind)], options=more, environment=given)


def info(code, token, **more):
    return {"idPInfo": {"idPCode": code, "accessToken": token, **more}}


def log_in(it, code, token, **more):
    """Whose account it is; fails with the answer when it is nobody's."""
    answer = it.player().ask("gateway.idPLogin", info(code, token, **more))
    if answer.code:
        raise Failure("%s did not log in: %r" % (code, answer))
    return answer.body["member"]["userId"]

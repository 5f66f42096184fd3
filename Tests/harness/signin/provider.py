"""Identity providers of the tests' own, in a process of the system's Python, which has Debian's python3-jwt and python3-cryptography: an
OpenID provider, and the shapes of Apple, LINE, Facebook, X and Steam. Polite unless /control says otherwise. Says its port, and ends with
its input."""
import base64
import hashlib
import hmac
import http.server
import json
import secrets
import sys
import threading
import time
import urllib.parse

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

CLIENT, SECRET, APPLE_KEY_ID, APPLE_TEAM = "client-1", "the-secret-of-the-client-0123456789", "APPLEKEY", "APPLETEAM"


# Of an algorithm: which key signs.
SIGNERS = {"ES256": "ec", "ES384": "p384", "EdDSA": "ed"}


class Keys:
    """Those that sign now, of four kinds, by name. Published are the present ones alone."""

    def __init__(self):
        self.number = 0
        self.rotate()

    def rotate(self):
        self.number += 1
        self.swap()

    def swap(self):
        """Other keys under the names of before."""
        self.all = {"rsa": rsa.generate_private_key(65537, 2048), "ec": ec.generate_private_key(ec.SECP256R1()),
                    "p384": ec.generate_private_key(ec.SECP384R1()), "ed": ed25519.Ed25519PrivateKey.generate()}

    def set(self, names):
        """`names`: False leaves out what the keys are called, and what they are for."""
        found = []
        for name, to, algorithm in (("rsa", jwt.algorithms.RSAAlgorithm, "RS256"), ("ec", jwt.algorithms.ECAlgorithm, "ES256"),
                                    ("p384", jwt.algorithms.ECAlgorithm, "ES384"), ("ed", jwt.algorithms.OKPAlgorithm, "EdDSA")):
            value = to.to_jwk(self.all[name].public_key())
            value = json.loads(value) if isinstance(value, str) else value
            if names:
                value.update({"kid": "%s-%d" % (name, self.number), "use": "sig", "alg": algorithm})
            value.pop("key_ops", None)
            found.append(value)
        return {"keys": found}


class World:
    def __init__(self):
        self.lock = threading.Lock()
        self.keys, self.stranger = Keys(), Keys()
        self.hits, self.codes, self.devices, self.knobs, self.asked, self.told = {}, {}, {}, {}, [], []
        self.apple_key = None

    def mint(self, given):
        """A signed token. `alg`, `sign`, `kid` choose how; `claims` what; a claim that is null is left out."""
        now = time.time()
        claims = {"iss": self.knobs.get("issuer", self.url), "aud": CLIENT, "sub": "ann", "iat": int(now), "exp": int(now) + 600}
        claims.update(given.get("claims", {}))
        claims = {name: value for name, value in claims.items() if value is not None}
        algorithm = given.get("alg", "RS256")
        keys = self.stranger if given.get("sign") == "stranger" else self.keys
        name = SIGNERS.get(algorithm, "rsa")
        head = {"kid": given.get("kid", "%s-%d" % (name, self.keys.number))}
        if head["kid"] is None:
            del head["kid"]
        if algorithm == "none":
            return jwt.encode(claims, None, algorithm="none", headers=head)
        if algorithm == "HS256":
            return jwt.encode(claims, given.get("secret", SECRET), algorithm="HS256")
        token = jwt.encode(claims, keys.all[name], algorithm=algorithm, headers=head)
        if given.get("changed"):
            parts = token.split(".")
            claims["sub"] = given["changed"]
            parts[1] = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
            token = ".".join(parts)
        return token

    # What a client asks.

    def discovery(self):
        found = {"issuer": self.knobs.get("issuer", self.url), "authorization_endpoint": self.url + "/authorize",
                 "token_endpoint": self.url + "/token",
                 "jwks_uri": self.url + "/keys", "device_authorization_endpoint": self.url + "/device"}
        # The tests' own client is registered for this way alone, unless it says so.
        found["token_endpoint_auth_methods_supported"] = ["client_secret_post"]
        found.update(self.knobs.get("discovery", {}))
        found = {name: value for name, value in found.items() if value is not None}
        return 200, found

    def authorize(self, query):
        """Whoever comes is signed in; `login` of the knobs says who, or what goes wrong."""
        if query.get("client_id") != self.knobs.get("client", CLIENT) or query.get("response_type") != "code":
            return 400, {"error": "invalid_request"}
        self.asked.append(query)
        who = self.knobs.get("login", "ann")
        back = {"state": self.knobs.get("state", query.get("state", ""))}
        if who is None:
            back["error"] = "access_denied"
        else:
            code = secrets.token_urlsafe(16)
            self.codes[code] = dict(query, who=who)
            back["code"] = code
        return 302, query["redirect_uri"] + "?" + urllib.parse.urlencode(back), back

    def token(self, form, headers, shape):
        if not self.knows(form, headers, shape):
            return 401, {"error": "invalid_client"}
        if form.get("grant_type") == "urn:ietf:params:oauth:grant-type:device_code":
            return self.device_token(form)
        code = self.codes.pop(form.get("code"), None)
        if code is None or code.get("redirect_uri") != form.get("redirect_uri"):
            return 400, {"error": "invalid_grant"}
        if "code_challenge" in code:
            made = base64.urlsafe_b64encode(hashlib.sha256(form.get("code_verifier", "").encode()).digest()).rstrip(b"=").decode()
            if code.get("code_challenge_method") != "S256" or made != code["code_challenge"]:
                return 400, {"error": "invalid_grant"}
        return 200, self.tokens(code["who"], code.get("nonce"), shape)

    def tokens(self, who, nonce, shape=""):
        if shape in ("x", "facebook-access"):
            return {"access_token": "access-of-" + who, "token_type": "bearer"}
        given = dict(self.knobs.get("mint", {}))
        given["claims"] = {"sub": who, "nonce": nonce, **given.get("claims", {})}
        if shape == "line":
            given.setdefault("alg", "HS256")
        found = {"access_token": "access-of-" + who, "token_type": "Bearer", "id_token": self.mint(given)}
        return {name: value for name, value in found.items() if name not in self.knobs.get("lacks", [])}

    def knows(self, form, headers, shape):
        if shape == "x":
            pair = base64.b64encode(("%s:%s" % (CLIENT, SECRET)).encode()).decode()
            return headers.get("Authorization") == "Basic " + pair
        if shape == "apple":
            try:
                said = jwt.decode(form.get("client_secret", ""), self.apple_key, algorithms=["ES256"], audience=self.url)
            except jwt.PyJWTError:
                return False
            head = jwt.get_unverified_header(form["client_secret"])
            return head["kid"] == APPLE_KEY_ID and said["iss"] == APPLE_TEAM and said["sub"] == CLIENT and said["exp"] - said["iat"] <= 600
        return self.knows_by(form, headers) == self.knobs.get("registered", "client_secret_post")

    def knows_by(self, form, headers):
        """The way by which the client says who it is; None: it does not, or by two ways."""
        client, secret, given = self.knobs.get("client", CLIENT), self.knobs.get("secret", SECRET), headers.get("Authorization")
        self.told.append({"form": dict(form), "authorization": given})
        if given is not None:
            name, _, password = base64.b64decode(given[len("Basic "):]).decode().partition(":")
            pair = urllib.parse.unquote_plus(name), urllib.parse.unquote_plus(password)
            return "client_secret_basic" if pair == (client, secret) and "client_secret" not in form else None
        if form.get("client_id") != client:
            return None
        if "client_secret" in form:
            return "client_secret_post" if form["client_secret"] == secret else None
        return "none"

    def device(self, form, headers):
        if not self.knows(form, headers, ""):
            return 401, {"error": "invalid_client"}
        code = secrets.token_urlsafe(16)
        self.devices[code] = form
        return 200, {"device_code": code, "user_code": "WDJB-MJHT", "verification_uri": self.url + "/type", "expires_in": 600,
                     "verification_uri_complete": self.url + "/type?user_code=WDJB-MJHT", "interval": 1}

    def device_token(self, form):
        if form.get("device_code") not in self.devices:
            return 400, {"error": "expired_token"}
        said = self.knobs.get("device", ["authorization_pending"])
        now = said.pop(0) if len(said) > 1 else said[0]
        if now != "approved":
            return 400, {"error": now}
        del self.devices[form["device_code"]]
        return 200, self.tokens(self.knobs.get("login", "ann"), None)

    def facebook(self, path, query):
        app = "%s|%s" % (CLIENT, SECRET)
        if path == "/facebook/debug_token":
            token = query.get("input_token", "")
            if query.get("access_token") != app or not token.startswith("access-of-"):
                return 400, {"error": {"message": "bad"}}
            return 200, {"data": {"app_id": self.knobs.get("app_id", CLIENT), "is_valid": self.knobs.get("is_valid", True),
                                  "user_id": token[len("access-of-"):], "expires_at": int(time.time()) + self.knobs.get("left", 600)}}
        token = query.get("access_token", "")
        proof = hmac.new(SECRET.encode(), token.encode(), hashlib.sha256).hexdigest()
        if query.get("appsecret_proof") != proof:
            return 400, {"error": {"message": "Invalid appsecret_proof"}}
        return 200, {"id": self.knobs.get("me", token[len("access-of-"):])}

    def line(self, path, query, headers):
        if path.endswith("/verify"):
            return 200, {"client_id": self.knobs.get("app_id", CLIENT), "expires_in": 1000, "scope": "profile"}
        return 200, {"userId": headers["Authorization"][len("Bearer access-of-"):], "displayName": "A"}

    def steam(self, query):
        if query.get("key") != SECRET or query.get("appid") != CLIENT or query.get("identity") != "gamebase":
            return 403, {}
        if query.get("ticket") != "14000000aabb":
            return 200, {"response": {"error": {"errorcode": 101, "errordesc": "Invalid ticket"}}}
        return 200, {"response": {"params": {"result": "OK", "steamid": "76561197972751825", "ownersteamid": "76561197972751825",
                                             "vacbanned": False, "publisherbanned": self.knobs.get("banned", False)}}}

    def answer(self, method, path, query, form, headers):
        shape = path.strip("/").split("/")[0]
        if path == urllib.parse.urlsplit(self.knobs.get("issuer", self.url)).path.rstrip("/") + "/.well-known/openid-configuration":
            return self.discovery()
        if path in self.knobs.get("redirect", {}):
            return 302, self.knobs["redirect"][path], {}
        if path == "/keys":
            return 200, self.keys.set(self.knobs.get("names", True))
        if path == "/userinfo":
            return 200, {"sub": headers["Authorization"][len("Bearer access-of-"):]}
        if path in ("/authorize", "/approve"):
            return self.authorize(query)
        if path == "/device":
            return self.device(form, headers)
        if path.endswith("/token"):
            return self.token(form, headers, shape if shape != "token" else "")
        if shape == "facebook":
            return self.facebook(path, query)
        if shape == "line":
            return self.line(path, query, headers)
        if path == "/x/me":
            return 200, {"data": {"id": headers["Authorization"][len("Bearer access-of-"):], "username": "u"}}
        if path == "/steam/ticket":
            return self.steam(query)
        return 404, {}

    def control(self, path, given):
        if path == "/control/mint":
            return {"token": self.mint(given)}
        if path == "/control/rotate":
            self.keys.rotate()
        if path == "/control/swap":
            self.keys.swap()
        if path == "/control/code":
            code = secrets.token_urlsafe(16)
            self.codes[code] = {"who": given["who"]}
            return {"code": code}
        if path == "/control/set":
            self.knobs = given
        if path == "/control/apple":
            self.apple_key = given["key"]
        return {"hits": self.hits, "asked": self.asked, "told": self.told}


PAGE = """<!doctype html><title>Sign in</title><form action="/approve" method="get">%s<button>Yes</button></form>
<script>document.forms[0].submit()</script>"""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def go(self):
        world, parts = self.server.world, urllib.parse.urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        query = dict(urllib.parse.parse_qsl(parts.query, keep_blank_values=True))
        if parts.path.startswith("/control"):
            with world.lock:
                return self.say(200, world.control(parts.path, json.loads(body or "{}")))
        with world.lock:
            world.hits[parts.path] = world.hits.get(parts.path, 0) + 1
            slow, status = world.knobs.get("slow", {}).get(parts.path, 0), world.knobs.get("status", {}).get(parts.path)
        if slow:
            time.sleep(slow)
        if status:
            return self.say(status, {"error": "server_error"})
        if parts.path == "/authorize" and "text/html" in self.headers.get("Accept", ""):
            fields = "".join('<input type="hidden" name="%s" value="%s">' % item for item in query.items())
            return self.say(200, PAGE % fields, "text/html")
        with world.lock:
            found = world.answer(self.command, parts.path, query, dict(urllib.parse.parse_qsl(body)), self.headers)
        if found[0] == 302:
            return self.away(query, *found[1:])
        return self.say(*found)

    def away(self, query, address, back):
        if query.get("response_mode") == "form_post":
            fields = "".join('<input type="hidden" name="%s" value="%s">' % item for item in back.items())
            page = '<!doctype html><form action="%s" method="post">%s</form><script>document.forms[0].submit()</script>'
            return self.say(200, page % (query["redirect_uri"], fields), "text/html")
        self.send_response(302)
        self.send_header("Location", address)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def say(self, status, value, kind="application/json"):
        body = (value if isinstance(value, str) else json.dumps(value)).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            pass

    do_GET = do_POST = go

    def log_message(self, *_):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.world = World()
    server.world.url = "http://127.0.0.1:%d" % server.server_address[1]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()

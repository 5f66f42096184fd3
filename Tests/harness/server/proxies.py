"""gamebased behind nginx, HAProxy and Caddy, each started from the example that is shipped, with other ports and paths and nothing else."""
import contextlib
import hashlib
import http.client
import http.server
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
import time

from harness.runner import Failure, Skip
from harness.server import service, wire
from harness.server.service import same
from harness.wires import calls, chunks, faces

EXAMPLES = "Sources/packaging/server"
HOST = "Games.Example.Com"
START_SECONDS = 20
# In which a proxy finds that a server is gone.
LOOK_SECONDS = 3
# Each a player's machine: of 127.0.0.0/8 a program may speak from any address.
PLAYERS = ("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5")
ODD_APP, ODD_PATH = 'one/app"%2', "one%2Fapp%22%252"
OPERATORS = "the operator is not heard through this proxy"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def certificate(context):
    def build():
        folder = context.directory("certificate")
        pem, key, both = (os.path.join(folder, name) for name in ("games.pem", "games.key", "both.pem"))
        context.check(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=" + HOST.lower(), "-addext",
                       "subjectAltName=IP:127.0.0.1,DNS:" + HOST.lower(), "-keyout", key, "-out", pem])
        with open(both, "w") as file:
            for path in (pem, key):
                with open(path) as part:
                    file.write(part.read())
        return pem, key, both
    return context.once("certificate", build)


def replaced(text, pairs, example):
    for old, new in pairs:
        if old not in text:
            raise Failure("%s has no %r" % (example, old))
        text = text.replace(old, new)
    return text


class Proxy:
    """One proxy in front of a gamebased, until the end of its `with`."""

    def __init__(self, context, kind, inner, second=None):
        self.kind, self.port, self.folder = kind, free_port(), context.directory(kind)
        pem, key, both = certificate(context)
        example = os.path.join(EXAMPLES, {"nginx": "nginx.conf", "haproxy": "haproxy.cfg", "caddy": "Caddyfile"}[kind])
        with open(context.path(example)) as file:
            text = file.read()
        inside = ("127.0.0.1:7878", "127.0.0.1:%d" % inner)
        paths = [("/etc/ssl/games.example.com.pem", pem), ("/etc/ssl/private/games.example.com.key", key)]
        made = {
            "nginx": [inside, ("listen 443 ssl;", "listen 127.0.0.1:%d ssl;" % self.port), *paths],
            "haproxy": [inside, ("bind :443 ", "bind 127.0.0.1:%d " % self.port), ("/etc/ssl/private/games.example.com.pem", both)],
            "caddy": [inside, ("games.example.com:443 {", "games.example.com:%d {" % self.port), *paths,
                      ("/run/caddy/admin.sock", self.folder + "/admin.sock")],
        }[kind]
        if second:
            beside = "127.0.0.1:%d" % second
            made.append({"nginx": ("# server 127.0.0.1:7879", "server " + beside),
                         "haproxy": ("# server two 127.0.0.1:7879", "server two " + beside),
                         "caddy": ("reverse_proxy " + inside[1], "reverse_proxy %s %s" % (inside[1], beside))}[kind])
        self.config = os.path.join(self.folder, os.path.basename(example))
        with open(self.config, "w") as file:
            file.write(replaced(text, made, example))
        self.log = open(os.path.join(self.folder, "log"), "w+")
        self.check, self.command = getattr(self, kind)()

    def nginx(self):
        whole = os.path.join(self.folder, "whole.conf")
        with open(whole, "w") as file:
            # nginx.conf of the package, as far as it needs one; the example is a file of its conf.d.
            file.write(("user root; " if os.getuid() == 0 else "") + "daemon off; pid %s/pid; error_log stderr warn;\n"
                       "worker_processes 1;\nevents { worker_connections 2048; }\nhttp {\n"
                       "access_log off; client_body_temp_path %s/body; proxy_temp_path %s/proxy; fastcgi_temp_path %s/f; uwsgi_temp_path "
                       "%s/u; scgi_temp_path %s/s;\ninclude %s;\n}\n" % (*[self.folder] * 6, self.config))
        program = found("nginx")
        return [program, "-t", "-c", whole], [program, "-c", whole]

    def haproxy(self):
        program = found("haproxy")
        return [program, "-c", "-f", self.config], [program, "-db", "-f", self.config]

    def caddy(self):
        program = found("caddy")
        words = ["--config", self.config, "--adapter", "caddyfile"]
        return [program, "validate", *words], [program, "run", *words]

    def __enter__(self):
        home = {**os.environ, "HOME": self.folder, "XDG_DATA_HOME": self.folder, "XDG_CONFIG_HOME": self.folder}
        checked = subprocess.run(self.check, env=home, capture_output=True, text=True, timeout=60)
        said = checked.stdout + checked.stderr
        if checked.returncode or re.search(r'\[warn\]|\[emerg\]|\[WARNING\]|\[ALERT\]|"level":"error"|not formatted', said):
            raise Failure("%s says of the example: %s" % (self.check[0], said))
        self.child = subprocess.Popen(self.command, env=home, stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.child.poll() is None:
            with contextlib.suppress(OSError):
                self.ask("GET", "/nothing")
                return self
            time.sleep(0.05)
        said = self.said()
        self.__exit__()
        raise Failure("%s did not start: %s" % (self.command[0], said))

    def __exit__(self, *_):
        self.child.terminate()
        try:
            self.child.wait(3)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        self.log.close()

    def said(self):
        self.log.flush()
        self.log.seek(0)
        return self.log.read()[-3000:]

    def connect(self, player=PLAYERS[0]):
        """A connection as a game makes it: by name, in TLS; whose certificate it is, other tests look at."""
        return Connection(self.port, player)

    def ask(self, method, path, headers=None, body=None, player=PLAYERS[0]):
        connection = self.connect(player)
        try:
            connection.request(method, path, body, {"Host": HOST, **(headers or {})})
            response = connection.getresponse()
            return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
        finally:
            connection.close()

    def player(self, address=PLAYERS[0], app=wire.APP, **options):
        return Game(self, address, self.port, "client", app=app, **options)


def found(name):
    path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if not path:
        raise Skip(name + " is not installed")
    return path


class Connection(http.client.HTTPConnection):
    def __init__(self, port, player):
        super().__init__("127.0.0.1", port, timeout=wire.ANSWER_SECONDS, source_address=(player, 0))

    def connect(self):
        super().connect()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self.sock = context.wrap_socket(self.sock, server_hostname=HOST.lower())


class Game(wire.Caller):
    def __init__(self, proxy, address, *more, **options):
        super().__init__(*more, **options)
        self.proxy, self.address = proxy, address
        self.headers.setdefault("Host", HOST)

    def connect(self):
        return self.proxy.connect(self.address)


def signed(proxy, method, path, body=None, headers=None, sign=None, player=PLAYERS[0], host=HOST):
    text = faces.text_to_sign(method, sign or path, faces.APPLICATION_KEY, faces.TIME, host)
    fields = {"X-NCMB-Application-Key": faces.APPLICATION_KEY, "X-NCMB-Timestamp": faces.TIME,
              "X-NCMB-Signature": faces.digest(text.encode())}
    if body is not None:
        fields["Content-Type"] = "application/json"
    return proxy.ask(method, path, {**fields, **(headers or {})}, body, player)


def events(proxy, player):
    """Lines of a stream, as they come."""
    connection = proxy.connect(player.address)
    connection.request("GET", "/v1/apps/%s/events" % player.app, headers={
        "Host": HOST, "Authorization": "Bearer " + player.token, "Accept": "text/event-stream"})
    response = connection.getresponse()
    same(response.status, 200, "a stream through the proxy")
    return connection, response


def heard(response, wanted):
    for _ in range(200):
        line = response.readline().decode()
        if not line:
            break
        if wanted in line:
            return line
    raise Failure("the stream ended without " + wanted)


def played(proxy, it):
    """A log-in, a purchase and a stream, of an app whose id has a slash, a quote and a percent sign, and of one that has none."""
    for app in (wire.APP, ODD_PATH):
        player = proxy.player(app=app).log_in()
        player.buy()
        same(len(service.bought(player)), 1, "what was bought through the proxy")
        connection, response = events(proxy, player)
        heard(response, "event: ready")
        it.console(app=app).well("console.kickout", {"extras": "through"})
        heard(response, "serverPush")
        connection.close()
        fields = {"Accept": "application/json", "Authorization": "Bearer " + player.token}
        poll = proxy.ask("GET", "/v1/apps/%s/events?wait=1" % app, fields)
        same((poll[0], "events" in json.loads(poll[2])), (200, True), "a long poll")


def spoken(proxy, it):
    """The published interfaces: a host with capitals is signed, letters of all kinds, files, chunks, HEAD, a long address."""
    same(signed(proxy, "POST", "/2013-09-01/classes/Horse", b'{"name":"Arion"}')[0], 201, "an object, its host signed with capitals")
    where = "/2013-09-01/classes/Horse?where=%7B%22name%22%3A%22Arion%22%7D&limit=5"
    same(len(json.loads(signed(proxy, "GET", where)[2])["results"]), 1, "a search")
    same(signed(proxy, "GET", where, host=HOST.lower())[0], 200, "a search, its host signed in small letters")
    same(signed(proxy, "GET", where, host="elsewhere.example.com")[0], 401, "a search that is signed for another host")
    content = os.urandom(700_000)
    form = b'--b7\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: image/png\r\n\r\n%s\r\n--b7--\r\n' % content
    sent, browser, decoded = ("/2013-09-01/files/" + name for name in ("%E7%B5%B5%20b'.png", "絵%20b'.png", "絵 b'.png"))
    typed = {"Content-Type": "multipart/form-data; boundary=b7"}
    same(signed(proxy, "POST", sent, form, typed, browser)[0], 201, "an upload, its name signed as a browser does")
    for sign in (sent, browser, decoded):
        status, headers, body = signed(proxy, "GET", sent, sign=sign)
        same((status, hashlib.sha256(body).digest()), (200, hashlib.sha256(content).digest()), "the same file, signed as %s" % sign)
    status, headers, body = proxy.ask("HEAD", "/applications/QuickStart/publicFiles/%E7%B5%B5%20b'.png")
    same((status, headers["content-length"], body), (200, "700000", b""), "HEAD of a public file")
    text = faces.text_to_sign("POST", "/2013-09-01/classes/Horse", faces.APPLICATION_KEY, faces.TIME, HOST)
    connection = proxy.connect()
    connection.request("POST", "/2013-09-01/classes/Horse", iter([b'{"name":', b'"Balios"}']), {
        "Host": HOST, "X-NCMB-Application-Key": faces.APPLICATION_KEY, "X-NCMB-Timestamp": faces.TIME, "Content-Type": "application/json",
        "X-NCMB-Signature": faces.digest(text.encode())}, encode_chunked=True)
    same(connection.getresponse().status, 201, "an object in chunks")
    connection.close()
    long = "/2013-09-01/classes/Horse?where=%7B%22name%22%3A%22" + "a" * 11_000 + "%22%7D"
    same(signed(proxy, "GET", long)[0], 200, "an address of 11 KiB")
    secret = {"X-Secret-Key": "quickstart-secret", "X-TCGB-Transaction-Id": "t-1"}
    status, _, body = proxy.ask("GET", "/tcgb-member/v1.3/apps/QuickStart/members/NOBODY", secret)
    same((status, json.loads(body)["header"]["transactionId"]), (200, "t-1"), "a game server's question")


def outside(proxy):
    """What browsers and stores open, who have no player's token: each is answered by gamebased, and not by the proxy."""
    for app in (wire.APP, ODD_PATH):
        for page in ("password-reset", "confirmation"):
            # A key that is none: the page says so.
            status, headers, _ = proxy.ask("GET", "/v1/apps/%s/mail/%s?key=%s" % (app, page, "k" * 43), player=PLAYERS[3])
            same((status, "content-security-policy" in headers), (404, True), "gamebased's own page %s" % page)
        status, _, body = proxy.ask("GET", "/v1/apps/%s/sign-in/callback?state=none" % app, player=PLAYERS[3])
        same((status, b"This sign-in is unknown" in body), (400, True), "a sign-in that nobody has begun")
        status, _, body = proxy.ask("POST", "/v1/apps/%s/stores/WEB/events" % app, {"Content-Type": "application/json"}, b"{}")
        same((status, b"signature is missing" in body), (400, True), "a message of a store")


def closed(context, proxy, it):
    """What is the operator's is answered in words; what watches the server is not there."""
    for name in ("console", "backup", "reconcile", "database", "try"):
        for app in (wire.APP, ODD_PATH):
            status, _, body = proxy.ask("POST", "/v1/apps/%s/%s" % (app, name), {"Authorization": "Bearer " + wire.KEY}, b"{}")
            same((status, OPERATORS in json.loads(body)["message"]), (403, True), "the operator's %s of %s" % (name, app))
    hidden = ("/metrics", "/health", "/ready", "/v1/apps/QuickStart/client/../console", "/v1/apps/QuickStart/console/%2e%2e/client",
              "/v1/apps/QuickStart%2Fconsole", "/v1/apps/QuickStart/console/", "//v1/apps/QuickStart/console",
              "/v1/apps/QuickStart/%63onsole",
              "/v1/apps/QuickStart/console%3Fx=/client", "/v1/apps/QuickStart/console;/client", "/v1%2Fapps/QuickStart/console")
    for path in hidden:
        status, _, body = proxy.ask("POST", path, {"Authorization": "Bearer " + wire.KEY, "Content-Type": "application/json"},
                                    wire.form("console.report"))
        if status == 200 or b"ledger" in body or status not in (400, 403, 404, 405):
            raise Failure("%s: %d %r" % (path, status, body[:200]))
    for words, wanted in (([], "does not forward the operator"), (["--app", wire.APP], OPERATORS)):
        command = [context.path("build", "gamebasectl"), "--url", "https://127.0.0.1:%d" % proxy.port, "--cacert", certificate(context)[0]]
        said = subprocess.run([*command, *words, "report"], capture_output=True, text=True, timeout=60,
                              env={**os.environ, "GAMEBASED_OPERATOR_KEY": wire.KEY})
        text = said.stdout + said.stderr
        # Caddy answers nobody who does not say the host's name.
        if said.returncode == 0 or "<" in text or (wanted not in text and proxy.kind != "caddy"):
            raise Failure("gamebasectl %s through the proxy: %d %s" % (words, said.returncode, text))


def bounded(proxy):
    """Bodies above every limit, and limits that count the player's address and not the proxy's, whatever the player says."""
    connection = proxy.connect()
    with contextlib.suppress(OSError):
        connection.request("POST", "/v1/apps/QuickStart/client", b"x" * (25 << 20), {"Host": HOST, "Content-Type": "application/json"})
    with contextlib.suppress(ConnectionError, http.client.RemoteDisconnected, ssl.SSLError):
        same(connection.getresponse().status, 413, "a body above every limit")
    connection.close()
    guess = {"idPInfo": {"idPCode": "guest", "accessToken": "g" * 32}}
    lies = [{}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-For": "unknown"}, {"Forwarded": "for=192.0.2.8"},
            {"X-Real-IP": "192.0.2.9"},
            {"X-Forwarded-For": "192.0.2.9"}, {"X-Forwarded-For": ""}, {"X-Forwarded-For": "unix:"}]
    found = [proxy.player(PLAYERS[1], headers=dict(lies[at % len(lies)])).ask("gateway.idPLogin", guess).status for at in range(24)]
    same(found, [200] * 16 + [429] * 8, "sign-ins of one player's address, whatever it says")
    same(proxy.player(PLAYERS[2]).ask("gateway.idPLogin", guess).status, 200, "a sign-in from another address")


class Standin(http.server.BaseHTTPRequestHandler):
    """A server of which one app is damaged: what asks for it is 503, as gamebased has it."""
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(503 if "/Damaged/" in self.path else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def standin():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Standin)
    server.daemon_threads = True
    # Connections that only look whether somebody is there are cut.
    server.handle_error = lambda *_: None
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def beside(kind):
    """The example with its second server: one that is gone gets no request, and an app that is damaged costs no other app a server."""
    def test(context):
        def asked(proxy):
            return {proxy.ask("POST", "/v1/apps/Sound/client", body=b"{}")[0] for _ in range(16)}
        with standin() as one, Proxy(context, kind, one, free_port()) as proxy:
            time.sleep(LOOK_SECONDS)
            same(asked(proxy), {200}, "requests while one of two servers is gone")
        with standin() as one, standin() as two, Proxy(context, kind, one, two) as proxy:
            same({proxy.ask("GET", "/v1/apps/Damaged/events")[0] for _ in range(8)}, {503}, "the damaged app's polls")
            same(asked(proxy), {200}, "another app's requests behind them")
    return test


def behind(kind):
    def test(context):
        consoles = [service.settings(context, app, ncmb={"applicationKey": key, "clientKey": faces.CLIENT_KEY, "publicFiles": True})
                    for app, key in ((wire.APP, faces.APPLICATION_KEY), (ODD_APP, "another-application-key"))]
        options = ["--proxy", "127.0.0.1", "--limit", "login=0.001/16"]
        with service.server(context, console=consoles, options=options) as it, Proxy(context, kind, it.port) as proxy:
            try:
                played(proxy, it)
                spoken(proxy, it)
                outside(proxy)
                closed(context, proxy, it)
                bounded(proxy)
            except Failure as failure:
                raise Failure("%s\n%s said: %s" % (failure, kind, proxy.said()))
    return test

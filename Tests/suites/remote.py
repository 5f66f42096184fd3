"""A game whose service is on another machine: the shipped library against gamebased, and with somebody between who cuts."""
import http.server
import json
import os
import re
import select
import socket
import subprocess
import sys
import threading
import time

from harness.runner import Failure, Test
from harness.server import service as server, wire
from suites import examples, packages

KEY = wire.KEY
WAIT_SECONDS = 60
# Changes that get through for each that is cut: a client whose every request fails has no budget to try again.
BETWEEN_CUTS = 3


class Beside:
    """A program beside the game, ended with the block."""

    def __init__(self, context, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env=context.environment(context.directory("home")))
        self.lines = []
        line = self.line()
        if not line.startswith("ready "):
            raise Failure("%s said: %s" % (command[0], line))
        self.port = int(line.split()[1])
        self.url = "http://127.0.0.1:%d" % self.port

    def line(self):
        if not select.select([self.process.stdout], [], [], WAIT_SECONDS)[0]:
            raise Failure("nothing was said in %d s" % WAIT_SECONDS)
        return self.process.stdout.readline().decode().rstrip("\n")

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


SETTINGS = {
    "app": {"appId": "Contract", "name": "Contract", "typeCode": "SANDBOX", "secretKey": "contract-secret", "defaultLanguage": "en"},
    "idPs": {"guest": {"enabled": True}},
    "products": [{"gamebaseProductId": "gem_100", "productType": "CONSUMABLE", "price": "0.99", "currency": "USD"}],
    "ncmb": {"passwordCost": 8},
}


def service(context, folder="", port=0, settings=None):
    """gamebased; its settings are those of SETTINGS unless a file of others is given."""
    if settings is None:
        settings = os.path.join(context.directory("settings"), "console.json")
        with open(settings, "w", encoding="utf-8") as file:
            json.dump(SETTINGS, file)
    return Home(server.program(context), folder or os.path.join(context.directory("server"), "data"), [settings], port)


class Home:
    """One gamebased, for as long as the block lasts, at a port that may be said."""

    def __init__(self, program, folder, files, port):
        self.process, self.wanted = wire.Process(program, folder, files), port

    def __enter__(self):
        self.process.start(self.wanted)
        self.port = self.process.port
        self.url = "http://127.0.0.1:%d" % self.port
        return self

    def __exit__(self, *_):
        self.process.kill()


def proxy(context, port, *how):
    return Beside(context, [sys.executable, context.path("Tests", "harness", "remote", "proxy.py"), str(port), str(BETWEEN_CUTS), *how])


def program(context):
    return context.compile("Tests/harness/remote/game.c", "remote-game", flags=["-I", context.path("Tests", "contract")],
                           libraries=["-lgamebase", "-lpthread", "-ldl"])


def environment(context, url, key=KEY):
    found = {"LD_LIBRARY_PATH": context.path("build")}
    if url:
        found["GAMEBASE_SERVICE_URL"] = url
    if key:
        found["GAMEBASE_OPERATOR_KEY"] = key
    return found


def played(context, url, steps, storage=None, key=KEY, **more):
    """- Returns: what each step said, as (code, rest)."""
    output = context.check([program(context), storage or context.directory("storage"), *steps.split()],
                           environment=dict(environment(context, url, key), **more))
    return output


def must(output, *lines):
    for line in lines:
        if line not in output.splitlines():
            raise Failure("it did not say \"%s\":\n%s" % (line, output))


STORY = "initialize settings login buy consume keys save objects payments logout"


def story(context):
    with service(context) as home:
        output = played(context, home.url, STORY + " suspend shutdown")
        must(output, "initialize 0 -", "buy 0 -", "consume 0 1 of 1", "save 0 -", "objects 0 1", "payments 0 1", "ledger 0 sound",
             "suspend 0 -", "shutdown 1 soon")


def by_configuration(context):
    """The configuration's address is before the environment's."""
    with service(context) as home:
        must(played(context, "http://127.0.0.1:9", "initialize settings login", PLAYED_URL=home.url), "initialize 0 -", "settings 0 -")


def carried(context):
    """By the engine: without libcurl, streams included."""
    with service(context) as home:
        output = played(context, home.url, "engine initialize login buy consume kick kicked carried look shutdown")
        must(output, "buy 0 -", "consume 0 1 of 1", "kicked 1 -", "engine 1 -", "shutdown 1 soon")
        if "look 0 none " not in output:
            raise Failure(output)


def unopened(context):
    must(played(context, None, STORY + " look"), "initialize 0 -", "ledger 0 sound", "look 0 none none none")
    with service(context) as home:
        must(played(context, home.url, "initialize look"), "look 0 libcurl sockets net")


def unkeyed(context):
    with service(context) as home:
        output = played(context, home.url, "initialize settings", key=None)
        if "settings 2 " not in output or "TCGBConsole_setOperatorKey" not in output:
            raise Failure(output)
        output = played(context, home.url, "initialize settings", key="wrong-key")
        if "settings 2 " not in output:
            raise Failure(output)


def unusable(context):
    for url, word in (("games.example.com", "is not an address"), ("https://u:p@example.com", "a user or a password"),
                      ("http://192.0.2.1", "TCGBHost_setAllowsPlainHTTP"), ("https://example.com/?x", "a query")):
        output = played(context, url, "initialize")
        if "initialize 3 " not in output or "GAMEBASE_SERVICE_URL: " not in output or word not in output:
            raise Failure("%s: %s" % (url, output))


def offline(context):
    """What is said, what stays, and what goes when the service is back, in a later life too."""
    with service(context) as home:
        storage = context.directory("storage")
        must(played(context, home.url, "initialize login", storage), "initialize 0 -")
    output = played(context, home.url, "initialize shutdown", storage)
    must(output, "initialize 110 -", "after a while", "shutdown 1 soon")
    # A connection that did not come about carried nothing: the game need not fear that something was done.
    if "Nothing was sent" not in output or "unknown" in output:
        raise Failure(output)


def comes_back(context):
    folder, storage = context.directory("service"), context.directory("storage")
    with service(context, folder) as home:
        port = home.port
        must(played(context, home.url, "initialize settings login keys save", storage), "save 0 -")
    # Nobody is there: the change is kept, and the process ends.
    output = played(context, "http://127.0.0.1:%d" % port, "keys eventually wait shutdown", storage, GAMEBASE_APP_ID="Contract")
    must(output, "eventually 0 -")
    with service(context, folder, port) as home:
        must(played(context, home.url, "initialize login keys wait objects metric wait shutdown", storage), "objects 0 2")


class Refusing(http.server.BaseHTTPRequestHandler):
    """Knows no app, and notes which were asked for."""
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        found = re.match(r"/v1/apps/([^/?]*)", self.path)
        self.server.asked.append(found.group(1) if found else self.path)
        open(os.path.join(self.server.notes, self.server.asked[-1].replace("/", "_")), "w").close()
        body = b'{"error":{"code":404,"message":"there is no such app"}}'
        self.send_response(404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_PUT = do_POST

    def log_message(self, *_):
        pass


class Nowhere(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """A game that has ended reads no answer."""


def apps_asked_for(context, steps, **more):
    """The apps that these steps ask a service for, each once, in order."""
    with Nowhere(("127.0.0.1", 0), Refusing) as home:
        home.asked, home.notes = [], context.directory("notes")
        threading.Thread(target=home.serve_forever, daemon=True).start()
        try:
            played(context, "http://127.0.0.1:%d" % home.server_port, steps, PLAYED_NOTES=home.notes, **more)
        finally:
            home.shutdown()
        return list(dict.fromkeys(home.asked))


def named_apps(context):
    """Who begins by a key of purchases or of the mobile backend asks for the app of the environment, and Gamebase for its own."""
    own, key, stored = "Contract", "contract-iap", "Another"
    for steps, more, wanted in (
            ("initialize shutdown", {}, [own]), ("initialize shutdown", {"GAMEBASE_APP_ID": stored}, [own]),
            ("purchases asked shutdown", {}, [key]), ("purchases asked shutdown", {"GAMEBASE_APP_ID": stored}, [stored]),
            ("purchases asked initialize shutdown", {"GAMEBASE_APP_ID": stored}, [stored, own]),
            ("keys save shutdown", {"GAMEBASE_APP_ID": stored}, [stored]),
            ("keys save initialize shutdown", {"GAMEBASE_APP_ID": stored}, [stored, own]),
            # Gamebase has failed, so that the home is made anew.
            ("initialize asked purchases asked shutdown", {}, [own, key]),
            ("initialize asked purchases asked shutdown", {"GAMEBASE_APP_ID": stored}, [own, stored]),
            ("initialize keys save shutdown", {"GAMEBASE_APP_ID": stored}, [own, stored])):
        asked = apps_asked_for(context, steps, **more)
        if asked != wanted:
            raise Failure("%s with %s asked for the apps %s, and not %s" % (steps, more, asked, wanted))


def told(context):
    """A kickout from one process reaches the other."""
    with service(context) as home:
        game = subprocess.Popen([program(context), context.directory("storage"), "initialize", "login", "kicked"], stdout=subprocess.PIPE,
                                env=context.environment(context.directory("home"), environment(context, home.url)))
        try:
            while not game.stdout.readline().startswith(b"login 0"):
                if game.poll() is not None:
                    raise Failure("the game ended")
            time.sleep(0.5)
            began = time.monotonic()
            must(played(context, home.url, "initialize kick"), "kick 0 -")
            rest = game.stdout.read().decode()
            if "kicked 1 -" not in rest or time.monotonic() - began > 30:
                raise Failure(rest)
        finally:
            game.kill()
            game.wait()


def cuts(context, steps, times, *lines):
    with service(context) as home, proxy(context, home.port) as between:
        output = played(context, between.url, steps)
        must(output, *lines)
        for line in output.splitlines():
            if line.split()[0] in ("login", "buy", "save", "consume", "logout") and line.split()[1] != "0":
                raise Failure("%s\n%s" % (line, output[-2000:]))
        between.process.stdin.close()
        cut = int(between.line().split()[1])
        if cut < times:
            raise Failure("only %d cuts" % cut)
        between.process.stdin = open(os.devnull, "w")
        return "%d cuts" % cut


def cut_purchases(context):
    return cuts(context, "initialize login buy*60 consume payments", 40, "consume 0 60 of 60", "payments 0 60", "ledger 0 sound")


def cut_saves(context):
    return cuts(context, "initialize login keys save*300 objects", 60, "objects 0 300")


def cut_logins(context):
    """One guest, whatever happens on the way."""
    with service(context) as home, proxy(context, home.port) as between:
        output = played(context, between.url, "initialize " + "login logout " * 40)
        users = {line for line in output.splitlines() if line.startswith("login ")}
        if len(users) != 1 or not users.pop().startswith("login 0 "):
            raise Failure(output)


def hangs(context):
    """A shutdown keeps its limit though the service hangs in the middle of a byte."""
    listener = socket.create_server(("127.0.0.1", 0))
    held = []

    def accept():
        while True:
            try:
                peer, _ = listener.accept()
            except OSError:
                return
            held.append(peer)
            peer.recv(100)
            peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Le")

    threading.Thread(target=accept, daemon=True).start()
    try:
        url = "http://127.0.0.1:%d" % listener.getsockname()[1]
        process = subprocess.Popen(
            [program(context), context.directory("storage"), "impatient", "initialize", "shutdown"], stdout=subprocess.PIPE,
            env=context.environment(context.directory("home"), environment(context, url)))
        out, _ = process.communicate(timeout=100)
        if b"shutdown 1 soon" not in out or b"initialize 101 -" not in out:
            raise Failure(out.decode())
    finally:
        listener.close()
        for peer in held:
            peer.close()


def example(name, compiler, standard):
    def run(context):
        built = examples.compiled(context, name, compiler, [standard])
        with service(context, settings=context.path("examples", "console.json")) as home:
            output = context.check([built, context.directory("example"), context.path("examples", "console.json")],
                                   environment=dict(packages.at_run(context), GAMEBASE_APP_ID="QuickStart",
                                                    **environment(context, home.url)))
            if not output.rstrip().endswith("done"):
                raise Failure("it did not come to its end:\n" + output)
    return run


def tests(context):
    return [
        Test("a game logs in, buys, consumes and saves at a service elsewhere, and its operator and game server do too", story),
        Test("the address of the configuration counts before the environment's", by_configuration),
        Test("the engine's own HTTP carries everything, streams too, and libcurl is not opened", carried),
        Test("without an address neither libcurl nor a socket is opened, and no thread is made", unopened),
        Test("an operator without the key, or with a wrong one, is told which", unkeyed),
        Test("an address that is none, and http that is not this machine, fail initialize with words", unusable),
        Test("offline initialize fails with 110 in a while, and shutdown is soon", offline),
        Test("what saveEventually kept offline goes when the service is back, in a later life", comes_back),
        Test("a start by Gamebase, by purchases alone or by the mobile backend alone asks for the app that each names", named_apps),
        Test("a kickout from one process reaches a game in another", told),
        Test("purchases whose requests and answers are cut at each byte are paid once and granted once", cut_purchases),
        Test("saves whose requests and answers are cut at each byte are there once", cut_saves),
        Test("a guest whose log-ins are cut at each byte stays one guest", cut_logins),
        Test("a shutdown keeps its limit though the service hangs in the middle of a byte", hangs, alone=True),
        Test("the quickstart plays unchanged against a service elsewhere", example("quickstart.c", "gcc", "-std=c99")),
        Test("the derby plays unchanged against a service elsewhere", example("derby.c", "gcc", "-std=c99")),
    ]

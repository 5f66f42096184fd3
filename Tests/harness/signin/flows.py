"""Sign-ins that gamebased carries through: by a page, and by a code that is typed elsewhere."""
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import time
import urllib.parse

from harness.runner import Failure, Skip
from harness.server import wire
from harness.server.service import eventually, same
from harness.signin import idp
from harness.signin.tokens import REMOTE, WRONG

PORT = 40000


def begin(it, code="oidc", flow="BROWSER", wanted=0, **more):
    answer = it.player().ask("gateway.beginSignIn", {"idPCode": code, "flow": flow, "port": PORT, **more})
    same(answer.code, wanted, "the beginning of a sign-in with %s (%r)" % (code, answer))
    return answer.body


def visit(at, url):
    """The player's yes; what the provider gives back."""
    status, place, page = at.get(url)
    if not place:
        raise Failure("the provider's page sends nobody back: %d %s" % (status, page))
    return place, dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(place).query))


def go_on(it, begun, back, **changes):
    given = {"ticket": begun["ticket"], "code": back.get("code", ""), "state": back.get("state", "")}
    given.update(changes)
    return it.player().ask("gateway.continueSignIn", given)


def proven(it, code, answer):
    same((answer.code, answer.body and answer.body.get("status")), (0, "PROVEN"), "the end of a sign-in (%r)" % answer)
    return idp.log_in(it, code, answer.body["accessToken"])


def pages(context):
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        for code in ("oidc", "google", "line", "facebook", "twitter"):
            begun = begin(it, code)
            place, back = visit(at, begun["url"])
            same(place.split("?")[0], "http://127.0.0.1:%d/" % PORT, "where the player is sent")
            same(back["state"], begun["state"], "the state that came back")
            user = proven(it, code, go_on(it, begun, back))
            if code in ("oidc", "google", "line"):
                same(idp.log_in(it, code, at.mint()), user, "the member behind the provider's token")
            asked = at.asked()[-1]
            same((asked["code_challenge_method"], len(asked["code_challenge"])), ("S256", 43), "PKCE with " + code)
            if idp.SECRET in begun["url"] or idp.SECRET in repr(begun):
                raise Failure("the game is told the client's secret")
        wrong = [({"state": "x"}, "state"), ({"state": ""}, "state"), ({"code": ""}, "state"), ({"code": "x"}, "invalid_grant"),
                 ({"ticket": "x"}, "ticket"), ({"ticket": begin(it)["ticket"]}, "state")]
        for change, says in wrong:
            begun = begin(it)
            _, back = visit(at, begun["url"])
            answer = go_on(it, begun, back, **change)
            same((answer.code, says in answer.form["message"]), (WRONG, True), "%r of a sign-in: %r" % (change, answer))
        # The code of another sign-in: its PKCE fits only its own.
        mine, other = begin(it), begin(it)
        _, back = visit(at, other["url"])
        same(go_on(it, mine, {"code": back["code"], "state": mine["state"]}).code, WRONG, "another's code")
        for claims in ({"nonce": "another"}, {"nonce": None}, {"aud": "another"}, {"exp": int(time.time()) - 600}):
            at.set(mint={"claims": claims})
            begun = begin(it)
            _, back = visit(at, begun["url"])
            same(go_on(it, begun, back).code, WRONG, "a sign-in with %r" % claims)
        at.set(status={"/token": 500})
        begun = begin(it)
        _, back = visit(at, begun["url"])
        same(go_on(it, begun, back).code, REMOTE, "a sign-in with a provider that fails")
        at.set()
        begin(it, "steam", wanted=-4000412)
        begin(it, "payco", wanted=-4000412)
        begin(it, flow="ELSE", wanted=-4000003)
        begin(it, port=80, wanted=-4000003)
        same(it.player().ask("gateway.idPLogin", idp.info("google", go_on(it, *again(it, at)).body["accessToken"])).code, WRONG,
             "the proof of one provider at another")


def again(it, at, code="oidc"):
    begun = begin(it, code)
    return begun, visit(at, begun["url"])[1]


def resumed(context):
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        begun, back = again(it, at)
        it.stop()
        it.start()
        first = go_on(it, begun, back)
        user = proven(it, "oidc", first)
        same(proven(it, "oidc", go_on(it, begun, back)), user, "an answer that is asked for again")
        same(at.hits("/token"), 1, "how often the code was redeemed")
        it.stop()
        it.start()
        same(idp.log_in(it, "oidc", first.body["accessToken"]), user, "a proof after a restart")
        with idp.server(context, idp.providers(at)) as other:
            begun, back = again(it, at)
            answer = go_on(other, begun, back)
            same((answer.code, answer.body["status"]), (0, "PROVEN"), "a sign-in that goes on at another server")
        key = wire.new_key()
        asked = idp.info("oidc", first.body["accessToken"])
        users = [it.player().ask("gateway.idPLogin", asked, key).body["member"]["userId"] for _ in range(2)]
        same(users, [user, user], "a log-in that is sent twice")


def codes(context):
    """A code of the provider's own software is good once; whoever lost the answer asks again with the same key."""
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        code = at.control("code", who="amy")["code"]
        asked, key = idp.info("oidc", "", authorizationCode=code), wire.new_key()
        found = [it.player().ask("gateway.idPLogin", asked, key) for _ in range(2)]
        same([answer.code for answer in found], [0, 0], "a log-in by a code that is sent twice with its key: %r" % found)
        same(found[1].body, found[0].body, "its second answer")
        same(at.hits("/token"), 1, "how often the code was redeemed")
        same(it.player().ask("gateway.idPLogin", asked, wire.new_key()).code, WRONG, "the same code with another key")
        guest = it.player().log_in()
        asked = idp.info("oidc", "", authorizationCode=at.control("code", who="bob")["code"])
        key = wire.new_key()
        same([guest.ask("gateway.addMapping", asked, key).code for _ in range(2)], [0, 0], "a mapping that is sent twice with its key")


def callbacks(context):
    """Where the provider sends players back to the server: Apple's way, by a form, too."""
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        own = "http://127.0.0.1:%d/v1/apps/QuickStart/sign-in/callback" % it.port
        apple = {**idp.apple(context, at), "callbackUrl": own, "scope": "name"}
        given = idp.providers(at, oidc={"callbackUrl": own}, appleid=apple)
        it.console().well("console.loadSettings", {"settings": settings_of(context, given)}, wire.new_key())
        begun = begin(it)
        place, _ = visit(at, begun["url"])
        same(place.split("?")[0], own, "where the provider sends the player")
        status, place, _ = at.get(place)
        back = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(place).query))
        same((status, place.split("?")[0]), (302, "http://127.0.0.1:%d/" % PORT), "where the server sends the player")
        proven(it, "oidc", go_on(it, begun, back))
        begun = begin(it, "appleid")
        code = at.control("code", who="amy")["code"]
        for text, wanted in (("state=%s&code=%s" % (begun["state"], code), 302), ("state=x&code=" + code, 400), ("code=" + code, 400),
                             ("state=%s&state=x&x" % begun["state"], 302)):
            head = ("POST /v1/apps/QuickStart/sign-in/callback HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                    "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n" % len(text))
            answer = wire.raw(it.port, (head + text).encode())[0]
            same(answer.split(b" ")[1].decode(), str(wanted), "a form that says " + text[:20])
        for path in ("?state=x&code=c", "?code=c", "", "?state=" + begin(it, "google")["state"] + "&code=c"):
            status, place, page = at.get(own + path)
            same((status, place, "unknown or over" in page), (400, None, True), "a way back that nobody waits for: " + path)


def settings_of(context, idPs):
    import json
    with open(idp.settings(context, idPs)) as file:
        return json.load(file)


def devices(context):
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        begun = begin(it, flow="DEVICE")
        same((begun["userCode"], begun["verificationUri"], begun["intervalMilliseconds"]), ("WDJB-MJHT", at.url + "/type", 1000), "a code")

        def ask():
            return it.player().ask("gateway.continueSignIn", {"ticket": begun["ticket"]})
        at.set(device=["authorization_pending"])
        same((ask().body["status"], ask().body["moreMilliseconds"]), ("PENDING", 0), "before the player says anything")
        at.set(device=["slow_down"])
        same((ask().body["status"], ask().body["moreMilliseconds"]), ("PENDING", 5000), "when the provider is asked too often")
        at.set(status={"/token": 500})
        same(ask().code, REMOTE, "when the provider fails")
        for said, wanted in (("access_denied", "DENIED"), ("expired_token", "EXPIRED")):
            at.set(device=[said])
            same(ask().body["status"], wanted, "after " + said)
        at.set(device=["approved"])
        answer = ask()
        user = proven(it, "oidc", answer)
        same(proven(it, "oidc", ask()), user, "an answer that is asked for again")
        same(idp.log_in(it, "oidc", at.mint()), user, "the member behind the provider's token")
        begin(it, "twitter", flow="DEVICE", wanted=-4000412)


# The shipped library.

def program(context):
    context.library()
    return context.compile("Tests/harness/signin/player.c", "signin-player", flags=["-I", context.path("Tests", "contract")],
                           libraries=["-lgamebase", "-lpthread", "-ldl"])


class Game:
    """A game of the library's, which says what it does in lines; steps come as arguments."""

    def __init__(self, context, it, *steps, path=None, folder=None):
        environment = context.environment(context.directory("home"))
        if path:
            environment["PATH"] = path + ":" + environment.get("PATH", "/usr/bin:/bin")
        self.child = subprocess.Popen(
            [program(context), folder or context.directory("game"), "http://127.0.0.1:%d" % it.port, *steps], env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.child.poll() is None:
            self.child.kill()
        self.child.wait()
        self.child.stdin.close()
        self.child.stdout.close()

    def say(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()

    def until(self, word, seconds=30):
        """The rest of the next line that begins with the word."""
        timer = __import__("threading").Timer(seconds, self.child.kill)
        timer.start()
        try:
            for line in self.child.stdout:
                self.lines.append(line.rstrip("\n"))
                if line.startswith(word + " "):
                    return line.rstrip("\n")[len(word) + 1:]
        finally:
            timer.cancel()
        raise Failure("the game did not come to %s:\n%s" % (word, "\n".join(self.lines)))


def page_of(at, game):
    """Where the game's start page leads a browser: the provider's page. The address that an opener gets says nothing of it."""
    url = game.until("page")
    status, place, _ = at.get(url)
    same((status, urllib.parse.urlsplit(url).hostname, "state" in url), (302, "127.0.0.1", False), "the start page " + url)
    return place


class Browser:
    """Debian's Chromium without a screen, with a profile of its own. It ends with the `with`."""

    def __init__(self, context, url):
        found = shutil.which("chromium")
        if not found:
            raise Skip("needs chromium")
        profile = context.directory("profile")
        environment = context.environment(profile)
        self.child = subprocess.Popen(
            [found, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
             "--user-data-dir=" + os.path.join(profile, "chromium"), "--remote-debugging-port=0", url],
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self.child.pid, signal.SIGKILL)
        self.child.wait()


def browser(context):
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        own = "http://127.0.0.1:%d/v1/apps/QuickStart/sign-in/callback" % it.port
        with Game(context, it, "login", "oidc") as game, Browser(context, game.until("page")):
            same(game.until("login").split()[0], "0", "a log-in by a browser")
            user = game.until("user")
        same(idp.log_in(it, "oidc", at.mint()), user, "whose account it is")
        same(at.hits("/approve"), 1, "how often the browser sent the provider's form")
        apple = {**idp.apple(context, at), "callbackUrl": own, "scope": "name"}
        it.console().well("console.loadSettings", {"settings": settings_of(context, idp.providers(at, appleid=apple))}, wire.new_key())
        with Game(context, it, "login", "appleid") as game, Browser(context, game.until("page")):
            same(game.until("login").split()[0], "0", "a log-in by Apple's form and the server's page")
            user = game.until("user")
        same(idp.log_in(it, "appleid", at.mint()), user, "whose account at Apple it is")


def game(context):
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        at.set(device=["authorization_pending", "slow_down", "approved"], login="dee")
        with Game(context, it, "device", "oidc") as player:
            same("WDJB-MJHT" in player.until("code"), True, "the code that the game is told")
            same(player.until("login").split()[0], "0", "a log-in by a code")
            user = player.until("user")
        same(idp.log_in(it, "oidc", at.mint(claims={"sub": "dee"})), user, "whose account it is")
        at.set(device=["access_denied"])
        with Game(context, it, "device", "oidc") as player:
            same(player.until("login").split()[0], "3001", "a player who says no")
        with Game(context, it, "cancel", "oidc") as player:
            player.until("page")
            same(player.until("login").split()[0], "3001", "a game that cancels")
        with Game(context, it, "login", "payco") as player:
            same(player.until("login").split()[0], "3002", "a provider that the server does not ask")
        # The game plays its own browser: the listener hears one answer, the one with its state.
        at.set(login="mia")
        for steps, wanted in ((("map", "oidc"), "0"), (("map", "oidc"), "3302")):
            with Game(context, it, *steps) as player:
                place, _ = visit(at, page_of(at, player))
                root = place.split("?")[0]
                others = [at.get(root + path)[0] for path in ("favicon.ico", "?code=x&state=y", "?code=x", "?state=")]
                same(others, [404] * 4, "what is not ours")
                wire.raw(urllib.parse.urlsplit(root).port, b"POST / HTTP/1.1\r\n\r\n", 1)
                status, _, page = at.get(place)
                same((status, "back to the game" in page), (200, True), "what the player reads")
                same(player.until("map").split()[0], wanted, "a mapping")
        at.set(login=None)
        with Game(context, it, "login", "oidc") as player:
            at.get(visit(at, page_of(at, player))[0])
            same(player.until("login").split()[0], "3001", "a player who says no on the page")
        at.set(login="ann", mint={"claims": {"nonce": "another"}})
        with Game(context, it, "login", "oidc") as player:
            at.get(visit(at, page_of(at, player))[0])
            same(player.until("login").split()[0], "3201", "a token of another sign-in")


def backend(context):
    """Users of the mobile backend sign in at Facebook's and Twitter's pages, and are linked there; a web view of the game's may help."""
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        ncmb = it.console().well("console.saveSettings")["settings"]["ncmb"]
        keys = [ncmb["applicationKey"], ncmb["clientKey"]]
        at.set(login="fay")
        with Game(context, it, "backend", "facebook", *keys, "rider") as player:
            at.get(visit(at, page_of(at, player))[0])
            code, user = player.until("login").split()
            same(code, "0", "a log-in at Facebook's page")
            session = json.loads(player.until("session"))
            same((session["accessToken"], session["expirationDate"]), (None, None), "what the game has of the player's token")
            place = visit(at, page_of(at, player))[0]
            for wrong in ("fb7://authorize?code=x", place.replace("state=", "state=x"), place.split("?")[0], "http://127.0.0.1:1/?code=x"):
                player.say(wrong)
                same(player.until("took"), "0", "an address that nobody waits for: " + wrong)
            player.say(place)
            same(player.until("took"), "1", "the address that is waited for, by a web view")
            same(player.until("link").split()[0], "409001", "a link with an account that another user has")
            same(player.until("linked"), "0", "whether it is linked")
        at.set(login="fox")
        with Game(context, it, "backend", "facebook", *keys, "second") as player:
            at.get(visit(at, page_of(at, player))[0])
            player.until("session")
            at.set(login="gil")
            player.say(visit(at, page_of(at, player))[0])
            same(player.until("link").split()[0], "0", "a link with an account of its own")
            same(player.until("linked"), "1", "whether it is linked")
        at.set(login="fay")
        with Game(context, it, "backend", "facebook", *keys, "third") as player:
            at.get(visit(at, page_of(at, player))[0])
            same(player.until("login").split(), ["0", user], "the same user again, on another device")
        at.set(login=None)
        with Game(context, it, "backend", "facebook", *keys, "fourth") as player:
            at.get(visit(at, page_of(at, player))[0])
            same(player.until("login").split()[0], "3001", "a player who says no on the page")
            same(player.until("session"), "none", "the session of nobody")
        at.set(login="xan")
        with Game(context, it, "backend", "twitter", *keys) as player:
            at.get(visit(at, page_of(at, player))[0])
            same(player.until("login").split()[0], "0", "a log-in at Twitter's page")
    with idp.Provider() as at, idp.server(context, {"guest": {}}) as it:
        with Game(context, it, "backend", "facebook", *keys, "fifth") as player:
            said = player.until("login")
            same((said.split()[0], "does not verify facebook" in said), ("404002", True), "a server that asks no Facebook")


STRANGER = """import sys, urllib.request
try: print(urllib.request.urlopen(urllib.request.Request(sys.argv[1]), timeout=10).status)
except urllib.error.HTTPError as error: print(error.code)"""


def as_stranger(context, url):
    """What another user of this machine gets."""
    if os.geteuid() != 0:
        raise Skip("needs root, to be somebody else")
    return context.check(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c", STRANGER, url],
                         timeout=30).strip()


def opened(context):
    """The desktop's opener, whose command line everybody reads, gets an address that is worth nothing to anybody else."""
    programs, said = context.directory("programs"), os.path.join(context.directory("said"), "line")
    with open(os.path.join(programs, "xdg-open"), "w") as file:
        file.write('#!/bin/sh\nprintf "%%s\\n" "$*" > %s.new && mv %s.new %s\n' % (said, said, said))
    os.chmod(file.name, 0o755)
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        for code in ("oidc", "google"):
            with Game(context, it, "desktop", code, path=programs) as player:
                eventually(lambda: os.path.exists(said), "a browser is opened", 30)
                with open(said) as file:
                    url = file.read().strip()
                os.remove(said)
                parts = urllib.parse.urlsplit(url)
                same((parts.scheme, parts.hostname, parts.query), ("http", "127.0.0.1", ""), "what the command line says: " + url)
                if parts.path in ("", "/") or at.url in urllib.parse.unquote(url):
                    raise Failure("the command line says " + url)
                root = "http://127.0.0.1:%d/" % parts.port
                same(as_stranger(context, url), "404", "what another user gets there")
                same([at.get(root + path)[0] for path in ("start", parts.path[1:-1], "?error=access_denied", "?error=access_denied&state=x",
                                                          "?error=access_denied&state=", parts.path[1:] + "?error=access_denied")],
                     [404] * 6, "what is not ours")
                for _ in range(2):
                    status, page, _ = at.get(url)
                    same((status, page.startswith(at.url + "/authorize?")), (302, True), "what the player's browser gets")
                same(at.get(visit(at, page)[0])[0], 200, "the way back")
                same(player.until("login").split()[0], "0", "the log-in")


def scarce(context):
    """A game without a free descriptor cannot take the browser, and does not wear out a processor over it; then it hears it."""
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it, Game(context, it, "login", "oidc") as player:
        place, _ = visit(at, page_of(at, player))
        parts, process = urllib.parse.urlsplit(place), player.child.pid
        time.sleep(0.5)
        taken = {int(name) for name in os.listdir("/proc/%d/fd" % process)}
        limits = resource.prlimit(process, resource.RLIMIT_NOFILE)
        resource.prlimit(process, resource.RLIMIT_NOFILE, (next(free for free in range(limits[0]) if free not in taken), limits[1]))
        with socket.create_connection(("127.0.0.1", parts.port), timeout=30) as browser:
            browser.sendall(("GET /?%s HTTP/1.1\r\n\r\n" % parts.query).encode())
            before = worked(process)
            time.sleep(2)
            spent = worked(process) - before
            resource.prlimit(process, resource.RLIMIT_NOFILE, limits)
            same(browser.recv(12), b"HTTP/1.1 200", "the way back when there are descriptors again")
        same(player.until("login").split()[0], "0", "the log-in")
        if spent > 0.4:
            raise Failure("%.2f s of a processor in 2 s without a descriptor" % spent)


def worked(process):
    """The seconds that it had of a processor."""
    with open("/proc/%d/stat" % process) as file:
        return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def crowded(context):
    """Whoever else connects to the game's port, and says nothing or half of something: the browser is heard at once."""
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        for code in ("oidc", "google"):
            with Game(context, it, "login", code) as player:
                page = page_of(at, player)
                place, _ = visit(at, page)
                port = urllib.parse.urlsplit(place).port
                for number in range(200):
                    same(at.get("http://127.0.0.1:%d/%d" % (port, number))[0], 404, "what is not ours")
                kept = []
                for number in range(300):
                    kept.append(socket.create_connection(("127.0.0.1", port), timeout=10))
                    if number % 2:
                        kept[-1].sendall(b"GET /?state")
                same(at.get(place)[0], 200, "the way back")
                same(player.until("login").split()[0], "0", "the log-in")
                for connection in kept:
                    connection.close()

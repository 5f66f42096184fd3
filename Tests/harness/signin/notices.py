"""What providers tell on their own, and users of the mobile backend who come by a provider."""
import contextlib
import json
import socket
import threading
import time

from harness.runner import Failure
from harness.server import fair, wire
from harness.server.service import eventually, same
from harness.server.silent import Relay
from harness.signin import flows, idp

PATH = "/tcgb-gateway/v1.3/apps/QuickStart/webhooks/apple/notifications"


def answer_of(it, request):
    return wire.raw(it.port, request)[0]


def note(it, payload, path=PATH):
    body = json.dumps({"payload": payload} if isinstance(payload, str) else payload).encode()
    head = ("POST %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
            "Content-Length: %d\r\n\r\n" % (path, len(body)))
    raw = answer_of(it, head.encode() + body)
    return json.loads(raw.split(b"\r\n\r\n", 1)[1])["header"]["resultCode"]


def event(at, kind, who, **more):
    given = {"claims": {"events": json.dumps({"type": kind, "sub": who, "event_time": int(time.time() * 1000)}), "sub": None, "exp": None}}
    given["claims"].update(more.pop("claims", {}))
    return at.mint(**given, **more)


def apple(context):
    with idp.Provider() as at, idp.server(context, idp.providers(at, appleid=idp.apple(context, at))) as it:
        player = it.player()
        body = player.well("gateway.idPLogin", idp.info("appleid", at.mint(claims={"sub": "amy"})))
        player.token, player.user = body["token"]["accessToken"], body["member"]["userId"]
        stream = wire.Stream(it.port, player.token)
        stream.next()
        for given in ({"sign": "stranger"}, {"alg": "none"}, {"alg": "HS256"}, {"claims": {"aud": "another"}}, {"changed": "x"},
                      {"claims": {"iss": "https://appleid.apple.com"}}, {"claims": {"exp": int(time.time()) - 600}},
                      {"claims": {"events": "x"}}, {"claims": {"events": None}}, {"claims": {"iat": int(time.time()) + 600}}):
            same(note(it, event(at, "account-delete", "amy", **given)) == 0, False, "whether %r is taken" % given)
        for given in ({}, {"payload": 1}, {"payload": "x"}, {"payload": "a.b.c"}, {"payload": "e" * 20000}):
            same(note(it, given) == 0, False, "whether %r is taken" % str(given)[:40])
        same(player.ask("purchase.notConsumed", {"storeCode": "SANDBOX"}).code, 0, "the player after what was forged")
        for kind in ("email-disabled", "email-enabled"):
            same(note(it, event(at, kind, "amy")), 0, "what is no business of ours")
        same(note(it, event(at, "account-delete", "nobody")), 0, "a player that nobody knows")
        same(player.ask("purchase.notConsumed", {"storeCode": "SANDBOX"}).code, 0, "the player after that")
        said = event(at, "consent-revoked", "amy")
        same(note(it, said), 0, "a consent that was taken back")
        told = [stream.next() for _ in range(2)]
        same({data["kind"] for _, _, data in told}, {"idPRevoked", "memberChanged"}, "what the player is told")
        same(player.ask("purchase.notConsumed", {"storeCode": "SANDBOX"}).code != 0, True, "whether the session ended")
        again = it.player().well("gateway.idPLogin", idp.info("appleid", at.mint(claims={"sub": "amy"})))
        same(again["member"]["userId"], player.user, "who comes back")
        same(note(it, event(at, "account-delete", "amy")), 0, "an account that is gone")
        same(note(it, event(at, "account-delete", "amy")), 0, "the same again")
        new = idp.log_in(it, "appleid", at.mint(claims={"sub": "amy"}))
        same(new == player.user, False, "whether the member is still there")
        same(note(it, said, PATH.replace("QuickStart", "Other")) == 0, False, "an app that there is not")
        at.set(status={"/keys": 500})
    with idp.Provider() as at, idp.server(context, idp.providers(at)) as it:
        same(note(it, event(at, "account-delete", "amy")), -4040201, "an app that does not ask Apple")


def mobile_backend(context):
    """authData over REST; the in-process face believes its own process, as ever."""
    with idp.Provider() as at, idp.server(context, idp.providers(at, appleid=idp.apple(context, at))) as it:
        global KEY
        KEY = it.console().well("console.saveSettings")["settings"]["ncmb"]["applicationKey"]

        def sign_up(provider, who, token):
            fields = {"authData": {provider: {"id": who, "access_token": token}}}
            return it.player().ask("objects.create", {"className": "user", "fields": fields})
        first = sign_up("google", "ann", at.mint())
        same(first.code, 0, "a user that Google knows: %r" % first)
        second = sign_up("google", "ann", at.mint())
        same(second.body["answer"]["objectId"], first.body["answer"]["objectId"], "the same user again")
        same(sign_up("facebook", "fay", "access-of-fay").code, 0, "a user that Facebook knows")
        same(sign_up("apple", "amy", at.control("code", who="amy")["code"]).code, 0, "a user that Apple knows")
        for provider, who, token in (("google", "bob", at.mint()), ("google", "ann", at.mint(alg="none")), ("google", "ann", ""),
                                     ("facebook", "ann", "access-of-fay"), ("facebook", "fay", "stolen"),
                                     ("twitter", "xan", "access-of-xan")):
            answer = sign_up(provider, who, token)
            same(answer.code != 0, True, "whether %s is %s's at %s" % (token[:12], who, provider))
            same(answer.body["code"], "E401003", "the error")


KEY = ""


class LateStreams(Relay):
    """Brings a game's requests to its server, and the question for its stream not before `released` is set."""

    def __init__(self, target):
        super().__init__(target)
        self.released, self.asked = threading.Event(), threading.Event()

    def take(self, client):
        server = self.connect()
        for one, two in ((client, server), (server, client)):
            threading.Thread(target=self.carry, args=(one, two), daemon=True).start()

    def carry(self, one, two):
        with contextlib.suppress(OSError):
            while True:
                piece = one.recv(1 << 16)
                if piece.startswith(b"GET ") and b"/events" in piece.split(b"\r\n")[0]:
                    self.asked.set()
                    self.released.wait()
                if not piece:
                    break
                two.sendall(piece)
            two.shutdown(socket.SHUT_WR)


def told_late(context):
    """The provider's word comes before the stream that would have told it: the refusal of the session says it, once, and before the end."""
    with idp.Provider() as at, idp.server(context, idp.providers(at, appleid=idp.apple(context, at))) as it, LateStreams(it.port) as relay:
        with flows.Game(context, relay, "stay", "appleid", at.mint(claims={"sub": "amy"})) as game:
            same(game.until("login").split()[0], "0", "a log-in")
            if not relay.asked.wait(30):
                raise Failure("the game asks for no stream")
            same(note(it, event(at, "consent-revoked", "amy")), 0, "Apple's word")
            relay.released.set()
            data = json.loads(game.until("idPRevoked"))
            same((data["code"], data["idPType"]), (600, "appleid"), "what the game was told")
            game.until("loggedOut")
            same(sum(line.startswith("idPRevoked") for line in game.lines), 1, "how often")


def told(context):
    """600: the only account; 601: the one of the session, and there are others; 602: another one of the member's."""
    with idp.Provider() as at, idp.server(context, idp.providers(at, appleid=idp.apple(context, at))) as it:
        for steps, wanted in ((("appleid", at.mint(claims={"sub": "amy"})), 600),
                              (("appleid", at.mint(claims={"sub": "anna"}), "oidc", at.mint(claims={"sub": "otto"})), 601),
                              (("oidc", at.mint(claims={"sub": "olga"}), "appleid", at.mint(claims={"sub": "amos"})), 602)):
            with flows.Game(context, it, "stay", *steps) as game:
                same(game.until("login").split()[0], "0", "a log-in")
                if wanted != 600:
                    same(game.until("map").split()[0], "0", "a mapping")
                who = {600: "amy", 601: "anna", 602: "amos"}[wanted]
                eventually(lambda: fair.metric(it, "gamebased_streams") == 1, "the stream of the session is open")
                same(note(it, event(at, "consent-revoked", who)), 0, "Apple's word")
                data = json.loads(game.until("idPRevoked"))
                if (data["code"], data["idPType"]) != (wanted, "appleid"):
                    raise Failure("the game was told %r" % data)


def told_after_restart(context):
    """What was taken back while a game did not run: the log-in by what it kept says so, and only to who is concerned."""
    with idp.Provider() as at, idp.server(context, idp.providers(at, appleid=idp.apple(context, at))) as it:
        players = {"amy": 600, "anna": 601, "abel": None}
        folders = {who: context.directory(who) for who in players}
        for who in players:
            steps = ("appleid", at.mint(claims={"sub": who})) + (("oidc", at.mint(claims={"sub": "otto"})) if who == "anna" else ())
            with flows.Game(context, it, "stay", *steps, folder=folders[who]) as game:
                same(game.until("login").split()[0], "0", "a log-in")
                if who == "anna":
                    same(game.until("map").split()[0], "0", "a mapping")
        for who, code in players.items():
            if code:
                same(note(it, event(at, "consent-revoked", who)), 0, "Apple's word")
        for who, code in players.items():
            # What a game is told once, the next start is told as well: it may have been killed before it acted.
            for _ in range(2):
                with flows.Game(context, it, "last", "-", folder=folders[who]) as game:
                    same(game.until("last").split()[0], "3101" if code else "0", "the log-in of %s by what was kept" % who)
                    said = [json.loads(line.split(" ", 1)[1]) for line in game.lines if line.startswith("idPRevoked")]
                    wanted = [(code, "appleid", ["appleid", "oidc"] if code == 601 else ["appleid"])] if code else []
                    same([(data["code"], data["idPType"], sorted(data["authMappingList"])) for data in said], wanted,
                         "what %s's game was told first" % who)


def told_to_streams(context):
    """A stream and a poll that are opened with such a session are refused with the same reason."""
    with idp.Provider() as at, idp.server(context, idp.providers(at, appleid=idp.apple(context, at))) as it:
        tokens = {who: it.player().well("gateway.idPLogin", idp.info("appleid", at.mint(claims={"sub": who})))["token"]["accessToken"]
                  for who in ("amy", "abel")}
        same(note(it, event(at, "consent-revoked", "amy")), 0, "Apple's word")
        for accept in ("text/event-stream", "application/json"):
            answer = wire.get(
                it.port, "/v1/apps/%s/events?wait=0" % wire.APP, {"Authorization": "Bearer " + tokens["amy"], "Accept": accept})
            same((answer.status, answer.body.get("idPRevoked", {}).get("idPType")), (401, "appleid"), "as %s: %r" % (accept, answer))
        with contextlib.closing(wire.Stream(it.port, tokens["abel"])) as stream:
            same(stream.status, 200, "another's stream")

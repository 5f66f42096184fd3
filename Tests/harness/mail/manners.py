"""Mail servers without manners, limits, an operator's view, and a webhook in place of a mail server."""
import hashlib
import hmac
import http.server
import json
import threading
import time

from harness.ctl import has, of
from harness.mail import MailServer, ask_reset, console, eventually, link, ncmb, same, server, sign_up, states, wire

# What the mail server does, and what the mail is then.
MANNERS = [
    ("greeting 421", "QUEUED"), ("mail 451 4.3.0 later", "QUEUED"), ("rcpt 450 4.2.0 mailbox busy", "QUEUED"),
    ("rcpt 421 4.3.2 closing", "QUEUED"), ("rcpt 550 5.7.1 relaying denied", "QUEUED"), ("data 451 4.3.0 greylisted", "QUEUED"),
    ("drop", "UNKNOWN"), ("hang", "UNKNOWN"),
]


def rude(context):
    with MailServer(context) as mails, server(context, mails) as it:
        for number, (manner, state) in enumerate(MANNERS):
            address = "player%d@example.com" % number
            sign_up(it, "player%d" % number, address)
            mails.manner(manner)
            ask_reset(it, address)
            eventually(lambda: states(it).get(address, {}).get("state") == state, "the mail is %s after %s" % (state, manner))
            kept = states(it)[address]
            same((kept["tries"] >= 1, bool(kept["reason"]), bool(kept["nextDate"])), (True, True, True), "what is kept of it: %s" % kept)
            before = mails.to(address)
            same(bool(before), state == "UNKNOWN", "whether it had come after " + manner)
            mails.manner()
            eventually(lambda: address not in states(it), "the mail is sent after " + manner)
            all_of_it = mails.to(address)
            same((len({mail["id"] for mail in all_of_it}), len({mail["raw"] for mail in all_of_it})), (1, 1), "mails after " + manner)
            same(len(all_of_it) - len(before), 1, "mails after it was polite again")
        # Nobody waits for a farewell.
        mails.manner("hang-farewell")
        sign_up(it, "last", "last@example.com")
        began = time.monotonic()
        for _ in range(3):
            ask_reset(it, "last@example.com")
        eventually(lambda: len(mails.to("last@example.com")) == 3 and "last@example.com" not in states(it), "three mails are sent")
        same(time.monotonic() - began < 30, True, "whether farewells were waited for")
        mails.manner("data 554 5.7.0 this is spam")
        ask_reset(it, "last@example.com")
        eventually(lambda: states(it).get("last@example.com", {}).get("state") == "GIVEN_UP", "a mail that is refused whole is given up")
        # The mail server is away, and comes back.
        mails.manner()
        mails.__exit__()
        ask_reset(it, "player0@example.com")
        eventually(lambda: states(it).get("player0@example.com", {}).get("tries", 0) >= 1, "a try at nobody")
        mails.__enter__()
        mails.wait("player0@example.com", 2)


def untrusted(context):
    with MailServer(context) as mails, MailServer(context, "STARTTLS", "elsewhere.example") as stranger, \
            MailServer(context, "NONE") as plain, server(context, mails) as it:
        settings = it.console().well("console.saveSettings")["settings"]
        mails.manner("no-tls")
        for number, (port, security, said) in enumerate((
                (mails.port, "STARTTLS", "TLS"), (stranger.port, "STARTTLS", "certificate"), (plain.port, "TLS", ""))):
            address = "player%d@example.com" % number
            sign_up(it, "player%d" % number, address)
            changed = {**settings, "mail": {**settings["mail"], "port": port, "security": security}}
            it.console().well("console.loadSettings", {"settings": changed}, wire.new_key())
            ask_reset(it, address)
            eventually(lambda: states(it).get(address, {}).get("tries", 0) >= 2, "two tries at %s" % said)
            kept = states(it)[address]
            # Perhaps it is being tried once more.
            same((kept["state"] in ("QUEUED", "SENDING"), said in kept["reason"]), (True, True), "what is kept: %s" % kept)
        for each in (mails, stranger, plain):
            same((each.mails, [line for line in each.lines("said") if line.startswith("A ")]), ([], []), "mails and passwords that came")


def bounced(context):
    with MailServer(context) as mails, server(context, mails) as it:
        for number, manner in enumerate(("rcpt 550 5.1.1 no such user", "rcpt 551 user not local", "data 550 5.1.1 no such user")):
            address = "player%d@example.com" % number
            sign_up(it, "player%d" % number, address)
            mails.manner(manner)
            ask_reset(it, address)
            eventually(lambda: states(it).get(address, {}).get("state") == "BOUNCED", "a bounce by " + manner)
            mails.manner()
            ask_reset(it, address)
            sign_up(it, "other%d" % number, "other%d@example.com" % number)
            ask_reset(it, "other%d@example.com" % number)
            mails.wait("other%d@example.com" % number)
            same(mails.to(address), [], "mails to an address that bounced")
        operator = of(context, it)
        has(operator.ask("mail", "bounces"), "player0@example.com", "5.1.1", "player2@example.com")
        same('gamebased_mails{app="QuickStart",state="BOUNCED"} 3' in wire.get(it.port, "/metrics").text, True, "the metric of bounces")
        has(operator.ask("mail", "clear", "nobody@example.com", status=1), "has not bounced")
        has(operator.ask("mail", "clear", "player0@example.com"), "again")
        ask_reset(it, "player0@example.com")
        mails.wait("player0@example.com")


def limits(context):
    options = ["--proxy", "127.0.0.1", "--limit", "mail=0.0001/3"]
    with MailServer(context) as mails, server(context, mails, options) as it:
        settings = it.console().well("console.saveSettings")["settings"]
        changed = {**settings, "mail": {**settings["mail"], "addressPerDay": 2, "perHour": 4}}
        it.console().well("console.loadSettings", {"settings": changed}, wire.new_key())

        def ask(address, network):
            return ncmb(it, "POST", "requestPasswordReset", {"mailAddress": address}, {"X-Forwarded-For": "192.0.2.%d" % network})
        for number in range(6):
            sign_up(it, "player%d" % number, "player%d@example.com" % number)
        same([ask("player0@example.com", network)[0] for network in range(4)], [201] * 4, "the answers to who asks four times")
        mails.wait("player0@example.com", 2)
        same([ask("player1@example.com", 9)[0] for _ in range(4)], [201, 201, 201, 429], "the answers to one network")
        mails.wait("player1@example.com", 2)
        same(len(mails.to("player0@example.com")), 2, "mails to one address")
        # As many as an hour may have were sent.
        same(ask("player2@example.com", 10)[0], 201, "the answer to one more")
        eventually(lambda: "player2@example.com" in states(it), "it waits")
        same((states(it)["player2@example.com"]["state"], len(mails.mails)), ("QUEUED", 4), "a mail above the limit of an hour")
        it.console().well("console.loadSettings", {"settings": settings}, wire.new_key())
        same(ask("player3@example.com", 11)[0], 201, "the answer to one more")
        mails.wait("player2@example.com")
        mails.wait("player3@example.com")


def operator(context):
    with MailServer(context) as mails, server(context, mails) as it:
        operator = of(context, it)
        has(operator.ask("mail", "test", "me@example.com"), "sent: 250 2.0.0 taken")
        same(mails.wait("me@example.com")["subject"], "A test of Quick start", "the mail of the test")
        mails.manner("rcpt 550 5.7.1 relaying denied")
        has(operator.ask("mail", "test", "me@example.com", status=1), "NOT sent: 550 5.7.1 relaying denied")
        has(operator.ask("mail", "test", "me", status=1), "mailAddress: must be a mail address")
        has(operator.ask("mail", "list"), "no mail waits")
        same(operator.form("mail", "list")["bounces"], [], "bounces")
        mails.manner("data 554 5.7.0 spam")
        for number in range(2):
            sign_up(it, "player%d" % number, "player%d@example.com" % number)
            ask_reset(it, "player%d@example.com" % number)
        eventually(lambda: [mail["state"] for mail in states(it).values()] == ["GIVEN_UP"] * 2, "two mails are given up")
        has(operator.ask("mail", "list"), "player0@example.com", "player1@example.com", "GIVEN_UP", "554 5.7.0 spam")
        mails.manner("rcpt 550 5.1.1 nobody")
        sign_up(it, "gone", "gone@example.com")
        ask_reset(it, "gone@example.com")
        eventually(lambda: states(it).get("gone@example.com", {}).get("state") == "BOUNCED", "a bounce")
        faults = {fault["fault"] for fault in json.loads(operator.run("doctor", "--json", status=1).stdout)["faults"]}
        same(faults >= {"mailsGivenUp", "mailsBounced"}, True, "what the doctor finds: %s" % faults)
        mails.manner("rcpt 450 4.2.0 later")
        ask_reset(it, "player0@example.com")
        eventually(lambda: states(it).get("player0@example.com", {}).get("tries", 0) >= 1 or True, "a mail waits")
        it.console().well("console.advanceClock", {"milliseconds": 3_600_000}, wire.new_key())
        faults = {fault["fault"] for fault in json.loads(operator.run("doctor", "--json", status=1).stdout)["faults"]}
        same("mailsWaiting" in faults, True, "what the doctor finds of a mail that waits: %s" % faults)
    with service_of(context) as it:
        has(of(context, it).ask("mail", "test", "me@example.com", status=1), "the settings have no mail")


def service_of(context):
    from harness.server import service
    return service.server(context)


class Hook(http.server.ThreadingHTTPServer):
    """Takes mails in place of a mail server. `manner`: a status, "drop", or a body."""
    SECRET = "whsec_of_the_tests"
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Taking)
        self.manner, self.taken, self.wrong = 200, [], []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()

    @property
    def url(self):
        return "http://127.0.0.1:%d/mails" % self.server_port


class Taking(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        parts = dict(part.split("=", 1) for part in self.headers["Gamebase-Signature"].split(","))
        wanted = hmac.new(Hook.SECRET.encode(), parts["t"].encode() + b"." + body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(wanted, parts["v1"]) or abs(int(parts["t"]) - time.time()) > 60:
            self.server.wrong.append(parts)
        mail = json.loads(body)
        if self.headers["Idempotency-Key"] != mail["id"]:
            self.server.wrong.append(mail)
        self.server.taken.append((mail, body))
        manner = self.server.manner
        if manner == "drop":
            return self.connection.close()
        status, answer = manner if isinstance(manner, tuple) else (manner, {})
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


def webhook(context):
    with Hook() as hook, MailServer(context) as mails:
        settings = mails.settings(interface="WEBHOOK", webhookUrl=hook.url, webhookSecret=Hook.SECRET)
        mails.settings = lambda: settings
        with server(context, mails) as it:
            same(Hook.SECRET in it.console().ask("console.saveSettings").text, False, "whether the secret is shown")

            def to(address):
                return [taken for taken in hook.taken if taken[0]["mailAddress"] == address]
            for number, (manner, state, tries) in enumerate((
                    (200, None, 1), (500, "QUEUED", 2), (429, "QUEUED", 2), ("drop", "UNKNOWN", 2),
                    ((422, {"bounced": True}), "BOUNCED", 1), ((422, {}), "GIVEN_UP", 1))):
                address = "player%d@example.com" % number
                sign_up(it, "player%d" % number, address)
                hook.manner = manner
                ask_reset(it, address, "ja")
                if state:
                    eventually(lambda: states(it).get(address, {}).get("state") == state, "%s after %s" % (state, manner))
                hook.manner = 200
                if tries > 1 or not state:
                    eventually(lambda: to(address) and address not in states(it), "it is taken after %s" % (manner,))
                same((len({body for _, body in to(address)}), len(to(address)) >= tries), (1, True), "what came after %s" % (manner,))
                mail = to(address)[0][0]
                same((mail["kind"], mail["language"], mail["subject"], mail["messageId"], mail["key"] == link(mail)[1]),
                     ("passwordReset", "ja", "パスワードの再設定", "<%s@example.com>" % mail["id"], True), "the mail")
            same(hook.wrong, [], "signatures and ids")
            same([bounce["mailAddress"] for bounce in it.console().well("console.mails")["bounces"]], ["player4@example.com"], "bounces")
            same(mails.mails, [], "mails at the mail server")


__all__ = ["bounced", "console", "limits", "operator", "rude", "untrusted", "webhook"]

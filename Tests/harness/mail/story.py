"""Whoever forgot a password gets in again by a mail, and whoever has none, too."""
import re

from harness.mail import MailServer, Page, ask_reset, eventually, link, log_in, ncmb, same, server, service, sign_up, states, wire

STRICT = {"cache-control": "no-store", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff", "x-frame-options": "DENY"}


def sent(context):
    """By STARTTLS, by TLS and on this machine in plain text: one mail each, and its key works once."""
    for security in ("STARTTLS", "TLS", "NONE"):
        with MailServer(context, security) as mails, server(context, mails) as it:
            sign_up(it, "ann", "ann@example.com")
            sign_up(it, "bob", "bob@example.com")
            ask_reset(it, "ann@example.com")
            ask_reset(it, "nobody@example.com")
            mail = mails.wait("ann@example.com")
            same((mail["from"], mail["user"], mail["tls"]), ("no-reply@example.com", "player-mails" if security != "NONE" else None,
                                                             security != "NONE"), "how the mail came by " + security)
            same((mail["subject"], mail["headers"]["From"], mail["headers"]["To"]),
                 ("Set a new password", "Quick Start <no-reply@example.com>", "ann@example.com"), "the head of the mail")
            page = Page(it, *link(mail))
            same((page.status, page.asks), (200, ["password", "again"]), "the page")
            same(page.set("new password").status, 200, "what the page says at the end")
            same((log_in(it, "ann", "new password"), log_in(it, "ann", "old password"), log_in(it, "bob", "old password")),
                 (200, 401, 200), "who gets in")
            same(Page(it, *link(mail)).status, 404, "the same link once more")
            eventually(lambda: 'gamebased_mail_tries_total{app="QuickStart",state="SENT"} 1' in wire.get(it.port, "/metrics").text,
                       "the metric of what was sent")
            same(len(mails.mails), 1, "mails")


def confirmed(context):
    """An address that somebody has is confirmed, and whoever has none yet becomes a user by it."""
    with MailServer(context) as mails, server(context, mails) as it:
        user = sign_up(it, "ann", "ann@example.com")
        for address in ("ann@example.com", "new@example.com"):
            status, _ = ncmb(it, "POST", "requestMailAddressUserEntry", {"mailAddress": address})
            same(status, 201, "the answer to who asks for a mail")
        page = Page(it, *link(mails.wait("ann@example.com")))
        same((page.heading, page.asks), ("Confirm your mail address", []), "the page of a user")
        same(page.send().status, 200, "what the page says at the end")
        token = ncmb(it, "POST", "login", {"userName": "ann", "password": "old password"})[1]["sessionToken"]
        same(ncmb(it, "GET", "users/" + user, None, {"X-NCMB-Apps-Session-Token": token})[1]["mailAddressConfirm"], True, "confirmed")
        path, key = link(mails.wait("new@example.com"))
        # A key is for its own purpose.
        same(Page(it, path.replace("confirmation", "password-reset"), key).status, 404, "a key at the page of another purpose")
        page = Page(it, path, key)
        same(page.asks, ["password", "again"], "what the page of a new user asks for")
        same(page.send(password="", again="").status, 400, "no password")
        same(page.set("my password").status, 200, "a new user")
        same(ncmb(it, "POST", "login", {"mailAddress": "new@example.com", "password": "my password"})[0], 200, "the new user's log-in")


def pages(context):
    """No script, strict heads, the reader's language; looking at it uses nothing up."""
    with MailServer(context) as mails, server(context, mails) as it:
        for number, (language, subject, heading) in enumerate((
                ("en-US,en;q=0.9", "Set a new password", "Set a new password"), ("ja", "パスワードの再設定", "パスワードの再設定"),
                ("fr;q=0.9,ko;q=0.8", "비밀번호 재설정", "비밀번호 재설정"), ("xx", "Set a new password", "Set a new password"))):
            address = "player%d@example.com" % number
            sign_up(it, "player%d" % number, address)
            ask_reset(it, address, language)
            mail = mails.wait(address)
            same(mail["subject"], subject, "the subject for " + language)
            for _ in range(3):
                page = Page(it, *link(mail), language)
                same((page.status, page.heading), (200, heading), "the page for " + language)
            head = {name.lower(): value for name, value in page.headers.items()}
            same({name: head.get(name) for name in STRICT}, STRICT, "the head of the page")
            same("default-src 'none'" in head["content-security-policy"] and "script" not in page.text.lower(), True, "a page of no script")
            same(page.send(password="one", again="another").status, 400, "two passwords")
            same(page.set("new password").status, 200, "the password is set")
            same(log_in(it, "player%d" % number, "new password"), 200, "the log-in")
            for path, key in (link(mail), (link(mail)[0], "wrong"), (link(mail)[0], "%3Cscript%3E"), (link(mail)[0], "")):
                page = Page(it, path, key, language)
                same((page.status, page.action, "<script" in page.text), (404, None, False), "a key that is none")
        same(wire.get(it.port, link(mail)[0] + "?key=").status, 404, "no key")
        connection = wire.raw(it.port, ("HEAD %s?key=%s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" % link(mail)).encode())[0]
        same(connection.split(b" ")[1], b"404", "HEAD")


def expired(context):
    """A link that is a day old says so."""
    with MailServer(context) as mails, server(context, mails) as it:
        sign_up(it, "ann", "ann@example.com")
        ask_reset(it, "ann@example.com")
        mail = mails.wait("ann@example.com")
        it.console().well("console.advanceClock", {"milliseconds": 86_400_001}, wire.new_key())
        page = Page(it, *link(mail))
        same((page.status, "too old" in page.text, page.action), (410, True, None), "the page of an old link")
        same(log_in(it, "ann", "old password"), 200, "the old password")


def guessed(context):
    """Wrong keys are counted at the door, on the page as everywhere else."""
    limit = ["--proxy", "127.0.0.1", "--limit", "session=0.0001/3"]
    with MailServer(context) as mails, server(context, mails, limit) as it:
        path = "/v1/apps/QuickStart/mail/password-reset?key="
        found = [wire.get(it.port, path + "guess%d" % number, {"X-Forwarded-For": "192.0.2.1"}).status for number in range(5)]
        same(found, [404, 404, 404, 429, 429], "guesses from one address")
        sign_up(it, "ann", "ann@example.com")
        ask_reset(it, "ann@example.com")
        way, key = link(mails.wait("ann@example.com"))
        same(wire.get(it.port, "%s?key=%s" % (way, key), {"X-Forwarded-For": "192.0.2.1"}).status, 200, "the right key from there")


def templates(context):
    """Words of the app's own, with its fields; what is no field is refused."""
    own = [{"language": "ja", "kind": "passwordReset", "subject": "{appName}", "text": "{userName}: {link} {{x}} {hours} {key}"},
           {"language": "fr", "kind": "passwordReset", "subject": "Mot de passe", "text": "{link}"}]
    with MailServer(context) as mails, server(context, mails) as it:
        console = it.console()
        settings = console.well("console.saveSettings")["settings"]
        same("right password" in str(settings), False, "whether the password is shown")

        def load(**changes):
            return console.ask("console.loadSettings", {"settings": {**settings, "mail": {**settings["mail"], **changes}}}, wire.new_key())
        for changes, place in (
                ({"templates": [{**own[0], "text": "{nothing} {link}"}]}, "$.mail.templates[0].text"),
                ({"templates": [{**own[0], "text": "no way"}]}, "$.mail.templates[0].text"),
                ({"templates": [{**own[0], "text": "{link"}]}, "$.mail.templates[0].text"),
                ({"templates": [{**own[0], "subject": "{key}"}]}, "$.mail.templates[0].subject"),
                ({"templates": [{**own[0], "subject": "a\r\nBcc: b"}]}, "$.mail.templates[0].subject"),
                ({"templates": [own[0], own[0]]}, "$.mail.templates[1]"), ({"security": "NONE"}, "$.mail.security"),
                ({"user": ""}, "$.mail.password"), ({"from": "nobody"}, "$.mail.from"), ({"from": "a@b\r\nX: y"}, "$.mail.from"),
                ({"host": ""}, "$.mail.host"), ({"baseUrl": ""}, "$.mail.baseUrl"), ({"interface": "WEBHOOK"}, "$.mail.webhookUrl"),
                ({"password": "kept1.nothing"}, "$.mail"), ({"password": "sealed1.00000000.AAAA"}, "$.mail.password")):
            answer = load(**changes)
            same((answer.code == 0, place in answer.text), (False, True), "the settings with %s: %s" % (changes, answer.text))
        same(load(templates=own).code, 0, "templates with their fields")
        sign_up(it, "ann", "ann@example.com")
        ask_reset(it, "ann@example.com", "ja")
        mail = mails.wait("ann@example.com")
        same((mail["subject"], re.sub(r"https?://\S+", "LINK", mail["text"]).strip()),
             ("Quick start", "ann: LINK {x} 24 " + link(mail)[1]), "the mail of a template")
        ask_reset(it, "ann@example.com", "fr-CA")
        same(mails.wait("ann@example.com", 2)["subject"], "Mot de passe", "the mail in a language of the app's own")


def secret(context):
    """Keys and passwords are in no row, log or answer; keys of mails that wait neither."""
    import glob
    with MailServer(context) as mails, server(context, mails) as it:
        mails.manner("rcpt 450 4.2.0 later")
        sign_up(it, "ann", "ann@example.com")
        ask_reset(it, "ann@example.com")
        eventually(lambda: states(it).get("ann@example.com", {}).get("tries", 0) >= 1, "a first try")
        mails.manner()
        key = link(mails.wait("ann@example.com"))[1]
        mails.manner("rcpt 450 4.2.0 later")
        ask_reset(it, "ann@example.com")
        eventually(lambda: states(it).get("ann@example.com", {}).get("tries", 0) >= 1, "a mail that waits")
        kept = b"".join(open(path, "rb").read() for path in glob.glob(it.folder + "/**/*", recursive=True) if "." in path)
        kept += it.logged().encode()
        mails.manner()
        other = link(mails.wait("ann@example.com", 2))[1]
        for name, text in (("a key", key), ("the key of a mail that waits", other), ("the password", "right password")):
            same(text.encode() in kept, False, "whether %s is in the database or the log" % name)
        same("ann@example.com" in it.logged(), False, "whether an address is in the log")
        same("right password" in it.console().ask("console.saveSettings").text, False, "whether the password is shown")


def none(context):
    """Without mail in its settings a server says that none comes."""
    with service.server(context) as it:
        status, body = ncmb(it, "POST", "requestPasswordReset", {"mailAddress": "ann@example.com"})
        same((status, body["code"]), (404, "E404002"), "the answer of a server that sends none")

"""Mails of gamebased: aiosmtpd, a mail server that others wrote, in a process of its own, with manners; and what players do with mails."""
import contextlib
import html
import json
import os
import re
import signal
import socket
import subprocess
import urllib.parse

from harness import pypi
from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import eventually, same
from harness.signin.others import free_port
from harness.wires import calls, faces

USER, PASSWORD = "player-mails", "right password"
WITH_KEY = {"GAMEBASED_SECRETS_KEY": "the-secrets-key-of-the-tests-0123456789"}
# Of a try, and to the next one: as short as they may be.
TIMES = {"timeoutSeconds": 2, "retrySeconds": 1}
WAIT_SECONDS = 30


def python(context):
    """The interpreter that has aiosmtpd."""
    programs = pypi.programs(context, "mail", context.path("Tests", "harness", "mail", "requirements.txt"))
    return os.path.join(programs, "python")


def certificate(context, name="localhost"):
    """(certificate, key) of a machine of this name, signed by itself."""
    def make():
        folder = context.directory("certificate")
        files = os.path.join(folder, "certificate.pem"), os.path.join(folder, "key.pem")
        context.check(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                       "-subj", "/CN=" + name, "-addext", "subjectAltName=DNS:" + name, "-out", files[0], "-keyout", files[1]])
        return files
    return context.once("certificate of " + name, make)


class MailServer:
    """For as long as the block lasts."""

    def __init__(self, context, security="STARTTLS", name="localhost"):
        self.context, self.security, self.folder, self.port = context, security, context.directory("mailserver"), free_port()
        self.certificate = certificate(context, name)
        self.child = None

    def __enter__(self):
        self.child = subprocess.Popen(
            [python(self.context), self.context.path("Tests", "harness", "mail", "mailserver.py"), self.folder, str(self.port),
             self.security, *self.certificate], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=self.context.environment(self.folder), start_new_session=True)
        if b"listens" not in self.child.stdout.readline():
            raise Failure("the mail server does not start")
        return self

    def __exit__(self, *_):
        if self.child:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.child.pid, signal.SIGKILL)
            self.child.wait()
            self.child.stdout.close()
            self.child = None

    def manner(self, *words):
        path = os.path.join(self.folder, "manner")
        with open(path + ".new", "w") as file:
            file.write("\n".join(words))
        os.replace(path + ".new", path)

    def lines(self, name):
        try:
            with open(os.path.join(self.folder, name)) as file:
                return [json.loads(line) for line in file if line.endswith("\n")]
        except FileNotFoundError:
            return []

    @property
    def mails(self):
        return self.lines("mails")

    def to(self, address):
        return [mail for mail in self.mails if mail["to"] == [address]]

    def wait(self, address, count=1, seconds=WAIT_SECONDS):
        eventually(lambda: len(self.to(address)) >= count, "mail %d to %s" % (count, address), seconds)
        return self.to(address)[-1]

    def settings(self, **changes):
        mail = {"host": "localhost", "port": self.port, "security": self.security, "from": "no-reply@example.com",
                "fromName": "Quick Start", "baseUrl": "https://games.example.com", **TIMES}
        if self.security != "NONE":
            mail.update(user=USER, password=PASSWORD)
        return {**mail, **changes}

    def options(self):
        return ["--mail-ca-file", self.certificate[0]]


def console(context, mail, app=wire.APP, **changes):
    """A file of settings with this mail."""
    with open(context.path(service.CONSOLE)) as file:
        value = json.load(file)
    value["app"]["appId"] = app
    value["mail"] = mail
    for part, members in changes.items():
        value[part] = {**(value.get(part) or {}), **members}
    path = os.path.join(context.directory("settings"), app + ".json")
    with open(path, "w") as file:
        json.dump(value, file)
    return path


def server(context, mail, options=(), app=wire.APP, **changes):
    folder = os.path.join(context.directory("server"), "data")
    more = mail.options() if mail.security != "NONE" else []
    return wire.Process(service.program(context), folder, [console(context, mail.settings(), app, **changes)],
                        [*more, *options], environment=WITH_KEY)


# As the NCMB JavaScript SDK asks: the path, a body of JSON, its four headers.

def ncmb(it, method, path, body=None, headers=None):
    status, fields, answer = calls.signed(it.port, method, "/2013-09-01/" + path, None if body is None else json.dumps(body).encode(),
                                          headers)
    return status, json.loads(answer) if answer else None


def sign_up(it, name, address, password="old password"):
    status, body = ncmb(it, "POST", "users", {"userName": name, "password": password, "mailAddress": address})
    if status != 201:
        raise Failure("sign-up: %s %s" % (status, body))
    return body["objectId"]


def log_in(it, name, password):
    return ncmb(it, "POST", "login", {"userName": name, "password": password})[0]


def ask_reset(it, address, language=None):
    status, body = ncmb(it, "POST", "requestPasswordReset", {"mailAddress": address}, {"Accept-Language": language} if language else None)
    same((status, list(body)), (201, ["createDate"]), "the answer to who asks for a new password")


def link(mail):
    found = re.search(r"https://games\.example\.com(/v1/apps/[^/]+/mail/[a-z-]+)\?key=([\w-]+)", mail["text"])
    if not found:
        raise Failure("no link in the mail: %r" % mail["text"])
    return found.group(1), found.group(2)


class Page:
    """What a browser without scripts shows of the page behind a link."""

    def __init__(self, it, path, key, language="en"):
        self.it, self.path, self.language = it, path, {"Accept-Language": language}
        self.take(wire.get(it.port, "%s?key=%s" % (path, key), self.language))

    def take(self, answer):
        self.status, self.headers, self.text = answer.status, answer.headers, answer.text
        self.fields = {html.unescape(name): html.unescape(value) for name, value in
                       re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', self.text)}
        self.asks = re.findall(r'<input type="password" name="([^"]*)"', self.text)
        found = re.search(r'<form method="post" action="([^"]*)"', self.text)
        self.action = found and urllib.parse.urljoin(self.path, found.group(1))
        return self

    def send(self, **typed):
        if not self.action:
            raise Failure("the page has no form: %s" % self.text)
        body = urllib.parse.urlencode({**self.fields, **typed}).encode()
        status, headers, answer = calls.raw(self.it.port, "POST", self.action, {
            "Content-Type": "application/x-www-form-urlencoded", **self.language}, body)
        return self.take(wire.Answer(status, headers, answer))

    def set(self, password):
        return self.send(password=password, again=password)

    @property
    def heading(self):
        return re.search(r"<h1>(.*)</h1>", self.text).group(1)


def states(it):
    return {mail["mailAddress"]: mail for mail in it.console().well("console.mails")["mails"]}


__all__ = ["MailServer", "Page", "ask_reset", "certificate", "console", "eventually", "faces", "free_port", "link", "log_in", "ncmb",
           "same", "server", "service", "sign_up", "socket", "states", "wire"]

"""The two ways to a published interface: over HTTP, and in the process of the library. Both are given the same calls."""
import base64
import hashlib
import hmac
import http.client
import json
import re
import subprocess
import time

from harness.runner import Failure

APPLICATION_KEY, CLIENT_KEY = "quickstart-application-key", "quickstart-client-key"
TIME = "2026-01-01T00:00:00.000Z"
HOST = "localhost"
UNSIGNED = ("E404002", "E404005", "E405002", "E415001")
WAIT_SECONDS = 30


class Http:
    name = "over HTTP"

    def __init__(self, port, host=HOST):
        self.port, self.host = port, host

    def ask(self, method, path, headers, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_SECONDS)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            connection.putheader("Host", "%s:%d" % (self.host, self.port))
            for name, value in headers:
                connection.putheader(name, value)
            if body or method in ("POST", "PUT"):
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            response = connection.getresponse()
            return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
        finally:
            connection.close()

    ncmb = ask

    def gamebase(self, method, path, headers, body):
        """A refusal's traceError is looked at here and taken out: it has a clock, and only a carrier knows it."""
        status, fields, answer = self.ask(method, path, headers, body)
        if path.startswith("/tcgb-") and b'"isSuccessful":false' in answer:
            header = json.loads(answer)["header"]
            trace = header.get("traceError", {})
            product, uri = path.split("/")[1][len("tcgb-"):], path.partition("?")[0]
            if (trace.get("throwPoint"), trace.get("uri")) != (product, uri) or abs(trace["trackingTime"] / 1000 - time.time()) > 60:
                raise Failure("%s %s: traceError is %r" % (method, path, trace))
            answer = re.sub(rb',"traceError":\{[^}]*\}', b"", answer)
        return status, fields, answer

    def end(self):
        pass


class Library:
    name = "in the process"

    def __init__(self, program, environment, *arguments):
        self.child = subprocess.Popen([program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

    def call(self, kind, parts):
        parts = [part.encode() if isinstance(part, str) else part for part in parts]
        line = " ".join("-1" if part is None else str(len(part)) for part in parts)
        self.child.stdin.write(("%s %s\n" % (kind, line)).encode() + b"".join(part for part in parts if part is not None))
        self.child.stdin.flush()
        line = self.child.stdout.readline().split()
        if len(line) != 3:
            raise Failure("the library said nothing to %r" % (parts[:3],))
        status, headers, body = int(line[0]), self.child.stdout.read(int(line[1])), self.child.stdout.read(int(line[2]))
        fields = dict(field.split(": ", 1) for field in headers.decode().split("\r\n") if field)
        return status, {name.lower(): value for name, value in fields.items()}, body

    def ncmb(self, method, path, headers, body):
        lines = "".join("%s: %s\r\n" % field for field in headers)
        return self.call("ncmb", [method, HOST, path, lines, body or None])

    def gamebase(self, method, path, headers, body):
        fields = {name.lower(): value for name, value in headers}
        key = fields.get("x-nhn-tciap-appkey" if path.startswith("/v1/service/") else "x-secret-key")
        return self.call("gamebase", [method, path, key, fields.get("x-tcgb-transaction-id"), body or None])

    def end(self):
        self.child.stdin.close()
        status = self.child.wait(WAIT_SECONDS)
        self.child.stdout.close()
        if status:
            raise Failure("the library ended with %d" % status)


def digest(text, key=CLIENT_KEY):
    return base64.b64encode(hmac.new(key.encode(), text, hashlib.sha256).digest()).decode()


def text_to_sign(method, path, application, time, host=HOST):
    path, _, query = path.partition("?")
    parameters = ["SignatureMethod=HmacSHA256", "SignatureVersion=2", "X-NCMB-Application-Key=" + application, "X-NCMB-Timestamp=" + time]
    if method == "GET" and query:
        parameters += query.split("&")
    parameters.sort(key=lambda item: item.split("=")[0].encode())
    return "\n".join([method, host, path, "&".join(parameters)])


def ncmb(face, case, known):
    """Plays a case; returns (status, headers, body). @key, @application, @time, @signature and @session say otherwise what they are."""
    told = {name: case.fill(value, known) for name, value in case.directives.items()}
    path, body = case.fill(case.path, known), case.fill(case.body, known).encode("utf-8", "surrogateescape")
    application, time = told.get("application", APPLICATION_KEY), told.get("time", TIME)
    text = text_to_sign(told.get("method", case.method), told.get("path", path), application, time)
    headers = [("X-NCMB-Application-Key", application), ("X-NCMB-Timestamp", time),
               ("X-NCMB-Signature", told.get("signature", digest(text.encode(), told.get("key", CLIENT_KEY))))]
    headers = [field for field in headers if field[1] != "none"]
    if "session" in told:
        headers.append(("X-NCMB-Apps-Session-Token", told["session"]))
    if body and not any(name == "Content-Type" for name, _ in case.headers):
        headers.append(("Content-Type", "application/json"))
    headers += [(name, case.fill(value, known)) for name, value in case.headers]
    if told.get("form"):
        body = body.replace(b"\n", b"\r\n")
    status, fields, answer = face.ncmb(case.method, path, headers, body)
    signed = fields.get("x-ncmb-response-signature")
    if signed:
        is_text = fields.get("content-type", "").startswith("application/json")
        tail = b"" if not answer else b"\n" + (answer if is_text else answer.hex().encode())
        if signed != digest(text.encode() + tail):
            raise Failure("%s, %s: the answer's signature is wrong" % (case.title, face.name))
    return status, fields, answer


def gamebase(face, case, known):
    """Plays a case. @key says another secret, or none; @transaction another id, or none."""
    told = {name: case.fill(value, known) for name, value in case.directives.items()}
    path, body = case.fill(case.path, known), case.fill(case.body, known).encode()
    name, secret = ("X-NHN-TCIAP-AppKey", known["iapAppKey"]) if path.startswith("/v1/service/") else ("X-Secret-Key", known["secretKey"])
    if "/push/send" in path:
        # Hive's two versions.
        name = "X-Access-Token" if path.startswith("/v2/") else "Authorization"
        secret = told.pop("key", secret)
        secret = secret if secret == "none" or name == "X-Access-Token" else "bearer " + secret
    headers = [(name, told.get("key", secret)), ("X-TCGB-Transaction-Id", told.get("transaction", "t-1"))]
    headers = [field for field in headers if field[1] != "none"] + [("Content-Type", "application/json; charset=UTF-8")]
    headers += [(name, case.fill(value, known)) for name, value in case.headers]
    return face.gamebase(case.method, path, headers, body)

"""gamebased as a test sees it: a process of its own, and what goes over its sockets, byte by byte where that matters."""
import glob
import http.client
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import time

from harness.runner import EVERYWHERE, Failure

# A start ends when it says so; a machine on which everything else runs as well may take long.
START_SECONDS, END_SECONDS, ANSWER_SECONDS = 120, 15, 20
KEY = "operator-key-of-the-tests"
APP = "QuickStart"


class Process:
    """One gamebased. It ends with the `with` that it was made in."""
    start_seconds = START_SECONDS

    def __init__(self, program, folder, console=(), options=(), environment=None):
        self.program, self.folder, self.options = program, folder, list(options)
        self.files = list(console)
        self.environment = dict(environment or {}, GAMEBASED_OPERATOR_KEY=KEY)
        self.child = self.port = self.admin_port = None
        self.log = os.path.join(os.path.dirname(folder), os.path.basename(folder) + ".log")
        self.output = ""

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.kill()

    def start(self, port=0):
        command = [self.program, "--data", self.folder, "--listen", "127.0.0.1:%d" % port, "--log", self.log, *self.options]
        for file in self.files:
            command += ["--console", file]
        environment = {key: os.environ[key] for key in ("PATH",) if key in os.environ}
        environment.update(EVERYWHERE, **self.environment)
        self.child = subprocess.Popen(command, env={k: v for k, v in environment.items() if v is not None}, stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        self.output = ""
        deadline = time.monotonic() + self.start_seconds
        while time.monotonic() < deadline:
            line = self.child.stdout.readline().decode()
            self.output += line
            found = re.search(r"gamebased listens on http://[^ ]*:(\d+)", line)
            admin = re.search(r"operator is heard on http://[^ ]*:(\d+)", line)
            self.port = int(found.group(1)) if found else self.port
            self.admin_port = int(admin.group(1)) if admin else self.admin_port
            if "a game reaches it so" in line or "there is no app yet" in line:
                return self
            if not line:
                break
        raise Failure("gamebased did not start: %s %s" % (self.child.poll(), self.output))

    def signal(self, number):
        self.child.send_signal(number)

    def stop(self, seconds=END_SECONDS):
        """Ends it as an operator does; returns (status, seconds)."""
        began = time.monotonic()
        self.signal(signal.SIGTERM)
        try:
            status = self.child.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Failure("gamebased still ran %d s after SIGTERM" % seconds)
        return status, time.monotonic() - began

    def kill(self):
        if self.child and self.child.poll() is None:
            self.child.kill()
        if self.child:
            self.child.wait()
            self.child.stdout.close()
            self.child = None

    def player(self, **options):
        return Caller(self.port, "client", **options)

    def console(self, **options):
        return Caller(options.pop("port", self.port), "console", token=options.pop("token", KEY), **options)

    def logged(self):
        with open(self.log) as file:
            return file.read()

    def processor_seconds(self):
        with open("/proc/%d/stat" % self.child.pid) as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def at_work(self):
        """The seconds that its threads ran, exactly, and how often one of them woke. What /proc says of a process is rounded to
        whole ticks: a microsecond may make ten milliseconds there."""
        ran, woke = 0, 0
        for task in glob.glob("/proc/%d/task/*" % self.child.pid):
            with open(task + "/schedstat") as file:
                ran += int(file.read().split()[0])
            with open(task + "/status") as file:
                woke += next(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt_switches"))
        return ran / 1e9, woke

    def loop_seconds(self):
        """The seconds that its first thread ran, which serves everybody."""
        with open("/proc/%d/task/%d/schedstat" % (self.child.pid, self.child.pid)) as file:
            return int(file.read().split()[0]) / 1e9

    def resident_bytes(self):
        with open("/proc/%d/statm" % self.child.pid) as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.text = status, headers, body.decode("utf-8", "replace")
        try:
            self.form = json.loads(self.text)
        except ValueError:
            self.form = None

    @property
    def code(self):
        return self.form["resultCode"]

    @property
    def body(self):
        return self.form["body"]

    def __repr__(self):
        return "%d %s" % (self.status, self.text[:300])


def form(name, parameters=None, transaction="t"):
    return json.dumps({"name": name, "transactionId": transaction, "parameters": parameters or {}}).encode()


class Caller:
    """Who asks, over one connection that is kept."""
    answer_seconds = ANSWER_SECONDS

    def __init__(self, port, origin, token=None, app=APP, headers=None):
        self.port, self.token, self.path = port, token, "/v1/apps/%s/%s" % (app, origin)
        self.app, self.headers, self.connection, self.user, self.secret = app, dict(headers or {}), None, None, None

    def ask(self, name, parameters=None, key=None, body=None, headers=None, path=None):
        """The answer to one request, whatever it is."""
        fields = {"Content-Type": "application/json", **self.headers, **(headers or {})}
        if self.token:
            fields["Authorization"] = "Bearer " + self.token
        if key:
            fields["Idempotency-Key"] = key
        if self.connection is None:
            self.connection = self.connect()
        try:
            self.connection.request("POST", path or self.path, form(name, parameters) if body is None else body, fields)
            response = self.connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        except BaseException:
            self.close()
            raise
        if response.will_close:
            self.close()
        return answer

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.answer_seconds)

    def well(self, name, parameters=None, key=None):
        """The body of an answer that must be a success."""
        answer = self.ask(name, parameters, key)
        if answer.status != 200 or answer.code != 0:
            raise Failure("%s: %r" % (name, answer))
        return answer.body

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    # A player's steps.

    def log_in(self, secret=None, key=None):
        self.secret = secret or secrets.token_hex(16)
        body = self.well("gateway.idPLogin", {"idPInfo": {"idPCode": "guest", "accessToken": self.secret}}, key or new_key())
        self.token, self.user = body["token"]["accessToken"], body["member"]["userId"]
        return self

    def buy(self, product="gem_100", key=None):
        """Reserve, begin, report: returns the reservation and the receipt."""
        reserved = self.well("purchase.reserve", wish(product), new_key())
        order = self.well("store.begin", order_of(reserved), new_key())
        paid = self.well("purchase.report", paid_report(reserved, order), key or new_key())
        self.well("purchase.finished", {"paymentSeq": reserved["paymentSeq"]})
        return reserved, paid["receipt"]


def wish(product="gem_100"):
    return {"requestId": secrets.token_hex(8), "storeCode": "SANDBOX", "gamebaseProductId": product}


def order_of(reserved):
    return {name: reserved[name] for name in ("orderKey", "marketItemId", "price", "currency")}


def paid_report(reserved, order):
    return {"paymentSeq": reserved["paymentSeq"], "storeCode": "SANDBOX", "status": "PAID",
            "storeTransactionId": order["storeTransactionId"], "receipt": order["receipt"]}


def new_key():
    return secrets.token_hex(16)


def get(port, path, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", path, headers=headers or {})
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())
    finally:
        connection.close()


def raw(port, data, wait=ANSWER_SECONDS, half_close=False, pieces=None):
    """Sends bytes as they are; returns all that comes back until the other side closes, and whether it closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=wait) as connection:
        try:
            for piece in pieces or [data]:
                connection.sendall(piece)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError):
            pass
        received = b""
        deadline = time.monotonic() + wait
        try:
            while True:
                connection.settimeout(max(0.01, deadline - time.monotonic()))
                piece = connection.recv(65536)
                if not piece:
                    return received, True
                received += piece
        except socket.timeout:
            return received, False
        except ConnectionResetError:
            return received, True


class Stream:
    """An event stream."""

    def __init__(self, port, token=None, last=None, app=APP, headers=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=ANSWER_SECONDS)
        head = "GET /v1/apps/%s/events HTTP/1.1\r\nHost: test\r\nAccept: text/event-stream\r\n" % app
        for name, value in {**({"Authorization": "Bearer " + token} if token else {}),
                            **({"Last-Event-ID": str(last)} if last is not None else {}), **(headers or {})}.items():
            head += "%s: %s\r\n" % (name, value)
        self.socket.sendall((head + "\r\n").encode())
        self.bytes, self.beats = b"", 0
        self.head = self.until(b"\r\n\r\n").decode()
        self.status = int(self.head.split(" ")[1])

    def until(self, mark, seconds=ANSWER_SECONDS):
        deadline = time.monotonic() + seconds
        while mark not in self.bytes:
            self.socket.settimeout(max(0.01, deadline - time.monotonic()))
            piece = self.socket.recv(65536)
            if not piece:
                raise EOFError(self.bytes)
            self.bytes += piece
        part, _, self.bytes = self.bytes.partition(mark)
        return part

    def next(self, seconds=ANSWER_SECONDS):
        """(id, event, data) of what comes next; comments are counted."""
        while True:
            lines = self.until(b"\n\n", seconds).decode().split("\n")
            if lines[0].startswith(":"):
                self.beats += 1
                continue
            fields = dict(line.split(": ", 1) for line in lines)
            return int(fields["id"]), fields["event"], json.loads(fields["data"])

    def silent(self, seconds):
        try:
            return [self.next(seconds)]
        except socket.timeout:
            return []

    def close(self):
        self.socket.close()

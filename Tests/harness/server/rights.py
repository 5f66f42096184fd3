"""What was granted for longer than one answer ends with the right: each kind of thing, by each end, at every server of a database."""
import contextlib
import json
import os
import socket
import threading
import time

from harness import postgres
from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same
from harness.wires import calls, faces, members, uploads

# A second is promised; a machine that does other things may take longer. Less than what ends a body that nobody sends.
SECONDS = 8
# More than lies between server and reader, so that a download lasts; more than a part, so that an upload is begun before its last byte.
FILE_BYTES, UPLOAD_BYTES = 6 << 20, 300_000
DAY = 86_400_000
SETTINGS = {"idPs": {"guest": {"enabled": True}, "google": {"enabled": True}},
            "transferAccount": {"enabled": True, "type": "ID_PASSWORD"}}


def wanted(context, **ncmb):
    with open(context.path(service.CONSOLE)) as file:
        value = json.load(file)
    value.update(SETTINGS)
    value["ncmb"].update({"passwordCost": 8, **ncmb})
    return value


class World:
    """One server, or two over one database: what is granted is granted here, and ends there."""

    def __init__(self, context, here, there):
        self.context, self.here, self.there, self.count, self.longest = context, here, there, 0, 0
        self.console = there.console()
        self.console.well("console.loadSettings", {"settings": wanted(context)}, wire.new_key())
        service.eventually(lambda: here.player().ask("launching.getServerTime").status == 200, "the server finds the app")

    def member(self):
        return self.here.player().log_in()

    def elsewhere(self, player):
        """The same player with the same token, at the server where the right ends."""
        return self.there.player(token=player.token)

    def tell(self, *players):
        """What is these players' alone; returns the mark that is in it."""
        self.count += 1
        mark = "private-%d" % self.count
        self.console.well("console.kickout", {"userIds": [player.user for player in players], "extras": mark}, wire.new_key())
        return mark


@contextlib.contextmanager
def one(context):
    with service.server(context, options=service.UNLIMITED) as it:
        yield World(context, it, it)


@contextlib.contextmanager
def two(context):
    with postgres.Server() as database:
        here, there = (wire.Process(service.program(context), os.path.join(context.directory("server"), "data"), (),
                                    ["--database", database.url, *service.UNLIMITED]) for _ in range(2))
        with here, there:
            yield World(context, here, there)


WORLDS = {"SQLite": one, "two servers on one PostgreSQL": two}


# Ends of what a member was granted. Each is asked for there, with its answer as the end.

def log_out(world, player):
    world.elsewhere(player).well("gateway.logout", {}, wire.new_key())


def token_replaced(world, player):
    parameters = {"tokenInfo": {"idPCode": "guest", "accessToken": player.token}, "member": {}}
    world.elsewhere(player).well("gateway.tokenLogin", parameters, wire.new_key())


def newer_sessions(world, player):
    for _ in range(24):
        world.there.player().log_in(player.secret)


def taken_over(world, player):
    account, password = members.transfer(player)
    salt = world.there.player().well("gateway.checkTransferAccount", {
        "idPInfo": {"idPCode": "guest", "accessToken": wire.new_key()}, "account": {"id": account}})["salt"]
    parameters = {"idPInfo": {"idPCode": "guest", "accessToken": wire.new_key()},
                  "account": {"id": account, "key": members.key_of(password, salt)}, "member": {}}
    world.there.player().well("gateway.transferAccount", parameters, wire.new_key())


def google(player, account):
    """Adds an identity to the player."""
    player.well("gateway.addMapping", {"userId": player.user, "idPInfo": {"idPCode": "google", "accessToken": account}}, wire.new_key())


def ticket(world, other, account):
    """What another member is given who has tried to add an identity that is somebody's."""
    parameters = {"userId": other.user, "idPInfo": {"idPCode": "google", "accessToken": account}}
    answer = other.ask("gateway.addMapping", parameters, wire.new_key())
    given = answer.body["forcingMappingTicket"]
    return {"userId": other.user, "forcingMappingKey": given["forcingMappingKey"], "mappedUserId": given["mappedUserId"],
            "tokenInfo": {"idPCode": "google", "accessToken": given["accessToken"]}}


def identity_taken(world, player):
    account = wire.new_key()
    google(player, account)
    other = world.there.player().log_in()
    other.well("gateway.addMappingForcibly", ticket(world, other, account), wire.new_key())


def login_changed(world, player):
    account = wire.new_key()
    google(world.there.player().log_in(), account)
    own = world.elsewhere(player)
    own.user = player.user
    body = own.well("gateway.changeLogin", ticket(world, own, account), wire.new_key())
    # The old session ends when the new one is used.
    world.there.player(token=body["token"]["accessToken"]).well("presence.heartbeat")


def banned(world, player):
    world.console.well("console.ban", {"userId": player.user, "banType": "PERMANENT", "message": "cheating"}, wire.new_key())


def grace_over(world, player):
    """By the time alone: the ban is noted while the stream is open, and nobody asks for the member."""
    date = world.there.player().well("launching.getServerTime")["date"] + 1_500
    ban = {"gracePeriodDate": date, "message": "pay"}
    world.console.well("console.setGraceBan", {"userId": player.user, "graceBan": ban}, wire.new_key())
    service.eventually(lambda: world.there.player().well("launching.getServerTime")["date"] > date + 500, "the time has come")


def gateway(world, method, path, body=None):
    answer = members.call(world.there.port, method, "/tcgb-gateway/v1.3/apps/%s%s" % (wire.APP, path), body)
    same(answer["header"]["isSuccessful"], True, "%s: %r" % (path, answer))


def banned_by_server(world, player):
    gateway(world, "POST", "/members/ban", {
        "userIdList": [player.user], "banTypeCode": "PERMANENT", "banReason": "cheating", "banCaller": "APP_SERVER", "regUser": "tests"})


def withdrawn(world, player):
    world.elsewhere(player).well("gateway.withdraw", {"userId": player.user}, wire.new_key())


def withdrawn_by_server(world, player):
    gateway(world, "DELETE", "/members/%s?regUser=tests" % player.user)


def erased(world, player):
    world.console.well("console.eraseMember", {"userId": player.user}, wire.new_key())


def withdrawal_due(world, player):
    world.elsewhere(player).well("gateway.requestTemporaryWithdrawal", {"userId": player.user}, wire.new_key())
    world.console.well("console.advanceClock", {"milliseconds": 10 * DAY}, wire.new_key())


def expired(world, player):
    world.console.well("console.advanceClock", {"milliseconds": 16 * DAY}, wire.new_key())


ENDS_OF_MEMBERS = [log_out, token_replaced, newer_sessions, taken_over, identity_taken, login_changed, banned, grace_over, withdrawn,
                   erased, withdrawn_by_server, banned_by_server, withdrawal_due, expired]
# Those that end nothing of who stands beside, unless the clock has been moved.
MOVE_THE_CLOCK = {withdrawal_due, expired}


def metric(it, name):
    lines = wire.get(it.port, "/metrics").text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith((name + " ", name + "{")))


def events_path(after, wait):
    return "/v1/apps/%s/events?wait=%d%s" % (wire.APP, wait, "" if after is None else "&after=%d" % after)


def poll(it, token, after=None, wait=0):
    return wire.get(it.port, events_path(after, wait), {"Accept": "application/json", "Authorization": "Bearer " + token})


class Hearing:
    """A player's stream and poll."""

    def __init__(self, world, player):
        self.world, self.player = world, player
        self.stream = wire.Stream(world.here.port, player.token)
        same(self.stream.next()[1], "ready", "the first event")
        self.polled = []
        self.thread = None

    def hears(self):
        mark = self.world.tell(self.player)
        while mark not in json.dumps(self.stream.next()[2]):
            pass

    def wait(self):
        here, token = self.world.here, self.player.token
        place, before = poll(here, token).form["next"], metric(here, "gamebased_listeners")
        self.thread = threading.Thread(target=lambda: self.polled.append(poll(here, token, place, 50)))
        self.thread.start()
        service.eventually(lambda: metric(self.world.here, "gamebased_listeners") > before, "the poll waits")

    def ended(self, mark, began):
        """Nothing of what was told behind the end has come, and all is closed."""
        came = []
        try:
            while True:
                came.append(self.stream.next(SECONDS))
        except EOFError:
            pass
        except socket.timeout:
            raise Failure("the stream is open %d s after the end; it brought %r" % (SECONDS, came))
        self.world.longest = max(self.world.longest, time.monotonic() - began)
        if mark in json.dumps(came):
            raise Failure("the stream brought what was told behind the end: %r" % came)
        if not came or came[-1][1] != "ended":
            raise Failure("the stream does not say that it has ended: %r" % came)
        self.thread.join(SECONDS)
        if not self.polled:
            raise Failure("the poll waits %d s after the end" % SECONDS)
        if self.polled[0].status not in (200, 401) or mark in self.polled[0].text:
            raise Failure("the poll brought %r" % self.polled[0])
        self.refused(came[-1][2])

    def refused(self, told):
        """Nothing is opened by it again, at either server, and the reason is the stream's."""
        for it in (self.world.here, self.world.there):
            stream, polled = wire.Stream(it.port, self.player.token), poll(it, self.player.token)
            same((stream.status, polled.status), (401, 401), "what is opened anew")
            same(polled.code, told["resultCode"], "the reason")
            stream.close()


def play_member(world, end, bystander):
    player = world.member()
    hearing = Hearing(world, player)
    hearing.hears()
    hearing.wait()
    end(world, player)
    began = time.monotonic()
    hearing.ended(world.tell(player), began)
    if end in (banned, banned_by_server):
        answer = poll(world.here, player.token)
        same((answer.code, answer.body["ban"]["userId"]), (-4010205, player.user), "what a banned member is told")
    if end not in MOVE_THE_CLOCK:
        bystander.hears()


def of_members(world):
    found = []
    bystander = Hearing(world, world.member())
    for end in ENDS_OF_MEMBERS:
        try:
            play_member(world, end, bystander)
        except (Failure, OSError, EOFError) as failure:
            found.append("%s: %s" % (end.__name__, failure))
    return found


# Transfers of files.

def signed(it, method, path, body=None, session=None, **more):
    status, _, answer = calls.signed(it.port, method, "/2013-09-01/" + path, body and body.encode(),
                                      {"X-NCMB-Apps-Session-Token": session} if session else {}, **more)
    if status not in (200, 201):
        raise Failure("%s %s: %d %r" % (method, path, status, answer[:200]))
    return json.loads(answer) if answer else None


class User:
    def __init__(self, world, name):
        self.world, self.name = world, name
        made = signed(world.here, "POST", "users", json.dumps({"userName": name, "password": "secret"}))
        self.id, self.session = made["objectId"], made["sessionToken"]

    def head(self, method, path, **fields):
        told = {"Host": "localhost", "X-NCMB-Apps-Session-Token": self.session, **calls.fields(method, path), **fields}
        return ("%s %s HTTP/1.1\r\n" % (method, path) + "".join("%s: %s\r\n" % field for field in told.items()) + "\r\n").encode()

    def upload(self, file, content, acl=None, kept_back=0):
        """A connection on which all but the last bytes were sent."""
        body = uploads.form(content, json.dumps(acl).encode() if acl else None)
        connection = socket.create_connection(("127.0.0.1", self.world.here.port), timeout=SECONDS)
        fields = {"Content-Length": str(len(body)), "Content-Type": "multipart/form-data; boundary=b7"}
        try:
            connection.sendall(self.head("POST", "/2013-09-01/files/" + file, **fields) + body[:len(body) - kept_back])
        except OSError as failure:
            raise Failure("the upload of %s: %s, %r" % (file, failure, rest(connection)))
        return connection, body[len(body) - kept_back:]

    def download(self, file):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(SECONDS)
        connection.connect(("127.0.0.1", self.world.here.port))
        connection.sendall(self.head("GET", "/2013-09-01/files/" + file))
        return connection


def rest(connection, most=FILE_BYTES * 2):
    """All that still comes, until the other side closes or `most` bytes are there."""
    received = b""
    try:
        while len(received) < most:
            piece = connection.recv(1 << 20)
            if not piece:
                break
            received += piece
    except ConnectionResetError:
        pass
    return received


def under_way(it):
    return metric(it, "gamebased_requests_under_way")


class Transfers:
    """A download of which little is taken, and an upload that lacks its last byte, of the same file unless another is named."""

    def __init__(self, user, file, uploaded=None):
        self.user, self.file = user, file
        before = under_way(user.world.here)
        self.up, self.last = user.upload(uploaded or file, os.urandom(UPLOAD_BYTES), kept_back=1)
        self.down = user.download(file)
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.down.recv(1024)
        same(b" 200 " in head.split(b"\r\n")[0], True, "a download begins: %r" % head[:200])
        head, _, self.begun = head.partition(b"\r\n\r\n")
        service.eventually(lambda: under_way(user.world.here) == before + 2, "both are under way")

    def ended(self, left, ends_upload):
        world, began = self.user.world, time.monotonic()
        service.eventually(lambda: under_way(world.here) <= left, "what was under way has ended", SECONDS)
        world.longest = max(world.longest, time.monotonic() - began)
        if len(self.begun) + len(rest(self.down)) >= FILE_BYTES:
            raise Failure("the download came whole")
        if ends_upload:
            answer = rest(self.up)
            same(answer.split(b" ")[1:2] in ([b"401"], [b"403"], [b"404"]), True, "the upload is refused: %r" % answer[:200])
        self.up.close()
        self.down.close()

    def whole(self):
        same(len(self.begun) + len(rest(self.down, FILE_BYTES - len(self.begun))), FILE_BYTES, "what who stands beside gets")
        self.up.sendall(self.last)
        same(b" 201 " in self.up.recv(4096), True, "whether the upload of who stands beside is taken")
        self.up.close()
        self.down.close()


def user_logged_out(world, user, file):
    signed(world.there, "GET", "logout", session=user.session)


def user_logged_in_anew(world, user, file):
    signed(world.there, "GET", "login?userName=%s&password=secret" % user.name)


def user_deleted(world, user, file):
    signed(world.there, "DELETE", "users/" + user.id, session=user.session)


def file_closed(world, user, file):
    signed(world.there, "PUT", "files/" + file, json.dumps({"acl": {"somebody": {"read": True}}}), session=user.session)


def file_deleted(world, user, file):
    signed(world.there, "DELETE", "files/" + file, session=user.session)


def role_lost(world, user, file):
    signed(world.there, "PUT", "roles/" + world.role, json.dumps({"belongUser": {
        "__op": "RemoveRelation", "objects": [{"__type": "Pointer", "className": "user", "objectId": user.id}]}}), session=user.session)


def role_deleted(world, user, file):
    signed(world.there, "DELETE", "roles/" + world.role, session=user.session)


def key_replaced(world, user, file):
    settings = wanted(world.context, clientKey="another-client-key")
    world.console.well("console.loadSettings", {"settings": settings}, wire.new_key())


def session_expired(world, user, file):
    world.console.well("console.advanceClock", {"milliseconds": 2 * DAY}, wire.new_key())


ENDS_OF_USERS = [user_logged_out, user_logged_in_anew, user_deleted, file_closed, file_deleted, role_lost, role_deleted, session_expired,
                 key_replaced]
BY_ROLES = {role_lost, role_deleted}
# A file that is gone may come again; who has it whole or not at all is told apart by who reads.
END_NO_UPLOAD = {file_deleted}
END_ALL = {session_expired, key_replaced}


def granted(world, end):
    """A user and the user's file, to which a role leads or the user's own name."""
    user = User(world, "user-%s" % end.__name__)
    everything = {"read": True, "write": True}
    name = user.id
    if end in BY_ROLES:
        role = {"roleName": "role-" + end.__name__, "belongUser": {
            "__op": "AddRelation", "objects": [{"__type": "Pointer", "className": "user", "objectId": user.id}]},
            "acl": {user.id: everything}}
        world.role = signed(world.here, "POST", "roles", json.dumps(role), session=user.session)["objectId"]
        name = "role:" + role["roleName"]
    file = "file-" + end.__name__
    connection, _ = user.upload(file, os.urandom(FILE_BYTES), {name: everything})
    same(b" 201 " in connection.recv(4096), True, "whether the file is there")
    connection.close()
    return user, file


def play_user(world, end, beside):
    user, file = granted(world, end)
    others = None if end in END_ALL else Transfers(beside, "beside", "beside-too")
    transfers = Transfers(user, file)
    end(world, user, file)
    transfers.ended((2 if others else 0) + (1 if end in END_NO_UPLOAD else 0), end not in END_NO_UPLOAD)
    if others:
        others.whole()


def of_users(world):
    found = []
    beside = User(world, "beside")
    connection, _ = beside.upload("beside", os.urandom(FILE_BYTES))
    same(b" 201 " in connection.recv(4096), True, "whether the other file is there")
    for end in ENDS_OF_USERS:
        try:
            play_user(world, end, beside)
            service.eventually(lambda: under_way(world.here) == 0, "nothing is under way")
        except (Failure, OSError, EOFError) as failure:
            found.append("%s: %s" % (end.__name__, failure))
    return found


def play(make, rows):
    def run(context):
        with make(context) as world:
            began = time.monotonic()
            found = rows(world)
            if found:
                raise Failure("\n".join(found))
            count = len(ENDS_OF_MEMBERS if rows is of_members else ENDS_OF_USERS)
            return "%d kinds of end in %.0f s, %.0f ms behind its answer at most" % (count, time.monotonic() - began, world.longest * 1000)
    return run

"""kill -9 of a server between all steps of a password reset; two servers that send the mails of one database."""
import contextlib
import json
import os
import threading

from harness import postgres
from harness.ctl import has, of
from harness.mail import MailServer, Page, WITH_KEY, ask_reset, console, eventually, link, log_in, ncmb, same, server, service, sign_up, \
    states, wire
from harness.runner import Failure

DATES = '"createDate":"2020-01-01T00:00:00.000Z","updateDate":"2020-01-02T00:00:00.000Z"'
CHEAP = {"ncmb": {"passwordCost": 8}}


def again(it):
    """kill -9, and the same server once more; over files it has them all."""
    it.kill()
    it.start()


class Game:
    """reset.c, a process for each step."""

    def __init__(self, context, it):
        self.context, self.it = context, it
        context.library()
        self.program = context.compile("Tests/harness/mail/reset.c", "mail-reset", flags=["-I", context.path("Tests", "contract")])
        self.folder = context.directory("game")

    def play(self, *words):
        output = self.context.check([self.program, self.folder, "http://127.0.0.1:%d" % self.it.port, *words],
                                    environment={"LANG": "ja_JP.UTF-8", "LC_ALL": ""})
        return int(output.split(" ", 1)[0])


def by_requests(context, it, mails):
    """As the NCMB JavaScript SDK asks, and the page in a browser."""
    sign_up(it, "ann", "ann@example.com")
    again(it)
    ask_reset(it, "ann@example.com")
    again(it)
    path, key = link(mails.wait("ann@example.com"))
    again(it)
    page = Page(it, path, key)
    again(it)
    same(page.set("new password").status, 200, "the end of the page")
    again(it)
    same((log_in(it, "ann", "new password"), log_in(it, "ann", "old password")), (200, 401), "who gets in")
    same(Page(it, path, key).status, 404, "the link once more")


def by_game(context, it, mails):
    """A C program over the server: it asks, and gives the key that the player copied."""
    game = Game(context, it)
    sign_up(it, "bob", "bob@example.com")
    again(it)
    sign_up(it, "una", "una@example.com")
    same(game.play("ask", "una@example.com", "ko"), 0, "the answer to a Korean game that asks")
    same(mails.wait("una@example.com")["subject"], "비밀번호 재설정", "the subject in the game's language")
    again(it)
    same(game.play("ask", "bob@example.com"), 0, "the answer to a game that asks")
    again(it)
    mail = mails.wait("bob@example.com")
    same(mail["subject"], "パスワードの再設定", "the subject for a player whose desktop is Japanese")
    key = link(mail)[1]
    again(it)
    same(game.play("finish", key, "new password"), 0, "the answer to the key")
    again(it)
    same((game.play("log-in", "bob", "new password"), game.play("finish", key, "another one")), (0, 404001),
         "the log-in, and the key again")


def imported(context, it, mails):
    """Who came by an import has no password before."""
    folder = context.directory("import")
    with open(os.path.join(folder, "user.json"), "w") as file:
        file.write('[{"objectId":"importedUser0001","userName":"carl","mailAddress":"carl@example.com",%s},\n'
                   '{"objectId":"importedUser0002","userName":"dora","mailAddress":"dora@example.com",%s}]' % (DATES, DATES))
    has(of(context, it).ask("ncmb", "import", folder), "taken 2")
    same(log_in(it, "carl", "anything"), 401, "a log-in without a password")
    again(it)
    ask_reset(it, "carl@example.com")
    again(it)
    path, key = link(mails.wait("carl@example.com"))
    again(it)
    same(Page(it, path, key).set("first password").status, 200, "the end of the page")
    again(it)
    same((log_in(it, "carl", "first password"), log_in(it, "dora", "first password")), (200, 401), "who gets in")


def played(context, it, mails):
    for story in (by_requests, by_game, imported):
        story(context, it, mails)
    eventually(lambda: not states(it), "no mail is left", 30)
    ids = {}
    for mail in mails.mails:
        ids.setdefault(mail["to"][0], set()).add(mail["id"])
        # Whatever came twice is the same one.
        same(len({other["raw"] for other in mails.mails if other["id"] == mail["id"]}), 1, "texts under one Message-ID")
    same({address: len(found) for address, found in ids.items()},
         {"ann@example.com": 1, "una@example.com": 1, "bob@example.com": 1, "carl@example.com": 1}, "mails by their Message-ID")


def killed(context):
    with MailServer(context) as mails, server(context, mails, **CHEAP) as it:
        played(context, it, mails)


@contextlib.contextmanager
def shared(context, mails, count=1):
    with postgres.Server() as database:
        settings = console(context, mails.settings(), **CHEAP)
        options = [*service.UNLIMITED, *mails.options(), "--database", database.url]
        its = [wire.Process(service.program(context), os.path.join(context.directory("server"), "data"), [settings] if number == 0 else [],
                            options, WITH_KEY) for number in range(count)]
        with contextlib.ExitStack() as stack:
            yield [stack.enter_context(it) for it in its]


def killed_shared(context):
    with MailServer(context) as mails, shared(context, mails) as (it,):
        played(context, it, mails)


PLAYERS = 24
# KEYS: of one address and kind that are not used.
CROWDS, ASKERS, KEYS = 3, 12, 5


def crowd(first, second):
    """Many ask for a mail to one address at once, at both servers."""
    for number in range(CROWDS):
        address = "crowd%d@example.com" % number
        sign_up(first, "crowd%d" % number, address)
        threads = [threading.Thread(target=ask_reset, args=(it, address)) for _ in range(ASKERS) for it in (first, second)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        found = [mail for mail in first.console().well("console.mails")["mails"] if mail["mailAddress"] == address]
        same(len(found), KEYS, "mails to an address that %d ask for at once" % len(threads))


def two(context):
    """Mails that both servers leave are sent once each, also those of a server that is gone."""
    with MailServer(context) as mails, shared(context, mails, 2) as (first, second):
        eventually(lambda: second.player().ask("launching.getServerTime").status == 200, "the other server finds the app")
        for number in range(PLAYERS):
            sign_up((first, second)[number % 2], "player%d" % number, "player%d@example.com" % number)
        mails.manner("rcpt 450 4.2.0 later")
        for number in range(PLAYERS):
            ask_reset((first, second)[number % 2], "player%d@example.com" % number)
        crowd(first, second)
        mails.manner()
        first.kill()
        eventually(lambda: len(mails.mails) >= PLAYERS and not states(second), "all mails are sent", 60)
        counts = {}
        for mail in mails.mails:
            if not mail["to"][0].startswith("crowd"):
                counts[mail["to"][0]] = counts.get(mail["to"][0], 0) + 1
        same((len(counts), set(counts.values())), (PLAYERS, {1}), "mails by their address")
        found = json.dumps(ncmb(second, "GET", "users")[1])
        if "results" not in found:
            raise Failure("the other server: " + found)

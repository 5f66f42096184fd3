"""The game's pushes on a desktop, from the C call to the screen and back: a bus of the tests' own, python-dbusmock, and dunst on a screen
in memory."""
import contextlib
import json
import os
import re
import time

from harness.desktop.session import PYTHON, Session
from harness.runner import Failure, Test
from suites import examples, packages


def example(name, compiler, standard):
    """A group is put in its own place when it grows; a button that is pressed on the desktop is heard by the game."""
    def run(context):
        program = examples.compiled(context, name, compiler, [standard])
        with Session(context) as session:
            mock = session.mock()
            game = session.start([program, context.directory("example")], **packages.at_run(context))
            if "ACCEPT_NOW_ID" not in mock.wait_for('"A gift"'):
                raise Failure("the gift has no button:\n" + "\n".join(mock.lines))
            # Shown once or twice, as fast as the desktop was, and the second time perhaps behind the gift; the last word is the group's.
            mock.wait_for("2 new")
            shown = [line for line in mock.lines if "is cut" in line]
            if "2 new" not in shown[-1] or any('" 0 "" "Your' not in line for line in shown[:1]):
                raise Failure("the group is not one notification:\n" + "\n".join(shown))
            if len(shown) > 1 and ' 1 "" "Your' not in shown[1]:
                raise Failure("the group was not put in its own place:\n" + "\n".join(shown))
            session.emit("ActionInvoked", "us", 2, "ACCEPT_NOW_ID")
            game.wait_for("A gift: ACCEPT_NOW_ID")
            if game.process.wait(60) != 0:
                raise Failure("\n".join(game.lines))
    return run


@contextlib.contextmanager
def playing(context, **environment):
    """game.c, ready, on a bus whose notifications python-dbusmock writes down."""
    program = context.compile("Tests/harness/desktop/game.c", "desktop-game")
    with Session(context) as session:
        mock = session.mock()
        game = session.start([program, context.directory("storage")], LD_LIBRARY_PATH=context.path("build"), **environment)
        game.wait_for("ready")
        yield session, mock, game


def mixed_group(context):
    """Local and remote pushes of a group are one notification; what was sent to a player leaves it with the player."""
    with playing(context) as (session, mock, game):

        def shows(line, title, text):
            game.say(line)
            said = mock.wait_for('"%s" "%s"' % (title, text))
            if said != [line for line in mock.lines if " Notify " in line][-1]:
                raise Failure("it is not the last:\n" + "\n".join(mock.lines))

        shows('{"title":"Your oak is cut","groupId":"wood"}', "Your oak is cut", "")
        shows('local {"noticeId":1,"title":"Your fir is cut","groupId":"wood"}', "Your fir is cut", "2 new notifications")
        shows('{"title":"Your yew is cut","groupId":"wood"}', "Your yew is cut", "3 new notifications")
        shows("logout", "Your fir is cut", "")
        if {re.search(r'Notify "Lumber" (\d+) ', line).group(1) for line in mock.lines if " Notify " in line} != {"0", "1"}:
            raise Failure("it is more than one notification:\n" + "\n".join(mock.lines))


def unfolded(context):
    """A group has the buttons of its newest, which act on that one, and a button that shows each of them by itself, with its own."""
    with playing(context) as (session, mock, game):

        def send(title, group="wood"):
            game.say(json.dumps({"title": title, "groupId": group, "buttons": [
                {"name": "Sell " + title, "identifier": "SELL", "buttonType": "OPEN_APP"}]}))
            return mock.wait_for('"%s"' % title)

        def number(line):
            return int(re.search(r'Notify "Lumber" (\d+) ', line).group(1))

        send("Oak")
        send("Fir")
        line = send("Yew")
        if '["default", "Lumber", "SELL", "Sell Yew", "show-each", "Show each"]' not in line or "3 new notifications" not in line:
            raise Failure("a group has other buttons: " + line)
        session.emit("ActionInvoked", "us", 1, "SELL")
        game.wait_for("pressed Yew - SELL")
        mock.wait_for("2 new notifications")
        before = len(mock.lines)
        session.emit("ActionInvoked", "us", 1, "show-each")
        mock.wait_for("CloseNotification 1")
        wait_until(lambda: len([line for line in mock.lines[before:] if " Notify " in line]) >= 2)
        each = [line for line in mock.lines[before:] if " Notify " in line]
        for title, line in zip(("Oak", "Fir"), each):
            if '"%s" ""' % title not in line or '["default", "Lumber", "SELL", "Sell %s"]' % title not in line or number(line) != 0:
                raise Failure("not each was shown by itself:\n" + "\n".join(each))
        if " Notify " not in send("Elm") or "show-each" in mock.lines[-1]:
            raise Failure("what comes to a group that is unfolded is shown by itself: " + mock.lines[-1])
        session.emit("ActionInvoked", "us", 2, "SELL")
        game.wait_for("pressed Oak - SELL")
        game.say("logout")
        mock.wait_for("CloseNotification 3")
        mock.wait_for("CloseNotification 4")


def reply_without_field(context):
    """Where the desktop has no field for an answer in words, its button comes without words, and the game is raised to ask for them."""
    with playing(context) as (session, mock, game):
        game.say(json.dumps({"title": "A rider asks", "buttons": [
            {"name": "Answer", "identifier": "SAY", "buttonType": "REPLY", "hint": "Your words"}]}))
        line = mock.wait_for('"A rider asks"')
        if '["default", "Lumber", "inline-reply", "Answer"]' not in line:
            raise Failure("it has other buttons: " + line)
        session.emit("ActivationToken", "us", 1, "token")
        session.emit("ActionInvoked", "us", 1, "inline-reply")
        game.wait_for("raise token")
        game.wait_for("pressed A rider asks - SAY -")


# "Accept" and the button that shows each push of a group.
LANGUAGES = {
    "ar": ("قبول", "عرض كل إشعار"), "de": ("Annehmen", "Einzeln anzeigen"), "en": ("Accept", "Show each"),
    "es": ("Aceptar", "Mostrar una a una"), "fil": ("Tanggapin", "Ipakita isa-isa"), "fr": ("Accepter", "Afficher une à une"),
    "id": ("Terima", "Tampilkan satu per satu"), "it": ("Accetta", "Mostra una a una"), "ja": ("承諾する", "1件ずつ表示"),
    "ko": ("수락", "하나씩 보기"), "pt": ("Aceitar", "Mostrar uma a uma"), "ru": ("Принять", "Показать по одному"),
    "th": ("ยอมรับ", "แสดงทีละรายการ"), "tr": ("Kabul et", "Tek tek göster"), "vi": ("Chấp nhận", "Hiện từng thông báo"),
    "zh-hans": ("接受", "逐条显示"), "ZH-Hant": ("接受", "逐則顯示"),
}


def languages(context):
    """The buttons are in Hive's game language, whatever Gamebase has texts in; without one in the desktop's."""
    with playing(context, LANG="tr_TR.UTF-8", LC_ALL="") as (session, mock, game):

        def buttons(name, language):
            for kind in ("first", "second"):
                game.say(json.dumps({"title": "%s %s" % (kind, name), "groupId": name, "category": "ACCEPT_DECISION_CATEGORY"}))
                line = mock.wait_for('"%s %s"' % (kind, name))
            accept, each = LANGUAGES[language]
            if '"%s"' % accept not in line or '"show-each", "%s"' % each not in line:
                raise Failure("not in %s: %s" % (language, line))

        buttons("none", "tr")
        for language in [*LANGUAGES, "xx", ""]:
            game.say("language " + language)
            game.wait_for("language " + (language or "none"))
            buttons(language or "again", "en" if language == "xx" else language or "tr")


def wait_until(condition):
    end = time.monotonic() + 20
    while not condition():
        if time.monotonic() > end:
            raise Failure("it did not come")
        time.sleep(0.05)


def in_front(context):
    """The desktop's word by which a window may come in front reaches the game, and no other word in its place."""
    with playing(context) as (session, mock, game):
        for number, (title, action) in enumerate((("Your oak is cut", "default"), ("A gift", "ACCEPT_NOW_ID")), 1):
            game.say(json.dumps({"title": title, "buttons": [{"name": "Take", "identifier": "ACCEPT_NOW_ID", "buttonType": "OPEN_APP"}]}))
            mock.wait_for('"%s"' % title)
            session.emit("ActivationToken", "us", number, "token-%d" % number)
            session.emit("ActionInvoked", "us", number, action)
            game.wait_for("raise token-%d" % number)
            game.wait_for(("clicked " if action == "default" else "pressed ") + title)


def film(context):
    """Desktops play no films: a button opens it where the player sees it."""
    with playing(context) as (session, mock, game):
        address = "http://127.0.0.1:%s/harvest.mp4" % web(session)
        game.say(json.dumps({"title": "The harvest", "category": "CLOSE_CATEGORY", "media": address}))
        line = mock.wait_for('"The harvest"')
        if '["default", "Lumber", "CLOSE_ID", "Close", "play-media", "Play"]' not in line:
            raise Failure("it has other buttons: " + line)
        session.emit("ActionInvoked", "us", 1, "play-media")
        game.wait_for("open " + address)
        game.wait_for("clicked The harvest")
        if [line for line in game.lines if line.startswith("raise")]:
            raise Failure("the game came in front of the film")


# What is sent, one after the other, and how each is kept as a picture beside the library.
KINDS = [
    ("plain", ['{"title":"Your wood is cut","body":"100 logs wait at the mill. <b>Fetch them</b> & go on."}']),
    ("grouped", ['{"title":"Your oak is cut","groupId":"wood"}', '{"title":"Your fir is cut","groupId":"wood"}',
                 '{"title":"Your yew is cut","groupId":"wood"}']),
    ("three-buttons", ['{"title":"A rider asks for peace","body":"What do you say?","category":"ACCEPT_DECISION_CATEGORY"}']),
    ("image", ['{"title":"Your house stands","body":"Come and see.","media":"http://127.0.0.1:PORT/house.png"}']),
    ("japanese", ['{"title":"木材の準備ができました","body":"製材所で100本の丸太が待っています。"}']),
    ("korean", ['{"title":"목재가 준비되었습니다","body":"제재소에서 통나무 100개가 기다립니다."}']),
]


def on_a_screen(context):
    """Each kind is seen on a screen; a click and a button on it are heard by the game."""
    program = context.compile("Tests/harness/desktop/game.c", "desktop-game")
    with Session(context) as session:
        screen = session.screen()
        session.dunst(screen, "Reject")
        game = session.start([program, context.directory("storage")], LD_LIBRARY_PATH=context.path("build"))
        game.wait_for("ready")
        port = web(session)
        empty, colors = picture(context, session, screen, "none"), {}
        for name, pushes in KINDS:
            for push in pushes:
                game.say(push.replace("PORT", port))
                game.wait_for("received " + json.loads(push)["title"])
            session.until("1", "dunstctl", "count", "displayed")
            time.sleep(0.3)
            colors[name] = picture(context, session, screen, name)
            if colors[name] <= empty:
                raise Failure("nothing is on the screen for %s" % name)
            if name == "three-buttons":
                session.ask("dunstctl", "context")
                if sorted(re.findall("^#(.*?) \\(", session.menu(), re.M)) != ["Accept", "Decide later", "Lumber", "Reject"]:
                    raise Failure("the menu has other buttons:\n" + session.menu())
                if picture(context, session, screen, name) <= colors[name]:
                    raise Failure("the menu is not on the screen")
                session.choose()
                game.wait_for("pressed A rider asks for peace ACCEPT_DECISION_CATEGORY REJECT_ID -")
            elif name == "plain":
                session.ask("dunstctl", "action")
                game.wait_for("clicked Your wood is cut")
                game.wait_for("raise ")
            session.ask("dunstctl", "close-all")
            session.until("0", "dunstctl", "count", "displayed")
        # A text is drawn in few colors, and a picture is not.
        if colors["image"] < 4 * colors["plain"]:
            raise Failure("the picture is not on the screen: %s" % colors)


def web(session):
    """Serves a picture and a film, and gives the port."""
    folder = os.path.join(session.folder, "web")
    os.mkdir(folder)
    session.ask("convert", "-size", "96x96", "plasma:red-yellow", os.path.join(folder, "house.png"))
    with open(os.path.join(folder, "harvest.mp4"), "wb") as file:
        file.write(b"\0\0\0\x18ftypisom" + bytes(500))
    server = session.start([PYTHON, "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder, "0"])
    return re.search(r"port (\d+)", server.wait_for("port ")).group(1)


def picture(context, session, screen, name):
    """Keeps what is on the screen, and gives how many colors it has."""
    path = context.path("build", "desktop-%s.png" % name)
    session.ask("import", "-window", "root", path, DISPLAY=screen)
    return int(session.ask("identify", "-format", "%k", path))


class Player:
    """Signs in and out, a process for each time, and says with which codes; initialize is the first of them."""

    def __init__(self, context, session):
        self.program = context.compile("Tests/harness/desktop/player.c", "desktop-player")
        self.session, self.storage = session, context.directory("player")
        self.library = context.path("build")

    def plays(self, where, steps, codes):
        said = self.session.ask(self.program, self.storage, where, *steps.split(), LD_LIBRARY_PATH=self.library)
        if not said.startswith("0 " + codes + " in "):
            raise Failure("%s with the %s: %s, and not 0 %s" % (steps, where, said.strip(), codes))
        return int(said.split()[-2])

    def device(self):
        with open(os.path.join(self.storage, "device.json")) as file:
            return json.load(file)

    def uuid(self):
        return self.device()["uuid"]

    def is_in_file(self, expected):
        device = self.device()
        if ("lastAccessToken" in device) != expected:
            raise Failure("the token is%s in device.json: %s" % ("" if not expected else " not", device))


def moved(start, collection):
    """From the file to the keeper with the next login, and back, and away with the logout."""
    def run(context):
        with Session(context) as session:
            keeper = start(session)
            player = Player(context, session)

            def is_kept(expected):
                search = ["--dest=org.freedesktop.secrets", collection, "org.freedesktop.Secret.Collection.SearchItems",
                          "dict:string:string:xdg:schema,libgamebase.session,device," + player.uuid()]
                if expected != ("object path" in session.ask("dbus-send", "--session", "--print-reply", *search)):
                    raise Failure("the Secret Service has %s token" % ("no" if expected else "a"))

            player.plays("file", "login", "0")
            player.is_in_file(True)
            is_kept(False)
            player.plays("keeper", "again", "0")
            player.is_in_file(False)
            is_kept(True)
            player.plays("keeper", "again", "0")
            player.plays("file", "again rest", "0")
            player.is_in_file(True)
            is_kept(False)
            player.plays("keeper", "again", "0")
            is_kept(True)
            player.plays("file", "again logout rest again", "0 0 3103")
            is_kept(False)
            player.plays("keeper", "login logout rest again", "0 0 3103")
            is_kept(False)
            player.plays("keeper", "login", "0")
            player.is_in_file(False)
            keeper.end()
            player.plays("keeper", "again login", "3103 0")
            player.is_in_file(True)
            player.plays("keeper", "again", "0")
    return run


def unkept(mode):
    """The token stays in the file, and the login waits no longer than it is said. The rest is what a loaded machine may need."""
    def run(context):
        with Session(context) as session:
            if mode:
                stand_in(context)(session, mode)
            player = Player(context, session)
            for steps in ("login", "again", "again"):
                took = player.plays("keeper", steps, "0")
                player.is_in_file(True)
                if took > 500 + 2000:
                    raise Failure("the login took %d ms" % took)
    return run


def stand_in(context):
    def start(session, *mode):
        return keeper(session, PYTHON, "-u", context.path("Tests", "harness", "desktop", "fake_services.py"), "secrets", *mode)
    return start


def gnome_keyring(session):
    return keeper(session, "sh", "-c", "printf secret | exec gnome-keyring-daemon --unlock --components=secrets --foreground")


def keeper(session, *command):
    running = session.start(command)
    session.wait_for_name("org.freedesktop.secrets")
    return running


def tests(context):
    return [Test("a group is one notification, and a button of push.c that is pressed is heard", example("push.c", "gcc", "-std=c11")),
            Test("the same of push.cpp", example("push.cpp", "g++", "-std=c++17")),
            Test("a group has the buttons of its newest, and one that shows each by itself", unfolded),
            Test("a reply where the desktop has no field raises the game, without words", reply_without_field),
            Test("buttons are in the game's language, all 17 of Hive, and without one in the desktop's", languages),
            Test("local and remote pushes of a group are one notification, which a player's leave with the player", mixed_group),
            Test("a click and a button that opens the game give it the desktop's token to come in front with", in_front),
            Test("a film has a button that opens it", film),
            Test("each kind of push is seen on a screen, and a click and a button are heard", on_a_screen),
            Test("the token of the last login moves to the Secret Service and back, and leaves with the logout",
                 moved(stand_in(context), "/collection/login")),
            Test("the same with GNOME Keyring", moved(gnome_keyring, "/org/freedesktop/secrets/collection/login")),
            *[Test("the token stays in the file, in time, when the Secret Service %s" % what, unkept(mode)) for mode, what in
              [("", "is not there"), ("mute", "never answers"), ("locked", "is locked"), ("prompt", "wants to ask the player"),
               ("empty", "has nothing to keep it in")]]]

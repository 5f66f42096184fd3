"""What the people who run a game do for one player, and what they see of it as it happens."""
import re
import time

from harness.browser import acts, hall
from harness.runner import Failure
from harness.server import wire
from harness.server.service import same

# A stream says it every two seconds, and a push's page asks every three.
MOVES_SECONDS = 8
KEY = re.compile(r"shown this once: (\S+)")
LIMITS = """return Object.fromEntries([...document.querySelectorAll('main table')].filter((one) => one.caption.textContent === 'Limits')
  .flatMap((one) => [...one.tBodies[0].rows].map(({cells}) => [cells[0].textContent,
    [...cells].slice(1).map((cell) => cell.textContent)])))"""


def transferred(context):
    """A key that the page issues moves the player, its password is shown once, and a withdrawal by the page ends the session."""
    with hall.entered(context) as place:
        place.it.console().well("console.loadSettings", {"settings": {**place.it.console().well("console.saveSettings")["settings"],
                                "transferAccount": {"enabled": True, "type": "ID_PASSWORD", "block": {"attempts": 3}}}}, wire.new_key())
        one = acts.player(place)
        shown = place.screen("Helping").come_in(place.people["operator"], "players").go("players", one.user)
        shown.press("Transfer key").sees("There is no transfer key.").press("Issue a new key").confirm("Issue a new key")
        shown.sees("The password, which is shown this once:")
        password = KEY.search(shown.text()).group(1)
        account = place.it.console().well("console.transferAccount", {"userId": one.user, "action": "show"})["account"]
        shown.sees(account["account"]["id"]).press("Close").closed()
        shown.press("Transfer key").sees(account["account"]["id"])
        if password in shown.text():
            raise Failure("the password of a transfer key is shown again")
        shown.press("Take the key away").confirm("Take the key away").sees("There is no transfer key.").press("Close").closed()
        shown.press("Withdraw").confirm("Withdraw", one.user)
        acts.soon(shown, one, "a withdrawal")
        shown.closed().sees("Withdrawn")
        if shown.buttons("Withdraw"):
            raise Failure("who has withdrawn can be withdrawn again")


def reached(context):
    """Before a push is sent the page says how many it is for; its numbers move while players receive it."""
    with hall.entered(context) as place:
        one = acts.player(place)
        one.well("push.register", {"deviceKey": "care", "pushEnabled": True, "languageCode": "fi", "deviceCountryCode": "FI"})
        shown = place.screen("Sending").come_in(place.people["operator"], "pushes").go("pushes", tab="new")
        shown.fill(Title="Ruska", Only_these_countries="FI").press("Check and send…")
        shown.sees("1 registrations are meant; 1 take such a message at this time.").confirm("Send", wire.APP)
        shown.until(lambda: "/pushes/" in shown.run("return location.hash"), "the page of the message is shown")
        shown.ready().sees("Ruska")
        delivered = "return [...document.querySelectorAll('dt')].find((one) => one.textContent === 'Delivered')" \
            "?.nextElementSibling.textContent"
        same(shown.run(delivered)[:2], "0 ", "delivered at first")
        received = one.well("push.receive", {"deviceKey": "care"})
        one.well("push.acknowledge", {"token": received["token"], "seq": received["messages"][-1]["seq"]})
        shown.until(lambda: (shown.run(delivered) or "").startswith("1"), "the number of those who were told moves", MOVES_SECONDS)


def watched(context):
    """Payments come onto the overview of who may see them by themselves, and onto nobody else's."""
    with hall.entered(context) as place:
        shown = place.screen("Watching").come_in(place.people["support"]).sees("Newest payments")
        one = acts.player(place)
        reserved, _ = one.buy("gem_100")
        shown.until(lambda: reserved["paymentSeq"] in shown.text(), "a payment comes by itself", MOVES_SECONDS)
        viewer = place.screen("Viewing").come_in(place.people["viewer"])
        viewer.until(lambda: "As of " in viewer.text(), "numbers move", MOVES_SECONDS)
        time.sleep(MOVES_SECONDS / 2)
        if "Newest payments" in viewer.text() or reserved["paymentSeq"] in viewer.text():
            raise Failure("a viewer sees payments:\n" + viewer.text())


def examined(context):
    """The doctor's findings follow the settings, and limits stand beside what they refused."""
    with hall.entered(context) as place:
        console = place.it.console()
        settings = console.well("console.saveSettings")["settings"]
        shown = place.screen("Examining").come_in(place.ada, "health")
        limits = shown.run(LIMITS)
        same((limits["operator"][0], limits["mail"]), ("off", ["0.05", "20", "0"]), "limits: %s" % limits)
        console.well("console.loadSettings", {"settings": {**settings, "products": []}}, wire.new_key())
        try:
            shown.go("overview").go("health").sees("Nothing is sold: there are no products.")
            same(shown.run("return [...document.querySelectorAll('main table a')].some((one) => one.textContent === 'Catalogue')"), True,
                 "whether a finding leads to where it is mended")
        finally:
            console.well("console.loadSettings", {"settings": settings}, wire.new_key())
        shown.go("overview").go("health")
        if "Nothing is sold" in shown.text():
            raise Failure("a fault that was mended is still shown")


# Nobody has touched the page for a while.
LONG_AGO = "const now = Date.now; Date.now = () => now() + 600000;"
LOOK_SECONDS = 3.5


def unattended(context):
    """A push's page that nobody is at asks for nothing, so that its session ends as that of one who has gone, until somebody comes."""
    with hall.entered(context) as place:
        push = place.it.console().well("console.report")["pushes"][0]["messageId"]
        shown = place.screen("Gone").come_in(place.people["operator"], "pushes").go("pushes", push)

        def asks(seconds):
            shown.asked()
            time.sleep(seconds)
            return [url for url in shown.asked() if url.endswith("/ask")]
        same(asks(LOOK_SECONDS) != [], True, "whether the page asks while somebody is there")
        shown.run(LONG_AGO)
        time.sleep(LOOK_SECONDS)
        same(asks(LOOK_SECONDS), [], "what a page asks for that nobody is at")
        shown.run("dispatchEvent(new Event('pointermove'))")
        same(asks(LOOK_SECONDS) != [], True, "whether it asks again")


STATES = "return [...document.querySelectorAll('main tbody tr')].map((row) => row.cells[1].textContent)"


def filtered(context):
    """Of the payments that are found by a player those are shown that fit what is chosen besides."""
    with hall.entered(context) as place:
        one = acts.player(place)
        bought = [one.buy("gem_100")[0]["paymentSeq"] for _ in range(2)]
        place.it.console().well("console.refund", {"paymentSeq": bought[0], "kind": "REFUND"}, wire.new_key())
        shown = place.screen("Looking").come_in(place.people["support"], "payments").go("payments", text=one.user)
        same(len(shown.run(STATES)), 2, "payments of a player")
        for state, seq in (("REFUNDED", bought[0]), ("UNCONSUMED", bought[1])):
            shown.go("payments", text=one.user, state=state).sees(seq)
            same(len(shown.run(STATES)), 1, "payments of a player that are " + state)
        same(shown.go("payments", text=one.user, product="nothing").run(STATES), [], "payments of a product that there is not")


TWICE = """const found = [...document.querySelectorAll('main button')].find((one) => one.textContent === arguments[0]);
found.click();
found.click();"""
DIALOGS = "return document.querySelectorAll('dialog[open]').length"
SECOND_SECONDS = 1


def unfinished(shown):
    """A date that is typed in part, or whose year has five digits, is no empty one: a push without a date is sent at once."""
    preview = "return document.querySelector('.player-window').innerText"
    shown.press("Add (Buttons)").fill(Title="Once")
    same(shown.field("Title").get_attribute("value"), "Once", "a title that is typed while a button has no name yet")
    shown.fill(Name="BUY")
    same("BUY" in shown.run(preview), True, "whether a button is shown in the preview")
    shown.press("Remove")
    same("BUY" in shown.run(preview), False, "whether a button that was removed is shown in the preview")
    # Two texts of one language: one of them would be lost.
    shown.run("scrollTo(0, 0)")
    shown.press("Add (In other languages)").press("Add (In other languages)").press("Check and send…").sees("de stands there twice.")
    same(shown.run(DIALOGS), 0, "questions about a push with two texts of one language")
    for _ in range(2):
        shown.run("scrollTo(0, 0)")
        shown.press("Remove")
    date = shown.field("Send at")
    date.send_keys("12252030")
    for text in (None, "20301-12-25T11:00"):
        if text:
            shown.run("arguments[0].value = arguments[1]", date, text)
        shown.press("Check and send…").sees("Please fill this in.")
        same(shown.run(DIALOGS), 0, "questions about a push at %s" % text)
    shown.run("arguments[0].value = '2030-12-25T11:00'", date)
    shown.press("Check and send…").sees("It is sent at 2030-12-25 11:00:00").press("Cancel").closed().run("scrollTo(0, 0)")


# The first request of this name waits on its way to the service until `go` is called.
HOLD = """
const name = arguments[0];
window.ask ??= window.fetch;
window.go = null;
window.fetch = async (path, given) => {
  if (String(given?.body).includes(name) && !window.go) await new Promise((go) => { window.go = go; });
  return window.ask(path, given);
};"""


def late(shown, user):
    """What is answered when another view is shown asks nothing there, and what is typed there stays."""
    held = "return Boolean(window.go)"
    shown.visit("#/%s/players/%s" % (wire.APP, user)).ready().run(HOLD, "console.saveSettings")
    shown.press("Ban").until(lambda: shown.run(held), "the question waits for the texts")
    shown.go("people").run("window.go()")
    time.sleep(SECOND_SECONDS / 2)
    same(shown.run(DIALOGS), 0, "questions about a player who is not shown any more")
    shown.go("players", user).run(HOLD, "console.ban")
    shown.press("Ban").press("Ban").until(lambda: shown.run(held), "the ban is on its way")
    shown.run("document.querySelector('dialog[open]').close()")
    shown.go("allSettings").write("All settings as JSON", "{}")
    shown.run("window.go()")
    shown.sees(user + " is banned.")
    same(shown.field("All settings as JSON").get_attribute("value"), "{}", "what was typed when a ban was answered")
    shown.press("People").press("Leave").closed()


def left(context):
    """A dialog goes with the view that it is of, so that nothing is done to what is not shown any more; what is shown this once stays."""
    with hall.entered(context) as place:
        shown = place.screen("Leaving").come_in(place.ada).go("people").press("Invite somebody")
        place.driver.back()
        shown.closed().sees("What needs somebody").go("people").press("Invite somebody").press("Make the link")
        shown.sees("It is shown once and works once.")
        place.driver.back()
        shown.ready()
        same(shown.run(DIALOGS), 1, "the invitation, which is shown this once, after the button that goes back")
        shown.press("Close").closed()
        late(shown, acts.player(place).user)


def once(context):
    """A button that is pressed twice before its question has come asks once, so that nothing is sent a second time by the one behind. What
    was typed and not sent goes only with a yes."""
    with hall.entered(context) as place:
        shown = place.screen("Twice").come_in(place.people["operator"], "pushes").go("pushes", tab="new").fill(Title="Once")
        # Nothing that was typed goes with a slip; what is given up, and what was sent, is not asked about.
        shown.press("Catalogue").sees("Leave without sending?").press("Cancel").closed()
        same(shown.field("Title").get_attribute("value"), "Once", "what was typed before a link was pressed")
        unfinished(shown)
        shown.press("Catalogue").press("Leave").closed().sees("What can be bought")
        shown.go("pushes", tab="new").fill(Title="Once")
        shown.run(TWICE, "Check and send…")
        shown.until(lambda: shown.run(DIALOGS), "the question")
        time.sleep(SECOND_SECONDS)
        same(shown.run(DIALOGS), 1, "questions")
        shown.press("Cancel").closed()
        shown.press("Check and send…").confirm("Send", wire.APP)
        shown.until(lambda: "/pushes/" in shown.run("return location.hash"), "the page of the message is shown")

"""What is done by clicks is done: to players within a second, and with a name behind it."""
import socket
import time

from harness.browser import crowd, figures, hall
from harness.runner import Failure
from harness.server import wire
from harness.server.service import same

SOON_SECONDS = 1
MAINTENANCE = 303


def player(place):
    one = crowd.Member(place.it, wire.new_key(), crowd.DEVICES[0]).come()
    same(answer(one), 0, "what a player is answered at first")
    return one


def answer(one):
    return one.ask("purchase.notConsumed", {"storeCode": "SANDBOX"}).code


def soon(shown, one, what):
    """From the last click on it takes a second at most until the player's next request is refused."""
    began = time.monotonic()
    while answer(one) == 0:
        if time.monotonic() - began > SOON_SECONDS:
            raise Failure("%s does not end a player's session within a second; the page says:\n%s" % (what, shown.text()))
        time.sleep(0.02)


def heard(stream):
    try:
        return stream.next(SOON_SECONDS)[2]
    except socket.timeout:
        raise Failure("a player is told nothing within a second") from None


# As by keys.
TYPED = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', {bubbles: true}));"


def players(context):
    with hall.entered(context) as place:
        shown = place.screen("Acting").come_in(place.people["support"], "players")
        one = player(place)
        shown.fill(Find_a_player=one.user).press("Find").ready().press(one.user).ready()
        shown.press("Ban").fill(What_the_player_reads="You have cheated.").run(TYPED, shown.field("Until"), "2031-01-01T00:00")
        shown.press("Ban")
        soon(shown, one, "a ban")
        shown.closed().sees("The player reads: You have cheated.").sees("Until a date – 2031-01-01 00:00:00")
        refused = crowd.Member(place.it, one.secret, one.device).ask("gateway.idPLogin", {
            "idPInfo": {"idPCode": "guest", "accessToken": one.secret}, "member": one.device}, wire.new_key())
        same(refused.code == 0, False, "whether who is banned comes in")
        shown.press("Release").confirm("Release").closed()
        one.come()
        stream = wire.Stream(place.it.port, one.token)
        same(stream.next()[1], "ready", "the first event of a player")
        shown.press("Kick out").fill(Title_of_a_window="Go", Text_of_the_window="Now").press("Kick out")
        told = heard(stream)
        same((told["kind"], told["body"]["type"], "Now" in repr(told)), ("serverPush", "appKickout", True), "what the player was told")
        shown.closed()
        shown = place.screen("Ada").come_in(place.ada, "health").go("audit")
        rows = shown.run("return [...document.querySelectorAll('main tbody tr')].map((row) => row.innerText)")
        for name in ("console.ban", "console.releaseBan", "console.kickout"):
            if not any(name in row and "Support" in row and one.user in row for row in rows):
                raise Failure("the audit log does not say that Support did %s to %s:\n%s" % (name, one.user, "\n".join(rows)))
        # `saveSettings` saves nothing, and each view that is opened asks for it.
        same({("read only" in row) for row in rows if "console.saveSettings" in row or "console.ban" in row}, {True, False},
             "kinds of lines of the audit log")
        same([row for row in rows if "console.ban" in row and "read only" in row], [], "bans that are said to read only")
        same({"database (read only)" in row for row in rows if "database" in row}, {True}, "a look at the database, and no change of it")
        # Half of a condition is no ban without one.
        shown.go("players", one.user).press("Suspend a ban").choose("The ban comes into force on", "2030-01-01T00:00:00")
        shown.fill(Number_of_payments="3").press("Suspend a ban").sees("amount: must be a decimal")


# The server has the request, and a proxy before it says that it gives no answer: once.
BAD_GATEWAY = """
const real = window.fetch;
window.fetch = async (...given) => {
  const answer = await real(...given);
  if (!String(given[1]?.body).includes('console.kickout')) return answer;
  window.fetch = real;
  return new Response('<html>Bad Gateway</html>', {status: 502});
};"""


def behind(context):
    """What was asked again behind a proxy's 502 is done once."""
    with hall.entered(context) as place:
        shown, one = place.screen("Behind").come_in(place.people["support"], "players"), player(place)
        shown.go("players", one.user)
        stream = wire.Stream(place.it.port, one.token)
        same(stream.next()[1], "ready", "the first event of a player")
        shown.run(BAD_GATEWAY)
        shown.press("Kick out").press("Kick out")
        shown.until(lambda: shown.run("return document.querySelector('dialog[open] [role=alert]')"), "the page tells that it failed")
        shown.press("Kick out").closed()
        same(heard(stream)["kind"], "serverPush", "what the player was told")
        same([event for event in stream.silent(1) if "appKickout" in repr(event)], [], "kickouts that the player was told besides")


FAILED = "return document.querySelector('dialog[open] [role=alert]')"
LATER = "const now = Date.now; Date.now = () => now() + 600000;"


def again(context):
    """What is asked for some time after a proxy's 502 in the same words is meant anew, and is not answered with what was done then."""
    with hall.entered(context) as place:
        shown, one = place.screen("Again").come_in(place.people["support"], "players"), player(place)
        shown.go("players", one.user).run(BAD_GATEWAY)
        for is_first in (True, False):
            stream = wire.Stream(place.it.port, one.come().token)
            same(stream.next()[1], "ready", "the first event of a player")
            shown.press("Kick out").press("Kick out")
            same(heard(stream)["kind"], "serverPush", "what the player was told")
            stream.close()
            if is_first:
                shown.until(lambda: shown.run(FAILED), "the page tells that it failed")
                shown.press("Cancel").closed().run(LATER)
        shown.closed()


def status(place):
    return place.it.player().well("launching.getLaunchingStatus", {"appId": wire.APP})["launching"]["status"]["code"]


def maintenance(context):
    with hall.entered(context) as place:
        shown = place.screen("Running").come_in(place.people["operator"], "launching")
        before = status(place)
        shown.press("Begin or plan a maintenance").fill(Text_for_players="Back at noon.").press("Check and write…")
        shown.confirm("Write", wire.APP)
        shown.until(lambda: status(place) == MAINTENANCE, "players are told of the maintenance", SOON_SECONDS)
        shown.closed().sees("Back at noon.")
        shown.go("overview").sees("There is a maintenance").go("launching").press("End the maintenance").confirm("End the maintenance")
        shown.until(lambda: status(place) == before, "players are told that it is over", SOON_SECONDS)
        shown.closed()
        figures.marked(place, shown)

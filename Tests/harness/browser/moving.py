"""Numbers that move on the overview."""
import time

from harness.browser import hall
from harness.server import people, people_more, service, wire
from harness.server.service import same

# Streams that the page has opened.
COUNT = """window.streams = [];
const Real = EventSource;
window.EventSource = class extends Real { constructor(...given) { super(...given); window.streams.push(this); } };"""
OPEN = "return window.streams.map((one) => one.readyState)"
CLOSED = 2
# Streams of one person.
PAGES = 8
TILES = "return Object.fromEntries([...document.querySelectorAll('#now ~ .tiles .tile')].map((one) => one.innerText.split(/\\n+/)))"


def moving(context):
    """They come by themselves, stop with the view, and come again when the server does."""
    with hall.entered(context) as place, service.server(context, options=service.UNLIMITED) as it:
        ada = people.administrator(it)
        shown = place.screen("Moving", it).come_in(ada)
        shown.sees("As of ")
        player = it.player().log_in()
        stream = wire.Stream(it.port, player.token)
        same(stream.next()[1], "ready", "the first event of a player")
        shown.until(lambda: shown.run(TILES)["Players now"] == "1", "the player is counted")
        shown.until(lambda: number(shown.run(TILES)["Answer time, half (ms)"]) >= 0, "how long answers took")
        stream.close()
        shown.run(COUNT)
        shown.go("account").go("overview").sees("As of ").go("account")
        same(shown.run(OPEN), [CLOSED], "streams of a view that was left")
        left(shown)
        others = [people_more.Stream(ada, "apps/%s/live" % wire.APP) for _ in range(PAGES)]
        shown.go("overview").sees("There are no live figures at the moment.")
        for other in others:
            other.close()
        # The browser does not ask again after a refusal; the page does.
        shown.sees("As of ")
        it.stop()
        shown.sees("Waiting for the server…")
        it.start(it.port)
        shown.sees("As of ")


# An answer that the overview waits for is held back until `go` is called.
HOLD = """const ask = window.fetch;
window.fetch = async (path, given) => {
  const answer = await ask(path, given);
  if (String(given?.body).includes('console.alarms')) await new Promise((go) => { window.go = go; });
  return answer;
};
window.loose = () => { window.fetch = ask; window.go(); };"""
SETTLED_SECONDS = 0.5


def left(shown):
    """The overview is left before its figures have come."""
    shown.run(HOLD)
    shown.run("location.hash = arguments[0]", "#/%s/overview" % wire.APP)
    shown.until(lambda: shown.run("return Boolean(window.go)"), "the overview waits for an answer")
    shown.go("account").run("window.loose()")
    time.sleep(SETTLED_SECONDS)
    same(set(shown.run(OPEN)), {CLOSED}, "streams of a view that was left before it was shown")


def number(text):
    return -1 if text == "–" else float(text.replace(",", ""))

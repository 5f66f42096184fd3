"""Each view of the page as an administrator opens it: in each language, light and dark, wide and narrow."""
import base64
import os
import re
import time
import urllib.parse

from harness import series
from harness.browser import hall, screen
from harness.ctl import relay
from harness.runner import Failure
from harness.server import wire

LANGUAGES = ["en", "ja", "ko"]
# Of a picture; what is longer is cut.
HEIGHT_MAX = 4_000
SETTLED_SECONDS = 3
# So many faults are enough to be told.
WRONG_MAX = 20
# What the page's own list of views has, and rooms within them.
ROOMS = [("members", {"compare": "1"}), ("members", {"by": "country"}), ("members", {"step": "week"}), ("members", {"step": "month"}),
         ("retention", {"by": "os"}), ("money", {"by": "product"}), ("money", {"by": "level"}), ("value", {"by": "country"}),
         ("money", {"compare": "1"}), ("subscriptions", {"by": "product"}), ("concurrent", {"by": "country"}),
         ("concurrent", {"by": "level"}), ("levels", {"by": "class"}),
         ("levels", {"compare": "1"}), ("pushes", {"tab": "new"}), ("players", {"text": "nobody"})]
# Conditions of each form that one has.
QUERY = ('[["name","regex","text","E"],["createDate","gt","date","2020-01-01T00:00:00.000Z"],["name","nin","json","[1]"],'
         '["name","exists","flag","true"]]')
# A view that is wider than the window; what may be scrolled by itself is not.
WIDER = """const root = document.documentElement;
return root.scrollWidth > root.clientWidth + 1 ? [...document.querySelectorAll('body *')].filter((one) => !one.closest('.table-scroll')
  && one.getBoundingClientRect().right > root.clientWidth + 1).slice(0, 5).map((one) => one.outerHTML.slice(0, 120)) : null;"""
# What stands in place of a view that could not be shown.
FAILED = "return [...document.querySelectorAll('main > [role=alert]')].map((one) => one.innerText)"
AXE = """const done = arguments[0];
axe.run(document, {resultTypes: ['violations'], iframes: false}).then(({violations}) => done(violations
  .filter((one) => ['serious', 'critical'].includes(one.impact))
  .map((one) => one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | '))),
  (error) => done([String(error)]));"""
# Unpacked, and until when nothing was painted, in milliseconds. The first view has charts.
WEIGHT = """const files = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter((one) => one.initiatorType !== 'fetch');
return [files.length, files.reduce((sum, one) => sum + one.decodedBodySize, 0),
  performance.getEntriesByName('first-contentful-paint')[0].startTime];"""
BYTES_MAX, FILES_MIN = 450_000, 10
PALETTE = """const style = getComputedStyle(document.documentElement);
return [...document.styleSheets[0].cssRules[0].style].filter((name) => name.startsWith('--'))
  .map((name) => style.getPropertyValue(name));"""


def names(context):
    """The views that app.js has."""
    with open(context.path("Sources", "Console", "Page", "app.js"), encoding="utf-8") as file:
        table = file.read().split("const groups = [", 1)[1].split("\n];", 1)[0]
    found = re.findall(r'\["(\w+)", "(?:viewer|support|operator|people|own)"', table)
    if len(found) < 25:
        raise Failure("views: %s" % found)
    return found


def every(context, it):
    """Views with what is behind their links: (name of the picture, view, arguments, filters)."""
    console = it.console()
    payment = console.well("console.payments", {"count": 1})["payments"][0]
    push = console.well("console.report")["pushes"][0]["messageId"]
    found = [(name, name, [], {}) for name in names(context)]
    found += [("%s-%s" % (view, "-".join(query.values())), view, [], query) for view, query in ROOMS]
    found += [("player-%s" % tab, "players", [payment["userId"]], {"tab": tab})
              for tab in ("identities", "payments", "devices", "sessions", "bans", "pushes", "game", "other")]
    return found + [("payment", "payments", ["one", payment["paymentSeq"]], {}), ("unmatched", "payments", ["unmatched"], {}),
                    ("refunds", "payments", ["refunds"], {}), ("push", "pushes", [push], {}), ("class", "data", ["Horse"], {}),
                    ("query", "data", ["Horse"], {"q": urllib.parse.quote(QUERY)})]


def opened(context):
    """No complaint of the browser, nothing asked of anybody else, nothing wider than the window, nothing that keeps people out."""
    with hall.entered(context) as place:
        place.it.console().well("console.takeObject", {"className": "Horse", "row": {
            "objectId": "A" * 16, "name": "Epona", "acl": {"*": {"read": True, "write": True}}}})
        shown = place.screen("ada").come_in(place.ada)
        axe = screen.library(context)
        wrong = []
        for language in LANGUAGES:
            shown.language(language)
            for name, view, args, query in every(context, place.it):
                if len(wrong) < WRONG_MAX:
                    wrong += one(shown, context, axe, language, name, (view, args, query))
        others = [url for url in shown.asked() if not url.startswith((shown.origin + "/", "data:", "blob:"))]
        if others:
            raise Failure("asked of others: %s" % sorted(set(others)))
        if wrong:
            raise Failure("\n".join(wrong))


def one(shown, context, axe, language, name, where):
    """Wide and light, then narrow and dark; in long series all four, and what keeps people out in each language."""
    view, args, query = where
    is_full = series.IS_LONG or language == LANGUAGES[0]
    looks = [(width, is_dark) for is_dark in (False, True) for width in (screen.WIDE, screen.NARROW)]
    found = []
    for width, is_dark in looks if series.IS_LONG else [looks[0], looks[3]]:
        shown.look(width, is_dark)
        if (width, is_dark) == looks[0]:
            shown.go(view, *args, **query)
            found += ["%s in %s is not shown: %s" % (name, language, one) for one in shown.run(FAILED)]
        what = "%s in %s, %d wide, %s" % (name, language, width, "dark" if is_dark else "light")
        if width == screen.NARROW:
            found += ["%s: wider than the window: %s" % (what, one) for one in wider(shown)]
        if is_full:
            if series.IS_LONG or width == screen.WIDE:
                picture(shown, context, language, name)
            found += shut(shown, axe, what)
    if is_full and not series.IS_LONG:
        picture(shown.look(is_dark=True), context, language, name)
    return found + ["%s in %s: %s" % (name, language, line) for line in shown.complaints()]


def wider(shown):
    """What is still wider than the window after charts had the time to follow it."""
    deadline = time.monotonic() + SETTLED_SECONDS
    while shown.run(WIDER) and time.monotonic() < deadline:
        time.sleep(0.02)
    return shown.run(WIDER) or []


def shut(shown, axe, what):
    """What keeps people out of it."""
    if not shown.run("return window.axe !== undefined"):
        shown.run(axe)
    return ["%s: %s" % (what, line) for line in shown.driver.execute_async_script(AXE)]


def picture(shown, context, language, name):
    shown.run("scrollTo(0, 0); for (const one of document.querySelectorAll('.table-scroll')) one.scrollTo(0, 0)")
    width, height, is_dark = shown.run("return [innerWidth, document.documentElement.scrollHeight, "
                                       "matchMedia('(prefers-color-scheme: dark)').matches]")
    path = context.path("build", "screenshots", language, "%s-%s-%d.png" % (name, "dark" if is_dark else "light", width))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    made = shown.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": {
        "x": 0, "y": 0, "width": width, "height": min(height, HEIGHT_MAX), "scale": 1}})
    with open(path, "wb") as file:
        file.write(base64.b64decode(made["data"]))


def light(context):
    """What a browser takes in before the first view is shown."""
    with hall.entered(context) as place:
        shown, said = place.screen("ada").come_in(place.ada), []
        for language in LANGUAGES:
            files, size, painted = shown.language(language).run(WEIGHT)
            said.append("%s: %d bytes in %d files, painted after %d ms" % (language, size, files, painted))
            if files < FILES_MIN or not 0 < size <= BYTES_MAX:
                raise Failure(said[-1])
        return "\n".join(said)


# A name that the page's other files do not have.
FOREIGN = b'import { notThere } from "../dom.js";'


def upgraded(context):
    """A page that was open when a server of another version came says so at the first file that does not fit, and is loaded anew."""
    given = []

    def change(path, text):
        if not path.endswith("/views/levels.js"):
            return text
        given.append(path)
        return text if len(given) > 1 else FOREIGN + text
    with hall.entered(context) as place, relay.Relay(hall.place(place.it), change=change) as between:
        shown = screen.Screen(place.driver, between.own_port, "Upgraded").come_in(place.ada, "members")
        shown.run("location.hash = arguments[0]", "#/%s/levels" % wire.APP)
        shown.sees("The server has another version by now.").press("Try again").sees("Players by level")


CHARTS = "return Object.keys(Chart.instances).length"
CANVASES = "return document.querySelectorAll('canvas').length"


def kept(context):
    """A page that stays open keeps the charts of the view that is shown, and none of those before."""
    with hall.entered(context) as place:
        shown = place.screen("ada").come_in(place.ada)
        for view in ("money", "members", "money", "levels"):
            shown.go(view)
            shown.until(lambda: shown.run(CHARTS) == shown.run(CANVASES) > 0,
                        lambda: "%d charts are kept, %d are shown" % (shown.run(CHARTS), shown.run(CANVASES)))


def themes(context):
    """Colours are those of the system until somebody chooses; what is chosen has the colours that the system's choice has."""
    with hall.entered(context) as place:
        shown = place.screen("ada").come_in(place.ada, "account")
        palettes = {is_dark: shown.look(is_dark=is_dark).run(PALETTE) for is_dark in (False, True)}
        if palettes[False] == palettes[True] or len(palettes[True]) < 20:
            raise Failure("light and dark are the same: %s" % palettes)
        for title, is_dark in (("Auto", False), ("Light", True), ("Dark", None)):
            chosen = shown.press(title).run("return document.documentElement.dataset.theme ?? null")
            if is_dark is None:
                if chosen is not None:
                    raise Failure("after all themes it is " + chosen)
                continue
            for system in (False, True):
                if shown.look(is_dark=system).run(PALETTE) != palettes[is_dark]:
                    raise Failure("the theme %s has other colours than the system's" % chosen)

"""Pictures of the console over the month of `--demo`. `PICTURE=docs/console.png` draws the README's anew, `PICTURES=docs/pictures` one of
each view for docs/console-views.md."""
import contextlib
import os

from harness.browser import hall, views
from harness.server import demo, people, wire

SIZE = {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False}
# Of a picture for the documents: it is a fourth as large then, and looks the same.
COLOURS = 64
# Views that are opened at one of what they list, or with filters.
BEHIND = {"player": ("console.findMembers", "members", "userId", "players/%s"),
          "payment": ("console.payments", "payments", "paymentSeq", "payments/one/%s")}
FILTERS = {"members": "?compare=1", "value": "?currency=USD", "money": "?currency=USD"}


@contextlib.contextmanager
def month(context):
    """(a page at which an administrator is signed in, its server)"""
    with hall.entered(context) as place, demo.Month(context, "picture") as it:
        name, value = people.administrator(it).cookie.split("=", 1)
        shown = place.screen("Picture", it).visit("style.css")
        shown.driver.add_cookie({"name": name, "value": value, "path": "/console/"})
        shown.run("localStorage.setItem('language', 'en')")
        shown.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", SIZE)
        yield shown, it


def drawn(path):
    def run(context):
        with month(context) as (shown, _):
            shown.visit("#/%s/overview" % demo.APP).ready().sees("Active members")
            shown.driver.save_screenshot(context.path(path))
    return run


def each(folder):
    def run(context):
        os.makedirs(context.path(folder), exist_ok=True)
        with month(context) as (shown, it):
            console = wire.Caller(it.port, "console", wire.KEY, app=demo.APP)
            places = {name: name + FILTERS.get(name, "") for name in views.names(context)}
            for name, (request, list_name, key, path) in BEHIND.items():
                places[name] = path % console.well(request, {"count": 1})[list_name][0][key]
            for name, path in places.items():
                shown.visit("#/%s/%s" % (demo.APP, path)).ready()
                shown.driver.save_screenshot(context.path(folder, name + ".png"))
                context.check(["convert", context.path(folder, name + ".png"), "-strip", "-dither", "None", "-colors", str(COLOURS),
                               "PNG8:" + context.path(folder, name + ".png")])
        return "%d pictures" % len(places)
    return run

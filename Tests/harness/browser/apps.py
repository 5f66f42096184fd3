"""Several apps of one server on one page."""
import datetime

from harness.browser import care, figures, hall
from harness.server import people, service, wire
from harness.server.service import same

# Never the same day: each is looked at up to its own today.
ZONES = {wire.APP: "+14:00", "Other": "-11:00"}
NEW = {wire.APP: 1, "Other": 3}


def today(zone):
    return datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=int(zone[:3])))).date().isoformat()


def side_by_side(context):
    files = [service.settings(context, app, figures={"utcTimeZone": zone}) for app, zone in ZONES.items()]
    with hall.entered(context) as place, service.server(context, console=files, options=hall.OPTIONS) as it:
        players = {app: [it.player(app=app).log_in() for _ in range(count)] for app, count in NEW.items()}
        players["Other"][0].buy()
        players["Other"][1].buy()
        ada = people.administrator(it)
        bob = people.invited(it, ada, "Bob", {wire.APP: "viewer"})
        shown = place.screen("Both", it).come_in(ada, "apps")
        for more in ({}, {"compare": "1", "range": "7"}):
            found = shown.go("apps", **more).run(figures.TABLES)
            head, *rows = found["Apps in these days"]
            same([cell.strip(" ↓↑") for cell in head],
                 ["App", "Players now", "Active a day, mean", "New members", "Payers a day, mean", "Revenue"], "what is beside each app")
            days = int(more.get("range", 28))
            same(sorted(rows), [["Other", "0", "%g" % round(3 / days, 1), "3", "%g" % round(2 / days, 1), "1.98 USD"],
                                [wire.APP, "0", "%g" % round(1 / days, 1), "1", "0", ""]], "the apps")
            for title in ("New members", "Active members (day)"):
                head, *rows = found[title]
                same([rows[-1][head.index(app)] for app in NEW], [str(count) for count in NEW.values()], "the last day of " + title)
                same(rows[-1][0], today(ZONES[wire.APP]), "the name of the last day")
        same("Apps side by side" in shown.text(), True, "whether who sees two apps has the view")
        badge = "return document.getElementById('app-type').textContent"
        shown.until(lambda: shown.run(badge) == "Test", "the app's badge")
        shown.run(care.HOLD, "console.saveSettings")
        shown.run("location.hash = '#/Other/members'")
        shown.until(lambda: shown.run("return Boolean(window.go)"), "the other app's settings are on their way")
        same(shown.run(badge), "", "the badge while it is not known whether the other app's money is money")
        shown.run("window.go()")
        shown.until(lambda: shown.run(badge) == "Test", "the other app's badge")
        shown = place.screen("Bob", it).come_in(bob, "overview")
        same("Apps side by side" in shown.text(), False, "whether who sees one app has the view")
        # A link to another's app does not pass off this one for it.
        shown.visit("#/Other/members").sees("There is no app “Other” here that you may see. This is %s." % wire.APP)


# The days that the filters have.
SPAN = "return [...document.querySelectorAll('main input[type=date]')].map((one) => one.value)"
LATER = "const now = Date.now; Date.now = () => now() + 120000;"
# The app's figures are away until `back` is called.
AWAY = """const ask = window.fetch;
window.fetch = async (path, given) => (String(given?.body).includes('console.figures') ? new Response('{}', {status: 503})
  : ask(path, given));
window.back = () => { window.fetch = ask; };"""


def dated(context):
    """The page follows an app's clock and zone while it stays open, and shows no dates in a zone that it does not know."""
    with hall.entered(context) as place, service.server(context, options=hall.OPTIONS) as it:
        def day(zone):
            return it.console().well("console.figures", {"kind": "members", "from": "2026-01-01", "to": "2026-01-01"})["today"], zone
        shown = place.screen("Dated", it).come_in(people.administrator(it), "members")
        same((shown.run(SPAN)[1], "+00:00"), day("+00:00"), "today at first")
        it.console().well("console.advanceClock", {"milliseconds": 2 * 86_400_000}, wire.new_key())
        shown.run(LATER)
        same((shown.go("levels").run(SPAN)[1], "+00:00"), day("+00:00"), "today after the app's clock was moved")
        shown.go("app").press("Edit: Figures").fill(Zone="+09:00")
        shown.press("Check and write…").press("Write").closed().go("levels").sees("Days of the zone +09:00")
        same((shown.run(SPAN)[1], "+09:00"), day("+09:00"), "today in the zone that the page has written")
        noon = int(datetime.datetime.fromisoformat(day("")[0] + "T12:00:00+00:00").timestamp() * 1000) + 86_400_000
        it.console().well("console.sendPush", {"title": "Noon", "body": "It is noon.", "sendDate": noon, "localTime": True}, wire.new_key())
        for view in ("pushes", "overview"):
            shown.go(view).sees(" 12:00 of each player's clock")
        shown.run(AWAY)
        shown.run("dispatchEvent(new Event('settingswritten'))")
        shown.go("launching").press("Try again")
        same(shown.buttons("Begin or plan a maintenance"), [], "what could be dated in a zone that is not the app's")
        shown.run("window.back()")
        shown.press("Try again")
        shown.until(lambda: shown.buttons("Begin or plan a maintenance"), "the view comes with the zone")

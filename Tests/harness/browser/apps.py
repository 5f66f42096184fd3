"""Several apps of one server on one page."""
import datetime

from harness.browser import figures, hall
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
        shown = place.screen("Bob", it).come_in(bob, "overview")
        same("Apps side by side" in shown.text(), False, "whether who sees one app has the view")

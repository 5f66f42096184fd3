"""What players write is text wherever it is shown."""
from harness.browser import crowd, hall, views
from harness.runner import Failure
from harness.server import people, wire

# Elements that the page has none of: one of these is somebody else's.
FOREIGN = """const found = [...document.querySelectorAll('img, iframe, object, embed, b, script:not([src]), svg[onload], [onerror], '
  + '[onclick], a[href^="javascript:" i], form[action]')].map((one) => one.outerHTML.slice(0, 200));
return [window.planted ?? null, found];"""
# Each tab of a player is opened; what it says.
TABS = """return Object.fromEntries([...document.querySelectorAll('main [role=tab]')].map((tab) => {
  tab.click();
  return [tab.textContent.split(' (')[0], document.querySelector('main').innerText];
}));"""


def shown(context):
    with hall.entered(context) as place:
        planted = crowd.Planted(place.it)
        strangers(place)
        screen = place.screen("Reading").come_in(place.ada)
        seen = {}

        def look(what):
            run, foreign = screen.run(FOREIGN)
            if run is not None or foreign:
                raise Failure("%s: a text was taken for more than text: planted=%s %s" % (what, run, foreign))
            for line in screen.complaints():
                raise Failure("%s: %s" % (what, line))
            seen[what] = screen.text()
        for name, view, args, query in views.every(context, place.it):
            screen.go(view, *args, **query)
            look(name)
        for script, known in planted.texts.items():
            screen.go("players", known["user"])
            seen.update({"player %s %s" % (script, tab): text for tab, text in screen.run(TABS).items()})
            look("player of " + script)
            screen.go("payments", "one", known["payment"])
            look("payment of " + script)
        for name in ("Planted", "user", "push", "installation"):
            screen.go("data", name)
            look("class " + name)
        told(seen)
        dialogs(screen, look)


def strangers(place):
    """Names that nobody has, at the log-in, which is logged; and an operator's name."""
    for script in crowd.SCRIPTS:
        people.Browser(place.it.port).call("api/log-in", {"name": script, "password": "wrong"})
    people.invited(place.it, place.ada, crowd.SCRIPTS[0], {wire.APP: "viewer"})


def told(seen):
    """Each is there as it was written, in every place that shows it."""
    missing = []
    for script in crowd.SCRIPTS:
        places = {"the player": "player of " + script, "its devices": "player %s Devices" % script,
                  "its levels": "player %s Game" % script,
                  "the payment": "payment of " + script, "objects": "class Planted", "users": "class user", "pushes": "pushes"}
        missing += ["%s in %s" % (script, what) for what, name in places.items() if script not in seen[name]]
    missing += ["an operator's name"] if crowd.SCRIPTS[0] not in seen["people"] else []
    if missing:
        raise Failure("not shown as it was written: " + "; ".join(missing))


def dialogs(screen, look):
    """Questions have players' texts in them, too."""
    screen.go("data", "Planted")
    for title in screen.run("""return [...document.querySelectorAll('main button[aria-label]')].map((one) => one.getAttribute('aria-label'))
            .filter((one) => /^(Edit|Remove) /.test(one)).slice(0, 4)"""):
        screen.press(title)
        look("the question of " + title)
        screen.press("Cancel").closed()

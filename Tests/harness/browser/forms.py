"""Forms of several people, and forms whose session ends."""
from harness.browser import acts, hall
from harness.server import people, wire
from harness.server.service import same

PRODUCT, PRICE, NAME = "gem_100", "1.49", "A hundred gems"


def product(place):
    products = place.it.console().well("console.saveSettings")["settings"]["products"]
    return [one for one in products if one["gamebaseProductId"] == PRODUCT][0]


def changed(place, **fields):
    products = place.it.console().well("console.saveSettings")["settings"]["products"]
    after = [{**one, **fields} if one["gamebaseProductId"] == PRODUCT else one for one in products]
    read = place.it.console().well("console.saveSettings")["revision"]
    answer = place.people["operator"].ask("console.setCatalogue", {"products": after, "revision": read})
    same((answer.status, answer.code), (200, 0), "a change by somebody else")


def conflict(context):
    """Who saves second is shown what is there and what is to be written, and nothing is undone unasked."""
    with hall.entered(context) as place:
        before = product(place)
        shown = place.screen("Second").come_in(place.ada, "catalogue")
        shown.press("Edit " + PRODUCT).fill(Name_in_the_console=NAME)
        changed(place, price=PRICE)
        shown.press("Check and write…").press("Write").sees("Somebody else was here")
        theirs, mine = shown.run("return [...document.querySelectorAll('dialog[open]:last-of-type table')].map((one) => one.innerText)")
        for text, where in ((PRICE, theirs), (before["price"], theirs), (NAME, mine), (before["itemName"], mine)):
            same(text in where, True, "whether “%s” is shown in: %s" % (text, where))
        shown.press("Keep theirs").sees("Nothing was written")
        same((product(place)["itemName"], product(place)["price"]), (before["itemName"], PRICE), "the product after a no")
        shown.press("Write").sees("Somebody else was here").press("Write my changes too").closed()
        same((product(place)["itemName"], product(place)["price"]), (NAME, PRICE), "the product after a yes")
        changed(place, price=before["price"], itemName=before["itemName"])


# The first change of the catalogue waits on its way to the service until `go` is called.
HOLD = """
const ask = window.fetch;
window.fetch = async (path, given) => {
  if (String(given?.body).includes('console.setCatalogue') && !window.go) await new Promise((go) => { window.go = go; });
  return ask(path, given);
};"""


def overtaken(context):
    """Somebody is quicker between the page's last look and its change: the service refuses it, and the page shows both again."""
    with hall.entered(context) as place:
        before = product(place)
        shown = place.screen("Overtaken").come_in(place.ada, "catalogue")
        shown.run(HOLD)
        shown.press("Edit " + PRODUCT).fill(Name_in_the_console=NAME).press("Check and write…").press("Write")
        shown.until(lambda: shown.run("return Boolean(window.go)"), "the change is on its way")
        changed(place, price=PRICE)
        shown.run("window.go()")
        shown.sees("Somebody else was here")
        same((product(place)["itemName"], product(place)["price"]), (before["itemName"], PRICE), "the product that was not written over")
        shown.press("Write my changes too").closed()
        same((product(place)["itemName"], product(place)["price"]), (NAME, PRICE), "the product with both changes")
        changed(place, price=before["price"], itemName=before["itemName"])


def end_others(browser):
    for session in browser.well("sessions")["sessions"]:
        if not session["isThis"]:
            browser.well("sessions/end", {"id": session["id"]})


def interrupted(context):
    """A session that ends while somebody types: the log-in comes over it, and what was begun goes on."""
    with hall.entered(context) as place:
        mine = people.Browser(place.it.port).enter("log-in", name="Support", password=people.PASSWORD)
        shown = place.screen("Late").come_in(mine, "players")
        one = acts.player(place)
        shown.go("players", one.user).press("Ban").fill(What_the_player_reads="Typed before.")
        end_others(place.people["support"])
        shown.press("Ban").sees("Please log in again").fill(Password="a wrong one").press("Log in")
        told = "return document.querySelector('dialog[open]:last-of-type [role=alert]')"
        shown.until(lambda: shown.run(told), "a wrong password is told")
        same(acts.answer(one), 0, "what the player is answered before anybody is logged in again")
        shown.fill(Password=people.PASSWORD).press("Log in").closed().sees("The player reads: Typed before.")
        same(acts.answer(one) == 0, False, "whether the player is banned")
        bans = place.it.console().well("console.exportMember", {"userId": one.user})["tables"]["bans"]
        same(len(bans), 1, "how often the player was banned")


def support(place):
    return people.Browser(place.it.port).enter("log-in", name="Support", password=people.PASSWORD)


def elsewhere(context):
    """Another tab has logged in anew, before the session's end is seen here or while it is: what was begun here goes on, once it is the
    same person's."""
    with hall.entered(context) as place:
        shown, one = place.screen("Tabs").come_in(support(place), "players"), acts.player(place)
        shown.go("players", one.user).press("Ban").fill(What_the_player_reads="Typed before.")
        shown.carry(place.people["operator"]).press("Ban").sees("Somebody else is logged in at this browser now: Operator.")
        same(acts.answer(one), 0, "what the player is answered after a change in another one's name")
        shown.carry(support(place)).press("Ban").closed().sees("The player reads: Typed before.")
        shown.press("Release")
        end_others(place.people["support"])
        shown.press("Release").sees("Please log in again").carry(support(place)).run("dispatchEvent(new Event('focus'))")
        shown.closed()
        shown.until(lambda: shown.buttons("Ban"), "the player is released")
        shown.carry(support(place)).press("Log out")
        shown.sees("Log in to the console")


EDITS = """return [...document.querySelectorAll('main button')].map((one) => one.getAttribute('aria-label') ?? one.textContent.trim())
  .filter((name) => /^(Edit|Set up|Change the state|Begin or plan)\\b|: new entry$/.test(name))"""
ROOMS = ("catalogue", "launching", "notices", "terms", "coupons", "leaderboards", "banTexts", "providers", "stores", "app", "alarms")


def begun(context):
    """Each button of the settings that edits something opens its form; and all currencies are added up in another one by a form."""
    with hall.entered(context) as place:
        figures = place.it.console().well("console.saveSettings")["settings"]["figures"]
        shown = place.screen("Editing").come_in(place.people["operator"])
        count = 0
        for room in ROOMS:
            for title in shown.go(room).run(EDITS):
                shown.press(title).press("Cancel").closed()
                count += 1
        same(count > len(ROOMS), True, "whether there are forms: %d" % count)
        shown.go("app").press("Edit: Figures").fill(Worth_of_one_unit="0.0071").press("Check and write…").press("Write").closed()
        after = place.it.console().well("console.saveSettings")["settings"]["figures"]
        rates = [{**one, "rate": "0.0071"} for one in figures["conversion"]["rates"]]
        same(after, {**figures, "conversion": {**figures["conversion"], "rates": rates}}, "figures of the settings")
        settings = place.it.console().well("console.saveSettings")["settings"]
        place.it.console().well("console.loadSettings", {"settings": {**settings, "figures": figures}}, wire.new_key())


def launched(context):
    """Of the game's state and of a maintenance, too, nothing of somebody else's is undone unasked."""
    with hall.entered(context) as place:
        console, ask = place.it.console(), place.people["operator"].ask

        def kept(part):
            return console.well("console.saveSettings")["settings"][part]
        shown = place.screen("Closing").come_in(place.ada, "launching").press("Change the state").fill(Text_for_players="Mine.")
        same(ask("console.setLaunchingStatus", {"status": 201, "message": "Theirs."}).code, 0, "a state by somebody else")
        shown.press("Change the state").sees("Somebody else was here").press("Keep theirs").sees("Nothing was written")
        same(kept("launching"), {"status": 201, "message": "Theirs."}, "the state after a no")
        shown.press("Cancel").closed()
        for text in ("First.", "Second."):
            same(ask("console.setMaintenance", {"maintenance": {"message": text}}).code, 0, "a maintenance by somebody else")
            if text == "First.":
                shown.go("overview").go("launching").sees(text).press("End the maintenance")
        shown.press("End the maintenance").sees("Somebody else was here").press("Keep theirs").sees("Nothing was written")
        same(kept("maintenance")["message"], "Second.", "the maintenance after a no")
        shown.press("End the maintenance").sees("Somebody else was here").press("Write my changes too").closed()
        same(kept("maintenance"), None, "the maintenance after a yes")
        same(ask("console.setLaunchingStatus", {"status": 200}).code, 0, "the state as it was")


def roles(context):
    """Roles of a person: one in an app that is not here stays, none is lost beside another one, and nobody's change is undone unasked."""
    with hall.entered(context) as place:
        gus = people.invited(place.it, place.ada, "Gus", {"Elsewhere": "viewer", wire.APP: "viewer"})

        def kept():
            return [one["roles"] for one in place.ada.well("people")["people"] if one["name"] == "Gus"][0]
        shown = place.screen("Giving").come_in(place.ada, "people").press("Change roles Gus")
        same(shown.run("return arguments[0].value", shown.field("App")), "Elsewhere", "the app of the first role")
        shown.press("Add (Roles)").press("Change roles").sees(wire.APP + " stands there twice.")
        same(kept(), {"Elsewhere": "viewer", wire.APP: "viewer"}, "roles of which one would be lost")
        shown.run("const all = document.querySelectorAll('dialog[open] fieldset'); all[all.length - 1].querySelector('button').click()")
        place.ada.well("people/change", {"name": "Gus", "roles": {wire.APP: "viewer"}})
        shown.choose("Role", "support").press("Change roles").sees("Somebody else has changed them meanwhile")
        same(kept(), {wire.APP: "viewer"}, "roles after somebody else's change")
        shown.press("Change roles").closed()
        same(kept(), {"Elsewhere": "support", wire.APP: "viewer"}, "roles of which one is in an app that is not here")
        place.ada.well("people/remove", {"name": "Gus"})
        same(gus.call("api/sessions").status, 401, "who was removed")

"""How people come to the page, and what each role finds and does not find there."""
from harness.browser import hall, screen
from harness.runner import Failure
from harness.server import people, service, wire
from harness.server.service import same

REFUSED = (403, -4030001)
# What stands in the navigation for each role and those above it, beside what everybody has.
ENTRIES = {"support": ["Players", "Payments"],
           "operator": ["All settings", "Data browser", "Mails", "Backups", "Audit log", "API explorer"], "everything": ["People"]}
# Buttons of each role and those above it, and where they are.
BUTTONS = {
    "support": {"player": ["Ban", "Kick out", "Export as a file"]},
    "operator": {
        "player": ["Suspend a ban", "Erase"], "payment": ["Refund payment"], "players": ["Kick out everybody…"],
        "payments": ["Ask the stores now", "Decide pending test orders"], "pushes": ["Write one"],
        "catalogue": ["Products: new entry", "Edit gem_100", "Remove gem_100", "Replace by a file…"],
        "launching": ["Change the state", "Begin or plan a maintenance", "Add a version"], "notices": ["Set up: Notice at the start"],
        "coupons": ["Edit SPRING"], "leaderboards": ["Edit 1"], "banTexts": ["Edit 1"], "providers": ["Edit guest", "Test guest"],
        "stores": ["Edit SANDBOX", "Test SANDBOX"], "app": ["Edit: App"]},
    "everything": {"people": ["Invite somebody"]}}
SHOWN = """return [...document.querySelectorAll('main button, main a.button, main [role=tab]')].filter((one) => !one.disabled)
  .flatMap((one) => [one.getAttribute('aria-label'), one.textContent.trim()]).filter(Boolean);"""
ORDER = [*hall.ROLES, "everything"]


def first(context):
    """From the link of a first start to an administrator, and from there to everybody else."""
    with hall.entered(context) as place, service.server(context) as it:
        _, secret = people.link(it)
        ada = place.screen("First", it).visit("#/first/" + secret)
        ada.fill(Name="Ada", New_password=people.PASSWORD, The_password_again="another one").press("Make the account")
        ada.sees("The two passwords are not the same.").fill(The_password_again=people.PASSWORD).press("Make the account").ready()
        ada.sees("What needs somebody")
        late = place.screen("Late", it).visit("#/first/" + secret)
        late.fill(Name="Eve", New_password=people.PASSWORD, The_password_again=people.PASSWORD).press("Make the account")
        late.until(lambda: late.run("return document.querySelector('[role=alert].notice')"), "the link is refused a second time")
        for role in hall.ROLES:
            invite(ada, place.screen("New" + role, it), role, wire.APP)
        invite(ada, place.screen("Newall", it), "administrator", "*")
        known = people.Browser(it.port).enter("log-in", name="Ada", password=people.PASSWORD).well("people")["people"]
        roles = {person["name"]: person["roles"] for person in known}
        same(roles, {"Ada": {"*": "administrator"}, "administrator of *": {"*": "administrator"},
                     **{"%s of %s" % (role, wire.APP): {wire.APP: role} for role in hall.ROLES}}, "who was made by links")


def invite(host, guest, role, app):
    host.go("people").press("Invite somebody").choose("App", app).choose("Role", role).press("Make the link")
    shown = host.until(lambda: host.run("return document.querySelector('dialog[open] pre')?.textContent"), "the link")
    host.press("Close").closed()
    guest.visit("#" + shown.split("#", 1)[1]).sees("You are invited")
    name = "%s of %s" % (role, app)
    guest.fill(Name=name, New_password=people.PASSWORD, The_password_again=people.PASSWORD).press("Make the account").ready().sees(name)


def walls(context):
    """Each role has what is its own and what those below it have, and nothing else, whether it is seen or asked for."""
    with hall.entered(context) as place:
        payment = place.granted()
        rooms = {"player": ("players", payment["userId"]), "payment": ("payments", "one", payment["paymentSeq"])}
        names = people.console_names(place.it, context)
        for rank, role in enumerate(ORDER):
            shown = place.screen("Of" + role).come_in(place.people.get(role, place.ada))
            entries = shown.run("return [...document.querySelectorAll('#nav a')].map((one) => one.textContent)")
            for least, titles in ENTRIES.items():
                for title in titles:
                    same(title in entries, rank >= ORDER.index(least), "whether %s finds “%s”" % (role, title))
            buttons(shown, rank, rooms)
            if rank >= ORDER.index("operator"):
                same(bool(shown.go("audit").run(screen.FIELDS, "All apps and the console itself")), role == "everything",
                     "whether %s can ask for the audit log of all apps" % role)
            if role != "everything":
                forbidden(shown, role, names)


def buttons(shown, rank, rooms):
    for least, places in BUTTONS.items():
        for where, titles in places.items():
            view, *args = rooms.get(where, (where,))
            shown.go(view, *args)
            found = shown.run(SHOWN)
            is_shut = "This needs another role" in shown.text()
            for title in titles:
                same(title in found, rank >= ORDER.index(least), "whether %s has “%s” at %s" % (ORDER[rank], title, where))
            if is_shut and rank >= ORDER.index(least):
                raise Failure("%s is kept out of %s" % (ORDER[rank], where))


def forbidden(shown, role, names):
    """What the role may not is refused when the page asks for it all the same."""
    rank = hall.ROLES.index(role)
    least = {name: 0 if name in people.VIEWER else 1 if name in people.SUPPORT else 2 for name in names}
    ask = "apps/%s/ask" % wire.APP
    asked = [(ask, {"name": name, "transactionId": "t", "parameters": {}}) for name in names if least[name] > rank]
    if rank < 2:
        asked += [("apps/%s/%s" % (wire.APP, work), {}) for work in ("backup", "reconcile", "mail", "try")]
        asked += [(ask, {"name": "console.kickout", "transactionId": "t", "parameters": {}}), ("audit?app=" + wire.APP, None)]
    asked += [("people", None), ("people/invite", {"roles": {"*": "administrator"}}), ("people/remove", {"name": "Ada"}),
              ("people/change", {"name": role, "roles": {"*": "administrator"}}), ("metrics", None), ("audit", None)]
    for (path, form), answer in zip(asked, shown.fetch(asked)):
        same(answer, REFUSED, "%s %s as %s" % (path, form, role))


# The service has money that fits no order, more of which was given back, and more refunds than it names.
UNMATCHED = """const ask = window.fetch;
window.fetch = async (path, given) => (!String(given?.body).includes('console.report') ? ask(path, given)
  : new Response(JSON.stringify({resultCode: 0, body: {unmatchedMoney: [{}, {returned: 'REFUNDED'}], refunds: [{paymentSeq: '1'}],
    leftOut: {refunds: {rows: 7}}}})));"""


def led(context):
    """What needs somebody leads those alone to the payments who may see them, and says when the service names not all of it."""
    with hall.entered(context) as place:
        for role, count in (("viewer", 0), ("support", 2)):
            shown = place.screen("Led" + role).come_in(place.people[role], "account")
            shown.run(UNMATCHED)
            shown.go("overview").sees("Payments that fit no order: 1.").sees("Refunds that wait for a store: 1+.")
            same(len(shown.buttons("Look")), count, "ways to the payments for " + role)
        shown.go("payments", "refunds").sees("And 7 more, which are not shown.")

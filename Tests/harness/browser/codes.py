"""One-time codes and tokens, set up and used by the page."""
from harness.browser import hall
from harness.server import people, wire
from harness.server.people_more import code, step
from harness.server.service import same


def log_in(shown, name, **more):
    shown.sees("Log in to the console").fill(Name=name, Password=people.PASSWORD).press("Log in")
    return shown.fill(**more).press("Log in").ready() if more else shown.ready()


def pre(shown):
    return shown.until(lambda: shown.run("return document.querySelector('dialog[open] pre')?.textContent"), "what is shown once")


def codes(context):
    with hall.entered(context) as place:
        carl = people.invited(place.it, place.ada, "Carl", {wire.APP: "operator"})
        shown = place.screen("Carl").come_in(carl, "account").press("Set up one-time codes").sees("Add this secret")
        secret, uri = shown.run("return [...document.querySelectorAll('dialog[open] code')].map((one) => one.textContent)")
        secret = secret.replace(" ", "")
        same((uri.startswith("otpauth://totp/"), "secret=" + secret in uri), (True, True), "what programs for codes read")
        wrong = "%06d" % ((int(code(secret, step())) + 1) % 1_000_000)
        shown.fill(**{"One-time_code": wrong}).press("Switch on")
        shown.until(lambda: shown.run("return document.querySelector('dialog[open] [role=alert]')"), "a wrong code is told")
        shown.fill(**{"One-time_code": code(secret, step())}).press("Switch on").sees("Each lets you in once")
        recovery = pre(shown).split()
        same(len(recovery), 10, "recovery codes")
        shown.press("Close").closed().sees("Switch one-time codes off")
        shown.press("Log out")
        log_in(shown, "Carl", **{"One-time_code": code(secret, step() + 1)})
        shown.press("Log out")
        log_in(shown, "Carl", **{"One-time_code": recovery[0]})
        listed = {person["name"]: person["hasCode"] for person in place.ada.well("people")["people"]}
        same(listed["Carl"], True, "whether he has codes")
        rows = place.screen("Ada").come_in(place.ada, "people").run(
            "return [...document.querySelectorAll('main tbody tr')].map((row) => row.innerText)")
        same([row.split("\t")[2] for row in rows if row.startswith(("Carl", "Viewer"))], ["Yes", "No"], "what the list says of codes")
        shown.visit("#/%s/account" % wire.APP).ready().press("Switch one-time codes off").fill(Password_now=people.PASSWORD)
        shown.press("Switch one-time codes off").closed().press("Log out")
        log_in(shown, "Carl").press("Log out")


def tokens(context):
    with hall.entered(context) as place:
        dora = people.invited(place.it, place.ada, "Dora", {wire.APP: "operator"})
        shown = place.screen("Dora").come_in(dora, "account").press("Make a token").fill(Name="of a program")
        roles = shown.run("return [...arguments[0].options].map((one) => one.value)", shown.field("Role"))
        same(roles, ["viewer", "support", "operator"], "roles that a token of an operator may have")
        shown.choose("Role", "viewer").press("Make a token").sees("It is shown once")
        token = pre(shown)
        shown.press("Close").closed().sees("of a program")
        same(token in shown.text(), False, "whether the token is shown a second time")
        caller = place.it.console(token=token)
        same([caller.ask("console.report").status, caller.ask("console.sendPush").status], [200, 403], "what the token may")
        place.screen("Ada").come_in(place.ada, "audit").sees("Dora by the token of a program")
        shown.visit("#/%s/account" % wire.APP).ready()
        shown.press("End token of a program").confirm("End token").closed().sees("You have no tokens.")
        same(caller.ask("console.report").status, 401, "the token after its end")


# A token is on its way to the page until `go` is called.
HOLD = """const ask = window.fetch;
window.fetch = async (path, given) => {
  const answer = await ask(path, given);
  if (given?.body && path.endsWith('/tokens')) await new Promise((go) => { window.go = go; });
  return answer;
};"""


def shown_once(context):
    """What is shown once is shown also to who closes the dialog before it has come."""
    with hall.entered(context) as place:
        fred = people.invited(place.it, place.ada, "Fred", {wire.APP: "viewer"})
        shown = place.screen("Fred").come_in(fred, "account").press("Make a token").fill(Name="of a program")
        shown.run(HOLD)
        shown.press("Make a token")
        shown.until(lambda: shown.run("return Boolean(window.go)"), "the token is made")
        shown.press("Close").run("window.go()")
        shown.sees("It is shown once")
        same(place.it.console(token=pre(shown)).ask("console.report").status, 200, "the token")
        shown.press("Close").closed().sees("of a program")


def sessions(context):
    """Others are ended one by one or all at once, and this one stays."""
    with hall.entered(context) as place:
        enna = people.invited(place.it, place.ada, "Enna", {wire.APP: "viewer"})
        others = [people.Browser(place.it.port, {"User-Agent": "other %d" % at}).enter("log-in", name="Enna", password=people.PASSWORD)
                  for at in range(3)]
        shown = place.screen("Enna").come_in(enna, "account").sees("other 2").press("End session: other 1").confirm("End session").closed()
        same([one.call("api/sessions").status for one in others], [200, 401, 200], "sessions after one was ended")
        shown.press("End all other sessions").confirm("End all other sessions").closed()
        same([one.call("api/sessions").status for one in [enna, *others]], [200, 401, 401, 401], "sessions after all others were ended")

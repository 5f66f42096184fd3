"""The studio's OpenID provider, from the page to it and back."""
from harness.browser import hall
from harness.server import people, people_openid, wire
from harness.server.service import same

ACCOUNTS = """const table = document.querySelector('main table');
const place = [...table.tHead.rows[0].cells].findIndex((cell) => cell.textContent.startsWith('Signs in with Studio'));
return [...table.tBodies[0].rows].map(({cells}) => [cells[0].textContent, cells[place].textContent]);"""


def signed_in(context):
    with hall.entered(context) as place, people_openid.studio(context, hall.OPTIONS) as (it, at):
        ada = people.administrator(it)
        shown = place.screen("Studio", it)
        # As the provider knows the page.
        shown.origin = "http://127.0.0.1:%d" % it.port
        shown.come_in(ada, "account").press("Connect Studio").sees("Disconnect Studio")
        same("?" in shown.run("return location.href"), False, "whether the code stays in the address")
        shown.press("Log out").sees("Log in to the console").press("Sign in with Studio").ready().sees("Ada")
        shown.press("Log out").sees("Log in to the console")
        at.set(login="bob")
        # The page has ended the other session.
        ada = people.Browser(it.port).enter("log-in", name="Ada", password=people.PASSWORD)
        secret = ada.well("people/invite", {"roles": {wire.APP: "viewer"}})["secret"]
        shown.visit("#/invitation/" + secret).sees("You are invited").press("Accept with Studio").sees("Choose a name first.")
        shown.fill(Name="Bob").press("Accept with Studio").ready().sees("Bob").go("account")
        same([text in shown.text() for text in ("Change password", "Disconnect Studio")], [False, False], "what Bob has no use for")
        shown.press("Log out").sees("Log in to the console")
        at.set(login="carl")
        shown.press("Sign in with Studio").sees("nobody here has this account")
        at.set(login=None)
        shown.press("Sign in with Studio").sees("Nobody was signed in. access_denied")
        at.set()
        shown.press("Sign in with Studio").ready().go("people")
        same(shown.run(ACCOUNTS), [["Ada (you)", "Yes"], ["Bob", "Yes"]], "who signs in with the provider")
        shown.go("account").press("Disconnect Studio").press("Disconnect Studio").closed()
        shown.sees("Connect Studio").press("Log out").sees("Log in to the console")
        shown.press("Sign in with Studio").sees("nobody here has this account")

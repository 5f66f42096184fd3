"""The studio's OpenID provider, from the page to it and back."""
from harness.browser import hall
from harness.server import people, people_openid, wire
from harness.server.service import same


def signed_in(context):
    with hall.entered(context) as place, people_openid.studio(context, hall.OPTIONS) as (it, at):
        ada = people.administrator(it)
        shown = place.screen("Ada by Studio", it).come_in(ada, "account")
        shown.press("Connect Studio").sees("Disconnect Studio")
        same("?" in shown.run("return location.href"), False, "whether the code stays in the address")
        shown.press("Log out").sees("Log in to the console").press("Sign in with Studio").ready().sees("Ada")
        at.set(login="bob")
        secret = ada.well("people/invite", {"roles": {wire.APP: "viewer"}})["secret"]
        bob = place.screen("Bob by Studio", it).visit("#/invitation/" + secret).sees("You are invited")
        bob.press("Accept with Studio").sees("Choose a name first.").fill(Name="Bob").press("Accept with Studio").ready().sees("Bob")
        bob.go("account")
        same([text in bob.text() for text in ("Change password", "Disconnect Studio")], [False, False], "what Bob has no use for")
        bob.press("Log out").sees("Log in to the console")
        at.set(login="carl")
        bob.press("Sign in with Studio").sees("nobody here has this account")
        at.set(login=None)
        bob.press("Sign in with Studio").sees("Nobody was signed in. access_denied")
        at.set()
        shown.visit("#/%s/account" % wire.APP).press("Disconnect Studio").confirm("Disconnect Studio").closed().sees("Connect Studio")

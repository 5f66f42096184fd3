"""The button by which a provider or a store is tested."""
import json

from harness.browser import hall
from harness.server import people, service, wire
from harness.server.service import same
from harness.stores import shop
from harness.stores.checkout import Checkout

# Nobody listens there.
NOBODY = "http://127.0.0.1:1"


def settings(context, *stores):
    path = shop.settings(context, *stores)
    with open(path) as file:
        value = json.load(file)
    value["idPs"] = {"guest": {"enabled": True}, "oidc": {"interface": "OIDC", "issuer": NOBODY, "clientId": "client-1"}}
    with open(path, "w") as file:
        json.dump(value, file)
    return path


def tested(context):
    """A provider that is away is shown with the step that fails, a store that answers with each step that works."""
    with Checkout() as web, hall.entered(context) as place, service.server(
            context, console=[settings(context, web)], options=hall.OPTIONS,
            environment={"GAMEBASED_SECRETS_KEY": shop.SECRETS_KEY}) as it:
        shown = place.screen("Testing", it).come_in(people.administrator(it), "providers")
        shown.press("Test oidc").sees("oidc: not every step works.").sees("Discovery document").sees("did not answer").sees("Fails")
        shown.press("Close").closed()
        shown.press("Test guest").sees("guest: every step works.").press("Close").closed()
        shown.go("stores").press("Test WEB").sees("WEB: every step works.").sees("Key accepted").press("Close").closed()
        web.rude = lambda method, path: ("status", 503)
        shown.press("Test WEB").sees("WEB: not every step works.").sees("answered with status 503").press("Close").closed()
        shown.press("Test SANDBOX").sees("this server does not ask SANDBOX").press("Close").closed()


def explored(context):
    """A request of the explorer has what was filled in and nothing else, and a null that was typed."""
    with hall.entered(context) as place:
        shown = place.screen("Exploring").come_in(place.people["operator"]).go("explorer", "console.payments")
        shown.fill(count="5").press("Send").sees('"lookedAt": 5')
        place.it.console().well("console.setMaintenance", {"maintenance": {"message": "Soon back."}}, wire.new_key())
        shown.go("explorer", "console.setMaintenance").fill(maintenance="null")
        # The form that stays is that of the request that is named above it.
        shown.choose("Request", "console.eraseMember").press("Cancel").closed()
        same(shown.field("Request").get_attribute("value"), "console.setMaintenance", "the request after another one was not gone to")
        shown.press("Send").confirm("Send", "console.setMaintenance").closed()
        same(place.it.console().well("console.saveSettings")["settings"]["maintenance"], None, "the maintenance after a null")

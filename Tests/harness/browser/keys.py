"""The page by the keyboard alone."""
import datetime

from harness.browser import figures, hall
from harness.runner import Failure
from harness.server import people
from harness.server.service import same

TABS_MAX = 120
# The name of what has the focus, and whether it is seen that it has it.
FOCUS = """const one = document.activeElement;
const style = getComputedStyle(one);
return [one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent.trim(),
  one.matches(':focus-visible') && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2, one.localName];"""


class Keyboard:
    def __init__(self, shown):
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys
        self.shown, self.keys, self.actions = shown, Keys, ActionChains

    def type(self, text):
        self.actions(self.shown.driver, duration=0).send_keys(text).perform()

    def tab_to(self, name):
        """Goes on until what begins so has the focus, and sees that each step shows where it is."""
        passed = []
        for _ in range(TABS_MAX):
            found, is_seen, kind = self.shown.run(FOCUS)
            if found.startswith(name):
                return
            self.type(self.keys.TAB)
            found, is_seen, kind = self.shown.run(FOCUS)
            passed.append(found)
            if kind != "body" and not is_seen:
                raise Failure("it is not seen that “%s” (%s) has the focus" % (found[:80], kind))
        raise Failure("no key leads to “%s”; passed: %s" % (name, [one[:30] for one in passed]))


def refund(context):
    with hall.entered(context) as place:
        shown = place.screen("Keys").visit()
        payment = place.granted()
        hands = Keyboard(shown)
        shown.sees("Log in to the console")
        hands.tab_to("Name")
        hands.type("Operator")
        hands.tab_to("Password")
        hands.type(people.PASSWORD + hands.keys.ENTER)
        shown.ready()
        for name, then in (("Payments", "Newest payments"), (payment["paymentSeq"], "What happened"), ("Refund payment", "To go on, type")):
            hands.tab_to(name)
            hands.type(hands.keys.ENTER)
            shown.sees(then)
        hands.tab_to("To go on, type")
        hands.type(payment["paymentSeq"])
        hands.tab_to("Refund payment")
        hands.type(hands.keys.ENTER)
        shown.closed()
        found = place.it.console().well("console.payments", {"text": payment["paymentSeq"]})["payments"][0]
        if found["state"] != "REFUNDED":
            raise Failure("the payment is %s" % found["state"])
        same([entry["movement"] for entry in found["ledger"]], ["CAPTURED", "GRANTED", "REVOKED", "REFUNDED"], "lines of the ledger")
        shown.sees("Granted: ").sees("Revoked: ").sees("Refunded: ")


DAYS = "return [...document.querySelectorAll('main input[type=date]')].map((one) => one.value)"
FIRST = "document.querySelector('main input[type=date]').focus()"


def days(context):
    """Days of a range are typed, and the first of later days before their last."""
    with hall.entered(context) as place:
        today = figures.asked(place, "levels")["today"]
        known = [figures.earlier(today, count) for count in (12, 9, 3)]
        shown = place.screen("Typing").come_in(place.people["viewer"]).go("levels", **{"from": known[0], "to": known[1]})
        hands = Keyboard(shown)
        for wanted, then in ((figures.earlier(today, 11), known[1]), (known[2], known[2])):
            shown.run(FIRST)
            hands.type(datetime.date.fromisoformat(wanted).strftime("%m%d%Y") + hands.keys.ENTER)
            address = "from=%s&to=%s" % (wanted, then)
            shown.until(lambda: address in shown.run("return location.hash"), "the address has " + address)
            same(shown.ready().run(DAYS), [wanted, then], "the days that are shown")

"""What the tests of the page share: one server with its players and people, and one Chromium, which one test at a time has."""
import contextlib
import os
import threading

from harness.browser import crowd, screen
from harness.clocks import Clock
from harness.runner import Failure
from harness.server import people, service, wire

ROLES = people.ROLES
# So many the page shows at first.
PAYMENTS = 100
OPTIONS = [*service.UNLIMITED, "--limit", "operator=off", "--limit", "gameServer=off"]


class Hall:
    def __init__(self, context, it, driver):
        self.context, self.it, self.driver = context, it, driver
        self.ada = people.administrator(it)
        self.people = {role: people.invited(it, self.ada, role.capitalize(), {wire.APP: role}) for role in ROLES}

    def renew(self):
        """Another Chromium in place of one that answers no more."""
        screen.end(self.driver)
        self.driver = screen.start(self.context)

    def granted(self):
        """A payment that can be refunded."""
        payments = self.it.console().well("console.payments", {"count": PAYMENTS})["payments"]
        return [one for one in payments if one["state"] == "UNCONSUMED" and one["gamebaseProductId"] != crowd.PASS][0]

    def screen(self, name, it=None):
        return screen.Screen(self.driver, place(it or self.it), name)


def place(it):
    """The port at which a server's page is."""
    return it.port


@contextlib.contextmanager
def opened(context):
    clock = Clock(context)
    folder = os.path.join(context.directory("browser"), "data")
    settings = crowd.settings(context)
    with contextlib.ExitStack() as open_ones:
        it = open_ones.enter_context(wire.Process(service.program(context), folder, [settings], OPTIONS, clock.environment))
        crowd.play(it, clock)
        hall = Hall(context, it, screen.start(context))
        open_ones.callback(lambda: hall.driver.quit())
        yield hall


@contextlib.contextmanager
def entered(context):
    """The hall, for one test at a time, with a window as wide as at first. A browser that hangs costs the test that it hangs in."""
    with context.gate.turn(context.once("turn at the browser", threading.Lock)):
        hall = context.shared("hall of browsers", lambda: opened(context))
        # It came with the driver.
        from urllib3.exceptions import HTTPError
        try:
            yield from cleared(hall)
        except HTTPError as reason:
            hall.renew()
            raise Failure("Chromium answers no more: %s" % reason) from None


def cleared(hall):
    hall.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    hall.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    hall.driver.get_log("browser")
    hall.driver.get_log("performance")
    yield hall
    hall.driver.get("about:blank")

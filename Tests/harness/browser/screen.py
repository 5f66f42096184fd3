"""Debian's Chromium through chromium-driver, and the console's page in it as a person sees it: by the words on buttons and fields."""
import contextlib
import glob
import json
import os
import signal
import sys
import time

from harness import pypi
from harness.runner import Failure
from harness.server import wire

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
WIDE, NARROW = 1280, 360
WAIT_SECONDS, SCRIPT_SECONDS = 15, 60
SWITCHES = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run", "--disable-extensions",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--lang=en-US",
            "--force-prefers-reduced-motion", "--window-size=%d,900" % WIDE]
# What is seen of the page: the dialog that is open last, else all of it.
FIND = """
const dialogs = document.querySelectorAll('dialog[open]');
const scope = dialogs.length ? dialogs[dialogs.length - 1] : document;
const seen = (one) => one.checkVisibility({checkVisibilityCSS: true});
const named = (one) => [one.getAttribute('aria-label'), one.textContent.trim()];
"""
BUTTONS = FIND + """
return [...scope.querySelectorAll('button, a, [role=tab], summary')].filter((one) => seen(one) && named(one).includes(arguments[0]));"""
FIELDS = FIND + """
const label = [...scope.querySelectorAll('label')].filter((one) => seen(one) && one.textContent.startsWith(arguments[0]))[0];
return label ? document.getElementById(label.htmlFor) : null;"""
GO = """
const [address, done] = arguments;
if (location.hash === address) return done();
addEventListener('hashchange', () => done(), {once: true});
location.hash = address;"""
FETCH = """
const [asked, done] = arguments;
const one = async (csrf, [path, form]) => {
  const answer = await fetch('api/' + path, form === null ? {} : {method: 'POST', body: JSON.stringify(form), headers: {
    'Content-Type': 'application/json', 'X-CSRF-Token': csrf, 'Idempotency-Key': crypto.randomUUID().replaceAll('-', '')}});
  return [answer.status, (await answer.json()).resultCode];
};
(async () => {
  const {body} = await (await fetch('api/session')).json();
  const found = [];
  for (const each of asked) found.push(await one(body.csrf, each));
  return found;
})().then(done, (error) => done([[0, String(error)]]));"""
READY = """
const main = document.getElementById('main');
if (!main || main.classList.contains('outside')) return false;
const view = location.hash.slice(2).split('?')[0].split('/')[1];
const shown = document.querySelector('#nav a[aria-current=page]');
const isThere = shown ? shown.hash.split('/')[2] === view : main.querySelector(':scope > [role=alert]') !== null;
return isThere && !main.classList.contains('working')
  && main.querySelector(':scope > p[role=status]') === null && main.childElementCount > 1;"""


def library(context):
    """Makes selenium importable; it is in a place of its own below build. Returns axe's script."""
    programs = pypi.programs(context, "browser", context.path("Tests", "harness", "browser", "requirements.txt"))
    packages = glob.glob(os.path.join(os.path.dirname(programs), "lib", "python*", "site-packages"))[0]
    if packages not in sys.path:
        sys.path.append(packages)
    with open(os.path.join(packages, "axe_selenium_python", "node_modules", "axe-core", "axe.min.js"), encoding="utf-8") as file:
        return file.read()


def start(context):
    """A Chromium with a profile of its own, which keeps what it logs and what it asks for."""
    library(context)
    from selenium import webdriver
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for switch in SWITCHES:
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    options.add_experimental_option("perfLoggingPrefs", {"enableNetwork": True, "enablePage": False})
    home = context.directory("chromium")
    driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER, env=context.environment(home)))
    driver.set_script_timeout(SCRIPT_SECONDS)
    driver.home = home
    return driver


def end(driver):
    """Ends one that answers no more, with all its processes: they have its folder in their environment."""
    for entry in os.listdir("/proc"):
        with contextlib.suppress(OSError):
            if entry.isdigit():
                with open("/proc/%s/environ" % entry, "rb") as file:
                    is_its = driver.home.encode() in file.read()
                if is_its:
                    os.kill(int(entry), signal.SIGKILL)


class Screen:
    """One person at the console: each name has a host of its own, for cookies are kept by host."""

    def __init__(self, driver, port, name):
        self.driver, self.origin = driver, "http://%s.localhost:%d" % (name.lower(), port)

    def visit(self, path=""):
        self.driver.get(self.origin + "/console/" + path)
        return self

    def come_in(self, browser, view="overview"):
        """With the session of somebody who has signed in elsewhere."""
        self.carry(browser)
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": self.origin, "storageTypes": "local_storage"})
        return self.visit("#/%s/%s" % (wire.APP, view)).ready()

    def carry(self, browser):
        """The session of this browser from now on, as when it began in another tab."""
        name, value = browser.cookie.split("=", 1)
        self.driver.execute_cdp_cmd("Network.setCookie", {"url": self.origin + "/console/", "name": name, "value": value,
                                                          "path": "/console/", "httpOnly": True, "sameSite": "Strict"})
        return self

    def run(self, script, *given):
        return self.driver.execute_script(script, *given)

    def until(self, condition, what, seconds=WAIT_SECONDS):
        deadline = time.monotonic() + seconds
        while True:
            found = condition()
            if found:
                return found
            if time.monotonic() > deadline:
                told = what() if callable(what) else what
                raise Failure("waited %d s in vain: %s; the page says:\n%s" % (seconds, told, self.text()))
            time.sleep(0.02)

    def ready(self):
        self.until(lambda: self.run(READY), "the view is shown: %s" % self.run("return location.hash"))
        return self

    def go(self, view, *more, **query):
        asked = "&".join("%s=%s" % pair for pair in query.items())
        address = "#/" + "/".join([wire.APP, view, *more]) + ("?" + asked if asked else "")
        if not self.driver.current_url.startswith(self.origin + "/console/"):
            return self.visit(address).ready()
        self.driver.execute_async_script(GO, address)
        return self.ready()

    def text(self):
        return self.run("return document.body.innerText")

    def sees(self, text):
        self.until(lambda: text in self.text(), "“%s” is shown" % text)
        return self

    def buttons(self, title):
        return self.run(BUTTONS, title)

    def touch(self, act, what):
        """Does `act`, again while the page is drawn anew below it or something is before it, as a person would."""
        from selenium.common import exceptions
        moving = (exceptions.StaleElementReferenceException, exceptions.ElementNotInteractableException,
                  exceptions.ElementClickInterceptedException)

        def once():
            try:
                act()
            except moving as error:
                once.said = error.msg
                return False
            return True
        once.said = ""
        self.until(once, lambda: "%s can be used (%s)" % (what, once.said))
        return self

    def press(self, title):
        what = "the button “%s”" % title
        return self.touch(lambda: self.until(lambda: self.buttons(title), what)[0].click(), what)

    def field(self, label):
        return self.until(lambda: self.run(FIELDS, label), "the field “%s”" % label)

    def fill(self, **fields):
        """By the labels, whose spaces are underlines here."""
        for label, text in fields.items():
            self.touch(lambda: self.write(label.replace("_", " "), text), "the field “%s”" % label)
        return self

    def write(self, label, text):
        field = self.field(label)
        field.clear()
        field.send_keys(text)

    def choose(self, label, value):
        self.run("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))",
                 self.field(label), value)
        return self

    def confirm(self, action, typed=None):
        """What a dialog asks before it does what it says."""
        if typed is not None:
            self.fill(To_go_on=typed)
        return self.press(action)

    def closed(self):
        self.until(lambda: not self.run("return document.querySelector('dialog[open]')"), "the dialog goes")
        return self.ready()

    # MARK: How it looks

    def look(self, width=WIDE, is_dark=False):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1,
                                                                            "mobile": False})
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        return self

    def language(self, code):
        self.run("localStorage.setItem('language', arguments[0])", code)
        self.driver.refresh()
        return self.ready()

    # MARK: What the browser kept

    def complaints(self):
        """What the console of the browser has of warnings and errors since it was last asked."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("WARNING", "SEVERE")]

    def asked(self):
        """The addresses that the page asked for since they were last asked for."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found

    def fetch(self, asked):
        """What the page itself is answered when it asks with its session; each is (path, form or None), each answer (status, code)."""
        return [tuple(answer) for answer in self.driver.execute_async_script(FETCH, asked)]

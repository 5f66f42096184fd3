"""The picture of the console in the README: its overview over the month of `--demo`. `PICTURE=docs/console.png` draws it anew."""
from harness.browser import hall
from harness.server import demo, people

SIZE = {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False}


def drawn(path):
    def run(context):
        with hall.entered(context) as place, demo.Month(context, "picture") as it:
            name, value = people.administrator(it).cookie.split("=", 1)
            shown = place.screen("Picture", it).visit("style.css")
            shown.driver.add_cookie({"name": name, "value": value, "path": "/console/"})
            shown.run("localStorage.setItem('language', 'en')")
            shown.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", SIZE)
            shown.visit("#/%s/overview" % demo.APP).ready().sees("Active members")
            shown.driver.save_screenshot(context.path(path))
    return run

"""Offsets of all time zones of this machine and of what zic makes of the same source, as Python's own reader finds them
(Tests/harness/zones): no difference."""
import json
import os
import subprocess

from harness import series
from harness.runner import Skip, Test
from harness.zones import cases
from suites import unit

INSTANTS = series.length("ZONE_INSTANTS", 100, 5000)
SEED = series.seed(1)
SOURCE = "/usr/share/zoneinfo/tzdata.zi"
LEAP_SECONDS = "/usr/share/zoneinfo/leapseconds"
# 2020: such a file ends with what was known of leap seconds when it was written.
LEAP_UNTIL = 1_577_836_800


def compiled(context):
    """Two more forms of each file, as (folder, the instant from which on it says nothing): one without what the rule at its end says,
    and one with leap seconds, which has no such rule. None where this machine lacks their source."""
    zic = next((path for path in ("/usr/sbin/zic", "/usr/bin/zic") if os.path.exists(path)), None)
    forms = []
    for name, until, needs, options in (("slim", None, SOURCE, []), ("leap", LEAP_UNTIL, LEAP_SECONDS, ["-L", LEAP_SECONDS])):
        if zic and os.path.exists(SOURCE) and os.path.exists(needs):
            folder = context.directory(name)
            done = subprocess.run([zic, "-b", "slim", *options, "-d", folder, SOURCE], capture_output=True, timeout=120, check=False)
            forms += [(folder, until)] if done.returncode == 0 else []
    return forms


def written(context, count):
    """A file of cases with so many random instants a zone; None without a zone on this machine."""
    path = os.path.join(context.scratch, "zone-cases-%d" % count)
    folders = context.once("zones", lambda: compiled(context))
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(cases.case(zone, folders, SEED, count)) + "\n" for zone in cases.zones())
    return path if os.path.getsize(path) else None


def unit_environment(context):
    """What the ordinary run of the unit tests plays: the changes of each zone, and what is near them."""
    path = written(context, 0)
    return {"ZONE_CASES": path} if path else {}


def run(context):
    path = written(context, INSTANTS)
    if not path:
        raise Skip("no time zones on this machine: the package tzdata has them")
    output = unit.all_pass(context, ["--filter", "zones are read as Python reads them"], {"ZONE_CASES": path}, 1200, "zones: ")
    os.remove(path)
    return next(line for line in output.splitlines() if line.startswith("zones: "))


def tests(context):
    return [Test("the offsets of each zone, at %d random times too, are those that Python finds (seed %d)" % (INSTANTS, SEED), run)]

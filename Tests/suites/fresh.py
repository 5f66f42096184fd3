"""A fresh machine: Debian 12 and 13 with nothing but what README.md names, as root and as a user. Only `make torture` plays it: each takes
half an hour, and some hundred packages over the network. `Tests/fresh/run bookworm player` plays one of them alone."""
import os
import shutil

from harness import series
from harness.runner import Failure, Skip, Test, tail

SECONDS = 3 * 3600
SYSTEMS = {"bookworm": "Debian 12", "trixie": "Debian 13"}


def fresh(suite, who):
    def run(context):
        if os.geteuid() != 0:
            raise Skip("only root may make a system to change into")
        if not shutil.which("debootstrap"):
            raise Skip("debootstrap is not installed")
        result = context.process([context.path("Tests", "fresh", "run"), suite, who], timeout=SECONDS)
        if result.status != 0:
            raise Failure("status %s\n%s" % (result.status, tail(result.output, 80)))
        return "; ".join(line.split(": ", 1)[1] for line in result.output.splitlines() if line.startswith("ok "))
    return run


def tests(context):
    if not series.IS_LONG:
        return []
    return [Test("%s with what README.md names makes demo, server, serve, check and docs as %s" % (SYSTEMS[suite], who), fresh(suite, who),
                 alone=True) for suite in SYSTEMS for who in ("player", "root")]

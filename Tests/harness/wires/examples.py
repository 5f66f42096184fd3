"""The examples that speak a published interface, against a server."""
from harness.runner import Failure
from harness.server import service
from harness.wires import faces

NCMB_SAID = ["signed up: rider-", "saved: a horse", "found: Arion", "stored: a picture", "pushed: The race begins", "done"]


def ncmb(context):
    with service.server(context) as it:
        command = ["sh", context.path("examples", "ncmb.sh"), "http://localhost:%d" % it.port, faces.APPLICATION_KEY]
        output = context.check(command + [faces.CLIENT_KEY])
        lines = output.splitlines()
        if len(lines) != len(NCMB_SAID) or not all(line.startswith(wanted) for line, wanted in zip(lines, NCMB_SAID)):
            raise Failure("it said\n" + output)
        refused = context.process(command + ["another-client-key"])
        if refused.status == 0 or "401" not in refused.output:
            raise Failure("with a wrong key it ended with %s: %s" % (refused.status, refused.output))

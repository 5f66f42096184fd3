"""Network changes, made in a network namespace of the test's own."""
from harness.runner import Skip, Test


def run(context):
    context.library()
    for command in (["unshare", "--net"], ["unshare", "--map-root-user", "--net"]):
        probe = context.process(command + ["ip", "link", "add", "probe0", "type", "veth", "peer", "name", "probe1"])
        if probe.status == 0:
            program = context.compile("Tests/contract/host/link.c", "contract-link")
            context.check(command + [program, context.directory("storage")])
            return
    raise Skip("no network namespace may be made here: " + probe.output)


def tests(context):
    return [Test("a link that goes up or down reaches the game as observerNetwork, once for each change", run)]

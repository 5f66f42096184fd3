"""gamebased, the service in a process of its own, over sockets: what games and operators get, and what attackers do not."""
from harness.runner import Test
from harness.server import service


def tests(context):
    return [
        Test("a guest logs in, buys, and hears a kickout within a second, over plain HTTP", service.story),
        Test("a long poll waits as long as it asks, hears what comes, and goes on behind its place", service.polls),
        Test("a stream goes on behind the event that it names, also over a restart; nothing is missing or there twice", service.resume),
        Test("a stream and a poll that missed what is not kept any more are told to begin anew", service.reset),
        Test("a player hears nothing that is another's, and not who was kicked out with it", service.private),
        Test("a restart keeps members, money, and what the operator changed", service.restart),
        Test("SIGTERM answers what is under way and every poll, ends streams, and takes no longer than its limit", service.graceful),
        Test("SIGHUP loads settings and key that have changed, opens the log anew, and survives what is wrong in them", service.reload),
        Test("two apps of one server know nothing of each other, whatever their ids", service.two_apps),
        Test("an operator makes an app with its first settings; what is refused leaves nothing", service.new_app),
        Test("health, readiness and metrics say how it is, also without a store", service.operation),
        Test("with a listener of its own the operator is heard nowhere else", service.admin),
        Test("the first start makes an operator's key for its owner alone, and says what to type next", service.first_start),
        Test("what is wrong on the command line is said in one line, with status 2", service.command_line),
        Test("a server at rest uses no processor time", service.at_rest, alone=True),
        Test("who asks is who the path and the key say, and no player is believed what only its device can know", service.trusted_with),
        Test("no log holds a token, a key, a secret or a parameter; the audit log says who asked what, and what came of it", service.quiet_logs),
    ]

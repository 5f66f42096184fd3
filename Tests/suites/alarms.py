"""Alarms and the weekly report of gamebased: told once, by mail and webhook, whatever becomes of servers and receivers."""
from harness import series
from harness.alarms import story
from harness.runner import Test


def tests(context):
    found = [
        Test("a test alarm goes to everybody, signed where it is posted; the secret is never shown; the log says how each ended",
             story.told),
        Test("two servers over one database tell an alarm once when it is raised and once when it is over, though one is killed",
             story.two),
        Test("a webhook that hangs, refuses or is gone holds up nothing, and gets the same message again", story.rude),
        Test("no webhook leads into networks of one's own, and none is followed elsewhere", story.walls),
        Test("a maintenance silences the rules about players; a rule that is taken away ends its alarm", story.maintained),
        Test("kill -9 while messages are on their way loses none, and doubles none that the mail server had not", story.killed),
        Test("a database that is away is told of while it is away, and stands in the log behind it", story.silent),
        Test("the weekly report comes once, though the server is killed, with the figures of what was done in it", story.weekly),
    ]
    if series.IS_LONG:
        # Minutes of waiting for whole minutes.
        found.append(Test("players who are connected end the alarm of few players, and raise it again when they leave", story.connected))
    return found

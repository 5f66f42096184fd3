"""The crash matrix: a purchase is stopped at each point of its life in each of three ways (Tests/crash/matrix.c)."""
from harness.runner import Failure, Test
from suites import powercut

POINTS = [
    ("C0", "before the reservation is durable: no payment, no money"),
    ("C1", "after the reservation, before the store hears of it: cancelled when the reservation is old"),
    ("C2", "the store has the order, unpaid: cancelled"),
    ("C3", "authorised and captured later: one entry once it is captured"),
    ("C4", "captured, the receipt not written: one entry"),
    ("C3-client", "approved at a store that takes the money last: it is asked to, once, and there is one entry"),
    ("C3-web", "approved in a browser, and the player is gone: called off, no money; who is still there has paid once"),
    ("C4-client", "captured by that store, the receipt not written: one entry"),
    ("C4-web", "captured by that store through a browser, the receipt not written: one entry"),
    ("C5", "the receipt not verified: one entry"),
    ("C6", "the entry half written: one entry"),
    ("C7-client", "the entry written, a store of the host's not told: one entry, the store is told"),
    ("C8", "the entry written and SANDBOX told by the same write, the completion not called: one entry"),
    ("C8-client", "a store of the host's told, and that not written: one entry, the store is told again"),
    ("C0-once", "before reservation, order and entry are durable, which are one write: no payment, no money"),
    ("C6-once", "reservation, order and entry half written: no payment, no money"),
    ("C8-once", "reservation, order and entry written at once, the completion not called: one entry"),
    ("C9", "the completion called, the game has granted nothing: the entry is still there"),
    ("C10", "the game has granted and not consumed: the entry is still there, under the same number"),
    ("C11", "consumed, the completion not called: the entry is gone, a repetition is answered as one"),
    ("C12", "in the middle of a write of the journal: what was there before is intact"),
]
WAYS = [("dies", "the process dies"), ("late", "the answer comes after the call timed out"), ("restarts", "the service restarts")]


def cell(point, way):
    def run(context):
        result = powercut.play(context, [powercut.program(context, "matrix"), point, way], 120)
        if result.status != 0:
            raise Failure(result.output)
    return run


def tests(context):
    return [Test("%s, when %s: %s" % (point, how, outcome), cell(point, way))
            for point, outcome in POINTS for way, how in WAYS]

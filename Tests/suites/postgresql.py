"""The service over a PostgreSQL server where the unit tests of the suite `unit` cannot go: everything serializable, and a server that
crashes."""
from harness import postgres
from harness.runner import Failure, Test, died, tail
from suites import unit

# Tests of what happens to statements and requests; the others count trips, which a group that is begun anew has more of.
OF_SERVICES = "A PostgreSQL database|Services over one PostgreSQL"
TRIPS = "handful of trips"


def serializable(context):
    with postgres.Server(["default_transaction_isolation = 'serializable'", "max_pred_locks_per_transaction = 256"]) as server:
        result = unit.play(context, ["--filter", OF_SERVICES, "--skip", TRIPS], timeout=600,
                           environment={postgres.VARIABLE: server.url})
        if result.status != 0:
            raise Failure("the tests %s\n%s" % (died(result.status), tail(result.output, 40)))
        if server.psql("SHOW default_transaction_isolation") != "serializable":
            raise Failure("the server was not serializable")


def tests(context):
    return [
        Test("services over PostgreSQL do the same when every transaction is serializable", serializable),
    ]

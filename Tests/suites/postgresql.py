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


def needs(context):
    """The list is walked on a server that nobody else uses."""
    with postgres.Server() as server:
        result = unit.play(context, ["--filter", "What correctness needs"], timeout=600,
                           environment={"GAMEBASE_POSTGRESQL_OWN": server.url})
        if result.status != 0:
            raise Failure("the tests %s\n%s" % (died(result.status), tail(result.output, 40)))


def tests(context):
    return [
        Test("what correctness needs of a database server is pinned or refused, wrong before and changed after the connection", needs),
        Test("services over PostgreSQL do the same when every transaction is serializable", serializable),
    ]

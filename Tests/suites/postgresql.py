"""The service over a PostgreSQL server where the unit tests of the suite `unit` cannot go: everything serializable, and a server that
crashes."""
from harness import postgres
from harness.runner import Failure, Test
from suites import unit

# Tests of what happens to statements and requests; the others count trips, which a group that is begun anew has more of.
OF_SERVICES = "A PostgreSQL database|Services over one PostgreSQL"
TRIPS = "handful of trips"


def serializable(context):
    with postgres.Server(["default_transaction_isolation = 'serializable'", "max_pred_locks_per_transaction = 256"]) as server:
        unit.all_pass(context, ["--filter", OF_SERVICES, "--skip", TRIPS], {postgres.VARIABLE: server.url})
        if server.psql("SHOW default_transaction_isolation") != "serializable":
            raise Failure("the server was not serializable")


def needs(context):
    """The list is walked on a server that nobody else uses."""
    with postgres.Server() as server:
        unit.all_pass(context, ["--filter", "What correctness needs"], {"GAMEBASE_POSTGRESQL_OWN": server.url})


def tests(context):
    return [
        Test("what correctness needs of a database server is pinned or refused, wrong before and changed after the connection", needs),
        Test("services over PostgreSQL do the same when every transaction is serializable", serializable),
    ]

"""Homes of the service outside the game, as a program of the contract meets them: an address and the operator's key in its environment."""
import contextlib
import itertools
import json
import os

from harness import postgres
from harness.runner import Failure
from harness.server import service, wire
from harness.server.proxy import Proxy

APP = "Contract"
# A program of the contract does in a second what a player does in an hour, and all players here have one address.
OPTIONS = service.UNLIMITED
# The app is known, and nothing else: as in a game that loads no settings.
SETTINGS = {"app": {"appId": APP, "typeCode": "SANDBOX"}}


def console(context):
    """A file of settings that names the app."""
    def write():
        path = os.path.join(context.directory("console"), "contract.json")
        with open(path, "w") as file:
            json.dump(SETTINGS, file)
        return path
    return context.once("contract console", write)


# By how many milliseconds events come later there than inside a process, under load.
SLOWNESS = {"GAMEBASE_TEST_SLOWNESS": "400"}
# And from a server that a sanitizer watches.
UNDER_TOOL = {"GAMEBASE_TEST_SLOWNESS": "2000"}


def environment(*ports):
    return {"GAMEBASE_SERVICE_URL": "http://127.0.0.1:%d" % ports[0], "GAMEBASE_OPERATOR_KEY": wire.KEY,
            "GAMEBASE_APP_ID": APP}


@contextlib.contextmanager
def sqlite(context, program):
    """gamebased over one file."""
    with wire.Process(program, context.directory("server"), console=[console(context)], options=OPTIONS) as server:
        yield environment(server.port)


@contextlib.contextmanager
def proxied(context, program, seed=1):
    """The same behind somebody who delays, cuts and repeats."""
    with wire.Process(program, context.directory("server"), console=[console(context)], options=OPTIONS) as server:
        with Proxy([server.port], seed) as proxy:
            yield environment(proxy.port) | SLOWNESS


def under(sanitizer):
    """gamebased over one file, built for a sanitizer of Clang's and ended in order."""
    def home(context, _):
        return under_tool(context, sanitizer)
    return home


@contextlib.contextmanager
def tool(context, sanitizer):
    """The server built for it, and the environment in which it reports; fails behind the `with` when it has found something."""
    scratch, output = ".build/server-" + sanitizer, "build/" + sanitizer

    def build():
        context.check(["Sources/packaging/server.sh", scratch, output, "--sanitize", sanitizer], timeout=1800)
        return context.path(output, "gamebased")
    program = context.once("server " + sanitizer, build)
    reports = os.path.join(context.directory("reports"), "report")
    options = {"address": "ASAN_OPTIONS", "thread": "TSAN_OPTIONS"}[sanitizer]
    # Swift keeps marks in the high bits of pointers to texts, which the search for leaks takes for no pointers.
    hidden = "suppressions=%s:" % context.path("Tests", "hostile", "threads.txt")
    said = "detect_leaks=0:log_path=" if sanitizer == "address" else hidden + "log_path="
    yield program, {options: said + reports}
    found = [os.path.join(os.path.dirname(reports), name) for name in os.listdir(os.path.dirname(reports))]
    for path in found:
        with open(path, errors="replace") as file:
            raise Failure("the server's tool found something:\n" + file.read()[:6000])


@contextlib.contextmanager
def under_tool(context, sanitizer):
    with tool(context, sanitizer) as (program, reporting):
        with wire.Process(program, context.directory("server"), console=[console(context)], options=OPTIONS,
                          environment=reporting) as server:
            yield environment(server.port) | UNDER_TOOL
            server.stop(60)


DATABASES = itertools.count(1)


@contextlib.contextmanager
def shared(context, program):
    """Two gamebased over one PostgreSQL, and a game whose connections go to one and the other in turn. Each promise has a database of its
    own; the server under them is one for all."""
    database = context.shared("postgresql of homes", lambda: postgres.Server())
    name = "home%d" % next(DATABASES)
    database.psql("CREATE DATABASE " + name)
    options = [*OPTIONS, "--database", database.url_of(name)]
    try:
        with wire.Process(program, context.directory("one"), console=[console(context)], options=options) as one, \
                wire.Process(program, context.directory("two"), console=[console(context)], options=options) as two, \
                Proxy([one.port, two.port], 1, delay=0, cut=0, repeat=0) as proxy:
            yield environment(proxy.port) | SLOWNESS
    finally:
        database.psql("DROP DATABASE %s WITH (FORCE)" % name)

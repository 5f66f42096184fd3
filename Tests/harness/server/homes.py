"""Homes of the service outside the game, as a program of the contract meets them: an address and the operator's key in its environment."""
import contextlib
import itertools
import json
import os

from harness import postgres
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
            yield environment(proxy.port)


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
            yield environment(proxy.port)
    finally:
        database.psql("DROP DATABASE %s WITH (FORCE)" % name)

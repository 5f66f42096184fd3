"""What one crowd may take of gamebased's memory and connections, and what is left for the others."""
import contextlib
import os
import socket
import time

from harness.runner import Failure, Skip
from harness.server import manners, service, wire
from harness.server.bounds import PROXY, behind
from harness.server.service import same

MEGA = 1 << 20
# Of bodies, and of answers that nobody has taken, for one address.
SHARE = 128 * MEGA
LONG = 15 * MEGA
STREAMS_OF_ADDRESS, STREAMS_OF_PLAYER = 1_000, 100
MANY_STREAMS = ["--limit", "stream=100000/100000"]


def head(length, address, path=manners.PATH):
    return (b"POST " + path + b" HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
            b"X-Forwarded-For: %s\r\n\r\n" % (length, address.encode()))


def metric(it, name):
    for line in wire.get(it.port, "/metrics").text.splitlines():
        if line.startswith(name + " "):
            return int(float(line.split(" ")[1]))
    raise Failure("no metric " + name)


def saved(it, text, **options):
    return it.player(**options).well("objects.create", {"className": "Big", "fields": {"text": text}})["answer"]["objectId"]


def included(context):
    """What a query includes counts for each object that it stands in."""
    with service.server(context, options=service.UNLIMITED) as it:
        player = it.player()
        target = {"__type": "Pointer", "className": "Big", "objectId": saved(it, "x" * LONG)}
        for _ in range(40):
            player.well("objects.create", {"className": "Small", "fields": {"to": target}})
        before = it.resident_bytes()
        found = player.ask("objects.find", {"className": "Small", "include": "to"})
        same((found.code, found.form["body"].get("code")), (-9000061, "E413003"), "an answer of 600 megabytes: %.300r" % found)
        if it.resident_bytes() - before > 400 * MEGA:
            raise Failure("it cost %d bytes" % (it.resident_bytes() - before))
        one = player.well("objects.find", {"className": "Small", "include": "to", "limit": 1})["answer"]["results"][0]
        same(len(one["to"]["text"]), LONG, "what one of them includes")

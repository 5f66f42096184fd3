"""A file system of its own with little room, under a server's files."""
import contextlib
import errno
import os
import subprocess

from harness.runner import Failure, Skip
from harness.server import service, wire
from harness.server.service import same

OBJECTS, TEXT = 60, "x" * 8000


@contextlib.contextmanager
def small(context, megabytes):
    place = context.directory("disk")
    command = ["mount", "-t", "tmpfs", "-o", "size=%dm,mode=0755" % megabytes, "tmpfs", place]
    made = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if made.returncode:
        raise Skip("no file system may be mounted here: " + made.stderr.strip())
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def fill(place):
    path = os.path.join(place, "filler")
    with open(path, "ab", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError as error:
            same(error.errno, errno.ENOSPC, "what ends the filling")
    return path


def count(caller):
    answer = caller.ask("objects.find", {"className": "Horse", "limit": 1, "count": 1})
    same((answer.status, answer.code), (200, 0), "a search: %r" % answer)
    return answer.body["answer"]["count"]


def create(caller, name):
    return caller.ask("objects.create", {"className": "Horse", "fields": {"name": name, "text": TEXT}})


def not_copied(it, filler):
    """A copy that finds no room says so, and leaves nothing that would count as a copy."""
    os.truncate(filler, os.path.getsize(filler) - (256 << 10))
    path = "/v1/apps/%s/backup" % wire.APP
    it.console().ask("x", path=path, body=b'{"start": true}')
    service.eventually(lambda: it.console().ask("x", path=path, body=b"{}").body["state"] != "RUNNING", "the end of a copy")
    body = it.console().ask("x", path=path, body=b"{}").body
    same((body["state"], "disk is full" in body["message"]), ("FAILED", True), "a copy on a full disk: %r" % body)
    same(os.listdir(os.path.join(it.folder, "backups", wire.APP)), [], "what is left of it")


def over_sqlite(context):
    with small(context, 16) as place, wire.Process(
            service.program(context), os.path.join(place, "data"), [context.path(service.CONSOLE)], service.UNLIMITED) as it:
        for number in range(OBJECTS):
            same(create(it.player(), "before").status, 200, "an object")
        it.kill()
        filler = fill(place)
        it.start()
        same(wire.get(it.port, "/ready").status, 200, "readiness on a full disk")
        player = it.player()
        for _ in range(2):
            same(count(player), OBJECTS, "what is read on a full disk")
            answer = create(player, "refused")
            same((answer.status, answer.headers["Retry-After"]), (503, "1"), "a change on a full disk: %r" % answer)
            refused = it.console().ask("console.kickout", {})
            if (refused.status, refused.code) != (503, -9000003) or "full" not in refused.text:
                raise Failure("the operator is told: %r" % refused)
        os.remove(filler)
        same(create(player, "behind").status, 200, "a change when there is room")
        same(count(player), OBJECTS + 1, "what is read then")
        # Full again while it runs.
        filler = fill(place)
        made = 0
        while create(player, "more").status == 200 and made < OBJECTS:
            made += 1
            fill(place)
        same(count(player), OBJECTS + 1 + made, "what is read on a disk that became full")
        not_copied(it, filler)
        os.remove(filler)
        same(create(player, "last").status, 200, "a change when there is room again")
        same(it.stop()[0], 0, "the exit status")
        it.start()
        same(count(it.player()), OBJECTS + 2 + made, "what is kept over a start")

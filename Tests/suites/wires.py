"""The published interfaces: one table of calls and answers, over HTTP and in the process of the library; and what only HTTP has."""
import contextlib
import http.client
import json
import os
import shutil
import sqlite3

from harness import postgres
from harness.runner import Failure, Test
from harness.server import service, wire
from harness.server.service import same
from harness.wires import boards, browsers, chunks, description, errors, examples, faces, manners, members, secrets, strangers, table
from harness.wires import texts, uploads

# The keys of examples/console.json.
KNOWN = {"secretKey": "quickstart-secret", "iapAppKey": "quickstart-iap-key"}


def settings(context, **changes):
    """examples/console.json with keys that the tables use."""
    with open(context.path(service.CONSOLE)) as file:
        value = json.load(file)
    value["app"]["iapAppKey"] = KNOWN["iapAppKey"]
    value["ncmb"]["passwordCost"] = 8
    for part, members in changes.items():
        value[part] = {**(value.get(part) or {}), **members} if isinstance(members, dict) else members
    path = os.path.join(context.directory("settings"), "console.json")
    with open(path, "w") as file:
        json.dump(value, file)
    return path


def library(context, directory, *arguments):
    context.library()
    program = context.compile(context.path("Tests", "wires", "faces.c"), "wires-faces", flags=("-I" + context.path("Tests", "contract"),),
                              libraries=("-lgamebase", "-lpthread", "-ldl"))
    return faces.Library(program, context.environment(context.directory("home")), directory, wire.APP, *arguments)


def played(face, cases, play, known):
    """Plays the table; returns the answers with what differs from time to time taken out."""
    wrong, answers, known = [], [], dict(known)
    try:
        for case in cases:
            try:
                status, headers, body = play(face, case, known)
                masked = case.matched(body.decode("utf-8", "replace"), known)
            except Failure as failure:
                wrong.append(str(failure))
                break
            if status != case.status or masked is None:
                wrong.append("%s, %s: %d %r, and not %d %s" % (case.title, face.name, status, body[:600], case.status,
                                                               case.fill(case.answer, known)))
                masked = ""
            answers.append((case.title, status, masked, headers.get("content-type")))
    finally:
        face.end()
    if wrong:
        raise Failure("\n".join(wrong))
    return answers


def ncmb(context):
    cases, console = tables(context, ("ncmb.txt", "habits.txt")), settings(context)
    with service.server(context, console=[console], options=service.UNLIMITED) as it:
        over_http = played(faces.Http(it.port), cases, faces.ncmb, {})
    in_process = played(library(context, context.directory("library"), console), cases, faces.ncmb, {})
    same(over_http, in_process, "what the two ways answer")


def gamebase(context):
    def known(it):
        players = [it.player().log_in() for _ in range(3)]
        known = {**KNOWN, "app": wire.APP}
        for name, player in zip(("user", "other", "leaving"), players):
            known.update({name: player.user, name + "Token": player.token, name + "Key": auth_key(it, player)})
        for name, product in (("gem", "gem_100"), ("chest", "gem_1200"), ("pass", "season_pass")):
            _, receipt = players[0].buy(product)
            known.update({name + "Seq": receipt["paymentSeq"], name + "Token": receipt["purchaseToken"],
                          name + "Payment": receipt["paymentId"]})
        return known
    both(context, ("gamebase.txt",), settings(context), known)


OF_MEMBERS = ("members.txt", "push.txt", "push_records.txt", "tags.txt", "coupons.txt")
OF_BOARDS = ("leaderboard.txt",)


def of_members(context):
    """Over HTTP alone: the library has none of it."""
    with service.server(context, console=[settings(context, **members.SETTINGS)], options=service.UNLIMITED) as it:
        known = members.known(it, {**KNOWN, "app": wire.APP})
        played(faces.Http(it.port), tables(context, OF_MEMBERS), faces.gamebase, known)


def of_push(context):
    """The same calls by the paths of NHN Cloud Push itself: the same answers, without a transaction and in its codes."""
    with service.server(context, console=[settings(context, **members.SETTINGS)], options=service.UNLIMITED) as it:
        known = members.known(it, {**KNOWN, "app": wire.APP})
        played(faces.Http(it.port), strangers.by_own_paths(tables(context, ("push.txt", "push_records.txt", "tags.txt"))), faces.gamebase,
               known)


def of_boards(context):
    with service.server(context, console=[settings(context, **members.SETTINGS)], options=service.UNLIMITED) as it:
        known = members.known(it, {**KNOWN, "app": wire.APP})
        played(faces.Http(it.port), tables(context, OF_BOARDS), faces.gamebase, known)
    return boards.like_a_list(context, settings(context, leaderboards=boards.FACTORS))


def shared(context):
    """The same tables over a server whose apps are in PostgreSQL."""
    console = settings(context, **members.SETTINGS)
    with postgres.Server() as database, service.server(context, console=[console],
                                                       options=[*service.UNLIMITED, "--database", database.url]) as it:
        known = members.known(it, {**KNOWN, "app": wire.APP})
        played(faces.Http(it.port), tables(context, OF_MEMBERS), faces.gamebase, known)
        known = members.known(it, {**KNOWN, "app": wire.APP})
        played(faces.Http(it.port), tables(context, OF_BOARDS), faces.gamebase, known)
        boards.race(it)
        members.race(it.port, [it.player().log_in().user for _ in range(8)])
        database.stop()
        played(faces.Http(it.port), tables(context, ["broken.txt"]), faces.gamebase, known)
        key_cannot_be_found(it.port)


def key_cannot_be_found(port):
    """A key that was not asked for before the database was gone is not called wrong."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", "/2013-09-01/classes/Horse", headers={
            "X-NCMB-Application-Key": "not-asked-for-before", "X-NCMB-Timestamp": "2026-01-01T00:00:00.000Z",
            "X-NCMB-Signature": "A" * 43 + "="})
        answer = connection.getresponse()
        status, body = answer.status, answer.read()
    if status != 503 or b'"code":"E503001"' not in body:
        raise Failure("NCMB, a key that cannot be looked for: %d %r, and not 503 E503001" % (status, body))


def pushes(context):
    with service.server(context, console=[settings(context)], options=service.UNLIMITED) as it:
        played(faces.Http(it.port), tables(context, ["plain.txt"]), faces.gamebase, {**KNOWN, "app": wire.APP})
        members.reached(it)


def hive(context):
    with service.server(context, console=[settings(context)], options=service.UNLIMITED) as it:
        player = it.player().log_in()
        members.registered(player)
        played(faces.Http(it.port), tables(context, ["hive.txt"]), faces.gamebase, {**KNOWN, "app": wire.APP, "user": player.user})
        # A notice is for those who agreed; what is none is for all.
        titles = [message["title"] for message in members.waiting(player)]
        same(titles, ["A title", "Third"], "what reaches a player who agreed to nothing")


def refused(context):
    names = ("gamebase.txt", "plain.txt", *OF_MEMBERS, *OF_BOARDS)
    with service.server(context, console=[settings(context, **members.SETTINGS)], options=service.UNLIMITED) as it:
        calls = tables(context, names)
        count = strangers.gamebase(faces.Http(it.port), calls, {**KNOWN, "app": wire.APP})
        pushes = [case for case in strangers.by_own_paths(calls) if case.path.startswith("/push/")]
        count += strangers.gamebase(faces.Http(it.port), pushes, {**KNOWN, "app": wire.APP})
        return "%d and %d calls" % (count, strangers.ncmb(faces.Http(it.port), tables(context, ["ncmb.txt", "habits.txt"])))


def keys(context):
    names = [name for name, asker in description.dispatched(context).items() if asker == "server"]
    with service.server(context, console=[settings(context)], options=service.UNLIMITED) as it:
        members.keys(it, names)


def tables(context, names):
    return [case for name in names for case in table.read(context.path("Tests", "wires", name))]


def both(context, names, console, prepare):
    """Over two copies of what one server left: members, payments and tokens are the same ones on both ways."""
    cases = tables(context, names)
    with service.server(context, console=[console], options=service.UNLIMITED) as it:
        known = prepare(it)
        it.stop()
        database = os.path.join(it.folder, "apps", wire.APP, "gamebase.db")
        directory = context.directory("library")
        with sqlite3.connect(database) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copy(database, os.path.join(directory, "gamebase.db"))
        it.start()
        over_http = played(faces.Http(it.port), cases, faces.gamebase, known)
    in_process = played(library(context, directory), cases, faces.gamebase, known)
    # Which apps there are is the carrier's to say.
    answers = [[answer[:3] for answer in way if answer[0] != "another app"] for way in (over_http, in_process)]
    same(*answers, "what the two ways answer")


def auth_key(it, player):
    access = {"wire": "gamebase", "appId": wire.APP, "key": KNOWN["secretKey"]}
    body = {"userId": player.user, "accessToken": player.token}
    return wire.Caller(it.port, "server").well("server.verifyToken", {"access": access, "body": body})["member"]["authList"][0]["authKey"]


def tests(context):
    return [
        Test("NCMB REST 2013-09-01: one table of calls, also as the five public clients make them, has the same answers over HTTP and in "
             "the process", ncmb),
        Test("Gamebase Server API v1.3 and NHN Cloud IAP: one table of calls has the same answers over HTTP and in the process", gamebase),
        Test("Gamebase Server API v1.3: members, bans, launching, pushes and coupons have the answers of their tables",
             of_members),
        Test("NHN Cloud Push v2.4: by its own paths the tables of pushes and tags have the same answers, in its codes", of_push),
        Test("Gamebase Server API v1.3: the leaderboard has the answers of its table, and ranks as a sorted list has them", of_boards),
        Test("Gamebase Server API v1.3: over PostgreSQL the same tables have the same answers, coupons are used as often as may be, "
             "and without it each product says in its own code that it cannot answer",
             shared),
        Test("each error of the interfaces' documentation is an answer of the tests, or it is said why nobody can have it", errors.shown),
        Test("the key of the IAP interface opens nothing but what is about payments", keys),
        Test("Gamebase Server API v1.3: pushes reach players in their languages, and an advertisement says in Korean what it is", pushes),
        Test("every call of the tables is refused with a wrong key, none, another app, version or signature", refused),
        Test("pushes in Hive's shape, both versions: one table of calls, and what reaches a player", hive),
        Test("NCMB: an upload is in memory by a part at most, and one that is cut leaves nothing", uploads.streamed),
        Test("NCMB: an upload whose sender goes while its app is looked for ends once", uploads.gone),
        Test("NCMB: an upload may come in any pieces, with rights before or behind the file; a wrong form leaves nothing", uploads.pieces),
        Test("examples/gameserver.py gives what was paid once, to whoever paid it, with Python's standard library alone",
             examples.game_server),
        Test("docs/openapi.json describes every request that a service dispatches, and no other", description.whole),
        Test("each request of docs/openapi.json answers, and says which of its required parameters is missing",
             lambda context: description.answers(context, settings(context))),
        Test("a body in chunks is taken by every published interface, also behind another one", chunks.taken),
        Test("NCMB: an upload in chunks goes to the service as it comes, whole or not at all", chunks.files),
        Test("a body in chunks has one form, and where none is taken it is said what is", chunks.refused),
        Test("U+0000 and what is not UTF-8 are refused wherever a text comes in, over SQLite and PostgreSQL alike", texts.refused),
        Test("NCMB: a page in a browser may call: preflight, headers, and no cookie counts", browsers.cors),
        Test("NCMB: files of every size go in and out, signed, in parts, and are no page of this host", browsers.files),
        Test("NCMB: a file that everybody may read is given without a key, where the settings say so, and no other", browsers.public),
        Test("NCMB: a file that is replaced while it is read is not mixed with the new one", browsers.replaced),
        Test("NCMB: the application key finds the app, also one that came later, and a key that was changed", manners.apps),
        Test("what is no request, or too much, is refused in the words of each interface", manners.mistakes),
        Test("the limits of address, log-in, app and player hold for published interfaces", manners.limits),
        Test("no path of a published interface reaches an operator's or a carrier's request", manners.powers),
        Test("a user's provider ids and mail address, and a device's token, are seen by no other, sought by no query, and in no file",
             secrets.played),
        Test("examples/ncmb.sh signs up, saves, finds, stores a file and sends a push, with curl and openssl alone", examples.ncmb),
    ]

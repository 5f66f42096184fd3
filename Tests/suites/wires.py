"""The published interfaces: one table of calls and answers, over HTTP and in the process of the library; and what only HTTP has."""
import json
import os
import shutil
import sqlite3

from harness.runner import Failure, Test
from harness.server import service, wire
from harness.server.service import same
from harness.wires import browsers, examples, faces, table, manners

# The keys of examples/console.json.
KNOWN = {"secretKey": "quickstart-secret", "iapAppKey": "quickstart-iap-key"}


def settings(context, **changes):
    """examples/console.json with keys that the tables use."""
    with open(context.path(service.CONSOLE)) as file:
        value = json.load(file)
    value["app"]["iapAppKey"] = KNOWN["iapAppKey"]
    value["ncmb"]["passwordCost"] = 8
    for part, members in changes.items():
        value[part] = {**value[part], **members} if isinstance(members, dict) else members
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
    cases, console = table.read(context.path("Tests", "wires", "ncmb.txt")), settings(context)
    with service.server(context, console=[console], options=service.UNLIMITED) as it:
        over_http = played(faces.Http(it.port), cases, faces.ncmb, {})
    in_process = played(library(context, context.directory("library"), console), cases, faces.ncmb, {})
    same(over_http, in_process, "what the two ways answer")


def tests(context):
    return [
        Test("NCMB REST 2013-09-01: one table of calls has the same answers over HTTP and in the process", ncmb),
        Test("NCMB: a page in a browser may call: preflight, headers, and no cookie counts", browsers.cors),
        Test("NCMB: files of every size go in and out, signed, in parts, and are no page of this host", browsers.files),
        Test("NCMB: a file that everybody may read is given without a key, where the settings say so, and no other", browsers.public),
        Test("NCMB: a file that is replaced while it is read is not mixed with the new one", browsers.replaced),
        Test("NCMB: the application key finds the app, also one that came later, and a key that was changed", manners.apps),
        Test("what is no request, or too much, is refused in the words of each interface", manners.mistakes),
        Test("the limits of address, log-in, app and player hold for published interfaces", manners.limits),
        Test("no path of a published interface reaches an operator's or a carrier's request", manners.powers),
        Test("examples/ncmb.sh signs up, saves, finds, stores a file and sends a push, with curl and openssl alone", examples.ncmb),
    ]

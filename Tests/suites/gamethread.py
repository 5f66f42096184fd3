"""Every exported function called on the game's thread while the calls of the C library are watched: none makes a file call, sleeps or waits,
none takes a lock that a library thread holds over file work, but those whose header says so."""
import os
import re

from harness import declarations
from harness.runner import Failure, Test
from hostile import generate

SEED, ROUNDS = 1, 4
# What may wait or read a file, and the words of its header that say so.
MAY_WAIT = {
    "TCGBRunLoop_runUntil": "sleeps until one becomes due or the time is over",
    "TCGBGamebase_shutdown": "timeoutMilliseconds: how long it may take",
    "TCGBInstance_destroy": "timeoutMilliseconds: as for TCGBGamebase_shutdown",
    "TCGBConsole_loadSettingsFromFile_completion": "is read before the function returns",
    "TCGBHost_setLocalizedStringsFromFile": "Read before the function returns",
    "TCGBConsole_startAnew": "moves files before it returns",
    "TCGBAnalytics_traceLevelUpWithLevelUpData": "It may block as the head of this file says",
    "TCGBAnalytics_setGameUserData": "It may block as the head of this file says",
    "NCMBInstallation_currentInstallation": "waits until the file that remembers it was read",
    "NCMBUser_currentUser": "waits until the file with the user was read",
}
# So may what hands over an error by an argument: a call of the mobile backend that has no callback.
WORDS_WITH_ERROR = "Blocks until"
WITH_ERROR_AT_LEAST = 25
# Those of them that may do no more than wait for a bounded time.
WAITS_ALONE = {"TCGBAnalytics_traceLevelUpWithLevelUpData", "TCGBAnalytics_setGameUserData"}


def may_wait(context):
    """Function -> the words of its header."""
    declared = declarations.read(context.path("include"))
    found = {function.name: WORDS_WITH_ERROR for function in declared.functions
             if any(argument.type == "TCGBError **" for argument in function.arguments)}
    if len(found) < WITH_ERROR_AT_LEAST:
        raise Failure("only %d functions hand over an error" % len(found))
    return {**found, **MAY_WAIT}


def said(context):
    """The comment before each declaration."""
    comments = {}
    for name, function in declarations.read(context.path("include")).exported().items():
        with open(context.path("include", function.header), encoding="utf-8") as file:
            text = file.read()
        place = re.search(r"\b%s\(" % name, text)
        comments[name] = re.sub(r"\s*\n \* ?", " ", text[:place.start()].rsplit("/**", 1)[1]) if place else ""
    return comments


def in_headers(context):
    comments = said(context)
    for name, words in may_wait(context).items():
        if words not in comments.get(name, ""):
            raise Failure("the header does not say of %s: %s" % (name, words))


def program(context):
    def write():
        path = os.path.join(context.scratch, "watched.c")
        names = ", ".join('"%s"' % name for name in sorted(set(may_wait(context)) - WAITS_ALONE))
        more = ['#include "host/watched.h"', "static const char *const waits_by_contract[] = {%s};" % names]
        with open(path, "w") as file:
            file.write(generate.program(declarations.read(context.path("include")), "watched_main.h", more))
        return path
    source = context.once("watched.c", write)
    return context.compile(source, "watched", flags=["-ITests/hostile"], libraries=("-lgamebase", "-lpthread", "-ldl"))


def returned_at_once(context):
    context.library()
    output = context.check([program(context), str(SEED), str(ROUNDS), context.directory("watched")], timeout=300)
    lines = output.splitlines()
    if not lines or not lines[-1].endswith("functions"):
        raise Failure(output)
    bad, waits = [], may_wait(context)
    # A path that was asked for may hold line breaks.
    for function, what in re.findall(r"^([^|\n]+)\|(.*)$", output, re.M):
        if function not in waits or function in WAITS_ALONE and what != "pthread_cond_timedwait":
            bad.append("%s: %s" % (function, what))
    if bad:
        raise Failure("on the game's thread or the watchdog's:\n" + "\n".join(bad))


def tests(context):
    return [
        Test("each function that may wait or read a file says so in its header", in_headers),
        Test("no function waits, sleeps, touches a file or takes a lock held over file work, whatever the library's threads do", returned_at_once),
    ]

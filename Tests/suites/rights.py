"""Whatever may end a right says so in the transaction that ends it, and whatever is granted for longer than one answer is asked for again.
These hold the code to it; `server: each end of …` plays it."""
import glob
import os
import re

from harness.runner import Failure, Test

# What decides whether a session is one, and what its member may do.
ENDS = re.compile(r"\b(?:DELETE FROM|UPDATE|INSERT INTO) (?:sessions|user_sessions|grace_bans|bans)\b"
                  r"|\bUPDATE members SET (?:\w+ = [^\"]*, )?(?:valid|grace_period_date)\b")
BEGINS = re.compile(r"\bINSERT INTO (?:sessions|user_sessions)\b")
SAYS = "rightsChanged("
# Function -> why it need not say so itself.
ARGUED = {
    "endPredecessor": "endSession says so; the rest is about the session that stays",
    "giveUpGuest": "the provider's name alone; the session stays",
    "user": "the session lives longer",
    "noteHearing": "the session stays",
    "insertBan": "a ban is in force by setValid, which says so",
    "closeBans": "more is allowed than before",
    "forgetGraceBan": "more is allowed than before; who settles or sets one, or ends the member, goes on to setValid, which says so",
    "lose": "setValid says so",
    "withdraw": "setValid says so",
}
# What begins something that lasts, in the room of the server.
LASTS = re.compile(r"\bexchange\.beginStream\(\)|\bexchange\.begin\(|: BodyTaker \{")
# Or who has signed in to the console is looked up again before each piece.
GRANT = re.compile(r"\bGrant\b|\bstore\.person\(secret, isUse: false\)")
SAMPLES = {
    'func a() {\n try run("DELETE FROM sessions WHERE x = ?")\n}': True,
    'func a() {\n try run("DELETE FROM sessions WHERE x = ?")\n core.rightsChanged(.member(x))\n}': False,
    'func a() {\n try run("""\n UPDATE members SET valid = ? WHERE x = ?\n """)\n}': True,
    'func a() {\n try query("SELECT x FROM sessions")\n}\nfunc b() {\n try run("INSERT INTO sessions (a)")\n}': False,
}


def functions(text):
    """(name, body), as far as the next one begins."""
    places = [found for found in re.finditer(r"\bfunc (\w+)", text)]
    for place, following in zip(places, [found.start() for found in places[1:]] + [len(text)]):
        yield place.group(1), text[place.start():following]


def silent(text):
    return [name for name, body in functions(text)
            if any(not BEGINS.match(found.group(0)) for found in ENDS.finditer(re.sub(r"\s+", " ", body))) and SAYS not in body]


def sources(context, room):
    for path in sorted(glob.glob(context.path("Sources", room, "**", "*.swift"), recursive=True)):
        with open(path, encoding="utf-8") as file:
            yield os.path.relpath(path, context.root), file.read()


def said(context):
    found = [(path, name) for path, text in sources(context, "Service") for name in silent(text)]
    wrong = ["%s: %s ends what decides about a right and does not call rightsChanged" % row for row in found if row[1] not in ARGUED]
    wrong += ["not there: %s" % name for name in sorted(set(ARGUED) - {name for _, name in found})]
    if wrong:
        raise Failure("\n".join(wrong))
    for text, is_silent in SAMPLES.items():
        if bool(silent(text)) != is_silent:
            raise Failure("the rule does not see what this is: " + text)


def asked_again(context):
    found = [(path, text) for path, text in sources(context, "Server") if LASTS.search(text)]
    wrong = ["%s: what it begins lasts, and no Grant has it asked for again" % path for path, text in found if not GRANT.search(text)]
    if wrong or len(found) < 3:
        raise Failure("of %d files:\n%s" % (len(found), "\n".join(wrong)))


def tests(context):
    return [
        Test("each write of the service that may end a right says so in the same function, or is argued", said),
        Test("each file of the server that begins what lasts has it asked for again", asked_again),
    ]

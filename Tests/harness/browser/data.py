"""The data browser: queries that are clicked together, and classes that go into a file and come out of one."""
import csv
import io
import json
import os
import re

from harness.browser import hall
from harness.runner import Failure
from harness.server import wire
from harness.server.service import same

CLASS, COPY, COUNT, PAGE = "Herd", "HerdCopy", 25, 20
IDS = "return [...document.querySelectorAll('main tbody th[scope=row]')].map((one) => one.textContent)"
# What the page saves stays in the page. Clicks by a person are no calls of click().
CATCH = """
window.saved = null;
URL.createObjectURL = (blob) => { window.saved = blob; return 'blob:caught'; };
HTMLAnchorElement.prototype.click = function () {};"""
SAVED = "const done = arguments[0]; window.saved.text().then(done);"


def number(place):
    return "H%02d" % place


def filled(place):
    """A class that nobody but the operator may read; its first object has the second and third in a relation."""
    console = place.it.console()
    for one in range(1, COUNT + 1):
        row = {"objectId": number(one), "points": one, "name": "Horse %d" % one, "acl": {}}
        if one == 1:
            row["friends"] = {"__op": "AddRelation", "objects": [pointer(2), pointer(3)]}
        console.well("console.takeObject", {"className": CLASS, "row": row})


def pointer(place):
    return {"__type": "Pointer", "className": CLASS, "objectId": number(place)}


def rows(place, name):
    found, after = [], ""
    while True:
        page = place.it.console().well("console.giveObjects", {"className": name, "after": after})["rows"]
        if not page:
            return found
        found += page
        after = page[-1]["objectId"]


def members(place, name):
    return place.it.console().well("console.giveMembers", {"className": name})["rows"]


def shows(shown, ids, is_ordered=True):
    def found():
        there = shown.run(IDS)
        return there if is_ordered else sorted(there)
    shown.until(lambda: found() == ids, lambda: "the table has %s, and not %s" % (ids, found()))


def query(context):
    """Conditions, an order and pages by clicks; the address keeps them; what the service refuses is told beside the form."""
    with hall.entered(context) as place:
        filled(place)
        shown = place.screen("Asking").come_in(place.people["operator"], "data/" + CLASS)
        shown.press("Find objects").fill(Field="points").choose("Operator", "gt").choose("Type", "number").fill(Value="many").press("Find")
        shown.sees("This must be a number.").fill(Value=str(COUNT - 3), Order_by="points").choose("Direction", "-").press("Find")
        shown.sees("Matches: 3. Shown: 1 to 3.")
        shows(shown, [number(one) for one in (COUNT, COUNT - 1, COUNT - 2)])
        shown.driver.refresh()
        shown.ready().sees("Matches: 3.")
        same(shown.field("Value").get_attribute("value"), str(COUNT - 3), "the value that the address keeps")
        shown.choose("Operator", "in").choose("Type", "number").fill(Value="2\n4\n6").fill(Order_by="").press("Find")
        shows(shown, [number(one) for one in (2, 4, 6)], is_ordered=False)
        shown.choose("Operator", "regex").fill(Field="name", Value="(").press("Find").sees("invalid format")
        same(shown.run(IDS), [], "rows of a query that is refused")
        shown.fill(Value="^Horse .$").choose("Objects on a page", str(PAGE)).press("Find").sees("Matches: 9.")
        shown.choose("Operator", "exists").fill(Order_by="points").choose("Direction", "").press("Find")
        shown.sees("Matches: %d. Shown: 1 to %d." % (COUNT, PAGE))
        shown.press("Next page").sees("Shown: %d to %d." % (PAGE + 1, COUNT))
        shows(shown, [number(one) for one in range(PAGE + 1, COUNT + 1)])
        shown.press("Previous page").sees("Shown: 1 to %d." % PAGE)
        shown.press("Edit " + number(1)).press("Cancel").closed()
        quiet(shown)


def quiet(shown):
    for line in shown.complaints():
        raise Failure(line)


def exported(shown):
    shown.run(CATCH)
    shown.press("Export as a file").sees("The file is saved. Objects: %d. Members of relations: 2." % COUNT)
    text = shown.driver.execute_async_script(SAVED)
    shown.press("Close").closed()
    return json.loads(text)


def moved(context):
    """A class goes into a file as the service gives it, and comes into another class; a row that is refused holds up no other."""
    with hall.entered(context) as place:
        filled(place)
        shown = place.screen("Moving").come_in(place.people["operator"], "data/" + CLASS)
        file = exported(shown)
        same((file["className"], file["objects"], file["members"]), (CLASS, rows(place, CLASS), members(place, CLASS)), "the file")
        path = os.path.join(context.directory("files"), "herd.json")
        bad = {"objectId": "no id!", "points": 0}
        with open(path, "w", encoding="utf-8") as stream:
            json.dump({**file, "objects": file["objects"][:3] + [bad] + file["objects"][3:]}, stream)
        shown.go("data").press("Import from a file").fill(Class="user").field("File").send_keys(path)
        shown.press("Check…").sees("Objects of the class user cannot be imported here.")
        shown.fill(Class=COPY).press("Check…").sees("into the class %s of the app" % COPY).press("Import")
        shown.sees("Written: %d. There already: 0. Put aside: 1." % (COUNT + 2)).sees("no id!").press("Close").closed().sees(number(COUNT))
        same([without(row, "updateDate") for row in rows(place, COPY)], [without(row, "updateDate") for row in file["objects"]], "the copy")
        same(members(place, COPY), file["members"], "the copy's members")
        quiet(shown)


def edited(shown, number, **fields):
    """Up to what the change is asked for once more."""
    return shown.press("Edit " + number).fill(**{"Fields_(JSON)": json.dumps(fields)}).press("Check and write…")


def removed(shown, number, text):
    shown.press("Remove " + number).sees(text).confirm("Remove", typed=number).closed()


def row_of(place, name, number):
    return [row for row in rows(place, name) if row["objectId"] == number][0]


# A further row of rights, of everybody.
ADD_RIGHT = """[...document.querySelectorAll('dialog[open] button')].find((one) => one.textContent === 'Add (ACL)').click();
[...document.querySelectorAll('dialog[open] fieldset input[type=text]')].at(-1).value = '*';"""


def owned(context):
    """Users and installations are changed as objects are, but not in what opens them; a secret is nowhere on the page."""
    with hall.entered(context) as place:
        def create(name, **fields):
            return place.it.player().well("objects.create", {"className": name, "fields": fields}, wire.new_key())["answer"]
        una = create("user", userName="Una", password="a password", coins=1)
        user, device = una["objectId"], create("installation", deviceToken="00ff" * 8, deviceType="ios")["objectId"]
        shown = place.screen("Changing").come_in(place.people["operator"], "data/user")
        # Somebody who stands twice in the rights would lose those of one row.
        shown.press("Edit " + user)
        for _ in range(2):
            shown.run(ADD_RIGHT)
        shown.press("Check and write…").sees("* stands there twice.").press("Cancel").closed()
        edited(shown, user, userName="Una", coins=2).sees("user/%s of the app" % user)
        theirs = row_of(place, "user", user)
        place.it.console().well("console.takeObject", {"className": "user", "row": {**theirs, "coins": 777},
                                                       "ifUpdateDate": theirs["updateDate"]})
        shown.press("Write").sees("The object is not as it was when you began.").sees('"coins":777')
        shown.press("Cancel").press("Cancel").closed()
        same(row_of(place, "user", user)["coins"], 777, "what somebody else has written")
        shown.driver.refresh()
        edited(shown.ready(), user, userName="Ulf", coins=2).press("Write").sees("userName is not changed by an operator")
        shown.press("Cancel").fill(**{"Fields_(JSON)": json.dumps({"userName": "Una", "coins": 2})}).press("Check and write…")
        shown.press("Write").closed()
        same([row_of(place, "user", user)[name] for name in ("userName", "coins")], ["Una", 2], "the user")
        player = place.it.player(token=una["sessionToken"])
        same(player.well("objects.get", {"className": "user", "objectId": user})["answer"]["coins"], 2, "what the user sees")
        shown.go("data", "installation").sees("ios")
        same("digest" in shown.text(), False, "whether a token is shown")
        edited(shown, device, deviceType="ios", channels=["East"]).press("Write").closed().sees("East")
        same(row_of(place, "installation", device)["channels"], ["East"], "the installation's channels")
        removed(shown, device, "Push messages that wait for it go, too.")
        removed(shown.go("data", "user"), user, "The session ends")
        same([row for name in ("user", "installation") for row in rows(place, name) if row["objectId"] in (user, device)], [],
             "what was removed")
        same("E401001" in player.ask("objects.get", {"className": "user", "objectId": user}).text, True, "the session of who is gone")
        quiet(shown)


def exact(context):
    """What Python writes of a number comes back from the page as it was, and no number keeps its neighbours from being shown."""
    with hall.entered(context) as place:
        numbers = {"sum": 0.1 + 0.2, "least": -1.7976931348623157e+308, "near": 0.99999999999999989, "small": 5e-324, "odd": 2**53 + 1,
                   "long": 1234567890123456.8}
        place.it.console().well("console.takeObject", {"className": "Lengths", "row": {"objectId": "A" * 16, "acl": {}, **numbers}})
        shown = place.screen("Counting").come_in(place.people["operator"], "data/Lengths")
        shown.sees("0.30000000000000004").sees(str(2**53 + 1))
        shown.run(CATCH)
        shown.press("Export as a file").sees("The file is saved. Objects: 1.")
        row, = json.loads(shown.driver.execute_async_script(SAVED))["objects"]
        same({name: row[name] for name in numbers}, numbers, "numbers of the file")
        shown.press("Close").closed()
        quiet(shown)


# As a game in another language may have written them: no number of JavaScript is written so.
WRITTEN = {"whole": "1.0", "thousand": "1e3", "long": "0.12345678901234567890123", "half": "2.50"}


def written(context):
    """A number that nobody has touched is written back, and into a file, as the game wrote it."""
    with hall.entered(context) as place:
        fields = ",".join('"%s":%s' % pair for pair in WRITTEN.items())
        body = '{"name":"objects.create","transactionId":"t","parameters":{"className":"Written","fields":{%s}}}' % fields
        place.it.player().ask("", body=body.encode())
        shown = place.screen("Writing").come_in(place.people["operator"], "data/Written")
        shown.sees(WRITTEN["long"]).run(CATCH)
        shown.press("Export as a file").sees("The file is saved. Objects: 1.")
        file = shown.driver.execute_async_script(SAVED)
        shown.press("Close").closed()
        one = rows(place, "Written")[0]["objectId"]
        shown.press("Edit " + one).fill(**{"Fields_(JSON)": '{%s,"more":5}' % fields}).press("Check and write…")
        shown.sees("more").press("Write").closed()
        kept = place.it.console().ask("console.giveObjects", {"className": "Written"}).text
        for what, text in (("the file", file), ("the object", kept)):
            for name, numeral in WRITTEN.items():
                if not re.search('"%s": ?%s[,}]' % (name, re.escape(numeral)), text):
                    raise Failure("%s has another %s: %s" % (what, name, text))
        same('"more":5' in kept, True, "the field that was added")
        quiet(shown)


def harmless(context):
    """Whatever a player writes, no cell of a table that is saved begins as a formula; numbers stay numbers."""
    with hall.entered(context) as place:
        begun = {sign + "1+1": "'" + sign + "1+1" for sign in "=+-@\t\n\uff1d\uff0b\uff0d\uff20"}
        # A program whose cells are parted by semicolons finds one within a text, or behind a line's end.
        within = {"a;=1+1": "a;'=1+1", "a;\"=1+1\";\uff1d1": "a;\"'=1+1\";'\uff1d1", "a\n-1": "a\n'-1", "a;b, =c;1=1": "a;b, =c;1=1"}
        kept = {**begun, **within, "-5": "-5", "-5.25": "-5.25", "1=1": "1=1"}
        texts = list(kept)
        for at, text in enumerate(texts):
            place.it.console().well("console.takeObject", {"className": "Sums", "row": {"objectId": number(at), "acl": {}, "text": text}})
        shown = place.screen("Saving").come_in(place.people["operator"], "data/Sums")
        shown.sees(number(len(texts) - 1)).run(CATCH)
        shown.press("Save as CSV")
        saved = io.StringIO(shown.driver.execute_async_script(SAVED).lstrip("\ufeff"), newline="")
        cells = {row["objectId"]: row["text"] for row in csv.DictReader(saved)}
        same(cells, {number(at): kept[text] for at, text in enumerate(texts)}, "the cells")
        quiet(shown)


def without(row, name):
    return {key: value for key, value in row.items() if key != name}

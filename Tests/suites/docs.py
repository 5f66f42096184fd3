"""The pages that `make docs` makes of the headers: nothing public is missing, and no comment is misread. And the documents that are written by
hand: their links lead somewhere, and what they name is there."""
import glob
import os
import re
import xml.etree.ElementTree as xml

from harness import declarations
from harness.browser import views as console
from harness.runner import Failure, Test

ENTRIES_AT_LEAST = 900
HEADERS_AT_LEAST = 60
LINKS_AT_LEAST = 40
GUARANTEES_AT_LEAST = 50
TRUSTS_AT_LEAST = 25
LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\(([^)\s]+)\)")
NAMED_PATH = re.compile(r"(?<![\w/.])(?:Sources|Tests|include|examples|docs|\.ci)/[\w./+-]*\w")
NAMED_HEADER = re.compile(r"\b(?:TCGB|NHNCloud|NCMB|Gamebase)\w*\.hp?p?\b")
PATHS_AT_LEAST = 40
REQUESTS_AT_LEAST = 40
COMMANDS_AT_LEAST = 30
FAULTS_AT_LEAST = 40
LIMITS_AT_LEAST = 12
UNIT_TEST = re.compile(r"^ *(?:@Test.* )?(?:\]\) )?func `([^`]+)`", re.M)


def doxygen(context, warnings):
    """Makes the pages in a directory of their own; returns it, with what Doxygen said."""
    place = context.directory("docs")
    with open(context.path("Sources", "packaging", "Doxyfile")) as file:
        settings = file.read() + ("WARNINGS = YES\nWARN_IF_UNDOCUMENTED = YES\nGENERATE_HTML = NO\n" if warnings else "")
    path = os.path.join(place, "Doxyfile")
    with open(path, "w") as file:
        file.write(settings)
    return place, context.check(["env", "DOCS=" + place, "VERSION=1.0.0", "doxygen", path])


def entries(place):
    """Name -> whether it has words of its own, of everything that has an entry."""
    found = {}
    for path in glob.glob(os.path.join(place, "xml", "*.xml")):
        for member in xml.parse(path).iter():
            if member.tag in ("memberdef", "enumvalue", "compounddef") and member.findtext("name", member.findtext("compoundname")):
                name = member.findtext("name") or member.findtext("compoundname")
                words = "".join("".join(part.itertext()) for part in member if part.tag in ("briefdescription", "detaileddescription"))
                found[name] = found.get(name, False) or bool(words.strip())
    return found


# tutorial 27
def whole(context):
    place, said = doxygen(context, warnings=True)
    if said.strip():
        raise Failure("Doxygen does not read the comments as they are meant:\n" + said)
    found = entries(place)
    declared = declarations.read(context.path("include"))
    described = [*declared.exported(), *declared.callbacks, *declared.objects, *declared.structures]
    described += [name for name in declared.enumerations if name]
    listed = [name for values in declared.enumerations.values() for name, _ in values]
    missing = [name for name in described if not found.get(name)] + [name for name in listed if name not in found]
    if missing or len(described) + len(listed) < ENTRIES_AT_LEAST:
        raise Failure("of %d names these have no entry: %s" % (len(described) + len(listed), missing))


def pages(context):
    """The first page leads to each header, and a person finds a function, its argument and its errors on its page."""
    place, _ = doxygen(context, warnings=False)
    with open(os.path.join(place, "html", "TCGBPurchase_8h.html")) as file:
        text = re.sub(r"<[^>]*>", "", file.read())
    for words in ("requestPurchaseWithGamebaseProductId", "4003 a purchase is running", "payload: at most 4,096 bytes"):
        if words not in text:
            raise Failure("the page of TCGBPurchase.h lacks: " + words)
    with open(os.path.join(place, "html", "index.html")) as file:
        first = file.read()
    headers = sorted(os.path.basename(path) for path in glob.glob(context.path("include", "*", "*.h")))
    without = [name for name in headers if not re.search(r'<a [^>]*>%s</a>' % re.escape(name), first)]
    if without or len(headers) < HEADERS_AT_LEAST:
        raise Failure("the first page does not lead to %s" % without)


def written(context):
    """Path -> text of the README and of each document."""
    found = {}
    for path in [context.path("README.md"), *sorted(glob.glob(context.path("docs", "*.md")))]:
        with open(path) as file:
            found[os.path.relpath(path, context.root)] = file.read()
    return found


def anchors(text):
    """What a link can name behind its #, as a forge makes it of a heading."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", prose, re.M)}


def links(context):
    documents, count, wrong = written(context), 0, []
    for path, text in documents.items():
        for target in LINK.findall(text):
            count += 1
            if target.startswith("https://"):
                continue
            place, _, anchor = target.partition("#")
            full = os.path.normpath(os.path.join(os.path.dirname(path), place)) if place else path
            if not os.path.exists(context.path(full)):
                wrong.append("%s: there is no %s" % (path, target))
            elif anchor and anchor not in anchors(documents.get(full, "")):
                wrong.append("%s: there is no heading for %s" % (path, target))
    if wrong or count < LINKS_AT_LEAST:
        raise Failure("of %d links these lead nowhere:\n%s" % (count, "\n".join(wrong)))


def paths(context):
    """Files, folders and headers that a document names; and every room of Sources is one in docs/architecture.md."""
    documents, count, wrong = written(context), 0, []
    headers = {os.path.basename(path) for path in glob.glob(context.path("include", "*", "*.h*"))}
    for document, text in documents.items():
        named = set(NAMED_PATH.findall(text))
        count += len(named)
        wrong += ["%s: there is no %s" % (document, path) for path in sorted(named) if not os.path.exists(context.path(path))]
        wrong += ["%s: there is no header %s" % (document, header) for header in sorted(set(NAMED_HEADER.findall(text)) - headers)]
    rows = re.search(r"^## Rooms$(.*?)^## ", documents["docs/architecture.md"], re.M | re.S).group(1)
    rooms = {name for row in re.findall(r"^\| (`[^|]*)\|", rows, re.M) for name in re.findall(r"`(\w+)`", row)}
    folders = {name for name in os.listdir(context.path("Sources")) if os.path.isdir(context.path("Sources", name))}
    wrong += ["docs/architecture.md: the room %s is not there" % room for room in sorted(rooms - folders)]
    wrong += ["docs/architecture.md: the room %s is not in the table" % room for room in sorted(folders - rooms)]
    if wrong or count < PATHS_AT_LEAST:
        raise Failure("of %d paths:\n%s" % (count, "\n".join(wrong)))


# Document -> the heads of its tables whose last cell names tests, and how many rows there are at least.
HELD = {"docs/guarantees.md": ({"guarantee"}, GUARANTEES_AT_LEAST), "docs/trust.md": ({"they try"}, TRUSTS_AT_LEAST)}


def held_rows(text, heads):
    """What stands in the first cell of each row of such a table, with its last cell."""
    rows, isHeld = [], False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split("|")] if line.startswith("| ") else []
        if not cells:
            isHeld = False
        elif cells[0] in heads:
            isHeld = True
        elif isHeld and set(cells[0]) != {"-"}:
            rows.append((cells[0], cells[-1]))
    return rows


def held(context):
    """Each row's last cell names tests, each by a part of its line."""
    lines = context.check([context.path("Tests", "run"), "--list"]).splitlines()
    for path in glob.glob(context.path("Tests", "Unit", "**", "*.swift"), recursive=True):
        with open(path) as file:
            lines += ["unit: " + name for name in UNIT_TEST.findall(file.read())]
    documents, wrong = written(context), []
    for document, (heads, least) in HELD.items():
        rows = held_rows(documents[document], heads)
        wrong += ["%s: only %d rows" % (document, len(rows))] if len(rows) < least else []
        for promise, cell in rows:
            names = re.findall(r"`([^`]+)`", cell)
            wrong += ["%s: %s: no test is named" % (document, promise)] if not names else []
            wrong += ["%s: %s: there is no test %s" % (document, promise, name)
                      for name in names if not any(name in line for line in lines)]
    if wrong:
        raise Failure("\n".join(wrong))


def reader(context):
    """Reads files of the tree."""
    def text(*path):
        with open(context.path(*path)) as file:
            return file.read()
    return text


def kinds(context):
    """The kinds of figures are told in four places besides the one that answers them."""
    text = reader(context)
    lists = re.findall(r"static let kinds = \[([^\]]*)\]", text("Sources", "Service", "Figures", "FigureReport.swift"))
    known = re.findall(r'"(\w+)"', lists[-1])
    if len(known) < 10:
        raise Failure("kinds: %s" % known)
    told = {
        "docs/openapi.json": re.findall(r'"(\w+)"', re.search(r'"kind": \{"type": "string", "enum": \[([^\]]*)\], "example": "members"',
                                                             text("docs", "openapi.json"))[1]),
        "TCGBConsole.h": re.findall(r'"(\w+)"', text("include", "Gamebase", "TCGBConsole.h").partition("- kind: one of")[2]
                                    .partition("- from, to")[0]),
        "gamebasectl figures": re.findall(r"\w+", text("Sources", "gamebasectl", "FigureCommands.swift").split('"""')[1]),
        "docs/analytics.md": re.findall(r'`kind: "(\w+)"`', text("docs", "analytics.md")),
    }
    wrong = ["%s does not tell of %s" % (place, kind) for place, names in told.items() for kind in known if kind not in names]
    if wrong:
        raise Failure("\n".join(wrong))


def programs(context):
    """Each command of gamebasectl in the documents exists; its page has each fault of the doctor, and gamebased's each limit."""
    text = reader(context)
    sources = "".join(text(path) for path in sorted(glob.glob(context.path("Sources", "gamebasectl", "*.swift"))))
    commands = [words.split() for words in re.findall(r'\bwords: "([^"]+)"', sources)]
    named, wrong = 0, []
    for document, prose in written(context).items():
        for said in re.findall(r"`gamebasectl\s+([a-z][^`]*)`", prose):
            words = re.match(r"(?:[a-z]+(?:\s+|$))*", said)[0].split()
            named += 1
            if not words or not any(words[:len(command)] == command[:len(words)] for command in commands):
                wrong.append("%s: gamebasectl has no command %s" % (document, said))
    needs = text("Sources", "PostgreSQL", "PostgreSQLNeeds.swift")
    faults = set(re.findall(r'\bfound\(\s*"(\w+)"', sources) + re.findall(r'fault: "(\w+)"', needs))
    cases = text("Sources", "Server", "Limits", "Limits.swift").partition("enum LimitName")[2].partition("var label")[0]
    limits = {value or name for name, value in re.findall(r'^    case (\w+)(?: = "(\w+)")?$', cases, re.M)}
    for page, names in (("gamebasectl.1", faults), ("gamebased.1", limits)):
        words = set(re.findall(r"\w+", text("Sources", "packaging", "server", page)))
        wrong += ["%s does not name %s" % (page, name) for name in sorted(names - words)]
    if wrong or named < COMMANDS_AT_LEAST or len(faults) < FAULTS_AT_LEAST or len(limits) < LIMITS_AT_LEAST:
        raise Failure("\n".join(wrong or ["%d commands, %d faults, %d limits were found" % (named, len(faults), len(limits))]))


def bounds(context):
    """The limits of docs/server.md are those of the sources: each rate with what it lets through at once, and what waits for others."""
    text = reader(context)
    page, limits = text("docs", "server.md"), text("Sources", "Server", "Limits", "Limits.swift")
    number = {"operatorKey": "operator"}

    def value(words):
        whole, _, seconds = words.replace(",", "").partition(" in ")
        return float(whole) / float(seconds or 1)
    rates = {number.get(name, name): (float(rate.replace("_", "")), float(most.replace("_", ""))) for name, rate, most in re.findall(
        r"case \.(\w+): Rate\(aSecond: ([\d._]+), atOnce: ([\d_]+)\)", limits)}
    told = {name: (value(rate), value(most)) for name, rate, most in re.findall(
        r"^\| `(\w+)` \|.*\| ([\d,]+(?: in \d+)?) \| ([\d,]+) \|$", page, re.M)}
    outgoing = dict(re.findall(r"static let (\w+) = ([\d_]+)$", text("Sources", "Server", "Stores", "Outgoing.swift"), re.M))
    row = re.search(r"^\| questions to stores.*", page, re.M)[0].replace(",", "")
    names = ("callsMax", "callsOfHostMax", "atOnce", "atOnceOfHost", "callsForFew", "atOnceForFirst")
    asked = [outgoing[name].replace("_", "") for name in names]
    if told != rates or len(rates) < LIMITS_AT_LEAST or re.findall(r"\d+", row) != asked:
        raise Failure("docs/server.md says %s, the sources %s; of questions %s, the sources %s" % (told, rates, row, asked))


def views(context):
    """A heading, a picture and the requests of each view of the console."""
    with open(context.path("docs", "console-views.md"), encoding="utf-8") as file:
        page = file.read()
    place = context.path("Sources", "Console", "Page")
    with open(os.path.join(place, "texts", "en.js"), encoding="utf-8") as file:
        titles = file.read().split("\n  nav: {", 1)[1].split("\n  },", 1)[0]
    wrong = []
    for name in console.names(context):
        title = re.search(r'\b%s: "([^"]+)"' % name, titles).group(1)
        section = page.partition("\n## %s\n" % title)[2].partition("\n## ")[0]
        if "(pictures/%s.png)" % name not in section:
            wrong.append("docs/console-views.md has no heading “%s” with the picture of the view %s" % (title, name))
    pictures = {os.path.basename(path) for path in glob.glob(context.path("docs", "pictures", "*.png"))}
    wrong += ["the picture %s is not shown" % name for name in sorted(pictures - set(re.findall(r"\(pictures/([^)]+)\)", page)))]
    asked = set()
    for path in glob.glob(os.path.join(place, "**", "*.js"), recursive=True):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        asked |= {"console." + name for name in re.findall(r'\.ask\("(\w+)"', text)} | set(re.findall(r'"(console\.\w+)"', text))
        asked |= set(re.findall(r'\bcall\("([\w/-]+)"', text))
        asked |= {"apps/APP/" + name for name in re.findall(r'\bwork\([\w.]+, "(\w+)"', text)}
    wrong += ["docs/console-views.md does not name the request %s" % name for name in sorted(asked) if "`%s`" % name not in page]
    if wrong or len(asked) < REQUESTS_AT_LEAST:
        raise Failure("\n".join(wrong or ["only %d requests were found" % len(asked)]))


def tests(context):
    return [
        Test("each view of the console stands in console-views.md with its picture and its requests", views),
        Test("each kind of figures stands in openapi.json, in its header, in the help of gamebasectl and in analytics.md", kinds),
        Test("each command of gamebasectl in documents is there; its page has each fault of the doctor, gamebased's each limit", programs),
        Test("the limits that server.md tells are those of the sources", bounds),
        Test("each public declaration has an entry with its comment in the pages of the headers", whole),
        Test("the pages can be read: a function, its arguments and its errors", pages),
        Test("the links in the README and in docs lead to files and headings", links),
        Test("the README and docs name no path, header or room that is not there", paths),
        Test("each guarantee, and each line of what nobody can do, names a test that exists", held),
    ]

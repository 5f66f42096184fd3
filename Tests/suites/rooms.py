"""The rooms of Sources: what each may import, and what may not come into it. The arrows point down only; each room says at its door, in a
comment that begins with `// The NAME room:`, what it is for."""
import glob
import os
import re
import subprocess

from harness.runner import Failure, Test
from house import picture

# Room -> the rooms that it may import. Synchronization is the compiler's own and holds nothing but atomics.
ROOMS = {
    "CLinux": [],
    "CCrypto": [],
    "CCurl": [],
    "CDBus": [],
    "CHTTPServer": [],
    "Accessors": [],
    "CSQLite": [],
    "CPostgreSQL": [],
    "CZlib": [],
    "Console": [],
    "Linux": ["CLinux"],
    "Codecs": ["Linux"],
    "Documents": ["CLinux", "Codecs", "Linux"],
    "PushRules": ["Codecs", "Linux"],
    "Desktop": ["CDBus", "CLinux", "Linux"],
    "Libcurl": ["CCurl", "CLinux", "Linux"],
    "Media": ["CCurl", "CLinux", "Codecs", "Libcurl", "Linux", "PushRules"],
    "Messages": ["Codecs", "Documents", "Linux"],
    "BackendTransfer": ["Codecs", "Documents", "Linux", "Messages"],
    "Storage": ["CSQLite", "Codecs", "Linux"],
    "Service": ["Codecs", "Documents", "Linux", "Messages", "PushRules", "Storage"],
    "Engine": ["Codecs", "Linux", "Messages", "Service", "Storage"],
    "Remote": ["CCurl", "CLinux", "Codecs", "Libcurl", "Linux", "Messages"],
    "PostgreSQL": ["CPostgreSQL", "Codecs", "Engine", "Linux", "Messages", "Service", "Storage"],
    "Published": ["Codecs", "Linux", "Messages"],
    "Client": ["BackendTransfer", "CLinux", "Codecs", "Desktop", "Documents", "Linux", "Media", "Messages", "PushRules"],
    "Boundary": ["CLinux", "Client", "Codecs", "Engine", "Linux", "Messages", "Remote"],
    "Gamebase": ["Accessors", "BackendTransfer", "Boundary", "CGamebase", "CLinux", "Client", "Codecs", "Linux", "Messages", "Published"],
    "NCMB": ["Accessors", "Boundary", "CGamebase", "Client", "Codecs", "Documents", "Linux", "Messages", "Published"],
    "NHNCloudIAP": ["Accessors", "Boundary", "CGamebase", "CLinux", "Client", "Codecs", "Linux"],
    "HIVE": ["Accessors", "Boundary", "CGamebase", "Client", "Codecs", "Linux", "PushRules"],
    "Server": ["CCrypto", "CCurl", "CHTTPServer", "CLinux", "CZlib", "Codecs", "Console", "Engine", "Libcurl", "Linux", "Messages",
               "PostgreSQL", "Published", "PushRules", "Service", "Storage"],
    "gamebasectl": ["BackendTransfer", "CCurl", "CLinux", "Codecs", "Exact", "Libcurl", "Linux", "Messages"],
    "gamebased": ["CLinux", "Exact", "Linux", "Server"],
}
OF_THE_COMPILER = {"Synchronization"}
# Holds no Swift: C constants, what makes text exact, and the scripts that link and install.
WITHOUT_SIGN = {"Constants", "Exact", "packaging"}
IMPORT = re.compile(r"^(?:@\w+ )*import (?:\w+ )?(\w+)", re.M)
TYPE = re.compile(r"^(?:public |package |final |indirect )*(?:struct|class|enum|protocol|actor) (\w+)", re.M)
SIGN = r"^(?://|/\*) The %s room:"

# Room -> what its sign keeps out, as (what it is called, how it is written).
TIME_AND_CHANCE = ("a clock or a generator of its own", r"\bSystemClock\(|\bSystemRandom\(|\bclock_gettime\b|\bgetrandom\b")
SYSTEM = ("a file, a thread or a lock", r"\bFiles\.|\bFolders\.|\bThread\.|\bLock\(\)|\bpthread_|\bEventDescriptor\b")
SQL = ("SQL", r'"(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA) ')
KEPT_OUT = {
    "Codecs": [TIME_AND_CHANCE, SYSTEM, SQL],
    "Documents": [TIME_AND_CHANCE, SYSTEM, SQL],
    "PushRules": [TIME_AND_CHANCE, SYSTEM, SQL],
    "Messages": [TIME_AND_CHANCE, SYSTEM, SQL],
    "BackendTransfer": [TIME_AND_CHANCE, SQL],
    "Storage": [TIME_AND_CHANCE],
    "Desktop": [TIME_AND_CHANCE, SQL],
    "Libcurl": [TIME_AND_CHANCE, SQL],
    "Media": [TIME_AND_CHANCE, SQL],
    "Service": [TIME_AND_CHANCE, SYSTEM],
    "Published": [TIME_AND_CHANCE, SYSTEM, SQL],
    "Engine": [TIME_AND_CHANCE, SQL],
    "Remote": [TIME_AND_CHANCE, SQL],
    "Client": [TIME_AND_CHANCE, SQL],
    "Gamebase": [TIME_AND_CHANCE, SQL],
    "NCMB": [TIME_AND_CHANCE, SQL],
    "NHNCloudIAP": [TIME_AND_CHANCE, SQL],
    "HIVE": [TIME_AND_CHANCE, SQL],
    "Server": [TIME_AND_CHANCE, SQL],
}


# What the server's own files ask a home of an app, they ask any kind of home: these alone name a kind of database.
NAMES_A_DATABASE = {"Server": {"Apps/Apps.swift", "Apps/PostgreSQLHomes.swift", "Apps/Homes.swift", "Apps/SQLiteHomes.swift",
                               "Backup/Backups.swift", "Moving/Move.swift", "Moving/MoveSide.swift", "Running/Options.swift",
                               "People/PeopleHome.swift"}}
# What a server keeps of its own, beside the apps: the people who sign in to its console.
HAS_STATEMENTS = {"Server": {"People/PeopleAccounts.swift", "People/PeopleCodes.swift", "People/PeopleSchema.swift",
                             "People/PeopleSessions.swift", "People/PeopleStore.swift", "People/PeopleTokens.swift"}}


# Room -> capability -> the others that it may ask. A capability is a folder of the room and a type of the same name.
CAPABILITIES = {
    "Service": {
        "Alarms": ["Figures"],
        "Analytics": ["Figures", "Members", "Push"],
        "Figures": [],
        "StoredFiles": ["Objects", "Users"],
        "Coupons": ["Members"],
        "GameServers": ["Launching", "Leaderboards", "Members", "Payments", "Push", "Subscriptions"],
        "Launching": [],
        "Leaderboards": ["Members"],
        "Objects": ["Users"],
        "Members": ["Analytics", "Figures"],
        "Notifications": ["Objects", "Users"],
        "Operations": ["Members"],
        "Payments": ["Analytics", "Figures", "Members", "SandboxStore", "Subscriptions"],
        "Push": ["Members"],
        "Rights": ["Members"],
        "Retention": ["Leaderboards", "Members", "Notifications", "Push", "Rights", "StoredFiles"],
        "SandboxStore": ["Members", "Payments"],
        "Screens": ["Members"],
        "Subscriptions": ["Figures", "Payments"],
        "Users": ["Objects"],
    },
    "Client": {
        "Accounts": ["Languages", "Launching", "Notifications", "Screens"],
        "Analytics": [],
        "Console": [],
        "Coupons": [],
        "Datastore": ["Accounts", "Notifications", "Screens"],
        "Languages": [],
        "Launching": ["Languages"],
        "Leaderboards": [],
        "Presence": ["Accounts", "Languages"],
        "Purchases": ["Analytics", "Languages", "Notifications", "Screens"],
        "Notifications": ["Languages", "Push", "Screens"],
        "Push": ["Languages", "Notifications"],
        "Screens": ["Languages", "Launching"],
    },
}
# Room -> how many of its capabilities may ask each other in a circle: who changes one of them has to know all.
CIRCLE_MAX = {"Service": 3, "Client": 2}
# Folders of the same rooms that belong to the core, or hold values that every capability reads.
OF_THE_CORE = {"Service": {"Settings"}, "Client": {"Calls", "Device", "Events", "Host", "Instance", "Journal", "Values"}}




def sources(context, room):
    for path in sorted(glob.glob(context.path("Sources", room, "**", "*.swift"), recursive=True)):
        with open(path, encoding="utf-8") as file:
            yield os.path.relpath(path, context.root), file.read()


def shared_names(texts):
    """Types at the top of a file that have the name of another room's, each with its rooms. `texts`: of (room, text of a file)."""
    homes = {}
    for room, text in texts:
        for name in TYPE.findall(text):
            homes.setdefault(name, set()).add(room)
    return sorted((name, sorted(found)) for name, found in homes.items() if len(found) > 1)


def code(text):
    """The text without comments, line by line as before."""
    return re.sub(r"//[^\n]*", "", text)


def place(name, text, found):
    return "%s:%d" % (name, text.count("\n", 0, found.start()) + 1)


def every_room_is_known(context):
    folders = {name for name in os.listdir(context.path("Sources")) if os.path.isdir(context.path("Sources", name))}
    if folders != set(ROOMS) | WITHOUT_SIGN:
        raise Failure("not in the table of rooms, or gone: %s" % sorted(folders ^ (set(ROOMS) | WITHOUT_SIGN)))


def imports(context):
    wrong = []
    for room, allowed in ROOMS.items():
        for name, text in sources(context, room):
            for found in IMPORT.finditer(text):
                if found.group(1) not in OF_THE_COMPILER and found.group(1) not in allowed:
                    wrong.append("%s: the room %s does not import %s" % (place(name, text, found), room, found.group(1)))
    if wrong:
        raise Failure("\n".join(wrong))


def signs(context):
    missing = []
    for room in ROOMS:
        files = glob.glob(context.path("Sources", room, "**", "*.*"), recursive=True)
        doors = 0
        for path in files:
            with open(path, encoding="utf-8") as file:
                doors += bool(re.search(SIGN % room, file.read(), re.M))
        if doors != 1:
            missing.append("Sources/%s: %d files begin with \"// The %s room:\"" % (room, doors, room))
    if missing:
        raise Failure("\n".join(missing))


def own_names(context):
    found = shared_names((room, text) for room in ROOMS for _, text in sources(context, room))
    if found:
        raise Failure("\n".join("%s: is a type of %s" % (name, " and of ".join(rooms)) for name, rooms in found))
    if shared_names([("One", "struct A {\n"), ("Two", "public final class A {\n")]) != [("A", ["One", "Two"])]:
        raise Failure("two types of one name are not found")


def kept_out(context):
    wrong = []
    for room, rules in KEPT_OUT.items():
        for name, text in sources(context, room):
            bare = code(text)
            own = os.path.relpath(name, os.path.join("Sources", room)) in HAS_STATEMENTS.get(room, ())
            for what, pattern in [rule for rule in rules if rule != SQL or not own]:
                for found in re.finditer(pattern, bare):
                    wrong.append("%s: %s does not come into the room %s" % (place(name, bare, found), what, room))
    if wrong:
        raise Failure("\n".join(wrong))


def databases(context):
    wrong = []
    for room, allowed in NAMES_A_DATABASE.items():
        for name, text in sources(context, room):
            if os.path.relpath(name, os.path.join("Sources", room)) in allowed:
                continue
            bare = re.sub(r'"[^"\n]*"', '""', code(text))
            wrong += ["%s: asks a kind of home, and not any" % place(name, bare, found)
                      for found in re.finditer(r"\b(?:PostgreSQL|SQLite)(?!Homes\()\w*", bare)]
    if wrong:
        raise Failure("\n".join(wrong))


def manifest(context):
    """What the package gives a room is what the table allows: a transitive import would compile without."""
    targets, wrong = picture.dependencies(context.root), []
    for room, allowed in ROOMS.items():
        given = targets.get(room, set())
        if given != set(allowed):
            wrong.append("Package.swift: %s is given %s, the table says %s" % (room, sorted(given), allowed))
    if wrong:
        raise Failure("\n".join(wrong))


def capabilities(context):
    """Each asks only whom the table names, and asks all of those."""
    wrong = []
    for room, table in CAPABILITIES.items():
        files = [(path, path.split(os.sep)[2], code(text)) for path, text in sources(context, room)]
        folders = {folder for _, folder, _ in files if not folder.endswith(".swift")}
        if folders != set(table) | OF_THE_CORE[room]:
            wrong.append("Sources/%s: not in the table, or gone: %s" % (room, sorted(folders ^ (set(table) | OF_THE_CORE[room]))))
        # A local value may have a capability's name, so its functions are looked for, and nothing else.
        calls = {name: calls_of(files, name) for name in table}
        asked = {name: set() for name in table}
        for path, name, text in files:
            for other in set(table) - {name} if name in table else ():
                found = re.search(r"(?<![.\w])(?:self\.|client\.)?%s\.(?:%s)\b" % (other[0].lower() + other[1:], calls[other]), text)
                if not found:
                    continue
                asked[name].add(other)
                if other not in table[name]:
                    wrong.append("%s: %s does not ask %s" % (place(path, text, found), name, other))
        for name, others in table.items():
            wrong += ["%s: %s asks %s for nothing: take it out of the table" % (room, name, other) for other in set(others) - asked[name]]
    if wrong:
        raise Failure("\n".join(wrong))


def drawn(context):
    with open(context.path(picture.PAGE), encoding="utf-8") as file:
        found = picture.PICTURE.findall(file.read())
    if found != [picture.picture(context.root)]:
        raise Failure("%s: Package.swift has other rooms or imports; Tests/house/picture.py draws them" % picture.PAGE)


def ordered(context):
    with open(context.path(picture.PAGE), encoding="utf-8") as file:
        rows = re.search(r"^## Rooms$(.*?)^## ", file.read(), re.M | re.S).group(1)
    order = [name for row in re.findall(r"^\| (`[^|]*)\|", rows, re.M) for name in re.findall(r"`(\w+)`", row)]
    wrong = ["%s stands before %s, which it imports" % (room, other) for room, allowed in ROOMS.items() for other in allowed
             if other in order and order.index(other) > order.index(room)]
    if wrong or len(order) < len(ROOMS):
        raise Failure("%s: of %d rooms\n%s" % (picture.PAGE, len(order), "\n".join(wrong)))


def circle(room):
    """The most capabilities of which each asks all others, over others too."""
    asks = CAPABILITIES[room]
    reach = {}
    for one in asks:
        found, left = set(), [one]
        while left:
            new = set(asks[left.pop()]) - found
            found |= new
            left += new
        reach[one] = found
    return max(([other for other in asks if other in reach[one] and one in reach[other]] for one in asks), key=len)


def circles(context):
    found = {room: circle(room) for room in CIRCLE_MAX}
    wrong = ["%s: %s" % (room, ", ".join(names)) for room, names in found.items() if len(names) > CIRCLE_MAX[room]]
    if wrong:
        raise Failure("ask each other in a circle:\n" + "\n".join(wrong))


def calls_of(files, capability):
    """What a capability can be asked, as one pattern."""
    texts = "\n".join(text for _, name, text in files if name == capability)
    names = set(re.findall(r"^    (?:@\S+ )*(?:public )?(?:static )?(?:func|var) (\w+)", texts, re.M)) - {"own"}
    return "|".join(sorted(names)) or "-"


def parts_of_the_client(context):
    """A capability's state is touched by itself alone: others go through its calls."""
    wrong = []
    for path, text in sources(context, "Client"):
        folder, bare = path.split(os.sep)[2], code(text)
        for name in CAPABILITIES["Client"]:
            part = name[0].lower() + name[1:]
            for found in re.finditer(r"\b(?:state\.%s|host\.%s|%s\.own)\b" % (part, part, part), bare):
                if folder != name:
                    wrong.append("%s: touches the state of %s" % (place(path, bare, found), name))
    if wrong:
        raise Failure("\n".join(wrong))


def throwing_initializers(text):
    """The lines of initializers of classes that throw or fail."""
    # Of each brace that is open: the kind of type that it began, or None.
    opened = []
    for match in re.finditer(r"\b(class|struct|enum|extension|protocol) \w[^\n{}]*\{|\{|\}|\binit(\?)?\(", text):
        if match.group().endswith("{"):
            opened.append(match.group(1))
            continue
        if match.group() == "}":
            opened[-1:] = []
            continue
        kind = opened[-1] if opened else None
        depth, at = 1, match.end()
        while depth and at < len(text):
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        if kind == "class" and (match.group(2) or re.match(r"\s*throws", text[at:])):
            yield text.count("\n", 0, match.start()) + 1


def initializers(context):
    wrong = ["%s:%d" % (name, line) for room in ROOMS for name, text in sources(context, room)
             for line in throwing_initializers(code(text))]
    if wrong:
        raise Failure("make it a function that calls a plain initializer:\n" + "\n".join(wrong))


TWO_CLOCKS = """let own = Timestamp<ServiceClock>(epochMilliseconds: 1), other = Timestamp<StoreClock>(epochMilliseconds: 2)
let machine = Timestamp<MachineClock>(epochMilliseconds: 3)
print(%s)
"""


def two_clocks(context):
    """Compiles what compares times of one clock, and nothing that compares times of two; of leases and ages, too."""
    folder = context.directory("clocks")
    lease = os.path.join(folder, "Lease.swift")
    with open(context.path("Sources/Service/Lease.swift")) as source, open(lease, "w") as copy:
        copy.write(source.read().replace("import Codecs\n", ""))

    def said(expression):
        path = os.path.join(folder, "main.swift")
        with open(path, "w") as file:
            file.write(TWO_CLOCKS % expression)
        compiler = os.environ.get("SWIFT", "swift") + "c"
        return subprocess.run([compiler, "-typecheck", context.path("Sources/Codecs/Timestamp.swift"), lease, path],
                              capture_output=True, text=True, timeout=300)
    result = said("(own < own, max(other, other), own.milliseconds(aheadOf: other), Age(of: own, at: own), "
                  "Lease(from: own, milliseconds: 1).isHeld(at: own))")
    if result.returncode:
        raise Failure("times of one clock are not compared: " + result.stderr)
    for expression in ("own < other", "own == other", "max(own, other)", "min(other, own)", "own >= other",
                       "Lease(from: other, milliseconds: 1)", "Lease(from: machine, milliseconds: 1)",
                       "Lease(from: own, milliseconds: 1).isHeld(at: machine)",
                       "Lease(until: other, milliseconds: 1)", "Age(of: other, at: own)", "Age(of: own, at: machine)"):
        result = said(expression)
        if result.returncode == 0 or "Clock" not in result.stderr.replace("ServiceClock", "") or "ServiceClock" not in result.stderr:
            raise Failure("%s: %s" % (expression, result.stderr or "compiles"))


def tests(context):
    return [
        Test("times of two clocks are not compared: what would do it does not compile", two_clocks),
        Test("every folder of Sources is a room, and is in the table", every_room_is_known),
        Test("each room imports only what stands below it", imports),
        Test("the server's own files name no kind of database but where homes are made, moved and copied", databases),
        Test("the package gives each room only what it may import", manifest),
        Test("the picture of the rooms is as the package has them", drawn),
        Test("each room stands in the page's table behind those that it imports", ordered),
        Test("each room says at its door what it is for", signs),
        Test("each capability of service and client asks only the others that the table names", capabilities),
        Test("no more capabilities than the table names ask each other in a circle", circles),
        Test("the state of a capability of the client is touched by nobody else", parts_of_the_client),
        Test("no type has the name of another room's", own_names),
        Test("what a room's sign keeps out is not in it", kept_out),
        Test("no initializer of a class throws or fails: Embedded Swift would leave the object that it was given", initializers),
    ]

"""The rooms of Sources: what each may import, and what may not come into it. The arrows point down only; each room says at its door, in a
comment that begins with `// The NAME room:`, what it is for."""
import glob
import os
import re

from harness.runner import Failure, Test

# Room -> the rooms that it may import. Synchronization is the compiler's own and holds nothing but atomics.
ROOMS = {
    "CLinux": [],
    "Accessors": [],
    "CSQLite": [],
    "Linux": ["CLinux"],
    "Wire": ["Linux"],
    "Messages": ["Linux", "Wire"],
    "Storage": ["CSQLite", "Linux", "Wire"],
    "Service": ["Linux", "Messages", "Storage", "Wire"],
    "Embedded": ["Linux", "Messages", "Service", "Storage", "Wire"],
    "Fronts": ["Linux", "Messages", "Wire"],
    "Client": ["CLinux", "Linux", "Messages", "Wire"],
    "Boundary": ["CLinux", "Client", "Embedded", "Linux", "Messages", "Wire"],
    "Gamebase": ["Accessors", "Boundary", "CGamebase", "CLinux", "Client", "Fronts", "Linux", "Messages", "Wire"],
    "NHNCloudIAP": ["Accessors", "Boundary", "CGamebase", "CLinux", "Client", "Linux", "Wire"],
}
OF_THE_COMPILER = {"Synchronization"}
# Holds no Swift: C constants, and the scripts that link and install.
WITHOUT_SIGN = {"Constants", "packaging"}
IMPORT = re.compile(r"^(?:@\w+ )*import (?:\w+ )?(\w+)", re.M)
SIGN = r"^(?://|/\*) The %s room:"

# Room -> what its sign keeps out, as (what it is called, how it is written).
TIME_AND_CHANCE = ("a clock or a generator of its own", r"\bSystemClock\(|\bSystemRandom\(|\bclock_gettime\b|\bgetrandom\b")
SYSTEM = ("a file, a thread or a lock", r"\bFiles\.|\bFolders\.|\bThread\.|\bLock\(\)|\bpthread_|\bEventDescriptor\b")
SQL = ("SQL", r'"(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA) ')
KEPT_OUT = {
    "Wire": [TIME_AND_CHANCE, SYSTEM, SQL],
    "Messages": [TIME_AND_CHANCE, SYSTEM, SQL],
    "Storage": [TIME_AND_CHANCE],
    "Service": [TIME_AND_CHANCE, SYSTEM],
    "Fronts": [TIME_AND_CHANCE, SYSTEM, SQL],
    "Embedded": [TIME_AND_CHANCE, SQL],
    "Client": [TIME_AND_CHANCE, SQL],
    "Gamebase": [TIME_AND_CHANCE, SQL],
    "NHNCloudIAP": [TIME_AND_CHANCE, SQL],
}


# Capability of the service -> the others that it may ask. A capability is a folder of the room and a type of the same name.
CAPABILITIES = {
    "Analytics": ["Members"],
    "GameServers": ["Members", "Payments", "Subscriptions"],
    "Launching": [],
    "Members": ["Analytics", "Retention"],
    "Operations": ["Members"],
    "Payments": ["Analytics", "Members", "SandboxStore", "Subscriptions"],
    "Push": ["Members"],
    "Retention": [],
    "SandboxStore": ["Members", "Payments"],
    "Screens": ["GameServers", "Members"],
    "Subscriptions": ["Payments"],
}
# Folders that hold values which every capability reads.
VALUES = {"Settings"}


def sources(context, room):
    for path in sorted(glob.glob(context.path("Sources", room, "**", "*.swift"), recursive=True)):
        with open(path, encoding="utf-8") as file:
            yield os.path.relpath(path, context.root), file.read()


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


def kept_out(context):
    wrong = []
    for room, rules in KEPT_OUT.items():
        for name, text in sources(context, room):
            bare = code(text)
            for what, pattern in rules:
                for found in re.finditer(pattern, bare):
                    wrong.append("%s: %s does not come into the room %s" % (place(name, bare, found), what, room))
    if wrong:
        raise Failure("\n".join(wrong))


def manifest(context):
    """What the package gives a room is what the table allows: a transitive import would compile without."""
    with open(context.path("Package.swift"), encoding="utf-8") as file:
        text = file.read()
    wrong = []
    for room, allowed in ROOMS.items():
        found = re.search(r'\.target\(\s*name: "%s", dependencies: \[([^\]]*)\]' % room, text)
        given = set(re.findall(r'"(\w+)"', found.group(1))) if found else set()
        if given != set(allowed):
            wrong.append("Package.swift: %s is given %s, the table says %s" % (room, sorted(given), allowed))
    if wrong:
        raise Failure("\n".join(wrong))


def capabilities(context):
    """Each asks only whom the table names, and asks all of those."""
    calls = {name: set() for name in CAPABILITIES}
    wrong = []
    for path, text in sources(context, "Service"):
        parts = path.split(os.sep)
        if len(parts) == 3 or parts[2] in VALUES:
            continue
        name = parts[2]
        if name not in CAPABILITIES:
            wrong.append("%s: the capability %s is not in the table" % (path, name))
            continue
        bare = code(text)
        for other in CAPABILITIES:
            asked = re.search(r"(?<![.\w])(?:self\.)?%s\.(?:%s)\(" % (other[0].lower() + other[1:], calls_of(context, other)), bare)
            if other == name or not asked:
                continue
            calls[name].add(other)
            if other not in CAPABILITIES[name]:
                wrong.append("%s: %s does not ask %s" % (place(path, bare, asked), name, other))
    for name, others in CAPABILITIES.items():
        for other in set(others) - calls[name]:
            wrong.append("%s asks %s for nothing: take it out of the table" % (name, other))
    if wrong:
        raise Failure("\n".join(wrong))


def calls_of(context, capability):
    """The functions of a capability, as one pattern: a local value may have the capability's name."""
    texts = [text for path, text in sources(context, "Service") if path.split(os.sep)[2] == capability]
    return "|".join(sorted(set(re.findall(r"^    (?:static )?func (\w+)", "\n".join(texts), re.M))) or ["-"])


def tests(context):
    return [
        Test("every folder of Sources is a room, and is in the table", every_room_is_known),
        Test("each room imports only what stands below it", imports),
        Test("the package gives each room only what it may import", manifest),
        Test("each room says at its door what it is for", signs),
        Test("each capability of the service asks only the others that the table names", capabilities),
        Test("what a room's sign keeps out is not in it", kept_out),
    ]

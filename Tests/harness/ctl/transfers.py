"""gamebasectl ncmb import and export: what comes over, what is named when it cannot, what a kill leaves, and how much memory it takes."""
import json
import os
import random
import shutil
import signal
import subprocess
import threading
import time

from harness import series
from harness.ctl import has, of
from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same

DATES = '"createDate":"2014-01-01T00:00:00.000Z","updateDate":"2014-01-02T00:00:00.000Z"'
FILE_BYTES = 300_000
# What a process may have more at its end than when a quarter was done: caches fill, rows do not stay.
GROWTH_BYTES_MAX = 32 << 20
CTL_BYTES_MAX = 64 << 20
KILLED_OBJECTS, KILLS = 4_000, 3
PATIENCE_SECONDS = 5_400


def horses(count):
    return ('{"objectId":"h%07d","n":%d,"name":"a horse of no importance","tags":["a","b"],%s}\n' % (i, i, DATES) for i in range(count))


def written(folder, count):
    """An export of `count` objects, two users, a role with one of them, and two files."""
    for name in ("", "relations", "files"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)

    def put(name, *rows):
        with open(os.path.join(folder, name), "w") as file:
            file.writelines(rows)
    put("Horse.json", *horses(count))
    put("user.json", '{"results":[\n{"objectId":"u1","userName":"one",%s},\n{"objectId":"u2","userName":"two",%s}\n]}' % (DATES, DATES))
    put("role.json", '[{"objectId":"r1","roleName":"r","belongUser":{"__type":"Relation","className":"user"},%s}]' % DATES)
    put("relations/role.json", json.dumps({"objectId": "r1", "field": "belongUser",
                                           "target": {"__type": "Pointer", "className": "user", "objectId": "u1"}}))
    put("file.json", *('{"objectId":"f%d","fileName":"file %d.bin",%s}\n' % (i, i, DATES) for i in range(2)))
    for i in range(2):
        with open(os.path.join(folder, "files", "f%d" % i), "wb") as file:
            file.write(bytes((k * 7 + i) & 255 for k in range(FILE_BYTES)))
    return folder


ROWS = 2 + 1 + 1 + 2


def rows(path):
    with open(path) as file:
        text = file.read()
    found = json.loads(text)["results"] if text.startswith("{\"results\"") else [json.loads(line) for line in text.splitlines()]
    return sorted(json.dumps(row, sort_keys=True) for row in found)


def alike(folder, exported, count):
    """What was exported has the rows and the bytes that were imported."""
    same(sum(1 for _ in rows(os.path.join(exported, "Horse.json"))), count, "objects that came out")
    with open(os.path.join(folder, "Horse.json")) as file:
        wanted = {row["objectId"]: row["n"] for row in map(json.loads, file)}
    with open(os.path.join(exported, "Horse.json")) as file:
        found = {row["objectId"]: row["n"] for row in json.load(file)["results"]}
    same(found == wanted, True, "whether the objects are those that went in")
    same(len(rows(os.path.join(exported, "relations", "role.json"))), 1, "members of relations")
    for i in range(2):
        name = os.path.join("files", "f%d" % i)
        with open(os.path.join(folder, name), "rb") as before, open(os.path.join(exported, name), "rb") as after:
            same(before.read() == after.read(), True, "whether file %d has its bytes" % i)


def taken(context):
    folder, exported = written(context.directory("in"), 300), os.path.join(context.directory("out"), "export")
    with open(os.path.join(folder, "Horse.json"), "a") as file:
        file.write('{"objectId":"h9","n":\n{"objectId":"not an id"}\n{"objectId":"h0000000","n":"another"}\n')
    with service.server(context, options=service.UNLIMITED) as it:
        operator = of(context, it)
        result = operator.run("ncmb", "import", folder, "--json", status=1)
        report = json.loads(result.stdout)
        same((report["taken"], report["alreadyThere"], report["refused"]), (300 + ROWS, 0, 3), "an import")
        same([(problem["file"], problem["line"]) for problem in report["problems"]], [("Horse.json", line) for line in (301, 302, 303)],
             "where the rows stand that could not be taken")
        has(result.stderr, "read %d objects" % (300 + ROWS + 2), "(100%)")
        has(operator.ask("ncmb", "import", folder, status=1), "taken 0, there before %d, refused 3" % (300 + ROWS), "Horse.json", "301")
        has(operator.ask("ncmb", "export", exported), "objects into 5 files")
        alike(folder if cut(folder, 3) else "", exported, 300)
        has(operator.ask("ncmb", "export", folder, status=1), "is not empty")
        has(operator.ask("ncmb", "import", folder + "/none", status=2), "there is no directory")
        operator.environment.pop("GAMEBASED_OPERATOR_KEY")
        has(operator.ask("ncmb", "import", folder, status=2), "the operator's key is missing")


def cut(folder, lines):
    """The last lines go."""
    path = os.path.join(folder, "Horse.json")
    with open(path) as file:
        kept = file.readlines()[:-lines]
    with open(path, "w") as file:
        file.writelines(kept)
    return True


class Running:
    """A gamebasectl that is not waited for."""

    def __init__(self, operator, *words):
        self.child = subprocess.Popen([operator.program, *words], env=operator.environment, stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def end(self, seconds=120):
        try:
            out, err = self.child.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Failure("gamebasectl did not end in %d s" % seconds)
        if self.child.returncode != 0:
            raise Failure("gamebasectl ended with %d: %s%s" % (self.child.returncode, out[-800:], err[-800:]))
        return out

    def kill(self):
        self.child.send_signal(signal.SIGKILL)
        self.child.communicate()


# Named, so that no answer of the server is needed before the first request that is tried again.
APP = ("--app", wire.APP)


def cut_short(operator, exported, moments):
    """An export that a kill has met before its end; one that was faster is no such one, and another begins."""
    for _ in range(20):
        running = Running(operator, *APP, "ncmb", "export", exported)
        time.sleep(moments.uniform(0.02, 0.15))
        running.kill()
        if not os.path.exists(os.path.join(exported, "export-report.json")):
            return
        shutil.rmtree(exported)
    raise Failure("20 exports were whole before they were killed")


def killed(context):
    """kill -9 of the command and of the server, in the middle: the same command ends what was begun."""
    folder, moments = written(context.directory("in"), KILLED_OBJECTS), random.Random(series.seed(7))
    exported = os.path.join(context.directory("out"), "export")
    with service.server(context, options=service.UNLIMITED) as it:
        operator, port = of(context, it), it.port
        for _ in range(KILLS):
            running = Running(operator, *APP, "ncmb", "import", folder)
            time.sleep(moments.uniform(0.05, 0.4))
            running.kill()
        running = Running(operator, *APP, "ncmb", "import", folder, "--json")
        for _ in range(KILLS):
            time.sleep(moments.uniform(0.05, 0.3))
            it.kill()
            time.sleep(0.2)
            it.start(port)
        report = json.loads(running.end())
        same((report["taken"] + report["alreadyThere"], report["refused"]), (KILLED_OBJECTS + ROWS, 0), "an import that goes on")
        cut_short(operator, exported, moments)
        running = Running(operator, *APP, "ncmb", "export", exported)
        time.sleep(0.1)
        it.kill()
        it.start(port)
        running.end()
        alike(folder, exported, KILLED_OBJECTS)
    return "%d kills of each" % KILLS


SEEDS = series.length("DAMAGED_IMPORTS", 2, 50)


def damage(folder, chance):
    """Bad rows of each kind at any place, files that cannot be read, bytes that are missing. Returns what must be named, and the rows
    that are good, by their class."""
    bad, good = set(), {}
    for name, make in (("Horse", lambda i: '{"objectId":"h%07d","n":%d,%s}' % (i, i, DATES)),
                       ("Owl", lambda i: '{"objectId":"o%d","n":%d,%s}' % (i, i, DATES))):
        lines = []
        for i in range(400):
            wrong = chance.choice(['{"objectId":"h9","n":', '{"objectId":"no id"}', '[1]', '{"objectId":5}', '{"n":1}',
                                   '{"objectId":"d%d","createDate":7}' % i, '{"objectId":"a%d","acl":{"*":5}}' % i])
            is_bad = i > 0 and chance.random() < 0.1
            lines.append((wrong if is_bad else make(i)) + "\n")
            if is_bad:
                bad.add((name + ".json", i + 1))
            else:
                good.setdefault(name, set()).add(json.loads(make(i))["objectId"])
        with open(os.path.join(folder, name + ".json"), "w") as file:
            file.writelines(lines)
    # In the middle of the others by their names.
    os.mkdir(os.path.join(folder, "Kite.json"))
    os.mkfifo(os.path.join(folder, "Imp.json"))
    os.symlink("nothing", os.path.join(folder, "Jay.json"))
    bad |= {(name, 1) for name in ("Kite.json", "Imp.json", "Jay.json")}
    os.remove(os.path.join(folder, "files", "f0"))
    os.mkdir(os.path.join(folder, "files", "f0"))
    bad.add(("file.json", 1))
    return bad, good


def mend(folder):
    for name in ("Horse", "Owl"):
        path = os.path.join(folder, name + ".json")
        with open(path) as file:
            lines = file.readlines()
        with open(path, "w") as file:
            file.writelines('{"objectId":"%s%07d","n":%d,%s}\n' % (name[0].lower() + "x", i, i, DATES) if not line.startswith(
                '{"objectId":"h0') and not line.startswith('{"objectId":"o') else line for i, line in enumerate(lines))
    for name in ("Jay.json", "Imp.json"):
        os.remove(os.path.join(folder, name))
    for name in ("Kite.json", os.path.join("files", "f0")):
        os.rmdir(os.path.join(folder, name))
    with open(os.path.join(folder, "files", "f0"), "wb") as file:
        file.write(b"bytes")


def damaged(context):
    """Whatever is bad, one import takes every good row and names the rest, also when it and the server are killed; mended, it is whole."""
    for seed in range(SEEDS):
        chance = random.Random(series.seed(20261126) + seed)
        folder = written(context.directory("in%d" % seed), 0)
        bad, good = damage(folder, chance)
        with service.server(context, options=service.UNLIMITED) as it:
            operator, port = of(context, it), it.port
            for _ in range(2):
                running = Running(operator, "ncmb", "import", folder)
                time.sleep(chance.uniform(0.02, 0.3))
                running.kill()
                it.kill()
                it.start(port)
            report = json.loads(operator.run("ncmb", "import", folder, "--json", status=1).stdout)
            same({(problem["file"], problem["line"]) for problem in report["problems"]}, bad, "what is named (seed %d)" % seed)
            # Of the rows beside them a file is bad.
            same((report["taken"] + report["alreadyThere"], report["refused"]),
                 (sum(len(ids) for ids in good.values()) + ROWS - 1, len(bad)), "what is taken (seed %d)" % seed)
            for name, ids in good.items():
                found = it.player().well("objects.find", {"className": name, "where": {}, "limit": 1000})["answer"]["results"]
                same({row["objectId"] for row in found} == ids, True, "whether each good row of %s is there (seed %d)" % (name, seed))
            mend(folder)
            report = json.loads(operator.run("ncmb", "import", folder, "--json").stdout)
            same((report["refused"], report["taken"] + report["alreadyThere"]), (0, 800 + ROWS), "an import that was mended")
    return "%d seeds" % SEEDS


def resident(pid):
    try:
        with open("/proc/%d/statm" % pid) as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def watched(running, it, seen):
    """(bytes of the command, bytes of the server) twice a second, until the command ends."""
    while running.child.poll() is None:
        seen.append((resident(running.child.pid), it.resident_bytes()))
        time.sleep(0.1)


def many(context):
    """As many objects as the series has, with the memory of both processes."""
    count = series.length("IMPORTED", 20_000, 1_000_000)
    folder, exported, figures = written(context.directory("in"), count), os.path.join(context.directory("out"), "export"), []
    with service.server(context, options=service.UNLIMITED) as it:
        operator = of(context, it)
        for words in (("import", folder), ("export", exported)):
            began, seen = time.monotonic(), []
            running = Running(operator, "ncmb", *words, "--json")
            watcher = threading.Thread(target=watched, args=(running, it, seen))
            watcher.start()
            report = json.loads(running.end(PATIENCE_SECONDS))
            watcher.join()
            same(report.get("taken", report.get("objects")), count + ROWS, "rows of an %s" % words[0])
            seen = [pair for pair in seen if pair[0]]
            quarter = seen[: max(1, len(seen) // 4)]
            for place, name in enumerate(("gamebasectl", "gamebased")):
                early, most = max(pair[place] for pair in quarter), max(pair[place] for pair in seen)
                if most - early > GROWTH_BYTES_MAX or (place == 0 and most > CTL_BYTES_MAX):
                    raise Failure("%s of %d objects: %s has %d KiB at most, %d KiB in its first quarter" % (
                        words[0], count, name, most >> 10, early >> 10))
            figures.append("%s %.0f s, %d and %d KiB" % (words[0], time.monotonic() - began, max(pair[0] for pair in seen) >> 10,
                                                         max(pair[1] for pair in seen) >> 10))
    with open(os.path.join(exported, "Horse.json")) as file:
        same(sum(1 for line in file if '"objectId"' in line), count, "objects that came out")
    return "%d objects: %s" % (count, "; ".join(figures))

"""One contract, several homes: programs of Tests/contract against the service inside the process (suite `contract`), and here against
`gamebased`. What a home cannot show stands in Tests/contract/homes.txt with its reason; everything else must be kept there, too."""
import fnmatch
import os

from harness import series
from harness.runner import Failure, Test
from harness.server import homes, service
from suites import contract

HOMES = {"server": homes.sqlite, "proxied": homes.proxied, "shared": homes.shared}
# In long series, in place of `server`.
TOOLS = {"address": homes.under("address"), "thread": homes.under("thread")}
# Every so many promises of a program is played, from another one on in each home, and those of `always`; all of them in a long series.
EVERY, FIRST = 6, {"server": 0, "proxied": 2, "shared": 3}


def table(context):
    """program -> its homes; (program, promise pattern) -> why not; the same -> why always."""
    programs, exceptions, always = {}, {}, {}
    with open(context.path("Tests", "contract", "homes.txt"), encoding="utf-8") as file:
        for line in file:
            parts = [part.strip() for part in line.split("|")]
            if not line.strip() or line.startswith("#"):
                continue
            if parts[0] == "plays":
                programs[parts[1]] = parts[2].split()
            elif parts[0] == "not":
                exceptions[(parts[1], parts[2])] = parts[3]
            elif parts[0] == "always":
                always[(parts[1], parts[2])] = parts[3]
            else:
                raise Failure("Tests/contract/homes.txt: %s" % line.strip())
    return programs, exceptions, always


def is_named(lines, name, promise):
    return any(program == name and fnmatch.fnmatch(promise, pattern) for program, pattern in lines)


def kept(file, name, promise, home):
    def run(context):
        gamebased = service.program(context)
        program = context.compile(contract.source(context, file), "contract-" + name, libraries=("-lgamebase", "-lpthread", "-ldl"))
        with (HOMES | TOOLS)[home](context, gamebased) as extra:
            extra["GAMEBASE_LIBRARY"] = context.path("build", "libgamebase.so.1")
            output = context.check([program, promise, context.directory("storage")], environment=extra)
        if output.strip():
            raise Failure("nothing may be printed, but: " + output)
    return run


def tests(context):
    found, (programs, exceptions, always) = [], table(context)
    there = {os.path.splitext(file)[0]: (file, promises) for file, promises in contract.programs(context).items()}
    for name, places in programs.items():
        file, promises = there[name]
        for home in [*places, *TOOLS] if series.IS_LONG else places:
            played = [promise for promise in promises
                      if not any(is_named(exceptions, of, promise) for of in (name, "%s: %s" % (home, name)))]
            chosen = played if series.IS_LONG else [
                promise for place, promise in enumerate(played)
                if place % EVERY == FIRST[home] or is_named(always, "%s: %s" % (home, name), promise)]
            found += [Test("%s: %s: %s" % (home, name, promise), kept(file, name, promise, home), alone=name in contract.ALONE,
                           ahead=[service.program])
                      for promise in chosen]
    found.append(Test("each line of homes.txt names a promise that is there", lambda context: named(there, [*exceptions, *always])))
    found.append(Test("no promise that makes its service silent is played where a game cannot", lambda context: heard(
        context, {name: there[name][0] for name in programs}, exceptions)))
    return found


def heard(context, files, exceptions):
    """Short runs play a part of the promises: such a one would fail in a long run alone."""
    wrong, silent = [], 0
    for name, file in files.items():
        with open(contract.source(context, file), encoding="utf-8") as source:
            for part in source.read().split('\nPROMISE("')[1:]:
                promise, body = part.split('")', 1)[0], part.split("\n}\n", 1)[0]
                if "TCGBConsole_setServiceSuspended" in body:
                    silent += 1
                    wrong += [] if is_named(exceptions, name, promise) else ["%s: %s" % (name, promise)]
    if wrong or not silent:
        raise Failure("homes.txt says of none of these why it is not played:\n" + "\n".join(wrong))


def named(there, exceptions):
    promises = {of: there[name][1] for name in there for of in [name, *("%s: %s" % (home, name) for home in HOMES)]}
    wrong = ["%s: %s" % key for key in exceptions
             if key[0] not in promises or not any(fnmatch.fnmatch(promise, key[1]) for promise in promises[key[0]])]
    if wrong:
        raise Failure("not there: " + ", ".join(wrong))

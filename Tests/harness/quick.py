"""What `make check` runs: the static suites, a few promises of each part of the library, and the programs that a change is about."""
import glob
import os
import re
import subprocess

# Whole suites: they read the tree, or ask the library short questions.
SUITES = {"rooms", "sql", "api", "headers", "style", "docs", "binary", "names", "neutral", "order", "values", "rules", "running",
          "scenarios", "settings", "examples"}
# What of them takes too long: the larger examples, the C++ headers under every compiler, and a promise that creates millions of objects.
LEFT_OUT = re.compile(r"examples: (?!\w+\.c has at most)|"
                      r"headers: every C\+\+ header alone is silent under (?!g\+\+ -std=c\+\+17)|contract: objects: .* 17,500,000 ")
# What mostly waits, and takes ten seconds and more: begun first, it has ended when the others have.
LONGEST = re.compile(r"order: every call may be made |order: every call that |order: a login that |settings: a wrong value |examples: push|"
                     r"binary: no constant array ")
# Asked only when a header has changed.
OF_HEADERS = re.compile(r"headers: every (?:C\+\+ )?header alone")
# Programs of Tests/contract, whatever changed.
PROGRAMS = {"guests", "lifecycle", "purchases", "events", "objects", "order_calls"}
# A folder of Sources, and the programs that are about it.
ABOUT = {
    "Accounts": "guests|mapping|withdrawal", "Members": "guests|revoked|graceban", "Purchases": "purchases|promotions|unheard",
    "Payments": "purchases|ledger|refunds", "NHNCloudIAP": "iap", "HIVE": "hivelocal|hiveinbox",
    "Notifications": "hivelocal|hiveinbox", "Push": "push|pushevents|pushsending|campaigns", "Screens": "webview|terms|notices",
    "Journal": "metrics", "Analytics": "metrics", "Instance": "instances", "Calls": "watchdog|shutdown", "Languages": "languages",
    "Launching": "launching|popups", "Settings": "settings", "GameServers": "serverapi", "Operations": "settings", "SandboxStore": "stores",
    "Subscriptions": "subscriptions", "Presence": "order_events", "Console": "settings",
}
# A header of the tests is used by many programs: then those of PROGRAMS have to do.
USERS_MAX = 6


def changed(root):
    """The files that differ from the last commit; when none does, those of the last commit."""
    def git(*words):
        result = subprocess.run(["git", *words], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return result.stdout.decode().splitlines() if result.returncode == 0 else []
    try:
        files = git("diff", "--name-only", "HEAD") + git("ls-files", "--others", "--exclude-standard")
        return files or git("diff", "--name-only", "HEAD~1", "HEAD")
    except OSError:
        return []


def programs(root, paths):
    """The names of the programs of Tests/contract that these files are about."""
    found = set()
    for path in paths:
        folders, name = os.path.dirname(path).split("/"), os.path.splitext(os.path.basename(path))[0]
        if "contract" in folders and path.endswith((".c", ".cpp")):
            found.add(name)
        elif "contract" in folders and path.endswith(".h"):
            users = set()
            for program in glob.glob(os.path.join(root, "Tests", "contract", "**", "*.c"), recursive=True):
                with open(program, encoding="utf-8") as file:
                    if re.search(r'^#include "(?:.*/)?%s\.h"' % name, file.read(), re.M):
                        users.add(os.path.splitext(os.path.basename(program))[0])
            found |= users if len(users) <= USERS_MAX else set()
        elif folders[0] == "Sources":
            for folder in folders[1:]:
                found |= set(ABOUT[folder].split("|")) if folder in ABOUT else set()
    return found


def place(line):
    """Where a test stands in the row of the quick ones."""
    return 0 if LONGEST.match(line) else 1


def chooser(root):
    """Whether a test, by its line, belongs to the quick ones."""
    paths = changed(root)
    chosen = PROGRAMS | programs(root, paths)
    has_headers = any(path.startswith("include/") for path in paths)

    def is_quick(line):
        words = line.split(": ")
        if LEFT_OUT.match(line) or OF_HEADERS.match(line) and not has_headers:
            return False
        return words[0] in SUITES or words[0] == "contract" and words[1] in chosen
    return is_quick

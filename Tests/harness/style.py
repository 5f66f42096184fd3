#!/usr/bin/env python3
"""The rules of style that a text can be held to, and what offends them today. Run as a program it writes Tests/suites/style.txt
anew, unless more would offend a rule than before."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = os.path.join("Tests", "suites", "style.txt")
HEAD = """# What offends a rule of style, by file: it may only become less (Tests/harness/style.py writes this file).
"""
COLUMNS_MAX, FUNCTION_LINES_MAX = 140, 50
CODE = (".swift", ".c", ".h", ".hpp", ".cpp", ".py", ".sh", ".cs", ".lua", "Makefile", "Tests/run", "Tests/mutate/run")
NOT_OURS = {".git", ".build", "build"}
# The tables in which these literals have their names.
REQUEST_TABLES, CODE_TABLES = {"RequestName.swift"}, {"ResultCode.swift", "ServiceCodes.swift"}

REQUEST = re.compile(r'"(?:presence|gateway|launching|tos|contact|push|purchase|store|iap|service|server|console)\.(?:[a-z]\w*)?"')
RESULT = re.compile(r"(?<![\w.])-[459]_?\d{3}_?\d{3}\b")
SWIFT = re.compile(r"( *)(?:@\w+(?:\([^)]*\))? )*(?:[a-z]+(?:\([a-z]+\))? )*(?:func \S|init[?(<]|deinit \{)")
C = re.compile(r"( *)(?!(?:if|for|while|switch|else|do|return)\b)[A-Za-z_][^;=#]*\)[^;]*\{$")
PYTHON = re.compile(r"( *)def ")
IMPORT = re.compile(r"((?:@\w+ )?import )(\w+)$")
FIXED_WAIT = re.compile(r"\s*pump_for\(\d+\);")
AWAITED = re.compile(r"\s*require_equal\(.*, (?:[1-9]\d*|[A-Z][A-Z_]+|.* [?+] .*)\);")

# A statement that is nothing but a call of the system or of a library in C. Both languages drop what it returns without a word.
CALL = re.compile(r"\s*(?:defer \{ )?([a-z]\w*)\(.*[^{=&|]$")
OURS_IN_C = re.compile(r"(?:func|static inline \w[\w *]*?[ *])\s*(\w+)\(")
SYSTEM = re.compile(
    r"(?:pthread_(?:create|key|setspecific|sigmask|attr|join|setname|getattr|condattr|kill)\w*"
    r"|madvise|mprotect|mlock|munmap|msync|fcntl|ioctl|setsockopt|sig(?:fillset|emptyset|addset|action|procmask)"
    r"|fsync|fdatasync|ftruncate|fallocate|posix_\w+|p?write|p?read|send|recv|shutdown|listen|bind|connect|poll|nanosleep|clock_\w+"
    r"|rename(?:at)?|unlink(?:at)?|mkdir|chmod|fchmod|flock|kill|waitpid|dup\d?|prctl|getrandom"
    r"|sqlite3_(?:open|exec|bind|step|prepare|config|db_config|busy_timeout|extended_result_codes|backup_step|wal_checkpoint)\w*"
    r"|event_add|event_base_\w+|bufferevent_(?:enable|disable|write|set_timeouts)|evbuffer_(?:add|drain|remove)"
    r"|PQ(?:set|send|put|exec)\w*|gb_curl_set_\w+)$")
# What returns nothing, or what nobody could do anything about.
# The write of gamebasectl is a function of its own.
NO_RESULT = {"write", "PQsetNoticeProcessor", "PQsetNoticeReceiver", "event_base_free"}
OPEN_ENDS = ("=", "(", ",", "return", "&&", "||", "?", ":", "in", "guard", "if")


class Offence:
    def __init__(self, path, line, rule, text):
        self.path, self.line, self.rule, self.text = path, line, rule, text

    def __str__(self):
        return "%s:%d: %s: %s" % (self.path, self.line, self.rule, self.text)


def sources(root):
    """(path, its lines) of everything that is code."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in NOT_OURS)
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), root)
            if path.endswith(CODE):
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    yield path, file.read().split("\n")


def width(path, lines):
    for number, line in enumerate(lines, 1):
        if len(line) > COLUMNS_MAX:
            yield Offence(path, number, "width", "%d columns, at most %d" % (len(line), COLUMNS_MAX))


def depth(line):
    return len(line) - len(line.lstrip())


def end_of_function(lines, start, indent):
    """The number of lines of the function that begins there, by its indentation; 0: it has no body of its own."""
    for number in range(start + 1, len(lines)):
        line = lines[number]
        if line.startswith(indent + "}"):
            return number - start + 1
        if line.strip() and depth(line) <= len(indent) and not line.startswith(indent + ")"):
            return 0
    return 0


def end_of_block(lines, start, indent):
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or depth(lines[end]) > len(indent)):
        end += 1
    return len("\n".join(lines[start:end]).rstrip().split("\n"))


def function(path, lines):
    if path.endswith((".sh", ".cs", ".lua", "Makefile")):
        return
    begins, ends = (PYTHON, end_of_block) if path.endswith((".py", "run")) else (SWIFT if path.endswith(".swift") else C, end_of_function)
    for number, line in enumerate(lines):
        found = begins.match(line)
        count = ends(lines, number, found.group(1)) if found and not line.rstrip().endswith("}") else 0
        if count > FUNCTION_LINES_MAX:
            yield Offence(path, number + 1, "function", "%d lines, at most %d: %s" % (count, FUNCTION_LINES_MAX, line.strip()))


def literals(rule, pattern, tables, advice):
    def find(path, lines):
        if not (path.startswith("Sources/") and path.endswith(".swift")) or os.path.basename(path) in tables:
            return
        for number, line in enumerate(lines, 1):
            for literal in pattern.findall(line.split("//")[0]):
                yield Offence(path, number, rule, "%s has a name: %s" % (literal, advice))
    return find


def wait(path, lines):
    """A promise waits until what must come has come: a fixed time is too short on the slowest machine."""
    for number, (line, after) in enumerate(zip(lines, lines[1:]), 1):
        if path.startswith("Tests/contract/") and FIXED_WAIT.match(line) and AWAITED.match(after):
            yield Offence(path, number, "wait", "pump_till waits until it has come: %s" % after.strip())


def imports(path, lines):
    """Imports stand sorted, those of one kind together."""
    for number, (line, after) in enumerate(zip(lines, lines[1:]), 2):
        kinds = [IMPORT.match(one) for one in (line, after)]
        if path.endswith(".swift") and all(kinds) and kinds[0].group(1) == kinds[1].group(1) and kinds[1].group(2) < kinds[0].group(2):
            yield Offence(path, number, "imports", "%s stands before %s" % (kinds[1].group(2), kinds[0].group(2)))


def result(path, lines):
    """What the system answers is used: `_ =` and `(void)` say that nothing can be done about it, and the comment says why."""
    if not path.startswith("Sources/") or not path.endswith((".swift", ".h", ".c")):
        return
    own = {name for line in lines for name in OURS_IN_C.findall(line)}
    before = ""
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0].rstrip()
        found = CALL.match(code)
        # The last line of an expression is its value; so is one that a line before leaves open.
        is_value = "==" in code or "{ " in code and "defer" not in code or before.endswith(OPEN_ENDS)
        if found and not is_value and SYSTEM.match(found.group(1)) and found.group(1) not in NO_RESULT | own:
            yield Offence(path, number, "result", "its result is dropped: %s" % code.strip())
        if code.strip():
            before = code


RULES = {
    "width": width,
    "function": function,
    "request": literals("request", REQUEST, REQUEST_TABLES, "say it as the table of requests does"),
    "code": literals("code", RESULT, CODE_TABLES, "say it as ResultCode does"),
    "wait": wait,
    "result": result,
    "imports": imports,
}


def offences(root):
    """(rule, path) -> what offends it there."""
    found = {}
    for path, lines in sources(root):
        for rule, find in RULES.items():
            for offence in find(path, lines):
                found.setdefault((rule, path), []).append(offence)
    return found


def allowed(root):
    """(rule, path) -> how many there may be; None without a table."""
    if not os.path.exists(os.path.join(root, TABLE)):
        return None
    with open(os.path.join(root, TABLE), encoding="utf-8") as file:
        rows = [line.split(None, 2) for line in file if line.strip() and not line.startswith("#")]
    return {(rule, path.rstrip("\n")): int(count) for rule, count, path in rows}


def totals(counts):
    return {rule: sum(count for (other, _), count in counts.items() if other == rule) for rule in RULES}


def main():
    now, before = {place: len(found) for place, found in offences(ROOT).items()}, allowed(ROOT)
    more = [rule for rule in RULES if before is not None and totals(now)[rule] > totals(before)[rule]]
    if more:
        sys.exit("more offend %s than before: make test ONLY=style says where. After a merge, remove %s and run this again" % (
            ", ".join(more), TABLE))
    places = sorted(now, key=lambda place: (list(RULES).index(place[0]), place[1]))
    with open(os.path.join(ROOT, TABLE), "w", encoding="utf-8") as file:
        file.write(HEAD + "".join("%s %d %s\n" % (rule, now[rule, path], path) for rule, path in places))
    print(", ".join("%s: %d" % item for item in totals(now).items()))


if __name__ == "__main__":
    main()

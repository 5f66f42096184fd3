"""Statements of the service stay what SQLite and PostgreSQL share. One that depends on SQLite's comparison, typing or own words stands in
sql.txt with what a second home has to do about it; every other is refused. One that changes what another server may have changed meanwhile
is a claim, or stands in writes.txt with why it need not be."""
import glob
import os
import re

from harness.runner import Failure, Test

TEXTS = "|".join((
    "payment_seq", "order_key", "user_id", "store_code", "name", "event_id", "token_hash", "offer_id", "key_hash", "store_transaction_id",
    "original_payment_id", "grouping", "currency", "gamebase_product_id", "device_key", "idp_code", "auth_key", "movement"))
TRUTHS = "renews|store_finished|is_promotion|finished|sandbox|is_sandbox"
RULES = {
    # What the order of texts is, the database decides.
    "text compared": r"(?:\b(?:\w+\.)?(?:%s)\b ?(?:<=|>=|<(?!>)|>) ?)|\((?:[\w.]+, )*(?:\w+\.)?(?:%s)\) ?[<>]" % (TEXTS, TEXTS),
    "text sorted": r"\bORDER BY (?:[^)\n]*, )?(?:\w+\.)?(?:%s)\b" % TEXTS,
    # SQLite has no types where others insist on them.
    "sum of integers": r"\bSUM\(",
    "value of no type": r"\b(?:COALESCE\(|CASE )\?",
    "number as truth": r"\b(?:WHERE|AND|NOT|OR) (?:\w+\.)?(?:%s)\b(?! ?[=<>])" % TRUTHS,
    # Words of SQLite's own, or with a meaning of its own.
    "own word": r"\browid\b|\bINSERT OR\b|\bREPLACE INTO\b|\bRETURNING\b|\bAUTOINCREMENT\b|\bSTRICT\b|\bGLOB\b|\bLIKE\b|\bPRAGMA\b",
    "own function": r"\b(?:IFNULL|typeof|printf|instr|strftime|datetime|julianday|json_\w+|GROUP_CONCAT|CAST|RANDOM|hex|quote)\(",
    "own comparison": r"\bIS (?:NOT )?\?",
    "largest of two": r"\b(?:MAX|MIN)\((?:[^()]|\([^()]*\))*,",
    "trigger": r"\bCREATE TRIGGER\b",
    # As a value it may be answered from a hash of whole tables; behind WHERE it is a join.
    "EXISTS as a value": r"\bCASE WHEN (?:(?!\bEND\b).)*\bEXISTS \(",
}
# A text that offends each rule, and one beside it that does not.
SAMPLES = {
    "text compared": ("WHERE payment_seq > ?", "WHERE payment_seq <> ?"), "text sorted": ("ORDER BY date, user_id", "ORDER BY date"),
    "sum of integers": ("SELECT SUM(x)", "SELECT COUNT(x)"), "value of no type": ("COALESCE(?, a)", "COALESCE(a, ?)"),
    "number as truth": ("WHERE renews AND x = 1", "WHERE renews = 1"), "own word": ("INSERT OR IGNORE INTO t", "INSERT INTO t"),
    "own function": ("SELECT IFNULL(a, b)", "SELECT COALESCE(a, b)"), "own comparison": ("WHERE a IS ?", "WHERE a IS NULL"),
    "largest of two": ("SELECT MAX(a, b)", "SELECT MAX(a)"), "trigger": ("CREATE TRIGGER t", "CREATE TABLE t"),
    "EXISTS as a value": ("CASE WHEN a = 1 AND NOT EXISTS (SELECT 1 FROM t)", "CASE WHEN a = 1 THEN 1 END FROM t WHERE EXISTS (SELECT"),
}
TEXT = re.compile(r'"""(.*?)"""|"((?:[^"\\\n]|\\.)*)"', re.S)
STATEMENT = re.compile(r"\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WHERE|ORDER BY|AND|OR)\b")
# What SQLite, PostgreSQL, CockroachDB and YugabyteDB all understand, and in one way. Everything else is refused, or named above.
SHARED_WORDS = set("""
    SELECT FROM JOIN ON WHERE AND OR NOT IN EXISTS IS NULL CASE WHEN THEN ELSE END AS DISTINCT BETWEEN ORDER GROUP BY HAVING DESC ASC LIMIT
    OFFSET FOR UPDATE INSERT INTO VALUES CONFLICT DO NOTHING SET DELETE CREATE TABLE INDEX UNIQUE PRIMARY KEY REFERENCES DEFAULT ALTER ADD
    COLUMN DROP TEXT BIGINT BLOB IF LEFT UNION ALL OVER PARTITION
""".split())
SHARED_FUNCTIONS = {"COALESCE", "COUNT", "SUM", "MIN", "MAX", "LENGTH", "LAG"}
# Of the one statement that has a rule of its own.
OF_TRIGGERS = {"TRIGGER", "BEFORE", "BEGIN", "RAISE", "ABORT"}
WHOLE = re.compile(r"\b(?:SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE (?:UNIQUE )?(?:TABLE|INDEX|TRIGGER)|ALTER TABLE"
                   r"|DROP (?:TABLE|INDEX)|WHERE|ORDER BY)\b")
STATEMENTS_AT_LEAST = 200
# Those that go out whatever has become of what was read.
WRITE = re.compile(r'(?:"""\s*|")((?:UPDATE|DELETE|INSERT)\b[^"]*)')
# What stands before a write that is a claim or an addition, and before one that has a name.
CLAIMED, NAMED = re.compile(r"\b(?:claim|tally)\($"), re.compile(r"\b(?:let|var) (\w+)(?:: \w+)? =$")
# What the steps of the schema do is done alone.
SCHEMA = re.compile(r"^extension Schema\b.*?^}", re.M | re.S)
HEAD = 72
REASONS = {"alone", "member", "user", "board", "locked", "object", "version", "guarded", "adds", "all", "last", "over", "own"}


def statements(context):
    for path in sorted(glob.glob(context.path("Sources", "Service", "**", "*.swift"), recursive=True)):
        with open(path, encoding="utf-8") as file:
            for found in TEXT.finditer(file.read()):
                text = re.sub(r"\s+", " ", found.group(1) or found.group(2) or "").strip()
                if STATEMENT.search(text):
                    yield os.path.relpath(path, context.root), text


def table(context):
    """(rule, path) -> how many statements."""
    with open(context.path("Tests", "suites", "sql.txt"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split(" | ") for line in file if line.strip() and not line.startswith("#")]
    return {(rule, path): int(count) for rule, count, path in rows}


def portable(context):
    found, seen = {}, 0
    for path, text in statements(context):
        seen += 1
        for rule, pattern in RULES.items():
            if re.search(pattern, text):
                found.setdefault((rule, path), []).append(text)
    allowed = table(context)
    wrong = []
    for key in sorted(set(found) | set(allowed)):
        there = found.get(key, [])
        if len(there) != allowed.get(key, 0):
            wrong.append("%s: %s: %d statements, sql.txt says %d" % (key[1], key[0], len(there), allowed.get(key, 0)))
            wrong += ["    " + text[:160] for text in there]
    if wrong:
        raise Failure("\n".join(wrong))
    if seen < STATEMENTS_AT_LEAST:
        raise Failure("only %d statements were found" % seen)


def foreign(text):
    """The words and functions of a statement that not all understand."""
    bare = re.sub(r"'[^']*'", "''", text)
    while re.search(r"\\\([^()]*\)", bare):
        bare = re.sub(r"\\\([^()]*\)", " ", bare)
    bare = re.sub(r"\\\(.*", " ", bare)
    if not WHOLE.search(bare):
        return set()
    triggers = OF_TRIGGERS if "CREATE TRIGGER" in bare else set()
    words = set(re.findall(r"\b[A-Z][A-Z]+\b", bare)) - SHARED_WORDS - SHARED_FUNCTIONS - triggers
    calls = set(re.findall(r"\b(\w+)\(", bare)) - SHARED_FUNCTIONS - triggers
    return words | calls


def shared(context):
    wrong = ["%s: %s: %s" % (path, ", ".join(sorted(foreign(text))), text[:120]) for path, text in statements(context) if foreign(text)]
    if wrong:
        raise Failure("\n".join(wrong))
    for bad in ("SELECT a FROM t NATURAL JOIN u", "SELECT now() FROM t", "INSERT INTO t (a) VALUES (?) RETURNING a", "WHERE a ILIKE ?"):
        if not foreign(bad):
            raise Failure("not found: " + bad)


def finds(context):
    for rule, (bad, good) in SAMPLES.items():
        if not re.search(RULES[rule], bad) or re.search(RULES[rule], good):
            raise Failure("the rule \"%s\" does not tell %r from %r" % (rule, bad, good))
    if set(SAMPLES) != set(RULES):
        raise Failure("a rule without samples: %s" % sorted(set(RULES) ^ set(SAMPLES)))


def unasked(context):
    """(path, how it begins) of each write that changes what is there and is no claim."""
    room = context.path("Sources", "Service")
    for path in sorted(glob.glob(os.path.join(room, "**", "*.swift"), recursive=True)):
        with open(path, encoding="utf-8") as file:
            source = SCHEMA.sub("", re.sub(r"//.*", "", file.read()))
        for found in WRITE.finditer(source):
            text, before = re.sub(r"\s+", " ", found.group(1)).strip(), source[:found.start()].rstrip()
            if CLAIMED.search(before) or (text.startswith("INSERT") and "DO UPDATE" not in text):
                continue
            name = NAMED.search(before)
            uses = re.findall(r"(\w+)\(\s*(?:Self\.|\w+\.)?%s\b" % name.group(1), source) if name else []
            if not uses or not set(uses) <= {"claim", "tally"}:
                yield os.path.relpath(path, room), text[:HEAD].rstrip()


# A DELETE of rows that a list of the same table names: the key, what the list is made by, and what stands behind it.
OF_LIST = re.compile(r"DELETE FROM (\S+) WHERE (\S+|\([^)]*\)) IN \(SELECT .*? FROM \1 WHERE (.*?)"
                     r"(?: ORDER BY [^()]*?)?(?: LIMIT [^()]*(?:\([^()]*\))?[^()]*)?\)([^()]*(?:\\\([^()]*\))?[^()]*)$")
COLUMN = re.compile(r"(?<!IN \()\\\(\w+\)|\b[a-z_]+\b(?= (?:=|<|>|<=|>=|<>|IS|IN)\b| [=<>])")
# Columns that no statement changes once the row is there.
FIXED = {"push_results": {"campaign"}}


def again(context):
    """PostgreSQL makes the list once: a row that another server changed meanwhile is deleted by its key, unless what decided stands
    outside too, where it is asked again (PostgreSQL manual, 13.2.1)."""
    room, found, wrong = context.path("Sources", "Service"), 0, []
    for path in sorted(glob.glob(os.path.join(room, "**", "*.swift"), recursive=True)):
        with open(path, encoding="utf-8") as file:
            source = SCHEMA.sub("", re.sub(r"//.*", "", file.read()))
        for text in WRITE.findall(source):
            match = OF_LIST.match(re.sub(r"\s+", " ", text).strip())
            if match:
                found += 1
                table, key, condition, outside = match.groups()
                missing = [column for column in COLUMN.findall(condition)
                           if column not in key and column not in outside and column not in FIXED.get(table, ())]
                wrong += ["%s: DELETE FROM %s: %s" % (os.path.relpath(path, room), table, column) for column in missing]
    if wrong or found < 8:
        raise Failure("%d found; not asked again behind the list:\n%s" % (found, "\n".join(wrong)))


def argued(context):
    with open(context.path("Tests", "suites", "writes.txt"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split(" | ") for line in file if line.strip() and not line.startswith("#")]
    strange = [row for row in rows if len(row) != 3 or row[0] not in REASONS]
    if strange:
        raise Failure("writes.txt: reason | file | how the statement begins: %s" % strange)
    named, there = {(path, head) for _, path, head in rows}, set(unasked(context))
    wrong = ["not argued: %s | %s" % row for row in sorted(there - named)] + ["not there: %s | %s" % row for row in sorted(named - there)]
    if wrong or len(there) < STATEMENTS_AT_LEAST // 4:
        raise Failure("of two servers one may undo what the other has told; make it a claim, or say in writes.txt why not\n"
                      + "\n".join(wrong))


def tests(context):
    return [
        Test("each statement of the service that only SQLite understands so is named, with what another database needs", portable),
        Test("each statement of the service has only words that four databases share", shared),
        Test("each rule of statements finds what offends it", finds),
        Test("each delete of what a list names asks again what the list was made by", again),
        Test("each write of the service is a claim, or argued: another server may have changed what it was decided from", argued),
    ]

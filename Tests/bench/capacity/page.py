"""The page that the counts make."""
from story import STEPS

PLAYERS = 1_000_000
PEAK = 3
DAY = 86_400
MARK = "<!-- what follows is written by Tests/bench/capacity/run -->"
# Requests of different players share a transaction: its BEGIN, its COMMIT and its flush are paid once.
GROUP = 8


def number(value):
    return "{:,}".format(int(round(value)))


def share(value):
    return "%.2f" % value if value < 10 else number(value)


def costs(shared, alone):
    lines = ["| request | trips | statements | rows read | rows written | WAL, PostgreSQL | WAL, SQLite | flushes, SQLite |",
             "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    for name, _, _ in STEPS:
        one, two = shared[name], alone[name]
        cells = [one.get(key, 0) for key in ("trips", "statements", "rows read", "rows written", "bytes")]
        cells += [two.get("bytes", 0), two.get("flushes", 0)]
        lines.append("| %s | %s |" % (name, " | ".join(number(cell) for cell in cells)))
    return lines


def needs(shared, alone):
    """What so many players a day ask of the database."""
    total = {"requests": sum(often for _, _, often in STEPS)}
    for key in ("trips", "statements", "rows written", "bytes"):
        total[key] = sum(shared[name].get(key, 0) * often for name, _, often in STEPS)
    total["commits"] = sum(often for name, _, often in STEPS if shared[name].get("rows written", 0) > 0)
    total["sqlite"] = sum(alone[name].get("bytes", 0) * often for name, _, often in STEPS)
    second = PLAYERS / DAY * PEAK
    rows = (("requests a second", total["requests"] * second), ("statements a second", total["statements"] * second),
            ("rows written a second", total["rows written"] * second),
            ("commits a second, each request for itself", total["commits"] * second),
            ("commits a second, %d requests in each" % GROUP, total["commits"] * second / GROUP),
            ("trips a second, each request for itself", total["trips"] * second),
            ("MB of WAL a second, PostgreSQL", total["bytes"] * second / 1e6),
            ("GB of WAL a day, PostgreSQL", total["bytes"] * PLAYERS / 1e9),
            ("GB of WAL a day, SQLite", total["sqlite"] * PLAYERS / 1e9))
    lines = ["| at the peak | |", "| --- | --- |"]
    return lines + ["| %s | %s |" % (name, share(value)) for name, value in rows]


def day():
    lines = ["| request | a day, for each player |", "| --- | --- |"]
    return lines + ["| %s | %g |" % (name, often) for name, _, often in STEPS if often]


def write(path, shared, alone):
    with open(path, encoding="utf-8") as file:
        head = file.read().split(MARK)[0]
    lines = ["## What each request costs", ""] + costs(shared, alone)
    lines += ["", "## A day of %s players" % number(PLAYERS), ""] + day() + [""] + needs(shared, alone)
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + MARK + "\n\n" + "\n".join(lines) + "\n")

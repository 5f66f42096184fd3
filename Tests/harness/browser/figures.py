"""What stands behind the charts, beside what the service says of the same days."""
import csv
import datetime
import decimal
import io

from harness.browser import crowd, data, hall
from harness.runner import Failure
from harness.server.service import same

NONE = "not known"
DAYS_SHOWN, CURVE_DAYS = 28, 91
TIMES = ["Under 1 hour", "Under 1 day", "Under 3 days", "Under 7 days", "Under 30 days", "Later"]
FREQUENCIES = {"Days played, of the last 7": ("visits", 1), "Days in a row up to the day": ("consecutive", 0),
               "Longest run of days in the last 7": ("longest", 1)}
MEMBERS = {"Active members": {"Active members (day)": "active", "Active in 7 days": "active7", "Active in 30 days": "active30"},
           "New and withdrawn members": {"New members": "new", "New on a new device": "newOnNewDevices", "Withdrawn": "withdrawn"},
           "Returning and lapsed members": {"Returning": "returning", "Lapsed": "lapsed"}, "Sessions": {"Sessions": "sessions"},
           "Members altogether": {"Members altogether": "total"},
           "Joined and withdrawn on one day": {"Joined and withdrawn on one day": "joinedAndWithdrawn"}}
TABLES = """
for (const one of document.querySelectorAll('main details')) one.open = true;
const rows = (table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim()));
return new Promise((done) => setTimeout(() => done(Object.fromEntries([...document.querySelectorAll('main table')].map((table) =>
  [table.caption.textContent, rows(table)]))), 50));"""


def asked(place, kind, **more):
    """Of the days that the page shows of itself: the last four weeks."""
    today = place.it.console().well("console.figures", {"kind": "members", "from": "2026-01-01", "to": "2026-01-01"})["today"]
    return place.it.console().well("console.figures", {"kind": kind, "from": earlier(today, DAYS_SHOWN - 1), "to": today, **more})


def earlier(day, count):
    return (datetime.date.fromisoformat(day) - datetime.timedelta(days=count)).isoformat()


def number(value):
    return NONE if value is None else "{:,}".format(value)


def share(part, whole):
    return NONE if part is None or not whole else "%s%%" % rounded(decimal.Decimal(100) * part / whole, 1)


def rounded(value, places):
    return "{:,}".format(value.quantize(decimal.Decimal(1).scaleb(-places), decimal.ROUND_HALF_UP))


def money(text, currency):
    return NONE if text is None else "{:,} {}".format(decimal.Decimal(text), currency)


def each(text, count, currency, places=2):
    return NONE if text is None or not count else "%s %s" % (rounded(decimal.Decimal(text) / count, places), currency)


def columns(found, title, days, **wanted):
    """The columns of a table, by their headings."""
    if title not in found:
        raise Failure("no table “%s” in %s" % (title, sorted(found)))
    head, *rows = found[title]
    same([row[0] for row in rows], days, "days of " + title)
    for heading, values in wanted.items():
        place = [cell.strip(" ↓↑") for cell in head].index(heading)
        same([row[place] for row in rows], values, "“%s” of “%s”" % (heading, title))


def marked(place, screen):
    """The maintenances of today stand above the hours in which they were, and above no other."""
    today = asked(place, "concurrent")["today"]
    body = place.it.console().well("console.figures", {"kind": "concurrent", "from": today, "to": today})
    hour = 3_600_000
    first = int(datetime.datetime.fromisoformat("%sT00:00:00%s" % (today, body["timeZone"])).timestamp() * 1000)
    hours = [any(one["begin"] < first + (at + 1) * hour and one["end"] > first + at * hour for one in body["maintenances"])
             for at in range(24)]
    same(True in hours, True, "that today had a maintenance")
    head, *rows = screen.go("concurrent", **{"from": today, "to": today}).run(TABLES)["Connected players by hour"]
    column = head.index("Maintenance")
    same([row[column] == "under way" for row in rows], hours, "the hours over which the maintenance stands")


def shown(context):
    with hall.entered(context) as place:
        screen = place.screen("Counting").come_in(place.people["viewer"])
        for check, view in ((members, "members"), (retention, "retention"), (value, "value"), (subscribed, "subscriptions"),
                            (pushed, "pushFigures"), (levelled, "levels")):
            check(place, screen.go(view).run(TABLES))
        for currency in ("USD", "JPY"):
            revenue(place, screen.go("money", currency=currency).run(TABLES), currency)
            worth(place, screen.go("value", currency=currency).run(TABLES), currency)
        together(place, screen)
        without(place, screen)
        for by, heading in (("country", "Country"), ("level", "Level")):
            parts_of_money(place, screen.go("money", currency="USD", by=by).run(TABLES), by, heading)
        parts_of_members(place, screen.go("members", by="level").run(TABLES))
        parts_of_worth(place, screen.go("value", currency="USD", by="country").run(TABLES))
        for view, query in (("money", {}), ("money", {"by": "level"}), ("value", {}), ("value", {"by": "country"})):
            same(screen.go(view, **query).run(CURRENCY), "*", "the currency of %s %s at first: all in that of the rates" % (view, query))
        heights(place, screen.go("levels").run(HEIGHTS, "Mean time to a level"))
        screen.run(QUIET)
        same("▼" in screen.go("overview").sees("Yesterday").text(), False, "whether a day that is not over is said to have fallen")


# Where the lines of a chart stand.
HEIGHTS = """const figure = [...document.querySelectorAll('figure')].find((one) => one.querySelector('h2').textContent === arguments[0]);
return Object.values(Chart.instances).find((one) => figure.contains(one.canvas)).scales.y.ticks.map((tick) => tick.value);"""
CURRENCY = """const label = [...document.querySelectorAll('label')].find((one) => one.textContent === 'Currency');
return document.getElementById(label.htmlFor).value;"""
UNITS = [1, 60, 3_600, 86_400]
# From now on nobody has played today.
QUIET = """const ask = window.fetch;
window.fetch = async (...given) => {
  const answer = await ask(...given);
  if (!String(given[1]?.body).includes('"kind":"members"')) return answer;
  const form = await answer.json();
  for (const counts of Object.values(form.body?.figures ?? {})) if (Array.isArray(counts)) counts.splice(-1, 1, 0);
  return new Response(JSON.stringify(form), {status: answer.status, headers: answer.headers});
};"""


def heights(place, found):
    """Each line beside the bars is a whole number of the unit that its text ends with."""
    most = max(one["meanSeconds"] for one in asked(place, "levels")["levels"] if one["levelUps"])
    unit = max(one for one in UNITS if most >= 2 * one or one == 1)
    same([seconds for seconds in found if seconds % unit], [], "heights of a chart that their texts do not say, of %s" % found)


def named(value):
    return "All others" if value is None else value or "Not said"


def parts_of_money(place, found, by, heading):
    """What payers of a country or a level brought, and how many of its members paid."""
    wanted = {}
    for part in asked(place, "money", by=by)["parts"]:
        for one in (one for one in part["currencies"] if one["currency"] == "USD"):
            amounts = sum(map(decimal.Decimal, one["amounts"]))
            payers, active = sum(part["payers"]), sum(part["active"])
            wanted[named(part["value"])] = [
                rounded(amounts, 2), number(sum(one["payments"])), number(sum(part["newPayers"])), share(payers, active),
                rounded(amounts / active, 2), rounded(amounts / payers, 2)]
    if len(wanted) < 2:
        raise Failure("no money by %s: %s" % (by, wanted))
    head, *rows = found["Revenue by %s (USD)" % heading]
    head = [cell.strip(" ↓↑") for cell in head]
    columns_shown = [head.index(title) for title in (
        "Revenue", "Payments", "First-time payers", "Payers of active members", "Revenue an active member", "Revenue a payer")]
    same({row[0]: [exact(row[place]) for place in columns_shown] for row in rows},
         {name: [exact(cell) for cell in cells] for name, cells in wanted.items()}, "revenue by " + by)
    if by == "level":
        same([row[0] for row in rows], sorted(wanted, key=lambda name: (not name.isdigit(), int(name) if name.isdigit() else 0)),
             "levels in their order")


def exact(cell):
    """A cell without the zeros that a shorter form of the same number leaves out."""
    text = cell.replace(",", "")
    return text if text.endswith("%") else str(decimal.Decimal(text).normalize())


def parts_of_members(place, found):
    body = asked(place, "members", by="level")
    if len(body["parts"]) < 3:
        raise Failure("no members by level: %s" % body)
    columns(found, "Active members (day)", body["days"],
            **{named(part["value"]): list(map(number, part["figures"]["active"])) for part in body["parts"]})


def parts_of_worth(place, found):
    """A member's mean of a country."""
    head, *rows = found["Revenue a member since joining, by Country (USD)"]
    wanted = []
    for part in asked(place, "value", by="country")["parts"]:
        if part["new"]:
            after = [one["after"] for one in part["currencies"] if one["currency"] == "USD"]
            means = [exact(rounded(decimal.Decimal(after[0][end] if after else "0") / count, 4)) if count else ""
                     for end, count in ((end, part["members"][end]) for end in ("0", "1", "7", "30", "90"))]
            wanted.append([named(part["value"]), number(part["new"]), number(part["payers"]), *means,
                           "few members" if part["isSmall"] else ""])
    if len(wanted) < 2:
        raise Failure("no worth by country: %s" % wanted)
    same([[*row[:3], *(cell and exact(cell) for cell in row[3:8]), row[8]] for row in rows], wanted, "worth by country")


def members(place, found):
    body = asked(place, "members")
    figures = body["figures"]
    if sum(figures["new"]) < crowd.DAYS * crowd.PLAYERS_A_DAY:
        raise Failure("there is nothing to show: %s" % figures)
    for title, named in MEMBERS.items():
        columns(found, title, body["days"], **{heading: [number(one) for one in figures[name]] for heading, name in named.items()})
    columns(found, "How often members come", body["days"], **{"Active in the day / in 30 days": [
        share(one, whole) for one, whole in zip(figures["active"], figures["active30"])]})

    often = asked(place, "frequency")
    if not often["figures"]["visits1"][-1]:
        raise Failure("nobody came once in seven days: %s" % often)
    for title, (name, first) in FREQUENCIES.items():
        columns(found, title, often["days"],
                **{"%d of 7 days" % count: list(map(number, often["figures"]["%s%d" % (name, count)])) for count in range(first, 8)})


def subscribed(place, found):
    body = asked(place, "subscriptions")
    figures = {name: list(map(number, values)) for name, values in body["figures"].items()}
    if not body["figures"]["active"][-1]:
        raise Failure("there is no subscription to show: %s" % figures)
    columns(found, "Running subscriptions", body["days"], **{"Running subscriptions": figures["active"]})
    columns(found, "Begun, resumed, renewed, ended", body["days"], New=figures["new"], Resumed=figures["resumed"],
            Renewed=figures["renewed"], Ended=figures["lapsed"])


def pushed(place, found):
    body = asked(place, "pushes")
    if not body["figures"]["accepted"][-1] or not body["figures"]["clicked"][-1] or not body["buttons"]:
        raise Failure("there is no push to show: %s" % body)
    figures = {name: list(map(number, values)) for name, values in body["figures"].items()}
    columns(found, "Push messages by day", body["days"], Accepted=figures["accepted"], Delivered=figures["delivered"],
            Clicked=figures["clicked"])
    same(found["Buttons"][1:], [[one["action"], number(one["clicks"])] for one in body["buttons"]], "buttons of pushes")


def levelled(place, found):
    body = asked(place, "levels")
    levels, timed = body["levels"], [one for one in body["levels"] if one["levelUps"]]
    if len(timed) < 3 or not sum(body["figures"]["levelUps"]):
        raise Failure("there are no levels to show: %s" % body)
    columns(found, "Level-ups by day", body["days"], **{"Level-ups": list(map(number, body["figures"]["levelUps"]))})
    columns(found, "Players by level", [str(one["level"]) for one in levels],
            **{"Have reached it": [number(one["reached"]) for one in levels], "There now": [number(one["players"]) for one in levels]})
    columns(found, "Mean time to a level", [str(one["level"]) for one in timed],
            **{"Since joining, mean": [duration(one["meanSeconds"]) for one in timed]})
    columns(found, "Time to a level", [str(one["level"]) for one in timed],
            **{name: [number(one["times"][count]) for one in timed] for count, name in enumerate(TIMES)})
    most = max(one["reached"] for one in levels)
    same(found["Levels"][1:], [[number(one["level"]), number(one["reached"]), share(one["reached"], most), number(one["players"]),
                                number(one["levelUps"]), "–" if one["meanSeconds"] is None else duration(one["meanSeconds"])]
                               for one in levels], "the table of levels")


def duration(seconds):
    minutes = seconds // 60
    if minutes < 1:
        return "%d s" % seconds
    if minutes < 60:
        return "%d min" % minutes
    hours = minutes // 60
    if hours < 48:
        return "%d h %d min" % (hours, minutes % 60)
    return "%d days" % (hours // 24) + (" %d h" % (hours % 24) if hours % 24 else "")


def retention(place, found):
    cohorts = asked(place, "retention")["cohorts"]
    wanted = []
    for day in range(CURVE_DAYS):
        old = [one for one in cohorts if len(one["active"]) > day and one["active"][day] is not None]
        size = sum(one["new"] for one in old)
        wanted.append(share(min(size, sum(one["active"][day] for one in old)), size))
    last = max(day for day, text in enumerate(wanted) if text != NONE)
    columns(found, "Share that comes back after days", ["D%d" % day for day in range(last + 1)],
            **{"All members": wanted[:last + 1]})
    head, *rows = found["By day of joining"]
    for row, cohort in zip(rows, reversed(cohorts)):
        same((row[0][:5], row[1]), (cohort["day"][5:], number(cohort["new"])), "a row of retention")
        for title, text in list(zip(head, row))[2:]:
            day = int(title[1:])
            known = day < len(cohort["active"]) and cohort["active"][day] is not None and cohort["new"]
            wanted = share(min(cohort["active"][day], cohort["new"]), cohort["new"]) if known else ""
            same(text, wanted, "%s of %s" % (title, cohort["day"]))


def without(place, screen):
    """Who withdrew on the day of joining is left out of the file, too."""
    wanted = {one["day"]: str(one["new"] - one["joinedAndWithdrawn"]) for one in asked(place, "retention")["cohorts"]}
    same(any(one["joinedAndWithdrawn"] for one in asked(place, "retention")["cohorts"]), True, "whether anybody withdrew on that day")
    screen.go("retention", without="1").run(data.CATCH)
    screen.press("Save as CSV")
    saved = io.StringIO(screen.driver.execute_async_script(data.SAVED).lstrip("\ufeff"), newline="")
    same({row["Day"]: row["New members"] for row in csv.DictReader(saved)}, wanted, "members of the file")


def revenue(place, found, currency):
    body = asked(place, "money")
    one = [each_one for each_one in body["currencies"] if each_one["currency"] == currency][0]
    days, payers, active = body["days"], body["payers"], body["active"]
    if not any(decimal.Decimal(text) for text in one["amounts"]) or not any(one["refunds"]):
        raise Failure("there is no money to show: %s" % one)
    columns(found, "Revenue (%s)" % currency, days, Revenue=[money(text, currency) for text in one["amounts"]])
    columns(found, "Refunds (%s)" % currency, days, Refunded=[money(text, currency) for text in one["refundedAmounts"]])
    columns(found, "Payments and refunds", days, Payments=list(map(number, one["payments"])), Refunds=list(map(number, one["refunds"])))
    columns(found, "Payers", days, **{"Payers": list(map(number, payers)), "First-time payers": list(map(number, body["newPayers"]))})
    columns(found, "Share of active members that pay", days,
            **{"Payers of active members": [share(part, whole) for part, whole in zip(payers, active)]})
    for title, heading, counts in (("Revenue an active member (%s)", "Revenue an active member", active),
                                   ("Revenue a payer (%s)", "Revenue a payer", payers)):
        columns(found, title % currency, days,
                **{heading: [each(text, count, currency) for text, count in zip(one["amounts"], counts)]})
    columns(found, "Revenue a payer (%s)" % currency, days, **{"Revenue a first-time payer": [
        each(text, count, currency) for text, count in zip(one["newPayerAmounts"], body["newPayers"])]})


def together(place, screen):
    """All currencies in one, by the rate of the settings."""
    body = asked(place, "money")
    rates = {"USD": decimal.Decimal(1), "JPY": decimal.Decimal(crowd.YEN)}

    def whole(texts):
        exact = sum(decimal.Decimal(text) * rates[currency] for currency, text in texts)
        return money(str(exact.quantize(decimal.Decimal("0.01"), decimal.ROUND_HALF_UP)), "USD")
    found = screen.go("money", currency="*").run(TABLES)
    for title, heading, key in (("Revenue (USD)", "Revenue", "amounts"), ("Refunds (USD)", "Refunded", "refundedAmounts")):
        days = zip(*([(one["currency"], text) for text in one[key]] for one in body["currencies"]))
        columns(found, title, body["days"], **{heading: [whole(day) for day in days]})
    found = screen.go("value", currency="*").run(TABLES)
    head, *rows = found["Revenue since joining, by day of joining (USD)"]
    for row, cohort in zip(rows, reversed(asked(place, "value")["cohorts"])):
        own = cohort["currencies"]
        if own and own[0]["after"]["0"] is not None:
            same(row[3] + " USD", whole([(one["currency"], one["after"]["0"]) for one in own]), "all that was paid on the first day")
    tiles = screen.go("overview").run(
        "return [...document.querySelectorAll('main .tile')].map((one) => one.innerText.split(/\\n+/).slice(0, 2))")
    today = [(one["currency"], one["amounts"][-1]) for one in body["currencies"]]
    same(dict(tiles)["Revenue (all, in USD)"], whole(today), "what was paid today, all together")


def value(place, found):
    body = asked(place, "firstPurchase")
    delays, whole = body["delays"], sum(body["delays"]) + (body["later"] or 0)
    days = ["D%d" % day for day in range(len(delays))]
    columns(found, "Days from joining to the first payment", days, **{"First-time payers": list(map(number, delays))})
    columns(found, "Share of payers who have paid by then", days,
            Share=[share(sum(delays[:day + 1]), whole) for day in range(len(delays))])
    same(found["Bought first"][1:], [[one["product"], number(one["payers"])] for one in body["products"]], "what was bought first")


def worth(place, found, currency):
    """What members have paid since they joined: of each day, and a member's mean."""
    cohorts, ends = asked(place, "value")["cohorts"], ["0", "1", "7", "30", "90"]

    def paid(cohort, end):
        known = [one["after"][end] for one in cohort["currencies"] if one["currency"] == currency]
        if known:
            return known[0]
        others = [one["after"][end] for one in cohort["currencies"]]
        return None if None in others or cohort["day"] > earlier(cohorts[-1]["day"], int(end)) else "0"
    head, *rows = found["Revenue since joining, by day of joining (%s)" % currency]
    for row, cohort in zip(rows, reversed(cohorts)):
        wanted = [cohort["day"], number(cohort["new"]), number(cohort["payers"])]
        wanted += ["" if text is None else "{:,}".format(decimal.Decimal(text)) for text in (paid(cohort, end) for end in ends)]
        same(row, wanted, "a row of player value (%s)" % currency)
    wanted = []
    for end in ends:
        old = [(decimal.Decimal(paid(cohort, end)), cohort["new"]) for cohort in cohorts if paid(cohort, end) is not None]
        count = sum(new for _, new in old)
        if count:
            wanted.append("%s (of %s members)" % (each(sum(text for text, _ in old), count, currency, 4), number(count)))
    found = found["Revenue a member since joining (%s)" % currency][1:]
    same([row[1] for row in found], wanted, "revenue a member (%s)" % currency)

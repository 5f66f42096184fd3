import { h, stack } from "../dom.js";
import { ask, askReport } from "../api.js";
import { t, word } from "../i18n.js";
import { today, addDays, number, amount, longDate, milliseconds, zone, serviceClock } from "../format.js";
import { makeTable, col, leftOut, sendDateColumn } from "../tables.js";
import { spark } from "../charts.js";
import { live } from "../live.js";
import { tile, dayChart, change, total } from "../figures.js";
import { eachCurrency, together } from "../currencies.js";

export default async function overview(context) {
  const { app } = context;
  const [now, from] = [today(), addDays(today(), -13)];
  const wanted = (kind) => ask(app, "console.figures", { kind, from, to: now }).catch((error) => ({ error }));
  const [report, members, money, saved, alarms] = await Promise.all([
    askReport(app), wanted("members"), wanted("money"), ask(app, "console.saveSettings").catch(() => null),
    ask(app, "console.alarms").then((body) => body.alarms.filter((one) => !one.endedDate)).catch(() => [])]);
  const sold = money.error ? [] : eachCurrency(money);
  return stack(
    problems(context, report, alarms), maintenance(context, saved), live(context),
    members.error ? h("p", { class: "notice warn" }, t("ov.noFigures"))
      : h("section", { class: "stack" }, h("h2", null, t("ov.today", { day: now, zone: zone.name })),
        todayTiles(context, members, money, sold), h("div", { class: "grid" }, charts(members, money, sold))),
    sums(report), pushes(context, report));
}

// MARK: What needs somebody

function problems(context, report, alarms) {
  const lost = report.lostEvents ?? {};
  // What was given back needs nobody. A list of the report may leave some out.
  const ofList = (name, key, args) => [(report[name] ?? []).filter((row) => !row.returned).length, key, "payments", args, {},
    Boolean(report.leftOut?.[name])];
  const found = [
    [alarms.length, "ov.alarms", "alarms", []],
    ofList("unmatchedMoney", "ov.unmatched", ["unmatched"]), ofList("refunds", "ov.refunds", ["refunds"]),
    ofList("storeRows", "ov.storeRows", ["refunds"]),
      [total((report.claims ?? []).map((claim) => claim.count)), "ov.claims", "payments", [], { state: "PAID" }],
    [report.databaseLacks?.length, "ov.databaseLacks", "health", []], [(lost.dropped ?? 0) + (lost.damagedFiles ?? 0), "ov.lostEvents",
      null],
    [report.datesAhead, "ov.datesAhead", "health", []], [report.sweepHeld ? 1 : 0, "ov.sweepHeld", "health", []],
  ].filter(([count, , , , , isMore]) => count > 0 || isMore);
  return h("section", { "aria-labelledby": "problems" }, h("h2", { id: "problems" }, t("ov.problems")),
    found.length ? found.map(([count, key, view, args, filters, isMore]) => h("p", { class: "notice warn" },
      t(key, { n: `${number(count)}${isMore ? "+" : ""}` }), " ", view && (view !== "payments" || context.may("payments"))
        ? h("a", { href: context.address(view, args, filters) }, t("ov.look")) : null))
        : h("p", { class: "notice good" }, t("ov.noProblems")));
}

function maintenance(context, saved) {
  const set = saved?.settings?.maintenance;
  if (!set) return null;
  const now = serviceClock(saved.date)();
  const [begin, end] = [milliseconds(set.beginDate), milliseconds(set.endDate)];
  const isOver = end !== null && end <= now;
  const state = isOver ? "ov.maintenanceOver" : begin !== null && begin > now ? "ov.maintenanceComes" : "ov.maintenanceNow";
  return h("p", { class: isOver ? "notice" : "notice bad" }, t(state, { from: longDate(begin),
    to: end ? longDate(end) : t("ov.untilEnded") }), " ",
    h("a", { href: context.address("launching") }, t("ov.look")));
}

// MARK: Today against yesterday and a week before

/// Today's figure so far beside whole days: more is told, and less is not known before the day's end.
const risen = (now, then, isGoodUp = true) => (now > then ? change(now, then, isGoodUp) : null);

const revenueTitle = ({ key, currency }) => t(key === together ? "ov.converted" : "ov.revenue", { currency });

function todayTiles(context, members, money, sold) {
  const last = members.days.length - 1;
  const compared = (values, isGoodUp = true) => {
    const [now, before, week] = [values[last], values[last - 1] ?? null, values[last - 7] ?? null];
    const against = (key, then) => h("span", null, t(key, { n: number(then) }), " ", risen(now, then, isGoodUp));
    return [against("ov.yesterday", before), against("ov.weekBefore", week), spark(values)];
  };
  const one = (view, name, values, isGoodUp) => tile(h("a", { href: context.address(view) }, t(`m.${name}`)), number(values[last]),
    ...compared(values, isGoodUp));
  const tiles = ["new", "active", "returning", "withdrawn"].map((name) => one("members", name, members.figures[name],
    name !== "withdrawn"));
  if (!money.error) {
    tiles.push(tile(h("a", { href: context.address("money") }, t("money.payers")), number(money.payers[last]), ...compared(money.payers)));
    for (const one of sold) {
      const { key, currency, amounts, payments } = one;
      const day = (text, place) => h("span", null, t(text, { n: amount(amounts[place] ?? null) }), " ",
        risen(Number(amounts[last]), Number(amounts[place] ?? 0)));
      tiles.push(tile(h("a", { href: context.address("money", [], { currency: key }) }, revenueTitle(one)),
        amount(amounts[last], currency), t("ov.payments", { n: number(payments[last]) }),
        day("ov.yesterday", last - 1), day("ov.weekBefore", last - 7), spark(amounts.map(Number)),
        one.without?.length ? h("span", null, t("money.without", { currencies: one.without.join(", ") })) : null));
    }
  }
  return h("div", { class: "tiles" }, tiles);
}

function charts(members, money, sold) {
  const all = [dayChart({ title: t("m.chart.active"), days: members.days, name: "active",
    list: [{ name: t("m.active"), values: members.figures.active }, { name: t("m.new"), values: members.figures.new }] })];
  if (sold.length) {
    const { currency, amounts } = sold[0];
    all.push(dayChart({ title: revenueTitle(sold[0]), days: money.days, kind: "bar", name: "revenue",
      list: [{ name: t("money.amount"), values: amounts.map(Number), texts: amounts.map((one) => amount(one, currency)), exact: amounts,
        kind: "amount" }] }));
  }
  return all;
}

// MARK: Since the beginning

function sums(report) {
  const users = report.users ?? {};
  const real = report.revenue ?? [];
  const test = report.testRevenue ?? [];
  const rows = real.map((one) => ({ ...one, test: test.find((other) => other.currency === one.currency)?.captured ?? "0" }));
  const column = (key) => ({ key, title: t(`rev.${key}`), kind: "amount" });
  return h("section", { class: "stack" }, h("h2", null, t("ov.sums")),
    h("div", { class: "tiles" }, ["registered", "banned", "withdrawn"].map((name) => tile(t(`users.${name}`), number(users[name] ?? null)))),
    makeTable({ caption: t("ov.revenueSums"), name: "revenue-sums", rows, none: t("money.none"),
      columns: [col("currency", "currency"),
      ...["captured", "renewed", "granted", "consumed", "refunded", "chargeback", "test"].map(column)] }),
    report.sales?.length ? makeTable({ caption: t("ov.sales"), name: "sales", rows: report.sales, sortedBy: ["count", true], columns: [
      col("gamebaseProductId", "product"), col("storeCode", "store"),
        col("price", "price", "amount"),
      col("currency", "currency"), col("count", "count", "number"),
        col("testCount", "testCount", "number")] }) : null, leftOut(report, "sales"));
}

function pushes(context, report) {
  const rows = (report.pushes ?? []).slice(0, 5);
  return h("section", { class: "stack" }, makeTable({ caption: t("ov.pushes"), rows, none: t("push.none"), columns: [
    { key: "title", title: t("f.title"), cell: (row) => h("a", { href: context.address("pushes", [row.messageId]) }, row.title
      || t("push.untitled")) },
    { key: "state", title: t("state"), cell: (row) => word("push", row.state) },
      sendDateColumn(),
    col("accepted", "pf.accepted", "number"), col("delivered", "pf.delivered", "number"),
      col("clicked", "pf.clicked", "number")] }));
}


import { h, stack } from "../dom.js";
import { ask, session } from "../api.js";
import { t } from "../i18n.js";
import { number, amount, addDays } from "../format.js";
import { makeTable, col } from "../tables.js";
import { errorText } from "../dialogs.js";
import { span, spanBefore, filterBar, dayChart, mean, total, change, sumOf } from "../figures.js";

// Each app is asked three things.
const appsMax = 20;

/// The same figures of each app that a person may see, side by side.
export default async function apps(context) {
  const now = span(context.query);
  const shown = session.apps.slice(0, appsMax);
  const all = await Promise.all(shown.map(({ id }) => ofApp(id, now, context.query.compare === "1")));
  const known = all.filter((one) => !one.error);
  return stack(filterBar(context),
    all.filter((one) => one.error).map(({ app, error }) => h("p", { class: "notice warn" }, `${app}: ${errorText(error)}`)),
    known.length ? [charts(known, known.find(({ app }) => app === context.app) ?? known[0]), table(known)] : null,
    h("p", { class: "faint" }, t("apps.note"),
      session.apps.length > appsMax ? ` ${t("apps.more", { n: number(session.apps.length - appsMax) })}` : ""));
}

async function ofApp(app, now, isCompared) {
  const wanted = (kind, { from, to }) => ask(app, "console.figures", { kind, from, to });
  try {
    const { members, days } = await upToToday(now, (days) => wanted("members", days));
    const [money, concurrent, old] = await Promise.all([wanted("money", days), wanted("concurrent", days),
      isCompared ? wanted("members", spanBefore({ ...days, count: now.count })) : null]);
    return { app, members, money, connected: concurrent.now, old };
  } catch (error) {
    return { app, error };
  }
}

// Of two zones one may be two days behind the other: its last day is one before.
async function upToToday(now, wanted, late = 0) {
  const days = { from: addDays(now.from, -late), to: addDays(now.to, -late) };
  try {
    return { members: await wanted(days), days };
  } catch (error) {
    if (late === 2) throw error;
    return upToToday(now, wanted, late + 1);
  }
}

function charts(apps, here) {
  const chart = (name) => dayChart({ title: t(`m.${name}`), days: here.members.days, name: `apps-${name}`,
    list: apps.map(({ app, members }) => ({ name: app, values: members.figures[name] })),
    before: apps.every(({ old }) => old) ? apps.map(({ app, old }) => ({ name: app, values: old.figures[name] })) : [] });
  return h("div", { class: "grid" }, chart("active"), chart("new"));
}

function table(apps) {
  const against = (row, find) => (row.old ? [" ", change(find(row.members), find(row.old))] : null);
  const figure = (key, title, find, digits = 0) => ({ key, title: t(title), kind: "number", value: (row) => find(row.members),
    cell: (row) => h("span", null, number(find(row.members), digits), against(row, find)) });
  const sold = ({ money }) => money.currencies.map((one) => amount(sumOf(one.amounts), one.currency)).join(", ");
  return makeTable({ caption: t("apps.table"), name: "apps", rows: apps, sortedBy: ["active", true], columns: [
    col("app", "app", "text", { cell: ({ app }) => h("a", { href: `#/${encodeURIComponent(app)}/overview` }, app) }),
    col("connected", "live.players", "number"),
    figure("active", "m.activeMean", (one) => mean(one.figures.active), 1), figure("new", "m.new", (one) => total(one.figures.new)),
    { key: "payers", title: t("apps.payers"), kind: "number", value: ({ money }) => mean(money.payers), digits: 1 },
    { key: "amount", title: t("money.amount"), kind: "text", value: sold }] });
}

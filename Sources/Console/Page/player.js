// One player: what is held about it, table by table as the export gives it.
import { h, download, stack } from "./dom.js";
import { ask } from "./api.js";
import { t, word, has } from "./i18n.js";
import { makeTable, facts } from "./tables.js";
import { makeTabs } from "./tabs.js";
import { longDate, milliseconds, number } from "./format.js";
import { write } from "./json.js";
import { actions, banText, revokeButton } from "./player-actions.js";
import { paymentTable } from "./payment-parts.js";

/// - Parameter indexed: without tables that would have to be looked through whole, of all members. `notRead` names them.
export async function held(app, userId, { indexed = false } = {}) {
  const tables = {};
  let after, notRead;
  do {
    const body = await ask(app, "console.exportMember", { userId, ...(indexed ? { indexed } : {}), ...(after ? { after } : {}) });
    for (const [name, rows] of Object.entries(body.tables ?? {})) tables[name] = [...(tables[name] ?? []), ...rows];
    notRead = body.notRead ?? [];
    after = body.next;
  } while (after);
  return { tables, notRead };
}

export async function player(context, userId) {
  const [{ tables, notRead }, paid] = await Promise.all([held(context.app, userId, { indexed: true }),
    context.may("payments") ? context.ask("payments", { userId }).catch(() => ({ payments: [] }))
      : { payments: [] }]);
  const member = tables.members?.[0];
  if (!member) throw new Error(t("players.nobody", { text: userId }));
  const bans = tables.bans ?? [];
  // Whether a ban lasts still says the service, whose clock is another than this browser's.
  const running = member.valid === "B" ? bans.find((row) => !row.released_date) : undefined;
  const grace = tables.grace_bans?.[0];
  const exportAll = async () => {
    const all = await held(context.app, userId);
    download(`${userId}.json`, write({ app: context.app, userId, date: new Date().toISOString(), tables: all.tables }, 2),
      "application/json");
  };
  return stack(
    h("p", null, h("a", { href: context.address("players") }, `← ${t("players.back")}`)),
    h("section", { class: "card stack", "aria-labelledby": "who" }, h("h2", { id: "who", class: "id" }, userId),
      running ? h("p", { class: "notice bad" }, t("ban.is", { kind: banText(running) }),
        running.message ? h("span", null, " ", t("ban.says", { message: running.message })) : null) : null,
      grace ? h("p", { class: "notice warn" }, t("grace.is", { date: longDate(grace.grace_period_date) })) : null,
      memberFacts(member), actions(context, userId, { isBanned: Boolean(running), hasGrace: Boolean(grace),
        isGone: Boolean(member.withdrawn_date) }, exportAll)),
    makeTabs(t("players.tabs"), tabs(context, tables, notRead, paid.payments), context.query.tab, (tab) => rememberTab(context, tab)));
}

// The address has the tab, so that a reload shows the same; nothing is asked anew for it.
function rememberTab(context, tab) {
  context.query.tab = tab;
  history.replaceState(null, "", context.address(context.view, context.args, context.query));
}

function memberFacts(member) {
  const info = infoOf(member.info);
  return facts([
    [t("state"), word("valid", member.valid)], [t("registered"), longDate(member.registered_date)],
      [t("lastLogin"), longDate(member.last_login_date)],
    member.withdrawn_date ? [t("withdrawn"), longDate(member.withdrawn_date)] : null,
    member.grace_period_date ? [t("players.withdrawsOn"), longDate(member.grace_period_date)] : null,
    ...Object.entries(info).map(([key, value]) => [has(`info.${key}`) ? t(`info.${key}`) : key,
      typeof value === "object" ? write(value) : String(value)])]);
}

function infoOf(text) {
  try { return typeof text === "string" ? JSON.parse(text) ?? {} : text ?? {}; } catch { return { info: text }; }
}

// Tables that have a tab of their own; what is left is shown as it is.
const known = {
  identities: ["mappings", "idp_revocations"], devices: ["push_tokens"], sessions: ["sessions", "proven_places", "transfer_accounts"],
    bans: ["bans", "grace_bans"],
  terms: ["terms_consents", "terms_agreements"], pushes: ["push_results", "push_waiting", "push_planned", "push_tagged"],
    game: ["user_levels", "leaderboard_entries", "coupon_uses"],
};

function tabs(context, tables, notRead, payments) {
  const rest = Object.keys(tables).filter((name) => !Object.values(known).flat().includes(name) && !["members", "payments"].includes(name));
  const tab = (id, names) => {
    const there = names.filter((name) => tables[name]?.length);
    const size = there.reduce((all, name) => all + tables[name].length, 0);
    return { id, title: `${t(`tab.${id}`)} (${number(size)})`, make: () => stack(
      there.length ? there.map((name) => rawTable(context, name, tables[name])) : h("p", { class: "none" }, t("nothing"))) };
  };
  return [
    tab("identities", known.identities),
    { id: "payments", title: `${t("tab.payments")} (${number(payments.length)})`,
      make: () => paymentTable(context, [...payments].reverse(), t("tab.payments")) },
    ...["devices", "sessions", "bans", "terms", "pushes", "game"].map((id) => tab(id, known[id])), { ...tab("other", rest),
      make: () => stack(tab("other", rest).make(), notRead.length ? h("p", { class: "faint" },
        t("players.notRead", { tables: notRead.join(", ") })) : null) }];
}

/// A day is counted from 1970 on.
const isDay = (key) => key === "day" || key.endsWith("_day");
const dayOf = (days) => (days === null || days === undefined ? "" : new Date(Number(days) * 86400000).toISOString().slice(0, 10));
const isDate = (key, value) => (key.endsWith("_date") || key.endsWith("_until")) && milliseconds(value) !== null;

function rawTable(context, name, rows) {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => key !== "user_id" && key !== "owner");
  const columns = keys.map((key) => ({
    key, title: has(`column.${key}`) ? t(`column.${key}`) : key.replaceAll("_", " "),
    kind: rows.some((row) => isDate(key, row[key])) ? "date" : "text",
    class: /(_key|_id|token|place)$/.test(key) ? "id" : "",
    ...(isDay(key) ? { value: (row) => dayOf(row[key]), class: "date" } : {}),
  }));
  if (name === "mappings") columns.push({ title: "", isFixed: true, cell: (row) => revokeButton(context, row) });
  return makeTable({ caption: has(`held.${name}`) ? t(`held.${name}`) : name.replaceAll("_", " "), rows, name, columns });
}

// What is wrong with an app, as far as its settings and its report tell. The ledger is checked at the payments; `gamebasectl doctor` also
// looks at files.
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { askReport, hasRole } from "./api.js";
import { makeTable } from "./tables.js";
import { milliseconds, number } from "./format.js";

// A store's report is read each minute; a clock may go on so far.
const hourMilliseconds = 3_600_000;
const reportMilliseconds = 2 * hourMilliseconds;

/// Each: its text, and the view in which it is mended.
export async function faults(context) {
  const [kept, report] = await Promise.all([context.ask("saveSettings"), askReport(context.app)].map((asked) =>
    asked.catch((error) => ({ error }))));
  const unread = [["console.saveSettings", kept], ["console.report", report]].filter(([, body]) => body.error);
  return [...unread.map(([name, { error }]) => [t("doctor.unread", { name, reason: error.message }), null]),
    ...(kept.error ? [] : ofSettings(context, kept)), ...(report.error ? [] : ofReport(report))];
}

function ofSettings(context, { settings, weakSecrets = [], closedSecrets = [] }) {
  const { app, products, stores = [], maintenance } = settings;
  const isReal = app?.typeCode === "REAL";
  // Who may not act on settings is given none of their secrets.
  const hasSecrets = hasRole(context.app, "operator");
  return [
    ...weakSecrets.map((name) => [t("doctor.weakSecret", { name }), "allSettings"]),
    ...closedSecrets.map((name) => [t("doctor.closedSecret", { name }), "allSettings"]),
    hasSecrets && !app?.secretKey ? [t(isReal ? "doctor.noGameServer" : "doctor.anyGameServer"), "app"] : null,
    isReal && (!stores?.length || stores.some((store) => store.storeCode === "SANDBOX")) ? [t("doctor.sandbox"), "stores"] : null,
    products?.length ? null : [t("doctor.noProducts"), "catalogue"], maintenance ? [t("doctor.maintenance"), "launching"] : null,
  ].filter(Boolean);
}

function ofReport({ date, storeReports = [], databaseLacks = [], datesAhead, sweepHeld }) {
  const now = milliseconds(date);
  const isOld = ({ readDate }) => !readDate || now - milliseconds(readDate) > reportMilliseconds;
  return [
    ...(storeReports ?? []).filter(isOld).map(({ storeCode }) => [t("doctor.storeReport", { store: storeCode }), "stores"]),
    databaseLacks?.length ? [t("ov.databaseLacks", { n: number(databaseLacks.length) }), null] : null,
    datesAhead ? [t("ov.datesAhead", { n: number(datesAhead) }), null] : null,
    sweepHeld >= hourMilliseconds ? [t("ov.sweepHeld"), null] : null,
  ].filter(Boolean);
}

export async function doctor(context) {
  const rows = (await faults(context)).map(([text, view]) => ({ text, view }));
  if (!rows.length) return h("p", { class: "notice good" }, t("doctor.well"));
  return makeTable({ caption: t("doctor.title"), name: "doctor", rows, columns: [{ key: "text", title: t("doctor.fault") },
    { key: "view", title: t("doctor.where"), cell: ({ view }) => (view ? h("a", { href: context.address(view) }, t(`nav.${view}`)) : "–"),
      value: ({ view }) => (view ? t(`nav.${view}`) : "") }] });
}

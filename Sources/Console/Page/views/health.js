import { h, button, stack } from "../dom.js";
import { call, work, session, askReport } from "../api.js";
import { t } from "../i18n.js";
import { write } from "../json.js";
import { makeTable, col } from "../tables.js";
import { makeChart } from "../charts.js";
import { number, longDate, bytes } from "../format.js";
import { tile } from "../figures.js";
import { doctor } from "../doctor.js";

/// The lines of Prometheus' text format: [{name, help, kind, samples: [{labels, value}]}].
export function parseMetrics(text) {
  const families = new Map();
  const family = (name) => {
    const base = name.replace(/_(bucket|sum|count)$/, (end, _, place, whole) => (families.has(whole.slice(0, place)) ? "" : end));
    if (!families.has(base)) families.set(base, { name: base, help: "", kind: "", samples: [] });
    return families.get(base);
  };
  for (const line of text.split("\n")) {
    const comment = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line);
    if (comment) { family(comment[2])[comment[1] === "HELP" ? "help" : "kind"] = comment[3]; continue; }
    const sample = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line);
    if (!sample) continue;
    const labels = Object.fromEntries([...(sample[2] ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value]) => [key,
      value.replace(/\\(.)/g, (_, sign) => (sign === "n" ? "\n" : sign))]));
    family(sample[1]).samples.push({ name: sample[1], labels, value: Number(sample[3]) });
  }
  return [...families.values()];
}

export default async function health(context) {
  const isEverywhere = "*" in (session.person?.roles ?? {});
  const [metrics, database, report, found] = await Promise.all([isEverywhere ? call("metrics").catch((error) => ({ error })) : null,
    work(context.app, "database").catch((error) => ({ error })), askReport(context.app).catch(() => ({})),
    doctor(context)]);
  const families = metrics?.text ? parseMetrics(metrics.text) : [];
  return stack(
    h("p", { class: "faint" }, t("health.at", { date: longDate(Date.now()), version: session.version })),
    h("section", { class: "stack", "aria-labelledby": "doctor" }, h("h2", { id: "doctor" }, t("doctor.title")), found),
    databasePart(database, report),
    metrics === null ? h("p", { class: "notice" }, t("health.needsAll")) : metrics.error
      ? h("p", { class: "notice bad" }, metrics.error.message) : null,
    families.length ? [tiles(families), h("div", { class: "grid" }, histogram(families),
      bars(families, "gamebased_requests_total", "health.requests"), bars(families, "gamebased_limited_total", "health.limited")),
      limits(families), all(families)] : null,
    h("div", null, button({ onclick: context.reload }, t("again"))));
}

function databasePart({ error, database }, { databaseLacks = [], datesAhead, sweepHeld }) {
  const lacks = [...(databaseLacks ?? []), ...(database?.lacks ?? [])];
  const problems = [...lacks.map((lack) => (typeof lack === "string" ? lack : write(lack))),
    datesAhead ? t("ov.datesAhead", { n: number(datesAhead) }) : null, sweepHeld ? t("ov.sweepHeld") : null].filter(Boolean);
  const rows = Object.entries(database ?? {}).map(([key, value]) => ({ key, value: value !== null
    && typeof value === "object" ? write(value) : value }));
  return h("section", { class: "stack" }, problems.map((text) => h("p", { class: "notice bad" }, text)),
    error ? h("p", { class: "notice bad" }, error.message) : null,
    rows.length ? makeTable({ caption: t("health.database"), rows, columns: [col("key", "name"),
      col("value", "health.value")] }) : null);
}

const find = (families, name) => families.find((family) => family.name === name)?.samples ?? [];
const first = (families, name) => find(families, name)[0]?.value ?? null;

function tiles(families) {
  const shown = [["gamebased_connections", number], ["gamebased_streams", number], ["gamebased_requests_under_way", number],
    ["gamebased_body_bytes", bytes], ["gamebased_output_bytes", bytes],
    ["gamebased_clock_ahead_seconds", (value) => t("unit.seconds", { n: number(value, 3) })]];
  return h("div", { class: "tiles" }, shown.filter(([name]) => first(families,
    name) !== null).map(([name, text]) => tile(t(`metric.${name}`), text(first(families, name)))));
}

/// Buckets are counted from the smallest on; shown is what each has for itself.
function histogram(families) {
  const samples = find(families, "gamebased_request_seconds").filter((sample) => sample.name.endsWith("_bucket"));
  if (!samples.length) return null;
  const limits = [...new Set(samples.map((sample) => sample.labels.le))];
  const counts = limits.map((limit) => samples.filter((sample) => sample.labels.le === limit).reduce((sum, sample) => sum + sample.value,
    0));
  return makeChart({ title: t("health.times"), labelTitle: t("health.until"), kind: "bar", name: "request-times",
    labels: limits.map((limit) => (limit === "+Inf" ? t("health.longer") : `≤ ${limit} s`)),
    series: [{ name: t("health.requestsShort"), values: counts.map((count, place) => count - (counts[place - 1] ?? 0)) }] });
}

function bars(families, name, title) {
  const samples = find(families, name).filter((sample) => sample.value > 0).sort((one, other) => other.value - one.value).slice(0, 15);
  return samples.length ? makeChart({ title: t(title), labelTitle: t("name"), kind: "bar", name,
    labels: samples.map((sample) => Object.values(sample.labels).filter((value) => value !== session.apps[0]?.id).join(" ") || sample.name),
    series: [{ name: t("count"), values: samples.map((sample) => sample.value) }] }) : null;
}

/// What each limit lets through, and how often it refused; one without a rate is off.
function limits(families) {
  const value = (name, limit) => find(families, name).find((sample) => sample.labels.limit === limit)?.value ?? null;
  const rows = find(families, "gamebased_limited_total").map(({ labels: { limit }, value: refused }) => ({ limit, refused,
    rate: value("gamebased_limit_per_second", limit), atOnce: value("gamebased_limit_at_once", limit) }));
  return rows.length ? makeTable({ caption: t("health.limits"), name: "limits", rows, columns: [
    { key: "limit", title: t("health.limit"), class: "id" },
    { key: "rate", title: t("health.perSecond"), kind: "number", digits: 2, cell: ({ rate }) => (rate === null ? t("health.off")
      : number(rate, 2)) },
    { key: "atOnce", title: t("health.atOnce"), kind: "number" }, { key: "refused", title: t("health.refused"), kind: "number" }] }) : null;
}

function all(families) {
  const rows = families.flatMap((family) => family.samples.map((sample) => ({ ...sample, help: family.help,
    labels: Object.entries(sample.labels).map(([key, value]) => `${key}=${value}`).join(" ") })));
  return makeTable({ caption: t("health.all"), name: "metrics", rows, columns: [{ key: "name", title: t("name"), class: "id" },
    { key: "labels", title: t("health.labels"), class: "id" },
    { key: "value", title: t("health.value"), kind: "number", digits: 6 }, col("help", "health.help")] });
}

// What the views of figures have in common: the bar of filters, whose state is the address, and what is asked for by it.
import { h, uniqueId, button } from "./dom.js";
import { t, word } from "./i18n.js";
import { today, addDays, daysBetween, isDay, zone, number, percent, weekday, sum } from "./format.js";
import { makeChart } from "./charts.js";

const ranges = [7, 28, 90];
const daysMax = 400;
// A year that is being typed is before it.
const firstDay = "2000-01-01";
const pauseMilliseconds = 1500;

export function span(query) {
  const now = today();
  if (isDay(query.from) && isDay(query.to)) {
    const to = query.to > now ? now : query.to;
    const from = query.from > to ? to : query.from < addDays(to, 1 - daysMax) ? addDays(to, 1 - daysMax) : query.from;
    return { from, to, count: daysBetween(from, to), isOwn: true };
  }
  const count = ranges.includes(Number(query.range)) ? Number(query.range) : 28;
  return { from: addDays(now, 1 - count), to: now, count, isOwn: false };
}

export const spanBefore = ({ from, count }) => ({ from: addDays(from, -count), to: addDays(from, -1), count });

/// - Returns: the answer, and that of the period before where it is to be compared.
export async function askFigures(context, kind, { by, isCompared = context.query.compare === "1" } = {}) {
  const now = span(context.query);
  const wanted = (one) => context.ask("figures", { kind, from: one.from, to: one.to, ...(by ? { by } : {}) });
  const [figures, before] = await Promise.all([wanted(now), isCompared ? wanted(spanBefore(now)) : null]);
  return { figures, before, span: now };
}

export function filterBar(context, { by = [], canCompare = true, more = [] } = {}) {
  const { query } = context;
  const now = span(query);
  const choose = (count) => context.filter({ range: count, from: null, to: null });
  const own = (name, day) => {
    if (!context.isHere() || !isDay(day) || day < firstDay) return;
    const next = { from: now.from, to: now.to, [name]: day };
    // Who goes on to later days says the first of them first, and the other way round.
    context.filter({ ...(next.from > next.to ? { from: day, to: day } : next), range: null });
  };
  return h("div", { class: "bar card", role: "group", "aria-label": t("filters") },
    h("div", { class: "field" }, h("span", { class: "label", id: "range-label" }, t("range")),
      h("div", { class: "ranges", role: "group", "aria-labelledby": "range-label" },
        ranges.map((count) => button({ class: "small", "aria-pressed": String(!now.isOwn && now.count === count),
        onclick: () => choose(count),
      }, t("range.days", { n: count }))))),
    dayField(t("range.from"), now.from, zone.since, (day) => own("from", day)),
      dayField(t("range.to"), now.to, zone.since, (day) => own("to", day)),
    by.length ? select(t("by"), [["", t("by.none")], ...by.map((name) => [name, t(`by.${name}`)])], query.by ?? "",
      (value) => context.filter({ by: value })) : null,
    more, canCompare ? checkbox(t("compare"), query.compare === "1", (isOn) => context.filter({ compare: isOn ? "1" : null })) : null,
    h("p", { class: "faint" }, t("zone.named", { zone: zone.name })));
}

/// A day is typed part by part, and each part makes another day of it: it is taken with Enter, when the field is left, or after a pause.
function dayField(label, value, first, take) {
  const id = uniqueId("day");
  let timer;
  const done = ({ target }) => {
    clearTimeout(timer);
    if (target.value !== value) take(target.value);
  };
  return h("div", { class: "field" }, h("label", { for: id }, label), h("input", { type: "date", id, value, min: first, max: today(),
    onchange: (event) => { clearTimeout(timer); timer = setTimeout(done, pauseMilliseconds, event); }, onblur: done,
    onkeydown: (event) => { if (event.key === "Enter") done(event); } }));
}

export function select(label, options, value, take) {
  const id = uniqueId("choice");
  return h("div", { class: "field" }, h("label", { for: id }, label),
    h("select", { id, onchange: (event) => take(event.target.value) },
      options.map(([option, text]) => h("option", { value: option, selected: option === value }, text))));
}

export function checkbox(label, value, take) {
  const id = uniqueId("flag");
  return h("div", { class: "field flag" }, h("input", { type: "checkbox", id, checked: value,
    onchange: (event) => take(event.target.checked) }),
    h("label", { for: id }, label));
}

export const partName = (value, by) => (value === null ? t("others") : value === "" ? t("notSaid") : word(`part.${by}`, value));
/// Levels by their numbers, the others last; other parts as they come.
export const inOrder = (parts, by) => (by === "level"
  ? [...parts].sort((one, other) => (one.value === null) - (other.value === null) || Number(one.value) - Number(other.value)) : parts);
export const dayLabel = (day) => `${day.slice(5)} ${weekday(day)}`;

/// The mean of what is known; null when nothing is.
export function mean(values) {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length ? known.reduce((all, value) => all + value, 0) / known.length : null;
}

export function total(values) {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length ? known.reduce((all, value) => all + value, 0) : null;
}

/// How much more or less than before; a sign says it, not the colour alone.
export function change(now, before, isGoodUp = true) {
  if (now === null || before === null || before === undefined || !before) return null;
  const share = now / before - 1;
  if (!Number.isFinite(share)) return null;
  const sign = share > 0.0005 ? "▲" : share < -0.0005 ? "▼" : "=";
  const isGood = share > 0 === isGoodUp;
  return h("span", { class: sign === "=" ? "" : isGood ? "up" : "down" }, `${sign} ${percent(Math.abs(share))}`);
}

export function tile(title, value, ...more) {
  return h("div", { class: "tile" }, h("p", { class: "title" }, title), h("p", { class: "value" }, value),
    more.flat().filter(Boolean).map((one) =>
    (one instanceof SVGElement ? one : h("p", { class: "small" }, one))));
}

/// A chart of some figures by day, with those of the period before as dashes.
export function dayChart({ title, days, labels = days.map(dayLabel), list, before, name, kind, isStacked, note, digits, isPercent,
  textOf, axis }) {
  const text = (values) => (textOf ? values.map((value) => (value === null || value === undefined ? null : textOf(value))) : null);
  const series = list.map((one, place) => ({ name: one.name, values: one.values, texts: one.texts ?? text(one.values), exact: one.exact,
    kind: one.kind, colourPlace: place, digits }));
  for (const [place, one] of (before ?? []).entries()) {
    series.push({ name: t("before", { what: one.name }), values: one.values, texts: one.texts ?? text(one.values), exact: one.exact,
      kind: one.kind,
      isDashed: true, colourPlace: place, digits });
  }
  return makeChart({ title, labels, names: days, series, name, kind, isStacked, note, isPercent, axis });
}

export const numbers = (texts) => texts.map((text) => (text === null ? null : Number(text)));
export const sumOf = (texts) => sum(texts.filter((text) => text !== null));
export const count = (value) => number(value);

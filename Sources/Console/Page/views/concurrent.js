import { h, stack } from "../dom.js";
import { t } from "../i18n.js";
import { number, today, addDays } from "../format.js";
import { makeChart } from "../charts.js";
import { askFigures, filterBar, dayChart, dayLabel, tile, total, change, partName, inOrder } from "../figures.js";

const by = ["provider", "country", "language", "os", "version", "store", "level", "channel", "class"];
// A member is counted where it was when its day began, and its time where it is: divided they would say nothing.
const inGame = ["level", "channel", "class"];

export default async function concurrent(context) {
  if (by.includes(context.query.by)) return divided(context, context.query.by);
  // By the clock of this machine, which may be wrong: then there are none.
  const now = today();
  const [{ figures, before }, late] = await Promise.all([askFigures(context, "concurrent"),
    context.ask("figures", { kind: "concurrent", from: addDays(now, -1), to: now })]);
  return stack(filterBar(context, { by }), all(figures, before ? values(before) : null, late.tenMinutes ? byTenMinutes(late) : null));
}

async function divided(context, part) {
  const { figures: { days, parts } } = await askFigures(context, "concurrent", { by: part, isCompared: false });
  const list = inOrder(parts, part).map(({ value, figures }) => ({ name: partName(value, part), ...figures }));
  const chart = (name, find, more) => dayChart({ title: t(`cu.${name}`), days, name: `concurrent-${name}-by-${part}`,
    list: list.map((one) => ({ name: one.name, values: find(one) })), ...more });
  const each = (one) => one.playMinutes.map((minutes, day) => (minutes === null || !one.active[day] ? null : minutes / one.active[day]));
  return stack(filterBar(context, { by, canCompare: false }), h("div", { class: "grid" },
    chart("playMinutes", (one) => one.playMinutes, { kind: "bar", isStacked: true }),
    chart("average", (one) => known(one.average), { digits: 1 }),
    inGame.includes(part) ? null : chart("perPlayer", each, { digits: 1 })), h("p", { class: "faint" }, t("cu.partsNote")));
}

const hourMilliseconds = 3_600_000;

// Averages have a tenth. Minutes of a player and of a session follow from sums of the day.
function values({ days, figures }) {
  const share = (parts) => figures.playMinutes.map((minutes, place) => (minutes === null || !parts[place] ? null : minutes / parts[place]));
  return { days, peak: figures.peak, average: known(figures.average), playMinutes: figures.playMinutes,
    perPlayer: share(figures.active), perSession: share(figures.sessions), active: figures.active, sessions: figures.sessions };
}

const known = (list) => list.map((value) => (value === null ? null : Number(value)));
const most = (list) => list.reduce((found, value) => (value === null || value < found ? found : value), null);
// Of the days that were counted.
const shareOf = (one, parts) => {
  const counted = one[parts].filter((_, place) => one.playMinutes[place] !== null);
  return total(counted) ? total(one.playMinutes) / total(counted) : null;
};

function all(body, old, late) {
  const now = values(body);
  const sum = (name, find, digits = 0) => tile(t(`cu.${name}`), number(find(now), digits), old ? change(find(now), find(old)) : null);
  const list = (names, from) => (from ? names.map((name) => ({ name: t(`cu.${name}`), values: from[name] })) : []);
  const chart = (title, names, digits) => dayChart({ title: t(`cu.chart.${title}`), days: now.days, list: list(names, now),
    before: list(names, old), digits, name: `concurrent-${title}` });
  return [
    h("div", { class: "tiles" }, tile(t("live.players"), number(body.now)), sum("peak", (one) => most(one.peak)),
      sum("perPlayer", (one) => shareOf(one, "active"), 1), sum("perSession", (one) => shareOf(one, "sessions"), 1),
      sum("playMinutes", (one) => total(one.playMinutes))),
    late, body.hours ? hourly(body) : null,
    h("div", { class: "grid" }, chart("day", ["peak", "average"], 1), chart("time", ["perPlayer", "perSession"], 1),
      chart("sum", ["playMinutes"])),
    h("p", { class: "faint" }, t("cu.note")),
  ];
}

/// Of each hour what players may have come or gone for, as triangles at its height; their texts say what it was.
function events(body, starts) {
  const end = (place) => starts[place] + hourMilliseconds;
  const there = (list, isThere) => starts.map((_, place) => list.filter((one) => isThere(one, place)));
  const marks = (name, colourPlace, found, textOf) => ({ name, isMark: true, colourPlace, kind: "text",
    values: found.map((list, place) => (list.length ? body.hours.peak[place] ?? 0 : null)),
    texts: found.map((list) => list.map(textOf).join(", ")), exact: found.map((list) => list.map(textOf).join(", ")) });
  return [
    // However many there were in the hour: it says that there was one.
    marks(t("launch.maintenance"), 2, there(body.maintenances, (one, place) => one.begin < end(place) && (one.end ?? Infinity) > starts[place])
      .map((list) => list.slice(0, 1)), () => t("cu.underway")),
    marks(t("nav.pushes"), 3, there(body.pushes, (one, place) => one.date >= starts[place] && one.date < end(place)), (one) => one.title),
  ].filter((one) => one.values.some((value) => value !== null));
}

/// Today, over yesterday.
function byTenMinutes({ days, tenMinutes: { peak, average } }) {
  const half = peak.length / 2;
  const labels = Array.from({ length: half }, (_, place) => [place / 6, (place % 6) * 10]
    .map((one) => String(Math.floor(one)).padStart(2, "0")).join(":"));
  const line = (key, list, more) => ({ name: t(`cu.${key}`), values: list.slice(half), ...more });
  return makeChart({ title: t("cu.chart.tens", { day: dayLabel(days.at(-1)) }), labels, labelTitle: t("cu.hour"), name: "concurrent-today",
    series: [line("peak", peak, { colourPlace: 0 }), line("average", known(average), { colourPlace: 1, digits: 1 }),
      { name: t("before", { what: t("cu.peak") }), values: peak.slice(0, half), colourPlace: 0, isDashed: true }] });
}

function hourly(body) {
  const { days, hours } = body;
  const names = days.flatMap((day) => Array.from({ length: 24 }, (_, hour) => `${day} ${String(hour).padStart(2, "0")}:00`));
  const labels = names.map((name) => `${dayLabel(name.slice(0, 10))} ${name.slice(11)}`);
  return makeChart({ title: t("cu.chart.hour"), labels, names, labelTitle: t("cu.hour"), name: "concurrent-hours", series: [
    { name: t("cu.peak"), values: hours.peak, colourPlace: 0 },
    { name: t("cu.average"), values: known(hours.average), colourPlace: 1, digits: 1 },
    ...events(body, names.map((name) => Date.parse(`${name.replace(" ", "T")}:00${body.timeZone}`)))] });
}

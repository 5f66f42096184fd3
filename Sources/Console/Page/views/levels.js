import { h, stack } from "../dom.js";
import { t } from "../i18n.js";
import { number, percent, duration, durationStep } from "../format.js";
import { makeChart } from "../charts.js";
import { makeTable, col } from "../tables.js";
import { askFigures, filterBar, dayChart, tile, total, change, partName } from "../figures.js";

const by = ["channel", "class"];
// In the order of `times`.
const times = ["hour", "day", "days3", "days7", "days30", "later"];

/// How far players have come, how many levels they reach a day, and how long it takes.
export default async function levels(context) {
  const wanted = by.includes(context.query.by) ? context.query.by : null;
  const { figures, before } = await askFigures(context, "levels", { by: wanted });
  return stack(filterBar(context, { by, canCompare: !wanted }), wanted ? parts(figures, wanted) : whole(figures, before));
}

function whole(body, before) {
  const { days, figures, levels } = body;
  const ups = total(figures.levelUps), old = before && total(before.figures.levelUps);
  const list = (one) => (one ? [{ name: t("lv.levelUps"), values: one.figures.levelUps }] : []);
  const highest = levels.findLast((level) => level.reached > 0);
  const unbelieved = total(figures.unbelieved);
  return [
    h("div", { class: "tiles" }, tile(t("lv.levelUps"), number(ups), before ? change(ups, old) : null),
      tile(t("lv.highest"), highest ? number(highest.level) : "–"),
      body.others.levelUps ? tile(t("lv.others"), number(body.others.levelUps)) : null,
      unbelieved ? tile(t("lv.unbelieved"), number(unbelieved)) : null),
    h("div", { class: "grid" }, funnel(levels),
      dayChart({ title: t("lv.chart"), days, list: list(body), before: list(before), name: "level-ups", note: t("lv.note") }),
      meanTimes(levels), spread(levels)),
    table(levels),
  ];
}

const bars = ({ title, levels, series, name, note, ...more }) => makeChart({ title, labels: levels.map(({ level }) => String(level)),
  labelTitle: t("lv.level"), series, name, note, kind: "bar", ...more });

const funnel = (levels) => bars({ title: t("lv.funnel"), levels, name: "levels", note: t("lv.funnelNote"), series: [
  { name: t("lv.reached"), values: levels.map((one) => one.reached) },
  { name: t("lv.players"), values: levels.map((one) => one.players) }] });

const timed = (levels) => levels.filter((one) => one.levelUps > 0);

function meanTimes(all) {
  const levels = timed(all);
  const seconds = levels.map((one) => one.meanSeconds);
  return bars({ title: t("lv.mean"), levels, name: "time-to-level", note: t("lv.meanNote"), axis: duration,
    step: durationStep(Math.max(0, ...seconds)),
    series: [{ name: t("lv.meanTime"), values: seconds, exact: seconds, texts: seconds.map(duration) }] });
}

function spread(all) {
  const levels = timed(all);
  return bars({ title: t("lv.spread"), levels, name: "time-to-level-spread", isStacked: true, note: t("lv.meanNote"),
    series: times.map((name, place) => ({ name: t(`lv.${name}`), values: levels.map((one) => one.times[place]) })) });
}

function table(levels) {
  const most = Math.max(0, ...levels.map((one) => one.reached));
  return makeTable({ caption: t("lv.table"), name: "levels-table", rows: levels, none: t("lv.none"), pageRows: 60, columns: [
    col("level", "lv.level", "number"), col("reached", "lv.reached", "number"),
    { title: t("lv.share"), kind: "number", value: (one) => (most ? one.reached / most : null),
      cell: (one) => (most ? percent(one.reached / most) : "–") },
    col("players", "lv.players", "number"), col("levelUps", "lv.levelUps", "number"),
    col("meanSeconds", "lv.meanTime", "number", { cell: (one) => (one.meanSeconds === null ? "–" : duration(one.meanSeconds)) })] });
}

function parts({ days, parts: list }, by) {
  const known = list.map((one) => ({ ...one, name: partName(one.value, by) }));
  const numbers = [...new Set(known.flatMap((one) => one.levels.map(({ level }) => level)))].sort((one, other) => one - other);
  const reached = (one, level) => one.levels.find((found) => found.level === level)?.reached ?? 0;
  if (!known.length) return h("p", { class: "card none" }, t("lv.noNames"));
  return [
    dayChart({ title: t("lv.levelUps"), days, kind: "bar", isStacked: true, name: `level-ups-by-${by}`, note: t("lv.partsNote"),
      list: known.map(({ name, figures }) => ({ name, values: figures.levelUps })) }),
    bars({ title: t("lv.by", { by: t(`by.${by}`) }), levels: numbers.map((level) => ({ level })), name: `levels-by-${by}`,
      series: known.map((one) => ({ name: one.name, values: numbers.map((level) => reached(one, level)) })) }),
  ];
}

import { h, stack } from "../dom.js";
import { t } from "../i18n.js";
import { number, percent } from "../format.js";
import { askFigures, filterBar, dayChart, tile, mean, total, change, partName, inOrder, select } from "../figures.js";
import { byPeriods } from "../periods.js";
import { frequencyCharts } from "../frequency.js";

const by = ["provider", "country", "language", "os", "version", "store", "level", "channel", "class"];
const steps = { day: "members", week: "weeks", month: "months" };

export default async function members(context) {
  const step = Object.hasOwn(steps, context.query.step) ? context.query.step : "day";
  const isByDay = step === "day";
  const wanted = isByDay && by.includes(context.query.by) ? context.query.by : null;
  const [{ figures, before }, often] = await Promise.all([
    askFigures(context, steps[step], isByDay ? { by: wanted } : { isCompared: false }),
    isByDay && !wanted ? askFigures(context, "frequency", { isCompared: false }) : null]);
  const content = !isByDay ? byPeriods(figures, step) : wanted ? parts(figures, wanted)
    : all(figures, before, frequencyCharts(often.figures));
  const more = select(t("interval"), Object.keys(steps).map((name) => [name, t(`interval.${name}`)]), step,
    (value) => context.filter({ step: value === "day" ? null : value }));
  return stack(filterBar(context, { by: isByDay ? by : [], canCompare: isByDay && !wanted, more }), content);
}

function all({ days, figures }, before, more) {
  const old = before?.figures;
  const list = (names) => names.map((name) => ({ name: t(`m.${name}`), values: figures[name] }));
  const then = (names) => (old ? names.map((name) => ({ name: t(`m.${name}`), values: old[name] })) : []);
  const chart = (title, names, more = {}) => dayChart({ title: t(title), days, list: list(names), before: then(names),
    name: `members-${names[0]}`, ...more });
  const stick = (one) => one.active.map((value, place) => (value === null || !one.active30[place] ? null : value / one.active30[place]));
  const sums = (name, isGoodUp) => tile(t(`m.${name}`), number(total(figures[name])),
    old ? change(total(figures[name]), total(old[name]), isGoodUp) : null);
  return [
    h("div", { class: "tiles" }, sums("new"), tile(t("m.activeMean"), number(mean(figures.active)),
      old ? change(mean(figures.active), mean(old.active)) : null),
      sums("returning"), sums("lapsed", false), sums("withdrawn", false),
      tile(t("m.total"), number(figures.total.at(-1)))),
    h("div", { class: "grid" },
      chart("m.chart.active", ["active", "active7", "active30"], { note: t("m.note.active") }),
      chart("m.chart.new", ["new", "newOnNewDevices", "withdrawn"], { note: t("m.note.new") }),
      chart("m.chart.flow", ["returning", "lapsed"], { note: t("m.note.flow") }),
      chart("m.chart.sessions", ["sessions"]),
      dayChart({ title: t("m.chart.stickiness"), days, name: "members-stickiness",
        list: [{ name: t("m.stickiness"), values: stick(figures) }],
        before: old ? [{ name: t("m.stickiness"), values: stick(old) }] : [], textOf: percent, isPercent: true,
          note: t("m.note.stickiness") }),
      chart("m.chart.total", ["total"]), chart("m.chart.same", ["joinedAndWithdrawn"]), more),
  ];
}

function parts({ days, parts: list }, by) {
  const chart = (name, isStacked) => dayChart({ title: t(`m.${name}`), days, name: `members-${name}-by-${by}`,
    kind: isStacked ? "bar" : "line", isStacked,
    list: inOrder(list, by).map((part) => ({ name: partName(part.value, by), values: part.figures[name] })) });
  return h("div", { class: "grid" }, chart("active", true), chart("new", true), chart("active7"), chart("active30"));
}

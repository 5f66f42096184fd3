// Members by weeks and months of the calendar, each once in each.
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { number } from "./format.js";
import { dayChart, dayLabel, tile, change } from "./figures.js";

const came = ["new", "continuous", "returning"], went = ["lapsed", "withdrawn"];

const payers = ({ days, labels, figures, step }) => dayChart({ title: t("money.chart.payers"), days, labels, kind: "bar",
  name: `payers-by-${step}`, note: t("m.note.payers"),
  list: ["payers", "newPayers"].map((name) => ({ name: t(`money.${name}`), values: figures[name] })) });

/// - Parameter step: "week" or "month".
export function byPeriods({ periods, figures, today }, step) {
  const days = periods.map((one) => one.from);
  const labels = days.map((day) => (step === "month" ? day.slice(0, 7) : dayLabel(day)));
  const list = (names) => names.map((name) => ({ name: t(`m.${name}`), values: figures[name] }));
  const chart = (title, names, more) => dayChart({ title: t(title), days, labels, list: list(names), kind: "bar",
    name: `members-by-${step}-${names[0]}`, ...more });
  // The last one that is over, and the one before it.
  const last = periods.findLastIndex((one) => one.to < today);
  const shown = (name, isGoodUp) => {
    const [value, before] = [figures[name][last] ?? null, figures[name][last - 1] ?? null];
    return tile(t(`m.${name}`), number(value), value === null ? null : change(value, before, isGoodUp));
  };
  return [
    last < 0 ? null : h("p", { class: "faint" }, t("m.last", periods[last])),
    last < 0 ? null : h("div", { class: "tiles" }, shown("active"), came.map((name) => shown(name)),
      went.map((name) => shown(name, false))),
    h("div", { class: "grid" }, chart("m.chart.active", ["active"], { note: t("m.note.once") }),
      chart("m.chart.came", came, { isStacked: true, note: t("m.note.came") }), chart("m.chart.went", went, { note: t("m.note.went") }),
      payers({ days, labels, figures, step })),
  ];
}

import { h, stack } from "../dom.js";
import { t } from "../i18n.js";
import { duration } from "../format.js";
import { makeChart } from "../charts.js";
import { makeTable, col } from "../tables.js";
import { askFigures, filterBar } from "../figures.js";

export default async function levels(context) {
  const { figures } = await askFigures(context, "levels", { isCompared: false });
  const list = figures.levels ?? [];
  const labels = list.map((one) => t("lev.level", { n: one.level }));
  const chart = (title, key, textOf) => makeChart({ title: t(title), labels, labelTitle: t("lev.levelTitle"), kind: "bar",
    name: `levels-${key}`, axis: textOf,
    series: [{ name: t(`lev.${key}`), values: list.map((one) => one[key]), texts: textOf ? list.map((one) => textOf(one[key])) : null }] });
  const groups = (title, rows, name) => makeTable({ caption: t(title), name, rows: rows ?? [], none: t("lev.noneOf", { what: t(title) }),
    columns: [col("id", "id"), col("users", "lev.users", "number")], sortedBy: ["users", true] });
  return stack(filterBar(context, { canCompare: false }),
    h("div", { class: "grid" }, chart("lev.chart.players", "players"), chart("lev.chart.reached", "reached"),
      chart("lev.chart.time", "secondsToReach", duration)),
    h("div", { class: "grid" }, groups("lev.channels", figures.channels, "channels"), groups("lev.classes", figures.classes, "classes")));
}

// How often the members of seven days played in them.
import { t } from "./i18n.js";
import { dayChart } from "./figures.js";

const charts = { visits: [1, 7], consecutive: [0, 7], longest: [1, 7] };

export function frequencyCharts({ days, figures }) {
  const line = (name, count) => ({ name: t("m.days", { n: count }), values: figures[`${name}${count}`] });
  const chart = (name, [first, last]) => dayChart({ title: t(`m.chart.${name}`), days, name: `members-${name}`, kind: "bar", isStacked: true,
    note: t(`m.note.${name}`), list: Array.from({ length: last - first + 1 }, (_, place) => line(name, first + place)) });
  return Object.entries(charts).map(([name, counts]) => chart(name, counts));
}

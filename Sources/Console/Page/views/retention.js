import { h, stack } from "../dom.js";
import { t } from "../i18n.js";
import { number, percent } from "../format.js";
import { makeChart } from "../charts.js";
import { csvButton } from "../tables.js";
import { askFigures, filterBar, checkbox, partName, dayLabel } from "../figures.js";

const by = ["provider", "country", "language", "os", "version", "store"];
const columns = [0, 1, 2, 3, 4, 5, 6, 7, 14, 21, 28, 30, 60, 90, 120, 150, 180];
const curveDays = 91;

export default async function retention(context) {
  const wanted = by.includes(context.query.by) ? context.query.by : null;
  const isWithout = context.query.without === "1";
  const { figures, before } = await askFigures(context, "retention", { by: wanted });
  const lists = wanted ? figures.parts.map((part) => [partName(part.value, wanted), part.cohorts]) : [[t("r.all"), figures.cohorts]];
  if (before && !wanted) lists.push([t("before", { what: t("r.all") }), before.cohorts]);
  const more = [checkbox(t("r.without"), isWithout, (isOn) => context.filter({ without: isOn ? "1" : null }))];
  const shown = wanted ? lists : lists.slice(0, 1);
  return stack(filterBar(context, { by, more, canCompare: !wanted }), curve(lists, isWithout),
    shown.map(([name, cohorts]) => cohortTable(wanted ? name : t("r.table"), cohorts, isWithout)));
}

/// Who withdrew on the day of joining can be left out: such a member never came back, so only the day's number is less.
const sizeOf = (cohort, isWithout) => cohort.new - (isWithout ? cohort.joinedAndWithdrawn : 0);

/// Of all cohorts together that are old enough for the day.
function shareAfter(cohorts, day, isWithout) {
  const old = cohorts.filter((cohort) => cohort.active.length > day && cohort.active[day] !== null);
  const size = old.reduce((all, cohort) => all + sizeOf(cohort, isWithout), 0);
  return size > 0 ? Math.min(1, old.reduce((all, cohort) => all + cohort.active[day], 0) / size) : null;
}

function curve(lists, isWithout) {
  const days = [...Array(curveDays).keys()];
  const all = lists.map(([name, cohorts]) => ({ name, values: days.map((day) => shareAfter(cohorts, day, isWithout)) }));
  const last = Math.max(1, ...all.map((one) => one.values.findLastIndex((value) => value !== null)));
  const labels = days.slice(0, last + 1).map((day) => t("r.day", { n: day }));
  const series = all.map((one) => ({ ...one, values: one.values.slice(0, last + 1),
    texts: one.values.slice(0, last + 1).map((value) => percent(value)), digits: 4 }));
  return makeChart({ title: t("r.curve"), labels, labelTitle: t("r.dayTitle"), series, name: "retention-curve", isPercent: true,
    note: t("r.note"), height: "tall" });
}

function cohortTable(title, cohorts, isWithout) {
  const longest = Math.max(0, ...cohorts.map((cohort) => cohort.active.length - 1));
  const used = columns.filter((day) => day <= longest);
  const share = (cohort, day) => {
    const size = sizeOf(cohort, isWithout);
    return day < cohort.active.length && cohort.active[day] !== null && size > 0 ? Math.min(1, cohort.active[day] / size) : null;
  };
  const cell = (cohort, day) => {
    const value = share(cohort, day);
    if (value === null) return h("td", null);
    const count = number(cohort.active[day]);
    const shade = day === 0 ? 0 : Math.min(6, Math.ceil(value * 12));
    return h("td", { class: `cell shade-${shade}`, title: t("r.members", { n: count }) }, percent(value));
  };
  const csvColumns = [{ title: t("day"), key: "day" }, { title: t("m.new"), value: (cohort) => sizeOf(cohort, isWithout) },
    ...used.map((day) => ({ title: t("r.day", { n: day }), value: (cohort) => cohort.active[day] ?? null }))];
  return h("section", { class: "panel" }, h("h2", null, title),
    h("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": title }, h("table", { class: "cohorts" },
      h("caption", { class: "hidden-text" }, title),
      h("thead", null, h("tr", null, h("th", { scope: "col" }, t("r.joined")), h("th", { scope: "col", class: "right" }, t("m.new")),
        used.map((day) => h("th", { scope: "col", class: "right" }, t("r.day", { n: day }))))),
      h("tbody", null, [...cohorts].reverse().map((cohort) => h("tr", null, h("th", { scope: "row" }, dayLabel(cohort.day)),
        h("td", { class: "right" }, number(sizeOf(cohort, isWithout))), used.map((day) => cell(cohort, day))))))),
    h("div", { class: "table-foot" }, csvButton("retention", csvColumns, cohorts)));
}

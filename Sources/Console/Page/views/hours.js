import { h, stack } from "../dom.js";
import { t } from "../i18n.js";
import { makeChart } from "../charts.js";
import { number, milliseconds, zone } from "../format.js";
import { askFigures, filterBar, tile, mean, span } from "../figures.js";

/// Hour by hour while the time is short; the means by hour of the day always.
const hoursMax = 24 * 28;

export default async function hours(context) {
  const [{ figures, before }, report] = await Promise.all([askFigures(context, "hours"),
    context.ask("report").catch(() => ({}))]);
  const { hours: list, peak, average } = figures;
  const means = average.map((text) => (text === null ? null : Number(text)));
  const byHour = [...Array(24).keys()].map((hour) => {
    const places = list.map((name, place) => [Number(name.slice(11, 13)), place]).filter(([own]) => own === hour).map(([, place]) => place);
    const highest = places.map((place) => peak[place]).filter((value) => value !== null);
    return { mean: mean(places.map((place) => means[place])), peak: highest.length ? Math.max(...highest) : null };
  });
  const clock = byHour.map((_, hour) => `${String(hour).padStart(2, "0")}:00`);
  const oldPeak = before?.peak.slice(0, list.length);
  const highest = peak.reduce((best, value, place) => (value !== null && value > (peak[best] ?? -1) ? place : best), 0);
  const label = (name) => `${name.slice(5, 10)} ${name.slice(11, 13)}:00`;
  return stack(filterBar(context),
    h("div", { class: "tiles" }, tile(t("hr.peak"), number(peak[highest] ?? null), list[highest] ? label(list[highest]) : ""),
      tile(t("hr.mean"), number(mean(means), 1))),
    span(context.query).count * 24 <= hoursMax
      ? makeChart({ title: t("hr.chart"), labelTitle: t("hr.hour"), labels: list.map(label),
        names: list.map((hour) => hour.replace("T", " ")), name: "hours", height: "tall",
        note: t("hr.note"), series: [
        { name: t("hr.peak"), values: peak }, { name: t("hr.mean"), values: means, texts: average, exact: average, kind: "amount" },
        ...(oldPeak ? [{ name: t("before", { what: t("hr.peak") }), values: oldPeak, isDashed: true, colourPlace: 0 }] : []),
          ...pushMarks(list, peak, report.pushes ?? [])] })
      : h("p", { class: "card faint" }, t("hr.tooLong")),
    makeChart({ title: t("hr.byHour"), labelTitle: t("hr.hour"), labels: clock, name: "hours-of-day", kind: "bar",
      series: [{ name: t("hr.mean"), values: byHour.map((one) => one.mean), digits: 1 },
        { name: t("hr.peak"), values: byHour.map((one) => one.peak) }] }));
}

/// When push messages were sent, upon the curve, so that what came of them can be seen.
function pushMarks(hours, peak, pushes) {
  const hourOf = (date) => new Date(milliseconds(date) + zone.minutes * 60000).toISOString().slice(0, 13);
  const sent = pushes.filter((push) => push.state === "SENT" && !push.localTime);
  const titles = hours.map((hour) => sent.filter((push) => hourOf(push.sendDate) === hour).map((push) => push.title).join(", "));
  if (!titles.some(Boolean)) return [];
  return [{ name: t("hr.pushes"), values: titles.map((title, place) => (title ? peak[place] : null)),
    texts: titles.map((title) => title || "–"),
    exact: titles, kind: "text", isMark: true, colourPlace: 4 }];
}

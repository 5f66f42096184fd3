import { h, uniqueId, whisper } from "./dom.js";
import { t } from "./i18n.js";
import { makeTable } from "./tables.js";
import { number } from "./format.js";

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const colourOf = (place) => css(`--series-${(place % 8) + 1}`);
const dashes = [[], [6, 4], [2, 3], [8, 3, 2, 3]];

const drawn = new Set();
/// Colours are those of the theme, which may change while a chart is there.
export function redrawCharts() {
  forgetGone();
  for (const one of drawn) one.draw();
}

/// Charts of views that were left hold their figures, and Chart.js holds them: a page stays open for days.
function forgetGone() {
  for (const one of drawn) {
    if (one.canvas.isConnected) continue;
    one.chart?.destroy();
    drawn.delete(one);
  }
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTimeout(redrawCharts));

const textOf = (series, place) => {
  const text = series.texts ? series.texts[place] : null;
  if (text !== null && text !== undefined) return text;
  const value = series.values[place];
  return value === null || value === undefined ? t("notKnown") : number(value, series.digits ?? 0);
};

/// - Parameters:
///   - series: [{name, values: [number | null], texts, isDashed, isMark, kind, digits}]; heights are numbers, what is read are texts.
///   - labels: what stands below, one a point; `names` are those that tables and files have.
///   - axis: the text of a height beside the chart, and `step` what such heights are multiples of.
export function makeChart({ title, labels, names = labels, labelTitle, series, name, kind = "line", isStacked = false, height = "", note,
  isPercent = false,
  axis, step }) {
  const canvas = h("canvas", { "aria-hidden": "true" });
  const help = uniqueId("help");
  const stage = h("div", {
    class: `chart ${height}`, tabindex: "0", role: "application", "aria-label": `${t("chart")}: ${title}`,
    "aria-describedby": help,
  }, canvas);
  const one = { canvas, chart: null, draw: () => draw(one, { labels, series, kind, isStacked, isPercent, axis, step }) };
  let place = labels.length - 1;
  const told = () => `${labels[place]}: ${series.filter((part) => textOf(part, place) !== "")
    .map((part) => `${part.name} ${textOf(part, place)}`).join(", ")}`;
  const point = () => {
    if (!one.chart) return;
    const active = series.map((_, index) => ({ datasetIndex: index, index: place }));
    one.chart.setActiveElements(active);
    one.chart.tooltip.setActiveElements(active, { x: 0, y: 0 });
    one.chart.update("none");
  };
  stage.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7, Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || !labels.length) return;
    event.preventDefault();
    place = Math.max(0, Math.min(labels.length - 1, place + steps[event.key]));
    point();
    whisper(told());
  });
  stage.addEventListener("focus", () => { if (labels.length) { point(); whisper(told()); } });
  stage.addEventListener("blur", () => {
    one.chart?.setActiveElements([]);
    one.chart?.tooltip.setActiveElements([], { x: 0, y: 0 });
    one.chart?.update("none");
  });
  requestAnimationFrame(() => {
    forgetGone();
    if (!canvas.isConnected) return;
    drawn.add(one);
    one.draw();
  });
  return h("figure", { class: "panel" },
    h("figcaption", null, h("h2", null, title), note ? h("p", { class: "faint" }, note) : null),
    labels.length ? stage : h("p", { class: "none" }, t("nothing")), h("p", { id: help, class: "hidden-text" }, t("chart.help")),
    labels.length ? tableBehind({ title, labels: names, labelTitle, series, name }) : null);
}

function tableBehind({ title, labels, labelTitle, series, name }) {
  const details = h("details", null, h("summary", null, t("chart.table")));
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    const rows = labels.map((label, place) => ({ label, place }));
    const columns = [{ key: "label", title: labelTitle ?? t("day") }, ...series.map((part, index) => ({
      key: `s${index}`, title: part.name, kind: part.kind ?? "number", digits: part.digits,
      value: (row) => (part.exact ? part.exact[row.place] : part.values[row.place]), cell: (row) => textOf(part, row.place),
    }))];
    details.append(makeTable({ caption: title, columns, rows, name: name ?? "figures", isHidden: true }));
  });
  return details;
}

// What was before is paler where it is a bar, and dashed where it is a line; marks are points alone.
function dataset(part, index, { kind, isDense }) {
  const colour = colourOf(part.colourPlace ?? index);
  const isBar = kind === "bar";
  return {
    label: part.name, data: part.values, borderColor: colour, backgroundColor: isBar ? `${colour}${part.isDashed ? "66" : ""}` : colour,
    borderWidth: isBar ? 0 : 2, pointRadius: part.isMark ? 6 : isDense ? 0 : 2, pointStyle: part.isMark ? "triangle" : "circle",
    showLine: !part.isMark, pointHoverRadius: 5, pointHitRadius: 12, spanGaps: false,
    borderDash: part.isDashed ? [5, 4] : dashes[Math.floor(index / 8) % dashes.length],
  };
}

function draw(one, { labels, series, kind, isStacked, isPercent, axis, step }) {
  one.chart?.destroy();
  const [text, line] = [css("--text-soft"), css("--line")];
  const datasets = series.map((part, index) => dataset(part, index, { kind, isDense: labels.length > 40 }));
  const scale = { ticks: { color: text, maxRotation: 0, autoSkipPadding: 16 }, grid: { color: line, drawBorder: false } };
  one.chart = new Chart(one.canvas, {
    type: kind, data: { labels, datasets },
    options: {
      animation: false, responsive: true, maintainAspectRatio: false, interaction: { mode: "index", intersect: false },
      scales: {
        x: { ...scale, stacked: isStacked, grid: { display: false } },
        y: { ...scale, stacked: isStacked, beginAtZero: true, ticks: { color: text, maxTicksLimit: 6, stepSize: step,
          callback: (value) => (axis ? axis(value) : axisText(value, isPercent)) } },
      },
      plugins: {
        legend: { display: series.length > 1, position: "bottom", labels: { color: css("--text"), boxWidth: 14, boxHeight: 2,
          padding: 12 } },
        tooltip: { callbacks: { label: (item) => `${item.dataset.label}: ${textOf(series[item.datasetIndex], item.dataIndex)}` } },
      },
    },
  });
}

const axisText = (value, isPercent) => (isPercent ? `${number(value * 100, 1)} %` : number(value, Math.abs(value) < 10 ? 2 : 0));

/// A line without axes, beside a figure; the figure says what matters.
export function spark(values) {
  const known = values.filter((value) => value !== null && value !== undefined);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const y = (value) => 22 - ((value - low) / (high - low || 1)) * 20;
  const points = values.map((value, place) => (value === null ? null : `${(place / (values.length - 1)) * 100},${y(value)}`)).filter(
    Boolean);
  return h("svg:svg", { class: "spark", viewBox: "0 0 100 24", preserveAspectRatio: "none", "aria-hidden": "true" },
    h("svg:polyline", { points: points.join(" "), fill: "none" }));
}

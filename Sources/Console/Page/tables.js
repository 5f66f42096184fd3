import { h, replace, uniqueId, download, whisper, button } from "./dom.js";
import { t } from "./i18n.js";
import { write } from "./json.js";
import { compareAmounts, shortDate, milliseconds, number, zone, amount } from "./format.js";

/// Kinds: text, number, amount (exact decimal), date. A column has `key` or `value(row)`, and may have `cell(row)` for what is shown.
export const col = (key, title, kind, more) => ({ key, title: t(title), kind, ...more });

const valueOf = (column, row) => (column.value ? column.value(row) : row[column.key]);

function shown(column, row) {
  if (column.cell) return column.cell(row);
  const value = valueOf(column, row);
  if (value === null || value === undefined || value === "") return "";
  if (column.kind === "date") return shortDate(value);
  if (column.kind === "number") return number(value, column.digits ?? 0);
  if (column.kind === "amount") return amount(value);
  return typeof value === "object" ? write(value) : visible(String(value));
}

// Parts that a control character separates would stand together, or be shown as boxes.
const visible = (text) => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, " · ");

function compare(column, one, other) {
  const [a, b] = [valueOf(column, one), valueOf(column, other)];
  const isNone = (value) => value === null || value === undefined || value === "";
  if (isNone(a) || isNone(b)) return isNone(a) - isNone(b);
  if (column.kind === "amount") return compareAmounts(a, b);
  if (column.kind === "number") return Number(a) - Number(b);
  if (column.kind === "date") return (milliseconds(a) ?? 0) - (milliseconds(b) ?? 0);
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}

// A spreadsheet takes what begins so for a formula; one of East Asia also the wide forms of these signs.
const signs = "=+\\-@\uff1d\uff0b\uff0d\uff20";
const atStart = new RegExp(`^[\\t\\r\\n${signs}]`);
// Where decimals have a comma, cells are parted by semicolons: there one begins in the middle of a text, or with a line of it.
const inside = new RegExp(`([;\\t\\r\\n]"*)(?=[${signs}])`, "g");
const guarded = (text) => (/^-?\d+(\.\d+)?$/.test(text) ? text : text.replace(inside, "$1'").replace(atStart, "'$&"));
const csvCell = (text) => (/[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

export function csv(columns, rows) {
  const lines = [columns.map(titleOf), ...rows.map((row) => columns.map((column) => {
    const value = valueOf(column, row);
    if (column.kind === "date") return shortDate(value);
    return value === null || value === undefined ? "" : typeof value === "object" ? write(value) : String(value);
  }))];
  return `\ufeff${lines.map((line) => line.map((cell) => csvCell(guarded(cell))).join(",")).join("\r\n")}\r\n`;
}

export const csvButton = (name, columns, rows) =>
  button({ class: "small", onclick: () => download(`${name}.csv`, csv(columns, rows), "text/csv") }, t("csv"));

const isRight = (column) => column.kind === "number" || column.kind === "amount";
const titleOf = (column) => (column.kind === "date" ? `${column.title} (${zone.name})` : column.title);
const idOf = (column) => column.key ?? column.title;

function head(column, sort) {
  if (column.isFixed) return h("th", { scope: "col" }, column.title || h("span", { class: "hidden-text" }, t("actions")));
  return h("th", { scope: "col", class: isRight(column) ? "right" : "" },
    button({ class: "sort", onclick: () => sort(column) }, titleOf(column),
      h("span", { class: "arrow", "aria-hidden": "true" })));
}

function showSorting(heading, isSorted, isDown) {
  if (isSorted) heading.setAttribute("aria-sort", isDown ? "descending" : "ascending");
  else heading.removeAttribute("aria-sort");
  const arrow = heading.querySelector(".arrow");
  if (arrow) arrow.textContent = isSorted ? (isDown ? " ↓" : " ↑") : "";
}

function cell(column, row, place) {
  const content = shown(column, row);
  const isText = typeof content === "string";
  const look = isText && /\S{33}/.test(content) ? "breaks" : isText && content.length > 40 ? "prose" : "";
  const classes = [isRight(column) ? "right" : "", column.kind === "date" ? "date" : "", column.isFixed ? "fixed" : "", look,
    column.class ?? ""];
  const isHead = place === 0 && !column.isFixed;
  return h(isHead ? "th" : "td", { scope: isHead ? "row" : null, class: classes.filter(Boolean).join(" ") }, content);
}

export function makeTable({ caption, columns, rows, name, none, sortedBy, isHidden = false, pageRows = 200 }) {
  if (!rows.length) {
    return h("div", { class: "card" }, isHidden ? null : h("p", { class: "label" }, caption),
      h("p", { class: "none" }, none ?? t("nothing")));
  }
  const used = columns.filter(Boolean);
  let [sortKey, isDown] = sortedBy ?? [null, false];
  let length = pageRows;
  const body = h("tbody");
  const more = button({ class: "small", onclick: () => { length += pageRows; fill(); } });
  const heads = used.map((column) => head(column, sort));
  function sort(column) {
    isDown = sortKey === idOf(column) ? !isDown : isRight(column) || column.kind === "date";
    sortKey = idOf(column);
    fill();
    whisper(t(isDown ? "sorted.down" : "sorted.up", { column: column.title }));
  }
  function fill() {
    const column = used.find((one) => idOf(one) === sortKey);
    const order = column ? [...rows].sort((a, b) => compare(column, a, b) * (isDown ? -1 : 1)) : rows;
    used.forEach((one, place) => showSorting(heads[place], one === column, isDown));
    replace(body, order.slice(0, length).map((row) => h("tr", null, used.map((one, place) => cell(one, row, place)))));
    more.hidden = order.length <= length;
    more.textContent = t("showMore", { n: number(order.length - length) });
  }
  fill();
  const id = uniqueId("caption");
  return h("div", { class: "table-block" },
    h("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-labelledby": id },
      h("table", null, h("caption", { id, class: isHidden ? "hidden-text" : "" }, caption), h("thead", null, h("tr", null, heads)), body)),
    h("div", { class: "table-foot" }, more, name ? csvButton(name, used.filter((one) => !one.isFixed), rows) : null));
}

/// What a list of the report leaves out; the service counts it so far.
const leftOutMax = 500;
export function leftOut(report, name) {
  const rows = report.leftOut?.[name]?.rows;
  return rows ? h("p", { class: "faint" }, t("leftOut", { n: rows >= leftOutMax ? `${number(rows)}+` : number(rows) })) : null;
}

/// When push messages are sent. What players' own clocks are to show is no instant: it is counted as if they all were in UTC.
export const sendDateColumn = () => {
  const dateOf = ({ sendDate, localTime }) => (localTime ? milliseconds(sendDate) - zone.minutes * 60000 : sendDate);
  return { key: "sendDate", title: t("date"), kind: "date", value: dateOf, cell: (row) => (row.localTime
    ? t("push.localDate", { date: shortDate(dateOf(row)) }) : shortDate(row.sendDate)) };
};

/// Names and values, one under the other.
export function facts(list) {
  return h("dl", { class: "facts" }, list.filter(Boolean).map(([name, value]) => [h("dt", null, name), h("dd", null, value ?? "–")]));
}

// Conditions over the fields of a class: as rows of a form, as a part of the page's address, and as `where` of console.findObjects.
import { h, button, replace } from "./dom.js";
import { t } from "./i18n.js";
import { read, write } from "./json.js";
import { makeField } from "./forms.js";

const operators = { eq: null, ne: "$ne", gt: "$gt", gte: "$gte", lt: "$lt", lte: "$lte", in: "$in", nin: "$nin", regex: "$regex",
  exists: "$exists" };
const lists = ["in", "nin"];
const types = { eq: ["text", "number", "flag", "date", "null", "json"], gt: ["text", "number", "date"],
  in: ["text", "number", "date", "json"], regex: ["text"], exists: ["flag"] };
const sameTypes = { ne: "eq", gte: "gt", lt: "gt", lte: "gt", nin: "in" };
const typesOf = (operator) => types[sameTypes[operator] ?? operator];
const pageSizes = ["20", "50", "100", "200", "500", "1000"];
export const pageSize = 100;

// MARK: Values

function numberOf(text) {
  const value = Number(text);
  if (!text.trim() || !Number.isFinite(value)) throw new Error(t("wrong.number"));
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

function dateOf(text) {
  const value = Date.parse(text);
  if (Number.isNaN(value)) throw new Error(t("wrong.date"));
  return { __type: "Date", iso: new Date(value).toISOString() };
}

function jsonOf(text, isList) {
  let value;
  try { value = read(text); } catch { throw new Error(t("wrong.json")); }
  if (isList && !Array.isArray(value)) throw new Error(t("wrong.json"));
  return value;
}

function one(type, text) {
  if (type === "number") return numberOf(text);
  if (type === "flag") return text === "true";
  if (type === "date") return dateOf(text);
  if (type === "null") return null;
  return text;
}

function valueOf(operator, type, text) {
  const isList = lists.includes(operator);
  if (type === "json") return jsonOf(text, isList);
  if (!isList) return one(type, text);
  return text.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => one(type, line));
}

/// - Parameter rows: [field, operator, type, text]. Conditions on one field stand together, and those that cannot in one alternative.
/// - Throws: what is wrong with a value.
export function whereOf(rows) {
  const where = new Map();
  const rest = [];
  for (const row of rows) {
    const [field, operator, type, text] = row;
    const name = operators[operator];
    const there = where.get(field);
    const value = valueOf(operator, type, text);
    if (there === undefined) where.set(field, { name, given: name ? { [name]: value } : value });
    else if (name && there.name && !(name in there.given)) there.given[name] = value;
    else rest.push(row);
  }
  const fields = Object.fromEntries([...where].map(([field, { given }]) => [field, given]));
  return rest.length ? { ...fields, $or: [whereOf(rest)] } : fields;
}

const isRow = (row) => Array.isArray(row) && row.length === 4 && row.every((part) => typeof part === "string") && row[0] !== ""
  && Object.hasOwn(operators, row[1]) && typesOf(row[1]).includes(row[2]);

/// The rows that an address has.
export function rowsOf(text) {
  let rows;
  try { rows = read(text); } catch { rows = null; }
  if (!Array.isArray(rows) || !rows.every(isRow)) throw new Error(t("data.badQuery"));
  return rows;
}

// MARK: The form

function valueField(operator, type, text) {
  if (type === "null") return null;
  const isList = lists.includes(operator);
  const spec = { name: "value", label: t("data.value") };
  if (type === "flag") return makeField({ ...spec, kind: [["true", t("yes")], ["false", t("no")]] }, text === "false" ? "false" : "true");
  if (type === "date" && !isList) return makeField({ ...spec, kind: "instant", required: true }, Date.parse(text) ? text : null);
  const check = (given) => { try { valueOf(operator, type, given); return null; } catch (error) { return error.message; } };
  return makeField({ ...spec, kind: isList || type === "json" ? "long" : "text", check,
    required: isList || type !== "text" || operator === "regex",
    hint: isList ? t(type === "json" ? "data.jsonList" : "data.lines") : null }, text);
}

function conditionRow([field = "", operator = "eq", type = "text", text = ""], onremove) {
  const name = makeField({ name: "field", label: t("data.field"), required: true }, field);
  const how = makeField({ name: "operator", label: t("data.operator"),
    kind: Object.keys(operators).map((key) => [key, t(`operator.${key}`)]) }, operator);
  const [kindPlace, valuePlace] = [h("div", { class: "bar" }), h("div", { class: "bar" })];
  let [kind, value] = [null, null];
  function drawValue(given) {
    value = valueField(how.input.value, kind.input.value, given);
    replace(valuePlace, value?.element);
  }
  function drawKind(wanted, given) {
    const known = typesOf(how.input.value);
    kind = makeField({ name: "type", label: t("data.type"), kind: known.map((key) => [key, t(`valueType.${key}`)]) },
      known.includes(wanted) ? wanted : known[0]);
    kind.input.addEventListener("change", () => drawValue(value?.input.value ?? ""));
    replace(kindPlace, kind.element);
    drawValue(given);
  }
  how.input.addEventListener("change", () => drawKind(kind.input.value, value?.input.value ?? ""));
  drawKind(type, text);
  const element = h("fieldset", null, h("legend", { class: "hidden-text" }, t("data.condition")),
    h("div", { class: "bar" }, name.element, how.element, kindPlace, valuePlace,
      button({ class: "quiet", onclick: () => onremove() }, t("remove"))));
  return {
    element, focus: () => name.input.focus(),
    /// - Returns: null when something is wrong, which the row says.
    read() {
      const [path, given] = [name.get(), value ? value.get() : ""];
      if (path === undefined || given === undefined) return null;
      const isDate = kind.input.value === "date" && !lists.includes(how.input.value);
      return [path.trim(), how.input.value, kind.input.value, isDate ? new Date(given).toISOString() : String(given ?? "")];
    },
  };
}

/// A form whose state is the page's address: `q` has the rows, and `order`, `limit` and `count` what else is asked for.
export function queryForm(context, className, rows) {
  const { order = "", limit = String(pageSize), count = "1" } = context.query;
  const list = h("div", { class: "rows" });
  let parts = [];
  const grow = (row) => {
    const part = conditionRow(row, () => {
      parts = parts.filter((other) => other !== part);
      part.element.remove();
      more.focus();
    });
    parts.push(part);
    list.append(part.element);
    return part;
  };
  const more = button({ onclick: () => grow([]).focus() }, t("data.addCondition"));
  for (const row of rows ?? [[]]) grow(row);
  const by = makeField({ name: "order", label: t("data.order") }, order.replace(/^-/, ""));
  const direction = makeField({ name: "direction", label: t("data.direction"), kind: [["", t("data.up")], ["-", t("data.down")]] },
    order.startsWith("-") ? "-" : "");
  const size = makeField({ name: "limit", label: t("data.pageSize"), kind: pageSizes.map((one) => [one, one]) },
    pageSizes.includes(limit) ? limit : String(pageSize));
  const isCounted = makeField({ name: "count", label: t("data.countThem"), kind: "flag" }, count !== "0");
  const find = (event) => {
    event.preventDefault();
    const conditions = parts.map((part) => part.read());
    if (conditions.includes(null)) return;
    const field = by.input.value.trim();
    const address = context.address("data", [className], { q: write(conditions), order: field ? direction.input.value + field : "",
      limit: size.input.value, count: isCounted.get() ? "" : "0" });
    if (location.hash === address) context.reload(); else location.hash = address;
  };
  return h("details", { class: "card", open: rows !== null }, h("summary", null, t("data.find")),
    h("form", { class: "stack", role: "search", novalidate: true, onsubmit: find }, list, h("div", null, more),
      h("div", { class: "bar" }, by.element, direction.element, size.element, isCounted.element,
        h("button", { type: "submit", class: "primary" }, t("find")),
        rows ? h("a", { class: "button", href: context.address("data", [className]) }, t("data.clear")) : null)));
}

import { h, replace, uniqueId, button } from "./dom.js";
import { t, has } from "./i18n.js";
import { read, write } from "./json.js";
import { toField, fromField, fieldISO, zone } from "./format.js";

const isEmpty = (value) => value === null || value === undefined || value === "";
const label = (spec) => spec.label ?? (has(`f.${spec.name}`) ? t(`f.${spec.name}`) : spec.name);

const numberOf = (text) => (/^-?\d+$/.test(text) ? (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)) : undefined);
const decimal = /^(0|[1-9]\d{0,17})(\.\d{1,6})?$/;
// A browser takes years of six digits, and the time of the day for the rest of a year, unless there is a last date.
const lastDate = "9999-12-31T23:59:59";
const dateInput = () => h("input", { type: "datetime-local", step: "1", max: lastDate });

// Each kind: its control, how a value is shown in it, and how what was typed is read; undefined is what cannot be read.
const kinds = {
  text: { make: (spec) => h("input", { type: "text", maxlength: spec.maxLength }), show: (value) => String(value ?? ""),
    read: (text) => text },
  password: { make: () => h("input", { type: "password" }), show: (value) => value ?? "", read: (text) => text },
  long: { make: (spec) => h("textarea", { rows: spec.rows ?? 3 }), show: (value) => String(value ?? ""), read: (text) => text },
  integer: { make: () => h("input", { inputmode: "numeric" }), show: (value) => String(value ?? ""), read: numberOf,
    wrong: "wrong.integer" },
  decimal: { make: () => h("input", { inputmode: "decimal" }), show: (value) => String(value ?? ""),
    read: (text) => (decimal.test(text) ? text : undefined), wrong: "wrong.decimal" },
  date: { make: dateInput, show: toField, read: fieldISO },
  instant: { make: dateInput, show: toField, read: fromField },
  texts: { make: () => h("textarea", { rows: 3 }), show: (value) => (value ?? []).join("\n"),
    read: (text) => text.split("\n").map((line) => line.trim()).filter(Boolean) },
  json: { make: (spec) => h("textarea", { rows: spec.rows ?? 8, class: "code", spellcheck: "false" }),
    show: (value) => (value === undefined ? "" : write(value, 2)),
    read: (text) => { try { return read(text, true); } catch { return undefined; } }, wrong: "wrong.json" },
};

export function makeField(spec, value) {
  if (spec.kind === "flag") return flagField(spec, value);
  if (spec.kind === "rows") return rowsField(spec, value);
  if (spec.kind === "part") return partField(spec, value);
  const id = uniqueId("f");
  const isChoice = Array.isArray(spec.kind);
  const kind = isChoice ? { read: (text) => text, show: (shown) => String(shown ?? [spec.kind[0]].flat()[0]) } : kinds[spec.kind ?? "text"];
  const input = isChoice ? h("select", null, optionsOf(spec, value).map((option) => choice(option))) : kind.make(spec);
  input.id = id;
  input.value = kind.show(value);
  const initial = input.value;
  for (const name of ["autocomplete", "placeholder"]) if (spec[name]) input.setAttribute(name, spec[name]);
  if (spec.readOnly) input.readOnly = true;
  if (spec.required) input.setAttribute("aria-required", "true");
  const wrong = h("p", { class: "wrong", id: `${id}-wrong` });
  const hint = spec.hint ?? (["date", "instant"].includes(spec.kind) ? t("zone.hint", { zone: zone.name }) : null);
  input.setAttribute("aria-describedby", `${id}-wrong${hint ? ` ${id}-hint` : ""}`);
  const element = h("div", { class: `field ${spec.class ?? ""}` },
    h("label", { for: id }, label(spec), spec.required ? h("span", { class: "faint" }, ` (${t("required")})`) : null),
    input, hint ? h("p", { class: "hint", id: `${id}-hint` }, hint) : null, wrong);
  input.addEventListener("input", () => show(""));
  function show(text) {
    wrong.textContent = text;
    if (text) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");
  }
  return {
    name: spec.name, element, input,
    /// - Parameter isQuiet: for a preview: nothing is named as wrong, and the focus stays where somebody types.
    /// - Returns: undefined when what was typed cannot be read.
    get(isQuiet = false) {
      const refuse = (why) => { if (!isQuiet) show(why); };
      const text = input.value;
      // The browser gives a date that is typed in part as an empty field: without a date a push is sent at once, and a coupon never ends.
      if (input.validity.badInput || input.validity.rangeOverflow) return refuse(t("wrong.missing"));
      // What nobody touched stays as it came, whatever its form.
      if (text !== "" && text === initial && !isEmpty(value)) return value;
      if (text === "" && spec.kind !== "texts" && !isChoice) {
        if (spec.required) return refuse(t("wrong.missing"));
        return isEmpty(value) ? value ?? null : null;
      }
      const got = kind.read(text);
      const texts = { "wrong.integer": 1, "wrong.decimal": 1, "wrong.json": 1 };
      if (got === undefined) return refuse(t(kind.wrong in texts ? kind.wrong : "wrong.missing"));
      const problem = spec.check?.(got);
      return problem ? refuse(problem) : got;
    },
    set(shown) { input.value = kind.show(shown); },
  };
}

/// What is there stays, also when it is none of the known ones: a select would show nothing, and lose it.
function optionsOf({ kind: known }, value) {
  const isKnown = isEmpty(value) || known.some((option) => [option].flat()[0] === value);
  return isKnown ? known : [...known, [value, value]];
}

function choice(option) {
  const [value, text] = Array.isArray(option) ? option : [option, has(`v.${option}`) ? `${t(`v.${option}`)} (${option})` : option];
  return h("option", { value }, String(text));
}

function flagField(spec, value) {
  const id = uniqueId("f");
  const input = h("input", { type: "checkbox", id, checked: value ?? spec.default ?? false });
  const element = h("div", { class: "field flag" }, input, h("label", { for: id }, label(spec)),
    spec.hint ? h("p", { class: "hint" }, spec.hint) : null);
  return { name: spec.name, element, input, get: () => input.checked, set: (shown) => { input.checked = Boolean(shown); } };
}

/// A list of small forms, each with a button that takes it away.
function rowsField(spec, value) {
  const list = h("div", { class: "rows" });
  let forms = [];
  // A row that comes or goes is input as well: previews show it, and it is not given up without a question.
  const changed = () => list.dispatchEvent(new Event("input", { bubbles: true }));
  const grow = (row) => {
    const form = makeForm(spec.of, row);
    const remove = button({ class: "quiet", onclick: () => {
      forms = forms.filter((other) => other !== form);
      item.remove();
      changed();
      addButton.focus();
    } }, t("remove"));
    const item = h("fieldset", null, h("legend", { class: "hidden-text" }, label(spec)), form.element, remove);
    forms.push(form);
    list.append(item);
    return form;
  };
  const add = () => {
    const row = grow(spec.fresh ?? {});
    changed();
    row.element.querySelector("input, select, textarea")?.focus();
  };
  const addButton = button({ onclick: add }, t("addTo", { what: label(spec) }));
  for (const row of value ?? []) grow(row);
  const element = h("div", { class: "field wide", role: "group", "aria-label": label(spec) }, h("p", { class: "label" }, label(spec)), list,
    addButton);
  return {
    name: spec.name, element, input: addButton,
    get(isQuiet) {
      const rows = forms.map((form) => form.read(isQuiet));
      if (rows.includes(null)) return undefined;
      return rows.length === 0 && isEmpty(value) ? value ?? null : rows;
    },
    set(rows) { replace(list); forms = []; for (const row of rows ?? []) grow(row); },
  };
}

const isUnfilled = (value) => isEmpty(value) || (Array.isArray(value) && !value.length);

/// A form within a form; where nothing is filled in there is no such part.
function partField(spec, value) {
  const form = makeForm(spec.of, value ?? {});
  const element = h("div", { class: "field wide", role: "group", "aria-label": label(spec) },
    h("fieldset", null, h("legend", null, label(spec)), form.element));
  return {
    name: spec.name, element, input: form.fields[0].input,
    get(isQuiet) {
      const part = form.read(isQuiet);
      if (part === null) return undefined;
      return Object.values(part).every(isUnfilled) ? null : part;
    },
    set(part) { for (const field of form.fields) field.set(part?.[field.name]); },
  };
}

export function makeForm(specs, value = {}) {
  const fields = specs.map((spec) => makeField(spec, value?.[spec.name] ?? spec.value));
  return {
    fields, element: h("div", { class: "form" }, fields.map((field) => field.element)),
    field: (name) => fields.find((field) => field.name === name),
    /// - Parameter isQuiet: as in `get`; what is wrong is left out.
    /// - Returns: null when something is wrong, which then has the focus. What the form has no field for stays.
    read(isQuiet = false) {
      const result = { ...value };
      let first = null;
      for (const field of fields) {
        const got = field.get(isQuiet);
        if (got === undefined) { first ??= field; continue; }
        if (got === null && !(field.name in (value ?? {}))) continue;
        result[field.name] = got;
      }
      if (isQuiet) return result;
      first?.input.focus();
      return first ? null : result;
    },
  };
}

import { h, download, button, stack } from "../dom.js";
import { t, has, word } from "../i18n.js";
import { read, write } from "../json.js";
import { makeTable, facts, col } from "../tables.js";
import { makeForm } from "../forms.js";
import { rooms } from "../settings-fields.js";
import { readSettings, savePart, editDialog, partName } from "../settings-edit.js";
import { tell } from "../dialogs.js";
import { testButton } from "../attempt.js";
import { shortDate } from "../format.js";

/// One room of the settings: lists as tables, objects as names and values, each with its editor.
export default async function settings(context) {
  const all = await readSettings(context.app);
  const canChange = context.may("loadSettings");
  return stack(canChange ? null : h("p", { class: "notice" }, t("set.readOnly")),
    has(`room.${context.view}`) ? h("p", { class: "faint" }, t(`room.${context.view}`)) : null,
    rooms[context.view].map((room) => sections[room.kind](context, room, all[room.part], canChange)));
}

const labelOf = (name) => (has(`f.${name}`) ? t(`f.${name}`) : name);

function shownValue(spec, value) {
  if (value === null || value === undefined || value === "") return "–";
  if (spec.kind === "flag") return t(value ? "yes" : "no");
  if (spec.kind === "date") return shortDate(value) || String(value);
  if (Array.isArray(spec.kind)) return word("v", value);
  if (spec.kind === "texts") return value.join(", ") || "–";
  if (spec.kind === "rows") return String(value.length);
  if (spec.kind === "part") return write(value);
  return String(value);
}

const column = (spec) => (name) => {
  const field = spec.find((one) => one.name === name);
  const kind = field.kind === "decimal" ? "amount" : field.kind === "integer" ? "number" : field.kind === "date" ? "date" : "text";
  return { key: name, title: labelOf(name), kind, ...(kind === "amount"
    || kind === "number" ? {} : { cell: (row) => shownValue(field, row[name]) }) };
};

const sections = { list: listSection, map: mapSection, object: objectSection };

// MARK: Lists

function listSection(context, room, value, canChange) {
  const rows = value ?? [];
  const { part, spec, id } = room;
  const save = async (next, more) => (await savePart(context, part, value, next, more)) && (context.reload(), true);
  const edit = (row) => editDialog({
    title: row ? t("set.edit", { what: String(row[id]) }) : t("set.add", { what: partName(part) }), form: makeForm(spec, row ?? {}),
    save: (changed) => save(row ? rows.map((one) => (one === row ? changed : one)) : [...rows, changed]),
  });
  const remove = (row) => save(rows.filter((one) => one !== row), { typed: String(row[id]) });
  const idColumn = { key: id, title: labelOf(id), class: "id" };
  const buttons = { title: "", isFixed: true, cell: (row) => [
    room.tested ? testButton(context.app, room.tested, row[id]) : null,
    button({ class: "small", "aria-label": `${t("edit")} ${row[id]}`, onclick: () => edit(row) }, t("edit")),
    button({ class: "small", "aria-label": `${t("remove")} ${row[id]}`, onclick: () => remove(row) }, t("remove"))] };
  return h("section", { class: "stack" }, canChange ? h("div", { class: "bar" },
    button({ class: "primary", onclick: () => edit(null) }, t("set.add", { what: partName(part) })),
    button({ onclick: () => download(`${part}.json`, write(rows, 2), "application/json") }, t("set.toFile")),
      fileButton(part, save)) : null,
  makeTable({ caption: partName(part), name: part, rows, none: t("set.none", { what: partName(part) }),
    columns: [idColumn, ...room.columns.map(column(spec)), canChange ? buttons : null] }));
}

/// A file with the whole list, or an object that has it under its name.
function fileButton(part, save) {
  const input = h("input", { type: "file", accept: ".json,application/json", class: "hidden-text", tabindex: "-1",
    "aria-label": t("set.fromFile") });
  input.addEventListener("change", async () => {
    const file = input.files[0];
    input.value = "";
    if (!file) return;
    try {
      const given = read(await file.text());
      const rows = Array.isArray(given) ? given : given?.[part];
      if (!Array.isArray(rows)) throw new Error(t("set.noList", { part }));
      await save(rows, { lines: [t("set.replaces", { file: file.name })] });
    } catch (error) { tell(t("set.fromFile"), h("p", { class: "notice bad", role: "alert" }, error.message)); }
  });
  return h("span", null, input, button({ onclick: () => input.click() }, t("set.fromFile")));
}

// MARK: Objects by name

function mapSection(context, room, value, canChange) {
  const map = value ?? {};
  const rows = Object.entries(map).map(([name, entry]) => ({ ...entry, name, entry }));
  const save = async (next, more) => (await savePart(context, room.part, value, next, more)) && (context.reload(), true);
  const edit = (name, entry) => editDialog({ title: t("set.edit", { what: name }), form: makeForm(room.spec, entry ?? {}),
    save: (changed) => save({ ...map, [name]: changed }) });
  const remove = (name) => save(Object.fromEntries(Object.entries(map).filter(([own]) => own !== name)), { typed: name });
  const left = room.names.filter((name) => !(name in map));
  const choice = h("select", { "aria-label": t("set.which") }, left.map((name) => h("option", { value: name }, name)));
  const buttons = { title: "", isFixed: true, cell: (row) => [
    room.tested ? testButton(context.app, room.tested, row.name) : null,
    button({ class: "small", "aria-label": `${t("edit")} ${row.name}`, onclick: () => edit(row.name, row.entry) },
      t("edit")),
    button({ class: "small", "aria-label": `${t("remove")} ${row.name}`, onclick: () => remove(row.name) },
      t("remove"))] };
  return h("section", { class: "stack" },
    canChange && left.length ? h("div", { class: "bar" }, choice, button({ onclick: () => edit(choice.value) },
      t("set.add", { what: partName(room.part) }))) : null,
    makeTable({ caption: partName(room.part), rows, none: t("set.none", { what: partName(room.part) }),
      columns: [col("name", "name"), ...room.columns.map(column(room.spec)), canChange ? buttons : null] }));
}

// MARK: One object

function objectSection(context, room, value, canChange) {
  const { part, spec } = room;
  const save = async (next, more) => (await savePart(context, part, value, next, more)) && (context.reload(), true);
  const edit = () => editDialog({ title: t("set.edit", { what: partName(part) }), form: makeForm(spec, value ?? {}),
    save: (changed) => save(changed) });
  const shown = value ? facts(spec.map((field) => [labelOf(field.name), shownValue(field, value[field.name])]))
    : h("p", { class: "none" }, t("set.notSet"));
  return h("section", { class: "card stack", "aria-label": partName(part) }, h("h2", null, partName(part)), shown,
    canChange ? h("div", { class: "bar" },
    button({ onclick: edit, "aria-label": `${t(value ? "edit" : "set.make")}: ${partName(part)}` },
      t(value ? "edit" : "set.make")),
    value && part !== "app" ? button({ "aria-label": `${t("remove")}: ${partName(part)}`,
      onclick: () => save(null, { typed: part }) }, t("remove")) : null) : null);
}

import { h, button, stack } from "../dom.js";
import { t } from "../i18n.js";
import { makeTable, col } from "../tables.js";
import { makeForm } from "../forms.js";
import { confirmAndDo, errorBox, tell } from "../dialogs.js";
import { bare, write } from "../json.js";
import { number } from "../format.js";
import { editDialog, changeTable } from "../settings-edit.js";
import { pageSize, queryForm, rowsOf, whereOf } from "../data-query.js";
import { exportClass, importFile } from "../data-transfer.js";

const builtIn = ["objectId", "createDate", "updateDate", "acl"];
const columnsMax = 8;
// These come in other ways than an import, or would lose what is shown to nobody: passwords, tokens of devices.
const notTaken = ["file", "push", "user", "installation"];
// A file comes with its bytes, and a push that is stored is sent.
const notEdited = ["file", "push"];
// What opens an account or a device, and its digest. A row that is written without it keeps it.
const secrets = new Map([["user", ["authData", "password", "sessionToken"]], ["installation", ["deviceToken"]]]);
const refusedByRules = -9000061;

export default async function data(context) {
  const [className] = context.args;
  return className ? objects(context, className) : classes(context);
}

// MARK: Classes

async function classes(context) {
  const rows = [];
  let after;
  for (;;) {
    const body = await context.ask("giveClass", after ? { after } : {});
    if (!body.className || body.className === after) break;
    rows.push({ className: body.className });
    after = body.className;
  }
  return stack(h("p", { class: "faint" }, t("data.text")),
    makeTable({ caption: t("data.classes"), rows, none: t("data.noClasses"), columns: [
      { key: "className", title: t("data.class"), cell: (row) => h("a", { href: context.address("data", [row.className]) },
        row.className) }] }),
    context.may("takeObject") ? h("div", { class: "bar" }, button({ onclick: () => create(context, "") }, t("data.new")),
      button({ onclick: () => importFile(context, "", notTaken) }, t("data.import"))) : null);
}

// MARK: Objects of a class

async function objects(context, className) {
  const isQuery = context.query.q !== undefined;
  const canTake = context.may("takeObject") && !notTaken.includes(className);
  const canEdit = context.may("takeObject") && !notEdited.includes(className);
  const page = isQuery ? await matches(context, className) : await inOrder(context, className);
  const { rows = [], damaged = [] } = page;
  return stack(h("p", null, h("a", { href: context.address("data") }, `← ${t("data.back")}`)),
    damaged.length ? h("div", { class: "notice bad" }, h("p", null, t("data.damaged")),
      damaged.map((id) => h("p", null, h("code", null, id), " ",
      button({ class: "small", onclick: () => remove(context, className, id) }, t("remove"))))) : null,
    h("div", { class: "bar" }, canTake ? [button({ onclick: () => create(context, className) }, t("data.new")),
      button({ onclick: () => importFile(context, className, notTaken) }, t("data.import"))] : null,
      button({ onclick: () => exportClass(context, className) }, t("export"))),
    queryForm(context, className, isQuery ? page.conditions : null), page.notice,
    page.isRefused ? null : objectTable(context, className, rows, { canEdit, none: t(isQuery ? "data.noMatches" : "data.noObjects") }),
    h("nav", { class: "bar", "aria-label": t("pages") }, page.links.map(([key, query]) =>
      h("a", { class: "button", href: context.address("data", [className], query) }, t(key)))));
}

/// Objects behind one, without what is shown to nobody.
async function givenObjects(context, className, after) {
  const body = await context.ask("giveObjects", { className, ...(after ? { after } : {}) });
  const hidden = secrets.get(className) ?? [];
  return { ...body, rows: body.rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !hidden.includes(key)))) };
}

/// All objects in the order of their ids, behind one.
async function inOrder(context, className) {
  const { after = "" } = context.query;
  const { rows, damaged = [], after: place } = await givenObjects(context, className, after);
  const last = place ?? rows.at(-1)?.objectId;
  return { rows, damaged, links: [...(after ? [["page.first", {}]] : []),
    ...(last && rows.length + damaged.length > 0 ? [["page.next", { after: last }]] : [])] };
}

/// Those that the query of the address finds; what the service says of a query that it refuses stands in their place.
async function matches(context, className) {
  const { q, order, limit, skip, count } = context.query;
  const [size, first] = [Number(limit ?? pageSize), Number(skip ?? 0)];
  const links = first > 0 ? [["page.first", { ...context.query, skip: null }],
    ["page.previous", { ...context.query, skip: first > size ? first - size : null }]] : [];
  let conditions = [];
  try {
    conditions = rowsOf(q);
    const { answer } = await context.ask("findObjects", { className, where: whereOf(conditions), ...(order ? { order } : {}), skip: first,
      limit: size, ...(count === "0" ? {} : { count: 1 }) });
    const { results: rows, damaged = [], count: all } = answer;
    const isMore = all === undefined ? rows.length === size : first + size < all;
    const shown = { n: number(all ?? 0), from: number(rows.length ? first + 1 : 0), to: number(first + rows.length) };
    const text = t(all === undefined ? "data.shownMatches" : "data.matches", shown);
    return { conditions, rows, damaged, notice: h("p", { role: "status" }, text),
      links: [...links, ...(isMore ? [["page.next", { ...context.query, skip: first + size }]] : [])] };
  } catch (error) {
    return { conditions, links, notice: errorBox(error), isRefused: true };
  }
}

function objectTable(context, className, rows, { canEdit, none }) {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => !builtIn.includes(key)).slice(0, columnsMax);
  const buttons = { title: "", isFixed: true, cell: (row) => [
    canEdit ? button({ class: "small", "aria-label": `${t("edit")} ${row.objectId}`,
      onclick: () => edit(context, className, row) }, t("edit"))
      : button({ class: "small", "aria-label": `${t("ov.look")} ${row.objectId}`,
        onclick: () => tell(`${className}/${row.objectId}`, h("pre", null, write(row, 2))) }, t("ov.look")),
    button({ class: "small", "aria-label": `${t("remove")} ${row.objectId}`,
      onclick: () => remove(context, className, row.objectId) }, t("remove"))] };
  return makeTable({ caption: className, name: className, rows, none, columns: [
    { key: "objectId", title: "objectId", class: "id" }, ...keys.map((key) => ({ key, title: key,
      cell: (row) => shown(context, row[key], { className, objectId: row.objectId, field: key }),
      value: (row) => plain(row[key]) })),
    { key: "acl", title: "ACL", cell: (row) => aclText(row.acl), value: (row) => write(row.acl) },
    { key: "updateDate", title: t("data.changed"), kind: "date", value: (row) => row.updateDate }, buttons] });
}

const plain = (value) => (value !== null && typeof value === "object" ? write(value) : bare(value));

/// Pointers can be followed; what has a type shows it.
function shown(context, value, place) {
  if (value === null || value === undefined) return h("span", { class: "faint" }, value === null ? "null" : "");
  if (typeof value !== "object") return String(bare(value));
  if (value.__type === "Pointer") return h("a", { href: context.address("data", [value.className]) },
    `${value.className}/${value.objectId}`);
  if (value.__type === "Date") return `${value.iso}`;
  if (value.__type === "GeoPoint") return `${bare(value.latitude)}, ${bare(value.longitude)}`;
  if (value.__type === "Relation") {
    return button({ class: "small", onclick: () => showMembers(context, place) }, `→ ${value.className ?? ""}`);
  }
  const text = write(value);
  return h("code", null, text.length > 120 ? `${text.slice(0, 120)}…` : text);
}

/// Members of relations are given in the order of object, field and member.
async function membersOf(context, className, objectId, field) {
  const members = [];
  let place = { objectId, field: field ?? "", targetId: "" };
  for (;;) {
    const { rows = [] } = await context.ask("giveMembers", { className, ...place });
    const own = rows.filter((row) => row.objectId === objectId && (!field || row.field === field));
    members.push(...own);
    if (!own.length || own.length < rows.length) return members;
    const last = own.at(-1);
    place = { objectId, field: last.field, targetId: last.target.objectId };
  }
}

async function showMembers(context, { className, objectId, field }) {
  const members = await membersOf(context, className, objectId, field);
  if (!context.isHere()) return;
  tell(`${className}/${objectId}.${field}`, makeTable({ caption: t("data.members"), rows: members.map((row) => row.target), name: field,
    columns: [
    { key: "objectId", title: "objectId", class: "id" }, col("className", "data.class")] }));
}

function aclText(acl) {
  const list = Object.entries(acl ?? {}).map(([who, { read, write: writes }]) =>
    `${who}: ${[read ? t("data.read") : "", writes ? t("data.write") : ""].filter(Boolean).join("+") || "–"}`);
  return list.length ? list.join(", ") : t("data.nobody");
}

// MARK: Changes

const aclField = () => ({ name: "acl", label: "ACL", kind: "rows", of: [{ name: "who", label: t("data.who"), required: true,
  hint: t("data.whoHint") }, { name: "read", label: t("data.read"), kind: "flag" },
  { name: "write", label: t("data.write"), kind: "flag" }] });
const aclRows = (acl) => Object.entries(acl ?? {}).map(([who, rights]) => ({ who, read: Boolean(rights.read),
  write: Boolean(rights.write) }));
/// - Throws: where somebody stands twice, one of whose rights would be lost.
function aclOf(given) {
  const rows = given ?? [];
  const names = rows.map(({ who }) => who);
  const twice = names.find((who, place) => names.indexOf(who) !== place);
  if (twice) throw new Error(t("people.twice", { app: twice }));
  return Object.fromEntries(rows.map(({ who, read, write: writes }) => [who,
    { ...(read ? { read: true } : {}), ...(writes ? { write: true } : {}) }]));
}
const isObject = (value) => (value !== null && typeof value === "object" && !Array.isArray(value) ? null : t("wrong.json"));

const hints = new Map([["user", "data.userHint"], ["installation", "data.installationHint"]]);

function objectForm(row, isNew, className) {
  const fields = Object.fromEntries(Object.entries(row).filter(([key]) => !builtIn.includes(key)));
  const more = isNew ? undefined : hints.get(className);
  const form = makeForm([
    ...(isNew ? [{ name: "className", label: t("data.class"), required: true, readOnly: Boolean(className) },
      { name: "objectId", label: "objectId", required: true, check: (text) => (/^[A-Za-z0-9]{1,64}$/.test(text) ? null : t("data.idHint")),
      hint: t("data.idHint") }] : []),
    { name: "fields", label: t("data.fields"), kind: "json", rows: 14, check: isObject,
      hint: more ? `${t("data.fieldsHint")} ${t(more)}` : t("data.fieldsHint") }, aclField()],
  { className, objectId: isNew ? newId() : row.objectId, fields, acl: aclRows(row.acl) });
  return { ...form, row: (values) => ({ ...values.fields, objectId: isNew ? values.objectId : row.objectId,
    ...(row.createDate ? { createDate: row.createDate } : {}), acl: aclOf(values.acl) }) };
}

const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"[byte % 32]).join("");

async function create(context, className) {
  const form = objectForm({ acl: { "*": { read: true, write: true } } }, true, className);
  let made;
  const isMade = await editDialog({ title: t("data.new"), form, save: async (values) => {
    const row = form.row(values);
    made = values.className;
    const done = await confirmAndDo({ title: t("data.new"), lines: [t("data.newText",
      { id: row.objectId, name: values.className, app: context.app }), h("pre", null, write(row, 2))], isWide: true,
      action: t("data.newDo"),
      done: t("data.made"), run: async () => { await context.ask("takeObject",
        { className: values.className, row }); return true; } });
    return done === true;
  } });
  // With the dialog open, the form in it would be taken for one that was not sent.
  if (isMade) context.go("data", [made]);
}

async function edit(context, className, row) {
  const form = objectForm(row, false, className);
  await editDialog({ title: `${className}/${row.objectId}`, form, save: async (values) => {
    const mine = form.row(values);
    const done = await confirmAndDo({
      title: t("data.editTitle"), isWide: true, action: t("set.do"), done: t("data.kept"),
      lines: [t("data.editText", { id: row.objectId, name: className, app: context.app }),
        changeTable({ ...row, updateDate: undefined }, { ...mine, updateDate: undefined }, t("set.changes"))],
      run: async () => { await overwrite(context, className, row, mine); return true; },
    });
    if (done) context.reload();
    return done === true;
  } });
}

/// Over what was read: the service refuses it when somebody was quicker, and theirs is told below mine.
async function overwrite(context, className, before, row) {
  try {
    await context.ask("takeObject", { className, row, ifUpdateDate: before.updateDate });
  } catch (error) {
    if (error.code !== refusedByRules) throw error;
    const now = await readObject(context, className, before.objectId);
    if (now?.updateDate === before.updateDate) throw error;
    throw new Error(t("data.conflict", { now: write(now ?? null) }));
  }
}

/// Objects are given in the order of their numbers, behind one: behind the one that would stand right before it.
async function readObject(context, className, objectId) {
  const last = objectId.charCodeAt(objectId.length - 1);
  const before = objectId.slice(0, -1) + (last > 48 ? String.fromCharCode(last - 1) : "");
  const { rows } = await givenObjects(context, className, before);
  return rows.find((row) => row.objectId === objectId);
}

// What goes with one, and what stays.
const ends = new Map([["user", "data.removeUser"], ["installation", "data.removeInstallation"]]);

const remove = async (context, className, objectId) => await confirmAndDo({
  title: t("data.removeTitle"), lines: [t("data.removeText", { id: objectId, name: className, app: context.app }),
    ends.has(className) ? t(ends.get(className)) : null, t("cannotUndo")].filter(Boolean),
  typed: objectId, isDanger: true, action: t("remove"),
  run: () => context.ask("removeObject", { className, objectId }), done: t("data.removed"),
}) && context.reload();

// How a part of the settings is changed: what will change is shown, the settings are read again, and what somebody else changed meanwhile
// is not written over without a word.
import { h, replace, button } from "./dom.js";
import { ask } from "./api.js";
import { t, has } from "./i18n.js";
import { bare, clone, same, write } from "./json.js";
import { merge, nameOf } from "./merge.js";
import { confirmAndDo, keepTyped, openDialog } from "./dialogs.js";
import { makeTable } from "./tables.js";

const settingsChanged = -9000071;

export const readSettings = async (app) => (await ask(app, "console.saveSettings")).settings;
export const partName = (part) => (has(`part.${part}`) ? t(`part.${part}`) : part);

// Entries of lists have their names in paths, so that one that is added does not seem to change all behind it.
function leaves(value, path = "", found = new Map()) {
  if (Array.isArray(value)) {
    const seen = new Set();
    value.forEach((entry, place) => {
      const own = nameOf(entry);
      const name = own === undefined || seen.has(own) ? String(place + 1) : String(own);
      seen.add(own);
      leaves(entry, `${path}[${name}]`, found);
    });
    if (!value.length) found.set(path, "[]");
  } else if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) leaves(inner, path ? `${path}.${key}` : key, found);
  } else {
    found.set(path, value === undefined ? "" : typeof value === "string" ? bare(value) : write(value));
  }
  return found;
}

export function differences(before, after) {
  const [old, fresh] = [leaves(before), leaves(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])].filter((path) => old.get(path) !== fresh.get(path))
    .map((path) => ({ path, before: old.get(path) ?? "", after: fresh.get(path) ?? "" }));
}

export function changeTable(before, after, caption) {
  const pre = (key) => (row) => (row[key] === "" ? h("span", { class: "faint" }, t("empty"))
    : h("code", null, row[key].length > 400 ? `${row[key].slice(0, 400)}…` : row[key]));
  return makeTable({ caption, rows: differences(before, after), none: t("set.same"), columns: [
    { key: "path", title: t("set.what"), cell: (row) => h("code", null, row.path || "–") },
      { key: "before", title: t("set.before"), cell: pre("before") },
    { key: "after", title: t("set.after"), cell: pre("after") }] });
}

/// What the service says is theirs and what is mine, side by side.
/// - Returns: whether mine is to be written.
function askAboutConflict(part, { read, now, mine }) {
  return new Promise((resolve) => {
    let isMine = false;
    const dialog = openDialog({
      title: t("conflict.title"), isWide: true, onclose: () => resolve(isMine),
      content: [h("p", null, t("conflict.text", { part: partName(part) })), changeTable(read, now, t("conflict.theirs")),
        changeTable(now, mine, t("conflict.mine"))],
      buttons: [button({ onclick: () => dialog.close() }, t("conflict.keep")),
        button({ class: "danger", onclick: () => { isMine = true; dialog.close(); } }, t("conflict.write"))],
    });
  });
}

// Parts that have a request of their own are set by it; the others go with all settings.
const own = {
  launching: (app, { status, message }, revision) => ask(app, "console.setLaunchingStatus", { status, message, revision }),
  products: (app, products, revision) => ask(app, "console.setCatalogue", { products, revision }),
  maintenance: (app, maintenance, revision) => ask(app, "console.setMaintenance", { maintenance, revision }),
};

// Written is what was compared: the service refuses it when somebody was quicker, and then it is compared anew.
/// - Parameter read: as in `savePart`.
export async function writePart(app, part, read, mine, tries = 3) {
  const { settings, revision } = await ask(app, "console.saveSettings");
  const now = settings[part];
  const isOther = !same(now, read) && !same(now, mine);
  const wanted = isOther ? merge(read, now, mine) : mine;
  if (isOther && !(await askAboutConflict(part, { read, now, mine: wanted }))) throw new Error(t("conflict.notWritten"));
  try {
    if (own[part]) return await own[part](app, wanted, revision);
    return await ask(app, "console.loadSettings", { settings: { ...settings, [part]: wanted }, revision });
  } catch (error) {
    if (error.code !== settingsChanged || tries === 1) throw error;
    return writePart(app, part, now, wanted, tries - 1);
  }
}

/// - Parameter read: the part as it was when it was shown.
/// - Returns: whether it was written.
export async function savePart(context, part, read, mine, { typed, lines = [] } = {}) {
  const given = { read: clone(read), mine: clone(mine) };
  if (same(given.read, given.mine)) {
    await new Promise((resolve) => { openDialog({ title: t("set.nothing"), content: h("p", null, t("set.same")), onclose: resolve }); });
    return false;
  }
  const result = await confirmAndDo({
    title: t("set.title", { part: partName(part) }), isWide: true, typed, isDanger: Boolean(typed), action: t("set.do"),
      done: t("set.done", { part: partName(part) }),
    lines: [t("set.text", { app: context.app }), ...lines, changeTable(given.read, given.mine, t("set.changes"))],
    run: async () => { await writePart(context.app, part, given.read, given.mine); return true; },
  });
  return result === true;
}

/// A form over a part; it stays, with what was typed, until the part is written or nobody wants to.
export function editDialog({ title, form, action, save }) {
  return new Promise((resolve) => {
    let isSaved = false;
    const note = h("div");
    const body = h("form", { novalidate: true, onsubmit: async (event) => {
      event.preventDefault();
      const value = form.read();
      if (value === null) return;
      try { isSaved = await save(value); } catch (error) { replace(note, h("p", { class: "notice bad", role: "alert" }, error.message)); }
      if (isSaved) dialog.close();
    } }, form.element, note, h("div", { class: "dialog-foot" }, button({ onclick: () => dialog.close() }, t("cancel")),
      h("button", { type: "submit", class: "primary" }, action ?? t("set.review"))));
    const dialog = openDialog({ title, content: keepTyped(body), isWide: true, onclose: () => resolve(isSaved) });
    body.querySelector("input, select, textarea")?.focus();
  });
}

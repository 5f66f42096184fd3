// A class as a file: written from what the service gives page by page, and read into a class again row by row.
import { h, button, download, replace, uniqueId } from "./dom.js";
import { t } from "./i18n.js";
import { read, write } from "./json.js";
import { number } from "./format.js";
import { makeField } from "./forms.js";
import { makeTable, col } from "./tables.js";
import { confirmAndDo, errorBox, errorText, openDialog } from "./dialogs.js";
import { editDialog } from "./settings-edit.js";

// Of one file in the browser; gamebasectl keeps nothing in memory and has no limit.
const objectsMax = 200000;
const mebibytesMax = 100;
const bytesMax = mebibytesMax * 1048576;
const triesMax = 20;
const waitSecondsMax = 30;

// MARK: Progress

/// A dialog with a bar, a text and a button that stops; closing it stops, too.
function progressDialog(title, onclose) {
  const bar = h("progress", { "aria-label": title });
  const status = h("p", { role: "status" });
  const end = h("div");
  const stop = button({ onclick: () => { run.isStopped = true; stop.disabled = true; } }, t("data.stop"));
  const run = {
    isStopped: false,
    tell(text, done, all) {
      status.textContent = text;
      if (all) { bar.max = all; bar.value = done; }
    },
    finish(text, ...more) {
      bar.remove();
      status.textContent = text;
      replace(end, ...more);
      stop.replaceWith(button({ onclick: () => dialog.close() }, t("close")));
    },
  };
  const dialog = openDialog({ title, content: [bar, status, end], buttons: [stop], isWide: true, stays: true,
    onclose: () => { run.isStopped = true; onclose?.(); } });
  return run;
}

/// Many requests in a row meet the server's limits: it says when to go on.
async function patiently(run, ask) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (error.status !== 429 || run.isStopped || tries === triesMax) throw error;
      const seconds = Math.min(Number(error.retryAfter) || 1, waitSecondsMax);
      await new Promise((go) => { setTimeout(go, seconds * 1000); });
    }
  }
}

// MARK: Export

class TooMuch extends Error {}

/// What is exported so far, as texts.
function makeFile(className) {
  const lists = { objects: [], members: [] };
  let bytes = 0;
  return {
    ...lists,
    add(list, row) {
      const text = write(row);
      bytes += text.length;
      if (lists.objects.length + (list === "objects") > objectsMax || bytes > bytesMax) throw new TooMuch();
      lists[list].push(text);
    },
    text: () => `{"className":${write(className)},"objects":[\n${lists.objects.join(",\n")}\n],`
      + `"members":[\n${lists.members.join(",\n")}\n]}\n`,
  };
}

export async function exportClass(context, className) {
  const run = progressDialog(t("data.exportTitle", { name: className }));
  const file = makeFile(className);
  try {
    const damaged = await addObjects(context, className, run, file);
    if (run.isStopped) return run.finish(t("data.exportStopped"));
    download(`${className}.json`, file.text(), "application/json");
    run.finish(t("data.exported", { n: number(file.objects.length), m: number(file.members.length) }),
      damaged ? h("p", { class: "notice warn" }, t("data.exportDamaged", { n: number(damaged) })) : null);
  } catch (error) {
    const isTooMuch = error instanceof TooMuch;
    run.finish(t("data.exportStopped"), isTooMuch ? h("p", { class: "notice warn" }, t("data.tooMuch", { n: number(objectsMax),
      mb: mebibytesMax })) : errorBox(error));
  }
}

/// - Returns: how many objects are damaged, which are left out.
async function addObjects(context, className, run, file) {
  let [after, damagedCount, hasRelation] = ["", 0, false];
  const tell = () => run.tell(t("data.exporting", { n: number(file.objects.length), m: number(file.members.length) }));
  tell();
  while (!run.isStopped) {
    const { rows, damaged = [], after: place } = await patiently(run, () => context.ask("giveObjects", { className, after }));
    if (!rows.length && !damaged.length) break;
    for (const row of rows) {
      file.add("objects", row);
      hasRelation ||= Object.values(row).some((value) => value?.__type === "Relation");
    }
    damagedCount += damaged.length;
    after = place ?? rows.at(-1).objectId;
    tell();
  }
  if (hasRelation) await addMembers(context, className, run, file, tell);
  return damagedCount;
}

/// Members are given in the order of object, field and member.
async function addMembers(context, className, run, file, tell) {
  let place = { objectId: "", field: "", targetId: "" };
  while (!run.isStopped) {
    const { rows } = await patiently(run, () => context.ask("giveMembers", { className, ...place }));
    if (!rows.length) return;
    for (const row of rows) file.add("members", row);
    const last = rows.at(-1);
    place = { objectId: last.objectId, field: last.field, targetId: last.target.objectId };
    tell();
  }
}

// MARK: Import

/// - Returns: {className?, objects, members} of a file of an export, or of a list of objects.
function parsed(text) {
  let value;
  try { value = read(text, true); } catch { throw new Error(t("wrong.json")); }
  const [objects, members] = Array.isArray(value) ? [value, []] : [value?.objects, value?.members ?? []];
  if (!Array.isArray(objects) || !Array.isArray(members)) throw new Error(t("data.noObjectsInFile"));
  return { className: typeof value.className === "string" ? value.className : "", objects, members };
}

function importForm(className) {
  const id = uniqueId("file");
  const input = h("input", { type: "file", id, accept: ".json,application/json", "aria-describedby": `${id}-hint` });
  const name = makeField({ name: "className", label: t("data.class"), readOnly: Boolean(className),
    hint: className ? null : t("data.importClassHint") }, className);
  return {
    element: h("div", { class: "form" }, h("div", { class: "field" }, h("label", { for: id }, t("data.file")), input,
      h("p", { class: "hint", id: `${id}-hint` }, t("data.fileHint"))), name.element),
    read: () => ({ file: input.files[0], className: name.input.value.trim() }),
  };
}

/// - Parameter className: "" for the class that is typed, or that the file names.
/// - Parameter notTaken: classes whose objects come in other ways.
export async function importFile(context, className, notTaken) {
  let chosen = null;
  await editDialog({ title: t("data.import"), form: importForm(className), action: t("data.importCheck"), save: async (values) => {
    const { file } = values;
    if (!file) throw new Error(t("data.noFile"));
    if (file.size > bytesMax) throw new Error(t("data.fileTooLong", { n: mebibytesMax }));
    const given = parsed(await file.text());
    const target = values.className || given.className;
    if (!target) throw new Error(t("data.importClassHint"));
    if (notTaken.includes(target)) throw new Error(t("data.notTaken", { name: target }));
    const isMeant = await confirmAndDo({ title: t("data.importTitle", { name: target }), action: t("data.importDo"), run: () => true,
      lines: [t("data.importText", { n: number(given.objects.length), m: number(given.members.length), file: file.name, name: target,
        app: context.app }), t("data.importThere")] });
    if (isMeant) chosen = { ...given, className: target };
    return isMeant === true;
  } });
  if (chosen) await takeAll(context, chosen);
}

/// What is wrong with a row, and not with who asks or with the server.
const isOfRow = (error) => typeof error.code === "number" && error.code !== 0 && error.status < 500
  && ![0, 401, 403, 408, 429].includes(error.status);

async function takeAll(context, { className, objects, members }) {
  const run = progressDialog(t("data.importTitle", { name: className }), () => {
    if (!context.isHere()) return;
    if (context.args[0] === className) context.reload(); else context.go("data", [className]);
  });
  const takeObject = (row) => context.ask("takeObject", { className, row });
  const takeMember = (row) => context.ask("takeMember", { className, row });
  const rows = [...objects.map((row) => [row, takeObject]), ...members.map((row) => [row, takeMember])];
  const counts = { n: 0, there: 0 };
  const aside = [];
  let failure = null;
  for (const [place, [row, take]] of rows.entries()) {
    if (run.isStopped) break;
    try {
      const { isNew } = await patiently(run, () => take(row));
      counts[isNew === false ? "there" : "n"] += 1;
    } catch (error) {
      if (!isOfRow(error)) { failure = error; break; }
      aside.push({ place: place + 1, objectId: String(row?.objectId ?? ""), message: errorText(error) });
    }
    run.tell(t("data.importing", { n: number(place + 1), all: number(rows.length), aside: number(aside.length) }), place + 1, rows.length);
  }
  finishImport(run, className, counts, aside, failure);
}

function finishImport(run, className, { n, there }, aside, failure) {
  const text = t("data.imported", { n: number(n), there: number(there), aside: number(aside.length) });
  run.finish(run.isStopped || failure ? `${t("data.importStopped")} ${text}` : text, failure ? errorBox(failure) : null,
    aside.length ? makeTable({ caption: t("data.aside"), rows: aside, name: `${className}-aside`, columns: [
      col("place", "data.row", "number"), { key: "objectId", title: "objectId", class: "id" }, col("message", "data.message")] }) : null);
}

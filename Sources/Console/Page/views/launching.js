import { h, replace, uniqueId, button, stack } from "../dom.js";
import { t, word } from "../i18n.js";
import { makeForm } from "../forms.js";
import { makeTable, facts, col } from "../tables.js";
import { confirmAndDo } from "../dialogs.js";
import { longDate, milliseconds, serviceClock } from "../format.js";
import { savePart, writePart, editDialog } from "../settings-edit.js";
import { maintenance as maintenanceFields, client as clientFields, statuses } from "../settings-fields.js";
import { playerTexts } from "../player-texts.js";

const statusText = (status) => `${status} ${word("status", status)}`;

export default async function launching(context) {
  const { settings, date } = await context.ask("saveSettings");
  const canChange = context.may("setMaintenance");
  return stack(canChange ? null : h("p", { class: "notice" }, t("set.readOnly")),
    h("div", { class: "grid" }, status(context, settings, canChange), maintenance(context, settings, canChange, serviceClock(date))),
      clients(context, settings, canChange));
}

// MARK: The status

function status(context, settings, canChange) {
  const now = settings.launching;
  const change = async () => {
    const form = makeForm([{ name: "status", label: t("state"), kind: statuses.map((one) => [String(one), statusText(one)]) },
      { name: "message", label: t("f.message"), kind: "long" }],
      { status: String(now.status ?? 200), message: now.message });
    const { element, seen } = preview((language) => statusWindow(language, Number(form.field("status").input.value),
      form.field("message").input.value));
    form.element.append(h("div", { class: "wide" }, element));
    form.element.addEventListener("input", seen);
    await confirmAndDo({
      title: t("launch.statusTitle"), lines: [t("launch.statusText", { app: context.app })], form, action: t("launch.statusDo"),
        isDanger: true, isWide: true, done: t("launch.statusDone"),
      run: (values) => writePart(context.app, "launching", now, { ...now, status: Number(values.status), message: values.message ?? "" }),
    }) && context.reload();
  };
  return h("section", { class: "card stack" }, h("h2", null, t("launch.status")),
    facts([[t("state"), statusText(now.status ?? 200)], [t("f.message"), now.message || "–"]]),
    canChange ? h("div", { class: "bar" }, button({ onclick: change }, t("launch.statusDo"))) : null);
}

// MARK: The maintenance

function maintenance(context, settings, canChange, clock) {
  const now = settings.maintenance;
  const edit = () => {
    const form = makeForm(maintenanceFields, now ?? {});
    const { element, seen } = preview((language) => maintenanceWindow(language, valuesOf(form)));
    form.element.append(h("div", { class: "wide" }, element));
    form.element.addEventListener("input", seen);
    return editDialog({ title: t(now ? "launch.maintenanceEdit" : "launch.maintenanceBegin"), form, save: async (changed) => {
      const text = changed.beginDate && milliseconds(changed.beginDate) > clock()
        ? t("launch.from", { date: longDate(changed.beginDate) }) : t("launch.fromNow");
      return (await savePart(context, "maintenance", now, changed, { lines: [text], typed: now ? null : context.app }))
        && (context.reload(), true);
    } });
  };
  const end = async () => await confirmAndDo({ title: t("launch.maintenanceEnd"),
    lines: [t("launch.maintenanceEndText", { app: context.app })], action: t("launch.maintenanceEnd"),
    run: () => writePart(context.app, "maintenance", now, null), done: t("launch.maintenanceEnded") }) && context.reload();
  const shown = now ? [facts([[t("f.message"), now.message || "–"], [t("f.beginDate"), longDate(now.beginDate) || t("launch.atOnce")],
    [t("f.endDate"), longDate(now.endDate) || t("ov.untilEnded")], [t("f.hideDate"), t(now.hideDate ? "yes" : "no")],
      [t("f.typeCode"), word("v", now.typeCode)], [t("f.reason"), now.reason || "–"]]),
  preview((language) => maintenanceWindow(language, now)).element] : h("p", { class: "none" }, t("launch.noMaintenance"));
  return h("section", { class: "card stack" }, h("h2", null, t("launch.maintenance")), shown, canChange ? h("div", { class: "bar" },
    button({ class: now ? "" : "primary", onclick: edit },
      t(now ? "launch.maintenanceEdit" : "launch.maintenanceBegin")),
    now ? button({ onclick: end }, t("launch.maintenanceEnd")) : null) : null);
}

const valuesOf = (form) => Object.fromEntries(form.fields.filter((field) => field.input.type !== "button").map((field) => [field.name,
  field.get(true)]));

// MARK: What a player sees, as the library's window is built

function preview(makeWindow) {
  const id = uniqueId("language");
  const place = h("div", { "aria-live": "polite" });
  const select = h("select", { id, onchange: () => seen() }, Object.entries(playerTexts).map(([code, { name }]) => h("option",
    { value: code, lang: code }, name)));
  const seen = () => replace(place, h("div", { lang: select.value }, makeWindow(select.value)
    ?? h("p", { class: "none" }, t("launch.noWindow"))));
  seen();
  return { seen, element: stack(h("div", { class: "field" }, h("label", { for: id }, t("launch.preview")), select),
    place) };
}

function playerWindow(title, lines, buttons) {
  return h("div", { class: "player-window", role: "img", "aria-label": `${title}. ${lines.join(" ")}` },
    h("p", null, h("strong", null, title)), lines.filter(Boolean).map((one) => h("p", null, one)),
    h("div", { class: "buttons" }, buttons.map((one) => h("span", null, one))));
}

function maintenanceWindow(language, { message, url, hideDate, beginDate, endDate }) {
  const words = playerTexts[language];
  const local = (date) => (date ? new Date(milliseconds(date)).toLocaleString("sv").slice(0, 16) : "");
  const period = !hideDate && (beginDate || endDate) ? `${local(beginDate)} ~ ${local(endDate)}` : "";
  return playerWindow(words.maintenance, [message || words.working, period], [...(url ? [words.details] : []), words.close]);
}

function statusWindow(language, status, message) {
  const words = playerTexts[language];
  if (status === 201) return playerWindow(words.recommended, [message], [words.update, words.later]);
  if (status === 300) return playerWindow(words.required, [message], [words.update]);
  if (status === 301) return playerWindow(words.blocked, [message], [words.close]);
  if (status === 302) return playerWindow(words.closed, [message], [words.close]);
  if (status === 303 || status === 304) return playerWindow(words.maintenance, [message || words.working], [words.close]);
  return null;
}

// MARK: Versions of the game

function clients(context, settings, canChange) {
  const rows = settings.clients ?? [];
  const spec = clientFields.map((field) => (field.name === "status" ? { ...field,
    kind: statuses.map((one) => [String(one), statusText(one)]) } : field));
  const kept = (one) => ({ ...one, status: Number(one.status ?? 200) });
  const save = async (next, more) => (await savePart(context, "clients", settings.clients, next, more)) && (context.reload(), true);
  const edit = (row) => editDialog({ title: row ? t("set.edit", { what: row.version }) : t("launch.addVersion"),
    form: makeForm(spec, row ? { ...row, status: String(row.status ?? 200) } : {}),
    save: (changed) => save(row ? rows.map((one) => (one === row ? kept(changed) : one)) : [...rows, kept(changed)]) });
  const buttons = { title: "", isFixed: true, cell: (row) => [
    button({ class: "small", "aria-label": `${t("edit")} ${row.version}`, onclick: () => edit(row) }, t("edit")),
    button({ class: "small", "aria-label": `${t("remove")} ${row.version}`,
      onclick: () => save(rows.filter((one) => one !== row), { typed: row.version }) }, t("remove"))] };
  return h("section", { class: "stack" }, makeTable({ caption: t("launch.versions"), name: "versions", rows, none: t("launch.noVersions"),
    columns: [
    col("version", "f.version"), col("storeCode", "store"),
      { key: "status", title: t("state"), cell: (row) => statusText(row.status ?? 200) },
    col("message", "f.message"), canChange ? buttons : null] }),
  canChange ? h("div", null, button({ onclick: () => edit(null) }, t("launch.addVersion"))) : null);
}

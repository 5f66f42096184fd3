import { h, replace, download, button, stack } from "../dom.js";
import { t } from "../i18n.js";
import { same, write } from "../json.js";
import { makeField } from "../forms.js";
import { confirmAndDo, keepTyped } from "../dialogs.js";
import { ask } from "../api.js";
import { readSettings, changeTable } from "../settings-edit.js";

/// All settings as JSON, for what has no form of its own.
export default async function allSettings(context) {
  const before = await readSettings(context.app);
  const field = makeField({ name: "settings", label: t("all.json"), kind: "json", rows: 30, hint: t("all.hint") }, before);
  const note = h("div");
  const save = async () => {
    const mine = field.get();
    if (mine === undefined || mine === null) return field.input.focus();
    replace(note);
    const { settings: now, revision } = await ask(context.app, "console.saveSettings");
    if (!context.isHere()) return;
    const isOther = !same(now, before);
    const done = await confirmAndDo({
      title: t("all.title"), isWide: true, isDanger: true, typed: context.app, action: t("set.do"), done: t("all.done"),
      lines: [t("set.text", { app: context.app }), isOther ? h("span", { class: "notice bad" }, t("all.conflict")) : null,
        isOther ? changeTable(before, now, t("conflict.theirs")) : null, changeTable(now, mine, t("set.changes"))].filter(Boolean),
      run: async () => { await context.ask("loadSettings", { settings: mine, revision }); return true; },
    });
    if (done) context.reload();
  };
  return stack(keepTyped(field.element), note, h("div", { class: "bar" },
    button({ class: "primary", onclick: save }, t("set.review")),
    button({ onclick: () => download("settings.json", write(before, 2), "application/json") }, t("set.toFile"))));
}

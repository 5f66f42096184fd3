import { h, button, replace } from "./dom.js";
import { t, word } from "./i18n.js";
import { makeTable } from "./tables.js";
import { work } from "./api.js";
import { openDialog, errorBox } from "./dialogs.js";

/// A button that has the server ask a provider or a store as the settings say, and shows each step.
/// - Parameter parameter: idPCode or storeCode.
export function testButton(app, parameter, name) {
  return button({ class: "small", "aria-label": `${t("attempt.do")} ${name}`, onclick: () => { test(app, parameter, name); } },
    t("attempt.do"));
}

async function test(app, parameter, name) {
  const place = h("div", { class: "stack" }, h("p", { class: "faint", role: "status" }, t("attempt.asking", { name })));
  openDialog({ title: t("attempt.title", { name }), content: place, isWide: true });
  try {
    show(place, name, await work(app, "try", { [parameter]: name }));
  } catch (error) {
    replace(place, errorBox(error));
  }
}

const badge = (isGood) => h("span", { class: isGood ? "badge good" : "badge bad" }, t(isGood ? "attempt.good" : "attempt.bad"));

function show(place, name, { sound = false, steps = [] }) {
  replace(place, h("p", { class: sound ? "notice" : "notice bad", role: sound ? "status" : "alert" },
    t(sound ? "attempt.sound" : "attempt.notSound", { name })),
  makeTable({ caption: t("attempt.steps"), rows: steps, columns: [
    { key: "step", title: t("attempt.step"), value: (row) => word("attemptStep", row.step) },
    { key: "ok", title: t("attempt.result"), cell: (row) => badge(row.ok) },
    { key: "message", title: t("attempt.found") }] }));
}

import { h, replace, uniqueId, say, button } from "./dom.js";
import { t } from "./i18n.js";

/// What is wrong, in the words of the answer.
export function errorText(error) {
  if (error.code === "unreachable") return t("error.unreachable");
  if (error.status === 429 && error.retryAfter) return `${error.message} ${t("error.retryAfter", { n: error.retryAfter })}`;
  return error.message || String(error);
}

export function errorBox(error) {
  return h("div", { class: "notice bad", role: "alert" }, h("p", null, errorText(error)),
    error.code && typeof error.code === "number" ? h("p", { class: "faint" }, t("error.code", { code: error.code })) : null);
}

// MARK: What was typed and is not sent yet

/// A view or a dialog takes along what was typed into it, so people are asked before they leave it (`app.js`).
export function keepTyped(element) {
  element.addEventListener("input", () => { element.dataset.typed = "true"; });
  return element;
}

export const typedPlaces = () => [...document.querySelectorAll("[data-typed]")];

/// Forgets input that was sent, or is given up: nobody is asked about it any more.
export const forgetTyped = () => { for (const element of typedPlaces()) delete element.dataset.typed; };

/// - Parameter stays: also when another view is shown: what is shown this once, what runs on, and a log-in.
/// - Returns: the dialog, which is shown; it goes when it is closed, and the focus is where it was.
export function openDialog({ title, content, buttons = [], isWide = false, stays = false, onclose }) {
  const before = document.activeElement;
  const heading = uniqueId("dialog");
  const close = button({ class: "quiet", "aria-label": t("close"), onclick: () => dialog.close() }, "✕");
  const dialog = h("dialog", { "aria-labelledby": heading, class: isWide ? "wide" : "", "data-stays": stays },
    h("div", { class: "dialog-head" }, h("h2", { id: heading }, title), close), h("div", { class: "dialog-body" }, content),
    buttons.length ? h("div", { class: "dialog-foot" }, buttons) : null);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before?.isConnected) before.focus(); else document.getElementById("main")?.focus();
    onclose?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/// Those of a view that is left: their buttons would act upon what is not shown any more. The innermost one is closed first.
export function closeDialogs() {
  for (const dialog of [...document.querySelectorAll("dialog[open]:not([data-stays])")].reverse()) dialog.close();
}

/// Says what will be done and to whom, asks once, does it and stays open with the message when it fails.
/// - Parameter typed: what has to be typed, where it cannot be undone.
/// - Returns: what `run` gave, also when the dialog was closed meanwhile, as it may be shown this once; undefined when nobody said yes.
export function confirmAndDo({ title, lines = [], form, typed, action, isDanger = false, isWide = false, run, done }) {
  return new Promise((resolve) => {
    let result;
    let isRunning = false;
    const wrong = h("div");
    const typedId = uniqueId("typed");
    const typedField = typed ? h("input", { id: typedId, autocomplete: "off", spellcheck: "false", oninput: update }) : null;
    const yes = h("button", { type: "submit", class: isDanger ? "danger" : "primary" }, action);
    const no = button({ onclick: () => dialog.close() }, t("cancel"));
    function update() { yes.disabled = isRunning || (typed !== undefined && typed !== null && typedField.value !== typed); }
    const body = h("form", { method: "dialog", novalidate: true, onsubmit: submit },
      lines.map((line) => (line instanceof Node ? line : h("p", null, line))), form?.element,
      typed ? h("div", { class: "field" }, h("label", { for: typedId }, t("confirm.type"), " ", h("code", null, typed)), typedField) : null,
      wrong, h("div", { class: "dialog-foot" }, no, yes));
    if (form) keepTyped(body);
    async function submit(event) {
      event.preventDefault();
      if (yes.disabled) return;
      const values = form ? form.read() : {};
      if (values === null) return;
      yes.disabled = no.disabled = isRunning = true;
      replace(wrong, h("p", { class: "faint", role: "status" }, t("working")));
      try {
        result = await run(values);
        dialog.close();
        if (done) say(typeof done === "function" ? done(result) : done);
      } catch (error) {
        if (dialog.isConnected) replace(wrong, errorBox(error)); else say(errorText(error), true);
      } finally {
        isRunning = no.disabled = false;
        update();
      }
      if (!dialog.isConnected) resolve(result);
    }
    update();
    const dialog = openDialog({ title, content: body, isWide, onclose: () => { if (!isRunning) resolve(result); } });
    (typedField ?? body.querySelector("input, select, textarea") ?? no).focus();
  });
}

export const tell = (title, ...content) => openDialog({ title, content });

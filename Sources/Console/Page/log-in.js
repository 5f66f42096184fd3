import { h, replace } from "./dom.js";
import { call, take, session } from "./api.js";
import { t } from "./i18n.js";
import { makeForm } from "./forms.js";
import { errorBox, openDialog } from "./dialogs.js";
import { goToProvider, providerButton } from "./openid.js";

const codeNeeded = -4010002;

/// Sent once at a time; what is wrong stands below its fields.
/// - Parameter refused: what is said of a refusal.
function entryForm(form, label, send, refused = errorBox) {
  const below = h("div");
  const button = h("button", { type: "submit", class: "primary" }, label);
  const say = (what) => replace(below, what);
  async function submit(event) {
    event.preventDefault();
    const values = form.read();
    if (!values) return;
    button.disabled = true;
    try {
      await send(values);
    } catch (error) {
      button.disabled = false;
      say(refused(error));
    }
  }
  return { element: h("form", { novalidate: true, onsubmit: submit }, form.element, below, button), say };
}

/// Name and password, and the code when the answer asks for one.
function logInForm(done, fixedName) {
  const form = makeForm([
    { name: "name", label: t("logIn.name"), required: true, autocomplete: "username", value: fixedName, readOnly: Boolean(fixedName) },
    { name: "password", label: t("logIn.password"), kind: "password", required: true, autocomplete: "current-password" },
    { name: "code", label: t("logIn.code"), autocomplete: "one-time-code", hint: t("logIn.codeHint") },
  ]);
  const code = form.field("code");
  code.element.hidden = true;
  return entryForm(form, t("logIn"), async (values) => {
    if (!values.code) delete values.code;
    take(await call("log-in", values, { isOpen: true }));
    await done();
  }, (error) => {
    if (error.code !== codeNeeded || !code.element.hidden) return errorBox(error);
    code.element.hidden = false;
    code.input.focus();
    return h("p", { role: "status" }, t("logIn.codeNeeded"));
  }).element;
}

export function logInView(done, failure) {
  return h("section", { class: "card log-in" }, h("h1", null, t("logIn.title")), failure ? errorBox(failure) : null, logInForm(done),
    session.openID ? providerButton("openid.logIn", {}) : null);
}

// The way to the provider leaves a tab, and what is typed in it: it begins in another one. Some have no password.
const providerInOtherTab = () => (session.openID ? h("div", { class: "bar" }, h("a", { class: "button", href: location.pathname,
  target: "_blank", rel: "noopener" }, t("openid.otherTab", { name: session.openID }))) : null);

/// Over whatever is being typed, which stays.
export function logInDialog(name) {
  return new Promise((resolve, reject) => {
    let isDone = false;
    const done = () => { isDone = true; dialog.close(); };
    // All tabs have one session: who has logged in at another one, and comes back to this one, goes on.
    const look = async () => {
      const now = await call("session", undefined, { isOpen: true }).catch(() => null);
      if (isDone || now?.person?.name !== name) return;
      take(now);
      done();
    };
    const dialog = openDialog({
      title: t("logIn.again"), stays: true,
      onclose: () => { removeEventListener("focus", look); if (isDone) resolve(); else reject(new Error(t("error.loggedOut"))); },
      content: [h("p", null, t("logIn.againText")), logInForm(done, name), providerInOtherTab()],
    });
    addEventListener("focus", look);
    dialog.querySelector("input[type=password]").focus();
  });
}

export function newPersonView(path, secret, done, failure) {
  const form = makeForm([
    { name: "name", label: t("logIn.name"), required: true, autocomplete: "username" },
    { name: "password", label: t("logIn.newPassword"), kind: "password", required: true, autocomplete: "new-password",
      hint: t("logIn.passwordHint") },
    { name: "again", label: t("logIn.passwordAgain"), kind: "password", required: true, autocomplete: "new-password" },
  ]);
  const entry = entryForm(form, t("logIn.make"), async ({ name, password, again }) => {
    if (password !== again) throw new Error(t("logIn.notTheSame"));
    take(await call(path, { secret, name, password }, { isOpen: true }));
    await done();
  });
  function accept() {
    const name = form.field("name").input;
    if (name.value.trim()) return goToProvider({ kind: "accept", secret, name: name.value.trim() });
    name.focus();
    return entry.say(h("p", { role: "status" }, t("openid.nameFirst")));
  }
  const isFirst = path === "first";
  return h("section", { class: "card log-in" }, h("h1", null, t(isFirst ? "first.title" : "invitation.title")),
    h("p", null, t(isFirst ? "first.text" : "invitation.text")), failure ? errorBox(failure) : null,
    entry.element, session.openID && !isFirst ? h("div", { class: "bar" }, h("button", { type: "button", onclick: accept },
      t("openid.accept", { name: session.openID }))) : null);
}

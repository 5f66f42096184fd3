import { h, replace } from "./dom.js";
import { call, take, session } from "./api.js";
import { t } from "./i18n.js";
import { makeForm } from "./forms.js";
import { errorBox, openDialog } from "./dialogs.js";
import { goToProvider, providerButton } from "./openid.js";

const codeNeeded = -4010002;

/// Name and password, and the code when the answer asks for one.
function logInForm(done, fixedName) {
  const form = makeForm([
    { name: "name", label: t("logIn.name"), required: true, autocomplete: "username", value: fixedName, readOnly: Boolean(fixedName) },
    { name: "password", label: t("logIn.password"), kind: "password", required: true, autocomplete: "current-password" },
    { name: "code", label: t("logIn.code"), autocomplete: "one-time-code", hint: t("logIn.codeHint") },
  ]);
  const code = form.field("code");
  code.element.hidden = true;
  const wrong = h("div");
  const button = h("button", { type: "submit", class: "primary" }, t("logIn"));
  async function submit(event) {
    event.preventDefault();
    const values = form.read();
    if (!values) return;
    if (!values.code) delete values.code;
    button.disabled = true;
    try {
      take(await call("log-in", values, { isOpen: true }));
      await done();
    } catch (error) {
      button.disabled = false;
      if (error.code === codeNeeded && code.element.hidden) {
        code.element.hidden = false;
        replace(wrong, h("p", { role: "status" }, t("logIn.codeNeeded")));
        code.input.focus();
      } else {
        replace(wrong, errorBox(error));
      }
    }
  }
  return h("form", { novalidate: true, onsubmit: submit }, form.element, wrong, button);
}

export function logInView(done, failure) {
  return h("section", { class: "card log-in" }, h("h1", null, t("logIn.title")), failure ? errorBox(failure) : null, logInForm(done),
    session.openID ? providerButton("openid.logIn", {}) : null);
}

/// Over whatever is being typed, which stays.
export function logInDialog(name) {
  return new Promise((resolve, reject) => {
    let isDone = false;
    const dialog = openDialog({
      title: t("logIn.again"), onclose: () => (isDone ? resolve() : reject(new Error(t("error.loggedOut")))),
      content: [h("p", null, t("logIn.againText")), logInForm(() => { isDone = true; dialog.close(); }, name)],
    });
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
  const wrong = h("div");
  const button = h("button", { type: "submit", class: "primary" }, t("logIn.make"));
  async function submit(event) {
    event.preventDefault();
    const values = form.read();
    if (!values) return;
    if (values.password !== values.again) return replace(wrong, errorBox(new Error(t("logIn.notTheSame"))));
    button.disabled = true;
    try {
      take(await call(path, { secret, name: values.name, password: values.password }, { isOpen: true }));
      await done();
    } catch (error) {
      button.disabled = false;
      replace(wrong, errorBox(error));
    }
  }
  function accept() {
    const name = form.field("name").input;
    if (name.value.trim()) return goToProvider({ kind: "accept", secret, name: name.value.trim() });
    name.focus();
    return replace(wrong, h("p", { role: "status" }, t("openid.nameFirst")));
  }
  const isFirst = path === "first";
  return h("section", { class: "card log-in" }, h("h1", null, t(isFirst ? "first.title" : "invitation.title")),
    h("p", null, t(isFirst ? "first.text" : "invitation.text")), failure ? errorBox(failure) : null,
    h("form", { novalidate: true, onsubmit: submit }, form.element, wrong, button),
    session.openID && !isFirst ? h("div", { class: "bar" }, h("button", { type: "button", onclick: accept },
      t("openid.accept", { name: session.openID }))) : null);
}

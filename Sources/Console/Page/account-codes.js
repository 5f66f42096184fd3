// One-time codes: set up, with the recovery codes that are shown once, and switched off.
import { h, copyButton } from "./dom.js";
import { call, session, take } from "./api.js";
import { t } from "./i18n.js";
import { makeForm } from "./forms.js";
import { facts } from "./tables.js";
import { confirmAndDo, openDialog } from "./dialogs.js";

const know = (hasCode) => take({ ...session, person: { ...session.person, hasCode } });

export async function addCode(context) {
  const { secret, uri } = await call("code", {});
  if (!context.isHere()) return;
  const form = makeForm([{ name: "code", label: t("logIn.code"), required: true, autocomplete: "one-time-code" }]);
  const body = await confirmAndDo({
    title: t("account.codeAdd"), action: t("account.codeConfirm"), form, run: ({ code }) => call("code", { code: code.replace(/\s/g, "") }),
    lines: [t("account.codeText"), facts([[t("account.secret"), h("code", null, secret.replace(/(.{4})(?=.)/g, "$1 "))],
      [t("account.uri"), h("code", null, uri)]]),
    h("div", { class: "bar" }, copyButton(secret, t("account.copySecret")), copyButton(uri, t("account.copyUri")))],
  });
  if (!body) return;
  know(true);
  const codes = body.recoveryCodes.join("\n");
  openDialog({ title: t("account.recovery"), stays: true, onclose: context.reload, content: [h("p", null, t("account.recoveryText")),
    h("pre", null, codes), copyButton(codes)] });
}

export async function removeCode(context) {
  const form = makeForm([{ name: "password", label: t("account.passwordNow"), kind: "password", required: true,
    autocomplete: "current-password" }]);
  const body = await confirmAndDo({ title: t("account.codeRemove"), lines: [t("account.codeRemoveText")], form, isDanger: true,
    action: t("account.codeRemove"), done: t("account.codeRemoved"),
    run: ({ password }) => call("code", { remove: true, password }) });
  if (!body) return;
  know(false);
  context.reload();
}

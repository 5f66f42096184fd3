import { h, button, stack } from "../dom.js";
import { call, session, take } from "../api.js";
import { t } from "../i18n.js";
import { makeTable, facts, col } from "../tables.js";
import { makeForm } from "../forms.js";
import { confirmAndDo } from "../dialogs.js";
import { addCode, removeCode } from "../account-codes.js";
import { tokenTable } from "../account-tokens.js";
import { goToProvider } from "../openid.js";

export default async function account(context) {
  const [{ sessions }, { tokens }] = await Promise.all([call("sessions"), call("tokens")]);
  const { person } = session;
  return stack(
    h("section", { class: "card stack" }, h("h2", null, person.name), facts(Object.entries(person.roles
      ?? {}).map(([app, role]) => [app === "*" ? t("people.every") : app, `${t(`role.${role}`)} – ${t(`role.${role}.can`)}`])),
      h("div", { class: "bar" }, person.hasPassword ? button({ onclick: () => password() }, t("account.password")) : null,
        provider(context, person),
        !person.hasPassword ? null : person.hasCode ? button({ onclick: () => removeCode(context) }, t("account.codeRemove"))
          : button({ onclick: () => addCode(context) }, t("account.codeAdd"))),
      person.hasCode || !person.hasPassword ? null : h("p", { class: "notice warn" }, t("account.noCode"))),
    sessionTable(context, sessions ?? []), tokenTable(context, tokens ?? []));
}

function provider(context, { hasAccount, hasPassword }) {
  const name = session.openID;
  if (!name || (hasAccount && !hasPassword)) return null;
  if (!hasAccount) return button({ onclick: () => goToProvider({ kind: "connect" }) }, t("openid.connect", { name }));
  const disconnect = async () => {
    const isDone = await confirmAndDo({ title: t("openid.disconnect", { name }), lines: [t("openid.disconnectText")], isDanger: true,
      action: t("openid.disconnect", { name }), done: t("openid.disconnected"), run: () => call("openid/connect", { remove: true }) });
    if (!isDone) return;
    take({ ...session, person: { ...session.person, hasAccount: false } });
    context.reload();
  };
  return button({ onclick: disconnect }, t("openid.disconnect", { name }));
}

function password() {
  const form = makeForm([{ name: "password", label: t("account.passwordNow"), kind: "password", required: true,
    autocomplete: "current-password" },
    { name: "newPassword", label: t("logIn.newPassword"), kind: "password", required: true, autocomplete: "new-password",
      hint: t("logIn.passwordHint") },
    { name: "again", label: t("logIn.passwordAgain"), kind: "password", required: true, autocomplete: "new-password" }]);
  return confirmAndDo({ title: t("account.password"), lines: [t("account.passwordText")], form, action: t("account.password"),
    done: t("account.passwordDone"),
    run: ({ password: now, newPassword, again }) => {
      if (newPassword !== again) throw new Error(t("logIn.notTheSame"));
      return call("password", { password: now, newPassword });
    } });
}

// MARK: Sessions

function sessionTable(context, rows) {
  const end = async (row) => await confirmAndDo({ title: t("account.sessionEnd"),
    lines: [t("account.sessionText", { address: row.address, agent: row.agent })], action: t("account.sessionEnd"),
    run: () => call("sessions/end", { id: row.id }), done: t("account.sessionEnded") }) && context.reload();
  const endAll = async () => await confirmAndDo({ title: t("account.sessionsEnd"), lines: [t("account.sessionsText")], isDanger: true,
    action: t("account.sessionsEnd"),
    run: () => call("sessions/end", { others: true }), done: t("account.sessionEnded") }) && context.reload();
  return h("section", { class: "stack" }, makeTable({ caption: t("account.sessions"), rows, columns: [
    { key: "agent", title: t("account.agent"), cell: (row) => [row.agent,
      row.isThis ? h("span", { class: "badge good" }, t("account.this")) : null] }, col("address", "address"),
    col("startedDate", "account.started", "date"), col("lastDate", "account.last", "date"),
    { title: "", isFixed: true, cell: (row) => (row.isThis ? null : button({ class: "small",
      "aria-label": `${t("account.sessionEnd")}: ${row.agent}`, onclick: () => end(row) }, t("account.sessionEnd"))) }] }),
  h("div", null, button({ onclick: endAll }, t("account.sessionsEnd"))));
}

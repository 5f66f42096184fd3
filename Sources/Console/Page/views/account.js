import { h, copy, say, button, stack } from "../dom.js";
import { call, session, roleNames, rankIn, take } from "../api.js";
import { t } from "../i18n.js";
import { makeTable, facts, col } from "../tables.js";
import { makeForm } from "../forms.js";
import { confirmAndDo, openDialog } from "../dialogs.js";

export default async function account(context) {
  const [{ sessions }, { tokens }] = await Promise.all([call("sessions"), call("tokens")]);
  const { person } = session;
  return stack(
    h("section", { class: "card stack" }, h("h2", null, person.name), facts(Object.entries(person.roles
      ?? {}).map(([app, role]) => [app === "*" ? t("people.every") : app, `${t(`role.${role}`)} – ${t(`role.${role}.can`)}`])),
      h("div", { class: "bar" }, button({ onclick: () => password() }, t("account.password")),
        person.hasCode ? button({ onclick: () => removeCode(context) }, t("account.codeRemove"))
          : button({ class: "primary", onclick: () => addCode(context) }, t("account.codeAdd"))),
      person.hasCode ? null : h("p", { class: "notice warn" }, t("account.noCode"))),
    sessionTable(context, sessions ?? []), tokenTable(context, tokens ?? []));
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

// MARK: The one-time code

async function addCode(context) {
  const { secret, uri } = await call("code", {});
  const form = makeForm([{ name: "code", label: t("logIn.code"), required: true, autocomplete: "one-time-code" }]);
  const body = await confirmAndDo({
    title: t("account.codeAdd"), action: t("account.codeConfirm"), run: ({ code }) => call("code", { code: code.replace(/\s/g, "") }), form,
    lines: [t("account.codeText"), h("dl", { class: "facts" }, h("dt", null, t("account.secret")),
      h("dd", null, h("code", null, secret.replace(/(.{4})(?=.)/g, "$1 "))), h("dt", null, t("account.uri")),
      h("dd", null, h("code", null, uri))),
      h("div", { class: "bar" }, button({ class: "small",
        onclick: async () => say(t(await copy(uri) ? "copied" : "notCopied")) }, t("account.copyUri")))],
  });
  if (!body) return;
  take({ ...session, person: { ...session.person, hasCode: true } });
  openDialog({ title: t("account.recovery"), onclose: context.reload, content: [h("p", null, t("account.recoveryText")),
    h("pre", null, (body.recoveryCodes ?? []).join("\n"))] });
}

async function removeCode(context) {
  const form = makeForm([{ name: "password", label: t("account.passwordNow"), kind: "password", required: true,
    autocomplete: "current-password" }]);
  const body = await confirmAndDo({ title: t("account.codeRemove"), lines: [t("account.codeRemoveText")], form, isDanger: true,
    action: t("account.codeRemove"),
    run: ({ password: now }) => call("code", { remove: true, password: now }), done: t("account.codeRemoved") });
  if (!body) return;
  take({ ...session, person: { ...session.person, hasCode: false } });
  context.reload();
}

// MARK: Sessions and tokens

function sessionTable(context, rows) {
  const end = async (row) => await confirmAndDo({ title: t("account.sessionEnd"),
    lines: [t("account.sessionText", { address: row.address, agent: row.agent })], action: t("account.sessionEnd"),
    run: () => call("sessions/end", { id: row.id }), done: t("account.sessionEnded") }) && context.reload();
  const endAll = async () => await confirmAndDo({ title: t("account.sessionsEnd"), lines: [t("account.sessionsText")], isDanger: true,
    action: t("account.sessionsEnd"),
    run: () => call("sessions/end", { all: true }), done: t("account.sessionEnded") }) && context.reload();
  return h("section", { class: "stack" }, makeTable({ caption: t("account.sessions"), rows, columns: [
    { key: "agent", title: t("account.agent"), cell: (row) => [row.agent,
      row.isThis ? h("span", { class: "badge good" }, t("account.this")) : null] }, col("address", "address"),
    col("startedDate", "account.started", "date"), col("lastDate", "account.last", "date"),
    { title: "", isFixed: true, cell: (row) => (row.isThis ? null : button({ class: "small", onclick: () => end(row) },
      t("account.sessionEnd"))) }] }),
  h("div", null, button({ onclick: endAll }, t("account.sessionsEnd"))));
}

function tokenTable(context, rows) {
  const end = async (row) => await confirmAndDo({ title: t("account.tokenEnd"), lines: [t("account.tokenEndText", { name: row.name })],
    isDanger: true, action: t("account.tokenEnd"),
    run: () => call("tokens/end", { id: row.id }), done: t("account.tokenEnded") }) && context.reload();
  const make = async () => {
    const form = makeForm([{ name: "name", label: t("name"), required: true, hint: t("account.tokenHint") },
      { name: "app", label: t("app"), kind: session.apps.map((app) => app.id) },
      { name: "role", label: t("people.role"), kind: roleNames.slice(0,
        rankIn(context.app) + 1).map((role) => [role, t(`role.${role}`)]) }], { app: context.app });
    const body = await confirmAndDo({ title: t("account.tokenNew"), lines: [t("account.tokenText")], form, action: t("account.tokenNew"),
      run: ({ name, app, role }) => call("tokens", { name, app, role }) });
    if (body) openDialog({ title: t("account.token"), onclose: context.reload,
      content: [h("p", null, t("account.tokenOnce")), h("pre", null, body.token),
      button({ onclick: async () => say(t(await copy(body.token) ? "copied" : "notCopied")) }, t("copy"))] });
  };
  return h("section", { class: "stack" }, makeTable({ caption: t("account.tokens"), rows, none: t("account.noTokens"), columns: [
    col("name", "name"), col("app", "app"),
      { key: "role", title: t("people.role"), cell: (row) => t(`role.${row.role}`) },
      col("madeDate", "account.made", "date"),
    col("lastDate", "account.last", "date"), { title: "", isFixed: true,
      cell: (row) => button({ class: "small", onclick: () => end(row) }, t("account.tokenEnd")) }] }),
  h("div", null, button({ onclick: make }, t("account.tokenNew"))));
}

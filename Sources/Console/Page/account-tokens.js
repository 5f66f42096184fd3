// Tokens for programs: the token itself is shown once, when it is made.
import { h, replace, button, copyButton } from "./dom.js";
import { call, session, roleNames, rankIn } from "./api.js";
import { t } from "./i18n.js";
import { makeTable, col } from "./tables.js";
import { makeForm } from "./forms.js";
import { confirmAndDo, openDialog } from "./dialogs.js";

const every = "*";
const appText = (app) => (app === every ? t("people.every") : app);

export function tokenTable(context, rows) {
  return h("section", { class: "stack" }, makeTable({ caption: t("account.tokens"), rows, none: t("account.noTokens"), columns: [
    col("name", "name"), { key: "app", title: t("app"), cell: (row) => appText(row.app) },
    { key: "role", title: t("people.role"), cell: (row) => t(`role.${row.role}`) },
    col("madeDate", "account.made", "date"), col("lastDate", "account.last", "date"),
    { title: "", isFixed: true, cell: (row) => button({ class: "small", "aria-label": `${t("account.tokenEnd")} ${row.name}`,
      onclick: () => end(context, row) }, t("account.tokenEnd")) }] }),
  h("div", null, button({ onclick: () => make(context) }, t("account.tokenNew"))));
}

const end = async (context, { id, name }) => await confirmAndDo({ title: t("account.tokenEnd"),
  lines: [t("account.tokenEndText", { name })], isDanger: true, action: t("account.tokenEnd"),
  run: () => call("tokens/end", { id }), done: t("account.tokenEnded") }) && context.reload();

/// A token has one role in one app or in all of them, no higher than its person's.
function tokenForm(context) {
  const apps = [...session.apps.map((app) => app.id), ...(rankIn(every) >= 0 ? [every] : [])];
  const rolesIn = (app) => roleNames.slice(0, rankIn(app) + 1);
  const chosen = apps.includes(context.app) ? context.app : apps[0];
  const form = makeForm([{ name: "name", label: t("name"), required: true, hint: t("account.tokenHint") },
    { name: "app", label: t("app"), kind: apps.map((app) => [app, appText(app)]) },
    { name: "role", label: t("people.role"), kind: rolesIn(chosen).map((role) => [role, t(`role.${role}`)]) }], { app: chosen });
  const [app, role] = [form.field("app").input, form.field("role").input];
  app.addEventListener("change", () => replace(role, rolesIn(app.value).map((name) => h("option", { value: name }, t(`role.${name}`)))));
  return form;
}

async function make(context) {
  const body = await confirmAndDo({ title: t("account.tokenNew"), lines: [t("account.tokenText")], form: tokenForm(context),
    action: t("account.tokenNew"), run: ({ name, app, role }) => call("tokens", { name, app, role }) });
  if (!body) return;
  openDialog({ title: t("account.token"), stays: true, onclose: context.reload, content: [h("p", null, t("account.tokenOnce")),
    h("pre", null, body.token), copyButton(body.token)] });
}

import { h, copyButton, stack } from "../dom.js";
import { call, session, roleNames } from "../api.js";
import { t } from "../i18n.js";
import { same } from "../json.js";
import { makeTable, col } from "../tables.js";
import { makeForm } from "../forms.js";
import { confirmAndDo, openDialog } from "../dialogs.js";

const rolesText = (roles) => Object.entries(roles ?? {}).map(([app, role]) =>
  `${app === "*" ? t("people.every") : app}: ${t(`role.${role}`)}`).join(", ") || "–";
const rolesForm = (roles) => makeForm([{ name: "roles", label: t("people.roles"), kind: "rows",
  fresh: { app: session.apps[0]?.id ?? "*", role: "viewer" }, of: [
  { name: "app", label: t("app"), kind: [["*", t("people.every")], ...session.apps.map((app) => [app.id, app.id])] },
  { name: "role", label: t("people.role"), kind: roleNames.map((role) => [role, `${t(`role.${role}`)} – ${t(`role.${role}.can`)}`]) }] }],
{ roles: Object.entries(roles).map(([app, role]) => ({ app, role })) });
/// - Throws: where an app stands twice, one of whose roles would be lost.
function rolesOf({ roles }) {
  const rows = (roles ?? []).map(({ app, role }) => [app, role]);
  const twice = rows.find(([app], place) => rows.findIndex(([other]) => other === app) !== place);
  if (twice) throw new Error(t("people.twice", { app: twice[0] === "*" ? t("people.every") : twice[0] }));
  return Object.fromEntries(rows);
}

export default async function people(context) {
  const { people: list, invitations } = await call("people");
  const button = (title, name, run) => h("button", { type: "button", class: "small", "aria-label": `${title} ${name}`, onclick: run },
    title);
  return stack(h("div", null, h("button", { type: "button", class: "primary", onclick: () => invite(context) },
    t("people.invite"))),
    makeTable({ caption: t("people.list"), name: "people", rows: list ?? [], columns: [
      { key: "name", title: t("name"), cell: (row) => [row.name, row.name === session.person.name
        ? h("span", { class: "faint" }, ` (${t("people.you")})`) : null] },
      { key: "roles", title: t("people.roles"), cell: (row) => rolesText(row.roles), value: (row) => rolesText(row.roles) },
      { key: "hasCode", title: t("people.code"), cell: (row) => (row.hasCode ? h("span", { class: "badge good" }, t("yes"))
        : h("span", { class: "badge warn" }, t("no"))) },
      ...(session.openID ? [{ key: "hasAccount", title: t("people.account", { name: session.openID }),
        cell: (row) => t(row.hasAccount ? "yes" : "no"), value: (row) => t(row.hasAccount ? "yes" : "no") }] : []),
      col("lastDate", "people.last", "date"),
      { title: "", isFixed: true, cell: (row) => [button(t("people.change"), row.name, () => change(context, row)),
        button(t("remove"), row.name, () => remove(context, row))] }] }),
    makeTable({ caption: t("people.invitations"), rows: invitations ?? [], none: t("people.noInvitations"), columns: [
      { key: "id", title: t("id"), class: "id" }, { key: "roles", title: t("people.roles"), cell: (row) => rolesText(row.roles) },
        col("expiresDate", "people.until", "date"),
      { title: "", isFixed: true, cell: (row) => button(t("people.takeBack"), row.id, () => takeBack(context, row)) }] }));
}

async function invite(context) {
  const form = rolesForm({ [context.app]: "viewer" });
  const body = await confirmAndDo({ title: t("people.invite"), lines: [t("people.inviteText")], form, isWide: true,
    action: t("people.inviteDo"), run: async (values) => call("people/invite", { roles: rolesOf(values) }) });
  if (!body) return;
  // The answer may bring the whole address, or the secret that belongs into it.
  const given = String(body.link ?? body.secret ?? "");
  const address = /#\/invitation\//.test(given) ? new URL(given, location.href).href
    : `${location.origin}${location.pathname}#/invitation/${encodeURIComponent(given)}`;
  openDialog({ title: t("people.invited"), stays: true, onclose: context.reload, content: [h("p", null, t("people.linkText")),
    h("pre", null, address), copyButton(address)] });
}

async function change(context, row) {
  const form = rolesForm(row.roles);
  let read = row.roles;
  const write = async (values) => {
    const roles = rolesOf(values);
    const { people: list } = await call("people");
    const now = list.find((one) => one.name === row.name)?.roles ?? read;
    const isOther = !same(now, read);
    read = now;
    if (isOther) throw new Error(t("people.otherwise", { roles: rolesText(now) }));
    return call("people/change", { name: row.name, roles });
  };
  await confirmAndDo({ title: t("people.changeTitle", { name: row.name }), lines: [t("people.changeText", { name: row.name })], form,
    isWide: true, isDanger: true, action: t("people.change"),
    run: write, done: t("people.changed", { name: row.name }) })
      && context.reload();
}

const remove = async (context, { name }) => await confirmAndDo({ title: t("people.removeTitle"), lines: [t("people.removeText", { name })],
  typed: name, isDanger: true, action: t("remove"),
  run: () => call("people/remove", { name }), done: t("people.removed", { name }) }) && context.reload();

const takeBack = async (context, { id }) => await confirmAndDo({ title: t("people.takeBack"), lines: [t("people.takeBackText", { id })],
  isDanger: true, action: t("people.takeBack"),
  run: () => call("people/remove", { invitation: id }), done: t("people.takenBack") }) && context.reload();

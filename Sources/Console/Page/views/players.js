import { h, button, stack } from "../dom.js";
import { t, word } from "../i18n.js";
import { makeTable, col } from "../tables.js";
import { makeField } from "../forms.js";
import { number } from "../format.js";
import { kickAll } from "../player-actions.js";

const pageRows = 100;

export default async function players(context) {
  if (context.args[0]) return (await import("../player.js")).player(context, context.args[0]);
  const { text = "", after = "" } = context.query;
  const parameters = text ? { text } : { count: pageRows, ...(after ? { after } : {}) };
  const body = await context.ask("findMembers", parameters);
  return stack(search(context, text), kickAll(context), list(context, body, text),
    text ? null : pages(context, body, after));
}

function search(context, text) {
  const field = makeField({ name: "text", label: t("players.search"), hint: t("players.searchHint"), kind: "text" }, text);
  field.input.type = "search";
  field.element.classList.add("grow");
  return h("form", { class: "card bar", role: "search", onsubmit: (event) => {
    event.preventDefault();
    context.filter({ text: field.input.value.trim(), after: null });
  } }, field.element, h("button", { type: "submit", class: "primary" }, t("find")),
  text ? button({ onclick: () => context.filter({ text: null }) }, t("players.all")) : null);
}

function list(context, { members }, text) {
  return makeTable({
    caption: text ? t("players.found", { text, n: number(members.length) }) : t("players.list"), rows: members, name: "players",
      none: t("players.nobody", { text }),
    columns: [
      { key: "userId", title: t("member"), class: "id", cell: (row) => h("a", { href: context.address("players", [row.userId]) },
        row.userId) },
      text ? { key: "by", title: t("players.by"), cell: (row) => word("by", row.by) } : null,
      { key: "valid", title: t("state"), cell: (row) => validity(row.valid) },
      col("registeredDate", "registered", "date"), col("lastLoginDate", "lastLogin", "date")],
  });
}

export const validity = (valid) => h("span", { class: valid === "Y" ? "badge good" : valid === "B" ? "badge bad" : "badge" },
  word("valid", valid));

function pages(context, body, after) {
  return h("nav", { class: "bar", "aria-label": t("pages") },
    after ? h("a", { class: "button", href: context.address("players") }, t("page.first")) : null,
    body.next ? h("a", { class: "button", href: context.address("players", [], { after: body.next }) }, t("page.next")) : null);
}


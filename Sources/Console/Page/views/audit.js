import { h, stack } from "../dom.js";
import { call, hasRole, isRead } from "../api.js";
import { t } from "../i18n.js";
import { makeTable, col } from "../tables.js";
import { checkbox } from "../figures.js";

/// A program that asked with a person's token is told from the person.
const doer = ({ who, token }) => (token ? t("audit.byToken", { who: who ?? "–", token }) : who);

// Works that change nothing. A copy that is looked at is none that is begun.
const works = ["database", "live", "try"];
const isLook = ({ name, object }) => isRead(name) || works.includes(name) || (name === "backup" && object?.start === false);

/// Most lines are views that were opened; what was changed is to be seen among them.
const whatColumn = () => ({ key: "name", title: t("audit.what"),
  cell: (row) => (isLook(row) ? h("span", { class: "faint" }, `${row.name} (${t("audit.reads")})`) : row.name) });

export default async function audit(context) {
  const { before, everywhere } = context.query;
  const query = new URLSearchParams({ ...(everywhere === "1" ? {} : { app: context.app }), ...(before ? { before } : {}) });
  const body = await call(`audit?${query}`);
  return stack(h("p", { class: "faint" }, t("audit.text")),
    hasRole("*", "operator") ? h("div", { class: "bar card" }, checkbox(t("audit.everywhere"), everywhere === "1",
      (isOn) => context.filter({ everywhere: isOn ? "1" : null, before: null }))) : null,
    makeTable({ caption: t("nav.audit"), name: "audit", rows: body.entries ?? [], columns: [
      col("date", "date", "date"), col("who", "audit.who", "text", { value: doer }), whatColumn(),
        { key: "object", title: t("audit.object"), class: "id" },
      col("app", "app"), { key: "resultCode", title: t("audit.result"),
        cell: (row) => (row.resultCode ? h("span", { class: "badge bad" }, String(row.resultCode))
        : h("span", { class: "badge good" }, t("audit.done"))) },
      col("address", "address")] }),
    h("nav", { class: "bar", "aria-label": t("pages") }, before ? h("a",
      { class: "button", href: context.address("audit", [], { everywhere }) }, t("page.first")) : null,
      body.before ? h("a", { class: "button", href: context.address("audit", [], { everywhere, before: body.before }) }, t("page.next"))
        : null));
}

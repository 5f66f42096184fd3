import { h } from "../dom.js";
import { call } from "../api.js";
import { t } from "../i18n.js";
import { makeTable } from "../tables.js";
import { checkbox } from "../figures.js";

export default async function audit(context) {
  const { before, everywhere } = context.query;
  const query = new URLSearchParams({ ...(everywhere === "1" ? {} : { app: context.app }), ...(before ? { before } : {}) });
  const body = await call(`audit?${query}`);
  return h("div", { class: "stack" }, h("p", { class: "faint" }, t("audit.text")),
    h("div", { class: "bar card" }, checkbox(t("audit.everywhere"), everywhere === "1",
      (isOn) => context.filter({ everywhere: isOn ? "1" : null, before: null }))),
    makeTable({ caption: t("nav.audit"), name: "audit", rows: body.entries ?? [], columns: [
      { key: "date", title: t("date"), kind: "date" }, { key: "who", title: t("audit.who") }, { key: "name", title: t("audit.what") },
        { key: "object", title: t("audit.object"), class: "id" },
      { key: "app", title: t("app") }, { key: "resultCode", title: t("audit.result"),
        cell: (row) => (row.resultCode ? h("span", { class: "badge bad" }, String(row.resultCode))
        : h("span", { class: "badge good" }, t("audit.done"))) },
      { key: "address", title: t("address") }] }),
    h("nav", { class: "bar", "aria-label": t("pages") }, before ? h("a",
      { class: "button", href: context.address("audit", [], { everywhere }) }, t("page.first")) : null,
      body.before ? h("a", { class: "button", href: context.address("audit", [], { everywhere, before: body.before }) }, t("page.next"))
        : null));
}

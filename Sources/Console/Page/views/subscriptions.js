import { h, stack } from "../dom.js";
import { t } from "../i18n.js";
import { number } from "../format.js";
import { makeTable, col } from "../tables.js";
import { askFigures, filterBar, dayChart, tile, total, change, partName } from "../figures.js";

const by = ["product", "store"];
const flow = ["new", "resumed", "renewed", "lapsed"];

export default async function subscriptions(context) {
  const wanted = by.includes(context.query.by) ? context.query.by : null;
  const { figures, before } = await askFigures(context, "subscriptions", { by: wanted });
  return stack(filterBar(context, { by, canCompare: !wanted }),
    wanted ? parts(figures, wanted) : whole(figures, before?.figures));
}

function whole({ days, figures }, old) {
  const list = (names, from) => (from ? names.map((name) => ({ name: t(`sub.${name}`), values: from[name] })) : []);
  const chart = (title, names, note) => dayChart({ title: t(`sub.${title}`), days, list: list(names, figures), before: list(names, old),
    note, name: `subscriptions-${title}` });
  return [
    h("div", { class: "tiles" }, tile(t("sub.active"), number(figures.active.at(-1)),
      old ? change(figures.active.at(-1), old.active.at(-1)) : null),
      flow.map((name) => tile(t(`sub.${name}`), number(total(figures[name])),
        old ? change(total(figures[name]), total(old[name]), name !== "lapsed") : null))),
    h("div", { class: "grid" }, chart("active", ["active"], t("sub.note")), chart("flow", flow)),
  ];
}

function parts({ days, parts: list }, by) {
  const known = list.map(({ value, figures }) => ({ name: partName(value, by), figures }));
  const rows = known.map(({ name, figures }) => ({ name, active: figures.active.at(-1),
    ...Object.fromEntries(flow.map((each) => [each, total(figures[each])])) }));
  return [
    dayChart({ title: t("sub.active"), days, kind: "bar", isStacked: true, name: `subscriptions-by-${by}`,
      list: known.map(({ name, figures }) => ({ name, values: figures.active })) }),
    makeTable({ caption: t("sub.by", { by: t(`by.${by}`) }), name: `subscriptions-by-${by}-sums`, rows, columns: [
      { key: "name", title: t(`by.${by}`) }, col("active", "sub.active", "number"),
      ...flow.map((each) => col(each, `sub.${each}`, "number"))] }),
  ];
}

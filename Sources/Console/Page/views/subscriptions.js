import { h, stack } from "../dom.js";
import { t } from "../i18n.js";
import { number } from "../format.js";
import { askFigures, filterBar, dayChart, tile, total, change } from "../figures.js";

export default async function subscriptions(context) {
  const { figures: { days, figures }, before } = await askFigures(context, "subscriptions");
  const old = before?.figures;
  const list = (names, from) => (from ? names.map((name) => ({ name: t(`sub.${name}`), values: from[name] })) : []);
  const sums = (name, isGoodUp) => tile(t(`sub.${name}`), number(total(figures[name])),
    old ? change(total(figures[name]), total(old[name]), isGoodUp) : null);
  const chart = (title, names, kind) => dayChart({ title: t(title), days, kind, list: list(names, figures), before: list(names, old),
    name: `subscriptions-${names[0]}` });
  return stack(filterBar(context),
    h("div", { class: "tiles" }, tile(t("sub.active"), number(figures.active.at(-1)),
      old ? change(figures.active.at(-1), old.active.at(-1)) : null),
      sums("new"), sums("renewed"), sums("lapsed", false)),
    h("div", { class: "grid" }, chart("sub.chart.active", ["active"]), chart("sub.chart.flow", ["new", "renewed", "lapsed"])));
}

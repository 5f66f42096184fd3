import { h, stack } from "../dom.js";
import { t } from "../i18n.js";
import { number, percent } from "../format.js";
import { makeTable, col } from "../tables.js";
import { askFigures, filterBar, dayChart, tile, total, change } from "../figures.js";

const names = ["accepted", "delivered", "clicked"];

export default async function pushFigures(context) {
  const { figures: { days, figures, buttons }, before } = await askFigures(context, "pushes");
  const old = before?.figures;
  const list = (from) => (from ? names.map((name) => ({ name: t(`pf.${name}`), values: from[name] })) : []);
  const share = (part, whole) => (whole ? percent(part / whole) : "–");
  const [accepted, delivered, clicked] = names.map((name) => total(figures[name]) ?? 0);
  return stack(filterBar(context),
    h("div", { class: "tiles" }, ["sent", ...names].map((name) => tile(t(`pf.${name}`), number(total(figures[name])),
      old ? change(total(figures[name]), total(old[name])) : null)),
      tile(t("pf.deliveredShare"), share(delivered, accepted)), tile(t("pf.clickedShare"), share(clicked, delivered))),
    dayChart({ title: t("pf.chart"), days, list: list(figures), before: list(old), name: "pushes", note: t("pf.note") }),
    makeTable({ caption: t("pf.buttons"), name: "push-buttons", rows: buttons, sortedBy: ["clicks", true], none: t("pf.noButtons"),
      columns: [col("action", "pf.button"), col("clicks", "pf.clicks", "number")] }));
}

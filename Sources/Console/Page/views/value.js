import { h, stack } from "../dom.js";
import { t } from "../i18n.js";
import { number, amount, divided, sum, percent, addDays, today } from "../format.js";
import { makeChart } from "../charts.js";
import { makeTable, col } from "../tables.js";
import { askFigures, filterBar, partName } from "../figures.js";
import { chosenCurrency } from "../currencies.js";

const by = ["country", "os"];
const ends = ["0", "1", "7", "30", "90"];

/// What members have paid until some days after they joined, and how long it took until they paid first.
export default async function value(context) {
  const wanted = by.includes(context.query.by) ? context.query.by : null;
  if (wanted) return divide(context, wanted);
  const [{ figures }, { figures: first }] = await Promise.all([
    askFigures(context, "value", { isCompared: false }), askFigures(context, "firstPurchase", { isCompared: false })]);
  const { cohorts } = figures;
  const chosen = chosenCurrency(context, cohorts);
  return stack(filterBar(context, { by, canCompare: false, more: chosen.more }), chosen.note,
    chosen.code ? values(cohorts, chosen) : h("p", { class: "card none" }, t("money.none")),
    firstPurchases(first));
}

/// Members who joined in the range, by where they came from.
async function divide(context, wanted) {
  const { figures: { parts } } = await askFigures(context, "value", { by: wanted, isCompared: false });
  const known = parts.filter((part) => part.currencies);
  const chosen = chosenCurrency(context, known);
  const bar = filterBar(context, { by, canCompare: false, more: chosen.more });
  if (!known.length) return stack(bar, h("p", { class: "card none" }, t("value.unknown")));
  if (!chosen.code) return stack(bar, h("p", { class: "card none" }, t("money.none")));
  // Who paid in other currencies alone has paid nothing in this one.
  const each = (part, end) => {
    const own = chosen.of(part);
    const paid = own ? own.after[end] : "0";
    return paid === null || !part.members[end] ? null : divided(paid, part.members[end], 4);
  };
  return stack(bar, chosen.note, makeTable({
    caption: t("value.by", { by: t(`by.${wanted}`), currency: chosen.code }), name: `value-by-${wanted}-${chosen.file}`,
    rows: known.filter((part) => part.new), columns: [
      { key: "name", title: t(`by.${wanted}`), value: (part) => partName(part.value, wanted) }, col("new", "m.new", "number"),
      col("payers", "money.payers", "number"),
      ...ends.map((end) => ({ key: `d${end}`, title: t("r.day", { n: end }), kind: "amount", value: (part) => each(part, end) })),
      { key: "few", title: t("value.remark"), value: (part) => (part.isSmall ? t("value.few") : "") }],
  }), h("p", { class: "faint" }, t("value.fewNote")));
}

function values(cohorts, { code: currency, file, of }) {
  // Who paid in other currencies alone has paid nothing in this one.
  const paid = (cohort, end) => {
    const own = of(cohort);
    return own ? own.after[end] ?? null : addDays(cohort.day, end) > today() ? null : "0";
  };
  const each = ends.map((end) => {
    const old = cohorts.filter((cohort) => paid(cohort, end) !== null);
    const members = old.reduce((count, cohort) => count + cohort.new, 0);
    return { end, members, text: members ? divided(sum(old.map((cohort) => paid(cohort, end))), members, 4) : null };
  });
  const known = each.filter((one) => one.text !== null);
  const curve = makeChart({
    title: t("value.curve", { currency }), labelTitle: t("r.dayTitle"), labels: known.map((one) => t("r.day", { n: one.end })),
      name: `value-${file}`, note: t("value.note"),
    series: [{ name: t("value.perMember"), values: known.map((one) => Number(one.text)), exact: known.map((one) => one.text),
      kind: "amount",
      texts: known.map((one) => t("value.of", { amount: amount(one.text, currency), n: number(one.members) })) }],
  });
  const table = makeTable({
    caption: t("value.table", { currency }), name: `value-by-day-${file}`, rows: [...cohorts].reverse(), pageRows: 60, columns: [
      col("day", "r.joined"), col("new", "m.new", "number"),
        col("payers", "money.payers", "number"),
      ...ends.map((end) => ({ key: `d${end}`, title: t("r.day", { n: end }), kind: "amount", value: (cohort) => paid(cohort, end) }))],
  });
  return [curve, table];
}

function firstProducts(products, otherProducts) {
  const rows = [...products, ...(otherProducts ? [{ product: t("others"), payers: otherProducts }] : [])];
  return makeTable({ caption: t("value.products"), name: "first-products", rows, columns: [
    col("product", "product"), col("payers", "money.newPayers", "number")] });
}

function firstPurchases({ delays, later, products, otherProducts }) {
  const all = delays.reduce((count, one) => count + one, later ?? 0);
  let until = 0;
  const shares = delays.map((one) => { until += one; return all ? until / all : null; });
  return h("div", { class: "grid" },
    makeChart({ title: t("value.first"), labelTitle: t("r.dayTitle"), kind: "bar", labels: delays.map((_, day) => t("r.day", { n: day })),
      name: "first-purchase",
      note: t("value.later", { n: number(later) }), series: [{ name: t("money.newPayers"), values: delays }] }),
    makeChart({ title: t("value.firstShare"), labelTitle: t("r.dayTitle"), isPercent: true,
      labels: delays.map((_, day) => t("r.day", { n: day })), name: "first-purchase-share",
      series: [{ name: t("value.share"), values: shares, texts: shares.map((share) => percent(share)), digits: 4 }] }),
    products ? firstProducts(products, otherProducts) : null);
}

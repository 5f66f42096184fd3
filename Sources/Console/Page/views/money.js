import { h, stack } from "../dom.js";
import { t } from "../i18n.js";
import { number, percent, amount, divided, minus, compareAmounts } from "../format.js";
import { makeTable, col } from "../tables.js";
import { askFigures, filterBar, dayChart, tile, total, change, partName, select, numbers, sumOf } from "../figures.js";

const by = ["product", "store", "country"];

export default async function money(context) {
  const wanted = by.includes(context.query.by) ? context.query.by : null;
  const { figures, before } = await askFigures(context, "money", { by: wanted });
  const all = wanted ? [...new Set(figures.parts.flatMap((part) => part.currencies.map((one) => one.currency)))]
    : figures.currencies.map((one) => one.currency);
  const chosen = all.includes(context.query.currency) ? context.query.currency : all[0];
  const more = all.length > 1 ? [select(t("currency"), all.map((one) => [one, one]), chosen,
    (value) => context.filter({ currency: value }))] : [];
  const bar = filterBar(context, { by, more, canCompare: !wanted });
  if (!chosen) return stack(bar, h("p", { class: "card none" }, t("money.none")));
  return stack(bar, wanted ? parts(figures, wanted, chosen) : whole(figures, before, chosen, all));
}

const of = (list, currency) => list?.find((one) => one.currency === currency);
const texts = (values, currency) => values.map((value) => (value === null ? null : amount(value, currency)));
const line = (name, values, currency) => ({ name, values: numbers(values), texts: texts(values, currency), exact: values, kind: "amount" });

function whole(figures, before, currency, all) {
  const { days, payers, newPayers, active } = figures;
  const here = of(figures.currencies, currency);
  const old = of(before?.currencies, currency);
  const each = (amounts, counts) => amounts.map((value, place) => (value === null ? null : divided(value, counts[place])));
  const sums = sumOf(here.amounts);
  const charts = [
    dayChart({ title: t("money.chart.amount", { currency }), days, kind: "bar", name: `revenue-${currency}`,
      list: [line(t("money.amount"), here.amounts, currency)],
      before: old ? [line(t("money.amount"), old.amounts, currency)].map((one) => ({ ...one })) : [] }),
    dayChart({ title: t("money.chart.refunds", { currency }), days, kind: "bar", name: `refunds-${currency}`,
      list: [line(t("money.refunded"), here.refundedAmounts, currency)] }),
    dayChart({ title: t("money.chart.payments"), days, name: "payments",
      list: [{ name: t("money.payments"), values: here.payments }, { name: t("money.refunds"), values: here.refunds }] }),
    dayChart({ title: t("money.chart.payers"), days, name: "payers", list: [{ name: t("money.payers"), values: payers },
      { name: t("money.newPayers"), values: newPayers }],
      before: before ? [{ name: t("money.payers"), values: before.payers }] : [], note: t("money.note.payers") }),
    dayChart({ title: t("money.chart.rate"), days, name: "paying-share", textOf: percent, isPercent: true,
      list: [{ name: t("money.rate"), values: payers.map((value, place) => (value === null
        || !active[place] ? null : value / active[place])) }] }),
    dayChart({ title: t("money.chart.arpu", { currency }), days, name: `per-member-${currency}`,
      list: [line(t("money.arpu"), each(here.amounts, active), currency)], note: t("money.note.arpu") }),
    dayChart({ title: t("money.chart.arppu", { currency }), days, name: `per-payer-${currency}`,
      list: [line(t("money.arppu"), each(here.amounts, payers), currency)] }),
  ];
  return [
    h("div", { class: "tiles" },
      tile(t("money.amount"), amount(sums, currency), old ? change(Number(sums), Number(sumOf(old.amounts))) : null),
      tile(t("money.refunded"), amount(sumOf(here.refundedAmounts), currency)),
        tile(t("money.net"), amount(minus(sums, sumOf(here.refundedAmounts)), currency)),
      tile(t("money.payments"), number(total(here.payments)), old ? change(total(here.payments), total(old.payments)) : null),
      tile(t("money.newPayers"), number(total(newPayers)), before ? change(total(newPayers), total(before.newPayers)) : null)),
    h("div", { class: "grid" }, charts), byCurrency(figures, all),
  ];
}

function byCurrency({ currencies, converted }, all) {
  const rows = all.map((currency) => {
    const one = of(currencies, currency);
    return { currency, amount: sumOf(one.amounts), refunded: sumOf(one.refundedAmounts), payments: total(one.payments),
      refunds: total(one.refunds) };
  });
  if (converted) rows.push({ currency: t("money.converted", { currency: converted.currency }), amount: sumOf(converted.amounts),
    refunded: sumOf(converted.refundedAmounts) });
  return makeTable({ caption: t("money.byCurrency"), name: "currencies", rows, columns: [
    col("currency", "currency"), col("amount", "money.amount", "amount"),
      col("refunded", "money.refunded", "amount"),
    { key: "net", title: t("money.net"), kind: "amount", value: (row) => minus(row.amount, row.refunded) },
    col("payments", "money.payments", "number"), col("refunds", "money.refunds", "number")] });
}

function parts({ days, parts: list }, by, currency) {
  const known = list.map((part) => ({ name: partName(part.value, by), money: of(part.currencies, currency) })).filter((part) => part.money);
  const rows = known.map(({ name, money: one }) => ({ name, amount: sumOf(one.amounts), payments: total(one.payments),
    refunded: sumOf(one.refundedAmounts), refunds: total(one.refunds) }))
    .sort((one, other) => compareAmounts(other.amount, one.amount));
  return [
    dayChart({ title: t("money.chart.amount", { currency }), days, kind: "bar", isStacked: true, name: `revenue-by-${by}`,
      list: known.map(({ name, money: one }) => line(name, one.amounts, currency)) }),
    makeTable({ caption: t("money.best", { by: t(`by.${by}`), currency }), name: `revenue-by-${by}-sums`, rows, columns: [
      { key: "name", title: t(`by.${by}`) }, col("amount", "money.amount", "amount"),
        col("payments", "money.payments", "number"),
      col("refunded", "money.refunded", "amount"), col("refunds", "money.refunds", "number")] }),
  ];
}

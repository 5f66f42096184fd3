import { h, stack } from "../dom.js";
import { t } from "../i18n.js";
import { number, percent, amount, divided, minus, compareAmounts } from "../format.js";
import { makeTable, col } from "../tables.js";
import { askFigures, filterBar, dayChart, tile, total, change, partName, inOrder, numbers, sumOf } from "../figures.js";
import { chosenCurrency } from "../currencies.js";

const by = ["product", "store", "country", "provider", "level", "channel", "class"];

export default async function money(context) {
  const wanted = by.includes(context.query.by) ? context.query.by : null;
  const { figures, before } = await askFigures(context, "money", { by: wanted });
  const chosen = chosenCurrency(context, wanted ? figures.parts : [figures]);
  const bar = filterBar(context, { by, more: chosen.more, canCompare: !wanted });
  if (!chosen.code) return stack(bar, h("p", { class: "card none" }, t("money.none")));
  return stack(bar, chosen.note, wanted ? parts(figures, wanted, chosen) : whole(figures, before, chosen));
}

const texts = (values, currency) => values.map((value) => (value === null ? null : amount(value, currency)));
const line = (name, values, currency) => ({ name, values: numbers(values), texts: texts(values, currency), exact: values, kind: "amount" });

function whole(figures, before, { code: currency, file, of }) {
  const { days, payers, newPayers, active } = figures;
  const here = of(figures);
  const old = of(before);
  const each = (amounts, counts) => amounts.map((value, place) => (value === null ? null : divided(value, counts[place])));
  const sums = sumOf(here.amounts);
  const charts = [
    dayChart({ title: t("money.chart.amount", { currency }), days, kind: "bar", name: `revenue-${file}`,
      list: [line(t("money.amount"), here.amounts, currency)],
      before: old ? [line(t("money.amount"), old.amounts, currency)].map((one) => ({ ...one })) : [] }),
    dayChart({ title: t("money.chart.refunds", { currency }), days, kind: "bar", name: `refunds-${file}`,
      list: [line(t("money.refunded"), here.refundedAmounts, currency)] }),
    dayChart({ title: t("money.chart.payments"), days, name: "payments",
      list: [{ name: t("money.payments"), values: here.payments }, { name: t("money.refunds"), values: here.refunds }] }),
    dayChart({ title: t("money.chart.payers"), days, name: "payers", list: [{ name: t("money.payers"), values: payers },
      { name: t("money.newPayers"), values: newPayers }],
      before: before ? [{ name: t("money.payers"), values: before.payers }] : [], note: t("money.note.payers") }),
    dayChart({ title: t("money.chart.rate"), days, name: "paying-share", textOf: percent, isPercent: true,
      list: [{ name: t("money.rate"), values: payers.map((value, place) => (value === null
        || !active[place] ? null : value / active[place])) }] }),
    dayChart({ title: t("money.chart.arpu", { currency }), days, name: `per-member-${file}`,
      list: [line(t("money.arpu"), each(here.amounts, active), currency)], note: t("money.note.arpu") }),
    dayChart({ title: t("money.chart.arppu", { currency }), days, name: `per-payer-${file}`,
      list: [line(t("money.arppu"), each(here.amounts, payers), currency),
        line(t("money.arpnpu"), each(here.newPayerAmounts, newPayers), currency)] }),
  ];
  return [
    h("div", { class: "tiles" },
      tile(t("money.amount"), amount(sums, currency), old ? change(Number(sums), Number(sumOf(old.amounts))) : null),
      tile(t("money.refunded"), amount(sumOf(here.refundedAmounts), currency)),
        tile(t("money.net"), amount(minus(sums, sumOf(here.refundedAmounts)), currency)),
      tile(t("money.payments"), number(total(here.payments)), old ? change(total(here.payments), total(old.payments)) : null),
      tile(t("money.newPayers"), number(total(newPayers)), before ? change(total(newPayers), total(before.newPayers)) : null)),
    h("div", { class: "grid" }, charts), byCurrency(figures),
  ];
}

function byCurrency({ currencies, converted }) {
  const row = (one, currency) => ({ currency, amount: sumOf(one.amounts), refunded: sumOf(one.refundedAmounts),
    payments: total(one.payments), refunds: total(one.refunds) });
  const rows = currencies.map((one) => row(one, one.currency));
  if (converted) rows.push(row(converted, t("money.converted", { currency: converted.currency })));
  return makeTable({ caption: t("money.byCurrency"), name: "currencies", rows, columns: [
    col("currency", "currency"), col("amount", "money.amount", "amount"),
      col("refunded", "money.refunded", "amount"),
    { key: "net", title: t("money.net"), kind: "amount", value: (row) => minus(row.amount, row.refunded) },
    col("payments", "money.payments", "number"), col("refunds", "money.refunds", "number")] });
}

function parts({ days, parts: list }, by, { code: currency, of }) {
  const known = inOrder(list, by).map((part) => ({ part, name: partName(part.value, by), money: of(part) })).filter((one) => one.money);
  const rows = known.map(({ part, name, money: one }) => ({ name, amount: sumOf(one.amounts), payments: total(one.payments),
    refunded: sumOf(one.refundedAmounts), refunds: total(one.refunds), ...payersOf(part, sumOf(one.amounts)) }));
  if (by !== "level") rows.sort((one, other) => compareAmounts(other.amount, one.amount));
  const areDivided = known.some(({ part }) => part.payers);
  return [
    dayChart({ title: t("money.chart.amount", { currency }), days, kind: "bar", isStacked: true, name: `revenue-by-${by}`,
      list: known.map(({ name, money: one }) => line(name, one.amounts, currency)) }),
    makeTable({ caption: t("money.best", { by: t(`by.${by}`), currency }), name: `revenue-by-${by}-sums`, rows, columns: [
      { key: "name", title: t(`by.${by}`) }, col("amount", "money.amount", "amount"),
        col("payments", "money.payments", "number"),
      col("refunded", "money.refunded", "amount"), col("refunds", "money.refunds", "number"),
      ...(areDivided ? [col("newPayers", "money.newPayers", "number"),
        col("rate", "money.rate", "number", { cell: (row) => percent(row.rate) }),
        col("arpu", "money.arpu", "amount"), col("arppu", "money.arppu", "amount")] : [])] }),
    areDivided ? h("p", { class: "faint" }, t("money.note.parts")) : null,
  ];
}

/// Of all days: payers of active members, and what each brought in a day.
function payersOf({ payers, newPayers, active }, amounts) {
  if (!payers) return {};
  const paying = total(payers);
  const playing = total(active);
  return { newPayers: total(newPayers), rate: playing ? paying / playing : null, arpu: playing ? divided(amounts, playing) : null,
    arppu: paying ? divided(amounts, paying) : null };
}

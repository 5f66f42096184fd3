import { h } from "./dom.js";
import { t, word } from "./i18n.js";
import { makeTable, col } from "./tables.js";
import { amount, longDate } from "./format.js";

export function stateBadge(state) {
  const look = { UNCONSUMED: "good", CONSUMED: "good", REFUNDED: "bad", DECLINED: "bad", PAID: "warn", APPROVED: "warn",
    STORE_PENDING: "warn", VERIFIED: "warn" };
  return h("span", { class: `badge ${look[state] ?? ""}` }, word("pay", state));
}

export function paymentTable(context, rows, caption) {
  return makeTable({
    caption, rows, name: "payments", none: t("payments.none"), columns: [
      { key: "paymentSeq", title: t("payment"), class: "id", cell: (row) => h("a",
        { href: context.address("payments", ["one", row.paymentSeq]) }, row.paymentSeq) },
      { key: "state", title: t("state"), cell: (row) => [stateBadge(row.state),
        row.refundPending ? [" ", h("span", { class: "badge warn" }, t("payments.refundPending"))] : null] },
      col("price", "price", "amount"), col("currency", "currency"),
      col("gamebaseProductId", "product"), col("storeCode", "store"),
      col("reservedDate", "payments.reserved", "date"),
        { key: "purchaseDate", title: t("payments.bought"), kind: "date", value: (row) => row.purchaseDate || null },
      { key: "userId", title: t("member"), class: "id", cell: (row) => h("a", { href: context.address("players", [row.userId]) },
        row.userId) },
      { key: "storeTransactionId", title: t("payments.storeNumber"), class: "id" }],
  });
}

const takesBack = ["REVOKED", "REFUNDED", "CHARGEBACK"];

function movement(payment, held, entry) {
  const money = amount(entry.amount, entry.currency);
  if (entry.movement === "CONSUMED") return t("step.consumed", { number: held?.consume_transaction_id || "–" });
  if (entry.movement !== "CAPTURED") return t("step.entry", { movement: word("ledger", entry.movement), amount: money });
  return t("step.paid", { amount: money, store: payment.storeCode, number: payment.storeTransactionId ?? "–" });
}

/// What became of a payment, oldest first.
/// - Parameters:
///   - payment: as it is found by its number, with its lines of the ledger.
///   - held: its row among what is held about the member; it has the dates of each step.
export function steps(payment, held, unmatched, refund) {
  const money = amount(payment.price, payment.currency);
  const entries = payment.ledger ?? [];
  const list = [
    [payment.reservedDate, t("step.reserved", { product: payment.gamebaseProductId, amount: money })],
    entries.length ? [] : [held?.paid_date ?? payment.purchaseDate, t("step.paid", { amount: money, store: payment.storeCode,
      number: payment.storeTransactionId ?? "–" })],
    ...entries.map((entry) => [entry.date, movement(payment, held, entry), takesBack.includes(entry.movement)]),
    [payment.expiryDate, t("step.expires")],
    [unmatched?.date, t("step.unmatched", { reason: unmatched?.reason }), true],
      [refund?.date, t("step.refundAsked", { n: refund?.tries }), true],
    [refund?.nextDate, t("step.refundNext"), true],
    entries.length ? [] : [held?.closed_date, t("step.closed", { state: word("pay", payment.state) }), true],
  ].filter(([date]) => date);
  list.sort(([one], [other]) => new Date(one) - new Date(other));
  return h("ol", { class: "time-line" }, list.map(([date, text, isBad]) => h("li", { class: isBad ? "bad" : "" },
    h("span", { class: "faint" }, longDate(date)), h("br"), text)));
}

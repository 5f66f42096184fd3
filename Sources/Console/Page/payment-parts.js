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

/// What became of a payment, oldest first.
/// - Parameters:
///   - payment: as the list of payments has it.
///   - held: its row among what is held about the member; it has the dates of each step.
export function steps(payment, held, unmatched, refund) {
  const money = amount(payment.price, payment.currency);
  const list = [
    [payment.reservedDate, t("step.reserved", { product: payment.gamebaseProductId, amount: money })],
    [held?.paid_date ?? payment.purchaseDate, t("step.paid", { amount: money, store: payment.storeCode,
      number: payment.storeTransactionId ?? "–" })],
    [held?.granted_date, t("step.granted")], [held?.consumed_date, t("step.consumed", { number: held?.consume_transaction_id || "–" })],
    [payment.expiryDate, t("step.expires")],
    [unmatched?.date, t("step.unmatched", { reason: unmatched?.reason }), true],
      [refund?.date, t("step.refundAsked", { n: refund?.tries }), true],
    [refund?.nextDate, t("step.refundNext"), true],
    [held?.closed_date, payment.state === "REFUNDED" ? t("step.refunded") : t("step.closed", { state: word("pay", payment.state) }), true],
  ].filter(([date]) => date);
  list.sort(([one], [other]) => new Date(one) - new Date(other));
  return h("ol", { class: "time-line" }, list.map(([date, text, isBad]) => h("li", { class: isBad ? "bad" : "" },
    h("span", { class: "faint" }, longDate(date)), h("br"), text)));
}

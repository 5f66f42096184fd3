// One payment: what is known of it as a time line, and what can be done with it.
import { h, stack } from "./dom.js";
import { ask, askReport, may } from "./api.js";
import { t, word } from "./i18n.js";
import { facts } from "./tables.js";
import { confirmAndDo } from "./dialogs.js";
import { makeForm } from "./forms.js";
import { amount, longDate } from "./format.js";
import { stateBadge, steps } from "./payment-parts.js";
import { held as heldOf } from "./player.js";

export async function payment(context, id) {
  const { app } = context;
  const [{ payments }, report] = await Promise.all([ask(app, "console.payments", { text: id }),
    askReport(app).catch(() => ({}))]);
  const one = payments.find((row) => row.paymentSeq === id) ?? payments[0];
  const held = may(app, "console.exportMember") ? await heldOf(app, one.userId, { indexed: true }).catch(() => ({})) : {};
  const row = held.tables?.payments?.find((other) => other.payment_seq === one.paymentSeq);
  const unmatched = report.unmatchedMoney?.find((other) => other.paymentSeq === one.paymentSeq);
  const refund = report.refunds?.find((other) => other.paymentSeq === one.paymentSeq);
  return stack(h("p", null, h("a", { href: context.address("payments") }, `← ${t("payments.back")}`)),
    h("section", { class: "card stack", "aria-labelledby": "what" },
      h("h2", { id: "what" }, h("span", { class: "id" }, one.paymentSeq), " ", stateBadge(one.state),
        row?.is_sandbox ? [" ", h("span", { class: "badge test" }, t("type.SANDBOX"))] : null),
      one.refundPending ? h("p", { class: "notice warn" }, t("refund.waits")) : null, known(context, one, row), actions(context, one)),
    h("section", { class: "card stack" }, h("h2", null, t("payments.timeLine")), steps(one, row, unmatched, refund),
      h("p", { class: "faint" }, t("payments.timeLineNote"))),
    h("section", { class: "card stack" }, h("h2", null, t("payments.texts")), texts(row)));
}

function known(context, one, row) {
  return facts([
    [t("amount"), amount(one.price, one.currency)], [t("product"), one.gamebaseProductId], [t("kind"), word("v", one.productType)],
      [t("store"), one.storeCode],
    [t("member"), h("a", { href: context.address("players", [one.userId]), class: "id" }, one.userId)],
      [t("payments.storeNumber"), one.storeTransactionId],
    [t("payments.orderKey"), one.orderKey], one.originalPaymentId ? [t("payments.original"), one.originalPaymentId] : null,
    one.subscriptionStatus ? [t("payments.subscription"), `${one.subscriptionStatus} / ${one.referenceStatus ?? ""}`] : null,
    one.expiryDate ? [t("payments.expires"), longDate(one.expiryDate)] : null,
    [t("payments.consumption"), consumption(one, row)], [t("payments.finished"), t(one.isStoreFinished ? "yes" : "no")],
    one.isPromotion ? [t("payments.promotion"), t("yes")] : null, one.detailCode ? [t("payments.detailCode"), String(one.detailCode)]
      : null]);
}

function consumption(one, row) {
  if (one.productType === "AUTO_RENEWABLE") return t("consume.never");
  if (one.state === "CONSUMED") return t("consume.done", { date: longDate(row?.consumed_date) });
  return t(one.state === "UNCONSUMED" ? "consume.waits" : "consume.notYet");
}

const texts = (row) => facts([["payload", "payments.payload"], ["receipt", "payments.receipt"], ["store_error", "payments.storeError"],
  ["consume_answer", "payments.consumeAnswer"]]
  .map(([key, title]) => [t(title), row?.[key] ? h("pre", null, String(row[key])) : "–"]));

const subscriptionActions = ["CANCEL", "RESTART", "FAIL_RENEWAL", "GRACE", "HOLD", "PAUSE", "RECOVER", "REVOKE", "EXPIRE"];
const isPaid = (state) => ["PAID", "VERIFIED", "UNCONSUMED", "CONSUMED", "APPROVED"].includes(state);

function actions(context, one) {
  const can = context.may;
  const button = (title, run, look = "") => h("button", { type: "button", class: look, onclick: run }, title);
  const waits = one.state === "PAID" || one.state === "APPROVED";
  const isSandboxSubscription = one.storeCode === "SANDBOX" && one.subscriptionStatus;
  return h("div", { class: "bar", role: "group", "aria-label": t("actions") },
    can("refund") && isPaid(one.state) ? button(t("refund.do"), () => refund(context, one), "danger") : null,
    can("verifyPayment") && one.state === "PAID" ? button(t("verify.yes"), () => verify(context, one, true)) : null,
    can("verifyPayment") && waits ? button(t("verify.no"), () => verify(context, one, false)) : null,
    can("changeSubscription") && isSandboxSubscription ? button(t("subscription.do"), () => changeSubscription(context, one)) : null);
}

async function refund(context, one) {
  const form = makeForm([{ name: "kind", label: t("refund.kind"), kind: [["REFUND", t("refund.REFUND")],
    ["CHARGEBACK", t("refund.CHARGEBACK")]] }]);
  await confirmAndDo({
    title: t("refund.title"), form, typed: one.paymentSeq, action: t("refund.do"), isDanger: true,
    lines: [t("refund.text", { payment: one.paymentSeq, amount: amount(one.price, one.currency), user: one.userId, store: one.storeCode }),
      t(one.state === "CONSUMED" ? "refund.consumed" : "refund.notConsumed"), t("cannotUndo")],
    run: ({ kind }) => context.ask("refund", { paymentSeq: one.paymentSeq, kind }),
    done: (body) => (body.refundPending ? t("refund.kept") : t("refund.done",
      { payment: one.paymentSeq, state: word("pay", body.state ?? "REFUNDED") })),
  }) && context.reload();
}

const verify = async (context, one, verified) => await confirmAndDo({
  title: t(verified ? "verify.yesTitle" : "verify.noTitle"), action: t(verified ? "verify.yes" : "verify.no"), isDanger: !verified,
    typed: verified ? null : one.paymentSeq,
  lines: [t(verified ? "verify.yesText" : "verify.noText", { payment: one.paymentSeq, amount: amount(one.price, one.currency),
    user: one.userId })],
  run: () => context.ask("verifyPayment", { paymentSeq: one.paymentSeq, verified }),
    done: t(verified ? "verify.yesDone" : "verify.noDone"),
}) && context.reload();

async function changeSubscription(context, one) {
  const form = makeForm([{ name: "action", label: t("subscription.action"), kind: subscriptionActions }]);
  await confirmAndDo({ title: t("subscription.do"), lines: [t("subscription.text", { payment: one.paymentSeq, user: one.userId })], form,
    action: t("subscription.do"), isDanger: true,
    run: ({ action }) => context.ask("changeSubscription", { paymentSeq: one.paymentSeq, action }),
      done: t("subscription.done") }) && context.reload();
}

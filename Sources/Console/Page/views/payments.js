import { h, replace, button, stack } from "../dom.js";
import { work, askReport } from "../api.js";
import { t, word } from "../i18n.js";
import { write } from "../json.js";
import { makeTable, facts, col, leftOut } from "../tables.js";
import { makeField } from "../forms.js";
import { confirmAndDo, errorBox, tell } from "../dialogs.js";
import { amount, number, shortDate } from "../format.js";
import { select } from "../figures.js";
import { paymentTable } from "../payment-parts.js";

const states = ["RESERVED", "STORE_PENDING", "APPROVED", "PAID", "VERIFIED", "UNCONSUMED", "CONSUMED", "CANCELLED", "DECLINED", "REFUNDED"];
const pageRows = 100;

export default async function payments(context) {
  const [what, id] = context.args;
  if (what === "one") return (await import("../payment.js")).payment(context, id);
  const head = [tabs(context, what), tools(context)];
  if (what === "unmatched" || what === "refunds") return stack(head, await waiting(context, what));
  return stack(head, await list(context));
}

function tabs(context, what) {
  const tab = (name, args) => h("a", { class: "button", href: context.address("payments", args),
    "aria-current": (what ?? "") === (args[0] ?? "") ? "page" : null }, t(name));
  return h("nav", { class: "bar", "aria-label": t("payments.rooms") }, tab("payments.all", []), tab("payments.unmatched", ["unmatched"]),
    tab("payments.refunds", ["refunds"]));
}

// MARK: The list

async function list(context) {
  const { text = "", before = "", state = "", store = "", product = "" } = context.query;
  const given = { state, storeCode: store, product, before };
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  const isFiltered = state || store || product;
  const body = await context.ask("payments", text ? { text } : { count: pageRows, ...filled });
  const { next } = body;
  // What is found by a text is given whole, without a filter: the service's is done here.
  const fits = (one) => (!state || one.state === state) && (!store || one.storeCode === store) && one.gamebaseProductId.includes(product);
  const shown = text ? body.payments.filter(fits).reverse() : body.payments;
  const counts = { text, n: number(shown.length), all: number(body.lookedAt ?? body.payments.length) };
  const caption = text ? t("payments.found", counts) : isFiltered ? t("payments.filtered", counts) : t("payments.list");
  return stack(filters(context, { text, state, store, product }),
    paymentTable(context, shown, caption),
    body.unmatched?.length ? unmatchedTable(context, body.unmatched) : null,
    h("nav", { class: "bar", "aria-label": t("pages") }, before ? h("a",
      { class: "button", href: context.address("payments", [], { state, store, product }) }, t("page.first")) : null,
      next ? h("a", { class: "button", href: context.address("payments", [], { before: next, state, store, product }) }, t("page.next"))
        : null));
}

function filters(context, { text, state, store, product }) {
  const search = makeField({ name: "text", label: t("payments.search"), hint: t("payments.searchHint") }, text);
  search.input.type = "search";
  const storeField = makeField({ name: "store", label: t("store") }, store);
  const productField = makeField({ name: "product", label: t("product") }, product);
  return h("form", { class: "card bar", role: "search", onsubmit: (event) => {
    event.preventDefault();
    context.filter({ text: search.input.value.trim(), store: storeField.input.value.trim(), product: productField.input.value.trim(),
      before: null });
  } }, search.element, select(t("state"), [["", t("all")], ...states.map((one) => [one, word("pay", one)])], state,
    (value) => context.filter({ state: value, before: null })),
  storeField.element, productField.element, h("button", { type: "submit", class: "primary" }, t("find")));
}

// MARK: Money that fits nothing, and refunds that stores were asked for

async function waiting(context, what) {
  const report = await askReport(context.app);
  if (what === "unmatched") {
    const { rows, next, isRest } = await unmatchedPage(context, report);
    return stack(h("p", { class: "faint" }, t("payments.unmatchedText")),
      unmatchedTable(context, rows), isRest ? null : leftOut(report, "unmatchedMoney"),
      h("nav", { class: "bar", "aria-label": t("pages") },
        isRest ? h("a", { class: "button", href: context.address("payments", ["unmatched"]) }, t("page.first")) : null,
        next ? h("a", { class: "button", href: context.address("payments", ["unmatched"], { before: next }) }, t("page.next")) : null));
  }
  return stack(
    makeTable({ caption: t("payments.refunds"), name: "refunds", rows: report.refunds ?? [], none: t("payments.noRefunds"), columns: [
      { key: "paymentSeq", title: t("payment"), class: "id", cell: (row) => h("a",
        { href: context.address("payments", ["one", row.paymentSeq]) }, row.paymentSeq) },
      col("storeCode", "store"), col("date", "payments.asked", "date"),
        col("tries", "tries", "number"),
      col("nextDate", "payments.nextTry", "date")] }), leftOut(report, "refunds"),
    makeTable({ caption: t("payments.storeRows"), name: "store-rows", rows: report.storeRows ?? [], none: t("nothing"), columns: [
      { key: "name", title: t("name"), class: "id" }, col("storeCode", "store"), col("kind", "kind"),
        col("reason", "reason"),
      col("date", "date", "date"), col("tries", "tries", "number"),
        col("nextDate", "payments.nextTry", "date")] }), leftOut(report, "storeRows"),
    makeTable({ caption: t("payments.storeReports"), name: "store-reports", rows: report.storeReports ?? [], none: t("payments.noStores"),
      columns: Object.keys(report.storeReports?.[0] ?? { storeCode: 1 }).map((key) => ({ key, title: key,
        kind: key.endsWith("Date") ? "date" : "text" })) }));
}

function unmatchedTable(context, rows) {
  const refund = (row) => (context.may("refund") && !row.returned
    ? button({ class: "small", onclick: () => refundUnmatched(context, row) }, t("refund.do")) : row.returned ?? "");
  return makeTable({ caption: t("payments.unmatched"), name: "unmatched", rows, none: t("payments.noUnmatched"), columns: [
    { key: "paymentSeq", title: t("payment"), class: "id" }, col("reason", "reason"), col("capturedAmount", "amount", "amount"),
    col("capturedCurrency", "currency"), col("storeCode", "store"),
    { key: "storeTransactionId", title: t("payments.storeNumber"), class: "id" }, col("product", "product"), col("date", "date", "date"),
    { key: "userId", title: t("member"), class: "id", cell: (row) => (row.userId
      ? h("a", { href: context.address("players", [row.userId]) }, row.userId) : "") },
    { title: "", isFixed: true, cell: refund }] });
}

// The report has the first page. Of money that stores have and did not give back the service has the pages behind it.
async function unmatchedPage(context, report) {
  const { before } = context.query;
  if (before) {
    const { unmatched, next } = await context.ask("payments", { state: "UNMATCHED", count: pageRows, before });
    return { rows: unmatched, next, isRest: true };
  }
  const rows = report.unmatchedMoney ?? [];
  const isFull = rows.length >= pageRows && rows.every((row) => row.capturedAmount && !row.returned);
  const last = rows.at(-1);
  // The report's dates are whole seconds: what is of the same second comes once more, and none is passed over.
  return { rows, next: isFull && context.may("payments") ? `${Date.parse(last.date) + 1000} ${last.paymentSeq}` : null };
}

const refundUnmatched = async (context, row) => await confirmAndDo({
  title: t("refund.title"), typed: row.paymentSeq, action: t("refund.do"), isDanger: true, done: t("refund.kept"),
  lines: [t("refund.text", { payment: row.paymentSeq, amount: amount(row.capturedAmount, row.capturedCurrency), user: row.userId || "–",
    store: row.storeCode }), t("cannotUndo")],
  run: () => context.ask("refund", { paymentSeq: row.paymentSeq, kind: "REFUND" }),
}) && context.reload();

// MARK: What concerns all of them

function tools(context) {
  const reconcile = context.may("refund") ? button({ onclick: () => confirmAndDo({
    title: t("reconcile.title"), lines: [t("reconcile.text", { app: context.app })], action: t("reconcile.do"),
    run: () => work(context.app, "reconcile"), done: reconciled,
  }) }, t("reconcile.do")) : null;
  return h("div", { class: "bar" }, reconcile, button({ onclick: () => checkLedger(context) }, t("ledger.do")),
    context.may("settlePendingPurchases") ? button({ onclick: () => settle(context) }, t("settle.do"))
      : null);
}

function reconciled({ stores = [], orders = 0, left = 0 }) {
  if (!stores.length) return t("reconcile.none");
  const asked = t("reconcile.done", { stores: stores.join(", "), n: number(orders) });
  return left ? `${asked} ${t("reconcile.left", { n: number(left) })}` : asked;
}

async function settle(context) {
  const { makeForm } = await import("../forms.js");
  const form = makeForm([{ name: "outcome", label: t("settle.outcome"), kind: ["APPROVE", "DECLINE", "CANCEL"] },
    { name: "userId", label: t("member"), hint: t("settle.userHint") }]);
  await confirmAndDo({ title: t("settle.do"), lines: [t("settle.text", { app: context.app })], form, action: t("settle.do"), isDanger: true,
    run: ({ outcome, userId }) => context.ask("settlePendingPurchases", { outcome, ...(userId ? { userId } : {}) }),
    done: (body) => t("settle.done", { n: number(body.settled) }) }) && context.reload();
}

function checkLedger(context) {
  const content = stack(h("p", { role: "status" }, t("working")));
  tell(t("ledger.title"), content).classList.add("wide");
  context.ask("checkLedger").then((body) => {
    const keys = Object.keys(body.currencies?.[0] ?? {}).filter((key) => key !== "currency");
    replace(content, h("p", { class: body.sound ? "notice good" : "notice bad", role: "status" },
      t(body.sound ? "ledger.sound" : "ledger.notSound", { payments: number(body.payments), entries: number(body.entries) })),
      facts([[t("ledger.differences"), number(body.differenceCount)]]),
      makeTable({ caption: t("ledger.currencies"), name: "ledger", rows: body.currencies ?? [],
        columns: [col("currency", "currency"),
        ...keys.map((key) => ({ key, title: word("ledger", key), kind: "amount" }))] }),
      body.differences?.length ? h("pre", null, write(body.differences, 2)) : null,
        h("p", { class: "faint" }, shortDate(Date.now())));
  }).catch((error) => replace(content, errorBox(error)));
}

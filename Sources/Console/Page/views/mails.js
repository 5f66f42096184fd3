import { h, button, stack } from "../dom.js";
import { work } from "../api.js";
import { t, word } from "../i18n.js";
import { makeTable, col } from "../tables.js";
import { makeForm } from "../forms.js";
import { confirmAndDo } from "../dialogs.js";
import { number, duration } from "../format.js";
import { tile } from "../figures.js";

export default async function mails(context) {
  const { isSet, mails: list, bounces, counts, oldestMilliseconds } = await context.ask("mails");
  const clear = async (mailAddress) => await confirmAndDo({ title: t("mail.clearTitle"),
    lines: [t("mail.clearText", { address: mailAddress, app: context.app })], action: t("mail.clear"),
    run: () => context.ask("clearBounce", { mailAddress }), done: t("mail.cleared") }) && context.reload();
  return stack(
    isSet ? null : h("p", { class: "notice warn" }, t("mail.notSet"), " ", h("a", { href: context.address("app") }, t("nav.app"))),
    h("div", { class: "tiles" }, Object.entries(counts ?? {}).map(([state, count]) => tile(word("mailState", state), number(count))),
      tile(t("mail.oldest"), oldestMilliseconds === null || oldestMilliseconds === undefined ? "–" : duration(oldestMilliseconds / 1000))),
    context.may("clearBounce") ? h("div", null, button({ onclick: () => test(context) }, t("mail.test")))
      : null,
    makeTable({ caption: t("mail.list"), name: "mails", rows: list ?? [], none: t("mail.none"), columns: [
      { key: "id", title: t("id"), class: "id" }, col("kind", "kind"), col("mailAddress", "mail.to"),
        { key: "state", title: t("state"), cell: (row) => word("mailState", row.state) },
      col("tries", "tries", "number"), col("madeDate", "mail.made", "date"),
        col("nextDate", "payments.nextTry", "date"), col("reason", "mail.answer")] }),
    makeTable({ caption: t("mail.bounces"), name: "bounces", rows: bounces ?? [], none: t("mail.noBounces"), columns: [
      col("mailAddress", "mail.to"), col("date", "date", "date"),
        col("reason", "mail.answer"),
      context.may("clearBounce") ? { title: "", isFixed: true,
        cell: (row) => button({ class: "small", onclick: () => clear(row.mailAddress) }, t("mail.clear")) }
        : null] }));
}

function test(context) {
  const form = makeForm([{ name: "mailAddress", label: t("mail.to"), required: true }]);
  return confirmAndDo({ title: t("mail.test"), lines: [t("mail.testText", { app: context.app })], form, action: t("mail.testDo"),
    run: async ({ mailAddress }) => {
      const body = await work(context.app, "mail", { mailAddress });
      if (!body.sent) throw new Error(t("mail.notSent", { answer: body.answer ?? "" }));
      return body;
    }, done: (body) => t("mail.sent", { answer: body.answer ?? "" }) });
}

import { h, button, stack } from "../dom.js";
import { t, word } from "../i18n.js";
import { makeTable, facts, col } from "../tables.js";
import { confirmAndDo } from "../dialogs.js";
import { longDate, milliseconds, number, shortDate } from "../format.js";
import { readSettings, savePart, editDialog, partName } from "../settings-edit.js";
import { alarmForm, ruleNames } from "../alarm-form.js";

export default async function alarms(context) {
  const [body, settings] = await Promise.all([context.ask("alarms"), readSettings(context.app)]);
  const lasting = body.alarms.filter((one) => !one.endedDate);
  return stack(
    body.isSet ? null : h("p", { class: "notice warn" }, t("alarm.notSet")),
    h("section", { class: "stack", "aria-labelledby": "lasting" }, h("h2", { id: "lasting" }, t("alarm.lasting")),
      lasting.length ? lasting.map((one) => h("p", { class: "notice bad" }, h("strong", null, nameOf(one)), " ", saying(one), " ",
        t("alarm.since", { date: longDate(milliseconds(one.raisedDate)) })))
        : h("p", { class: "notice good" }, t("alarm.none"))),
    watched(context, settings.alarms, body),
    log(body));
}

const nameOf = (one) => [word("alarmRule", one.rule), one.subject].filter(Boolean).join(": ");

/// The numbers in the order in which the service gives them.
const saying = ({ facts: numbers }) => Object.entries(numbers ?? {}).filter(([, value]) => typeof value === "number")
  .map(([name, value]) => `${word("alarmFact", name)}: ${number(value)}`).join(", ");

// MARK: What is watched, and who is told

function watched(context, set, { receivers }) {
  const rules = ruleNames.filter((name) => set?.rules?.[name]).map((name) => word("alarmRule", name));
  const report = set?.report ? t("alarm.reportAt", { day: word("weekday", set.report.weekday ?? 1), hour: set.report.hour ?? 9 }) : "–";
  return h("section", { class: "card stack" }, h("h2", null, partName("alarms")),
    facts([[t("alarm.rules"), rules.join(", ") || "–"], [t("alarm.mails"), (set?.mails ?? []).join(", ") || "–"],
      [t("alarm.webhookUrl"), set?.webhookUrl || "–"], [t("alarm.report"), report]]),
    h("div", { class: "bar" },
      context.may("loadSettings") ? button({ class: set ? "" : "primary", onclick: () => edit(context, set) }, t("alarm.edit")) : null,
      context.may("testAlarm") && receivers ? button({ onclick: () => test(context) }, t("alarm.test")) : null));
}

const edit = (context, set) => editDialog({ title: t("set.edit", { what: partName("alarms") }), form: alarmForm(set),
  save: async (changed) => (await savePart(context, "alarms", set, changed)) && (context.reload(), true) });

const test = async (context) => await confirmAndDo({ title: t("alarm.test"), lines: [t("alarm.testText", { app: context.app })],
  action: t("alarm.testDo"), run: () => context.ask("testAlarm"), done: (body) => t("alarm.tested", { n: number(body.messages) }) })
  && context.reload();

// MARK: The log

function log({ alarms: rows, isMore, keptDays }) {
  const told = (row) => h("ul", { class: "plain" }, row.messages.map((one) => h("li", null,
    [shortDate(one.date), word("alarmEvent", one.event), one.receiver, word("mailState", one.state), one.reason].filter(Boolean)
      .join(" · "))));
  return stack(makeTable({ caption: t("alarm.log", { n: keptDays }), name: "alarms", rows, none: t("alarm.noLog"), columns: [
    col("raisedDate", "alarm.raised", "date"), col("endedDate", "alarm.ended", "date"),
    { key: "rule", title: t("alarm.what"), value: nameOf, cell: nameOf }, { key: "facts", title: t("alarm.numbers"), value: saying,
      cell: saying },
    { key: "messages", title: t("alarm.told"), value: (row) => row.messages.length, cell: told }] }),
  isMore ? h("p", { class: "faint" }, t("alarm.more")) : null);
}

// The form of the alarms' settings: each rule has a mark that turns it on, and its numbers. What is not marked is not watched.
import { t, word } from "./i18n.js";
import { makeForm } from "./forms.js";

// Each rule with its numbers, as a rule is that is turned on first.
const rules = {
  playersBelow: { floor: 10, minutes: 5 }, playersFall: { percent: 50, minutes: 10, least: 100 },
  playersRise: { percent: 100, minutes: 10, least: 100 }, errors: { percent: 5, minutes: 5, least: 100 },
  storeSilent: { minutes: 10 }, databaseSilent: { minutes: 2 }, booksUnsound: { refundHours: 72 },
};
export const ruleNames = Object.keys(rules);
const weekdays = [1, 2, 3, 4, 5, 6, 7];
const languages = { en: "English", ja: "日本語", ko: "한국어" };

function flat(set) {
  const shown = { mails: set?.mails ?? [], language: set?.language ?? "en", webhookUrl: set?.webhookUrl ?? "",
    webhookSecret: set?.webhookSecret ?? "", repeatHours: set?.repeatHours ?? 24, hasReport: Boolean(set?.report),
    weekday: String(set?.report?.weekday ?? 1), hour: set?.report?.hour ?? 9 };
  for (const [rule, numbers] of Object.entries(rules)) {
    shown[rule] = Boolean(set?.rules?.[rule]);
    for (const [name, usual] of Object.entries(numbers)) shown[`${rule}.${name}`] = set?.rules?.[rule]?.[name] ?? usual;
  }
  return shown;
}

function whole(shown, set) {
  const made = { ...set, mails: shown.mails ?? [], language: shown.language, webhookUrl: shown.webhookUrl ?? "",
    webhookSecret: shown.webhookSecret ?? "", repeatHours: shown.repeatHours, rules: {},
    report: shown.hasReport ? { weekday: Number(shown.weekday), hour: shown.hour } : null };
  for (const [rule, numbers] of Object.entries(rules)) {
    made.rules[rule] = shown[rule] ? Object.fromEntries(Object.keys(numbers).map((name) => [name, shown[`${rule}.${name}`]])) : null;
  }
  return made;
}

/// - Returns: a form as `makeForm` makes it, over the settings as they are kept.
export function alarmForm(set) {
  const integer = (name, label) => ({ name, kind: "integer", label, required: true });
  const form = makeForm([
    { name: "mails", kind: "texts", label: t("alarm.mails"), hint: t("alarm.mailsHint") },
    { name: "language", kind: Object.entries(languages), label: t("alarm.language") },
    { name: "webhookUrl", kind: "text", label: t("alarm.webhookUrl") },
    { name: "webhookSecret", kind: "text", label: t("alarm.webhookSecret"), hint: t("alarm.secretHint") },
    integer("repeatHours", t("alarm.repeatHours")),
    ...Object.entries(rules).flatMap(([rule, numbers]) => [
      { name: rule, kind: "flag", label: word("alarmRule", rule), hint: t(`alarmHint.${rule}`) },
      ...Object.keys(numbers).map((name) => integer(`${rule}.${name}`, `${word("alarmRule", rule)}: ${word("alarmFact", name)}`))]),
    { name: "hasReport", kind: "flag", label: t("alarm.report"), hint: t("alarm.reportHint") },
    { name: "weekday", kind: weekdays.map((day) => [String(day), word("weekday", day)]), label: t("alarm.weekday") },
    integer("hour", t("alarm.hour"))], flat(set));
  return { ...form, read: () => { const shown = form.read(); return shown && whole(shown, set); } };
}

import { h, replace, uniqueId, button, stack } from "../dom.js";
import { t, word } from "../i18n.js";
import { write } from "../json.js";
import { makeTable, facts, col, sendDateColumn } from "../tables.js";
import { makeForm } from "../forms.js";
import { confirmAndDo, forgetTyped, keepTyped } from "../dialogs.js";
import { makeTabs } from "../tabs.js";
import { askReport, Refused } from "../api.js";
import { number, percent, longDate } from "../format.js";

const languages = ["de", "en", "es", "fi", "fr", "id", "it", "ja", "ko", "pt", "ru", "th", "vi", "ms", "zh-CN", "zh-TW"];
const buttonKinds = ["OPEN_APP", "OPEN_URL", "DEEP_LINK", "REPLY", "DISMISS"];
const buttonsMax = 3;
const tagsMax = 4;
// Numbers of a push move while it is sent, and while players are told.
const lookMilliseconds = 3000;
// Each look is a use of the session and a line of the audit log: where nobody is at the page any more there is none.
const quietMilliseconds = 120000;
const signs = ["pointermove", "pointerdown", "wheel", "keydown"];

export default async function pushes(context) {
  const { pushes: list = [] } = await askReport(context.app);
  if (context.args[0]) return one(context, list.find((push) => push.messageId === context.args[0]));
  const campaigns = () => stack(campaignTable(context, list));
  if (!context.may("sendPush")) return campaigns();
  const { tags } = await context.ask("pushTags");
  return makeTabs(t("push.rooms"), [{ id: "list", title: t("push.list"), make: campaigns },
    { id: "new", title: t("push.new"), make: () => composer(context, tags) }], context.query.tab,
    (tab) => { context.query.tab = tab; history.replaceState(null, "", context.address(context.view, [], context.query)); });
}

// MARK: What was sent

const share = (part, whole) => (whole ? ` (${percent(part / whole)})` : "");
const badge = (state) => h("span",
  { class: `badge ${state === "SENT" ? "good" : state === "EXPIRED" || state === "CANCELLED" ? "bad" : "warn"}` }, word("push", state));

function campaignTable(context, rows) {
  return makeTable({ caption: t("push.list"), name: "campaigns", rows, none: t("push.none"), columns: [
    { key: "title", title: t("f.title"), cell: (row) => h("a", { href: context.address("pushes", [row.messageId]) }, row.title
      || t("push.untitled")) },
    { key: "state", title: t("state"), cell: (row) => badge(row.state) }, sendDateColumn(),
      col("accepted", "pf.accepted", "number"),
    { key: "delivered", title: t("pf.delivered"), kind: "number", cell: (row) => number(row.delivered) + share(row.delivered, row.accepted) },
    { key: "clicked", title: t("pf.clicked"), kind: "number", cell: (row) => number(row.clicked) + share(row.clicked, row.delivered) },
    col("withheld", "push.withheld", "number"), col("withdrawn", "push.withdrawn", "number"),
      { key: "messageId", title: t("id"), class: "id" }] });
}

function one(context, push) {
  const back = h("p", null, h("a", { href: context.address("pushes") }, `← ${t("push.back")}`));
  if (!push) return stack(back, h("p", { class: "none" }, t("push.gone")));
  const place = h("div", { class: "stack" }, result(context, push));
  let shown = write(push);
  watch(context, ({ pushes: list = [] }) => {
    const now = list.find((each) => each.messageId === push.messageId);
    // Nothing is drawn anew that is as it was: who is at a button stays there.
    if (now && write(now) !== shown) replace(place, result(context, now));
    shown = now ? write(now) : shown;
  });
  return stack(back, place);
}

/// Asks for the report again and again while somebody is there, until the view is left or nobody is logged in.
function watch(context, take) {
  let [usedDate, timer, isResting] = [Date.now(), null, false];
  const wait = () => { timer = setTimeout(look, lookMilliseconds); };
  async function look() {
    isResting = Date.now() - usedDate >= quietMilliseconds;
    if (isResting) return;
    const report = await askReport(context.app).catch((error) => ({ error }));
    if (!context.isHere()) return;
    if (!report.error) take(report);
    // Who has said no to the log-in is not asked again by itself.
    if (!report.error || report.error instanceof Refused) wait();
  }
  const use = () => {
    usedDate = Date.now();
    if (!isResting) return;
    isResting = false;
    look();
  };
  for (const sign of signs) addEventListener(sign, use, { passive: true });
  context.onleave(() => {
    clearTimeout(timer);
    for (const sign of signs) removeEventListener(sign, use);
  });
  wait();
}

function result(context, push) {
  const isOpen = ["SCHEDULED", "SENDING", "PLANNED"].includes(push.state);
  const cancel = async () => await confirmAndDo({ title: t("push.cancelTitle"),
    lines: [t("push.cancelText", { title: push.title, app: context.app })], isDanger: true, action: t("push.cancelDo"),
    run: () => context.ask("cancelPush", { messageId: push.messageId }), done: t("push.cancelled") }) && context.reload();
  return [h("section", { class: "card stack", "aria-labelledby": "push" },
    h("h2", { id: "push" }, push.title || t("push.untitled"), " ", badge(push.state)),
    facts([[t("id"), push.messageId], [t("date"), push.localTime ? t("push.localDate",
      { date: new Date(push.sendDate).toISOString().slice(0, 16).replace("T", " ") }) : longDate(push.sendDate)],
      [t("pf.accepted"), number(push.accepted)], [t("pf.delivered"), number(push.delivered) + share(push.delivered, push.accepted)],
        [t("pf.clicked"), number(push.clicked) + share(push.clicked, push.delivered)],
      [t("push.withheld"), number(push.withheld)], [t("push.withdrawn"), number(push.withdrawn)]]),
    isOpen && context.may("cancelPush") ? h("div", { class: "bar" },
      button({ class: "danger", onclick: cancel }, t("push.cancelDo"))) : null),
  makeTable({ caption: t("pf.buttons"), rows: Object.entries(push.actions ?? {}).map(([name, clicks]) => ({ name, clicks })),
    none: t("push.noActions"),
    columns: [col("name", "pf.button"), col("clicks", "pf.clicks", "number")] })];
}

// MARK: The composer

function forms(tags) {
  const check = (pattern, key) => (text) => (pattern.test(text) ? null : t(key));
  return {
    words: makeForm([{ name: "title", label: t("f.title"), hint: t("push.titleHint"), maxLength: 1024 },
      { name: "body", label: t("push.body"), kind: "long" },
      { name: "messages", label: t("push.languages"), kind: "rows", of: [{ name: "language", label: t("language"), kind: languages },
        { name: "title", label: t("f.title") }, { name: "body", label: t("push.body"), kind: "long" }] }]),
    who: makeForm([{ name: "userIds", label: t("push.users"), kind: "texts", hint: t("push.usersHint") },
      { name: "countries", label: t("push.countries"), kind: "texts", hint: t("push.countriesHint") },
      { name: "languages", label: t("push.ofLanguages"), kind: "texts", hint: t("push.languagesHint") },
      ...(tags.length ? [{ name: "tags", label: t("push.tags"), kind: "rows", hint: t("push.tagsHint", { n: tagsMax }),
        of: [{ name: "tag", label: t("push.tag"), kind: tags.map((tag) => [tag.tagId, tag.tagName]) }] },
      { name: "isAnyTag", label: t("push.anyTag"), kind: "flag" }] : []),
        { name: "advertisement", label: t("push.ad"), kind: "flag", hint: t("push.adHint") }]),
    when: makeForm([{ name: "sendDate", label: t("push.date"), kind: "instant", hint: t("push.dateHint") },
      { name: "localTime", label: t("push.local"), kind: "flag", hint: t("push.localHint") },
      { name: "timeToLiveSeconds", label: t("push.life"), kind: "integer" }]),
    look: makeForm([{ name: "media", label: t("push.media"), hint: t("push.mediaHint"), check: check(/^https?:\/\//, "wrong.url") },
      { name: "link", label: t("push.link"), hint: t("push.linkHint") },
      { name: "groupId", label: t("push.group") }, { name: "category", label: t("push.category"), hint: t("push.categoryHint") },
      { name: "buttons", label: t("pf.buttons"), kind: "rows", of: [{ name: "name", label: t("name"), required: true },
        { name: "buttonType", label: t("kind"), kind: buttonKinds }, { name: "link", label: t("push.link") },
        { name: "identifier", label: t("push.identifier") }, { name: "hint", label: t("push.replyHint") }] },
      { name: "extras", label: t("push.extras"), kind: "json", rows: 3, hint: t("push.extrasHint") }]),
  };
}

const filled = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined
  && value !== "" && value !== false && !(Array.isArray(value) && !value.length)));

/// - Parameter who: the form. Of the tags a member has all, or one of them.
function audience({ tags = [], isAnyTag, ...who }) {
  const ids = [...new Set((tags ?? []).map(({ tag }) => tag))];
  return { ...who, tags: ids.flatMap((id, place) => (place ? [isAnyTag ? "OR" : "AND", id] : [id])) };
}

/// How many would be told now; it is no reason not to go on when it cannot be said.
async function reachLine(context, { userIds, countries, languages, tags, advertisement }) {
  try {
    const { registrations, receivers, isWhole } = await context.ask("pushReach",
      filled({ userIds, countries, languages, tags, advertisement }));
    return t(isWhole ? "push.reach" : "push.reachPart", { n: number(registrations), takers: number(receivers) });
  } catch (error) { return t("push.noReach", { reason: error.message }); }
}

/// - Returns: what `console.sendPush` takes, or null when something is wrong.
function requested(all) {
  const [words, who, when, look] = Object.values(all).map((form) => form.read());
  if ([words, who, when, look].includes(null)) return null;
  const codes = (words.messages ?? []).map(({ language }) => language);
  // One of the two texts would be lost.
  const twice = codes.find((code, place) => codes.indexOf(code) !== place);
  if (twice) throw new Error(t("people.twice", { app: twice }));
  const messages = Object.fromEntries((words.messages ?? []).map(({ language, title, body }) => [language,
    { title: title ?? "", body: body ?? "" }]));
  const push = filled({ title: words.title, body: words.body, ...audience(who), timeToLiveSeconds: when.timeToLiveSeconds, ...look,
    buttons: (look.buttons ?? []).map(filled) });
  if (Object.keys(messages).length) push.messages = messages;
  // Players' clocks have no zone here: what they are to show is sent as it was typed.
  if (when.sendDate) push.sendDate = when.localTime ? Date.parse(`${all.when.field("sendDate").input.value.slice(0, 16)}:00Z`)
    : when.sendDate;
  if (when.localTime) push.localTime = true;
  return push;
}

function composer(context, tags) {
  const all = forms(tags);
  const card = (key, form) => h("section", { class: "card" }, h("h2", null, t(key)), form.element);
  const { element: seen, update } = pushPreview(all);
  const form = h("form", { novalidate: true, class: "stack", oninput: update, onsubmit: async (event) => {
    event.preventDefault();
    const push = requested(all);
    if (push) await send(context, push);
  } }, card("push.words", all.words), card("push.who", all.who), card("push.when", all.when), card("push.look", all.look),
  h("div", { class: "bar" }, h("button", { type: "submit", class: "primary" }, t("push.review"))));
  return h("div", { class: "composer" }, keepTyped(form), h("div", null, seen));
}

async function send(context, push) {
  const isToAll = !push.userIds;
  const reach = [push.countries ? t("push.toCountries", { list: push.countries.join(", ") }) : null,
    push.languages ? t("push.toLanguages", { list: push.languages.join(", ") }) : null, await reachLine(context, push)].filter(Boolean);
  const lines = [
    isToAll ? t("push.toAll", { app: context.app }) : t("push.toUsers",
      { n: number(push.userIds.length), list: push.userIds.slice(0, 10).join(", ") }), ...reach,
    push.sendDate ? (push.localTime ? t("push.localDate", { date: new Date(push.sendDate).toISOString().slice(0, 16).replace("T", " ") })
      : t("push.at", { date: longDate(push.sendDate) })) : t("push.atOnce"),
    h("pre", null, write(push, 2))];
  if (!context.isHere()) return;
  const result = await confirmAndDo({ title: t("push.sendTitle"), lines, typed: isToAll ? context.app : null, isWide: true,
    isDanger: isToAll, action: t("push.send"),
    run: () => context.ask("sendPush", push), done: t("push.sent") });
  if (!result || !context.isHere()) return;
  forgetTyped();
  context.go("pushes", result.messageId ? [result.messageId] : []);
}

/// As a desktop shows it: the text of a language, where there is none the one without a language.
function pushPreview(all) {
  const id = uniqueId("language");
  const select = h("select", { id, onchange: () => update() }, h("option", { value: "" }, t("push.noLanguage")),
    languages.map((code) => h("option", { value: code }, code)));
  const place = h("div");
  const text = (form, name) => form.field(name)?.input.value ?? "";
  function update() {
    const rows = all.words.field("messages").get(true) ?? [];
    const found = (rows ?? []).find((row) => row?.language === select.value);
    const buttons = [...(all.look.field("buttons").get(true) ?? [])].slice(0, buttonsMax);
    const isAd = all.who.field("advertisement").input.checked;
    replace(place, h("div", { class: "player-window" }, isAd ? h("p", { class: "faint" }, t("push.isAd")) : null,
      h("p", null, h("strong", null, found?.title || text(all.words, "title") || "…")),
      h("p", null, found?.body || text(all.words, "body")), text(all.look, "media")
        ? h("p", { class: "faint" }, t("push.withMedia", { url: text(all.look, "media") })) : null,
      h("div", { class: "buttons" }, buttons.map((button) => h("span", null, button?.name ?? "")))));
  }
  update();
  return { update, element: h("section", { class: "card stack", "aria-label": t("push.preview") }, h("h2", null, t("push.preview")),
    h("div", { class: "field" }, h("label", { for: id }, t("language")), select), place) };
}


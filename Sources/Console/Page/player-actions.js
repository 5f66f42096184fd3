// What can be done to a player. Each says what it does and to whom, and asks once.
import { h } from "./dom.js";
import { ask, hasRole } from "./api.js";
import { t, word } from "./i18n.js";
import { makeForm } from "./forms.js";
import { confirmAndDo, openDialog, tell } from "./dialogs.js";
import { facts } from "./tables.js";
import { longDate, number } from "./format.js";

const button = (title, run, isDanger) => h("button", { type: "button", class: isDanger ? "danger" : "", onclick: run }, title);

async function templates(app) {
  const body = await ask(app, "console.saveSettings").catch(() => null);
  return body?.settings?.banTemplates ?? [];
}

/// A typed date means a ban that ends: a permanent ban has no end date.
function tieEnd(form) {
  const [kind, end] = ["banType", "endDate"].map((name) => form.field(name).input);
  end.addEventListener("input", () => { if (end.value) kind.value = "TEMPORARY"; });
  kind.addEventListener("change", () => { if (kind.value === "PERMANENT") end.value = ""; });
}

async function ban(context, userId) {
  const texts = await templates(context.app);
  // The view of another player may be shown by now.
  if (!context.isHere()) return;
  const form = makeForm([
    { name: "banType", label: t("ban.kind"), kind: [["PERMANENT", t("ban.PERMANENT")], ["TEMPORARY", t("ban.TEMPORARY")]] },
    { name: "endDate", label: t("ban.until"), kind: "instant", hint: t("ban.untilHint") },
    ...(texts.length ? [{ name: "template", label: t("ban.template"), kind: [["", t("none")],
      ...texts.map((one) => [String(one.templateCode), one.name])] }] : []),
    { name: "message", label: t("ban.message"), kind: "long", hint: t("ban.messageHint") },
  ]);
  tieEnd(form);
  form.field("template")?.input.addEventListener("change", (event) => {
    const chosen = texts.find((one) => String(one.templateCode) === event.target.value);
    if (chosen) form.field("message").set(chosen.message ?? "");
  });
  await confirmAndDo({
    title: t("ban.title"), lines: [t("ban.text", { user: userId, app: context.app })], form, action: t("ban.do"), isDanger: true,
      done: t("ban.done", { user: userId }),
    run: ({ banType, endDate, message }) => {
      if (banType === "TEMPORARY" && !endDate) throw new Error(t("ban.needsEnd"));
      return context.ask("ban", { userId, banType, ...(banType === "TEMPORARY" ? { endDate } : {}),
        ...(message ? { message } : {}) });
    },
  }) && context.reload();
}

const release = async (context, userId) => await confirmAndDo({
  title: t("release.title"), lines: [t("release.text", { user: userId, app: context.app })], action: t("release.do"),
    done: t("release.done", { user: userId }),
  run: () => context.ask("releaseBan", { userId }),
}) && context.reload();

const kick = (context, userId) => {
  const form = makeForm([{ name: "title", label: t("kick.popupTitle"), hint: t("kick.popupHint") },
    { name: "message", label: t("kick.popupMessage"), kind: "long" },
    { name: "logout", label: t("kick.logout"), kind: "flag", value: true }]);
  return confirmAndDo({
    title: t("kick.title"), lines: [t("kick.text", { user: userId, app: context.app })], form, action: t("kick.do"),
      done: t("kick.done", { user: userId }),
    run: (values) => context.ask("kickout", { userIds: [userId], logout: values.logout, ...popup(values) }),
  });
};

const popup = ({ title, message, language = "en" }) =>
  (title || message ? { popup: { defaultLanguage: language, messages: { [language]: { title: title ?? "", message: message ?? "" } } } }
    : {});

/// Everybody, or some client versions.
export function kickAll(context) {
  if (!hasRole(context.app, "operator")) return null;
  const run = () => {
    const form = makeForm([{ name: "clientVersions", label: t("kick.versions"), kind: "texts", hint: t("kick.versionsHint") },
      { name: "title", label: t("kick.popupTitle"), hint: t("kick.popupHint") },
        { name: "message", label: t("kick.popupMessage"), kind: "long" }]);
    return confirmAndDo({
      title: t("kick.allTitle"), lines: [t("kick.allText", { app: context.app })], form, typed: context.app, action: t("kick.allDo"),
        isDanger: true, done: t("kick.allDone"),
      run: (values) => context.ask("kickout", { ...(values.clientVersions?.length ? { clientVersions: values.clientVersions }
        : {}), ...popup(values) }),
    });
  };
  return h("p", null, button(t("kick.all"), run));
}

async function graceBan(context, userId) {
  const form = makeForm([
    { name: "gracePeriodDate", label: t("grace.until"), kind: "instant", required: true },
      { name: "message", label: t("ban.message"), kind: "long" },
    { name: "banType", label: t("ban.kind"), kind: [["PERMANENT", t("ban.PERMANENT")], ["TEMPORARY", t("ban.TEMPORARY")]] },
    { name: "endDate", label: t("ban.until"), kind: "instant", hint: t("ban.untilHint") },
    { name: "amount", label: t("grace.amount"), kind: "decimal", hint: t("grace.ruleHint") },
      { name: "currency", label: t("currency"), maxLength: 3 },
    { name: "count", label: t("grace.count"), kind: "integer" }, { name: "conditionType", label: t("grace.condition"),
      kind: [["AND", t("grace.AND")], ["OR", t("grace.OR")]] },
  ]);
  tieEnd(form);
  await confirmAndDo({
    title: t("grace.title"), lines: [t("grace.text", { user: userId, app: context.app })], form, action: t("grace.do"), isDanger: true,
      done: t("grace.done", { user: userId }),
    run: (values) => context.ask("setGraceBan", { userId, graceBan: graceOf(values) }),
  }) && context.reload();
}

function graceOf({ gracePeriodDate, message, banType, endDate, amount, currency, count, conditionType }) {
  const ban = { gracePeriodDate, banType, ...(message ? { message } : {}) };
  if (banType === "TEMPORARY") ban.endDate = endDate;
  // A condition that lacks something is refused by the service: left out, the ban could not be bought off, and nobody would see it.
  if (amount || currency || count) {
    ban.releaseRuleCondition = { ...(amount ? { amount } : {}), ...(currency ? { currency } : {}), count: count ?? 0, conditionType };
  }
  return ban;
}

const endGraceBan = async (context, userId) => await confirmAndDo({
  title: t("grace.endTitle"), lines: [t("grace.endText", { user: userId, app: context.app })], action: t("grace.end"),
    done: t("grace.ended", { user: userId }),
  run: () => context.ask("setGraceBan", { userId, graceBan: null }),
}) && context.reload();

const erase = async (context, userId) => {
  const result = await confirmAndDo({
    title: t("erase.title"), lines: [t("erase.text", { user: userId, app: context.app }), t("erase.stays")], typed: userId,
      action: t("erase.do"), isDanger: true,
    run: () => context.ask("eraseMember", { userId }), done: (body) => t("erase.done",
      { erased: body.erased, kept: body.kept }),
  });
  if (result) context.go("players");
};

const withdraw = async (context, userId) => await confirmAndDo({
  title: t("withdraw.title"), lines: [t("withdraw.text", { user: userId, app: context.app }), t("cannotUndo")], typed: userId,
    action: t("withdraw.do"), isDanger: true, done: t("withdraw.done", { user: userId }),
  run: () => context.ask("withdrawMember", { userId }),
}) && context.reload();

// MARK: The account with which a guest moves

const transferFacts = ({ account, isUsed, failures, isBlocked, blockedUntil }) => facts([
  [t("transfer.id"), h("code", null, account.account.id)],
  [t("transfer.until"), account.condition.expirationDate ? longDate(account.condition.expirationDate) : t("transfer.always")],
  [t("transfer.used"), t(isUsed ? "yes" : "no")], [t("transfer.failures"), number(failures)],
  isBlocked ? [t("state"), blockedUntil ? t("transfer.blockedUntil", { date: longDate(blockedUntil) }) : t("transfer.blocked")] : null]);

/// What it is, and what can be done about it. A new password is shown once.
async function transfer(context, userId) {
  const asked = (action) => context.ask("transferAccount", { userId, action });
  const found = await asked("show").catch((error) => ({ error }));
  if (!context.isHere()) return null;
  if (found.error) return tell(t("transfer.title"), h("p", { class: "notice warn", role: "alert" }, found.error.message));
  const act = async (action) => {
    dialog.close();
    const body = await confirmAndDo({ title: t(`transfer.${action}`), action: t(`transfer.${action}`), isDanger: true,
      lines: [t(`transfer.${action}Text`, { user: userId, app: context.app })], run: () => asked(action) });
    if (!body) return;
    openDialog({ title: t("transfer.title"), stays: true, content: [
      body.account ? transferFacts(body) : h("p", { class: "none" }, t("transfer.none")),
      body.password ? h("p", { class: "notice warn" }, t("transfer.password"), " ", h("code", null, body.password)) : null] });
  };
  const dialog = tell(t("transfer.title"), found.account ? transferFacts(found) : h("p", { class: "none" }, t("transfer.none")),
    h("div", { class: "bar" }, button(t("transfer.issue"), () => act("issue")),
      found.isBlocked || found.failures ? button(t("transfer.unblock"), () => act("unblock")) : null,
      found.account ? button(t("transfer.end"), () => act("end"), true) : null));
}

/// - Parameter identity: a row of the member's mappings.
export function revokeButton(context, identity) {
  if (!context.may("revokeIdP") || identity.idp_code === "guest") return null;
  const { idp_code: idPCode, auth_key: authKey } = identity;
  return h("button", { type: "button", class: "small", onclick: async () => await confirmAndDo({
    title: t("revoke.title"), lines: [t("revoke.text", { provider: idPCode, key: authKey, app: context.app })], typed: authKey,
      action: t("revoke.do"), isDanger: true,
    run: () => context.ask("revokeIdP", { idPCode, authKey }), done: t("revoke.done"),
  }) && context.reload() }, t("revoke.do"));
}

export function actions(context, userId, { isBanned, hasGrace, isGone }, exportAll) {
  const can = context.may;
  return h("div", { class: "bar", role: "group", "aria-label": t("actions") },
    can("kickout") ? button(t("kick.do"), () => kick(context, userId)) : null,
    can("releaseBan") && isBanned ? button(t("release.do"), () => release(context, userId)) : null,
    can("ban") && !isBanned ? button(t("ban.do"), () => ban(context, userId)) : null,
    can("setGraceBan") ? button(hasGrace ? t("grace.end") : t("grace.do"), () => (hasGrace ? endGraceBan : graceBan)(context, userId))
      : null,
    can("transferAccount") ? button(t("transfer.title"), () => transfer(context, userId)) : null,
    can("exportMember") ? button(t("export"), exportAll) : null,
    can("withdrawMember") && !isGone ? button(t("withdraw.do"), () => withdraw(context, userId), true) : null,
    can("eraseMember") ? button(t("erase.do"), () => erase(context, userId), true) : null);
}

export const banText = (row) => `${word("ban", row.ban_type)}${row.end_date ? ` – ${longDate(row.end_date)}` : ""}`;

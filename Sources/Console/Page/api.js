import { t } from "./i18n.js";
import { read, write } from "./json.js";

export class Refused extends Error {
  constructor(message, code, status, body, retryAfter) {
    super(message);
    Object.assign(this, { code, status, body, retryAfter });
  }
}

/// `requests` has the role that each needs at least.
export const session = { person: null, csrf: "", apps: [], requests: {}, idleSeconds: 0, version: "", openID: null };

let logInAgain = null;
let loggingIn = null;
/// - Parameter ask: shows the log-in over whatever is there, and ends when somebody is logged in.
export function onLoggedOut(ask) { logInAgain = ask; }

export function take(body) {
  const given = { person: null, csrf: "", apps: [], requests: {}, idleSeconds: 0, version: session.version, openID: session.openID };
  Object.assign(session, given, body);
  return session;
}

async function logIn() {
  loggingIn ??= logInAgain().finally(() => { loggingIn = null; });
  await loggingIn;
}

// What the service answers a change whose token is of another session.
const pageForeign = -4030002;

/// All tabs have one session: another one has begun it anew, and its token is what counts. Who it was begun by is not acted for unasked.
async function followSession() {
  const now = await call("session", undefined, { isOpen: true });
  if (!now.person) return logIn();
  if (now.person.name !== session.person.name) throw new Error(t("error.otherPerson", { name: now.person.name }));
  take(now);
}

/// - Parameter isExact: as in `read`.
export async function call(path, body, { key, isOpen = false, isExact = false } = {}) {
  const isPost = body !== undefined;
  const sent = isPost ? write(body) : undefined;
  let hasFollowed = false;
  for (;;) {
    const headers = isPost ? { "Content-Type": "application/json", "X-CSRF-Token": session.csrf ?? "" } : {};
    if (key) headers["Idempotency-Key"] = key;
    const answer = await fetch(`api/${path}`, { method: isPost ? "POST" : "GET", headers, body: sent, cache: "no-store" })
      .catch(() => { throw new Refused("", "unreachable", 0); });
    const json = await parsed(answer, isExact);
    if (answer.status === 401 && !isOpen && logInAgain) {
      await logIn();
      continue;
    }
    if (json.resultCode === pageForeign && isPost && session.person && logInAgain && !hasFollowed) {
      hasFollowed = true;
      await followSession();
      continue;
    }
    if (answer.ok && json.resultCode === 0) return json.body ?? {};
    throw new Refused(json.message || answer.statusText, json.resultCode, answer.status, json.body, answer.headers.get("Retry-After"));
  }
}

async function parsed(answer, isExact) {
  const text = await answer.text();
  try { return read(text, isExact) ?? {}; } catch { return { resultCode: -1, message: `${answer.status} ${answer.statusText}` }; }
}

export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What a game has stored is shown, written back and put into files digit by digit.
const exact = new Set(["console.findObjects", "console.giveObjects"]);

// A change whose answer was lost is asked again with the key that it had, so that it is made once. Some time after, the same is meant anew:
// with the old key the service would give its old answer, and do nothing.
const keptMilliseconds = 120000;
const keys = new Map();

function keyOf(content) {
  const now = Date.now();
  for (const [other, { date }] of keys) if (Math.abs(now - date) > keptMilliseconds) keys.delete(other);
  return keys.get(content)?.key ?? newKey();
}

export async function ask(app, name, parameters = {}) {
  const content = `${app} ${name} ${write(parameters)}`;
  const key = keyOf(content);
  keys.set(content, { key, date: Date.now() });
  try {
    const body = await call(`apps/${encodeURIComponent(app)}/ask`, { name, transactionId: key, parameters },
      { key, isExact: exact.has(name) });
    keys.delete(content);
    if (name === "console.loadSettings") dispatchEvent(new Event("settingswritten"));
    return body;
  } catch (error) {
    // A proxy answers 502 and 504 for a server that may have done it.
    const isUnknown = error.status === 0 || [408, 429].includes(error.status) || error.status >= 500;
    if (isUnknown) keys.set(content, { key, date: Date.now() }); else keys.delete(content);
    throw error;
  }
}

/// The report without its count of the active, which takes as long as there are such players.
const reads = ["saveSettings", "payments", "checkLedger", "exportMember", "report", "findMembers", "mails", "readFile", "giveClass",
  "giveObjects", "giveMembers", "findObjects", "figures", "alarms", "pushTags", "pushReach"];
/// Whether a request of the operator changes nothing; the name of one alone does not say it: `console.saveSettings` gives the settings.
export const isRead = (name) => name.startsWith("console.") && reads.includes(name.slice("console.".length));

export const askReport = (app) => ask(app, "console.report", { activeInLastDay: false });

export const work = (app, what, body = {}) => call(`apps/${encodeURIComponent(app)}/${what}`, body, { key: newKey() });

// MARK: Who may what

const ranks = ["viewer", "support", "operator", "administrator"];

export function rankIn(app) {
  const roles = session.person?.roles ?? {};
  return Math.max(-1, ...["*", app].filter((name) => name in roles).map((name) => ranks.indexOf(roles[name])));
}

export const hasRole = (app, role) => rankIn(app) >= ranks.indexOf(role);

export function may(app, request) {
  const role = session.requests[`console.${request.replace("console.", "")}`];
  return role !== undefined && hasRole(app, role);
}

export const mayManagePeople = () => session.person?.roles?.["*"] === "administrator";
export const roleNames = ranks;

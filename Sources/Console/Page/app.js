// This room is the operator's console in a browser: a page of one file per view that asks the server's /console/api/ for what gamebasectl
// asks for, shows it, and lets a person change it. Everything here is sent to the browser as it stands; there is no build step.
import { h, replace, say, button } from "./dom.js";
import { call, session, take, onLoggedOut, hasRole, mayManagePeople, ask, may } from "./api.js";
import { chooseLanguage, language, languages, t } from "./i18n.js";
import { setZone, zone, today, addDays, daysBetween } from "./format.js";
import { closeDialogs, confirmAndDo, errorBox, errorText, forgetTyped, typedPlaces } from "./dialogs.js";
import { redrawCharts } from "./charts.js";
import { logInView, logInDialog, newPersonView } from "./log-in.js";
import { comeBack } from "./openid.js";

// Each: the view, the role that is needed to see it, and its file where several share one.
const groups = [
  ["now", [["overview", "viewer"], ["apps", "viewer"]]],
  ["figures", [
    ["members", "viewer"], ["concurrent", "viewer"], ["retention", "viewer"], ["money", "viewer"], ["value", "viewer"],
    ["subscriptions", "viewer"], ["pushFigures", "viewer"], ["levels", "viewer"]]],
  ["players", [["players", "support"], ["payments", "support"], ["pushes", "viewer"]]],
  ["game", [
    ["catalogue", "viewer", "settings"], ["launching", "viewer"], ["notices", "viewer", "settings"], ["terms", "viewer", "settings"],
    ["coupons", "viewer", "settings"], ["leaderboards", "viewer", "settings"], ["banTexts", "viewer", "settings"],
    ["providers", "viewer", "settings"], ["stores", "viewer", "settings"], ["app", "viewer", "settings"], ["allSettings", "operator"]]],
  ["backend", [["data", "operator"], ["mails", "operator"]]],
  ["server", [["health", "viewer"], ["alarms", "viewer"], ["backups", "operator"], ["audit", "operator"], ["people", "people"],
    ["explorer", "operator"], ["account", "own"]]],
];
const views = new Map(groups.flatMap(([, list]) => list.map(([name, role, file]) => [name, { role, file: file ?? name }])));
const noApp = "-";
const appless = ["people", "audit", "account"];
// They show what they have also where an app's zone cannot be read: one looks there for what is wrong with it.
const zoneless = [...appless, "health"];
const mayOpen = (app, role) => (role === "own" ? true : role === "people" ? mayManagePeople() : hasRole(app, role));

let route = null;
let turn = 0;
let leaving = [];
const appTypes = new Map();

// MARK: Addresses: #/APP/VIEW/ARGUMENT?FILTERS

export function parse(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [app = "", view = "", ...args] = path.split("/").map((part) => { try { return decodeURIComponent(part); } catch { return part; } });
  return { app, view, args, query: Object.fromEntries(new URLSearchParams(query)) };
}

export function address(app, view, args = [], query = {}) {
  const filled = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(filled).toString();
  return `#/${[app, view, ...args].map(encodeURIComponent).join("/")}${text ? `?${text}` : ""}`;
}

// MARK: The frame

function frame() {
  const nav = h("nav", { id: "nav", "aria-label": t("nav.label") });
  const menu = button({ id: "menu", class: "quiet", "aria-expanded": "false", "aria-controls": "nav",
    onclick: toggleMenu }, "☰ ", t("menu"));
  replace(document.body,
    h("a", { class: "skip", href: "#main", onclick: (event) => { event.preventDefault(); document.getElementById("main").focus(); } },
      t("skip")),
    h("header", { class: "top" }, menu, h("p", { class: "brand" }, t("brand")), appChoice(), h("span", { id: "app-type" }),
      h("span", { class: "grow" }),
      languageChoice(), themeButton(), person()),
    h("div", { class: "page" }, nav, h("main", { id: "main", tabindex: "-1" })),
    regions());
}

const regions = () => [
  h("div", { id: "told", class: "toasts", role: "status" }), h("div", { id: "alerts", class: "toasts", role: "alert" }),
  h("div", { id: "whispered", class: "hidden-text", "aria-live": "polite" })];

function toggleMenu() {
  const isOpen = document.body.classList.toggle("menu-open");
  document.getElementById("menu").setAttribute("aria-expanded", String(isOpen));
}

function appChoice() {
  const select = h("select", { id: "app", "aria-label": t("app"), onchange: () => { location.hash = address(select.value,
    route?.view ?? "overview"); } },
    session.apps.map((app) => h("option", { value: app.id }, app.id)));
  return select;
}

function languageChoice() {
  const select = h("select", { "aria-label": t("language"), class: "quiet",
    onchange: async () => {
      if (!(await givesUp())) { select.value = language; return; }
      await chooseLanguage(select.value);
      await start();
    } },
    Object.entries(languages).map(([code, name]) => h("option", { value: code, selected: code === language, lang: code }, name)));
  return select;
}

const themes = ["auto", "light", "dark"];
function applyTheme() {
  const theme = localStorage.getItem("theme") ?? "auto";
  if (theme === "auto") delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = theme;
  return theme;
}

function themeButton() {
  const toggle = button({ class: "quiet", onclick: () => {
    localStorage.setItem("theme", themes[(themes.indexOf(applyTheme()) + 1) % themes.length]);
    show();
    redrawCharts();
  } });
  const show = () => { replace(toggle, t(`theme.${applyTheme()}`)); toggle.setAttribute("aria-label",
    `${t("theme")}: ${t(`theme.${applyTheme()}`)}`); };
  show();
  return toggle;
}

function person() {
  return h("span", { class: "person" },
    h("a", { href: address(route?.app || session.apps[0]?.id || noApp, "account"), id: "own" }, session.person.name),
    button({ class: "quiet", onclick: logOut }, t("logOut")));
}

async function logOut() {
  if (!(await givesUp())) return;
  // Whose session has ended is logged out.
  await call("log-out", {}, { isOpen: true }).catch((error) => { if (error.status !== 401) throw error; });
  take({});
  history.replaceState(null, "", "#/");
  await start();
}

function showNav() {
  const nav = document.getElementById("nav");
  replace(nav, groups.map(([group, list]) => {
    const open = list.filter(([name, role]) => mayOpen(route.app, role) && (route.app !== noApp || appless.includes(name))
      && (name !== "apps" || session.apps.length > 1 || route.view === name));
    if (!open.length) return null;
    return [h("h2", null, t(`group.${group}`)), h("ul", null, open.map(([name]) => h("li", null,
      h("a", { href: address(route.app, name), "aria-current": name === route.view ? "page" : null }, t(`nav.${name}`)))))];
  }));
  document.getElementById("app").value = route.app;
  const type = document.getElementById("app-type");
  // Until that of this app is known there is none: the one before is another app's.
  if (type.dataset.app !== route.app) replace(type);
  type.dataset.app = route.app;
  document.getElementById("own").href = address(route.app, "account");
  document.body.classList.remove("menu-open");
  document.getElementById("menu").setAttribute("aria-expanded", "false");
}

// A test app is told by a colour, so that nobody takes its money for money.
async function showAppType() {
  const app = route.app;
  if (!appTypes.has(app)) {
    const body = await ask(app, "console.saveSettings").catch(() => null);
    if (body) appTypes.set(app, body.settings?.app?.typeCode ?? "");
  }
  if (app !== route?.app) return;
  const type = appTypes.get(app);
  replace(document.getElementById("app-type"), type ? h("span", { class: type === "REAL" ? "badge good" : "badge test" }, t(`type.${type}`))
    : null);
}

// A page stays open for days, while settings are changed by others, clocks of test apps are moved, and a day ends here or there.
const zoneMilliseconds = 60000;
const ownDay = () => addDays(today(), -zone.daysAhead);
// Over in every zone, whatever clock is wrong, so any app takes it.
const pastDay = "2020-01-01";

/// Without it dates would be shown, and taken, in a zone that is not the app's.
async function readZone(app, view) {
  const isNew = Math.abs(Date.now() - zone.readDate) < zoneMilliseconds && zone.readDay === ownDay();
  if (zone.app === app && isNew) return;
  try {
    const body = await ask(app, "console.figures", { kind: "members", from: pastDay, to: pastDay });
    // Somebody may have gone on to another app, and its zone may be there already.
    if (app !== route?.app) return;
    setZone(body.timeZone);
    zone.daysAhead = 0;
    zone.daysAhead = daysBetween(today(), body.today) - 1;
    Object.assign(zone, { since: body.since ?? null, app, readDate: Date.now(), readDay: ownDay() });
  } catch (error) {
    if (app !== route?.app || zone.app === app) return;
    if (!zoneless.includes(view)) throw error;
    setZone(null);
    Object.assign(zone, { daysAhead: 0, since: null, app: null });
  }
}

// What was written by this page holds at once.
addEventListener("settingswritten", () => { appTypes.clear(); zone.app = null; });

// MARK: Showing a view

async function show() {
  const mine = ++turn;
  const before = route;
  route = parse(location.hash);
  const known = session.apps.map((app) => app.id);
  // A server without an app still has people and accounts.
  const isApp = known.includes(route.app) || (!known.length && route.app === noApp && appless.includes(route.view));
  if (!isApp || !views.has(route.view)) {
    const { app: wanted } = route;
    const app = known.includes(wanted) ? wanted : known[0] ?? noApp;
    route = null;
    location.replace(address(app, known.length ? "overview" : "account"));
    // Nobody takes the figures, or the maintenance, of another app for those that a link has led to.
    if (known.length && wanted && wanted !== noApp && wanted !== app) say(t("error.noApp", { app: wanted, other: app }), true);
    return;
  }
  for (const leave of leaving.splice(0)) leave();
  showNav();
  const main = document.getElementById("main");
  const isOther = before?.app !== route.app || before?.view !== route.view || before?.args.join() !== route.args.join();
  const title = t(`nav.${route.view}`);
  document.title = `${title} · ${route.app} · ${t("brand")}`;
  if (isOther) replace(main, h("h1", null, title), h("p", { class: "faint", role: "status" }, t("loading")));
  else main.classList.add("working");
  const { role, file } = views.get(route.view);
  try {
    if (!mayOpen(route.app, role)) throw new Error(t("error.role", { role: t(`role.${role}`) }));
    if (route.app !== noApp) {
      await readZone(route.app, route.view);
      if (mine !== turn) return;
      showAppType();
    }
    const module = await import(`./views/${file}.js`);
    const content = await module.default(context(mine));
    if (mine !== turn) return;
    const focused = focusIn(main);
    replace(main, h("h1", null, title), content);
    if (!isOther) focusAgain(main, focused);
  } catch (error) {
    if (mine !== turn) return;
    // A file that does not fit those that are here comes from a server of another version: the page is loaded anew.
    const isOld = error instanceof SyntaxError;
    replace(main, h("h1", null, title), errorBox(isOld ? new Error(t("error.otherVersion")) : error),
      button({ onclick: () => (isOld ? location.reload() : show()) }, t("again")));
  }
  main.classList.remove("working");
  if (!isOther) return;
  scrollTo(0, 0);
  if (before) main.focus({ preventScroll: true });
}

// What had the focus is another element after a view is shown anew: the one of the same kind and name.
const nameOf = (element) => element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;

function focusIn(main) {
  const element = document.activeElement;
  return main.contains(element) && element !== main ? { tag: element.localName, name: nameOf(element) } : null;
}

function focusAgain(main, focused) {
  const same = focused && [...main.querySelectorAll(focused.tag)].find((element) => nameOf(element) === focused.name);
  (same ?? main).focus({ preventScroll: true });
}

function context(mine) {
  const { app, view, args, query } = route;
  // An answer may come when another view is shown, in which somebody types: that one is not loaded anew, or left.
  const isShown = () => route?.app === app && route.view === view && route.args.join() === args.join();
  return {
    app, view, args, query, reload: () => (isShown() ? show() : null),
    isHere: () => mine === turn, ask: (name, parameters) => ask(app, `console.${name}`, parameters), may: (name) => may(app, name),
    go: (to, more = [], filters = {}) => { if (isShown()) location.hash = address(app, to, more, filters); },
    address: (to, more = [], filters = {}) => address(app, to, more, filters),
    filter: (changed) => { location.hash = address(app, view, args, { ...query, ...changed }); },
    onleave: (run) => { if (mine === turn) leaving.push(run); else run(); },
  };
}

// MARK: The beginning

const secretRoutes = { first: "first", invitation: "accept" };

export async function start() {
  turn += 1;
  route = null;
  for (const leave of leaving.splice(0)) leave();
  const failure = await comeBack();
  const { app, view } = parse(location.hash);
  take(await call("session", undefined, { isOpen: true }));
  if (app in secretRoutes && view && !views.has(view)) {
    const done = async () => { history.replaceState(null, "", "#/"); await start(); };
    return outside(newPersonView(secretRoutes[app], view, done, failure));
  }
  if (!session.person) return outside(logInView(start, failure));
  frame();
  await show();
  if (failure) say(errorText(failure), true);
}

function outside(content) {
  document.title = t("brand");
  replace(document.body, h("header", { class: "top" }, h("p", { class: "brand" }, t("brand")), h("span", { class: "grow" }),
    languageChoice(), themeButton()),
    h("main", { id: "main", tabindex: "-1", class: "outside" }, content), regions());
  content.querySelector("input")?.focus();
}

onLoggedOut(async () => {
  if (!session.person) throw new Error(t("error.loggedOut"));
  await logInDialog(session.person.name);
  say(t("loggedInAgain"));
});

// What a button began and nobody waited for.
addEventListener("unhandledrejection", (event) => say(errorText(event.reason), true));

let isAsking = false;

/// - Returns: whether nothing was typed that is not sent yet, or it is given up.
async function givesUp() {
  if (!typedPlaces().length) return true;
  if (isAsking) return false;
  isAsking = true;
  const isLeft = await confirmAndDo({ title: t("typed.title"), lines: [t("typed.text")], isDanger: true, action: t("typed.leave"),
    run: async () => true });
  isAsking = false;
  if (!isLeft) return false;
  for (const place of typedPlaces()) place.closest("dialog")?.close();
  forgetTyped();
  return true;
}

/// Until what was typed is given up the address is that of the view that has it.
async function mayLeave(left) {
  if (!typedPlaces().length) return true;
  const wanted = location.hash;
  history.replaceState(null, "", left);
  document.getElementById("app").value = route.app;
  if (await givesUp()) location.hash = wanted;
  return false;
}

// The browser itself asks where the page is loaded anew or closed.
addEventListener("beforeunload", (event) => { if (typedPlaces().length) event.preventDefault(); });

addEventListener("hashchange", async ({ oldURL }) => {
  if (session.person && !(await mayLeave(oldURL))) return;
  closeDialogs();
  const { app, view } = parse(location.hash);
  const isSecret = app in secretRoutes && view && !views.has(view);
  if (!session.person || isSecret) start(); else show();
});


applyTheme();
await chooseLanguage();
await start().catch((error) => replace(document.body, h("main", { class: "outside" }, errorBox(error),
  button({ onclick: () => location.reload() }, t("again")))));

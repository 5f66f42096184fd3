// Numbers that move: what the server says every two seconds, until the view is left. The browser itself opens a stream anew that broke;
// one that was refused is opened anew here, once the person is logged in.
import { h, replace } from "./dom.js";
import { call } from "./api.js";
import { t } from "./i18n.js";
import { number, longDate } from "./format.js";
import { spark } from "./charts.js";
import { tile } from "./figures.js";
import { read } from "./json.js";
import { paymentTable } from "./payment-parts.js";

// Each with the digits that are shown of it.
const shown = { players: 0, requestsPerSecond: 1, errorsPerSecond: 1, p50Milliseconds: 1, p99Milliseconds: 1 };
const keptMax = 60;
const pauseMilliseconds = 5000;
const loggedOutMilliseconds = 60000;

export function live(context) {
  const names = Object.keys(shown);
  const kept = Object.fromEntries(names.map((name) => [name, []]));
  const tiles = h("div", { class: "tiles" });
  const since = h("p", { class: "faint" }, t("ov.waiting"));
  const payments = h("div");
  const show = (state) => replace(tiles, names.map((name) => tile(t(`live.${name}`), number(state[name], shown[name]), spark(kept[name]))));
  show({});
  listen(context, { state: (state) => {
    for (const name of names) kept[name] = [...kept[name], state[name] ?? null].slice(-keptMax);
    replace(since, t("ov.at", { date: longDate(state.date) }));
    show(state);
  }, payments: (rows) => replace(payments, paymentTable(context, rows, t("ov.payments.newest"))) },
  (isRefused) => replace(since, t(isRefused ? "ov.noLive" : "ov.waiting")));
  return h("section", { class: "stack", "aria-labelledby": "now" }, h("h2", { id: "now" }, t("ov.now")), since, tiles, payments);
}

function listen(context, take, lost) {
  let source = null;
  let timer = null;
  const open = () => {
    source = new EventSource(`api/apps/${encodeURIComponent(context.app)}/live`);
    // Payments have decimals that a number of this language would round.
    for (const [name, shown] of Object.entries(take)) source.addEventListener(name, ({ data }) => shown(read(data)));
    source.addEventListener("error", () => {
      const isRefused = source.readyState === EventSource.CLOSED;
      lost(isRefused);
      if (isRefused) timer = setTimeout(again, pauseMilliseconds);
    });
  };
  const again = async () => {
    const isThere = await call("session", undefined, { isOpen: true }).then(({ person }) => Boolean(person), () => true);
    if (!context.isHere()) return;
    // Somebody may log in again over the view, or in another tab.
    if (isThere) open(); else timer = setTimeout(again, loggedOutMilliseconds);
  };
  // The view may have been left while its figures were asked for.
  if (!context.isHere()) return;
  context.onleave(() => { clearTimeout(timer); source.close(); });
  open();
}

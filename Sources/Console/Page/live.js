// Numbers that move: what the server says every two seconds, until the view is left. The browser itself opens the stream anew.
import { h, replace } from "./dom.js";
import { t } from "./i18n.js";
import { number, longDate } from "./format.js";
import { spark } from "./charts.js";
import { tile } from "./figures.js";

// Each with the digits that are shown of it.
const shown = { players: 0, requestsPerSecond: 1, errorsPerSecond: 1, p50Milliseconds: 1, p99Milliseconds: 1 };
const keptMax = 60;

export function live(context) {
  const names = Object.keys(shown);
  const kept = Object.fromEntries(names.map((name) => [name, []]));
  const tiles = h("div", { class: "tiles" });
  const since = h("p", { class: "faint" });
  const show = (state) => replace(tiles, names.map((name) => tile(t(`live.${name}`), number(state[name], shown[name]), spark(kept[name]))));
  const source = new EventSource(`api/apps/${encodeURIComponent(context.app)}/live`);
  context.onleave(() => source.close());
  source.addEventListener("state", ({ data }) => {
    const state = JSON.parse(data);
    for (const name of names) kept[name] = [...kept[name], state[name] ?? null].slice(-keptMax);
    replace(since, t("ov.at", { date: longDate(state.date) }));
    show(state);
  });
  source.addEventListener("error", () => replace(since, t(source.readyState === EventSource.CLOSED ? "ov.noLive" : "ov.waiting")));
  replace(since, t("ov.waiting"));
  show({});
  return h("section", { class: "stack", "aria-labelledby": "now" }, h("h2", { id: "now" }, t("ov.now")), since, tiles);
}

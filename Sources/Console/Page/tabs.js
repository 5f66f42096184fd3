import { h, uniqueId, button } from "./dom.js";

/// Tabs whose panels are made when they are first shown. The chosen one is told, so that the address can have it.
export function makeTabs(label, tabs, chosen, onchoose) {
  const base = uniqueId("tab");
  let current = Math.max(0, tabs.findIndex((tab) => tab.id === chosen));
  const buttons = tabs.map((tab, place) => button({ role: "tab", id: `${base}-${place}`, "aria-controls": `${base}-p${place}`,
    onclick: () => show(place),
      onkeydown: (event) => move(event, place),
  }, tab.title));
  const panels = tabs.map((_, place) => h("div", { role: "tabpanel", id: `${base}-p${place}`, "aria-labelledby": `${base}-${place}`,
    tabindex: "0", hidden: true }));
  function show(place, isTold = true) {
    current = place;
    buttons.forEach((button, index) => {
      button.setAttribute("aria-selected", String(index === place));
      button.tabIndex = index === place ? 0 : -1;
      panels[index].hidden = index !== place;
    });
    if (!panels[place].childElementCount) panels[place].append(tabs[place].make());
    if (isTold) onchoose?.(tabs[place].id);
  }
  function move(event, place) {
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const next = (place + steps[event.key] + tabs.length) % tabs.length;
    show(next);
    buttons[next].focus();
  }
  show(current, false);
  return h("div", null, h("div", { role: "tablist", "aria-label": label }, buttons), panels);
}

// Elements are made here and nowhere else: what comes from players ends up in text nodes, never in markup.
import { t } from "./i18n.js";

/// What a press began is done before the next press counts: a second one would ask the same question behind the first.
const single = (handler) => {
  let isUnderWay = false;
  return (event) => {
    if (isUnderWay) { event.preventDefault(); return; }
    const begun = handler(event);
    if (!(begun instanceof Promise)) return;
    isUnderWay = true;
    begun.finally(() => { isUnderWay = false; });
  };
};
const pressed = ["onclick", "onsubmit"];

const asProperty = new Set(["value", "checked", "disabled", "selected", "indeterminate", "open", "hidden", "multiple", "htmlFor"]);

export function h(tag, props, ...children) {
  const isSVG = tag.startsWith("svg:");
  const element = isSVG ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), pressed.includes(name) ? single(value) : value);
    else if (name === "class") element.setAttribute("class", value);
    else if (name === "style" || name === "innerHTML" || name === "srcdoc") throw new Error(`${name} is not set here`);
    else if (asProperty.has(name) && !isSVG) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  add(element, children);
  return element;
}

export const button = (props, ...children) => h("button", { type: "button", ...props }, ...children);
export const stack = (...children) => h("div", { class: "stack" }, ...children);

export function add(element, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

export function replace(element, ...children) {
  element.textContent = "";
  return add(element, children);
}

let counter = 0;
export const uniqueId = (prefix = "id") => `${prefix}-${++counter}`;

/// What a screen reader is told, and what everybody sees for some seconds.
export function say(text, isError = false) {
  const region = document.getElementById(isError ? "alerts" : "told");
  if (!region) return;
  const line = h("p", { class: isError ? "toast bad" : "toast" }, text);
  replace(region, line);
  setTimeout(() => line.remove(), isError ? 12000 : 6000);
}

/// Told to screen readers alone.
export function whisper(text) {
  const region = document.getElementById("whispered");
  if (region) region.textContent = text;
}

/// Only addresses of the web lead anywhere.
export function link(href, ...children) {
  if (!/^(https?:\/\/|#)/.test(href ?? "")) return h("span", null, ...children);
  const isOutside = !href.startsWith("#");
  return h("a", { href, ...(isOutside ? { target: "_blank", rel: "noopener noreferrer" } : {}) }, ...children);
}

export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const anchor = h("a", { href: address, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/// A button that puts a text where others can be pasted from, and says whether it did.
export const copyButton = (text, title = t("copy")) => button({ class: "small", onclick: async () => {
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;
  say(t(isCopied ? "copied" : "notCopied"), !isCopied);
} }, title);

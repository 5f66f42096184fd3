// Words of the person's language. A key that is missing shows itself, and the browser's console names it.

export const languages = { en: "English", ja: "日本語", ko: "한국어" };
let texts = {};
export let language = "en";

export async function chooseLanguage(wanted) {
  const given = [wanted, localStorage.getItem("language"), ...navigator.languages].filter(Boolean);
  language = given.map((name) => name.slice(0, 2).toLowerCase()).find((name) => name in languages) ?? "en";
  if (wanted) localStorage.setItem("language", language);
  const files = await Promise.all([import(`./texts/${language}.js`), import(`./texts/${language}-game.js`)]);
  texts = flat(Object.assign({}, ...files.map((file) => file.default)));
  document.documentElement.lang = language;
}

/// {group: {"": word, key: word}} -> {group: word, "group.key": word}
function flat(groups) {
  const entries = Object.entries(groups).flatMap(([group, inner]) => (typeof inner === "string" ? [[group, inner]]
    : Object.entries(inner).map(([key, text]) => [key === "" ? group : `${group}.${key}`, text])));
  return Object.fromEntries(entries);
}

export function t(key, values) {
  const text = texts[key];
  if (text === undefined) {
    console.error(`there is no text for ${key} in ${language}`);
    return key;
  }
  return values ? text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole)) : text;
}

export const has = (key) => key in texts;
/// The word for a value of the service, or the value itself.
export const word = (prefix, value) => (value === null || value === undefined
  || value === "" ? "" : texts[`${prefix}.${value}`] ?? String(value));

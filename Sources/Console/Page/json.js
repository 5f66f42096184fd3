// Whole numbers beyond what a JavaScript number holds stay as they are: as BigInt between reading and writing.

const mark = "\u0000";
const tokens = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;
const marked = /"\\u0000(-?\d+)"/g;

export function read(text) {
  const isLarge = /\d{16,}/.test(text);
  if (!isLarge) return JSON.parse(text);
  const safe = text.replace(tokens, (token) => (token[0] === '"' || Number.isSafeInteger(Number(token)) ? token : `"\\u0000${token}"`));
  return JSON.parse(safe, (_, value) => (typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(1)) : value));
}

export function write(value, space) {
  return JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? mark + inner : inner), space).replace(marked, "$1");
}

export const same = (one, other) => write(sorted(one)) === write(sorted(other));
export const clone = (value) => (value === undefined ? undefined : read(write(value)));

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

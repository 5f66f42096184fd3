// Whole numbers beyond what a JavaScript number holds stay as they are: as BigInt between reading and writing.

const mark = "\u0000";
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const large = /^-?\d{16,}$/;
const kept = new RegExp(`^${mark}-?\\d+$`);
const marked = /"\\u0000(-?\d+)"/g;

export function read(text) {
  const isLarge = /\d{16,}/.test(text);
  if (!isLarge) return JSON.parse(text);
  // A number is looked at whole: digits behind a point may be as many.
  const safe = text.replace(tokens, (token) => (large.test(token) && !Number.isSafeInteger(Number(token)) ? `"\\u0000${token}"` : token));
  return JSON.parse(safe, (_, value) => (typeof value === "string" && kept.test(value) ? BigInt(value.slice(1)) : value));
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

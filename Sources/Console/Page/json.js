// Numbers that a JavaScript number does not hold as they are written stay as they are between reading and writing: large whole ones as
// BigInt; and where each digit counts, others as texts that begin with the mark.

const mark = "\u0000";
const numeral = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?`;
const tokens = new RegExp(String.raw`"(?:[^"\\]|\\.)*"|${numeral}`, "g");
const large = /^-?\d{16,}$/;
const kept = new RegExp(`^${mark}${numeral}$`);
const marked = new RegExp(String.raw`"\\u0000(${numeral})"`, "g");

/// A number is looked at whole: digits behind a point may be as many.
const isLost = (token, isExact) => (large.test(token) ? !Number.isSafeInteger(Number(token)) : isExact && String(Number(token)) !== token);

/// - Parameter isExact: `1.0` is not to become `1`, nor a long fraction a shorter one: what is read belongs to the game.
export function read(text, isExact = false) {
  if (!(isExact ? /\d[.eE]|\d{16,}|-0/ : /\d{16,}/).test(text)) return JSON.parse(text);
  const safe = text.replace(tokens, (token) => (token[0] !== '"' && isLost(token, isExact) ? `"\\u0000${token}"` : token));
  return JSON.parse(safe, (_, value) => (isKept(value) && large.test(value.slice(1)) ? BigInt(value.slice(1)) : value));
}

const isKept = (value) => typeof value === "string" && kept.test(value);

/// What is shown of a value that may be a number that was kept.
export const bare = (value) => (isKept(value) ? value.slice(1) : value);

export function write(value, space) {
  return JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? mark + inner : inner), space).replace(marked, "$1");
}

export const same = (one, other) => write(sorted(one)) === write(sorted(other));
export const clone = (value) => (value === undefined ? undefined : read(write(value), true));

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

import { same } from "./json.js";

// What names an entry of a list; entries are told apart by it, and not by their place.
export const entryNames = ["gamebaseProductId", "couponCode", "termsSeq", "termsContentSeq", "factor", "templateCode", "imageNoticeId",
  "version", "storeCode", "currency"];

export const nameOf = (entry) => entryNames.map((name) => entry?.[name]).find((value) => value !== undefined && value !== null);

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/// My changes upon what is there now: only what I changed is mine.
export function merge(read, now, mine) {
  if (same(mine, read)) return now;
  if (same(now, read)) return mine;
  if (isObject(read) && isObject(now) && isObject(mine)) return mergeObjects(read, now, mine);
  const named = [read, now, mine].map(byName);
  return named.includes(null) ? mine : [...mergeMaps(...named).values()];
}

function mergeObjects(read, now, mine) {
  return Object.fromEntries(mergeMaps(...[read, now, mine].map((one) => new Map(Object.entries(one)))));
}

function mergeMaps(read, now, mine) {
  const merged = new Map();
  for (const key of new Set([...now.keys(), ...mine.keys()])) {
    const isUntouched = same(mine.get(key) ?? null, read.get(key) ?? null);
    const value = mine.has(key) && now.has(key) ? merge(read.get(key), now.get(key), mine.get(key)) : (isUntouched ? now : mine).get(key);
    if (value !== undefined) merged.set(key, value);
  }
  return merged;
}

/// - Returns: null where entries have no names, or share them.
function byName(list) {
  if (!Array.isArray(list)) return null;
  const map = new Map(list.map((entry) => [isObject(entry) ? `${entry.storeCode ?? ""} ${nameOf(entry)}` : null, entry]));
  return map.size === list.length && !map.has(null) ? map : null;
}

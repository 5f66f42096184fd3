import { language, t } from "./i18n.js";

// MARK: Exact amounts. They are texts, and are added as whole numbers of their smallest part.

const parts = (text) => {
  const [, sign, whole, rest = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text ?? "0")) ?? [null, "", "0", ""];
  return { value: BigInt(sign + whole + rest), places: rest.length };
};

const textOf = (value, places) => {
  const sign = value < 0n ? "-" : "";
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, "0");
  return sign + (places ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits);
};

function aligned(one, other) {
  const [a, b] = [parts(one), parts(other)];
  const places = Math.max(a.places, b.places);
  return [a.value * 10n ** BigInt(places - a.places), b.value * 10n ** BigInt(places - b.places), places];
}

export function sum(...texts) {
  return texts.flat().filter((text) => text !== null && text !== undefined).reduce((all, text) => {
    const [a, b, places] = aligned(all, text);
    return textOf(a + b, places);
  }, "0");
}

export function minus(one, other) {
  const [a, b, places] = aligned(one, other);
  return textOf(a - b, places);
}

export function compareAmounts(one, other) {
  const [a, b] = aligned(one, other);
  return a < b ? -1 : a > b ? 1 : 0;
}

/// Exact up to the places that are asked for, the last one rounded.
export function divided(text, count, places = 2) {
  if (!count) return null;
  const { value, places: own } = parts(text);
  const scaled = value * 10n ** BigInt(places + 1);
  const quotient = scaled / (BigInt(count) * 10n ** BigInt(own));
  const rounded = (quotient + (quotient < 0n ? -5n : 5n)) / 10n;
  return textOf(rounded, places);
}


export function amount(text, currency) {
  if (text === null || text === undefined || text === "") return "–";
  const [whole, rest] = String(text).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return `${rest === undefined ? grouped : `${grouped}.${rest}`}${currency ? ` ${currency}` : ""}`;
}

// MARK: Numbers

export function number(value, digits = 0) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
}

export const percent = (share, digits = 1) =>
  share === null || share === undefined || !Number.isFinite(share) ? "–"
    : new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: digits, minimumFractionDigits: digits }).format(share);

export function duration(seconds) {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return "–";
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return t("unit.seconds", { n: Math.round(seconds) });
  if (minutes < 60) return t("unit.minutes", { n: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t("unit.hours", { n: hours, m: minutes % 60 });
  const [days, rest] = [Math.floor(hours / 24), hours % 24];
  return rest ? t("unit.daysHours", { n: days, h: rest }) : t("unit.days", { n: days });
}

/// The step between the lines of a chart of durations, so that each stands where its text says.
export const durationStep = (most) => [86400, 3600, 60].find((seconds) => most >= 2 * seconds) ?? 1;

export function bytes(count) {
  if (count < 1024) return `${count} B`;
  const step = Math.min(4, Math.floor(Math.log2(count) / 10));
  return `${number(count / 1024 ** step, 1)} ${["B", "KiB", "MiB", "GiB", "TiB"][step]}`;
}

// MARK: Dates, in the zone of the app, which is an offset

/// `daysAhead`: the clock of a test app may have been moved.
export const zone = { name: "+00:00", minutes: 0, daysAhead: 0 };

export function setZone(name) {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(name ?? "") ?? [null, "+", "0", "0"];
  zone.minutes = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  zone.name = name && /^[+-]/.test(name) ? name : "+00:00";
}

export function milliseconds(date) {
  if (date === null || date === undefined || date === "" || date === 0) return null;
  const value = typeof date === "string" && !/^\d+$/.test(date) ? Date.parse(date) : Number(date);
  return Number.isFinite(value) ? value : null;
}

const shifted = (value) => new Date(value + zone.minutes * 60000).toISOString();

/// 2026-11-28 14:29, without the zone, which the table's heading has.
export function shortDate(date) {
  const value = milliseconds(date);
  return value === null || Math.abs(value) > 8.64e15 ? "" : shifted(value).slice(0, 16).replace("T", " ");
}

export function longDate(date) {
  const value = milliseconds(date);
  return value === null || Math.abs(value) > 8.64e15 ? "" : `${shifted(value).slice(0, 19).replace("T", " ")} (${zone.name})`;
}

/// The service's clock, which decides what holds: as far ahead of this browser's as it was when an answer with its date came.
export function serviceClock(date) {
  const ahead = Number.isFinite(date) ? date - Date.now() : 0;
  return () => Date.now() + ahead;
}

export const today = () => addDays(shifted(Date.now()).slice(0, 10), zone.daysAhead);
export const addDays = (day, count) => new Date(Date.parse(`${day}T00:00:00Z`) + count * 86400000).toISOString().slice(0, 10);
export const daysBetween = (from, to) => Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86400000) + 1;
export const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text ?? "") && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/// What a field for date and time has, to and from an instant.
export const toField = (date) => { const value = milliseconds(date); return value === null ? "" : shifted(value).slice(0, 16); };
export const fromField = (text) => (text ? Date.parse(`${text}:00Z`.replace(/(T\d\d:\d\d:\d\d):00Z$/, "$1Z")) - zone.minutes * 60000
  : null);
export const fieldISO = (text) => (text ? `${text.length === 16 ? `${text}:00` : text}${zone.name}` : null);
export const weekday = (day) => new Intl.DateTimeFormat(language, { weekday: "short",
  timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

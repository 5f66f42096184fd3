// The currencies that amounts may be shown in: each that was paid in, and all together where the settings have rates.
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { select } from "./figures.js";

/// The sum of all currencies, in an address.
export const together = "*";

/// Whether there is a sum of several currencies.
const isSum = (converted, codes) => Boolean(converted) && codes.some((code) => code !== converted.currency);

/// The money of one answer: the sum of all currencies where there is one, then each currency. `key` names it in an address.
export function eachCurrency({ currencies, converted }) {
  const each = currencies.map((one) => ({ ...one, key: one.currency }));
  return isSum(converted, currencies.map((one) => one.currency)) ? [{ ...converted, key: together }, ...each] : each;
}

/// Which one is shown: by the address, else all together where the settings have rates, else the first by its name. So views and parts of
/// them begin with the same one, whatever was paid in first, and no country seems to pay nothing that pays in a currency of its own.
/// - Parameter holders: what has `currencies`, and `converted` where the settings have rates.
/// - Returns: `code`: undefined when nothing was paid; `file`: the same in names of files; `of`: the amounts of a holder; `more`: a choice
///   for the bar of filters; `note`: what is to be said of it.
export function chosenCurrency(context, holders) {
  const codes = [...new Set(holders.flatMap((one) => one.currencies.map((each) => each.currency)))].sort();
  const converted = holders.find((one) => one.converted)?.converted;
  const options = codes.map((code) => [code, code]);
  if (isSum(converted, codes)) {
    options.push([together, t("money.converted", { currency: converted.currency })]);
  }
  const first = isSum(converted, codes) ? together : codes[0];
  const key = options.some(([one]) => one === context.query.currency) ? context.query.currency : first;
  const isTogether = key === together;
  const more = options.length > 1 ? [select(t("currency"), options, key, (wanted) => context.filter({ currency: wanted }))] : [];
  const without = [...new Set(holders.flatMap((one) => one.converted?.without ?? []))].sort();
  return {
    code: isTogether ? converted.currency : key,
    file: isTogether ? `all-in-${converted.currency}` : key,
    of: (holder) => (isTogether ? holder?.converted : holder?.currencies.find((one) => one.currency === key)),
    more,
    note: isTogether ? h("p", { class: "faint" }, t("money.rates"),
      without.length ? ` ${t("money.without", { currencies: without.join(", ") })}` : "") : null,
  };
}

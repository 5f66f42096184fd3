// Signing in by the studio's OpenID provider: to its page, and back to this one, which then has a code in its address.
import { call, session, take } from "./api.js";
import { h, button } from "./dom.js";
import { t } from "./i18n.js";

const kept = "openid";

/// The ticket stays in this tab: what comes back to another one is of no use there.
export async function goToProvider(wish) {
  const { url, ticket } = await call("openid", {}, { isOpen: true });
  sessionStorage.setItem(kept, JSON.stringify({ ticket, hash: location.hash, ...wish }));
  location.assign(url);
}

export const providerButton = (text, wish) => h("div", { class: "bar" },
  button({ onclick: () => goToProvider(wish) }, t(text, { name: session.openID })));

/// - Returns: why nobody was signed in, when somebody has come back from the provider in vain.
export async function comeBack() {
  const query = new URLSearchParams(location.search);
  if (!query.has("state")) return null;
  const wish = JSON.parse(sessionStorage.getItem(kept) ?? "null");
  sessionStorage.removeItem(kept);
  history.replaceState(null, "", location.pathname + (wish?.hash || "#/"));
  try {
    if (!wish || !query.get("code")) throw new Error(t("openid.failed", { reason: query.get("error") ?? "" }));
    await finish(wish, { ticket: wish.ticket, code: query.get("code"), state: query.get("state") });
    return null;
  } catch (error) {
    return error;
  }
}

async function finish({ kind, secret, name }, proof) {
  if (kind === "connect") {
    take(await call("session", undefined, { isOpen: true }));
    await call("openid/connect", proof, { isOpen: true });
  } else if (kind === "accept") {
    await call("openid/accept", { ...proof, secret, name }, { isOpen: true });
    history.replaceState(null, "", "#/");
  } else {
    await call("openid/log-in", proof, { isOpen: true });
  }
}

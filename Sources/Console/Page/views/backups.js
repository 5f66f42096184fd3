import { h, replace, button, stack } from "../dom.js";
import { work } from "../api.js";
import { t, word } from "../i18n.js";
import { facts } from "../tables.js";
import { confirmAndDo, errorBox } from "../dialogs.js";
import { number } from "../format.js";

const lookMilliseconds = 1000;

export default async function backups(context) {
  const place = h("div", { class: "card", role: "status" });
  let timer;
  context.onleave(() => clearTimeout(timer));
  const show = (body) => {
    const look = body.state === "DONE" ? (body.sound ? "good" : "bad") : body.state === "FAILED" ? "bad" : "";
    replace(place, h("p", { class: `notice ${look}` }, word("backup", body.state)), facts([
      body.directory ? [t("backup.directory"), h("code", null, body.directory)] : null,
        body.payments !== undefined ? [t("backup.payments"), number(body.payments)] : null,
      body.sound !== undefined ? [t("backup.sound"), t(body.sound ? "yes" : "no")] : null,
        body.message ? [t("f.message"), body.message] : null]),
    body.state === "DONE" ? h("p", null, t("backup.restore"), " ", h("code", null, `gamebasectl restore ${body.directory} --to DIRECTORY`)) : null);
    if (body.state === "RUNNING" && context.isHere()) timer = setTimeout(lookAgain, lookMilliseconds);
  };
  const lookAgain = () => work(context.app, "backup").then(show, (error) => replace(place, errorBox(error)));
  const begin = () => confirmAndDo({ title: t("backup.title"), lines: [t("backup.text", { app: context.app })], action: t("backup.do"),
    run: () => work(context.app, "backup", { start: true }) }).then((body) => { if (body) show(body); });
  show(await work(context.app, "backup"));
  return stack(h("p", { class: "faint" }, t("backup.about")),
    h("div", null, button({ class: "primary", onclick: begin }, t("backup.do"))), h("h2", null, t("backup.newest")),
    place);
}

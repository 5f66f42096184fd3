import { h, replace, uniqueId, stack } from "../dom.js";
import { ask, isRead, may } from "../api.js";
import { t } from "../i18n.js";
import { read, write } from "../json.js";
import { makeForm } from "../forms.js";
import { confirmAndDo, errorBox, forgetTyped, keepTyped } from "../dialogs.js";

let description = null;

async function schemas() {
  if (!description) {
    const answer = await fetch("openapi.json");
    if (!answer.ok) throw new Error(t("explorer.noDescription"));
    description = read(await answer.text()).components.schemas;
  }
  return description;
}

/// A form for each request of the operator's, made from its description.
export default async function explorer(context) {
  const all = await schemas();
  const names = Object.keys(all).filter((name) => name.startsWith("console.") && may(context.app, name)).sort();
  const chosen = names.includes(context.args[0]) ? context.args[0] : names[0];
  const id = uniqueId("request");
  // Typed text may keep the view open, so the title names the request of the form until another form is shown.
  const go = ({ target }) => {
    const wanted = target.value;
    target.value = chosen;
    context.go("explorer", [wanted]);
  };
  const select = h("select", { id, onchange: go },
    names.map((name) => h("option", { value: name, selected: name === chosen }, name)));
  return stack(h("p", { class: "faint" }, t("explorer.text")),
    h("div", { class: "card bar" }, h("div", { class: "field" }, h("label", { for: id }, t("explorer.request")), select)),
    chosen ? requestPart(context, chosen, all[chosen]) : h("p", { class: "none" }, t("nothing")));
}

function fieldOf(name, schema, required) {
  const types = [schema.type].flat();
  const more = { name, label: name, required: required.includes(name), hint: [types.filter(Boolean).join(" | "), schema.description,
    schema.example !== undefined ? t("explorer.example", { text: write(schema.example) }) : null].filter(Boolean).join(" · ") };
  // What need not be given can be left out.
  if (schema.enum) return { ...more, kind: required.includes(name) ? schema.enum : [["", "–"], ...schema.enum] };
  if (types.includes("boolean")) return { ...more, kind: required.includes(name) ? "flag" : [["", "–"], "true", "false"], isBoolean: true };
  if (types.includes("integer")) return { ...more, kind: "integer" };
  if (types.includes("string")) return { ...more, kind: "text" };
  return { ...more, kind: "json", rows: 5 };
}

function requestPart(context, name, schema) {
  const parameters = schema.properties?.parameters ?? {};
  const fields = Object.entries(parameters.properties ?? {}).map(([key, inner]) => fieldOf(key, inner, parameters.required ?? []));
  const form = makeForm(fields);
  const answer = h("div", { role: "status" });
  const send = async (event) => {
    event.preventDefault();
    const values = form.read();
    if (!values) return;
    const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "").map(([key, value]) => [key,
      fields.find((field) => field.name === key)?.isBoolean ? value === true || value === "true" : value]));
    // A null that was typed says something, as that of a maintenance that is to end does.
    const isNull = ({ name: key, input }) => fields.find((field) => field.name === key).kind === "json" && input.value.trim() === "null";
    for (const field of form.fields.filter(isNull)) sent[field.name] = null;
    const began = performance.now();
    const run = () => ask(context.app, name, sent);
    replace(answer, h("p", { class: "faint" }, t("working")));
    try {
      // A request that only reads is sent without a question.
      const body = isRead(name) ? await run() : await confirmAndDo({ title: name, isWide: true, isDanger: true, typed: name,
        action: t("explorer.send"), run,
        lines: [schema.description ?? "", t("explorer.changes", { app: context.app }), h("pre", null, write(sent, 2))] });
      if (body !== undefined) forgetTyped();
      replace(answer, body === undefined ? null : [h("p", { class: "notice good" },
        t("explorer.took", { n: Math.round(performance.now() - began) })), h("pre", null, write(body, 2))]);
    } catch (error) { replace(answer, errorBox(error)); }
  };
  return h("section", { class: "card stack", "aria-label": name }, h("h2", null, h("code", null, name)),
    h("p", null, schema.description ?? ""),
    h("form", { novalidate: true, onsubmit: send },
      fields.length ? keepTyped(form.element) : h("p", { class: "none" }, t("explorer.noParameters")),
      h("button", { type: "submit", class: "primary" }, t("explorer.send"))), h("h2", null, t("explorer.answer")), answer);
}

// The page of the explorer: what is explored, by typing, from the library, from other pages and by links.
import { button, h, say, set } from "../dom";
import { Ended } from "../engine";
import type { Input } from "../engine";
import type { Diagnostic, Found } from "../protocol";
import { begin, build, hand, helpOnly, newEngine, recall, taken } from "../shell";
import { unpacked, packed } from "../links";
import { choose, dialog } from "../worksheet/dialogs";
import { positions } from "../worksheet/library";
import { prose } from "../worksheet/output";
import { Explorer, type Answerer, type Question } from "./element";

const SHEET = "explorer";
const KEPT = "upstar.explored";

/** What is explored: the position, and the inputs that define its ruleset. */
interface Explored {
  text: string;
  definitions: Input[];
}

const engine = newEngine();
let explored: Explored = { text: `Domineering("....|....|#..#|####")`, definitions: [] };

const answerer: Answerer = {
  async ask(question: Question) {
    try {
      return (await engine.compute({ ...question, sheet: SHEET } as never)) as Found<unknown>;
    } catch (why) {
      if (why instanceof Ended) return why.why === "stopped" ? null : { error: tooDeep, restart: true };
      throw why;
    }
  },
  stop: () => engine.stop(),
};

const tooDeep: Diagnostic = {
  severity: "error",
  code: "G0504",
  message: "this goes deeper than a browser allows",
  places: [],
  notes: [],
  helps: [],
};

const explorer = new Explorer();
explorer.connect(answerer, (code) => helpOnly(engine, SHEET, code));
const input = h("input", { type: "text", name: "position", "aria-label": "Position or game", spellcheck: "false", autocapitalize: "off", placeholder: "Clobber(\"xo|ox\") + <1|-1>" });
const trouble = h("div", { class: "msg", role: "alert", hidden: true });
const banner = h("div", { class: "banner", role: "region", "aria-label": "Where this position comes from", hidden: true });

explorer.addEventListener("moved", () => {
  trouble.hidden = true;
  input.value = explorer.text;
  explored = { ...explored, text: explorer.text };
  localStorage.setItem(KEPT, JSON.stringify(explored));
  say(`Position ${explorer.text}`);
});
explorer.addEventListener("refused", (event) => {
  const { message, helps, notes, code } = (event as CustomEvent<Diagnostic>).detail;
  trouble.hidden = false;
  set(trouble,
    h("div", {}, h("b", {}, ...prose(message.charAt(0).toUpperCase() + message.slice(1)), "."), " ", h("button", { type: "button", class: "plain small", click: () => helpOnly(engine, SHEET, code) }, code)),
    ...[...notes, ...helps].map((one) => h("div", { class: "help" }, ...prose(one))));
});

function explore(next: Explored) {
  explored = next;
  banner.hidden = true;
  recall(engine, SHEET, next.definitions);
  input.value = next.text;
  return explorer.start(next.text);
}

const form = h("form", { class: "typed", submit: (event: Event) => {
  event.preventDefault();
  void explore({ ...explored, text: input.value });
} }, input, h("button", { type: "submit", class: "btn main" }, "Explore"));

async function library() {
  const entries = await engine.aside<"library">({ kind: "library", sheet: "library" });
  const choices = entries.flatMap((entry) => {
    const [text] = positions(entry);
    return text === undefined ? [] : [{ title: entry.name, about: entry.summary.replaceAll("`", ""), choose: () => void explore({ text, definitions: [] }) }];
  });
  choose("Explore a ruleset of the library", [{ title: `${choices.length} rulesets`, choices }]);
}

async function share() {
  const link = new URL(`#position=${await packed(explored)}`, location.href).href;
  const field = h("input", { readonly: true, value: link, "aria-label": "The link", class: "link" });
  const copied = button("Copy the link", { kind: "main", icon: "link" }, () => {
    void navigator.clipboard.writeText(link).then(() => (copied.textContent = "Copied"));
  });
  dialog("Share this position", h("p", { class: "muted" }, "The link contains the position and the definitions of its ruleset."), h("p", { class: "row" }, field, copied));
  field.select();
}

build(
  "explorer",
  engine,
  () => helpOnly(engine, SHEET),
  h("h1", { class: "sr" }, "Explorer"),
  h("div", { class: "bar", role: "toolbar", "aria-label": "Explorer" },
    form,
    button("Library", { icon: "down" }, () => void library()),
    h("span", { class: "end" },
      button("Play from here", { icon: "stones", kind: "line" }, () => hand("play", explored)),
      button("Share link", { icon: "link" }, () => void share()))),
  banner,
  trouble,
  explorer,
);

function isExplored(data: unknown): data is Explored {
  const { text, definitions } = (data ?? {}) as Partial<Explored>;
  return typeof text === "string" && Array.isArray(definitions) && definitions.every((one) => typeof one?.name === "string" && typeof one?.text === "string");
}

/** Shows where a link leads; nothing of it runs before the reader says so. */
async function arrive(): Promise<boolean> {
  const link = /^#position=(.+)$/.exec(location.hash)?.[1];
  if (!link) return false;
  history.replaceState(null, "", location.pathname);
  const data = await unpacked(link);
  if (!isExplored(data)) {
    dialog("This link is broken", h("p", {}, "It does not contain a position. Perhaps it was cut off on its way."));
    return false;
  }
  const { text, definitions } = data;
  input.value = text;
  banner.hidden = false;
  set(banner, h("span", {}, "This position came by a link: ", h("code", {}, text.slice(0, 300)), definitions.length > 0 ? " with definitions of its own." : "."), button("Explore it", { kind: "line sm", icon: "run" }, () => void explore({ text, definitions })));
  return true;
}

function last(): Explored | null {
  try {
    const data: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return isExplored(data) ? data : null;
  } catch {
    return null;
  }
}

window.addEventListener("hashchange", () => void arrive());
const handed = taken();
const isGuest = handed === null && (await arrive());
begin(engine, () => {
  if (!isGuest) void explore(handed ? { text: handed.text, definitions: handed.definitions } : (last() ?? explored));
});

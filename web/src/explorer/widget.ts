// The explorer in a notebook, as an anywidget: the same element, answered by the engine of the notebook's kernel. It lives
// in a shadow root, so that the styles of the notebook and its own leave each other alone.
import styles from "../style.css?inline";
import pages from "../pages.css?inline";
import { h, set } from "../dom";
import { drawnPosition } from "../figures";
import type { Diagnostic, Found, Position } from "../protocol";
import { prose } from "../worksheet/output";
import { Desk } from "../study/desk";
import { memory } from "../study/memory";
import { begin } from "../study/study";
import "./element";
import type { Answerer, Explorer, Question } from "./element";

/** What anywidget gives: the state that is shared with the kernel, and messages. */
interface Model {
  get: (name: "text") => string;
  set: (name: "text", value: string) => void;
  save_changes: () => void;
  send: (message: object) => void;
  on: (event: "msg:custom", hear: (message: { id?: number; reply?: Found<unknown> | null }) => void) => void;
  off: (event: "msg:custom", hear: unknown) => void;
}

/** The looks of the site for a part of another page: what depends on the width of the window depends on its own. */
const LOOKS = `${styles}${pages}`
  .replaceAll(":root", ":host")
  .replace(/@media( screen and)?(?=\s*\([^)]*\bwidth)/g, "@container explorer")
  .concat(
    ":host { display: block; color: var(--ink); font: 400 var(--fs-3)/1.5 var(--text); } .frame { container: explorer / inline-size; background: var(--paper); border-radius: var(--r-2); padding-bottom: 1px; }",
  );

function isDark() {
  // JupyterLab says so on its body; elsewhere the system decides.
  const jupyter = document.body.dataset.jpThemeLight;
  return jupyter === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : jupyter === "false";
}

/** Numbers are heaps here, too; of other rulesets and of parameters the kernel says nothing. */
const drawn = ({ found }: Found<Position>) => ({
  found: drawnPosition(found!, { parameters: () => [], parts: () => undefined, isRow: () => false }),
});

let last = 0;

/** Asks the kernel by messages. A question that is stopped before its turn has no answer. */
function answerer(model: Model): Answerer & { close: () => void } {
  const waiting = new Map<number, (reply: Found<unknown> | null) => void>();
  const hear = ({ id, reply }: { id?: number; reply?: Found<unknown> | null }) => {
    if (id === undefined) return;
    waiting.get(id)?.(reply ?? null);
    waiting.delete(id);
  };
  model.on("msg:custom", hear);
  return {
    ask: (question: Question) =>
      new Promise((resolve) => {
        const id = ++last;
        waiting.set(id, (reply) => resolve(question.kind === "position" && reply?.found ? drawn(reply as Found<Position>) : reply));
        model.send({ id, ...question });
      }),
    stop: () => waiting.size > 0 && model.send({ kind: "stop" }),
    close: () => model.off("msg:custom", hear),
  };
}

function render({ model, el }: { model: Model; el: HTMLElement }) {
  const root = el.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(LOOKS);
  root.adoptedStyleSheets = [sheet];
  const trouble = h("div", { class: "msg", role: "alert", hidden: true });
  // Each widget of a notebook loads this module anew; the first one has defined the element for all.
  const explorer = document.createElement("upstar-explorer") as Explorer;
  const frame = h("div", { class: "frame p-explorer" }, trouble, explorer);
  frame.style.colorScheme = isDark() ? "dark" : "light";
  root.append(frame);
  const answers = answerer(model);
  explorer.connect(answers);
  explorer.addEventListener("moved", () => {
    trouble.hidden = true;
    model.set("text", explorer.text);
    model.save_changes();
  });
  explorer.addEventListener("refused", (event) => {
    const { message, notes, helps, code } = (event as CustomEvent<Diagnostic>).detail;
    trouble.hidden = false;
    set(
      trouble,
      h("div", {}, h("b", {}, ...prose(message)), ` (${code})`),
      ...[...notes, ...helps].map((one) => h("div", { class: "help" }, ...prose(one))),
    );
  });
  const outside = memory(() => void opened.then((desk) => desk.arrive()));
  const opened = Desk.begin(outside, "notebook", () => begin(outside.random(), model.get("text"))).then(({ desk }) => desk);
  void opened.then((desk) => explorer.open(desk));
  return () => {
    explorer.stop();
    answers.close();
  };
}

export default { render };

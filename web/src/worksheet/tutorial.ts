// Lessons beside a worksheet: what is read, what is typed, and how far the reader is. The engine knows which inputs go on.
import { bar, button, h, icon, remember, set } from "../dom";
import type { Engine } from "../engine";
import type { Block, LessonTask, Reply } from "../protocol";
import { blocks } from "./output";

const PAGES = import.meta.glob<string>("../../../docs/book/src/tutorial/*.md", { query: "?raw", import: "default" });
/** The pages in the order of the book. */
const ORDER = ["first_steps", "games", "outcomes", "nimbers", "rulesets", "exercises"];
/** Where the reader is, kept in the browser. */
const KEPT = "upstar.lesson";

/** A page without what is installed first: here everything is there. */
export const inBrowser = (page: string) => page.replace(/^## Install\n[\s\S]*?(?=^## )/m, "");

async function pages(): Promise<[string, string][]> {
  const found = ORDER.flatMap((name) => {
    const load = Object.entries(PAGES).find(([path]) => path.endsWith(`/${name}.md`))?.[1];
    return load ? [load().then((text): [string, string] => [name, inBrowser(text)])] : [];
  });
  return Promise.all(found);
}

export class Tutorial {
  readonly element = h("section", { class: "lesson card", "aria-label": "Tutorial", hidden: true });
  private pages: [string, string][] = [];
  private task: LessonTask | null = null;
  /** The worker and the worksheet that know of the lesson. */
  private told = "";

  constructor(
    private readonly engine: Engine,
    private readonly sheet: () => string,
    private readonly insert: (text: string) => void,
  ) {}

  get isOn() {
    return !this.element.hidden;
  }

  /** Begins a lesson, or goes on with the last one. */
  async begin(lesson = "") {
    this.pages = await pages();
    const task = await this.ask(lesson);
    if (!task) return;
    this.show(task);
    this.element.scrollIntoView();
  }

  private async ask(lesson: string, begun?: () => boolean) {
    const progress = localStorage.getItem(KEPT) ?? "";
    const task = await this.engine.compute<"tutorial">(
      { kind: "tutorial", sheet: this.sheet(), pages: this.pages, progress, lesson },
      begun,
    );
    this.told = this.place;
    return task;
  }

  private get place() {
    return `${this.engine.generation} ${this.sheet()}`;
  }

  /** Before an input is evaluated: only a worker that does not know of the lesson, or a worksheet where it did not go on, is told of it. */
  async prepare() {
    if (this.isOn && this.task) await this.ask("", () => this.told !== this.place);
  }

  /** What came of an input. */
  follow({ lesson }: Reply) {
    if (!this.isOn || !lesson?.goes_on) return;
    remember(KEPT, lesson.progress);
    const closing = this.task?.closing ?? [];
    if (lesson.task) this.show(lesson.task, true);
    else this.end(closing);
  }

  private show(task: LessonTask, hasDone = false) {
    this.task = task;
    remember(KEPT, task.progress);
    this.element.hidden = false;
    const choose = h(
      "select",
      { "aria-label": "Lesson", change: () => void this.begin(choose.value) },
      ...ORDER.map((name, n) => h("option", { value: name, selected: n + 1 === task.lesson }, `${n + 1} · ${name.replaceAll("_", " ")}`)),
    );
    set(
      this.element,
      h(
        "header",
        { class: "row" },
        h("h2", {}, task.title),
        choose,
        button("", { kind: "icon", icon: "close", label: "Leave the tutorial" }, () => this.stop()),
      ),
      h(
        "div",
        {
          class: "prog",
          role: "progressbar",
          "aria-label": "Steps of the lesson",
          "aria-valuemin": 0,
          "aria-valuemax": task.steps,
          "aria-valuenow": task.step - 1,
        },
        bar((task.step - 1) / Math.max(1, task.steps)),
      ),
      h(
        "div",
        { class: "help-page", role: "status" },
        hasDone ? h("p", { class: "done" }, icon("tick"), "Done.") : null,
        ...blocks(task.text),
      ),
      h(
        "div",
        { class: "task" },
        h("span", {}, task.input.includes("\n") ? "Type these lines:" : "Type:"),
        h("pre", { tabindex: 0 }, task.input),
        button("Put it into a cell", { kind: "line", icon: "pen" }, () => this.insert(task.input)),
      ),
    );
  }

  private end(closing: Block[]) {
    this.task = null;
    set(
      this.element,
      h(
        "header",
        { class: "row" },
        h("h2", {}, "The lesson is done."),
        button("", { kind: "icon", icon: "close", label: "Leave the tutorial" }, () => this.stop()),
      ),
      h("div", { class: "help-page", role: "status" }, ...blocks(closing)),
      h(
        "p",
        { class: "row" },
        button("The next lesson", { kind: "main", icon: "run" }, () => void this.begin()),
      ),
    );
  }

  private stop() {
    this.element.hidden = true;
    this.task = null;
    void this.engine.compute<"tutorial">({ kind: "tutorial", sheet: this.sheet(), pages: [], progress: "", lesson: "" });
  }
}

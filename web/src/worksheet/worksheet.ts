// The worksheet on the page: cells in order, what runs, what can be undone.
import { h, reveal, say } from "../dom";
import { Ended, type Engine } from "../engine";
import { hand } from "../study/page";
import { INTERRUPTED, type Entry, type Reply } from "../protocol";
import { CodeView, view, type Around, type TextView } from "./cell";
import type { Notation } from "./output";
import type { Keeper } from "../study/keeper";
import { follow, forget, head, placed } from "./joined";
import { code, fresh, isStale, program, words, type Cell, type CodeCell, type Sheet } from "./sheet";

/** So many changes of the order of cells can be undone. */
const MOST_UNDONE = 50;

/** A change of the order of cells. */
interface Step {
  label: string;
  before: Cell[];
  after: Cell[];
  /** The texts of all these cells when it was made. */
  texts: Map<string, string>;
}

/** What the worksheet reports to the page. */
export interface Outside {
  page: (name: string) => void;
  /** Before an input is evaluated, and what came of it. */
  before?: () => Promise<void>;
  after?: (reply: Reply) => void;
  /** Something has changed that the toolbar shows. */
  changed: () => void;
}

export class Worksheet {
  readonly element = h("div", { class: "cells" });
  private views = new Map<string, TextView | CodeView>();
  private focusedCell = "";
  /** Changes of the order of cells that were made, and those that were taken back. */
  private past: Step[] = [];
  private future: Step[] = [];
  private own: Entry[] = [];
  private order = 0;
  private isRunning = 0;
  private stopped = new Set<string>();
  notation: Notation = "text";
  /** The worksheet that is shown, as its keeper has it. */
  sheet: Sheet;

  constructor(
    private readonly keeper: Keeper<Sheet>,
    private readonly engine: Engine,
    private readonly outside: Outside,
  ) {
    const { work: sheet } = keeper;
    this.sheet = sheet;
    for (const cell of sheet.cells) if (cell.kind === "code") this.order = Math.max(this.order, cell.ran?.order ?? 0);
    if (sheet.bound.length > 0) engine.recall(sheet.id, sheet.bound);
    this.lay();
  }

  private at(id: string) {
    return this.sheet.cells.findIndex((cell) => cell.id === id);
  }

  private get around(): Around {
    return {
      number: (id) => this.at(id) + 1,
      run: (id) => void this.answer(id),
      runOn: (id) => {
        void this.answer(id);
        this.step(id);
      },
      stop: (id) => this.stop(id),
      remove: (id) => this.remove(id),
      move: (id, by) => this.move(id, by),
      leave: (id, to) => this.leave(id, to),
      changed: (id, text) => this.typed(id, text),
      focused: (id) => {
        this.focusedCell = id;
        for (const [other, { element }] of this.views) element.classList.toggle("focus", other === id);
      },
      page: this.outside.page,
      hand: (page, text) => void hand(page, text, this.engine.inputs(this.sheet.id)),
      insertBelow: (id, text) => this.add(code(text), this.at(id) + 1),
      preview: (text) => this.engine.preview(this.sheet.id, text),
      steps: () => this.engine.steps,
      notation: () => this.notation,
      staleness: (id) => isStale(this.sheet, this.at(id)),
      editor: { engine: this.engine, sheet: this.sheet.id, own: () => this.own },
    };
  }

  /** Brings the page into the order of the cells. */
  private lay() {
    const { cells } = this.sheet;
    for (const [id, one] of this.views) {
      if (this.at(id) >= 0) continue;
      one.destroy();
      this.views.delete(id);
    }
    cells.forEach((cell, place) => {
      let one = this.views.get(cell.id);
      if (!one) {
        one = view(cell, this.around);
        this.views.set(cell.id, one);
        if (one instanceof CodeView) one.show();
      }
      const there = this.element.children[place];
      if (there !== one.element) this.element.insertBefore(one.element, there ?? null);
      one.place();
    });
    this.refresh();
  }

  private refresh() {
    for (const one of this.views.values()) if (one instanceof CodeView) one.refresh();
  }

  private later() {
    this.sheet.changed = Date.now();
    this.keeper.soon();
  }

  /** Takes over what came from another tab. */
  joined() {
    const [before, { work }] = [this.sheet, this.keeper];
    if (before === work) return;
    this.sheet = work;
    const there = new Map(before.cells.map((cell) => [cell.id, cell]));
    // An editor knows its cell.
    work.cells = work.cells.map((cell) => {
      const own = there.get(cell.id);
      if (!own || own === cell) return cell;
      const [isOther, isAnswered] = [own.text !== cell.text, own.kind === "code" && cell.kind === "code" && own.ran !== cell.ran];
      Object.assign(own, cell);
      const view = this.views.get(cell.id);
      if (isOther) view?.write(cell.text);
      if (isAnswered && view instanceof CodeView && view.doing === "nothing") view.show();
      return own;
    });
    if (work.cells.length === 0) work.cells.push(code());
    this.lay();
    this.outside.changed();
  }

  private typed(id: string, text: string) {
    const cell = this.sheet.cells[this.at(id)];
    if (!cell || cell.text === text) return;
    delete this.sheet.isUntouched;
    cell.text = text;
    this.refresh();
    this.later();
  }

  rename(title: string) {
    delete this.sheet.isUntouched;
    Object.assign(this.sheet, { title, named: Date.now() });
    this.later();
  }

  /* The order of cells */

  /** Changes the order of cells, so that it can be taken back. */
  private change(label: string, act: (cells: Cell[]) => void) {
    delete this.sheet.isUntouched;
    const before = [...this.sheet.cells];
    act(this.sheet.cells);
    if (this.sheet.cells.length === 0) this.sheet.cells.push(code());
    const after = [...this.sheet.cells];
    const texts = new Map([...before, ...after].map(({ id, text }) => [id, text]));
    this.past.push({ label, before, after, texts });
    if (this.past.length > MOST_UNDONE) this.past.shift();
    this.future = [];
    this.lay();
    this.later();
  }

  /** The change that would be undone, and the one that would be done again. */
  get undoable() {
    return this.past.at(-1)?.label;
  }

  get redoable() {
    return this.future.at(-1)?.label;
  }

  /** Takes back the last change of the order of cells. */
  undo() {
    const step = this.past.pop();
    if (!step) return;
    this.future.push(step);
    this.travel(step, step.after, step.before, `Taken back: ${step.label}`);
  }

  /** Does again what was taken back last. */
  redo() {
    const step = this.future.pop();
    if (!step) return;
    this.past.push(step);
    this.travel(step, step.before, step.after, `Done again: ${step.label}`);
  }

  /** From one order of cells to another. What was typed since stays, and so does what came from another tab or was deleted there. */
  private travel({ texts }: Step, from: Cell[], to: Cell[], words: string) {
    const [had, stays] = [from, to].map((cells) => new Set(cells.map(({ id }) => id))) as [Set<string>, Set<string>];
    const now = new Map(this.sheet.cells.map((cell) => [cell.id, cell]));
    const leaving = this.sheet.cells.filter(({ id }) => had.has(id) && !stays.has(id));
    const goes = new Set(leaving.filter(({ id, text }) => text === texts.get(id)));
    for (const cell of goes) forget(this.sheet, cell);
    const order = to.flatMap((cell) => {
      const there = now.get(cell.id);
      if (there) return there;
      // A cell that was there before and after this step was deleted elsewhere.
      if (had.has(cell.id)) return [];
      if (this.sheet.gone?.includes(head(cell))) follow(cell, `back ${fresh()}`);
      return cell;
    });
    this.sheet.cells = placed(
      order,
      this.sheet.cells.filter((cell) => !goes.has(cell)),
    );
    if (this.sheet.cells.length === 0) this.sheet.cells.push(code());
    this.sheet.moved = Date.now();
    this.lay();
    this.later();
    say(goes.size < leaving.length ? `${words}. What was typed since stays.` : words);
    this.outside.changed();
  }

  add(cell: Cell, place = this.sheet.cells.length) {
    this.change("a new cell", (cells) => cells.splice(place, 0, cell));
    this.views.get(cell.id)?.focus();
    this.outside.changed();
  }

  addWords() {
    this.add(words());
  }

  /** Puts a text into the cell that has the focus when that is empty, and into a new one otherwise. */
  offer(text: string) {
    const last = this.sheet.cells.at(-1);
    const focused = this.sheet.cells[this.at(this.focusedCell)];
    const target = [focused, last].find((cell) => cell?.kind === "code" && cell.text.trim() === "");
    const one = target && this.views.get(target.id);
    if (one instanceof CodeView) {
      one.editor.insert(text);
      one.element.scrollIntoView({ block: "nearest" });
    } else {
      this.add(code(text), focused ? this.at(focused.id) + 1 : undefined);
    }
  }

  private remove(id: string) {
    const place = this.at(id);
    this.stop(id);
    this.change(`cell ${place + 1} deleted`, (cells) => {
      for (const cell of cells.splice(place, 1)) forget(this.sheet, cell);
    });
    this.views.get(this.sheet.cells[Math.min(place, this.sheet.cells.length - 1)]?.id ?? "")?.focus();
    say(`Cell ${place + 1} is deleted. Undo brings it back.`);
    this.outside.changed();
  }

  private move(id: string, by: -1 | 1) {
    const { cells } = this.sheet;
    const from = this.at(id);
    const to = from + by;
    if (to < 0 || to >= cells.length) return;
    this.change(`cell ${from + 1} moved`, (all) => {
      all.splice(to, 0, ...all.splice(from, 1));
      this.sheet.moved = Date.now();
    });
    this.views
      .get(id)
      ?.element.querySelector<HTMLElement>(`[aria-label$="${by < 0 ? "up" : "down"}"]`)
      ?.focus();
    say(`Now cell ${to + 1}`);
    this.outside.changed();
  }

  /** Moves the focus to the next cell, which may be new. */
  private step(id: string) {
    const place = this.at(id);
    const next = this.sheet.cells.slice(place + 1).find((cell) => cell.kind === "code");
    if (next) this.views.get(next.id)?.focus();
    else this.add(code());
  }

  private leave(id: string, to: -1 | 1): boolean {
    const next = this.sheet.cells[this.at(id) + to];
    if (next) this.views.get(next.id)?.focus();
    return next !== undefined;
  }

  /* Running */

  /** Evaluates a cell when those before it are done, within so many seconds. */
  async run(id: string, seconds?: number): Promise<boolean> {
    const cell = this.sheet.cells[this.at(id)];
    const one = this.views.get(id);
    if (cell?.kind !== "code" || !(one instanceof CodeView) || one.doing !== "nothing") return false;
    if (cell.text.trim() === "") {
      delete cell.ran;
      one.show();
      return true;
    }
    delete this.sheet.isGuest;
    this.stopped.delete(id);
    this.isRunning += 1;
    one.does("waiting");
    this.outside.changed();
    const { text } = cell;
    const name = `cell ${this.at(id) + 1}`;
    try {
      await this.outside.before?.();
      const reply = await this.engine.evaluate(
        this.sheet.id,
        { name, text },
        () => {
          const goesOn = !this.stopped.has(id) && this.at(id) >= 0;
          if (goesOn) one.does("running");
          return goesOn;
        },
        seconds,
      );
      if (reply?.errors[0]?.code === INTERRUPTED) {
        cell.ran = { text, ended: ending(new Ended("stopped", "")), order: ++this.order };
      } else if (reply) {
        cell.ran = { text, reply, order: ++this.order };
        if (reply.own) this.own = reply.own;
        this.outside.after?.(reply);
        say(
          `Cell ${this.at(id) + 1}: ${reply.errors[0]?.message ?? reply.answers.map((answer) => answer.text.slice(0, 200)).join(", ") ?? "done"}`,
        );
      }
      return reply !== null && reply.errors.length === 0;
    } catch (why) {
      cell.ran = { text, ended: ending(why), order: ++this.order };
      return false;
    } finally {
      this.isRunning -= 1;
      one.does("nothing");
      this.refresh();
      this.sheet.bound = this.engine.inputs(this.sheet.id);
      // Meanwhile another worksheet may have been opened.
      if (this.sheet === this.keeper.work) this.keeper.change();
    }
  }

  /** Evaluates a cell, and brings what came of it into sight. */
  private async answer(id: string) {
    await this.run(id);
    reveal(this.views.get(id)?.element);
  }

  /** Evaluates all cells, each within so many seconds, until the reader stops it; says how many have failed. */
  async runAll(seconds?: number) {
    this.engine.forget(this.sheet.id).catch(() => {});
    this.own = [];
    const { sheet } = this;
    let failed = 0;
    for (const { id, kind } of [...sheet.cells]) {
      if (kind !== "code" || this.sheet !== sheet) continue;
      if (!(await this.run(id, seconds))) failed += 1;
      if (this.stopped.has(id)) break;
    }
    if (failed > 0) say(failed === 1 ? "One cell has an error." : `${failed} cells have errors.`);
  }

  get runs() {
    return this.isRunning > 0;
  }

  private stop(id: string) {
    const one = this.views.get(id);
    if (!(one instanceof CodeView) || one.doing === "nothing") return;
    this.stopped.add(id);
    if (one.doing === "running") this.engine.stop();
  }

  /** Stops what runs and what waits. */
  stopAll() {
    for (const [id, one] of this.views) if (one instanceof CodeView && one.doing === "waiting") this.stop(id);
    for (const [id, one] of this.views) if (one instanceof CodeView && one.doing === "running") this.stop(id);
  }

  show(notation: Notation) {
    this.notation = notation;
    for (const one of this.views.values()) if (one instanceof CodeView) one.show();
  }

  focus() {
    const empty = this.sheet.cells.findLast((cell): cell is CodeCell => cell.kind === "code");
    if (empty) this.views.get(empty.id)?.focus();
  }

  program() {
    return program(this.sheet);
  }

  close() {
    this.stopAll();
    for (const one of this.views.values()) one.destroy();
  }
}

/** What ended an evaluation, and what is left. */
function ending(why: unknown): string {
  if (!(why instanceof Ended)) return `This page could not go on: ${String(why)}`;
  if (why.why === "stopped") return "Stopped. Definitions are in place.";
  const deep = /call stack|stack/i.test(why.message);
  const words = deep ? "This goes deeper than a browser allows." : `The engine ended: ${why.message}.`;
  return `${words} It was started again, with all definitions in place.`;
}

// A study that is open in a tab: where the reader is, what is kept, what other tabs add. What is outside - the address,
// storage, other tabs - is handed in, so that the same code runs in tests with storage that is slow and tabs that end
// at any time.
//
// Nothing is lost because of three rules. Studies only grow, and two versions are joined, never replaced. A change is
// written to the journal, which is immediate, before it is written to the store, which is not. The journal of a tab
// goes only when the store has what it says.
import { byKey, fromData, read, toData, whole, type Address, type Opened } from "./codec";
import { begin, children, grown, joined, nodeOf, noted, path, root, type MatchSettings, type Node, type Study, type Way } from "./study";

/** What stands behind a desk. */
export interface Surroundings {
  /** Keeps studies as data; an update reads and writes at once. */
  store: { load: (id: string) => Promise<unknown>; update: (id: string, change: (data: unknown) => unknown) => Promise<void> };
  /** Keeps texts at once. */
  journal: { keys: () => string[]; get: (key: string) => string | null; set: (key: string, text: string) => void; remove: (key: string) => void };
  /** The address and its history. */
  history: { state: () => unknown; hash: () => string; push: (state: unknown, hash: string) => void; replace: (state: unknown, hash: string) => void; go: (by: number) => void };
  /** The other tabs. */
  others: { post: (message: unknown) => void; hear: (listener: (message: unknown) => void) => void };
  now: () => number;
  random: () => string;
}

/** An entry of the history; `n` counts the entries before it. */
interface Entry {
  id: string;
  at: string;
  n: number;
}

/** Addresses of studies that are longer name their key. */
const LONGEST_ADDRESS = 2000;
const JOURNAL = "upstar.journal.";

function isEntry(state: unknown): state is Entry {
  const { id, at, n } = (state ?? {}) as Partial<Entry>;
  return typeof id === "string" && typeof at === "string" && typeof n === "number";
}

function parsed(text: string | null): Opened | null {
  try {
    return fromData(JSON.parse(text ?? "null"));
  } catch {
    return null;
  }
}

export type Change = "walked" | "joined" | "written";

export class Desk {
  private readonly tab: string;
  private readonly listeners: ((change: Change) => void)[] = [];
  /** The child that was visited last, by its parent. */
  private readonly lastChild = new Map<string, string>();
  private saving: Promise<void> | undefined;
  private isUnsaved = false;
  /** The last entry of the history that is known. */
  private last = 0;

  private constructor(private readonly outside: Surroundings, private open_: Opened, private readonly name: string) {
    this.tab = outside.random();
    outside.others.hear((message) => this.heard(message));
  }

  /** Opens what the address says; otherwise what was open last under this name, and otherwise a new study. */
  static async begin(outside: Surroundings, name: string, fresh: () => Study): Promise<{ desk: Desk; came: "by address" | "from before" | "new" | "broken" }> {
    const state = outside.history.state();
    const said = await read(outside.history.hash());
    const opened = said ? await Desk.found(outside, said) : null;
    if (opened) {
      const desk = new Desk(outside, opened, name);
      // After a reload the entry says where the reader is.
      if (isEntry(state) && state.id === opened.study.id && opened.study.nodes.has(state.at)) desk.open_ = { ...opened, at: state.at };
      desk.settle(isEntry(state) ? state.n : 0);
      return { desk, came: "by address" };
    }
    const kept = /^([\w-]+)\.(\w+)$/.exec(outside.journal.get(`upstar.last.${name}`) ?? "");
    const before = kept ? await Desk.found(outside, { kind: "key", id: kept[1]!, at: kept[2]! }) : null;
    const study = before?.study ?? fresh();
    const desk = new Desk(outside, before ?? { study, at: root(study).id }, name);
    desk.settle(0);
    return { desk, came: said === undefined || said ? "broken" : before ? "from before" : "new" };
  }

  /** The study of an address, together with what is known of it here. */
  private static async found(outside: Surroundings, said: Address): Promise<Opened | null> {
    const id = said.kind === "whole" ? said.opened.study.id : said.id;
    const journals = outside.journal.keys().filter((key) => key.startsWith(`${JOURNAL}${id}.`)).map((key) => outside.journal.get(key));
    // What is kept here goes before what came by a link.
    const versions = [fromData(await outside.store.load(id)), ...journals.map(parsed), ...(said.kind === "whole" ? [said.opened] : [])];
    const studies = versions.flatMap((one) => (one && one.study.id === id ? [one.study] : []));
    if (studies.length === 0) return null;
    const study = studies.reduce(joined);
    const at = said.kind === "whole" ? said.opened.at : said.at;
    return { study, at: study.nodes.has(at) ? at : root(study).id };
  }

  get study(): Study {
    return this.open_.study;
  }

  /** The node that is shown. */
  get at(): Node {
    return this.open_.study.nodes.get(this.open_.at) ?? root(this.open_.study);
  }

  hear(listener: (change: Change) => void) {
    this.listeners.push(listener);
  }

  private tell(change: Change) {
    for (const listener of this.listeners) listener(change);
  }

  /** The line of nodes through the one that is shown, and on to where the reader went from there. */
  get line(): Node[] {
    const found = path(this.study, this.open_.at);
    for (let next = this.next(this.open_.at); next; next = this.next(next.id)) found.push(next);
    return found;
  }

  private next(id: string): Node | undefined {
    const all = children(this.study, id);
    return all.find((one) => one.id === this.lastChild.get(id)) ?? all[0];
  }

  /* Walking */

  /** Shows a node. */
  visit(id: string) {
    if (!this.study.nodes.has(id) || id === this.open_.at) return;
    this.open({ study: this.study, at: id });
  }

  /** Adds what is reached from a node in this way, unless it is there, and shows it. */
  grow(text: string, way: Way, from = this.open_.at) {
    const node = nodeOf(from, text, way);
    this.open({ study: grown(this.study, node), at: node.id });
  }

  /** The identity that a node reached in this way has. */
  reached(text: string, way: Way, from = this.open_.at): string {
    return nodeOf(from, text, way).id;
  }

  /** A study of its own for a position, which may be the beginning of a match. */
  start(text: string, definitions: Study["definitions"], match?: (from: string) => MatchSettings) {
    const study = begin(this.outside.random(), text, definitions);
    const at = root(study).id;
    this.open({ study: match ? { ...study, match: { value: match(at), at: this.outside.now() } } : study, at });
  }

  /** Goes on to a node, which may be of another study. */
  open(opened: Opened) {
    this.open_ = opened;
    this.remember();
    const n = this.entry() + 1;
    const { id } = opened.study;
    this.write();
    this.outside.history.push({ id, at: opened.at, n } satisfies Entry, byKey(id, opened.at));
    this.last = n;
    void this.address();
    this.tell("walked");
  }

  private remember() {
    const nodes = path(this.study, this.open_.at);
    nodes.slice(1).forEach((node, n) => this.lastChild.set(nodes[n]!.id, node.id));
    try {
      this.outside.journal.set(`upstar.last.${this.name}`, `${this.study.id}.${this.open_.at}`);
    } catch {
      // Then the page begins elsewhere next time.
    }
  }

  private entry() {
    const state = this.outside.history.state();
    return isEntry(state) ? state.n : 0;
  }

  /** Whether there is a step to go back to. */
  get canUndo() {
    return this.entry() > 0;
  }

  undo() {
    if (this.canUndo) this.outside.history.go(-1);
  }

  get canRedo() {
    return this.entry() < this.last;
  }

  redo() {
    if (this.canRedo) this.outside.history.go(1);
  }

  /** The browser went to another entry of its history, or the reader has typed an address. False for one that says nothing. */
  async arrive(): Promise<boolean> {
    const state = this.outside.history.state();
    if (isEntry(state) && state.id === this.study.id && this.study.nodes.has(state.at)) {
      this.open_ = { study: this.study, at: state.at };
      this.remember();
      this.tell("walked");
      return true;
    }
    const said = await read(this.outside.history.hash());
    const opened = said ? await Desk.found(this.outside, said) : null;
    if (!opened) return false;
    this.open_ = opened.study.id === this.study.id ? { study: joined(this.study, opened.study), at: opened.at } : opened;
    this.settle(isEntry(state) ? state.n : 0);
    this.tell("walked");
    return true;
  }

  /** Keeps what is shown, and gives the entry of the history its state and its address. */
  private settle(n: number) {
    this.last = Math.max(this.last, n);
    this.remember();
    this.write();
    this.outside.history.replace({ id: this.study.id, at: this.open_.at, n } satisfies Entry, byKey(this.study.id, this.open_.at));
    void this.address();
  }

  /** Makes the address say the whole study, where that is short enough and the reader is still there. */
  private async address() {
    const opened = this.open_;
    const hash = await whole(opened);
    const state = this.outside.history.state();
    const isThere = isEntry(state) && state.id === opened.study.id && state.at === opened.at && this.open_.study === opened.study;
    if (isThere && hash.length <= LONGEST_ADDRESS) this.outside.history.replace(state, hash);
  }

  /** An address of any length that says the whole study. */
  link(): Promise<string> {
    return whole(this.open_);
  }

  /** Takes over what other tabs have kept, after this one could not hear them. */
  async reread() {
    const found = await Desk.found(this.outside, { kind: "key", id: this.study.id, at: this.open_.at });
    if (!found || found.study.id !== this.study.id) return;
    this.open_ = { study: joined(this.study, found.study), at: this.open_.at };
    this.tell("joined");
  }

  /* Writing */

  note(value: string) {
    this.change(noted(this.study, this.open_.at, value, this.outside.now()));
  }

  pin(questions: readonly string[]) {
    this.change({ ...this.study, pins: { value: questions, at: this.outside.now() } });
  }

  match(value: MatchSettings | null) {
    this.change({ ...this.study, match: { value, at: this.outside.now() } });
  }

  private change(study: Study) {
    this.open_ = { study, at: this.open_.at };
    this.write();
    void this.address();
    this.tell("written");
  }

  private write() {
    const { study } = this;
    const data = toData(this.open_);
    try {
      this.outside.journal.set(`${JOURNAL}${study.id}.${this.tab}`, JSON.stringify(data));
    } catch {
      // There is no room. The store has more, and is only a little later.
    }
    this.outside.others.post(data);
    this.isUnsaved = true;
    this.saving ??= this.save();
  }

  private async save() {
    try {
      while (this.isUnsaved) {
        this.isUnsaved = false;
        await this.keep(this.open_);
      }
    } catch {
      // Where there is no store, the journal stays.
    } finally {
      this.saving = undefined;
    }
  }

  /** Brings a study, and what journals say of it, into the store. */
  private async keep(opened: Opened) {
    const { id } = opened.study;
    const kept = this.outside.journal.keys().filter((key) => key.startsWith(`${JOURNAL}${id}.`)).map((key) => [key, this.outside.journal.get(key)] as const);
    const mine = kept.flatMap(([, text]) => parsed(text)?.study ?? []).reduce(joined, opened.study);
    await this.outside.store.update(id, (data) => {
      const before = fromData(data)?.study;
      return toData({ study: before ? joined(before, mine) : mine, at: opened.at });
    });
    // What was written meanwhile stays.
    for (const [key, text] of kept) if (this.outside.journal.get(key) === text) this.outside.journal.remove(key);
  }

  /** Done when all is in the store. */
  async kept() {
    await this.saving;
  }

  private heard(message: unknown) {
    const opened = fromData(message);
    if (!opened || opened.study.id !== this.study.id) return;
    const study = joined(this.study, opened.study);
    this.open_ = { study, at: this.open_.at };
    void this.address();
    this.tell("joined");
  }
}

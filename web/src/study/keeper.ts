// Work that is open in a tab: a study, a worksheet, the answers to exercises. It is kept, it hears of other tabs, and the
// address says it. What is outside - the address, storage, other tabs - is handed in, so that the same code runs in
// tests with storage that is slow and tabs that end at any time.
//
// Nothing is lost because of three rules. Two versions are joined, never replaced. A change is written to the journal,
// which is immediate, before it is written to the store, which is not. The journal of a tab goes only when the store has
// what it says.

/** What stands behind open work. */
export interface Surroundings {
  /** Keeps work as data; an update reads and writes at once. */
  store: { load: (id: string) => Promise<unknown>; update: (id: string, change: (data: unknown) => unknown) => Promise<void> };
  /** Keeps texts at once. */
  journal: {
    keys: () => string[];
    get: (key: string) => string | null;
    set: (key: string, text: string) => void;
    remove: (key: string) => void;
  };
  /** The address and its history. */
  history: {
    state: () => unknown;
    hash: () => string;
    push: (state: unknown, hash: string) => void;
    replace: (state: unknown, hash: string) => void;
    go: (by: number) => void;
  };
  /** The other tabs. */
  others: { post: (message: unknown) => void; hear: (listener: (message: unknown) => void) => void };
  now: () => number;
  random: () => string;
}

/** What an address says: whole work, or the key of some that is kept here and the place that is shown. */
export type Address<W extends object> = { kind: "whole"; work: W } | { kind: "key"; id: string; at: string };

/** A kind of work. */
export interface Kind<W extends object> {
  /** The name of its store. */
  name: string;
  id: (work: W) => string;
  /** The place where the reader is; "" where there are none. */
  at: (work: W) => string;
  /** The work at another place, if it has that. */
  moved: (work: W, at: string) => W | null;
  /** Two versions as one, at the place of the first; `base` is what both began with, as far as it is known. */
  joined: (mine: W, theirs: W, base: W | undefined) => W;
  /** Whether one version has what another one has not. */
  knowsMore: (mine: W, theirs: W) => boolean;
  /** What is opened where work came by an address and some of this name may be here. `isOwn` says that this tab had it open. */
  received: (own: W | null, came: W, isOwn: boolean) => W;
  toData: (work: W) => unknown;
  /** What the journal needs of it: the rest can be made again. */
  written: (work: W) => unknown;
  /** Null for what is none. */
  fromData: (data: unknown) => W | null;
  /** The address that says all of it. */
  whole: (work: W) => Promise<string>;
  /** Null where an address says none, undefined where it should. */
  read: (hash: string) => Promise<Address<W> | null | undefined>;
}

/** An entry of the history; `n` counts the entries before it. */
interface Entry {
  id: string;
  at: string;
  n: number;
}

/** What changes many times in a moment is written after so many milliseconds. */
const WRITTEN_AFTER = 400;
/** Addresses that would be longer name a key. */
const LONGEST_ADDRESS = 2000;

export const byKey = (id: string, at: string) => `#key=${id}${at && `.${at}`}`;

/** The key and the place that an address names. */
export function readKey(hash: string): { kind: "key"; id: string; at: string } | null {
  const key = /^#key=([\w-]{1,40})(?:\.(\w{1,40}))?$/.exec(hash);
  return key && { kind: "key", id: key[1]!, at: key[2] ?? "" };
}

function isEntry(state: unknown): state is Entry {
  const { id, at, n } = (state ?? {}) as Partial<Entry>;
  return typeof id === "string" && typeof at === "string" && typeof n === "number";
}

export type Change = "walked" | "joined" | "written";
export type Came = "by address" | "from before" | "new" | "broken";

export class Keeper<W extends object> {
  private readonly tab: string;
  private readonly listeners: ((change: Change) => void)[] = [];
  private saving: Promise<void> | undefined;
  private isUnsaved = false;
  /** Runs while a change waits to be written. */
  private waiting: ReturnType<typeof setTimeout> | undefined;
  /** The last entry of the history that is known. */
  private last = 0;
  /** The work as it was kept last, as far as this tab knows. */
  private base: W | undefined;
  private inJournal = true;
  private inStore = true;

  constructor(
    protected readonly outside: Surroundings,
    readonly kind: Kind<W>,
    private readonly name: string,
    private work_: W,
  ) {
    this.tab = outside.random();
    outside.others.hear((message) => this.heard(message));
  }

  get work(): W {
    return this.work_;
  }

  private get id() {
    return this.kind.id(this.work_);
  }

  /** Whether the work is in this browser. */
  get isKept() {
    return this.inJournal || this.inStore;
  }

  hear(listener: (change: Change) => void) {
    this.listeners.push(listener);
  }

  private tell(change: Change) {
    for (const listener of this.listeners) listener(change);
  }

  /* The address */

  /** Opens what the address says; otherwise what was open last under this name, and otherwise new work. */
  async begin(fresh: () => W): Promise<Came> {
    const state = this.outside.history.state();
    const said = await this.kind.read(this.outside.history.hash());
    const opened = said ? await this.found(said) : null;
    if (opened) {
      // After a reload the entry says where the reader is.
      this.work_ = (isEntry(state) && state.id === this.kind.id(opened) && this.kind.moved(opened, state.at)) || opened;
      this.settle(isEntry(state) ? state.n : 0);
      return "by address";
    }
    const kept = readKey(`#key=${this.outside.journal.get(`upstar.last.${this.name}`) ?? ""}`);
    const before = kept ? await this.found(kept) : null;
    this.work_ = before ?? fresh();
    this.settle(0);
    return said === undefined || said ? "broken" : before ? "from before" : "new";
  }

  /** The work of an address, together with what is known of it here. */
  private async found(said: Address<W>): Promise<W | null> {
    const { kind, outside } = this;
    const id = said.kind === "whole" ? kind.id(said.work) : said.id;
    const state = outside.history.state();
    const versions = [kind.fromData(await outside.store.load(id)), ...this.journals(id).map(([, text]) => this.parsed(text))].flatMap(
      (one) => (one && kind.id(one) === id ? [one] : []),
    );
    this.base = versions[0];
    const own = versions.length > 0 ? versions.reduce((one, other) => kind.joined(one, other, undefined)) : null;
    if (said.kind === "whole") return kind.received(own, said.work, isEntry(state) && state.id === id);
    return own && (kind.moved(own, said.at) ?? own);
  }

  private journals(id: string) {
    const { journal } = this.outside;
    return journal
      .keys()
      .filter((key) => key.startsWith(this.journalKey(id, "")))
      .map((key) => [key, journal.get(key)] as const);
  }

  private journalKey(id: string, tab: string) {
    return `upstar.journal.${this.kind.name}.${id}.${tab}`;
  }

  private parsed(text: string | null): W | null {
    try {
      return this.kind.fromData(JSON.parse(text ?? "null"));
    } catch {
      return null;
    }
  }

  /** Goes on to other work, or to another place. */
  open(work: W) {
    this.flush();
    if (this.kind.id(work) !== this.id) this.base = undefined;
    this.work_ = work;
    this.remember();
    const n = this.entry() + 1;
    this.write();
    this.outside.history.push({ id: this.id, at: this.kind.at(work), n } satisfies Entry, this.key);
    this.last = n;
    void this.address();
    this.tell("walked");
  }

  private get key() {
    return byKey(this.id, this.kind.at(this.work_));
  }

  /** The page begins here next time. */
  protected remember() {
    try {
      this.outside.journal.set(`upstar.last.${this.name}`, this.key.slice("#key=".length));
    } catch {
      // Then it begins elsewhere.
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
    this.flush();
    const state = this.outside.history.state();
    const there = isEntry(state) && state.id === this.id ? this.kind.moved(this.work_, state.at) : null;
    if (there) {
      this.work_ = there;
      this.remember();
      this.tell("walked");
      return true;
    }
    const said = await this.kind.read(this.outside.history.hash());
    const { base } = this;
    const opened = said ? await this.found(said) : null;
    if (!opened) {
      this.base = base;
      return false;
    }
    this.work_ = this.kind.id(opened) === this.id ? this.kind.joined(opened, this.work_, base) : opened;
    this.settle(isEntry(state) ? state.n : 0);
    this.tell("walked");
    return true;
  }

  /** Keeps what is shown, and gives the entry of the history its state and its address. */
  private settle(n: number) {
    this.last = Math.max(this.last, n);
    this.remember();
    this.write();
    this.outside.history.replace({ id: this.id, at: this.kind.at(this.work_), n } satisfies Entry, this.key);
    void this.address();
  }

  /** Makes the address say all, where that is short enough or nothing else does, and the reader is still there. */
  private async address() {
    const work = this.work_;
    const [id, at] = [this.id, this.kind.at(work)];
    const hash = await this.kind.whole(work);
    const state = this.outside.history.state();
    if (!isEntry(state) || state.id !== id || state.at !== at || this.id !== id || this.kind.at(this.work_) !== at) return;
    const short = hash.length <= LONGEST_ADDRESS || !this.isKept ? hash : this.key;
    if (short !== this.outside.history.hash()) this.outside.history.replace(state, short);
  }

  /** An address of any length that says all of it. */
  link(): Promise<string> {
    return this.kind.whole(this.work_);
  }

  /** The work with this name, as far as it is kept. */
  async find(id: string): Promise<W | null> {
    const { base } = this;
    const found = await this.found({ kind: "key", id, at: "" });
    this.base = base;
    return found;
  }

  /** Takes over what other tabs have kept, after this one could not hear them. */
  async reread() {
    const found = await this.find(this.id);
    if (found && this.kind.id(found) === this.id) this.takeOver(found);
  }

  /* Keeping */

  /** The work is changing here. */
  soon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.change(), WRITTEN_AFTER);
  }

  /** Writes what waits to be written. */
  flush() {
    if (this.waiting !== undefined) this.change();
  }

  /** The work has changed here. */
  change(work: W = this.work_) {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.work_ = work;
    this.write();
    void this.address();
    this.tell("written");
  }

  private write() {
    const data = this.kind.toData(this.work_);
    try {
      this.outside.journal.set(this.journalKey(this.id, this.tab), JSON.stringify(this.kind.written(this.work_)));
      this.inJournal = true;
    } catch {
      // There is no room. The store has more, and is only a little later.
      this.inJournal = false;
    }
    this.outside.others.post(data);
    this.isUnsaved = true;
    this.saving ??= this.save();
  }

  private async save() {
    const wasKept = this.isKept;
    try {
      while (this.isUnsaved) {
        this.isUnsaved = false;
        await this.keep(this.work_);
      }
      this.inStore = true;
    } catch {
      // Where there is no store, the journal stays.
      this.inStore = false;
    } finally {
      this.saving = undefined;
    }
    if (this.isKept === wasKept) return;
    void this.address();
    this.tell("written");
  }

  /** Brings work, and what journals say of it, into the store. */
  private async keep(work: W) {
    const { kind } = this;
    const id = kind.id(work);
    const kept = this.journals(id);
    const mine = kept.flatMap(([, text]) => this.parsed(text) ?? []).reduce((one, other) => kind.joined(one, other, this.base), work);
    let said: unknown;
    await this.outside.store.update(id, (data) => {
      const before = kind.fromData(data);
      said = kind.toData(before ? kind.joined(mine, before, this.base) : mine);
      return said;
    });
    const theirs = kind.fromData(structuredClone(said));
    if (theirs && id === this.id) this.takeOver(theirs);
    // What was written meanwhile stays.
    for (const [key, text] of kept) if (this.outside.journal.get(key) === text) this.outside.journal.remove(key);
  }

  /** Done when all is in the store. */
  async kept() {
    await this.saving;
  }

  private heard(message: unknown) {
    const theirs = this.kind.fromData(message);
    if (!theirs || this.kind.id(theirs) !== this.id) return;
    this.takeOver(theirs);
    // What is written there only in part is written again.
    if (this.kind.knowsMore(this.work_, theirs)) this.soon();
  }

  /** Takes over what another version has. */
  private takeOver(theirs: W) {
    const { base } = this;
    this.base = theirs;
    if (!this.kind.knowsMore(theirs, this.work_)) return;
    this.work_ = this.kind.joined(this.work_, theirs, base);
    void this.address();
    this.tell("joined");
  }
}

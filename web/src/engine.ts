// The engine as the page sees it: a worker that computes and another that helps with typing. A worker that
// traps or has to be stopped is ended, and a new one is brought to where it was.
import { INTERRUPTED, type Answered, type FromWorker, type Kind, type Preview, type Reply, type Request, type ToWorker } from "./protocol";

/** The worker had to be ended; what it knew is in place again. */
export class Ended extends Error {
  constructor(
    readonly why: "trapped" | "stopped",
    message: string,
  ) {
    super(message);
  }
}

/** The engine does not know what to make of a request. */
export class Refused extends Error {}

/** Time for a worker to stop by itself, in milliseconds. */
const PATIENCE = 150;

/** A preview takes so many steps and seconds at most; longer texts have none. */
const PREVIEW_STEPS = 200_000;
const PREVIEW_SECONDS = 0.3;
const LONGEST_PREVIEW = 4000;

/** The codes of errors by which a computation was ended, by the reader or by a limit: they say nothing about the input. */
const ENDED_CODES: readonly string[] = [INTERRUPTED, "G0502", "G0503"];

interface Waiting {
  resolve: (reply: any) => void;
  reject: (why: Error) => void;
}

/** One worker, and the requests it has not answered. */
class Worked {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private readonly flag: Int32Array | null;
  private last = 0;
  readonly ready: Promise<void>;
  /** Steps of the computation that goes on. */
  steps = 0;

  constructor(module: WebAssembly.Module) {
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    const shared = crossOriginIsolated ? new SharedArrayBuffer(4) : null;
    this.flag = shared && new Int32Array(shared);
    let begun = () => {};
    this.ready = new Promise((resolve) => (begun = resolve));
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => ("ready" in data ? begun() : this.hear(data));
    this.post({ begin: module, flag: shared });
  }

  private post(message: ToWorker) {
    this.worker.postMessage(message);
  }

  private hear(message: Exclude<FromWorker, { ready: true }>) {
    if ("steps" in message) {
      this.steps = message.steps;
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if ("reply" in message) waiting?.resolve(message.reply);
    else if ("refused" in message) waiting?.reject(new Refused(message.refused));
    else {
      waiting?.reject(new Ended("trapped", message.trapped));
      this.end("trapped");
    }
  }

  async ask<K extends Kind>(request: Request<K>): Promise<Answered<K>> {
    await this.ready;
    const id = ++this.last;
    this.steps = 0;
    if (this.flag) Atomics.store(this.flag, 0, 0);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.post({ id, request });
    });
  }

  /** Asks to stop by the shared flag; whether there is one. */
  interrupt(): boolean {
    if (this.flag) Atomics.store(this.flag, 0, 1);
    return this.flag !== null;
  }

  get isBusy() {
    return this.waiting.size > 0;
  }

  /** Whether the request with this number has no answer yet. */
  isAt(id: number) {
    return this.waiting.has(id);
  }

  /** The number of the request that was sent last. */
  get lastRequest() {
    return this.last;
  }

  end(why: "trapped" | "stopped") {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Ended(why, ""));
    this.waiting.clear();
  }
}

/** An input whose names are to be there again in a new worker. */
export interface Input {
  name: string;
  text: string;
}

/** Limits of each computation. */
export interface Limits {
  seconds: number | null;
  bytes: number | null;
  /** Calls nested through builtins and rules; null for as many as the engine allows by itself. */
  calls: number | null;
}

export const LIMITS: Limits = { seconds: null, bytes: 1 << 30, calls: null };

/** Computes inputs one after the other. */
export class Engine {
  private computing: Worked | undefined;
  private typing: Promise<Worked> | undefined;
  /** The inputs of each worksheet that bound a name, in order. */
  private readonly bound = new Map<string, Input[]>();
  private readonly files = new Map<string, string>();
  /** Computations that are under way or wait, and whether the one under way is a preview. */
  private pending = 0;
  private isPreview = false;
  /** Previews rest after one has ended its worker or filled its memory, until something is evaluated. */
  private restsPreviews = false;
  /** Whether names are missing in the worker: they are put in place before the next computation. */
  private isStale = false;
  /** Inputs that came by a link are put in place within so many seconds each. */
  private readonly secondsOf = new Map<string, number>();
  /** Grows when a worker or a worksheet forgets: what was told before is not known any more. */
  generation = 0;
  private queue: Promise<unknown> = Promise.resolve();
  private readonly module: Promise<WebAssembly.Module>;
  limits: Limits = { ...LIMITS };

  constructor(wasm: string) {
    this.module = WebAssembly.compileStreaming(fetch(wasm));
  }

  /** Begins both workers, so that the first input does not wait for them. */
  async begin() {
    await Promise.all([this.later(() => this.worker()), this.typer()]);
  }

  private typer(): Promise<Worked> {
    this.typing ??= this.module.then((module) => new Worked(module));
    return this.typing;
  }

  /** The worker that computes, as it is. Call it within `later` only, so that there is never more than one. */
  private async worker(): Promise<Worked> {
    if (this.computing) return this.computing;
    const worked = new Worked(await this.module);
    this.computing = worked;
    this.generation += 1;
    try {
      await worked.ask<"settings">({ kind: "settings", ...this.limits });
      for (const [path, text] of this.files) await worked.ask<"file">({ kind: "file", path, text });
    } catch (why) {
      // A worker that was ended answers nothing more.
      this.computing = undefined;
      throw why;
    }
    return worked;
  }

  /** The worker that computes, with all names in place. Call it within `later` only. */
  private async computer(): Promise<Worked> {
    if (this.isStale) await this.renewed();
    // The reader did not want to wait for the names.
    if (this.isStale) throw new Ended("stopped", "");
    return this.worker();
  }

  /** The next computation begins with a new worker. */
  private outdate() {
    this.isStale = true;
    this.generation += 1;
  }

  /** A new computing worker with everything that the last one had bound, but without the inputs that left no room for others. */
  private async renewed(skipped: ReadonlySet<Input> = new Set()): Promise<void> {
    this.computing?.end("stopped");
    this.computing = undefined;
    this.isStale = true;
    const worked = await this.worker();
    for (const [sheet, inputs] of this.bound) {
      const kept: Input[] = [];
      // After an input that was ended others may fail because its names are missing.
      let isWhole = true;
      /** Keeps the inputs, unless the reader has changed them meanwhile. */
      const keep = (all: Input[]) => void (this.bound.get(sheet) === inputs && this.bound.set(sheet, all));
      for (const [at, input] of inputs.entries()) {
        const rest = inputs.slice(at + 1);
        if (skipped.has(input)) {
          isWhole = false;
          kept.push(input);
          continue;
        }
        try {
          const reply = await this.askEval(worked, sheet, input, this.secondsOf.get(sheet));
          const isEnded = reply.errors.some(({ code }) => ENDED_CODES.includes(code));
          if (isEnded) isWhole = false;
          if (!isWhole || reply.errors.length === 0) kept.push(input);
          if (reply.restart) {
            keep([...kept, ...rest]);
            return this.renewed(new Set([...skipped, input]));
          }
          if (reply.errors.some(({ code }) => code === INTERRUPTED)) {
            keep([...kept, ...rest]);
            return this.outdate();
          }
        } catch (why) {
          if (!(why instanceof Ended)) throw why;
          if (why.why === "stopped") {
            keep([...kept, input, ...rest]);
            this.computing = undefined;
            return this.outdate();
          }
          // An input that ends a worker again is not tried a third time.
          keep([...kept, ...rest]);
          return this.renewed(skipped);
        }
      }
      keep(kept);
    }
    this.isStale = false;
  }

  /**
   * Evaluates an input, within so many seconds where those are fewer than the limit. The limit is changed for this
   * request only: the three requests are sent at once, so that nothing comes between them.
   */
  private askEval(worked: Worked, sheet: string, { name, text }: Input, seconds: number | undefined): Promise<Reply> {
    const request = { kind: "eval" as const, sheet, name, text };
    if (seconds === undefined || seconds >= (this.limits.seconds ?? Infinity)) return worked.ask<"eval">(request);
    const ignore = () => {};
    worked.ask<"settings">({ kind: "settings", ...this.limits, seconds }).catch(ignore);
    const reply = worked.ask<"eval">(request);
    worked.ask<"settings">({ kind: "settings", ...this.limits }).catch(ignore);
    return reply;
  }

  /** Says which inputs have bound names before this page was loaded. They are evaluated before the next one, each for as many seconds. */
  recall(sheet: string, inputs: Input[], seconds: number | null = null) {
    this.bound.set(sheet, inputs);
    if (seconds === null) this.secondsOf.delete(sheet);
    else this.secondsOf.set(sheet, seconds);
    const done = this.later(async () => {
      this.outdate();
      await this.computer();
    });
    // Whoever computes next tries again.
    done.catch((why: unknown) => {
      if (!(why instanceof Ended)) throw why;
    });
  }

  private later<T>(work: () => Promise<T>): Promise<T> {
    this.pending += 1;
    // A preview gives way.
    if (this.isPreview) this.computing?.interrupt();
    const done = this.queue.then(work).finally(() => (this.pending -= 1));
    this.queue = done.catch(() => {});
    return done;
  }

  /** The answer of an input as it is typed, within a moment. It changes nothing, and there is none while something else is computed. */
  async preview(sheet: string, text: string): Promise<Preview | null> {
    if (this.pending > 0 || this.restsPreviews || text.length > LONGEST_PREVIEW) return null;
    return this.later(async () => {
      // Names that are missing would be errors.
      if (this.isStale) return null;
      const worked = await this.worker();
      if (this.pending > 1) return null;
      this.isPreview = true;
      try {
        const reply = await worked.ask<"preview">({ kind: "preview", sheet, text, steps: PREVIEW_STEPS, seconds: PREVIEW_SECONDS });
        if (reply.restart) this.rest();
        return reply;
      } catch (why) {
        if (!(why instanceof Ended)) throw why;
        this.computing = undefined;
        this.rest();
        return null;
      } finally {
        // As soon as it is answered: what follows must not be interrupted.
        this.isPreview = false;
      }
    });
  }

  /** No more previews until something is evaluated, and then with a new worker: each pause in typing would need one. */
  private rest() {
    this.restsPreviews = true;
    this.outdate();
  }

  /** Asks the worker that computes, and renews it when it is ended or full. Call it within `later` only. */
  private async computed<T>(ask: (worked: Worked) => Promise<T>): Promise<T> {
    const worked = await this.computer();
    try {
      const reply = await ask(worked);
      if ((reply as { restart?: boolean } | null)?.restart) await this.renewed();
      return reply;
    } catch (why) {
      if (why instanceof Ended) await this.renewed();
      throw why;
    }
  }

  /** Evaluates an input when those before it are done, within so many seconds; `begun` is called when its turn has come. */
  evaluate(sheet: string, input: Input, begun: () => boolean, seconds?: number): Promise<Reply | null> {
    return this.later(async () => {
      if (!begun()) return null;
      this.restsPreviews = false;
      return this.computed(async (worked) => {
        const reply = await this.askEval(worked, sheet, input, seconds);
        if (reply.binds) this.bind(sheet, input);
        return reply;
      });
    });
  }

  /** Asks something of the computing worker, when what was asked before is done. */
  compute<K extends Kind>(request: Request<K>, begun: () => boolean = () => true): Promise<Answered<K> | null> {
    return this.later(async () => (begun() ? this.computed((worked) => worked.ask<K>(request)) : null));
  }

  private bind(sheet: string, input: Input) {
    const inputs = this.bound.get(sheet) ?? [];
    const before = inputs.filter((one) => one.name !== input.name || one.text !== input.text);
    this.bound.set(sheet, [...before, input]);
  }

  /** The inputs that bound the names of a worksheet. */
  inputs(sheet: string): Input[] {
    return this.bound.get(sheet) ?? [];
  }

  /** Ends what is being computed. */
  stop() {
    const worked = this.computing;
    if (!worked?.isBusy) return;
    if (!worked.interrupt()) {
      worked.end("stopped");
      return;
    }
    // Only this computation: another may have begun by then.
    const id = worked.lastRequest;
    setTimeout(() => {
      if (worked.isAt(id)) worked.end("stopped");
    }, PATIENCE);
  }

  /** Steps of the computation that goes on. */
  get steps() {
    return this.computing?.steps ?? 0;
  }

  /** Forgets what a worksheet has named. */
  forget(sheet: string) {
    this.bound.delete(sheet);
    this.generation += 1;
    return this.later(async () => (await this.worker()).ask<"forget">({ kind: "forget", sheet }));
  }

  /** Lends a file to programs. */
  lend(path: string, text: string) {
    this.files.set(path, text);
    return this.later(async () => (await this.worker()).ask<"file">({ kind: "file", path, text }));
  }

  /** Changes the limits. */
  limit(limits: Limits) {
    this.limits = limits;
    return this.later(async () => (await this.worker()).ask<"settings">({ kind: "settings", ...limits }));
  }

  /** Asks something that does not wait for computations. */
  async aside<K extends Kind>(request: Request<K>): Promise<Answered<K>> {
    const worked = await this.typer();
    try {
      const reply = await worked.ask(request);
      if ((reply as { restart?: boolean } | null)?.restart) {
        worked.end("stopped");
        // Another worker may be in its place already.
        if ((await this.typing) === worked) this.typing = undefined;
      }
      return reply;
    } catch (why) {
      if (why instanceof Ended) this.typing = undefined;
      throw why;
    }
  }
}

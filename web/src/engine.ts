// The engine as the page sees it: a worker that computes and another that helps with typing. A worker that
// traps or has to be stopped is ended, and a new one is brought to where it was.
import type { Answered, FromWorker, Kind, Preview, Reply, Request, ToWorker } from "./protocol";

/** The worker had to be ended; what it knew is in place again. */
export class Ended extends Error {
  constructor(readonly why: "trapped" | "stopped", message: string) {
    super(message);
  }
}

/** The engine does not know what to make of a request. */
export class Refused extends Error {}

/** Time for a worker to stop by itself, in milliseconds. */
const PATIENCE = 150;

/** What is shown while one types takes so many steps and seconds at most; longer texts show nothing. */
const PREVIEW_STEPS = 200_000;
const PREVIEW_SECONDS = 0.3;
const LONGEST_PREVIEW = 4000;

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
  /** Previews rest after one has ended its worker, until something is evaluated. */
  private restsPreviews = false;
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
    await Promise.all([this.later(() => this.computer()), this.typer()]);
  }

  private typer(): Promise<Worked> {
    this.typing ??= this.module.then((module) => new Worked(module));
    return this.typing;
  }

  /** The worker that computes. Call it within `later` only, so that there is never more than one. */
  private async computer(): Promise<Worked> {
    if (this.computing) return this.computing;
    const worked = new Worked(await this.module);
    this.computing = worked;
    this.generation += 1;
    await worked.ask<"settings">({ kind: "settings", ...this.limits });
    for (const [path, text] of this.files) await worked.ask<"file">({ kind: "file", path, text });
    return worked;
  }

  /** A new computing worker with everything that the last one had bound. */
  private async renewed(): Promise<void> {
    this.computing?.end("stopped");
    this.computing = undefined;
    const worked = await this.computer();
    for (const [sheet, inputs] of this.bound) {
      const kept: Input[] = [];
      for (const input of inputs) {
        try {
          const reply = await worked.ask<"eval">({ kind: "eval", sheet, ...input });
          if (reply.errors.length === 0) kept.push(input);
        } catch (why) {
          if (!(why instanceof Ended)) throw why;
          // What ends a worker again is not tried a third time.
          this.bound.set(sheet, [...kept, ...inputs.slice(inputs.indexOf(input) + 1)]);
          return this.renewed();
        }
      }
      this.bound.set(sheet, kept);
    }
  }

  /** Says which inputs have bound names before this page was loaded. They are evaluated before the next one, each for as many seconds. */
  recall(sheet: string, inputs: Input[], seconds: number | null = null) {
    this.bound.set(sheet, inputs);
    void this.later(async () => {
      const usual = this.limits;
      if (seconds !== null) this.limits = { ...usual, seconds: Math.min(seconds, usual.seconds ?? seconds) };
      try {
        await this.renewed();
      } finally {
        this.limits = usual;
      }
      if (seconds !== null) await (await this.computer()).ask<"settings">({ kind: "settings", ...usual });
    });
  }

  private later<T>(work: () => Promise<T>): Promise<T> {
    this.pending += 1;
    // What is shown while one types gives way.
    if (this.isPreview) this.computing?.interrupt();
    const done = this.queue.then(work).finally(() => (this.pending -= 1));
    this.queue = done.catch(() => {});
    return done;
  }

  /** What an input would answer, within a moment. It changes nothing, and there is none while something else is computed. */
  async preview(sheet: string, text: string): Promise<Preview | null> {
    if (this.pending > 0 || this.restsPreviews || text.length > LONGEST_PREVIEW) return null;
    return this.later(async () => {
      const worked = await this.computer();
      if (this.pending > 1) return null;
      this.isPreview = true;
      try {
        const reply = await worked.ask<"preview">({ kind: "preview", sheet, text, steps: PREVIEW_STEPS, seconds: PREVIEW_SECONDS });
        if (reply.restart) await this.renewed();
        return reply;
      } catch (why) {
        if (!(why instanceof Ended)) throw why;
        this.restsPreviews = true;
        await this.renewed();
        return null;
      } finally {
        this.isPreview = false;
      }
    });
  }

  /** Evaluates an input when those before it are done; `begun` is called when its turn has come. */
  evaluate(sheet: string, input: Input, begun: () => boolean): Promise<Reply | null> {
    return this.later(async () => {
      if (!begun()) return null;
      this.restsPreviews = false;
      const worked = await this.computer();
      try {
        const reply = await worked.ask<"eval">({ kind: "eval", sheet, ...input });
        if (reply.binds) this.bind(sheet, input);
        if (reply.restart) await this.renewed();
        return reply;
      } catch (why) {
        if (why instanceof Ended) await this.renewed();
        throw why;
      }
    });
  }

  /** Asks something of the computing worker, when what was asked before is done. */
  compute<K extends Kind>(request: Request<K>, begun: () => boolean = () => true): Promise<Answered<K> | null> {
    return this.later(async () => {
      if (!begun()) return null;
      const worked = await this.computer();
      try {
        const reply = await worked.ask<K>(request);
        if ((reply as { restart?: boolean }).restart) await this.renewed();
        return reply;
      } catch (why) {
        if (why instanceof Ended) await this.renewed();
        throw why;
      }
    });
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
    return this.later(async () => (await this.computer()).ask<"forget">({ kind: "forget", sheet }));
  }

  /** Lends a file to programs. */
  lend(path: string, text: string) {
    this.files.set(path, text);
    return this.later(async () => (await this.computer()).ask<"file">({ kind: "file", path, text }));
  }

  /** Changes the limits. */
  limit(limits: Limits) {
    this.limits = limits;
    return this.later(async () => (await this.computer()).ask<"settings">({ kind: "settings", ...limits }));
  }

  /** Asks something that does not wait for computations. */
  async aside<K extends Kind>(request: Request<K>): Promise<Answered<K>> {
    const worked = await this.typer();
    try {
      return await worked.ask(request);
    } catch (why) {
      if (why instanceof Ended) this.typing = undefined;
      throw why;
    }
  }
}

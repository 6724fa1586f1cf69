// The messages of the engine, as crates/upstar-web answers them.

export const VERSION = 1;

/** A part of an input, in units of UTF-16; or a place in another text. */
export interface Place {
  text: string;
  from?: number;
  to?: number;
  file?: string;
  line?: number;
  column?: number;
}

export interface Diagnostic {
  severity: "error" | "warning";
  code: string;
  message: string;
  places: Place[];
  notes: string[];
  helps: string[];
}

/** A step of an explanation; null stands for what is left out. */
export type Step = { says: string; because: Step[] } | { table: string[][] } | null;

export interface Answer {
  text: string;
  ascii?: string | null;
  latex?: string | null;
  kind: string;
  from: number;
  to: number;
  number: number | null;
  /** The picture of a value that has one. */
  svg: string | null;
  /** The picture in characters, for those who cannot see it. */
  about?: string;
  why?: { title: string; steps: Step[] } | null;
  facts?: { label: string; text: string }[];
}

export interface Check {
  claim: string;
  exercise: string | null;
  from: number;
  to: number;
  verdict: "passed" | "failed" | "blank" | "error";
  expected?: string | null;
  got?: string | null;
  why?: string | null;
  answer?: string;
  error?: Diagnostic;
}

export interface Entry {
  name: string;
  kind: string;
  topic: string;
  signature: string;
  summary: string;
  /** Of a ruleset of the library. */
  examples?: string[];
}

/** What came of an input. */
export interface Reply {
  answers: Answer[];
  checks: Check[];
  errors: Diagnostic[];
  warnings: Diagnostic[];
  files: { path: string; text: string }[];
  /** Whether it bound a name. */
  binds: boolean;
  declares: { name: string; kind: string }[];
  /** All that the worksheet has named, when this input bound a name. */
  own: Entry[] | null;
  steps: number;
  bytes: number;
  /** Whether the instance is too large to go on with. */
  restart: boolean;
}

export type Piece = string | { text: string; role: string };
export type Line = Piece[];
export type Block =
  | { kind: "heading" | "line" | "paragraph" | "item"; line: Line }
  | { kind: "code"; lines: Line[] }
  | { kind: "table"; rows: Line[][] };

export interface Page {
  name: string;
  signature?: string;
  summary: string;
  blocks: Block[];
  examples?: string[];
  see_also?: string[];
}

export interface Completion {
  from: number;
  options: { name: string; kind: string; summary: string; signature?: string }[];
}

/** `[from, to, role]` */
export type Token = [number, number, string];

/** Every request, with what it is answered by. */
export interface Requests {
  hello: [{ kind: "hello" }, { upstar: string; calls: number }];
  settings: [{ kind: "settings"; seconds?: number | null; bytes?: number | null; calls?: number }, object];
  file: [{ kind: "file"; path: string; text: string }, object];
  eval: [{ kind: "eval"; sheet: string; name: string; text: string }, Reply];
  forget: [{ kind: "forget"; sheet: string }, object];
  highlight: [{ kind: "highlight"; text: string }, Token[]];
  complete: [{ kind: "complete"; sheet: string; text: string; cursor: number }, Completion];
  page: [{ kind: "page"; sheet: string; name: string }, Page | null];
  find: [{ kind: "find"; sheet: string; question: string }, { name: string; summary: string }[]];
  library: [{ kind: "library"; sheet: string }, Entry[]];
  pieces: [{ kind: "pieces"; text: string }, { kind: "code" | "text"; text: string }[]];
}

export type Kind = keyof Requests;
export type Request<K extends Kind = Kind> = Requests[K][0];
export type Answered<K extends Kind> = Requests[K][1];

/** From the page to a worker. */
export type ToWorker =
  | { begin: WebAssembly.Module; flag: SharedArrayBuffer | null }
  | { id: number; request: Request };

/** From a worker to the page: it is there, what came of a request, how far it is, or how it ended. */
export type FromWorker =
  | { ready: true }
  | { id: number; reply: unknown }
  | { id: number; refused: string }
  | { id: number; trapped: string }
  | { steps: number };

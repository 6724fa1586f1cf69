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

/** The code of the error of a computation that the reader has stopped. */
export const INTERRUPTED = "G0501";

/** Whether an error says that a computation was ended, by a limit or by the reader. */
export function isLimit({ code }: Diagnostic) {
  return code.startsWith("G05");
}

/** A step of an explanation; null stands for what is left out. */
export type Step = { says: Sentence; because: Step[] } | { table: Sentence[][] } | { drawing: string } | null;

/** A sentence in pieces: words, values, and positions with their summands as figures. */
export type Sentence = (string | { value: string } | { position: string; parts: Part[] })[];

export interface Answer {
  text: string;
  ascii?: string | null;
  braces?: string | null;
  latex?: string | null;
  kind: string;
  from: number;
  to: number;
  number: number | null;
  /** The picture of a value that has one. */
  svg: string | null;
  /** The summands of a position, or of what is drawn, as figures. */
  parts?: Part[] | null;
  /** The picture in characters, for those who cannot see it. */
  about?: string;
  why?: { title: Sentence; steps: Step[] } | null;
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
  /** Where a lesson of the tutorial stands after it, if one goes on. */
  lesson?: { goes_on: boolean; progress: string; task: LessonTask | null } | null;
  steps: number;
  bytes: number;
  /** Whether the instance is too large to go on with. */
  restart: boolean;
}

/** The reply to an input that is previewed. */
export type Preview = Pick<Reply, "answers" | "checks" | "errors" | "warnings" | "restart">;

/** A step of a lesson. */
export interface LessonTask {
  progress: string;
  lesson: number;
  lessons: number;
  title: string;
  step: number;
  steps: number;
  text: Block[];
  input: string;
  /** What is read after the last step. */
  closing: Block[];
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
  settings: [{ kind: "settings"; seconds?: number | null; bytes?: number | null; calls?: number | null }, object];
  file: [{ kind: "file"; path: string; text: string }, object];
  eval: [{ kind: "eval"; sheet: string; name: string; text: string }, Reply];
  preview: [{ kind: "preview"; sheet: string; text: string; steps: number; seconds?: number }, Preview];
  forget: [{ kind: "forget"; sheet: string }, object];
  highlight: [{ kind: "highlight"; text: string }, Token[]];
  complete: [{ kind: "complete"; sheet: string; text: string; cursor: number }, Completion];
  page: [{ kind: "page"; sheet: string; name: string }, Page | null];
  find: [{ kind: "find"; sheet: string; question: string }, { name: string; summary: string }[]];
  library: [{ kind: "library"; sheet: string }, Entry[]];
  pieces: [{ kind: "pieces"; text: string }, { kind: "code" | "text"; text: string }[]];
  statements: [{ kind: "statements"; text: string }, [number, number][] | null];
  position: [{ kind: "position"; sheet: string; text: string; seconds?: number }, Found<Position>];
  fact: [{ kind: "fact"; sheet: string; text: string; name: string; seconds?: number }, Found<Fact>];
  certificate: [{ kind: "certificate"; sheet: string; text: string; name: string; seconds?: number }, Found<{ text: string }>];
  compare: [{ kind: "compare"; sheet: string; text: string; seconds?: number }, Found<Comparisons>];
  tutorial: [{ kind: "tutorial"; sheet: string; pages: [string, string][]; progress: string; lesson: string }, LessonTask | null];
  match: [MatchRequest, Found<MatchState & Choice & { title: Sentence; steps: Step[] } & string>];
  sheet: [OfSheet<"sheet">, Sheet | { error: Diagnostic }];
  grade: [OfSheet<"grade">, { results: Result[]; error?: undefined } | { error: Diagnostic }];
  handout: [OfSheet<"handout">, { text: string; error?: undefined } | { error: Diagnostic }];
}

export type Kind = keyof Requests;
export type Request<K extends Kind = Kind> = Requests[K][0];
export type Answered<K extends Kind> = Requests[K][1];

/** From the page to a worker. */
export type ToWorker = { begin: WebAssembly.Module; flag: SharedArrayBuffer | null } | { id: number; request: Request };

/** From a worker to the page: it is there, what came of a request, how far it is, or how it ended. */
export type FromWorker =
  | { ready: true }
  | { id: number; reply: unknown }
  | { id: number; refused: string }
  | { id: number; trapped: string }
  | { steps: number };

/* Positions, matches, exercises */

/** `[symbol, letter, glyph]`: symbol 0 is empty, 1 Left's, 2 Right's. */
export type Cell = [number, string, string | null];

/** What is drawn; of a board also each symbol that it may have. */
export type Figure =
  | { kind: "board"; columns: number; slanted: boolean; cells: Cell[]; symbols?: Cell[] }
  | { kind: "coins"; heads: boolean[] }
  | { kind: "heap"; size: number /** Whether moves take counters from within, so that they stand in a row. */; isRow?: boolean }
  | { kind: "words"; words: string }
  | { kind: "svg"; svg: string; about: string }
  | {
      kind: "graph";
      width: number;
      height: number;
      nodes: { x: number; y: number; name: number; label: string | null; symbol: number | null; token: boolean }[];
      edges: { from: number; to: number; label: string | null }[];
      directed: boolean;
      ground: number | null;
      /** Where vertices are that the picture has room for, besides its own. */
      seen?: { x: number; y: number }[];
      /** Whether a move has taken something away, so that places before it are others. */
      isCut?: boolean;
    };

/** A summand of a position. */
export interface Part {
  text: string;
  ruleset: string | null;
  figures: Figure[];
}

export interface Move {
  name: string;
  /** The position it leads to, as it is typed. */
  to: string;
  parts: Part[];
  /** The places it changes: the summand, the figure, the place. */
  changed: [number, number, number][];
  /** The places on the other side of a row with which it is chosen as well. */
  mirrored?: [number, number, number][];
}

export interface Moves {
  moves: Move[];
  /** How many are not listed. */
  more: number;
}

export interface Position {
  text: string;
  kind: string;
  parts: Part[];
  /** The moves of a player; null when the rules say that it is the other's turn. */
  left: Moves | null;
  right: Moves | null;
}

/** The corners of a thermograph as `[temperature, value]`, by rising temperature: exact numbers. */
export interface Walls {
  left: [string, string][];
  right: [string, string][];
}

export interface Fact {
  text: string;
  latex: string | null;
  svg: string | null;
  why: { title: Sentence; steps: Step[] } | null;
  /** Of a thermograph, unless it has very many corners. */
  walls?: Walls | null;
  /** Of `how`, for each summand that is not a value. */
  how?: How[];
}

/** How questions about a summand are answered. */
export interface How {
  game: string;
  /** The engine, then which parts and symmetries are used. */
  said: string[];
  /** What no faster engine can read: where it is in the program, and what to write instead where that is known. */
  evaluated: { text: string; instead: string | null; place: Omit<Place, "text"> | null }[];
}

/** What is known of an option, and its fate on the way to the canonical form. */
export interface Compared {
  /** Empty where it has none. */
  value: string;
  latex?: string;
  outcome?: string;
  mean?: string;
  temperature?: string;
  walls?: Walls | null;
  /** What it is worth when Left wins play that goes on forever, and when Right does, where these differ. */
  onside?: string;
  offside?: string;
  incentive?: string;
  /** In games about points, what Max gets in the end. */
  points?: string;
  wins?: boolean;
  draws?: boolean;
  best?: boolean;
  hottest?: boolean;
  is?: "canonical" | "dominated" | "reversible" | "number";
  by?: string;
  reply?: string;
  replaced?: string[];
  more?: number;
}

export interface Comparisons {
  left: (Compared | null)[];
  right: (Compared | null)[];
  /** The values of the summands, where there are several. */
  parts: (Compared | null)[];
}

/** An answer of the engine about a position, or why there is none. */
export type Found<T> = { found: T; error?: undefined } | { found?: undefined; error: Diagnostic; restart: boolean };

export type PlayerName = "Left" | "Right";

export interface MatchRequest {
  kind: "match";
  sheet: string;
  start: string;
  first: PlayerName;
  moves: string[];
  resigned?: PlayerName | null;
  want: "state" | "choice" | "why" | "record";
  quick?: boolean;
  before?: string;
  seconds?: number;
}

export interface MatchState {
  start: string;
  first: PlayerName;
  text: string;
  parts: Part[];
  to_move: PlayerName;
  /** What the players are called: Left and Right, or Max and Min. */
  names: [string, string];
  played: { by: PlayerName; name: string; changed: [number, number, number][]; text: string }[];
  moves: Moves;
  ending: { winner: PlayerName | null; text: string } | null;
  points: string | null;
}

export interface Choice {
  name: string;
  claim: string;
  reason: string;
}

export type QuestionKind =
  | "value"
  | "form"
  | "outcome"
  | "number"
  | "order"
  | "choice"
  | "move"
  | "moves"
  | "table"
  | "ruleset"
  | "strategy";

export interface Question {
  /** What the answer is called in the file for the teacher. */
  name: string;
  kind: QuestionKind;
  ask: string;
  /** How an answer of this kind is written. */
  how: string;
  points: number;
  /** What a choice is chosen from. */
  from: string[];
  svg: string | null;
  /** Of a question about moves, the position from which they lead. */
  position: Position | null;
  /** What stands there already, in a handout that was filled in. */
  answer: string | null;
}

export interface Exercise {
  title: string;
  points: number;
  hints: string[];
  texts: string[];
  questions: Question[];
}

export interface Sheet {
  title: string;
  student: string | null;
  /** Whether it is said which answers are right. */
  verdicts: boolean;
  /** Whether it is a handout, and no key. */
  handout: boolean;
  /** Whether exercises differ from student to student. */
  personal: boolean;
  /** Definitions that the questions are about. */
  given: string[];
  exercises: Exercise[];
  error?: undefined;
}

export interface Result {
  name: string;
  /** `read`: it can be read, and is not known to be right. */
  status: "right" | "partial" | "wrong" | "blank" | "unreadable" | "refused" | "stopped" | "out of time" | "read";
  remarks: string[];
  earned: number;
}

/** A request that a sheet answers; `answers` are names of questions with what was typed. */
interface OfSheet<K> {
  kind: K;
  text: string;
  student: string;
  answers?: [string, string][];
  seconds?: number;
}

// An editor for the language. Colours and completions come from the engine.
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { Compartment, EditorState, Prec, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap, placeholder, tooltips, type DecorationSet, type KeyBinding } from "@codemirror/view";
import type { Engine } from "./engine";
import type { Entry, Token } from "./protocol";

/** The marks of the engine: tokens, and places of errors. */
interface Marks {
  tokens: DecorationSet;
  errors: DecorationSet;
}

const coloured = StateEffect.define<DecorationSet>();
const underlined = StateEffect.define<DecorationSet>();

const marks = StateField.define<Marks>({
  create: () => ({ tokens: Decoration.none, errors: Decoration.none }),
  update(now, change) {
    let { tokens, errors } = now;
    if (change.docChanged) {
      tokens = tokens.map(change.changes);
      // What was changed is perhaps no error any more.
      errors = Decoration.none;
    }
    for (const effect of change.effects) {
      if (effect.is(coloured)) tokens = effect.value;
      if (effect.is(underlined)) errors = effect.value;
    }
    return { tokens, errors };
  },
  provide: (field) => [
    EditorView.decorations.from(field, (marks) => marks.tokens),
    EditorView.decorations.from(field, (marks) => marks.errors),
  ],
});

const theme = EditorView.theme({
  "&": { color: "var(--ink)", background: "none", fontSize: ".84rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code)", lineHeight: "1.6", fontVariantLigatures: "none", overflowX: "auto" },
  ".cm-content": { padding: ".52rem 0", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 .8rem" },
  ".cm-placeholder": { color: "var(--ink-3)" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "1.5px" },
  ".t-keyword": { color: "var(--accent)", fontWeight: "600" },
  ".t-left": { color: "var(--left)", fontWeight: "600" },
  ".t-right": { color: "var(--right)", fontWeight: "600" },
  ".t-name": { color: "var(--ink)" },
  ".t-call": { color: "var(--ink)", fontWeight: "600" },
  ".t-number": { color: "var(--warn)" },
  ".t-text": { color: "var(--both)" },
  ".t-faint": { color: "var(--ink-3)", fontStyle: "italic" },
  ".t-bad": { color: "var(--right)" },
  ".t-error": {
    textDecoration: "underline wavy var(--right-fill) 1.5px",
    textUnderlineOffset: "4px",
    textDecorationSkipInk: "none",
  },
  ".cm-tooltip": {
    background: "var(--surface)",
    border: "1px solid var(--line-2)",
    borderRadius: "var(--r-2)",
    boxShadow: "var(--shadow-2)",
    overflow: "hidden",
  },
  ".about-name": { padding: ".35rem .6rem", maxWidth: "26rem", fontFamily: "var(--text)", fontSize: ".8rem", color: "var(--ink-2)" },
  ".about-name code": { fontFamily: "var(--code)", color: "var(--ink)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--code)", fontSize: ".8rem", maxHeight: "10em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: ".2rem .6rem", color: "var(--ink)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--accent-wash)", color: "var(--ink)" },
  ".cm-completionDetail": { color: "var(--ink-2)", fontFamily: "var(--text)", fontStyle: "normal", marginLeft: "1rem" },
  ".cm-completionMatchedText": { textDecoration: "none", color: "var(--accent)" },
});

/** The decoration of a token; a name before a bracket is a call, and players have their colours. */
function decoration(text: string, [from, to, role]: Token) {
  const shown = text.slice(from, to);
  const kind =
    role === "name" && (shown === "left" || shown === "right") && /(^|[{;\n])\s*$/.test(text.slice(0, from))
      ? shown
      : role === "name" && text[to] === "("
        ? "call"
        : role;
  return Decoration.mark({ class: `t-${kind}` }).range(from, to);
}

export interface EditorOptions {
  engine: Engine;
  sheet: string;
  label: string;
  text: string;
  placeholder: string;
  /** What the worksheet has named, for completion. */
  own: () => Entry[];
  keys: KeyBinding[];
  changed: (text: string) => void;
  focused: () => void;
}

export class Editor {
  /** The element that contains it; what is in it has styles of its own. */
  readonly element: HTMLDivElement;
  readonly view: EditorView;
  /** What is loaded when the editor has the focus for the first time. */
  private readonly typing = new Compartment();
  private isEquipped = false;

  constructor(private readonly options: EditorOptions) {
    this.element = document.createElement("div");
    this.element.className = "in";
    // Styles in a shadow tree are not inline styles, which the policy of the page forbids.
    const root = this.element.attachShadow({ mode: "open" });
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({ doc: options.text, extensions: this.extensions() }),
    });
    void this.colour();
  }

  private extensions() {
    const { options } = this;
    return [
      Prec.highest(keymap.of(options.keys)),
      this.typing.of([]),
      EditorState.languageData.of(() => [{ closeBrackets: { brackets: ["(", "[", "{", '"'] }, commentTokens: { line: "//" } }]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": options.label, spellcheck: "false", autocapitalize: "off" }),
      tooltips({ position: "fixed" }),
      placeholder(options.placeholder),
      marks,
      theme,
      EditorView.updateListener.of((update) => {
        if (update.docChanged) {
          options.changed(this.text);
          void this.colour();
        }
        if (update.focusChanged && update.view.hasFocus) {
          options.focused();
          void this.equip();
        }
      }),
    ];
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  get hasFocus() {
    return this.view.hasFocus;
  }

  relabel(label: string) {
    this.view.contentDOM.setAttribute("aria-label", label);
  }

  /** Marks the places of errors. */
  underline(places: { from: number; to: number }[]) {
    const end = this.view.state.doc.length;
    const ranges = places
      // What is missing has no length; the character before it is shown.
      .map(({ from, to }) => ({ from: Math.min(from === to ? Math.max(from - 1, 0) : from, end), to: Math.min(Math.max(to, from), end) }))
      .filter(({ from, to }) => from < to)
      .map(({ from, to }) => Decoration.mark({ class: "t-error" }).range(from, to));
    this.view.dispatch({ effects: underlined.of(RangeSet.of(ranges, true)) });
  }

  /** Replaces a part of the text. */
  replace(from: number, to: number, insert: string) {
    this.view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } });
    this.focus();
  }

  insert(text: string) {
    const { from, to } = this.view.state.selection.main;
    this.replace(from, to, text);
  }

  focus() {
    this.view.focus();
  }

  private async equip() {
    if (this.isEquipped) return;
    this.isEquipped = true;
    const { typing } = await import("./typing");
    this.view.dispatch({
      effects: this.typing.reconfigure(
        typing(
          (context) => this.complete(context),
          (name) => this.options.engine.aside<"page">({ kind: "page", sheet: this.options.sheet, name }),
        ),
      ),
    });
  }

  /** Asks the engine for the tokens. What is typed meanwhile keeps the colours that it has. */
  private async colour() {
    const { text } = this;
    try {
      const tokens = await this.options.engine.aside<"highlight">({ kind: "highlight", text });
      if (text !== this.text) return;
      const ranges = tokens.filter(([from, to]) => from < to).map((token) => decoration(text, token));
      this.view.dispatch({ effects: coloured.of(RangeSet.of(ranges, true)) });
    } catch {
      // A text without colours is as good.
    }
  }

  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    const text = context.state.doc.toString();
    const typed = context.matchBefore(/\\[\p{L}\d-]*|[\p{L}_][\p{L}\d_]*/u);
    if (!typed || (typed.text.length < 2 && !context.explicit)) return null;
    const { engine, sheet } = this.options;
    const found = await engine.aside<"complete">({ kind: "complete", sheet, text, cursor: context.pos });
    const known: Completion[] = found.options.map((one) => ({
      label: one.name,
      detail: one.kind === "sign" ? (one.summary.split(/\s{2,}/).at(-1) ?? "") : first(one.summary),
      ...(one.kind === "sign" ? { filter: false } : {}),
    }));
    const prefix = text.slice(found.from, context.pos);
    const own = this.options.own().filter(({ name }) => name.startsWith(prefix));
    const mine: Completion[] = own.map((one) => ({ label: one.name, detail: first(one.summary), boost: 1 }));
    const names = new Set(own.map(({ name }) => name));
    const options = [...mine, ...known.filter(({ label }) => !names.has(label))];
    return options.length > 0 ? { from: found.from, options, filter: !prefix.startsWith("\\") } : null;
  }

  destroy() {
    this.view.destroy();
  }
}

function first(text: string) {
  return text.length > 60 ? `${text.slice(0, 58).trimEnd()}…` : text;
}

// What an editor needs only when one types into it: undo, brackets, completion, the keys. It is loaded then.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  currentCompletions,
  type CompletionSource,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { hoverTooltip, keymap, type EditorView } from "@codemirror/view";
import { h } from "./dom";
import type { Page } from "./protocol";

/** The name under a place of a text. */
function nameAt(view: EditorView, pos: number): { from: number; to: number; name: string } | null {
  const line = view.state.doc.lineAt(pos);
  for (const found of line.text.matchAll(/[\p{L}_][\p{L}\d_]*/gu)) {
    const from = line.from + found.index;
    if (from <= pos && pos <= from + found[0].length) return { from, to: from + found[0].length, name: found[0] };
  }
  return null;
}

/** Says of a name that is pointed at how it is called, and what it is. */
function pointed(page: (name: string) => Promise<Page | null>): Extension {
  return hoverTooltip(async (view, pos) => {
    const there = nameAt(view, pos);
    const found = there && (await page(there.name).catch(() => null));
    if (!there || !found) return null;
    const dom = h(
      "div",
      { class: "about-name" },
      h("code", {}, found.signature ?? found.name),
      h("div", {}, found.summary.replaceAll("`", "")),
    );
    return { pos: there.from, end: there.to, above: true, create: () => ({ dom }) };
  });
}

export function typing(complete: CompletionSource, page: (name: string) => Promise<Page | null>): Extension {
  return [
    pointed(page),
    history(),
    closeBrackets(),
    // Below the line is what it would answer.
    autocompletion({
      override: [complete],
      icons: false,
      activateOnTyping: true,
      aboveCursor: true,
      // Where there is no room above, the answer makes room: `few` and `many` names take less and more of it.
      tooltipClass: (state) => (currentCompletions(state).length > 2 ? "many" : "few"),
    }),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
  ];
}

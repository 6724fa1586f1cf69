// What an editor needs only when one types into it: undo, brackets, completion, the keys. It is loaded then.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionSource } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";

export function typing(complete: CompletionSource): Extension {
  return [
    history(),
    closeBrackets(),
    autocompletion({ override: [complete], icons: false, activateOnTyping: true }),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
  ];
}

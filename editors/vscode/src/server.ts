// The language server: `upstar lsp` over standard input and output, and what it is asked to do.
import { LanguageClient, RevealOutputChannelOn } from "vscode-languageclient/node";
import type { LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";
import type { Answer } from "./picture";

/** How the client introduces itself to the server: results are shown here. */
export const introduction = { messages: false };

/** How the server is started; it stops a computation after this many seconds. */
export function commandLine(seconds: number): string[] {
  return ["lsp", "--timeout", String(Math.min(3600, Math.max(1, Math.round(seconds))))];
}

/** Commands of the server whose answer is shown in the picture panel. */
const SHOWN = new Set(["upstar.draw", "upstar.explain"]);

/** The client of a server that is not started yet; answers with pictures and explanations go to `show`. */
export function client(program: string, seconds: number, show: (answer: Answer) => void): LanguageClient {
  // Without a `transport`, which would add a flag `--stdio`: standard input and output are what is used anyway.
  const run = { command: program, args: commandLine(seconds) };
  const server: ServerOptions = { run, debug: run };
  const options: LanguageClientOptions = {
    // Programs on the disk, and those that are not saved yet.
    documentSelector: [
      { scheme: "file", language: "upstar" },
      { scheme: "untitled", language: "upstar" },
    ],
    initializationOptions: introduction,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    middleware: {
      async executeCommand(command, args, next) {
        const answer = (await next(command, args)) as Answer | null | undefined;
        if (answer && SHOWN.has(command)) show(answer);
        return answer;
      },
    },
  };
  return new LanguageClient("upstar", "Upstar", server, options);
}

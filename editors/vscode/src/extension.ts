// The extension: its commands, and the language server while it is active.
import { execFile } from "node:child_process";
import { dirname } from "node:path";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { show } from "./panel";
import { findProgram, thisMachine } from "./program";
import { client } from "./server";

let server: LanguageClient | undefined;
let log: vscode.LogOutputChannel;
let context: vscode.ExtensionContext;

export async function activate(active: vscode.ExtensionContext): Promise<void> {
  context = active;
  log = vscode.window.createOutputChannel("Upstar", { log: true });
  const command = (name: string, run: () => Promise<void>) =>
    vscode.commands.registerCommand(name, () => run().catch(report));
  context.subscriptions.push(
    log,
    command("upstar.runFile", () => inTerminal("Run", [])),
    command("upstar.checkFile", () => inTerminal("Check", ["check"])),
    // The server has commands of its own, whose names end with the verb.
    command("upstar.drawValue", () => ask("upstar.draw")),
    command("upstar.explainValue", () => ask("upstar.explain")),
    command("upstar.showValues", () => ask("upstar.values")),
    command("upstar.restart", start),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("upstar.path") || change.affectsConfiguration("upstar.timeout")) void start().catch(report);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void start().catch(report)),
  );
  await start().catch(report);
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

function report(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  log.error(message);
  void vscode.window.showErrorMessage(`Upstar: ${message}`);
}

/** The program; without it the user is asked what to do, and there is nothing. */
function program(): string | undefined {
  const configured = vscode.workspace.getConfiguration("upstar").get("path", "upstar");
  const found = findProgram(configured, thisMachine());
  if (!found) void missing(configured);
  return found;
}

async function missing(configured: string): Promise<void> {
  const message = `The program \`${configured}\` is not found. Colours and snippets work without it; errors, values and pictures need it.`;
  const install = "How to Install";
  const choose = "Choose the Program";
  const chosen = await vscode.window.showErrorMessage(message, install, choose);
  if (chosen === install) {
    await vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.joinPath(context.extensionUri, "README.md"));
  }
  if (chosen === choose) {
    const [file] = (await vscode.window.showOpenDialog({ title: "The program upstar", canSelectMany: false })) ?? [];
    if (file) await vscode.workspace.getConfiguration("upstar").update("path", file.fsPath, vscode.ConfigurationTarget.Global);
  }
}

/** Starts the server, or starts it again. */
async function start(): Promise<void> {
  const old = server;
  server = undefined;
  await old?.stop().catch(() => {});
  const found = program();
  if (!found) return;
  log.info(`language server: ${found} lsp`);
  const next = client(found, seconds(), show);
  server = next;
  try {
    await next.start();
  } catch (error) {
    throw await reason(found, error);
  }
}

/** The editor whose program is meant. */
function editor(): vscode.TextEditor {
  const active = vscode.window.activeTextEditor;
  if (active?.document.languageId !== "upstar") throw new Error("open a .game file first");
  return active;
}

function seconds(): number {
  const limit = vscode.workspace.getConfiguration("upstar").get("timeout", 10);
  return Math.min(3600, Math.max(1, limit));
}

/** Runs the program on the file, in a terminal of its own. */
async function inTerminal(name: string, command: string[]): Promise<void> {
  const { document } = editor();
  if (document.isUntitled || document.isDirty) {
    if (!(await document.save())) return;
  }
  const found = program();
  const file = vscode.window.activeTextEditor?.document.uri.fsPath;
  if (!found || !file) return;
  const args = [...command, "--timeout", String(seconds()), "--", file];
  const run = new vscode.ProcessExecution(found, args, { cwd: dirname(file) });
  const scope = vscode.workspace.getWorkspaceFolder(document.uri) ?? vscode.TaskScope.Workspace;
  const task = new vscode.Task({ type: "process" }, scope, name, "Upstar", run);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, panel: vscode.TaskPanelKind.Shared, clear: true };
  await vscode.tasks.executeTask(task);
}

/** Asks the server about what is selected, or the statement at the cursor. */
async function ask(command: string, more: object = {}): Promise<void> {
  const { document, selection } = editor();
  if (!program()) return;
  if (!server?.isRunning()) throw new Error("the language server is not running");
  const { asRange, asPosition, asUri } = server.code2ProtocolConverter;
  const place = selection.isEmpty ? { position: asPosition(selection.active) } : { range: asRange(selection) };
  await vscode.commands.executeCommand(command, { uri: asUri(document.uri), ...place, ...more });
}

/** The newest version of the program that is not enough. */
const OLD = /^upstar 0\.[01]\./;

/** Why the server could not be started, as far as that can be found out. */
function reason(found: string, error: unknown): Promise<Error> {
  return new Promise((resolve) => {
    execFile(found, ["--version"], { timeout: 5000 }, (failed, out) => {
      const old = !failed && OLD.test(out);
      const words = old ? `${out.trim()} is too old: version 0.2.0 has a language server` : `${found} lsp does not start: ${String(error)}`;
      resolve(new Error(words));
    });
  });
}

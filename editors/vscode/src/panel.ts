// The picture panel: one for all editors, beside them.
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { page } from "./picture";
import type { Answer } from "./picture";

let panel: vscode.WebviewPanel | undefined;

/** Shows this in the panel, which stays where the user has put it. */
export function show(answer: Answer): void {
  if (!panel) {
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    panel = vscode.window.createWebviewPanel("upstar.picture", "Upstar", column, { enableScripts: false, localResourceRoots: [] });
    panel.onDidDispose(() => { panel = undefined; });
  } else if (!panel.visible) {
    panel.reveal(undefined, true);
  }
  panel.webview.html = page(answer, randomBytes(16).toString("hex"));
}

// The page of the picture panel: no scripts, nothing from elsewhere, in the colours of the editor.

/** A step of an explanation; `null` stands for steps that are left out. */
export type Step = { says: string; because: Step[] } | { table: string[][] } | null;

/** A value as the program gives it to others (the book, "Values for other programs"). */
export interface Value {
  kind: string;
  text: string;
  svg?: string;
  data?: unknown;
}

export interface Fault {
  code: string;
  message: string;
  notes?: string[];
  helps?: string[];
}

/** What the server answers to commands (the book, "Editors"). */
export interface Answer {
  values?: { input: string | null; value: Value }[];
  errors?: Fault[];
}

const STYLE = `
body { padding: 1rem; color: var(--vscode-editor-foreground); background: var(--vscode-editor-background); }
h1 { font: 600 1em var(--vscode-editor-font-family, monospace); white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 1rem 0; overflow: auto; }
svg { max-width: 100%; height: auto; }
pre, td { font-family: var(--vscode-editor-font-family, monospace); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
td { padding: .1rem .6rem .1rem 0; }
.fault { color: var(--vscode-errorForeground); }
.f-paper { fill: var(--vscode-editor-background); }
.s-paper { stroke: var(--vscode-editor-background); }
`;

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

/** The picture without its own style, and that style for dark editors. */
export function split(svg: string): { svg: string; style: string } {
  const own = /<style>\s*@media \(prefers-color-scheme:dark\)\{([\s\S]*?\})\}\s*<\/style>/.exec(svg);
  const bare = svg.replace(/<style>[\s\S]*?<\/style>/g, "");
  const rules = (own?.[1] ?? "").match(/[^{}]+\{[^{}]*\}/g) ?? [];
  // The ink of the paper is the colour of the editor.
  const dark = rules.map((rule) => rule.trim()).filter((rule) => !/^\.[fs]-paper\b/.test(rule));
  const selectors = ["body.vscode-dark", "body.vscode-high-contrast:not(.vscode-high-contrast-light)"];
  return { svg: bare, style: selectors.flatMap((one) => dark.map((rule) => `${one} ${rule}`)).join("\n") };
}

function steps(list: Step[]): string {
  const items = list.map((step) => {
    if (step === null) return "<li>…</li>";
    if ("table" in step) {
      const rows = step.table.map((row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join("")}</tr>`);
      return `<li><table>${rows.join("")}</table></li>`;
    }
    return `<li>${escape(step.says)}${step.because.length > 0 ? steps(step.because) : ""}</li>`;
  });
  return `<ul>${items.join("")}</ul>`;
}

function explanation(value: Value): string | undefined {
  if (value.kind !== "explanation" || typeof value.data !== "object" || value.data === null) return undefined;
  const { title, steps: list } = value.data as { title?: unknown; steps?: unknown };
  if (typeof title !== "string" || !Array.isArray(list)) return undefined;
  return `<h1>${escape(title)}</h1>${steps(list as Step[])}`;
}

function fault(found: Fault): string {
  const more = [...(found.notes ?? []).map((note) => `Note: ${note}`), ...(found.helps ?? []).map((help) => `Help: ${help}`)];
  return `<p class="fault">${escape(found.code)}: ${escape(found.message)}</p>` + more.map((one) => `<p>${escape(one)}</p>`).join("");
}

/** The page; `nonce` is a new random word each time. */
export function page(answer: Answer, nonce: string): string {
  const styles = [STYLE];
  const parts = (answer.values ?? []).map(({ input, value }) => {
    const title = input ? `<h1>${escape(input)}</h1>` : "";
    const explained = explanation(value);
    if (explained) return explained;
    if (!value.svg) return `${title}<pre>${escape(value.text)}</pre>`;
    const { svg, style } = split(value.svg);
    styles.push(style);
    const caption = value.text.length > 400 ? "" : `<figcaption><pre>${escape(value.text)}</pre></figcaption>`;
    return `${title}<figure role="img" aria-label="${escape(value.text.slice(0, 400))}">${svg}${caption}</figure>`;
  });
  const faults = (answer.errors ?? []).map(fault);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Upstar</title>
<style nonce="${nonce}">${styles.join("\n")}</style>
</head>
<body>
${[...parts, ...faults].join("\n")}
</body>
</html>`;
}

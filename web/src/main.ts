// The worksheet page.
import { add, button, download, h, say } from "./dom";
import { begin, build, newEngine, onUndo, shareDialog } from "./shell";
import { choose, dialog, help } from "./worksheet/dialogs";
import { Library } from "./worksheet/library";
import type { Notation } from "./worksheet/output";
import { address, code, current, dropKept, greeting, kept, KEY, MOST_IN_LINK, read, sheet, untouched, whole, words, type Cell, type Sheet } from "./worksheet/sheet";
import { Tutorial } from "./worksheet/tutorial";
import { Worksheet } from "./worksheet/worksheet";

const EXAMPLES = import.meta.glob<string>("../../examples/*.game", { query: "?raw", import: "default" });
/** Longer files are no worksheets. */
const LONGEST_FILE = 1_000_000;
/** A cell of a worksheet that came by a link runs by itself for at most so many seconds. */
const SECONDS_OF_GUESTS = 2;

/** The state of an entry of the history. */
type State = { isOwn: true } | null;

/** The worksheet of the address of this page. */
const readAddress = () => read(location.hash, (history.state as State)?.isOwn === true);

async function page() {
  const engine = newEngine();

  let open: Worksheet;
  const title = h("input", { class: "name", "aria-label": "Title of the worksheet", maxlength: 200, input: () => open.rename(title.value) });
  const state = h("span", { class: "muted small" });
  const banner = h("div", { class: "banner", role: "region", "aria-label": "Where this worksheet comes from", hidden: true });
  const place = h("div", {});
  const undo = button("Undo", { icon: "undo", label: "Undo the last change of cells" }, () => open.undo());
  const redo = button("", { icon: "redo", kind: "icon", label: "Do again what was undone" }, () => open.redo());
  const stop = button("Stop", { icon: "stop", kind: "line" }, () => open.stopAll());
  const run = button("Run all", { icon: "run", kind: "main" }, () => void open.runAll().then(refresh));
  const page = (name: string) => help(engine, open.sheet.id, (text) => open.offer(text), name);
  const library = new Library(engine, (entry) => open.offer(entry.examples?.[0] ?? `${entry.name}(`), page);
  const tutorial = new Tutorial(engine, () => open.sheet.id, (text) => open.offer(text));
  const file = h("input", { type: "file", accept: ".game,.txt,text/plain", class: "sr", tabindex: -1, "aria-label": "A file to open", change: () => void chosen() });

  function refresh() {
    state.textContent = open.isKept ? "saved in this browser" : "too large to be saved in this browser";
    undo.disabled = open.undoable === undefined;
    redo.disabled = open.redoable === undefined;
    redo.title = open.redoable === undefined ? "" : `Redo: ${open.redoable}`;
    undo.title = open.undoable === undefined ? "" : `Undo: ${open.undoable}`;
    stop.hidden = !open.runs;
    run.hidden = open.runs;
    void locate();
  }

  /** Whether what is open has no entry of the history yet. */
  let isNew = false;

  /** Makes the address say what is open. */
  async function locate() {
    const { sheet } = open;
    const hash = await address(sheet, open.isKept);
    if (open.sheet !== sheet) return;
    // A worksheet that is named by its key is there: if it cannot be kept, this is asked again and the address says all of it.
    if (hash.startsWith("#key=") && !kept().some(({ id }) => id === sheet.id)) return open.keepNow();
    // A worksheet that cannot be kept is the reader's own also after a reload.
    const state: State = open.isKept || sheet.isUntouched ? null : { isOwn: true };
    if (isNew) history.pushState(state, "", hash);
    else if (location.hash !== hash || (history.state as State)?.isOwn !== state?.isOwn) history.replaceState(state, "", hash);
    isNew = false;
  }

  /** Opens a worksheet that the reader has chosen: Back leads to the one before. */
  function go(next: Sheet) {
    isNew = true;
    show(next);
    open.keepNow();
  }

  function show(next: Sheet) {
    open?.close();
    banner.hidden = !next.isGuest;
    open = new Worksheet(next, engine, { page, changed: refresh, before: () => tutorial.prepare(), after: (reply) => tutorial.follow(reply) });
    open.show(notation());
    title.value = next.title;
    document.title = `${next.title} · Upstar`;
    place.replaceChildren(open.element);
    refresh();
  }

  /* Opening */

  async function ofProgram(name: string, text: string, make = sheet): Promise<Sheet> {
    const pieces = await engine.aside<"pieces">({ kind: "pieces", text });
    const cells: Cell[] = pieces.map((piece) => (piece.kind === "text" ? words(piece.text) : code(piece.text)));
    return make(name, [...cells, code()]);
  }

  async function chosen() {
    const files = [...(file.files ?? [])];
    file.value = "";
    for (const one of files) {
      if (one.size > LONGEST_FILE) {
        dialog("This file is too long", h("p", {}, `${one.name} has ${one.size.toLocaleString("en")} bytes. A worksheet has at most a million.`));
        return;
      }
      const text = await one.text();
      await engine.lend(one.name, text);
      go(await ofProgram(one.name.replace(/\.(game|txt)$/, ""), text));
      say(`${one.name} is open. Nothing has run yet.`);
    }
  }

  const word = (path: string) => path.split("/").at(-1)!.replace(".game", "").replaceAll("_", " ").replace(/^./, (c) => c.toUpperCase());

  function examples() {
    return Object.entries(EXAMPLES).map(([path, load]) => ({
      title: word(path),
      about: `${path.split("/").at(-1)}`,
      choose: () => void load().then(async (text) => go(await ofProgram(word(path), text, untouched))),
    }));
  }

  function openDialog() {
    const own = kept().filter(({ id }) => id !== open.sheet.id);
    const window = choose(
      "Open a worksheet",
      [
        {
          title: "In this browser",
          choices: own.map((one) => ({
            title: one.title || "Without a title",
            about: `${one.cells.length} cells, ${new Date(one.changed).toLocaleDateString()}`,
            choose: () => go(one),
            remove: () => dropKept(one.id),
          })),
        },
        { title: "Examples", choices: examples() },
      ],
      h("p", { class: "row" },
        button("A file …", { icon: "open", kind: "line" }, () => (window.close(), file.click())),
        button("A new worksheet", { icon: "plus", kind: "line" }, () => {
          window.close();
          go(sheet("Worksheet", [code()]));
          open.focus();
        })),
    );
  }

  function save() {
    const name = title.value.trim().replace(/[^\p{L}\p{N}._-]+/gu, "_") || "worksheet";
    download(`${name}.game`, open.program());
  }

  async function share() {
    const hash = await whole(open.sheet);
    if (new URL(hash, location.href).href.length > MOST_IN_LINK) {
      dialog("Too long for a link", h("p", {}, "Programs that pass on addresses cut off long ones. Save the worksheet as a file and send that."));
      return;
    }
    await shareDialog("Share this worksheet", "The link contains all cells. Whoever opens it sees them with their answers.", hash);
  }

  /* The page */

  const notations: [Notation, string, string][] = [["text", "Angles", "⟨1|0⟩"], ["braces", "Braces", "{1|0}"], ["ascii", "ASCII", "<1|0>"], ["latex", "LaTeX", ""]];
  const notation = () => (localStorage.getItem("upstar.notation") ?? "text") as Notation;

  function segments() {
    const label = ([value, text, example]: [Notation, string, string]) => {
      const input = h("input", { class: "sr", type: "radio", name: "notation", value, checked: notation() === value });
      input.addEventListener("change", () => {
        localStorage.setItem("upstar.notation", value);
        open.show(value);
      });
      return h("label", {}, input, text, example && h("span", { class: "muted" }, example));
    };
    return h("span", { class: "seg", role: "radiogroup", "aria-label": "Notation" }, ...notations.map(label));
  }

  build(
    "worksheet",
    engine,
    () => help(engine, open.sheet.id, (text) => open.offer(text)),
    h("div", { class: "bar", role: "toolbar", "aria-label": "Worksheet" },
        button("Open", { icon: "open" }, openDialog),
        button("Save", { icon: "save", title: "Save as a .game file" }, save),
        button("Share link", { icon: "link" }, () => void share()),
        button("Examples", { icon: "down" }, () => choose("Examples", [{ title: "Programs", choices: examples() }])),
        button("Tutorial", { icon: "book" }, () => void tutorial.begin()),
        undo,
        redo,
        h("span", { class: "sep" }),
        state,
        h("span", { class: "end" }, segments(), stop, run)),
      file,
      h("div", { class: "ws" },
        h("div", { class: "sheet" },
          h("h1", { class: "sr" }, "Worksheet"),
          title,
          banner,
          tutorial.element,
          place,
          h("div", { class: "add" },
            button("Cell", { icon: "plus", kind: "line sm" }, () => open.add(code())),
            button("Text", { icon: "plus", kind: "sm" }, () => open.addWords()),
            h("span", { class: "small muted keys" }, h("kbd", {}, "Shift"), " ", h("kbd", {}, "Enter"), " runs a cell"))),
        library.element),
  );
  add(banner, h("span", {}, "This worksheet came by a link. A cell that takes longer than two seconds waits for you."), button("Run all", { kind: "line sm", icon: "run" }, () => {
    banner.hidden = true;
    void open.runAll().then(refresh);
  }));

  onUndo(() => open.undo(), () => open.redo());
  window.addEventListener("pagehide", () => open.keepNow());
  // Another tab has written.
  window.addEventListener("storage", ({ key }) => {
    if (key !== KEY) return;
    open.heard();
    title.value = open.sheet.title;
  });
  window.addEventListener("popstate", () => void arrive().then((isGuest) => (isGuest ? runGuest() : undefined)));

  /** Opens the worksheet of the address, if it has one. Says whether it came by a link and is not kept here. */
  async function arrive(): Promise<boolean> {
    isNew = false;
    const found = await readAddress();
    if (found && found.id !== open.sheet.id) show(found);
    if (found === undefined) {
      dialog("This link is broken", h("p", {}, "It does not contain a worksheet, or names one that is not in this browser. Perhaps it was cut off on its way."));
      await locate();
    }
    return found?.isGuest ?? false;
  }

  /** Runs what came by a link: what takes longer waits for the reader. */
  async function runGuest() {
    await open.runAll(SECONDS_OF_GUESTS);
    refresh();
  }

  const isFirst = !current();
  const said = await readAddress();
  show(said ?? current() ?? greeting());
  if (said === undefined) await arrive();
  const isGuest = said?.isGuest ?? false;
  begin(engine, () => {
    void library.load();
    // The first visit shows answers.
    if (isGuest) void runGuest();
    else if (isFirst) void open.runAll().then(refresh);
  });
}

await page();

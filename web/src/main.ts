// The worksheet page.
import { add, button, download, h, remember, say } from "./dom";
import { begin, build, newEngine, onUndo, shareDialog } from "./shell";
import { choose, dialog, help, textOf } from "./worksheet/dialogs";
import { Library } from "./worksheet/library";
import type { Notation } from "./worksheet/output";
import { drop, kept, lay, surroundings } from "./study/browser";
import { Keeper } from "./study/keeper";
import { walks } from "./study/page";
import { code, greeting, MOST_IN_LINK, sheet, SHEETS, untouched, words, type Cell, type Sheet } from "./worksheet/sheet";
import { Tutorial } from "./worksheet/tutorial";
import { Worksheet } from "./worksheet/worksheet";

const EXAMPLES = import.meta.glob<string>("../../examples/*.game", { query: "?raw", import: "default" });
/** Longer files are no worksheets. */
const LONGEST_FILE = 1_000_000;
/** A cell of a worksheet that came by a link runs by itself for at most so many seconds. */
const SECONDS_OF_GUESTS = 2;

/** So many worksheets are kept that the reader has not made. */
const MOST_UNTOUCHED = 20;

/** Moves worksheets that an earlier version of this page has kept to where they are kept now. */
async function migrate() {
  const before = JSON.parse(localStorage.getItem("upstar.sheets") ?? "[]") as unknown[];
  for (const one of before.flatMap((data) => SHEETS.fromData(data) ?? [])) await lay(SHEETS, one, one.changed);
  localStorage.removeItem("upstar.sheets");
}

async function page() {
  const engine = newEngine();
  await migrate().catch(() => {});
  const keeper = new Keeper(surroundings(SHEETS), SHEETS, "worksheet", greeting());
  const came = await keeper.begin(greeting);

  let open: Worksheet;
  const title = h("input", {
    class: "name",
    "aria-label": "Title of the worksheet",
    maxlength: 200,
    input: () => open.rename(title.value),
  });
  const state = h("span", { class: "muted small" });
  const banner = h("div", { class: "banner", role: "region", "aria-label": "Where this worksheet comes from", hidden: true });
  const place = h("div", {});
  const undo = button("Undo", { icon: "undo", kind: "undo", label: "Undo the last change of cells" }, () => open.undo());
  const redo = button("", { icon: "redo", kind: "icon undo", label: "Do again what was undone" }, () => open.redo());
  const stop = button("Stop", { icon: "stop", kind: "line" }, () => open.stopAll());
  const run = button("Run all", { icon: "run", kind: "main" }, () => void open.runAll().then(refresh));
  const page = (name: string) => help(engine, open.sheet.id, (text) => open.offer(text), name);
  const library = new Library(engine, (entry) => open.offer(entry.examples?.[0] ?? `${entry.name}(`), page);
  const tutorial = new Tutorial(
    engine,
    () => open.sheet.id,
    (text) => open.offer(text),
  );
  const file = h("input", {
    type: "file",
    accept: ".game,.txt,text/plain",
    class: "sr",
    tabindex: -1,
    "aria-label": "A file to open",
    change: () => void chosen(),
  });

  function refresh() {
    state.textContent = keeper.isKept ? "saved in this browser" : "too large to be saved in this browser";
    undo.disabled = open.undoable === undefined;
    redo.disabled = open.redoable === undefined;
    redo.title = open.redoable === undefined ? "" : `Redo: ${open.redoable}`;
    undo.title = open.undoable === undefined ? "" : `Undo: ${open.undoable}`;
    stop.hidden = !open.runs;
    run.hidden = open.runs;
  }

  /** Opens a worksheet that the reader has chosen: Back leads to the one before. */
  function go(next: Sheet) {
    keeper.open(next);
    void tidy();
  }

  /** Drops worksheets that can be opened again, those first that were not changed for longest. */
  async function tidy() {
    const others = (await kept(SHEETS)).filter(({ work }) => work.isUntouched && work.id !== keeper.work.id);
    for (const { work } of others.slice(MOST_UNTOUCHED)) await drop(SHEETS, work.id);
  }

  /** Shows the worksheet that is open. */
  function show() {
    const { work } = keeper;
    open?.close();
    banner.hidden = !work.isGuest;
    open = new Worksheet(keeper, engine, {
      page,
      changed: refresh,
      before: () => tutorial.prepare(),
      after: (reply) => tutorial.follow(reply),
    });
    open.show(notation());
    title.value = work.title;
    document.title = `${work.title} · Upstar`;
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
      const text = await textOf(one, LONGEST_FILE);
      if (text === null) return;
      await engine.lend(one.name, text);
      go(await ofProgram(one.name.replace(/\.(game|txt)$/, ""), text));
      say(`${one.name} is open. Nothing has run yet.`);
    }
  }

  const word = (path: string) =>
    path
      .split("/")
      .at(-1)!
      .replace(".game", "")
      .replaceAll("_", " ")
      .replace(/^./, (c) => c.toUpperCase());

  /** The programs of the examples, as cards: what draws them is loaded with them. */
  async function examples() {
    const { examplesDialog } = await import("./worksheet/examples");
    const all = Object.entries(EXAMPLES).map(([path, load]) => ({ title: word(path), load }));
    examplesDialog(engine, all, ({ title }, text) => void ofProgram(title, text, untouched).then(go));
  }

  async function openDialog() {
    const own = (await kept(SHEETS)).filter(({ work }) => work.id !== open.sheet.id);
    const window = choose(
      "Open a worksheet",
      [
        {
          title: "In this browser",
          choices: own.map(({ work }) => ({
            title: work.title || "Without a title",
            about: `${work.cells.length} cells, ${new Date(work.changed).toLocaleDateString()}`,
            choose: () => go(work),
            remove: () => void drop(SHEETS, work.id),
            restore: () => void lay(SHEETS, work, work.changed),
          })),
        },
      ],
      h(
        "p",
        { class: "row" },
        button("A file …", { icon: "open", kind: "line" }, () => (window.close(), file.click())),
        button("An example …", { icon: "book", kind: "line" }, () => (window.close(), void examples())),
        button("A new worksheet", { icon: "plus", kind: "line" }, () => {
          window.close();
          go(sheet("Worksheet", [code()]));
          open.focus();
        }),
      ),
    );
  }

  function save() {
    const name = title.value.trim().replace(/[^\p{L}\p{N}._-]+/gu, "_") || "worksheet";
    download(`${name}.game`, open.program());
  }

  async function share() {
    const hash = await keeper.link();
    if (new URL(hash, location.href).href.length > MOST_IN_LINK) {
      dialog(
        "Too long for a link",
        h("p", {}, "Programs that pass on addresses cut off long ones. Save the worksheet as a file and send that."),
      );
      return;
    }
    await shareDialog("Share this worksheet", "The link contains all cells. Whoever opens it sees them with their answers.", hash);
  }

  /* The page */

  /** Each with its words, an example, and on a phone a sign. */
  const notations: [Notation, string, string, string][] = [
    ["text", "Angles", "⟨1|0⟩", "⟨ ⟩"],
    ["braces", "Braces", "{1|0}", "{ }"],
    ["ascii", "ASCII", "<1|0>", "< >"],
    ["latex", "LaTeX", "", "TeX"],
  ];
  const notation = () => (localStorage.getItem("upstar.notation") ?? "text") as Notation;

  function segments() {
    const label = ([value, text, example, sign]: (typeof notations)[number]) => {
      const input = h("input", { class: "sr", type: "radio", name: "notation", value, checked: notation() === value });
      input.addEventListener("change", () => {
        remember("upstar.notation", value);
        open.show(value);
      });
      return h(
        "label",
        {},
        input,
        h("span", { class: "word" }, text),
        h("span", { class: "sign", "aria-hidden": "true" }, sign),
        example && h("span", { class: "muted" }, example),
      );
    };
    return h("span", { class: "seg", role: "radiogroup", "aria-label": "Notation" }, ...notations.map(label));
  }

  build(
    "worksheet",
    engine,
    () => help(engine, open.sheet.id, (text) => open.offer(text)),
    h(
      "div",
      { class: "bar", role: "toolbar", "aria-label": "Worksheet" },
      button("Open", { icon: "open", kind: "brief" }, () => void openDialog()),
      button("Save", { icon: "save", kind: "brief", title: "Save as a .game file" }, save),
      button("Share link", { icon: "link", kind: "brief" }, () => void share()),
      button("Examples", { icon: "down", kind: "after" }, () => void examples()),
      button("Tutorial", { icon: "book", kind: "after" }, () => void tutorial.begin()),
      undo,
      redo,
      h("span", { class: "sep" }),
      state,
      h("span", { class: "end" }, segments(), stop, run),
    ),
    file,
    h(
      "div",
      { class: "ws" },
      h(
        "div",
        { class: "sheet" },
        h("h1", { class: "sr" }, "Worksheet"),
        title,
        banner,
        tutorial.element,
        place,
        h(
          "div",
          { class: "add" },
          button("Cell", { icon: "plus", kind: "line sm" }, () => open.add(code())),
          button("Text", { icon: "plus", kind: "sm" }, () => open.addWords()),
          h("span", { class: "small muted keys" }, h("kbd", {}, "Shift"), " ", h("kbd", {}, "Enter"), " runs a cell"),
        ),
      ),
      library.element,
    ),
  );
  add(
    banner,
    h("span", {}, "This worksheet came by a link. A cell that takes longer than two seconds waits for you."),
    button("Run all", { kind: "line sm", icon: "run" }, () => {
      banner.hidden = true;
      void open.runAll().then(refresh);
    }),
  );

  onUndo(
    () => open.undo(),
    () => open.redo(),
  );
  window.addEventListener("pagehide", () => keeper.flush());
  keeper.hear((change) => {
    if (change === "joined") {
      open.joined();
      title.value = open.sheet.title;
    }
    if (change !== "walked") return refresh();
    const isOther = keeper.work.id !== open.sheet.id;
    if (isOther) show();
    if (isOther && keeper.work.isGuest) void runGuest();
  });

  /** Runs what came by a link: what takes longer waits for the reader. */
  async function runGuest() {
    await open.runAll(SECONDS_OF_GUESTS);
    refresh();
  }

  show();
  walks(keeper, came, "worksheet");
  begin(engine, () => {
    void library.load();
    // The first visit shows answers.
    if (keeper.work.isGuest) void runGuest();
    else if (came === "new") void open.runAll().then(refresh);
  });
}

await page();

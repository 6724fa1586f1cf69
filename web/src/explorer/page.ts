// The page of the explorer: what is explored, by typing, from the library, from other pages and by links.
import { button, h, say, set } from "../dom";
import { Ended } from "../engine";
import type { Diagnostic, Found } from "../protocol";
import { begin, build, helpOnly, newEngine, shareDialog } from "../shell";
import { byKey } from "../study/keeper";
import { drop, kept, lay } from "../study/browser";
import { STUDIES } from "../study/desk";
import { atDesk, definer } from "../study/page";
import { begin as beginStudy, path, root } from "../study/study";
import { libraryDialog, meant } from "../worksheet/library";
import { diagnostic } from "../worksheet/output";
import { Explorer, type Answerer, type Question, type Refused } from "./element";
import { nodeName } from "./line";

const SHEET = "explorer";
/** What is shown to those who come for the first time. */
const FIRST = `Domineering("....|....|#..#|####")`;

const tooDeep: Diagnostic = {
  severity: "error",
  code: "G0504",
  message: "this goes deeper than a browser allows",
  places: [],
  notes: [],
  helps: [],
};

async function page() {
  const engine = newEngine();
  const answerer: Answerer = {
    async ask(question: Question) {
      try {
        return (await engine.compute({ ...question, sheet: SHEET } as never)) as Found<unknown>;
      } catch (why) {
        if (why instanceof Ended) return why.why === "stopped" ? null : { error: tooDeep, restart: true };
        throw why;
      }
    },
    stop: () => engine.stop(),
    steps: () => engine.steps,
  };
  const explorer = new Explorer();
  explorer.connect(answerer, (code) => helpOnly(engine, SHEET, code));
  const input = h("input", {
    type: "text",
    name: "position",
    "aria-label": "Position or game",
    spellcheck: "false",
    autocapitalize: "off",
    placeholder: 'Clobber("xo|ox") + <1|-1>',
  });
  const trouble = h("div", { class: "trouble", role: "alert", hidden: true });
  const { desk, came } = await atDesk("explorer", (id) => beginStudy(id, FIRST));

  explorer.addEventListener("moved", () => {
    trouble.hidden = true;
    input.value = explorer.text;
    document.title = `${nodeName(root(desk.study))} · Upstar`;
    say(`Position ${explorer.text}`);
  });
  explorer.addEventListener("refused", (event) => {
    const { detail } = event as CustomEvent<Refused>;
    trouble.hidden = false;
    set(
      trouble,
      diagnostic(detail, (code) => helpOnly(engine, SHEET, code), detail.text, detail.again),
    );
  });

  const define = definer(engine, SHEET);
  desk.hear(() => define(desk.study));

  const form = h(
    "form",
    {
      class: "typed",
      submit: (event: Event) => {
        event.preventDefault();
        const { definitions } = desk.study;
        // The reader's own rules go before those of the library.
        const isOwn = definitions.some(({ text }) => text.includes(`game ${input.value.trim()}(`));
        if (isOwn) void explorer.start(input.value, definitions);
        else void meant(engine, input.value).then((text) => explorer.start(text, definitions));
      },
    },
    input,
    h("button", { type: "submit", class: "btn main" }, "Explore"),
  );

  /** The studies of this browser and the rulesets of the library, to begin with. */
  async function library() {
    const studies = (await kept(STUDIES)).filter(({ work: { study } }) => study.id !== desk.study.id && study.nodes.size > 1).slice(0, 30);
    const lists = [
      {
        title: "Studies in this browser",
        choices: studies.map(({ work, changed }) => ({
          title: nodeName(root(work.study)),
          about: `${work.study.nodes.size} positions, ${new Date(changed).toLocaleDateString()}`,
          choose: () => desk.open(work),
          remove: () => void drop(STUDIES, work.study.id),
          restore: () => void lay(STUDIES, work, changed),
        })),
      },
    ];
    await libraryDialog(
      engine,
      { title: "Explore", words: "Click a ruleset to explore an example.", lists },
      (name) => helpOnly(engine, SHEET, name),
      (text) => void explorer.start(text, []),
    );
  }

  async function play() {
    const { match } = desk.study;
    const isPlayed = match.value && path(desk.study, desk.at.id).some(({ id }) => id === match.value!.from);
    if (!isPlayed) desk.match({ from: desk.at.id, first: "Left", machine: "Right" });
    await desk.kept();
    location.assign(`play.html${byKey(desk.study.id, desk.at.id)}`);
  }

  build(
    "explorer",
    engine,
    () => helpOnly(engine, SHEET),
    h("h1", { class: "sr" }, "Explorer"),
    h(
      "div",
      { class: "bar", role: "toolbar", "aria-label": "Explorer" },
      form,
      button("Library", { icon: "down" }, () => void library()),
      h(
        "span",
        { class: "end" },
        button("Play from here", { icon: "stones", kind: "line" }, () => void play()),
        button(
          "Share link",
          { icon: "link" },
          () =>
            void shareDialog(
              "Share this study",
              "The link contains the position, all moves and branches, and the definitions of its ruleset.",
              desk.link(),
            ),
        ),
      ),
    ),
    trouble,
    explorer,
  );
  begin(engine, () => {
    define(desk.study);
    void explorer.open(desk, came === "by address");
  });
}

await page();

// The page of exercises: a sheet as a form. Answers are typed, judged one by one, and kept in this browser.
import { bar, button, download, h, icon, keepFocus, say, set } from "../dom";
import { Ended } from "../engine";
import { packed, unpacked } from "../links";
import { picture } from "../picture";
import type { Diagnostic, Exercise, Question, Result, Sheet } from "../protocol";
import { begin, build, helpOnly, newEngine, shareDialog } from "../shell";
import { surroundings } from "../study/browser";
import { Keeper } from "../study/keeper";
import { walks } from "../study/page";
import { choose, dialog, textOf } from "../worksheet/dialogs";
import { outcomeWords } from "../values";
import { asSentence, prose } from "../worksheet/output";
import { clickable } from "./moves";
import { howTo, whyWrong } from "./words";
import { ANSWERS, keyOf, work as fresh, type Work } from "./work";

const SHEETS = import.meta.glob<string>("../../../examples/exercises/*.game", { query: "?raw", import: "default" });
const KEYS = import.meta.glob<string>("../../../examples/sheets/*.game", { query: "?raw", import: "default" });
/** Where an earlier version of this page has kept answers. */
const EARLIER = "upstar.answers.";
/** Longer files are no sheets. */
const LONGEST_FILE = 300_000;
/** An answer is judged for at most so many seconds. */
const SECONDS = 20;

/** Builds the page and answers its readers. */
async function start() {
  const engine = newEngine();
  const first = fresh("canonical_forms.game", await SHEETS["../../../examples/exercises/canonical_forms.game"]!());
  const keeper = new Keeper(surroundings(ANSWERS), ANSWERS, "exercises", first);
  let work = keeper.work;
  let sheet: Sheet = { title: "", student: null, verdicts: true, handout: false, personal: false, given: [], exercises: [] };
  const rail = h("aside", { class: "rail", "aria-label": "Progress" });
  const questions = h("div", {});
  const banner = h("div", { class: "banner", role: "region", "aria-label": "Where this sheet comes from", hidden: true });
  const file = h("input", {
    type: "file",
    accept: ".game,.txt,text/plain",
    class: "sr",
    tabindex: -1,
    "aria-label": "A sheet to open",
    change: () => void chosen(),
  });

  function unreadable(error: Diagnostic) {
    dialog(
      "This sheet cannot be read",
      h("p", {}, ...asSentence(error.message)),
      ...error.helps.map((one) => h("p", {}, ...asSentence(one))),
    );
  }

  /** How many sheets were opened: only the last one is shown. */
  let opened = 0;

  /** Opens a sheet with what was typed into it before: Back leads to the one before. */
  async function open(name: string, text: string) {
    banner.hidden = true;
    await show({ ...((await keeper.find(keyOf(name))) ?? earlier(name)), name, text });
  }

  /** What an earlier version of this page has kept. */
  function earlier(name: string): Work {
    const { answers = {}, student = "" } = JSON.parse(localStorage.getItem(EARLIER + name) ?? "{}") as {
      answers?: Record<string, string>;
      student?: string;
    };
    const typed = Object.entries(answers).map(([question, value]) => [question, { value, at: 1 }] as const);
    return { ...fresh(name, ""), answers: Object.fromEntries(typed), student: { value: student, at: student === "" ? 0 : 1 } };
  }

  /** Reads a sheet, and shows it with its answers. */
  async function show(next: Work) {
    const turn = ++opened;
    const form = await engine.aside<"sheet">({ kind: "sheet", text: next.text, student: next.student.value, seconds: SECONDS });
    if (turn !== opened) return;
    if (form.error) return unreadable(form.error);
    sheet = { ...form, title: form.title || word(next.name) };
    const filled = form.exercises
      .flatMap((one) => one.questions)
      .flatMap((one) => (one.answer === null ? [] : [[one.name, { value: one.answer, at: 0 }] as const]));
    const student = next.student.value === "" && form.student ? { value: form.student, at: 0 } : next.student;
    work = { ...next, student, answers: { ...Object.fromEntries(filled), ...next.answers } };
    if (keyOf(work.name) === keyOf(keeper.work.name)) keeper.change(work);
    else keeper.open(work);
    document.title = `${sheet.title} · Upstar`;
    draw();
    say(`${sheet.title}, ${sheet.exercises.length} exercises`);
  }

  keeper.hear((change) => {
    if (keeper.work === work) return;
    if (change === "walked") return void show(keeper.work);
    const before = work;
    work = keeper.work;
    if (work.student.value !== before.student.value && sheet.personal) return void show(work);
    for (const [name, answer] of Object.entries(work.answers)) if (answer !== before.answers[name]) rows.get(name)?.();
    drawRail();
  });

  const typed = (question: Question) => work.answers[question.name]?.value.trim() ?? "";
  const resultOf = (question: Question) => (typed(question) === "" ? undefined : work.answers[question.name]?.result);
  const isRight = (question: Question) => resultOf(question)?.status === "right";
  /** Draws the row of a question anew, by its name. */
  const rows = new Map<string, () => void>();

  /** What an exercise has earned. */
  function earned({ questions, points }: Exercise) {
    const right = questions.filter(isRight).length;
    const got = questions.reduce((sum, one) => sum + (resultOf(one)?.earned ?? 0), 0);
    return { right, all: questions.length, got, points };
  }

  const near = (n: number) => String(Math.round(n * 100) / 100);

  function drawRail() {
    const all = sheet.exercises.map(earned);
    const questions = sheet.exercises.flatMap((one) => one.questions);
    const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((sum, one) => sum + of(one), 0);
    const right = sum((one) => one.right);
    const answered = questions.filter((one) => typed(one) !== "").length;
    const name = h("input", {
      type: "text",
      name: "student",
      autocomplete: "name",
      placeholder: "as on the list of your class",
      value: work.student.value,
      input: () => {
        work.student = { value: name.value, at: Date.now() };
        keeper.soon();
      },
      // Other students have other questions.
      change: () => {
        if (!sheet.personal) return;
        const at = Date.now();
        void show({ ...work, answers: Object.fromEntries(Object.keys(work.answers).map((question) => [question, { value: "", at }])) });
      },
    });
    const [done, most] = sheet.verdicts ? [sum((one) => one.got), sum((one) => one.points)] : [answered, questions.length];
    const score = sheet.verdicts
      ? [near(done), " ", h("small", {}, `of ${near(most)} points`)]
      : [String(done), " ", h("small", {}, `of ${most} answers`)];
    const [open, wrong] = [questions.length - answered, answered - right];
    const words = sheet.verdicts
      ? `${wrong === 0 ? "" : `${wrong} ${wrong === 1 ? "answer is" : "answers are"} not right yet, `}${open} ${open === 1 ? "is" : "are"} open.`
      : `${open} ${open === 1 ? "is" : "are"} open. Your teacher finds out which are right.`;
    keepFocus(rail, () =>
      set(
        rail,
        h("h1", {}, sheet.title),
        h("div", { class: "score" }, ...score),
        h(
          "div",
          {
            class: "prog",
            role: "progressbar",
            "aria-valuenow": near(done),
            "aria-valuemin": 0,
            "aria-valuemax": near(most),
            "aria-label": sheet.verdicts ? "Points" : "Answers",
          },
          bar(most === 0 ? 0 : done / most),
        ),
        h("p", { class: "small muted" }, words),
        h(
          "label",
          { class: "name" },
          h("span", { class: "small muted" }, sheet.personal ? "Your name, which chooses your questions" : "Your name, for the file"),
          name,
        ),
        h(
          "ol",
          {},
          ...sheet.exercises.map((exercise, n) => {
            const { right, all: count, got, points } = all[n]!;
            const isDone = right === count || (!sheet.verdicts && exercise.questions.every((one) => typed(one) !== ""));
            const own = exercise.questions.filter((one) => typed(one) !== "").length;
            return h(
              "li",
              {},
              h(
                "a",
                {
                  href: `#q${n + 1}`,
                  click: (event: Event) => {
                    event.preventDefault();
                    const card = document.getElementById(`q${n + 1}`);
                    card?.scrollIntoView();
                    card?.querySelector<HTMLElement>("input, textarea, [tabindex]")?.focus({ preventScroll: true });
                  },
                },
                icon(isDone ? "tick" : "ring"),
                h("span", {}, `${n + 1}. ${exercise.title}`),
                h("span", {}, sheet.verdicts ? `${near(got)}/${near(points)}` : `${own}/${count}`),
              ),
            );
          }),
        ),
        button("Download for your teacher", { kind: "main" }, () => void save()),
        button("Check again", { kind: "line" }, () => void judgeAll()),
        button("Open a sheet", { kind: "line", icon: "open" }, () => void openDialog()),
        button("Share the sheet", { kind: "line", icon: "link" }, () => void share()),
        h("p", { class: "small muted" }, "Nothing leaves this browser. The file holds your answers and the sheet."),
      ),
    );
  }

  function draw() {
    drawRail();
    rows.clear();
    const given =
      sheet.given.length > 0
        ? h(
            "section",
            { class: "card q" },
            h("h2", {}, "Given"),
            ...sheet.given.map((text) => h("pre", { class: "given", tabindex: 0 }, text)),
          )
        : null;
    set(questions, given, ...sheet.exercises.map(card));
  }

  function card(exercise: Exercise, place: number) {
    const points = h("span", { class: "pts" });
    const show = () => {
      const { got, points: most } = earned(exercise);
      const worth = `${near(most)} ${most === 1 ? "point" : "points"}`;
      points.textContent = sheet.verdicts ? `${near(got)} of ${worth}` : worth;
    };
    show();
    return h(
      "fieldset",
      { class: "card q", id: `q${place + 1}` },
      h("legend", { class: "sr" }, `${place + 1}. ${exercise.title}`),
      h("header", {}, h("h2", {}, `${place + 1}. `, ...prose(exercise.title)), points),
      ...exercise.texts.map((text) => h("p", { class: "ask" }, ...prose(text))),
      ...exercise.questions.map((question, n) =>
        row(place, n, question, () => {
          show();
          drawRail();
        }),
      ),
      ...exercise.hints.map((hint, n) =>
        h("details", { class: "hint" }, h("summary", {}, exercise.hints.length > 1 ? `Hint ${n + 1}` : "Hint"), h("p", {}, ...prose(hint))),
      ),
    );
  }

  const SIGNS = [
    ["<", "<"],
    ["==", "="],
    [">", ">"],
    ["||", "∥"],
  ] as const;

  const OUTCOMES = ["L", "R", "N", "P", "D"].map((sign) => [sign, sign] as const);

  /** A question, where its answer is typed, and what came of it. */
  function row(place: number, number: number, question: Question, judged: () => void) {
    rows.set(question.name, () => {
      // What is being typed here is later.
      if (line.contains(document.activeElement)) return;
      line.replaceWith(row(place, number, question, judged));
      judged();
    });
    const { name } = question;
    const mark = h("span", { class: "mark" });
    const words = h("p", { class: "fb", "aria-live": "polite" });
    const drawn = question.svg && !question.position ? picture(question.svg, question.ask) : null;
    const line = h("div", { class: "ans" });
    const show = () => {
      const result = resultOf(question);
      const good = result?.status === "right";
      const bad = result !== undefined && !good && result.status !== "read";
      line.classList.toggle("good", good);
      line.classList.toggle("bad", bad);
      set(mark, good || bad ? icon(good ? "tick" : "close") : null);
      mark.className = `mark ${good ? "y" : bad ? "x" : "o"}`;
      set(words, ...(result ? feedback(question, result) : []));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const type = (answer: string, wait: number) => {
      const before = work.answers[name];
      if (before?.value === answer && (before.result !== undefined || answer.trim() === "")) return;
      work.answers[name] = { value: answer, at: Date.now() };
      keeper.change(work);
      show();
      clearTimeout(timer);
      timer = setTimeout(
        () =>
          void judge([question]).then(() => {
            show();
            judged();
          }),
        wait,
      );
    };
    const label = `Answer ${number + 1} of exercise ${place + 1}: ${question.ask}`;
    const long = question.kind === "ruleset" || question.kind === "strategy";
    set(
      line,
      h("span", { class: /^`[^`]*`$/.test(question.ask) ? "lhs" : "lhs words" }, drawn, h("span", {}, ...prose(question.ask))),
      h("span", {}, entry(question, label, type), h("span", { class: "how small muted" }, ...prose(howTo(question)))),
      mark,
      words,
    );
    line.classList.toggle("long", long);
    line.classList.toggle("drawn", question.position !== null);
    show();
    return line;
  }

  /** Where an answer is typed or chosen. */
  function entry(question: Question, label: string, type: (answer: string, wait: number) => void): Element {
    const { name, kind } = question;
    const value = work.answers[name]?.value ?? "";
    const radio = (answer: string, says: string) =>
      h("input", {
        class: kind === "order" || kind === "outcome" ? "sr" : false,
        type: "radio",
        name: `answer ${name}`,
        value: answer,
        checked: value === answer,
        "aria-label": says,
        change: () => type(answer, 0),
      });
    if (kind === "order" || kind === "outcome") {
      const signs = kind === "order" ? SIGNS : OUTCOMES;
      return h(
        "span",
        { class: "seg", role: "radiogroup", "aria-label": label },
        ...signs.map(([sign, shown]) =>
          h("label", {}, radio(sign, kind === "outcome" ? outcomeWords(sign) : shown === "∥" ? "confused with" : shown), shown),
        ),
      );
    }
    if (kind === "choice") {
      return h(
        "span",
        { class: "choices", role: "radiogroup", "aria-label": label },
        ...question.from.map((text, n) => h("label", {}, radio(String(n + 1), text), h("span", {}, ...prose(text)))),
      );
    }
    if (kind === "ruleset" || kind === "strategy") {
      const area = h("textarea", {
        rows: 5,
        "aria-label": label,
        spellcheck: "false",
        autocapitalize: "off",
        placeholder: kind === "ruleset" ? `game ${name}(...) { ... }` : "P -> moves(P)[1]",
        input: () => type(area.value, 1500),
        change: () => type(area.value, 0),
      });
      area.value = value;
      return area;
    }
    const input = h("input", {
      type: "text",
      "aria-label": label,
      spellcheck: "false",
      autocapitalize: "off",
      value,
      input: () => typing(700),
      change: () => typing(0),
    });
    const drawn =
      question.position &&
      clickable(
        question.position,
        question,
        () => input.value,
        (text) => {
          input.value = text;
          type(text, 0);
        },
      );
    const typing = (wait: number) => {
      type(input.value, wait);
      drawn?.draw();
    };
    return drawn ? h("span", { class: "with-moves" }, drawn.element, input) : input;
  }

  const VERDICTS: Record<Result["status"], string> = {
    right: "",
    partial: "Partly.",
    wrong: "Not yet.",
    blank: "",
    unreadable: "This cannot be read.",
    refused: "This is no answer.",
    stopped: "This takes too long.",
    "out of time": "This takes too long.",
    read: "",
  };

  function feedback(question: Question, result: Result): (Node | string)[] {
    const isChosen = ["order", "outcome", "choice"].includes(question.kind);
    const verdict = isChosen && result.status === "wrong" ? "Not so." : VERDICTS[result.status];
    const remarks = result.status === "wrong" && result.remarks.length === 0 ? [whyWrong(question)] : result.remarks;
    const says = remarks.flatMap((one) => [" ", ...asSentence(one.replace(/^error: /, ""))]);
    if (result.status === "right") return [];
    if (result.status === "read") return ["This can be read."];
    return [h("b", {}, verdict), ...says];
  }

  /** Judges the answers to some questions. */
  async function judge(asked: Question[]) {
    const answers = asked.flatMap((one): [string, string][] => (typed(one) === "" ? [] : [[one.name, typed(one)]]));
    if (answers.length === 0) return;
    const { text, student } = work;
    const judged = (result: Result) => {
      const there = work.answers[result.name];
      // Meanwhile another answer may have been typed, or another sheet opened.
      if (text === work.text && there && answers.some(([name, answer]) => name === result.name && answer === there.value.trim()))
        work.answers[result.name] = { ...there, result };
    };
    try {
      const reply = await engine.compute<"grade">({ kind: "grade", text, student: student.value, answers, seconds: SECONDS });
      if (reply?.error) return unreadable(reply.error);
      reply?.results?.forEach(judged);
    } catch (why) {
      if (!(why instanceof Ended)) throw why;
      for (const [name] of answers) judged({ name, status: "stopped", remarks: ["it goes deeper than a browser allows"], earned: 0 });
    }
    if (work === keeper.work) keeper.change(work);
  }

  async function judgeAll() {
    await judge(sheet.exercises.flatMap((one) => one.questions));
    draw();
    say("All answers were checked.");
  }

  /* Opening and saving */

  const word = (path: string) =>
    path
      .split("/")
      .at(-1)!
      .replace(/\.(game|txt)$/, "")
      .replaceAll("_", " ")
      .replace(/^./, (c) => c.toUpperCase());

  /** The title of a sheet: as it says, or the line with which it begins. */
  const titleOf = (text: string, name: string) => (/^sheet "([^"]+)"/m.exec(text) ?? /^\/\/ (.+?)\.?$/m.exec(text))?.[1] ?? word(name);

  async function openDialog() {
    const choices = (files: typeof SHEETS, kind: string) =>
      Promise.all(
        Object.entries(files).map(async ([path, load]) => {
          const [name, text] = [path.split("/").at(-1)!, await load()];
          const count = text.match(/^[^/"\n]*\bexercise "/gm)?.length ?? 0;
          const about = `${count} ${count === 1 ? "exercise" : "exercises"}`;
          return { title: titleOf(text, name), about, choose: () => void open(`${kind}${name}`, text) };
        }),
      );
    const [exercises, keys] = await Promise.all([choices(SHEETS, ""), choices(KEYS, "sheet_")]);
    const window = choose(
      "Open a sheet",
      [
        { title: "Exercises", choices: exercises },
        { title: "Sheets for a class", choices: keys },
      ],
      h(
        "p",
        { class: "row" },
        button("A file …", { icon: "open", kind: "line" }, () => (window.close(), file.click())),
      ),
    );
  }

  async function chosen() {
    const [one] = file.files ?? [];
    file.value = "";
    if (!one) return;
    const text = await textOf(one, LONGEST_FILE);
    if (text !== null) await open(one.name, text);
  }

  /** The handout of the sheet, with these answers. */
  async function handout(answers: [string, string][]): Promise<string | undefined> {
    const reply = await engine.compute<"handout">({
      kind: "handout",
      text: work.text,
      student: work.student.value,
      answers,
      seconds: SECONDS,
    });
    if (reply?.error) unreadable(reply.error);
    return reply?.error ? undefined : reply?.text;
  }

  const all = () => sheet.exercises.flatMap((one) => one.questions);

  /** The file that `upstar grade` reads, and this page too. */
  async function save() {
    const page = await handout(all().map((one) => [one.name, typed(one)]));
    if (page !== undefined) download(`${work.name.replace(/\.(game|txt)$/, "")}_answers.game`, page);
  }

  async function share() {
    const page = await handout(all().map((one) => [one.name, ""]));
    if (page === undefined) return;
    const says =
      sheet.verdicts && (sheet.handout || page.includes("//: right "))
        ? "It contains the questions and digests of right answers, so that the page can say what is right."
        : "It contains the questions, and nothing about what is right.";
    await shareDialog(
      "Share this sheet",
      `${says} No answer that you have typed is in it.`,
      `#sheet=${await packed({ name: work.name, text: page })}`,
    );
  }

  /** Offers the sheet of a link. */
  async function arrive() {
    const link = /^#sheet=(.+)$/.exec(location.hash)?.[1];
    if (!link) return;
    history.replaceState(null, "", location.pathname);
    const { name, text } = ((await unpacked(link)) ?? {}) as { name?: unknown; text?: unknown };
    if (typeof name !== "string" || typeof text !== "string") {
      dialog("This link is broken", h("p", {}, "It does not contain a sheet. Perhaps it was cut off on its way."));
      return;
    }
    banner.hidden = false;
    set(
      banner,
      h("span", {}, "A sheet came by a link: ", h("code", {}, name.slice(0, 100))),
      button("Open the sheet", { kind: "line sm", icon: "open" }, () => void open(name.slice(0, 100), text)),
    );
  }

  build(
    "exercises",
    engine,
    () => helpOnly(engine, "exercises"),
    banner,
    file,
    h("form", { class: "exs", submit: (event: Event) => event.preventDefault() }, rail, questions),
  );
  await arrive();
  const came = await keeper.begin(() => ({ ...first, ...earlier(first.name), text: first.text }));
  window.addEventListener("pagehide", () => keeper.flush());
  walks(keeper, came, "sheet", arrive);
  // Meanwhile the reader may have opened another sheet.
  begin(engine, () => void (opened === 0 && show(keeper.work)));
}

await start();

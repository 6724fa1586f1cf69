// The page of exercises: a sheet as a form. Answers are typed, judged one by one, and kept in this browser.
import { button, download, h, icon, say, set } from "../dom";
import { Ended } from "../engine";
import { packed, unpacked } from "../links";
import { picture } from "../picture";
import type { Exercise, Question, Result } from "../protocol";
import { begin, build, helpOnly, newEngine } from "../shell";
import { val } from "../values";
import { choose, dialog } from "../worksheet/dialogs";
import { prose } from "../worksheet/output";

const SHEETS = import.meta.glob<string>("../../../examples/exercises/*.game", { query: "?raw", import: "default" });
const CURRENT = "upstar.exercises";
const ANSWERS = "upstar.answers.";
/** Longer files are no sheets. */
const LONGEST_FILE = 300_000;
/** An answer is judged for at most so many seconds. */
const SECONDS = 20;

/** A sheet and what was typed into it. */
interface Work {
  name: string;
  text: string;
  answers: Record<string, string>;
  results: Record<string, Result>;
  student: string;
}

const engine = newEngine();
let work: Work = { name: "", text: "", answers: {}, results: {}, student: "" };
let title = "";
let exercises: Exercise[] = [];
const rail = h("aside", { class: "rail", "aria-label": "Progress" });
const questions = h("div", {});
const banner = h("div", { class: "banner", role: "region", "aria-label": "Where this sheet comes from", hidden: true });
const file = h("input", { type: "file", accept: ".game,.txt,text/plain", class: "sr", tabindex: -1, "aria-label": "A sheet to open", change: () => void chosen() });

const key = (exercise: number, question: number) => `${exercise}.${question}`;

function keep() {
  localStorage.setItem(CURRENT, JSON.stringify({ name: work.name, text: work.text }));
  localStorage.setItem(ANSWERS + work.name, JSON.stringify({ answers: work.answers, results: work.results, student: work.student }));
}

/** Reads a sheet, and what was typed into it before. */
async function open(name: string, text: string) {
  banner.hidden = true;
  const form = await engine.aside<"sheet">({ kind: "sheet", text, seconds: SECONDS });
  if (form.error) {
    dialog("This sheet cannot be read", h("p", {}, ...prose(form.error.message)), ...form.error.helps.map((one) => h("p", {}, ...prose(one))));
    return;
  }
  const before = JSON.parse(localStorage.getItem(ANSWERS + name) ?? "{}") as Partial<Work>;
  work = { name, text, answers: before.answers ?? {}, results: before.results ?? {}, student: before.student ?? "" };
  title = form.title || word(name);
  exercises = form.exercises;
  document.title = `${title} · Upstar`;
  keep();
  draw();
  say(`${title}, ${exercises.length} exercises`);
}

/** What an exercise has earned, in proportion to its answers that hold. */
function earned(place: number) {
  const asked = exercises[place]!.questions.map((_, n) => n).filter((n) => exercises[place]!.questions[n]!.kind !== "claim");
  const held = asked.filter((n) => work.results[key(place, n)]?.verdict === "passed").length;
  return { held, all: asked.length, points: exercises[place]!.points };
}

const near = (n: number) => String(Math.round(n * 100) / 100);

function drawRail() {
  const all = exercises.map((_, n) => earned(n));
  const most = all.reduce((sum, one) => sum + (one.points ?? 0), 0);
  const got = all.reduce((sum, one) => sum + (one.all === 0 ? 0 : ((one.points ?? 0) * one.held) / one.all), 0);
  const held = all.reduce((sum, one) => sum + one.held, 0);
  const asked = all.reduce((sum, one) => sum + one.all, 0);
  const typed = Object.values(work.answers).filter((answer) => answer.trim() !== "").length;
  const name = h("input", { type: "text", autocomplete: "name", placeholder: "as on the list of your class", value: work.student, input: () => {
    work.student = name.value;
    keep();
  } });
  const focused = rail.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement;
  set(rail,
    h("h1", {}, title),
    h("div", { class: "score" }, near(got), " ", h("small", {}, `of ${most} points`)),
    h("div", { class: "prog", role: "progressbar", "aria-valuenow": held, "aria-valuemin": 0, "aria-valuemax": asked, "aria-label": "Answers that hold" }, bar(asked === 0 ? 0 : held / asked)),
    h("p", { class: "small muted" }, `${held} of ${asked} answers hold, ${Math.max(0, typed - held)} do not yet, ${Math.max(0, asked - typed)} are open.`),
    h("label", { class: "name" }, h("span", { class: "small muted" }, "Your name, for the file"), name),
    h("ol", {}, ...exercises.map((exercise, n) =>
      h("li", {}, h("a", { href: `#q${n + 1}` }, icon(all[n]!.held === all[n]!.all && all[n]!.all > 0 ? "tick" : "cells"), h("span", {}, `${n + 1}. ${exercise.title}`), h("span", {}, `${all[n]!.held}/${all[n]!.all}`))))),
    button("Download for your teacher", { kind: "main" }, save),
    button("Check again", { kind: "line" }, () => void judgeAll()),
    button("Open a sheet", { kind: "line", icon: "open" }, openDialog),
    button("Share the sheet", { kind: "line", icon: "link" }, () => void share()),
    h("p", { class: "small muted" }, "Nothing leaves this browser. The file holds your answers and the sheet."));
  if (focused) rail.querySelector("input")?.focus();
}

function bar(part: number) {
  const inner = h("i", {});
  inner.style.width = `${part * 100}%`;
  return inner;
}

function draw() {
  drawRail();
  set(questions, ...exercises.map(card));
}

function card(exercise: Exercise, place: number) {
  const points = h("span", { class: "pts" });
  const show = () => {
    const { held, all, points: most } = earned(place);
    points.textContent = most === null ? `${held} of ${all}` : `${near(all === 0 ? 0 : (most * held) / all)} of ${most} ${most === 1 ? "point" : "points"}`;
  };
  show();
  return h("fieldset", { class: "card q", id: `q${place + 1}` },
    h("legend", { class: "sr" }, `${place + 1}. ${exercise.title}`),
    h("header", {}, h("h2", {}, `${place + 1}. ${exercise.title}`), points),
    exercise.words ? h("p", { class: "ask" }, exercise.words) : null,
    ...exercise.questions.map((question, n) => row(place, n, question, () => {
      show();
      drawRail();
    })),
    ...exercise.hints.map((hint, n) => h("details", { class: "hint" }, h("summary", {}, exercise.hints.length > 1 ? `Hint ${n + 1}` : "Hint"), h("p", {}, ...prose(hint)))));
}

const SIGNS = [["<", "<"], ["==", "="], [">", ">"], ["||", "∥"]] as const;

/** A question: its left side, where the answer is typed, and what came of it. */
function row(place: number, number: number, question: Question, judged: () => void) {
  const id = key(place, number);
  const mark = h("span", { class: "mark" });
  const words = h("p", { class: "fb", "aria-live": "polite" });
  const drawn = question.svg ? picture(question.svg, question.ask) : null;
  const line = h("div", { class: "ans" });
  const show = () => {
    const result = work.results[id];
    const typed = (work.answers[id] ?? "").trim() !== "";
    line.classList.toggle("good", typed && result?.verdict === "passed");
    line.classList.toggle("bad", typed && result !== undefined && result.verdict !== "passed");
    set(mark, typed && result ? icon(result.verdict === "passed" ? "tick" : "close") : null);
    mark.className = `mark ${typed && result ? (result.verdict === "passed" ? "y" : "x") : "o"}`;
    set(words, ...(typed && result ? feedback(question, result) : []));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const typed = (answer: string, wait: number) => {
    if (work.answers[id] === answer && (work.results[id] !== undefined || answer.trim() === "")) return;
    work.answers[id] = answer;
    delete work.results[id];
    keep();
    show();
    clearTimeout(timer);
    timer = setTimeout(() => void judge([[place, number]]).then(() => {
      show();
      judged();
    }), wait);
  };
  const label = `Answer ${number + 1} of exercise ${place + 1}: ${question.ask}${question.right ? ` and ${question.right}` : ""}`;
  const entry = (() => {
    if (question.kind === "claim") return h("span", { class: "muted small" }, "nothing to be typed here");
    if (question.kind === "order") {
      return h("span", { class: "seg", role: "radiogroup", "aria-label": label }, ...SIGNS.map(([sign, shown]) => {
        const input = h("input", { class: "sr", type: "radio", name: `order${id}`, value: sign, checked: work.answers[id] === sign, "aria-label": shown === "∥" ? "confused with" : shown, change: () => typed(sign, 0) });
        return h("label", {}, input, shown);
      }));
    }
    const input = h("input", { type: "text", "aria-label": label, spellcheck: "false", autocapitalize: "off", value: work.answers[id] ?? "", placeholder: question.kind === "form" ? "in canonical form" : "a value, such as <0|*>",
      input: () => typed(input.value, 700), change: () => typed(input.value, 0) });
    return input;
  })();
  set(line, h("span", { class: "lhs" }, drawn, h("code", {}, question.ask), question.right ? h("span", {}, h("span", { class: "muted" }, " ? "), val(question.right, "code")) : null), h("span", {}, entry), mark, words);
  show();
  return line;
}

function feedback(question: Question, result: Result): (Node | string)[] {
  if (result.verdict === "passed") return [];
  if (result.verdict === "error") {
    const { message = "This cannot be judged", helps = [] } = result.error ?? {};
    return [h("b", {}, "This cannot be read. "), ...prose(message.charAt(0).toUpperCase() + message.slice(1)), ". ", ...helps.flatMap((one) => prose(one))];
  }
  const why = result.why ? [` ${result.why.charAt(0).toUpperCase()}${result.why.slice(1)}.`] : [];
  return [h("b", {}, question.kind === "order" ? "Not so." : "Not yet."), ...why];
}

/** Judges some answers; those before them go first. */
async function judge(places: [number, number][]) {
  const answers = places.flatMap(([place, number]): [number, number, string][] => {
    const answer = work.answers[key(place, number)]?.trim() ?? "";
    return answer === "" ? [] : [[place, number, answer]];
  });
  if (answers.length === 0) return;
  const { text } = work;
  try {
    const reply = await engine.compute<"grade">({ kind: "grade", text, answers, seconds: SECONDS });
    if (text !== work.text) return;
    for (const one of reply?.results ?? []) {
      // Meanwhile another answer may have been typed.
      const asked = answers.find(([place, number]) => place === one.exercise && number === one.question);
      if (asked?.[2] === work.answers[key(one.exercise, one.question)]?.trim()) work.results[key(one.exercise, one.question)] = one;
    }
  } catch (why) {
    if (!(why instanceof Ended)) throw why;
    for (const [exercise, question] of answers) work.results[key(exercise, question)] = { exercise, question, verdict: "failed", why: "it goes deeper than a browser allows" };
  }
  keep();
}

async function judgeAll() {
  await judge(exercises.flatMap((exercise, place) => exercise.questions.map((_, number): [number, number] => [place, number])));
  draw();
  say("All answers were checked.");
}

/* Opening and saving */

const word = (path: string) => path.split("/").at(-1)!.replace(/\.(game|txt)$/, "").replaceAll("_", " ").replace(/^./, (c) => c.toUpperCase());

function openDialog() {
  const window = choose(
    "Open a sheet",
    [{ title: "Sheets", choices: Object.entries(SHEETS).map(([path, load]) => ({ title: word(path), about: path.split("/").at(-1)!, choose: () => void load().then((text) => open(path.split("/").at(-1)!, text)) })) }],
    h("p", { class: "row" }, button("A file …", { icon: "open", kind: "line" }, () => (window.close(), file.click()))),
  );
}

async function chosen() {
  const [one] = file.files ?? [];
  file.value = "";
  if (!one) return;
  if (one.size > LONGEST_FILE) {
    dialog("This file is too long", h("p", {}, `${one.name} has ${one.size.toLocaleString("en")} bytes.`));
    return;
  }
  await open(one.name, await one.text());
}

/** The answers, as comments below the sheet: what a teacher opens, and what this page reads again. */
function save() {
  const lines = exercises.flatMap((exercise, place) => [
    `// ${place + 1}. ${exercise.title}`,
    ...exercise.questions.flatMap((question, n) => {
      const answer = work.answers[key(place, n)]?.trim();
      if (!answer) return [];
      const sign = question.kind === "order" ? `${answer} ${question.right ?? ""}` : `${question.kind === "form" ? "is" : "=="} ${answer}`;
      return [`check ${question.ask} ${sign}`.trim()];
    }),
  ]);
  const head = [`// ${title}`, work.student ? `// ${work.student}` : "", ""];
  download(`${work.name.replace(/\.(game|txt)$/, "")}_answers.game`, `${[...head, ...lines].join("\n")}\n`);
}

async function share() {
  const link = new URL(`#sheet=${await packed({ name: work.name, text: work.text })}`, location.href).href;
  const field = h("input", { readonly: true, value: link, "aria-label": "The link", class: "link" });
  const copied = button("Copy the link", { kind: "main", icon: "link" }, () => void navigator.clipboard.writeText(link).then(() => (copied.textContent = "Copied")));
  dialog("Share this sheet", h("p", { class: "muted" }, "The link contains the sheet, without answers that you have typed. Whoever looks into it finds what stands in its checks: hand out a sheet with blanks, such as ", h("code", {}, "check outcome(G) == ?"), ", where that matters."), h("p", { class: "row" }, field, copied));
  field.select();
}

async function arrive(): Promise<boolean> {
  const link = /^#sheet=(.+)$/.exec(location.hash)?.[1];
  if (!link) return false;
  history.replaceState(null, "", location.pathname);
  const { name, text } = ((await unpacked(link)) ?? {}) as { name?: unknown; text?: unknown };
  if (typeof name !== "string" || typeof text !== "string") {
    dialog("This link is broken", h("p", {}, "It does not contain a sheet. Perhaps it was cut off on its way."));
    return false;
  }
  banner.hidden = false;
  set(banner, h("span", {}, "A sheet came by a link: ", h("code", {}, name.slice(0, 100))), button("Open the sheet", { kind: "line sm", icon: "open" }, () => void open(name.slice(0, 100), text)));
  return true;
}

build("exercises", engine, () => helpOnly(engine, "exercises"), banner, file, h("form", { class: "exs", submit: (event: Event) => event.preventDefault() }, rail, questions));
window.addEventListener("hashchange", () => void arrive());
const isGuest = await arrive();
begin(engine, () => {
  if (isGuest) return;
  const last = JSON.parse(localStorage.getItem(CURRENT) ?? "null") as { name: string; text: string } | null;
  if (last) void open(last.name, last.text);
  else void SHEETS["../../../examples/exercises/canonical_forms.game"]!().then((text) => open("canonical_forms.game", text));
});

// Studies on a page: the desk of the address, how a position goes from one page to another, the definitions that come
// with a study.
import { h } from "../dom";
import type { Engine, Input } from "../engine";
import { unpacked } from "../links";
import { onUndo } from "../shell";
import { dialog } from "../worksheet/dialogs";
import { lay, surroundings } from "./browser";
import { isPlayer, isText, whole } from "./codec";
import { Desk, STUDIES } from "./desk";
import type { Came, Keeper } from "./keeper";
import { begin, fingerprint, root, type Study } from "./study";

/** Lets Back and Forward of the browser walk in work that was opened, and says so where a link is broken. */
export function walks<W extends object>(keeper: Keeper<W>, came: Came, noun: string, before = async () => {}) {
  const broken = () =>
    dialog(
      "This link is broken",
      h("p", {}, `It does not contain a ${noun}, or names one that is not in this browser. Perhaps it was cut off on its way.`),
    );
  if (came === "broken") broken();
  window.addEventListener(
    "popstate",
    () =>
      void before().then(async () => {
        if (!(await keeper.arrive()) && location.hash !== "") broken();
      }),
  );
  window.addEventListener("pageshow", ({ persisted }) => void (persisted && keeper.reread()));
}

/** Opens the study of the address, or the last one of the page. */
export async function atDesk(name: string, fresh: (id: string) => Study) {
  await fromOldLink();
  const outside = surroundings(STUDIES);
  const opened = await Desk.begin(outside, name, () => fresh(outside.random()));
  const { desk, came } = opened;
  walks(desk, came, "study", fromOldLink);
  onUndo(
    () => desk.undo(),
    () => desk.redo(),
  );
  return opened;
}

/** Makes a study of a link that an earlier version of this page has given. */
async function fromOldLink() {
  const link = /^#(?:position|match)=(.+)$/.exec(location.hash)?.[1];
  if (!link) return;
  const { text, start, definitions, first, machine } = ((await unpacked(link)) ?? {}) as Record<string, unknown>;
  const position = isText(text) ? text : start;
  const inputs = Array.isArray(definitions) ? definitions.filter((one): one is Input => isText(one?.name) && isText(one?.text)) : [];
  if (!isText(position)) return;
  const study = begin(fingerprint(link), position, inputs);
  const at = root(study).id;
  const match = isPlayer(first) ? { value: { from: at, first, machine: isPlayer(machine) ? machine : null }, at: 1 } : study.match;
  history.replaceState(null, "", await whole({ study: { ...study, match }, at }));
}

/** Opens a page with a position and the inputs that define its ruleset: always the same study. */
export async function hand(page: "explorer" | "play", text: string, definitions: Input[]) {
  const study = begin(fingerprint(JSON.stringify([text, definitions])), text, definitions);
  const at = root(study).id;
  const opened = {
    study:
      page === "play"
        ? { ...study, match: { value: { from: at, first: "Left" as const, machine: "Right" as const }, at: Date.now() } }
        : study,
    at,
  };
  location.assign(`${page}.html${await lay(STUDIES, opened)}`);
}

/** Definitions that came by a link are evaluated for at most so many seconds each. */
const SECONDS_TO_DEFINE = 10;

/** Puts the inputs that define the rulesets of a study in place, when another study is shown. */
export function definer(engine: Engine, sheet: string): (study: Study) => void {
  let shown = "";
  return ({ id, definitions }) => {
    if (shown === id) return;
    shown = id;
    if (definitions.length > 0) engine.recall(sheet, [...definitions], SECONDS_TO_DEFINE);
  };
}

// The surroundings of a desk in a browser: IndexedDB, the address, and other tabs.
import { createStore, del, entries, get, update } from "idb-keyval";
import { byKey, fromData, toData, type Opened } from "./codec";
import type { Surroundings } from "./desk";

/** A study as it is kept. */
interface Kept {
  data: unknown;
  /** When it was last changed, in milliseconds. */
  changed: number;
}

const studies = createStore("upstar", "studies");

function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}

/** Browsers refuse very many changes of the address in a short time: then it stays behind, and nothing is lost. */
function rarely(change: () => void) {
  try {
    change();
  } catch {
    // The journal has it.
  }
}

export function surroundings(): Surroundings {
  const channel = new BroadcastChannel("upstar.studies");
  return {
    store: {
      load: (id) => get<Kept>(id, studies).then((kept) => kept?.data).catch(() => undefined),
      update: (id, change) => update<Kept>(id, (kept) => ({ data: change(kept?.data), changed: Date.now() }), studies),
    },
    journal: {
      keys: () => Object.keys(localStorage),
      get: (key) => localStorage.getItem(key),
      set: (key, text) => localStorage.setItem(key, text),
      remove: (key) => localStorage.removeItem(key),
    },
    history: {
      state: () => history.state as unknown,
      hash: () => location.hash,
      push: (state, hash) => rarely(() => history.pushState(state, "", hash)),
      replace: (state, hash) => rarely(() => history.replaceState(state, "", hash)),
      go: (by) => history.go(by),
    },
    others: {
      post: (message) => channel.postMessage(message),
      hear: (listener) => channel.addEventListener("message", ({ data }) => listener(data)),
    },
    now: () => Date.now(),
    random,
  };
}

/** Keeps a study before another page opens it; what is kept of it already stays. */
export async function lay(opened: Opened) {
  const { study, at } = opened;
  await update<Kept>(study.id, (kept) => kept ?? { data: toData(opened), changed: Date.now() }, studies);
  return byKey(study.id, at);
}

/** The studies that are kept, the last changed first. */
export async function kept(): Promise<(Opened & { changed: number })[]> {
  const all = await entries<string, Kept>(studies).catch(() => []);
  const read = all.flatMap(([, { data, changed }]) => {
    const opened = fromData(data);
    return opened ? [{ ...opened, changed }] : [];
  });
  return read.sort((a, b) => b.changed - a.changed);
}

export const drop = (id: string) => del(id, studies);

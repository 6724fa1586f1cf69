// What stands behind open work in a browser: IndexedDB, the address, and other tabs.
import { createStore, del, entries, get, update, type UseStore } from "idb-keyval";
import { byKey, type Kind, type Surroundings } from "./keeper";

/** Work as it is kept. */
interface Kept {
  data: unknown;
  /** When it was last changed, in milliseconds. */
  changed: number;
}

const stores = new Map<string, UseStore>();

/** The store of a kind. Studies have the name of the first one. */
function storeOf({ name }: { name: string }): UseStore {
  const there = stores.get(name) ?? createStore(name === "studies" ? "upstar" : `upstar.${name}`, name);
  stores.set(name, there);
  return there;
}

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

export function surroundings(kind: { name: string }): Surroundings {
  const channel = new BroadcastChannel(`upstar.${kind.name}`);
  const store = storeOf(kind);
  return {
    store: {
      load: (id) =>
        get<Kept>(id, store)
          .then((kept) => kept?.data)
          .catch(() => undefined),
      update: (id, change) => update<Kept>(id, (kept) => ({ data: change(kept?.data), changed: Date.now() }), store),
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

/** Keeps work before another page opens it; what is kept of it already stays. Returns its address. */
export async function lay<W extends object>(kind: Kind<W>, work: W, changed = Date.now()): Promise<string> {
  await update<Kept>(kind.id(work), (kept) => kept ?? { data: kind.toData(work), changed }, storeOf(kind));
  return byKey(kind.id(work), kind.at(work));
}

/** All that is kept of a kind, the last changed first. */
export async function kept<W extends object>(kind: Kind<W>): Promise<{ work: W; changed: number }[]> {
  const all = await entries<string, Kept>(storeOf(kind)).catch(() => []);
  const read = all.flatMap(([, { data, changed }]) => {
    const work = kind.fromData(data);
    return work ? [{ work, changed }] : [];
  });
  return read.sort((a, b) => b.changed - a.changed);
}

export const drop = (kind: { name: string }, id: string) => del(id, storeOf(kind));

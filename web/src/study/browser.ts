// The surroundings of a desk in a browser: IndexedDB, the address, and other tabs.
import { createStore, get, update } from "idb-keyval";
import type { Surroundings } from "./desk";

const store = createStore("upstar", "studies");

export function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}

export function surroundings(): Surroundings {
  const channel = new BroadcastChannel("upstar.studies");
  return {
    store: {
      load: (id) => get(id, store).catch(() => undefined),
      update: (id, change) => update(id, change, store),
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
      push: (state, hash) => history.pushState(state, "", hash),
      replace: (state, hash) => history.replaceState(state, "", hash),
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

/** Keeps data under a key before another page reads it. */
export async function lay(id: string, data: unknown) {
  await update(id, (before) => before ?? data, store);
}

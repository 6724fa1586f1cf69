// The surroundings of a desk that keeps nothing: for explorers in notebooks.
import type { Surroundings } from "./keeper";

/** A history of its own; `went` is called after a step back or forward. */
export function memory(went: () => void): Surroundings {
  const kept = new Map<string, string>();
  const entries: { state: unknown; hash: string }[] = [{ state: null, hash: "" }];
  let place = 0;
  let made = 0;
  return {
    store: { load: () => Promise.resolve(undefined), update: (_, change) => Promise.resolve(void change(undefined)) },
    journal: {
      keys: () => [...kept.keys()],
      get: (key) => kept.get(key) ?? null,
      set: (key, text) => void kept.set(key, text),
      remove: (key) => void kept.delete(key),
    },
    history: {
      state: () => entries[place]!.state,
      hash: () => entries[place]!.hash,
      push: (state, hash) => {
        place += 1;
        entries.splice(place, Infinity, { state, hash });
      },
      replace: (state, hash) => void (entries[place] = { state, hash }),
      go: (by) => {
        const next = Math.min(entries.length - 1, Math.max(0, place + by));
        if (next === place) return;
        place = next;
        went();
      },
    },
    others: { post: () => {}, hear: () => {} },
    now: () => Date.now(),
    random: () => `m${++made}`,
  };
}

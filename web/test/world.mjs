// A world of tabs that reload and end at any time, with a store that is slow.

/** Numbers that look random, the same in each run. */
export function dice(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  return { below: (n) => next() % n, one: (list) => list[next() % list.length], word: () => next().toString(36) };
}

/** What the tabs of a browser share. */
export class World {
  store = new Map();
  journal = new Map();
  tabs = [];
  clock = 0;
  /** Whether there is no room for anything. */
  isFull = false;
  /** Writes to the store that have not happened. A write happens whole, and with what is there by then. */
  pending = [];

  constructor(random) {
    this.random = random;
  }

  flush() {
    const all = this.pending.splice(0);
    all.forEach((write) => write());
  }
}

export class Tab {
  entries = [{ state: null, hash: "" }];
  place = 0;
  isAlive = true;

  constructor(world, hash = "") {
    this.world = world;
    this.entries[0].hash = hash;
    world.tabs.push(this);
  }

  get outside() {
    const tab = this;
    const { world } = this;
    const listeners = (this.listeners = []);
    const life = (this.life = {});
    const lives = () => tab.life === life && tab.isAlive;
    return {
      store: {
        load: async (id) => structuredClone(world.store.get(id)),
        // The tab may end before it hears that it is done, or before it happens at all.
        update: (id, change) =>
          world.isFull
            ? Promise.reject(new Error("QuotaExceededError"))
            : new Promise((done) =>
                world.pending.push(() => {
                  if (!lives()) return;
                  world.store.set(id, structuredClone(change(structuredClone(world.store.get(id)))));
                  done();
                }),
              ),
      },
      journal: {
        keys: () => [...world.journal.keys()],
        get: (key) => world.journal.get(key) ?? null,
        set: (key, text) => {
          if (world.isFull) throw new Error("QuotaExceededError");
          world.journal.set(key, text);
        },
        remove: (key) => lives() && world.journal.delete(key),
      },
      history: {
        state: () => tab.entries[tab.place].state,
        hash: () => tab.entries[tab.place].hash,
        push: (state, hash) => {
          if (!lives()) return;
          tab.entries = [...tab.entries.slice(0, tab.place + 1), { state, hash }];
          tab.place += 1;
        },
        replace: (state, hash) => lives() && (tab.entries[tab.place] = { state, hash }),
        go: (by) => void (tab.place = Math.min(tab.entries.length - 1, Math.max(0, tab.place + by))),
      },
      others: {
        post: (message) => {
          for (const other of world.tabs)
            if (other !== tab && other.isAlive) other.listeners?.forEach((hear) => hear(structuredClone(message)));
        },
        hear: (listener) => listeners.push(listener),
      },
      now: () => ++world.clock,
      random: () => world.random.word(),
    };
  }
}

export const settle = () => new Promise((done) => setImmediate(done));

/** Waits for what is done on other threads, as compression is. */
export async function until(holds) {
  while (!holds()) await new Promise((done) => setTimeout(done, 1));
}

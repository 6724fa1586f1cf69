// A worker that runs one instance of the engine.
import { drawn } from "./drawing";
import { instantiate, Trapped } from "./instance.js";
import { VERSION, type FromWorker, type Request, type ToWorker } from "./protocol";

const REPORT_EVERY = 100;

let ask: ((request: object) => any) | undefined;
let reported = 0;

const post = (message: FromWorker) => postMessage(message);

/** Looks whether the page has asked to stop, and reports to it from time to time how far the computation is. */
function stopAsked(flag: Int32Array | null) {
  return (steps: number) => {
    const now = performance.now();
    if (now - reported > REPORT_EVERY) {
      reported = now;
      post({ steps });
    }
    return flag !== null && Atomics.load(flag, 0) !== 0;
  };
}

/** A reply with figures. If the instance is lost with them, the reply stays, and asks for another instance. */
function draw(id: number, request: Request, reply: any) {
  try {
    return drawn(request, reply, (other) => ask?.({ version: VERSION, id, ...other }).reply);
  } catch (why) {
    if (why instanceof Trapped) return { ...reply, restart: true };
    throw why;
  }
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ("begin" in data) {
    const flag = data.flag && new Int32Array(data.flag);
    ask = await instantiate(data.begin, { stopAsked: stopAsked(flag) });
    post({ ready: true });
    return;
  }
  const { id, request } = data;
  reported = performance.now();
  try {
    const answer = ask?.({ version: VERSION, id, ...request });
    post("reply" in answer ? { id, reply: draw(id, request, answer.reply) } : { id, refused: answer.refused });
  } catch (why) {
    if (!(why instanceof Trapped)) throw why;
    post({ id, trapped: why.message });
  }
};

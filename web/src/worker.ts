// A worker that runs one instance of the engine.
import { drawn } from "./drawing";
import { instantiate, Trapped } from "./instance.js";
import { VERSION, type FromWorker, type ToWorker } from "./protocol";

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
    const draw = (reply: any) => drawn(request, reply, (other) => ask?.({ version: VERSION, id, ...other }).reply);
    post("reply" in answer ? { id, reply: draw(answer.reply) } : { id, refused: answer.refused });
  } catch (why) {
    if (!(why instanceof Trapped)) throw why;
    post({ id, trapped: why.message });
  }
};

// An instance of the engine: texts in, texts out. The worker and the tests in node share it.
// @ts-check

/**
 * What an instance may ask of whoever runs it.
 * @typedef {object} Asked
 * @property {(steps: number) => boolean} stopAsked whether to stop; it gets the number of steps made so far
 */

/** A panic or a trap; the instance cannot be used any more. */
export class Trapped extends Error {}

/**
 * @param {WebAssembly.Module} module
 * @param {Asked} asked
 * @returns {Promise<(request: object) => any>} sends a request and returns the reply
 */
export async function instantiate(module, asked) {
  /** @type {any} */
  let exports = {};
  let last = "";
  const text = (/** @type {number} */ at, /** @type {number} */ bytes) =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, bytes));
  const instance = await WebAssembly.instantiate(module, {
    upstar: {
      stop_asked: (/** @type {number} */ steps) => Number(asked.stopAsked(steps)),
      milliseconds: () => performance.now(),
      panicked: (/** @type {number} */ at, /** @type {number} */ bytes) => {
        last = text(at, bytes);
      },
    },
  });
  exports = instance.exports;
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    try {
      // Making room may replace the buffer.
      const place = exports.upstar_alloc(bytes.length);
      new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
      const reply = exports.upstar_request();
      return JSON.parse(text(reply, exports.upstar_reply_len()));
    } catch (why) {
      throw new Trapped(last || String(why));
    }
  };
}

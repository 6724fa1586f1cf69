// Buttons for certificates, in a document that is no more than what they need.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

class Place {
  children = [];
  handlers = {};
  setAttribute() {}
  addEventListener(name, handler) {
    this.handlers[name] = handler;
  }
  append(...all) {
    this.children.push(...all);
  }
  replaceChildren(...all) {
    this.children = all;
  }
  get textContent() {
    return this.children.map((one) => (typeof one === "string" ? one : one.textContent)).join("");
  }
}

globalThis.document = {
  createElement: () => new Place(),
  createElementNS: () => new Place(),
  createTextNode: (text) => text,
  getElementById: () => null,
};
const { certificates, failed } = await load("explorer/certificate");

/** The buttons, the place below them, and the questions that wait for an answer. */
function shown() {
  const asked = [];
  const element = certificates((name) => new Promise((resolve, reject) => asked.push({ name, resolve, reject })));
  const [, row, place] = element.children;
  const [value, outcome] = row.children;
  return { asked, place, value: () => value.handlers.click(), outcome: () => outcome.handlers.click() };
}

/** Waits until the place says something. */
async function says(place, words) {
  for (let tries = 0; tries < 1000 && !words.test(place.textContent); tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.match(place.textContent, words);
}

const certificate = (claim) => ({ found: { text: `upstar certificate 1\nquestion\tG\nclaim\t${claim}\nend\t3\n` } });

test("an engine that is lost is said, and the next click works", async () => {
  const { asked, place, value } = shown();
  value();
  asked[0].reject(new Error("the engine is gone"));
  await says(place, /could not be made: the engine is gone/);
  value();
  asked[1].resolve(certificate("5"));
  await says(place, /^G = 5Download, 3 facts.*upstar verify value_certificate\.gz/s);
});

test("of two clicks the last one is shown", async () => {
  const { asked, place, value, outcome } = shown();
  value();
  outcome();
  asked[1].resolve(certificate("P"));
  await says(place, /^G = P.*outcome_certificate\.gz/s);
  asked[0].resolve(certificate("0"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await says(place, /^G = P.*outcome_certificate\.gz/s);
});

test("a limit is said as it is", () => {
  const said = (code) =>
    failed({ code, message: "no certificate", helps: [] })
      .map((one) => one.textContent ?? one)
      .join("");
  assert.match(said("G0502"), /not found in time/);
  assert.match(said("G0503"), /not enough memory/);
  assert.match(said("G0504"), /too deep/);
  assert.equal(said("G0501"), "Stopped.");
  assert.match(said("G0505"), /^No certificate/);
  assert.equal(failed(undefined)[0], "Stopped.");
});

import { createCleaner } from "../../src/core/text/clean-speech.js";
import { streamSpeech } from "../../src/graph/models/stream-speech.js";

const words = Array.from({ length: 4096 }, (_, index) => `word number ${String(index).padStart(4)}`);

async function* texts() {
  let text = "";
  for (const word of words) {
    text += word;
    yield text;
  }
}

const collect = globalThis.gc as () => void;
const pieces: string[] = [];
const listener = { begin() {}, piece: (text: string) => void pieces.push(text) };
collect();
const before = process.memoryUsage().heapUsed;
await streamSpeech({ texts: texts(), isCutOff: false }, () => createCleaner({ name: "Ann" }, []), listener);
collect();
const held = process.memoryUsage().heapUsed - before;
const characters = pieces.reduce((sum, { length }) => sum + length, 0);
console.log(JSON.stringify({ pieces: pieces.length, characters, ratio: held / characters }));

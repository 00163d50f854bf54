/**
 * Runs many conversations at once in one process, each followed by one client over HTTP. Each word of a speech encodes
 * the time at which the model produced it, so clients can measure the word's latency.
 */
import { setTimeout as pause } from "node:timers/promises";
import { openConversations } from "../../src/talk/conversations/open.js";
import { historyOf } from "../../src/talk/conversations/port/history.js";
import { castOf } from "./conversation.js";
import { collectUntil } from "./garbage.js";
import { plainAnswer } from "./plain-answers.js";
import { StreamingModel } from "./streaming-model.js";
import { receive, startWeb } from "./web-server.js";

export interface WebLoad {
  /** How many conversations run first. They load, compile and cache code, so their latencies do not count. */
  readonly first: number;
  readonly conversations: number;
  readonly turns: number;
  readonly words: number;
  /** The pause before each word, in milliseconds. */
  readonly wordMs: number;
}

export interface WebLoadResult extends WebLoad {
  readonly ended: number;
  readonly faults: readonly string[];
  /** Milliseconds from the model to the client: the median, the 95th percentile and the longest. */
  readonly latency: { readonly median: number; readonly p95: number; readonly longest: number };
  /** Bytes in use before and after the measured conversations, each after a garbage collection. */
  readonly heap: { readonly before: number; readonly after: number };
}

/** Returns a word of letters that encodes the current time. */
const timed = () =>
  `t${Math.round(performance.now() * 10)
    .toString(26)
    .replace(/[0-9]/g, (digit) => String.fromCharCode(113 + Number(digit)))}`;

/** In milliseconds; undefined if the word encodes no time. */
function timeIn(word: string): number | undefined {
  const [, letters] = /^t([a-z]+)$/.exec(word) ?? [];
  if (letters === undefined) return undefined;
  return (
    Number.parseInt(
      letters.replace(/[q-z]/g, (letter) => String(letter.charCodeAt(0) - 113)),
      26,
    ) / 10
  );
}

class TalkativeModel extends StreamingModel {
  constructor({ words, wordMs }: WebLoad) {
    super(
      (stream) =>
        stream.purpose === "speech" ? Array.from({ length: words }, () => () => ` ${timed()}`) : [plainAnswer(stream)],
      wordMs,
    );
  }
}

async function heapNow(): Promise<number> {
  await collectUntil(() => true);
  return process.memoryUsage().heapUsed;
}

export async function loadWeb(plan: WebLoad): Promise<WebLoadResult> {
  const faults: string[] = [];
  const latencies: number[] = [];
  const model = new TalkativeModel(plan);
  const conversations = await openConversations("memory", { model });
  const web = await startWeb(conversations);
  const participants = castOf("Ann", "Bea", "Cid");

  const follow = async (number: number) => {
    const input = { topic: `The bridge ${number}`, participants, maxTurns: plan.turns, seed: number };
    const { thread } = await conversations.start("bidding", { input });
    const seen: string[] = [];
    for await (const { data } of receive(web.url, thread)) {
      if (data.type === "speech-delta") {
        const now = performance.now();
        const said = data.text.trim().split(" ").map(timeIn);
        for (const at of said) if (at !== undefined) latencies.push(now - at);
      }
      if (data.sequence !== undefined) seen.push(JSON.stringify(data));
      if (data.type === "status" && data.status === "ended") break;
    }
    const history = historyOf((await conversations.read(thread)).state).map((event) => JSON.stringify(event));
    if (seen.join("\n") !== history.join("\n"))
      faults.push(`conversation ${number}: ${seen.length} of ${history.length}`);
    await conversations.remove(thread);
  };

  try {
    await Promise.all(Array.from({ length: plan.first }, (_each, index) => follow(1000 + index)));
    latencies.length = 0;
    model.streams.length = 0;
    const before = await heapNow();
    const ended = await Promise.all(Array.from({ length: plan.conversations }, (_each, index) => follow(index + 1)));
    model.streams.length = 0;
    await pause(500);
    const after = await heapNow();
    const sorted = latencies.sort((left, right) => left - right);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    const latency = { median: at(0.5), p95: at(0.95), longest: at(1) };
    return { ...plan, ended: ended.length, faults, latency, heap: { before, after } };
  } finally {
    await conversations.close();
    await web.stop();
  }
}

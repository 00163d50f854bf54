/** Measures for how long one-megabyte answers block the event loop. The default limit would cut such answers off. */
import { setTimeout as wait } from "node:timers/promises";
import { openConversations } from "../../src/talk/conversations/open.js";
import { readMarkdown, renderMarkdown } from "../../src/talk/transcript/markdown.js";
import { plainAnswer } from "../../test/support/plain-answers.js";
import { StreamingModel } from "../../test/support/streaming-model.js";
import type { Figure } from "../report.js";
import { castOf } from "../ways.js";

const largeSize = 1_000_000;
const pieceSize = 1000;
const turns = 4;
const followers = 5;
const maxStandstillMs = 100;

const answers: Readonly<Record<string, string>> = {
  "# # # …": "# ",
  words: "word ",
  "one word": "a",
  sentences: "It is so. ",
  "lines of another speaker": "Participant 2: no.\n",
  "line breaks": "\n",
  emphasis: "**a** ",
  brackets: "[",
  Chinese: "渡轮应当免费。",
};

const cpuTime = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Returns the longest time between two ticks of a timer while `act` ran, in milliseconds of this thread's CPU time.
 * Unlike real time, CPU time does not include pauses in which the machine does other work.
 */
async function longestStandstill(act: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = cpuTime();
  const tick = () => {
    const now = cpuTime();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(tick, 1);
  await act();
  // Lets the timer fire once more, to include a standstill at the end.
  await wait(5);
  clearInterval(timer);
  return longest;
}

async function converse(part: string, size: number, act: (name: string, ms: number) => void = () => {}): Promise<void> {
  const text = part.repeat(Math.ceil(size / part.length)).slice(0, size);
  const pieces = Array.from({ length: size / pieceSize }, (_, index) =>
    text.slice(index * pieceSize, (index + 1) * pieceSize),
  );
  const model = new StreamingModel((stream) => (stream.purpose === "speech" ? pieces : [plainAnswer(stream)]));
  const conversations = await openConversations("memory", { model });
  const input = { topic: "The ferry", participants: castOf(3), prepare: false, maxTurns: turns, seed: 1 };
  const time = async (name: string, run: () => Promise<unknown>) => act(name, await longestStandstill(run));
  await time("speeches and followers", async () => {
    const { thread } = await conversations.start("round-robin", {
      thread: "talk",
      input,
      context: { maxAnswerLength: size },
    });
    const follow = async () => {
      for await (const event of conversations.follow(thread))
        if (event.type === "status" && event.status !== "running") return;
    };
    await Promise.all(Array.from({ length: followers }, follow));
  });
  await time("reading", () => conversations.read("talk"));
  await time("another follower", async () => {
    for await (const event of conversations.follow("talk")) {
      JSON.stringify(event);
      if (event.type === "status") return;
    }
  });
  const document = await conversations.transcript("talk");
  let markdown = "";
  await time("export as Markdown", async () => {
    markdown = renderMarkdown(document);
  });
  await time("import of Markdown", async () => readMarkdown(markdown));
  await conversations.close();
}

export async function measureLargeAnswers(): Promise<Figure[]> {
  const figures: Figure[] = [];
  // Runs a conversation that is not measured, because a process's first conversation also loads and compiles code.
  await converse("word ", 10 * pieceSize);
  for (const [name, part] of Object.entries(answers))
    await converse(part, largeSize, (what, value) =>
      figures.push({ name: `${name}, ${what}`, value, unit: "ms", bar: { atMost: maxStandstillMs } }),
    );
  return figures;
}

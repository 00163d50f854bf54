/** Compares the cost of followers that stop reading after one event with the cost of followers that read everything. */
import { openConversations } from "../../src/talk/conversations/open.js";
import { plainAnswer } from "../../test/support/plain-answers.js";
import { StreamingModel } from "../../test/support/streaming-model.js";
import { median } from "../measure.js";
import type { Figure } from "../report.js";
import { castOf } from "../ways.js";

const followers = 200;
const turns = 20;
const words = 100;
const rounds = 5;
const maxRatio = 1.2;

async function converse(doRead: boolean): Promise<number> {
  const speech = Array.from({ length: words }, (_, index) => ` word${index}`);
  const model = new StreamingModel((stream) => (stream.purpose === "speech" ? speech : [plainAnswer(stream)]));
  const conversations = await openConversations("memory", { model });
  const input = { topic: "The ferry", participants: castOf(3), prepare: false, maxTurns: turns, seed: 1 };
  const before = process.cpuUsage();
  const { thread } = await conversations.start("round-robin", { input });
  let received = 0;
  const reading = Array.from({ length: followers }, async () => {
    for await (const event of conversations.follow(thread)) {
      received += 1;
      // A follower that never asks for the next event is the slowest possible.
      if (!doRead) await new Promise(() => {});
      if (event.type === "status" && event.status === "ended") return;
    }
  });
  if (doRead) await Promise.all(reading);
  else
    while ((await conversations.list()).conversations[0]?.status === "running")
      await new Promise((next) => setTimeout(next, 50));
  const { user, system } = process.cpuUsage(before);
  if (received < followers) throw new Error(`${received} events were received`);
  await conversations.close();
  return (user + system) / 1000;
}

export async function measureFollowers(): Promise<Figure[]> {
  const reading: number[] = [];
  const stalled: number[] = [];
  // The first conversation of each kind is a warm-up, and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    reading.push(await converse(true));
    stalled.push(await converse(false));
  }
  const [read, stall] = [median(reading.slice(1)), median(stalled.slice(1))];
  return [
    { name: `${followers} that read everything, CPU time`, value: read, unit: "ms" },
    { name: `${followers} that read nothing, CPU time`, value: stall, unit: "ms" },
    { name: "  ÷ those that read", value: stall / read, unit: "×", bar: { atMost: maxRatio } },
  ];
}

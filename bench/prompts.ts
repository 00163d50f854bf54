/** Measures how much of the prompts a provider's prefix cache can serve, and the calls and tokens per turn. */

import { runPlainLoop } from "./debate.js";
import { BenchModel } from "./models.js";
import { PromptLog } from "./prompt-log.js";
import type { Figure } from "./report.js";
import { hold, type Way, ways } from "./ways.js";

const turns = 20;
const description = (name: string) => Array.from({ length: 100 }, (_each, index) => `${name}${index}`).join(" ");
const participants = ["Ada", "Ben", "Cleo"].map((name) => ({ name, description: description(name) }));

export async function measurePrompts(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const way of Object.keys(ways) as Way[]) {
    const input = { participants, maxTurns: turns, wordLimit: 50, seed: 1, bidding: ways[way] };
    const prompts = new PromptLog();
    const talk = await hold({ model: new BenchModel() }, input, [prompts]);
    figures.push({
      name: `${way}: share of prompts that repeats`,
      value: prompts.cacheableShare,
      unit: "",
      bar: { atLeast: 0.85 },
    });
    figures.push({ name: "  calls a turn", value: talk.calls / turns, unit: "" });
    figures.push({ name: "  tokens a turn, without cancelled calls", value: talk.tokens / turns, unit: "" });
  }
  const plain = new PromptLog();
  await runPlainLoop(new BenchModel(), participants.length, turns, [plain]);
  figures.push({ name: "the plain loop: share of prompts that repeats", value: plain.cacheableShare, unit: "" });
  figures.push({ name: "  calls a turn", value: plain.count / turns, unit: "" });
  return figures;
}

/**
 * `npm run report:stage`: measures in the installed Chromium how the page copes with long conversations, answers of a
 * megabyte and a large cast. Exits with 1 if a figure misses its bar. `npm run report:stage -- 200` replaces the long
 * conversations with a single one of 200 turns.
 */
import type { Page } from "playwright-core";
import { RehearsalModel } from "../src/offline/rehearsal/rehearsal-model.js";
import removeBuild from "../test/support/after-all.js";
import build from "../test/support/before-all.js";
import { visit } from "../test/support/chromium.js";
import { layoutOf } from "../test/support/layout.js";
import { openSite } from "../test/support/page.js";
import { answers, watchLargeAnswer } from "./large-answer.js";
import { longestTask } from "./longest-task.js";
import { type Figure, isMet, showTable } from "./report.js";

const lengths = process.argv[2] ? [Number(process.argv[2])] : [1000, 5000];
const castSize = 30;
/**
 * Maximum durations in milliseconds: `open` for each wait, `work` for each step of scrolling and each task, `streaming`
 * for each task while an answer arrives. For opening a conversation of more than 1,000 turns, `open` grows in
 * proportion to the number of turns.
 */
const bars = { open: 1000, work: 70, streaming: 100 };
/** How long to wait for work that the page does after a reader sees the result, in milliseconds. */
const settleMs = 1000;

await build();
const rehearsal = new RehearsalModel({ notice: false });
const site = await openSite({ models: { byName: { rehearsal } } });
const { conversations, browser, url } = site;

async function run(input: object): Promise<string> {
  const { thread } = await conversations.start("bidding", { input: { seed: 1, ...input } });
  for await (const event of conversations.follow(thread))
    if (event.type === "status" && event.status === "ended") break;
  return thread;
}

async function timeUntil(tab: Page, selector: string, begin: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await begin();
  await tab.locator(selector).last().waitFor({ state: "attached" });
  return performance.now() - start;
}

/**
 * Scrolls a list from one end to the other in small steps. Returns the maximum main-thread time of a step, in
 * milliseconds.
 */
async function mostWork(tab: Page, selector: string, by: "Left" | "Top"): Promise<number> {
  const size = by === "Left" ? "Width" : "Height";
  const devTools = await tab.context().newCDPSession(tab);
  await devTools.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await devTools.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
  };
  let most = 0;
  for (let step = 0; step <= 240; step += 1) {
    const before = await worked();
    await tab.evaluate(`(async () => {
      const box = document.querySelector("${selector}");
      box.scroll${by} = (${step} / 240) * (box.scroll${size} - box.client${size});
      for (let picture = 0; picture < 2; picture += 1) await new Promise((next) => requestAnimationFrame(next));
    })()`);
    most = Math.max(most, (await worked()) - before);
  }
  await devTools.detach();
  return most;
}

const figures: Figure[] = [];
const add = (name: string, value: number, unit: string, bar: Figure["bar"]) =>
  figures.push({ name, value, unit, ...(bar ? { bar } : {}) });

async function transcriptButton(tab: Page): Promise<{ readonly x: number; readonly y: number }> {
  const { x = 0, y = 0 } = (await tab.getByRole("button", { name: "Transcript", exact: true }).boundingBox()) ?? {};
  return { x: x + 8, y: y + 8 };
}

for (const turns of lengths) {
  const long = await run({ maxTurns: turns });
  const address = `${url}#/talk/${long}`;
  const middle = Math.floor(turns / 2);
  const open = { atMost: bars.open * Math.max(1, turns / 1000) };
  const [quick, work] = [{ atMost: bars.open }, { atMost: bars.work }];
  const { tab, close } = await visit(browser, url);
  const opened = await timeUntil(tab, ".voice-end", async () => {
    await tab.goto(address);
    await tab.reload();
  });
  add(`${turns} turns: opened`, opened, "ms", open);
  add("the strip scrolled: maximum work per frame", await mostWork(tab, ".strip", "Left"), "ms", work);
  let [read, jumped, found] = [0, 0, 0];
  const { x, y } = await transcriptButton(tab);
  const reading = await longestTask(tab, async () => {
    read = await timeUntil(tab, ".row", () => tab.mouse.click(x, y));
    await tab.waitForTimeout(settleMs);
  });
  add("the transcript opened", read, "ms", quick);
  add("its longest task", reading, "ms", work);
  add("the transcript scrolled: maximum work per frame", await mostWork(tab, ".main", "Top"), "ms", work);
  const searching = await longestTask(tab, async () => {
    await tab.locator(".jump input").fill(`${middle}`);
    jumped = await timeUntil(tab, `#turn-${middle}:focus`, () => tab.keyboard.press("Enter"));
    found = await timeUntil(tab, "[data-hit]", () => tab.locator(".find input").fill("the"));
    await tab.waitForTimeout(settleMs);
  });
  add("jumped to the middle", jumped, "ms", quick);
  add("found a word of most speeches", found, "ms", quick);
  add("the longest task of both", searching, "ms", work);
  await close();
}

for (const [name, part] of Object.entries(answers)) {
  const longest = await watchLargeAnswer(part);
  add(`1 MB of ${name}: the longest task`, longest, "ms", { atMost: bars.streaming });
}

const cast = Array.from({ length: castSize }, (_, index) => ({ name: `Number ${index + 1}` }));
const crowded = await run({ participants: cast, maxTurns: 3 });
for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  const crowd = await visit(browser, `${url}#/talk/${crowded}`, { viewport: { width, height } });
  await crowd.tab.locator(".voice-end").waitFor();
  const { faults } = await layoutOf(crowd.tab);
  if (faults.length > 0) console.log(faults.join("\n"));
  add(`${castSize} seats at ${width} × ${height}: overlaps and cuts`, faults.length, "", { atMost: 0 });
  await crowd.close();
}

await site.close();
await removeBuild();
console.log(showTable(figures));
process.exitCode = figures.every(isMet) ? 0 : 1;

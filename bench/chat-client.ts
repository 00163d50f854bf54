/**
 * `npm run report:chat-client -- FOLDER`: drives LangChain's Agent Chat UI in Chromium against this project's graphs on
 * the development server. FOLDER is a built clone of Agent Chat UI. The environment variable CHROMIUM is the path of
 * the browser, and SCREENSHOTS the folder for screenshots.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Client } from "@langchain/langgraph-sdk";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { makeToken } from "../src/apps/server/admission.js";
import removeBuild from "../test/support/after-all.js";
import build from "../test/support/before-all.js";
import { startDevServer } from "../test/support/dev-server.js";
import { freePort } from "../test/support/free-port.js";
import { startModelServer } from "../test/support/model-server.js";
import { plainAnswer } from "../test/support/plain-answers.js";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: npm run report:chat-client -- FOLDER, a built clone of Agent Chat UI");
const pictures = resolve(process.env["SCREENSHOTS"] ?? "screenshots");
const timeout = 60_000;

async function startPage() {
  const port = await freePort();
  const next = join(resolve(folder as string), "node_modules/next/dist/bin/next");
  const child = spawn(process.execPath, [next, "start", "-p", String(port), "-H", "127.0.0.1"], {
    cwd: folder,
    stdio: "inherit",
  });
  const url = `http://127.0.0.1:${port}`;
  while (
    child.exitCode === null &&
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  )
    await new Promise((wait) => setTimeout(wait, 200));
  return {
    url,
    async stop() {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}

const participants = [
  { name: "Ann", role: "ferrywoman" },
  { name: "Bea", role: "town clerk" },
  { name: "Cid", role: "bridge builder" },
];
const withBea = participants.map((each) => ({ ...each, human: each.name === "Bea" }));
const topic = "Should the town build a bridge beside its ferry?";
const talk = { participants, seed: 4, maxTurns: 4 };

await build();
await mkdir(pictures, { recursive: true });
const model = await startModelServer(plainAnswer, { delayMs: 1500 });
const page = await startPage();
const { token, entry } = makeToken("ada");
const open = await startDevServer({ ROSTRUM_ORIGINS: page.url }, undefined, undefined, true);
const closed = await startDevServer({ ROSTRUM_TOKENS: entry }, undefined, undefined, true);
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const failures: string[] = [];

async function scenario(
  name: string,
  graphId: string,
  { input, model, apiKey }: { readonly input: object; readonly model?: string; readonly apiKey?: string },
  drive: (chat: Chat) => Promise<void>,
): Promise<void> {
  const server = apiKey === undefined ? open : closed;
  const client = new Client({ apiUrl: server.url, apiKey: null, defaultHeaders: { authorization: `Bearer ${token}` } });
  const context = { scenario: input, ...(model ? { model } : {}) };
  const { assistant_id } = await client.assistants.create({ graphId, name, context });
  const session = await browser.newContext({ viewport: { width: 1100, height: 1300 } });
  const address = `${page.url}/?${new URLSearchParams({ apiUrl: server.url, assistantId: assistant_id })}`;
  if (apiKey) await session.addInitScript((key) => localStorage.setItem("lg:chat:apiKey", key), apiKey);
  const tab = await session.newPage();
  tab.setDefaultTimeout(timeout);
  const chat = new Chat(name, session, tab);
  try {
    await tab.goto(address);
    await drive(chat);
    console.log(`${name}: done`);
  } catch (error) {
    failures.push(name);
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  await chat.picture("end").catch(() => {});
  await session.close();
}

class Chat {
  private count = 0;

  constructor(
    private readonly name: string,
    readonly session: BrowserContext,
    readonly tab: Page,
  ) {}

  async send(text: string): Promise<void> {
    await this.tab.getByPlaceholder("Type your message...").fill(text);
    await this.tab.getByRole("button", { name: "Send" }).click();
  }

  async shows(text: string | RegExp): Promise<void> {
    await this.tab.getByText(text).first().waitFor();
  }

  /** Waits for the end of the run. Until then, the client shows Cancel instead of Send. */
  async rests(): Promise<void> {
    await this.tab.getByRole("button", { name: "Send" }).waitFor();
  }

  async picture(step: string): Promise<void> {
    this.count += 1;
    // Playwright scrolls an element into view before a click, which can shift the whole page sideways.
    await this.tab.evaluate("document.querySelectorAll('*').forEach((each) => { each.scrollLeft = 0; })");
    await this.tab.screenshot({ path: join(pictures, `${this.name}-${this.count}-${step}.png`) });
  }
}

await scenario("debate", "bidding", { input: talk, model: "rehearsal" }, async (chat) => {
  await chat.send(topic);
  await chat.shows("rehearsal: no language model is used");
  await chat.shows(/^Cid: \d/);
  await chat.rests();
  await chat.picture("after-the-run");
  await chat.tab.reload();
  await chat.shows(/^Cid: \d/);
  await chat.picture("after-a-reload");
  await chat.send("Ann, what would a ticket cost?");
  await chat.shows(/User → Ann|asked by User/);
  await chat.rests();
});

await scenario("meeting", "round-robin", { input: { ...talk, participants: withBea, maxTurns: 6 } }, async (chat) => {
  await chat.send(topic);
  await chat.shows("Bea, you have the floor. To pass, enter an empty line.");
  await chat.picture("field");
  await chat.tab.locator("textarea").first().fill("I answer in the field.");
  await chat.tab.getByRole("button", { name: "Submit" }).click();
  await chat.shows("I answer in the field.");
  await chat.shows("Cid speaks in turn 3.");
  await chat.tab.getByRole("button", { name: "Submit" }).waitFor();
  await chat.send("I answer by a plain message.");
  await chat.shows("Cid speaks in turn 6.");
  await chat.shows("I answer by a plain message.");
  await chat.rests();
});

for (const apiKey of [undefined, token])
  await scenario(
    apiKey ? "with-a-token" : "interjection",
    "bidding",
    { input: { ...talk, maxTurns: 6 }, ...(apiKey ? { apiKey } : {}) },
    async (chat) => {
      await chat.send(topic);
      await chat.shows("Ann speaks in turn 1.");
      await chat.tab.getByRole("button", { name: "Cancel" }).click();
      await chat.send("Cid, how deep is the river?");
      await chat.shows(/Cid speaks in turn \d\./);
      await chat.shows("Cid, how deep is the river?");
      await chat.shows("Ann speaks in turn 1.");
      await chat.picture("heard");
      await chat.rests();
      await chat.send("Bea, and what does it cost?");
      await chat.shows(/Bea speaks in turn \d\./);
      await chat.rests();
    },
  );

await browser.close();
for (const each of [page, open, closed, model]) await each.stop();
await removeBuild();
console.log(`${failures.length === 0 ? "all" : "not all"} scenarios passed; screenshots are in ${pictures}`);
process.exitCode = failures.length === 0 ? 0 : 1;

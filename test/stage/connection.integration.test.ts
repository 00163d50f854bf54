import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import type { ConversationDocument } from "../../src/talk/transcript/json.js";
import { page as english } from "../../src/words/en/page.js";
import { launch, still, visit } from "../support/chromium.js";
import { compiled, compiledPage } from "../support/compiled.js";
import { type CuttingProxy, startCuttingProxy } from "../support/cutting-proxy.js";
import { freePort } from "../support/free-port.js";
import { readTranscript, statusShown, transcriptOf, untilTrue } from "../support/page.js";
import { receive } from "../support/web-server.js";

const { takePart, stage, shell, connection } = english;

/** Leaves out the errors that the browser itself reports for failed connections. */
const unexpected = (errors: readonly string[]) => errors.filter((error) => !error.includes("net::ERR_"));

describe("a page", () => {
  let browser: Browser;
  let folder: string;
  let port: number;
  let server: ChildProcess | undefined;
  let proxy: CuttingProxy;

  async function start(): Promise<void> {
    const file = compiled("test/support/page-process.ts");
    const words = [file, join(folder, "talks.db"), compiledPage(), String(port)];
    server = spawn(process.execPath, words, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    await once(server, "message");
  }

  const holdFrom = (turn: number) => server?.send(turn);
  const release = () => holdFrom(Number.MAX_SAFE_INTEGER);

  async function kill(): Promise<void> {
    const ended = server && once(server, "exit");
    server?.kill("SIGKILL");
    await ended;
    server = undefined;
  }

  beforeAll(async () => {
    [folder, port] = [await mkdtemp(join(tmpdir(), "rostrum-page-")), await freePort()];
    await start();
    proxy = await startCuttingProxy(url());
    browser = await launch();
  }, 120_000);

  afterEach(() => proxy.release());

  afterAll(async () => {
    await browser?.close();
    await proxy?.stop();
    await kill();
    await rm(folder, { recursive: true, force: true });
  });

  const url = () => `http://127.0.0.1:${port}/`;

  async function begin() {
    holdFrom(2);
    const body = JSON.stringify({ mode: "bidding", input: { seed: 5, maxTurns: 3 } });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${url()}api/conversations`, { method: "POST", headers, body });
    const { thread } = (await answer.json()) as { thread: string };
    const visitor = await visit(browser, `${proxy.url}/#/talk/${thread}`, still);
    await isInTurn2(visitor.tab);
    return { thread, ...visitor };
  }

  async function isInTurn2(tab: Page): Promise<void> {
    await tab.locator('.card .card-turn:text-is("1")').waitFor();
    await tab.locator(".scene[data-phase=speaking]").waitFor();
  }

  async function showsAll(tab: Page, thread: string): Promise<ConversationDocument> {
    const answer = await fetch(`${url()}api/conversations/${thread}/export`);
    const document = (await answer.json()) as ConversationDocument;
    await tab.getByRole("button", { name: stage.views.text, exact: true }).click();
    expect(await readTranscript(tab)).toEqual(transcriptOf(document.messages));
    return document;
  }

  it("shows that it is reconnecting while the server is unreachable, and then shows each missed message once", async () => {
    const { tab, thread, errors, close } = await begin();
    // Begins to wait before the failure, because the page shows this text for only a second, perhaps while the test is
    // doing something else.
    const text = JSON.stringify(connection.lostHelp(3, 1));
    const secondFailed = untilTrue(tab, `document.querySelector(".part .problem p")?.textContent === ${text}`);
    proxy.leadTo(`http://127.0.0.1:${await freePort()}`);
    await statusShown(tab, "lost");
    const shown = await tab.locator(".card").count();
    release();
    for await (const { data } of receive(`http://127.0.0.1:${port}`, thread))
      if (data.type === "status" && data.status === "ended") break;
    await secondFailed;
    expect(await tab.locator(".card").count()).toBe(shown);
    proxy.leadTo(url());
    await statusShown(tab, "ended");
    expect((await showsAll(tab, thread)).messages).toHaveLength(4);
    expect(unexpected(errors)).toEqual([]);
    await close();
  }, 180_000);

  it("that compares two conversations says so while the server is unreachable", async () => {
    const [one, other] = [await begin(), await begin()];
    const { tab } = one;
    await tab.goto(`${proxy.url}/#/compare/${one.thread}/${other.thread}`);
    await tab.locator(".parting").waitFor();
    proxy.leadTo(`http://127.0.0.1:${await freePort()}`);
    const tryNow = tab.getByRole("button", { name: connection.now, exact: true });
    await tryNow.waitFor();
    proxy.leadTo(url());
    await tab.getByText(connection.back, { exact: true }).waitFor({ state: "attached" });
    expect(await tryNow.count()).toBe(0);
    release();
    for (const { close } of [one, other]) await close();
  }, 180_000);

  it.each([401, 403])(
    "keeps the conversation and a half-typed line while the server answers %d, until it answers 404",
    async (status) => {
      const { tab, thread, close } = await begin();
      const headers = { "content-type": "application/json" };
      await fetch(`${url()}api/conversations/${thread}/cancel`, { method: "POST", headers, body: "{}" });
      await statusShown(tab, "stopped");
      const line = tab.getByLabel(takePart.placeholder, { exact: true });
      await line.fill("And who");
      const message = "The session has expired.";
      await tab.route("**/events?*", (route) => route.fulfill({ status, json: { message } }));
      proxy.leadTo(url());
      const alert = tab.getByRole("alert").getByText(shell.failed(message), { exact: true });
      await alert.waitFor();
      const tryNow = () => tab.getByRole("button", { name: connection.now, exact: true }).click();
      expect(await line.inputValue()).toBe("And who");
      expect(await tab.locator(".card").count()).toBeGreaterThan(0);
      await tab.unrouteAll();
      await tryNow();
      await alert.waitFor({ state: "detached" });
      expect(await line.inputValue()).toBe("And who");
      await tab.route("**/events?*", (route) => route.fulfill({ status: 404, json: {} }));
      proxy.leadTo(url());
      await tab.getByRole("heading", { name: shell.notFound }).waitFor();
      await close();
    },
    180_000,
  );

  it("shows the rest of a conversation that is resumed after its server was killed in the middle of a speech", async () => {
    const { tab, thread, errors, close } = await begin();
    await kill();
    await statusShown(tab, "lost");
    await start();
    await statusShown(tab, "stopped");
    const halt = stage.halts["cut-off"]?.(stage.moment(2, true)) ?? "";
    const floor = tab.locator(".voice .floor-line");
    await floor.filter({ hasText: halt }).waitFor();
    expect(await floor.textContent()).toBe(halt);
    // The decision arrives after the bids.
    await tab.locator(".scene[data-phase=decided]").waitFor();
    const bids = await tab.locator(".seat .bid").allTextContents();
    await tab.getByRole("button", { name: takePart.resume, exact: true }).click();
    await statusShown(tab, "ended");
    const { messages, decisions, participants } = await showsAll(tab, thread);
    expect(messages).toHaveLength(4);
    const decision = decisions.find(({ turn }) => turn === 2);
    const bidOf = (name: string) => decision?.bids.find(({ participant }) => participant === name)?.value ?? "";
    expect(bids).toEqual(participants.map(({ name }) => String(bidOf(name))));
    expect(unexpected(errors)).toEqual([]);
    await close();
  }, 180_000);

  it("counts the seconds without a response while the connection is stalled, reconnects, and catches up", async () => {
    const { tab, thread, errors, close } = await begin();
    await tab.clock.install();
    await tab.reload();
    await isInTurn2(tab);
    const state = tab.locator(".state");
    const notice = tab.locator(".part .problem p");
    const heard = tab.locator(".part .unseen[role=status]");
    proxy.hold();
    // A clock cannot be paused at a time that has passed, and a busy machine may be seconds behind.
    await tab.clock.pauseAt(Date.now() + 60_000);
    const speech = tab.locator(".speech bdi").first();
    const shown = await speech.textContent();
    // The last heartbeat may have arrived up to three seconds ago, or may still be on its way.
    for (let seconds = 0; seconds < 16 && (await notice.count()) === 0; seconds += 1) await tab.clock.runFor(1000);
    expect(await state.textContent()).toBe(connection.quiet(8));
    expect(await notice.textContent()).toBe(connection.quietHelp(8, 8));
    await tab.clock.runFor(4000);
    expect(await notice.textContent()).toBe(connection.quietHelp(12, 4));
    expect(await heard.textContent()).toBe("");
    await tab.clock.runFor(4000);
    expect(await state.textContent()).toBe(connection.lost);
    expect(await notice.textContent()).toBe(connection.lostHelp(1, 1));
    expect(await heard.textContent()).toBe(connection.lost);
    await tab.clock.runFor(1000);
    expect(await notice.textContent()).toBe(connection.lostHelp(1, 0));
    // The proxy accepts the connection, but never responds.
    await tab.clock.runFor(8000);
    expect(await notice.textContent()).toBe(connection.lostHelp(2, 2));
    expect(await speech.textContent()).toBe(shown);
    proxy.release();
    release();
    // The page itself reconnects two seconds after its clock goes on.
    await tab.getByRole("button", { name: connection.now, exact: true }).click();
    await tab.clock.resume();
    await statusShown(tab, "ended");
    expect(await notice.count()).toBe(0);
    expect(await heard.textContent()).toBe(connection.back);
    expect((await showsAll(tab, thread)).messages).toHaveLength(4);
    expect(unexpected(errors)).toEqual([]);
    await close();
  }, 180_000);

  it("does not claim that the server was silent after the browser froze the page for a while", async () => {
    const { tab, thread, errors, close } = await begin();
    await tab.clock.install();
    await tab.reload();
    await isInTurn2(tab);
    await tab.evaluate(`
      window.seen = new Set();
      const note = () => seen.add(document.querySelector(".state").dataset.status);
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
    `);
    // Simulates a machine that wakes from sleep: the clock jumps forward, and each timer fires once.
    await tab.clock.fastForward(60_000);
    release();
    await statusShown(tab, "ended");
    expect(await tab.evaluate("[...seen].filter((status) => ['quiet', 'lost'].includes(status))")).toEqual([]);
    expect((await showsAll(tab, thread)).messages).toHaveLength(4);
    expect(unexpected(errors)).toEqual([]);
    await close();
  }, 180_000);
});

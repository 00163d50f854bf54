/** The built playground in Chromium: once loaded, it runs, saves and exports conversations without a network. */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Hono } from "hono";
import type { Browser, Page } from "playwright-core";
import { fragmentOf } from "../../docs/generate/playground-links.js";
import { apiRoutes } from "../../src/apps/web/api-routes.js";
import type { Visible } from "../../src/apps/web/guard.js";
import { addressOf, readScenarios, scenarioNames } from "../../src/apps/web/scenarios.js";
import { modes } from "../../src/graph/modes/registry.js";
import { RehearsalModel } from "../../src/offline/rehearsal/rehearsal-model.js";
import { openConversations } from "../../src/talk/open-in-browser.js";
import { readScenario } from "../../src/talk/scenario/read-scenario.js";
import { page as english } from "../../src/words/en/page.js";
import { playground } from "../../src/words/en/playground.js";
import { page as chinese } from "../../src/words/zh/page.js";
import { playground as chinesePlayground } from "../../src/words/zh/playground.js";
import { root, run } from "../package/pack.js";
import { launch, still, violationsIn } from "../support/chromium.js";
import { readTranscript } from "../support/page.js";
import { compressedSize, type OpenPlayground, openPlayground, playgroundAddress } from "../support/playground-site.js";
import { isThorough } from "../support/property.js";
import { randomScenario } from "../support/random-scenario.js";

let browser: Browser;

beforeAll(async () => {
  await run("npm", ["run", "-s", "build:playground"], { cwd: root });
  browser = await launch();
}, 300_000);

afterAll(() => browser?.close());

const ended = '.state[data-status="ended"]';
const press = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).click();

async function openScenario({ tab }: OpenPlayground, yaml: string): Promise<void> {
  await tab.evaluate(`location.hash = ${JSON.stringify(fragmentOf(yaml))}`);
  await tab.waitForSelector(".cm-content");
}

async function exported(tab: Page, format: string): Promise<string> {
  await press(tab, english.exports.label);
  const saving = tab.waitForEvent("download");
  await tab.getByRole("link", { name: format, exact: true }).last().click();
  return readFile(await (await saving).path(), "utf8");
}

const shortTalk = "mode: bidding\ntopic: A short talk\nparticipants: [Ada, Bo, Chen]\nmaxTurns: 4\nseed: 7\n";

const withPerson = `mode: round-robin
topic: A short talk
participants: [Ada, { name: Bo, human: true }, Chen]
maxTurns: 3
seed: 7
`;

describe("the playground without a network", () => {
  let open: OpenPlayground;
  let requests: readonly string[];
  beforeAll(async () => {
    open = await openPlayground(browser, "", still);
    await open.tab.waitForSelector(".tile");
    requests = await open.goOffline();
  }, 300_000);
  afterAll(() => open?.close());

  it("runs all shipped scenarios, English and Chinese, to the end, and prints no error", async () => {
    const { tab, errors } = open;
    const names = await scenarioNames();
    const yamls = await Promise.all(names.map((name) => readFile(addressOf(name), "utf8")));
    expect(yamls.length).toBeGreaterThanOrEqual(12);
    const languages = new Set<string>();
    for (const yaml of yamls) {
      languages.add(/^language: (\w+)/m.exec(yaml)?.[1] ?? "en");
      await openScenario(open, yaml);
      await press(tab, playground.run);
      await tab.waitForSelector(ended);
    }
    expect([...languages].sort()).toEqual(["en", "zh"]);
    await tab.goto(`${playgroundAddress}#/`);
    await tab.waitForFunction("document.querySelectorAll('.entry').length >= 12");
    expect(errors).toEqual([]);
    expect(requests).toEqual([]);
  }, 900_000);

  it("keeps conversations across a reload", async () => {
    const { tab, errors } = open;
    await openScenario(open, shortTalk);
    await press(tab, playground.run);
    await tab.waitForSelector(ended);
    await press(tab, english.stage.views.text);
    const said = await readTranscript(tab);
    expect(said.length).toBeGreaterThan(4);
    // The network is needed only to load the page's own files.
    await tab.context().setOffline(false);
    await tab.reload();
    await tab.waitForSelector(ended);
    await press(tab, english.stage.views.text);
    await open.goOffline();
    expect(await readTranscript(tab)).toEqual(said);
    expect(errors).toEqual([]);
  }, 300_000);

  it("steers a conversation, lets a person answer, and branches the conversation", async () => {
    const { tab, errors } = open;
    await openScenario(open, withPerson);
    await press(tab, playground.run);
    await tab.waitForSelector('.state[data-status="waiting"]');
    await tab.locator(".seat").filter({ hasText: "Chen" }).getByRole("button").click();
    await press(tab, english.takePart.mute);
    await tab.getByRole("textbox", { name: english.takePart.line("Bo") }).fill("What about the fog?");
    await press(tab, english.takePart.answer);
    await tab.waitForSelector(ended);
    await press(tab, english.stage.views.text);
    const said = await readTranscript(tab);
    expect(said.map(({ speaker }) => speaker)).not.toContain("Chen");
    // `readTranscript` returns texts without spaces.
    expect(said.map(({ text }) => text)).toContain("Whataboutthefog?");
    await tab.evaluate("location.hash = location.hash.replace(/^(#\\/talk\\/[^/]+).*/, '$1/turn/2/why')");
    await press(tab, english.why.branch);
    await press(tab, english.time.start);
    await tab.waitForFunction("location.hash.startsWith('#/compare/')");
    await tab.getByText(english.time.side("B")).first().waitFor();
    expect(errors).toEqual([]);
  }, 300_000);

  it("exports a conversation in every format", async () => {
    const { tab } = open;
    await openScenario(open, shortTalk);
    await press(tab, playground.run);
    await tab.waitForSelector(ended);
    const { messages } = JSON.parse(await exported(tab, english.exports.formats.json));
    expect(messages).toHaveLength(5);
    expect(await exported(tab, english.exports.formats.markdown)).toContain("# A short talk");
    const html = await exported(tab, english.exports.formats.html);
    expect(html).toContain('id="recording"');
  }, 300_000);

  it("says why a file cannot be created", async () => {
    const { tab, errors } = open;
    await tab.evaluate(`location.hash = location.hash.replace(/^(#\\/talk\\/[^/]+).*/, "$1")`);
    await press(tab, english.exports.label);
    await tab.evaluate(`for (const link of document.querySelectorAll(".menu-list a[download]"))
      link.href = link.href.replace(/conversations\\/[^/]+/, "conversations/nobody");`);
    // A click does not return while a dialog is open, so the dialog is dismissed when it opens.
    const said = new Promise<string>((resolve) =>
      tab.once("dialog", (dialog) => {
        resolve(dialog.message());
        void dialog.dismiss();
      }),
    );
    await tab.getByRole("link", { name: english.exports.formats.json, exact: true }).last().click();
    expect(await said).toContain("nobody");
    expect(errors).toEqual([]);
  }, 300_000);

  it("shares the scenario and the turn by a link", async () => {
    const { tab } = open;
    await openScenario(open, shortTalk);
    await press(tab, playground.run);
    await tab.waitForSelector(ended);
    await tab.evaluate("location.hash = location.hash.replace(/^(#\\/talk\\/[^/]+).*/, '$1/turn/2')");
    await tab.evaluate("navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }");
    await press(tab, english.exports.label);
    await press(tab, playground.shareTurn(2));
    await tab.waitForFunction("globalThis.copied");
    const link = await tab.evaluate<string>("globalThis.copied");
    const other = await openPlayground(browser, new URL(link).hash, still);
    await other.tab.waitForSelector(".cm-content");
    const lines = await other.tab.locator(".cm-line").allTextContents();
    expect(lines).toEqual(expect.arrayContaining(["mode: bidding", "topic: A short talk", "maxTurns: 4", "seed: 7"]));
    await press(other.tab, playground.run);
    await other.tab.waitForSelector(ended);
    expect(new URL(other.tab.url()).hash).toMatch(/^#\/talk\/[^/]+\/turn\/2$/);
    await press(other.tab, english.stage.views.text);
    await press(tab, english.stage.views.text);
    expect(await readTranscript(other.tab)).toEqual(await readTranscript(tab));
    expect(other.errors).toEqual([]);
    await other.close();
  }, 300_000);

  it("says that a damaged link contains no scenario", async () => {
    const { tab } = open;
    await tab.evaluate(`location.hash = "#/shared/aGVsbG8"`);
    await tab.getByText(playground.damagedLink).waitFor();
  });
});

describe("the editor", () => {
  let open: OpenPlayground;
  beforeAll(async () => {
    open = await openPlayground(browser, "#/write", still);
    await open.tab.waitForSelector(".cm-content");
  }, 300_000);
  afterAll(() => open?.close());

  const type = async (text: string) => {
    await open.tab.click(".cm-content");
    await open.tab.keyboard.press("Control+A");
    await open.tab.keyboard.insertText(text);
  };

  it("shows the line and the problem of each mistake", async () => {
    await type("mode: bidding\nmaxTurns: many\ntopik: x\n");
    const problems = open.tab.locator(".text-problems li");
    await problems.nth(1).waitFor();
    const texts = await problems.allTextContents();
    expect(texts.map((text) => text.split(" ")[0])).toEqual(["2:11", "3:1"]);
    expect(texts[1]).toContain("topic");
    await type("mode: bidding\ntopic: [\n");
    await open.tab.getByText(playground.problems(1)).waitFor();
  });

  it("completes fields and values from the JSON Schema", async () => {
    const { tab } = open;
    const suggestions = async () => {
      await tab.waitForSelector(".cm-tooltip-autocomplete li");
      return tab.locator(".cm-tooltip-autocomplete .cm-completionLabel").allTextContents();
    };
    await type("mode: bidding\nselection:\n  ru");
    await tab.keyboard.press("Control+Space");
    expect(await suggestions()).toContain("rule");
    await tab.waitForTimeout(100);
    await tab.keyboard.press("Enter");
    await tab.keyboard.press("Control+Space");
    expect(await suggestions()).toContain("lottery");
    await tab.keyboard.press("Escape");
    expect(open.errors).toEqual([]);
  });

  it("keeps the text if the page's language changes", async () => {
    const { tab } = open;
    await type("mode: bidding\ntopic: My own text\n");
    for (const { shell } of [chinese, english]) {
      await press(tab, shell.toThis);
      await tab.locator(".cm-line", { hasText: "topic: My own text" }).waitFor();
    }
  });

  it("has no accessibility violations, and neither has the list of conversations", async () => {
    const { tab } = open;
    await type(shortTalk);
    expect(await violationsIn(tab)).toEqual([]);
    await tab.goto(`${playgroundAddress}#/`);
    await tab.waitForSelector(".tile");
    expect(await violationsIn(tab)).toEqual([]);
  });

  it("is also available in Chinese", async () => {
    const { tab } = open;
    await tab.goto(`${playgroundAddress}?language=zh#/`);
    await tab.getByRole("link", { name: chinesePlayground.write }).click();
    await tab.getByRole("button", { name: chinesePlayground.run, exact: true }).waitFor();
    await type("mode: bidding\nseed");
    await tab.keyboard.press("Control+Space");
    const [, help = ""] = chinese.setting(["seed"]) ?? [];
    await tab.getByText(help).waitFor();
  });

  it("keeps the text across a reload and the Back button, until the reader discards it", async () => {
    const { tab } = open;
    await tab.goto(`${playgroundAddress}?language=en#/write`);
    await type("mode: round-robin\ntopic: A text worth keeping\nparticipants: [Ada, Bo]\nmaxTurns: 2\n");
    const line = tab.locator(".cm-line", { hasText: "topic: A text worth keeping" });
    await press(tab, playground.run);
    await tab.waitForSelector(ended);
    await tab.goBack();
    await line.waitFor();
    await tab.reload();
    await line.waitFor();
    await press(tab, english.begin.reset);
    await line.waitFor({ state: "detached" });
  });
});

it("the playground says so if it cannot load what the editor needs", async () => {
  const { tab, errors, close } = await openPlayground(browser, "#/write", still);
  await tab.context().route("**/assets/server-*.js", (route) => route.abort());
  errors.length = 0;
  await tab.reload();
  await tab.getByText(english.shell.unreachable).waitFor();
  // Chromium reports the files that it could not load, but no error is uncaught.
  expect(errors.filter((error) => !error.startsWith("Failed to load resource"))).toEqual([]);
  await close();
}, 300_000);

it("the key of a reader's own model is sent to the model's address, and is saved neither in localStorage nor in IndexedDB", async () => {
  const { tab, errors, close } = await openPlayground(browser, "", still);
  await tab.getByText(playground.model.trim()).click();
  await tab.getByText(playground.keyStays).waitFor();
  await tab.getByLabel(playground.address).fill("https://models.test/v1");
  await tab.getByLabel(playground.modelName).fill("some-model");
  await tab.getByLabel(playground.key, { exact: true }).fill("a-secret-key");
  const asked = tab.context().waitForEvent("request", (request) => request.url().startsWith("https://models.test/"));
  await press(tab, playground.useModel);
  await tab.getByText("some-model").waitFor();
  await tab.evaluate(`location.hash = ${JSON.stringify(fragmentOf(shortTalk))}`);
  await tab.waitForSelector(".cm-content");
  await press(tab, playground.run);
  const request = await asked;
  expect(request.headers()["authorization"]).toBe("Bearer a-secret-key");
  expect(await tab.evaluate("Object.values(localStorage).join()")).not.toContain("a-secret-key");
  const databases = await tab.evaluate<string>(`(async () => {
    const done = (request) => new Promise((resolve) => request.addEventListener("success", () => resolve(request.result)));
    const database = await done(indexedDB.open("rostrum-playground"));
    const readAll = (name) => done(database.transaction(name).objectStore(name).getAll());
    return JSON.stringify(await Promise.all([...database.objectStoreNames].map(readAll)));
  })()`);
  expect(databases).toContain("A short talk");
  expect(databases).not.toContain("a-secret-key");
  expect(errors.filter((error) => !error.includes("models.test") && !error.includes("404"))).toEqual([]);
  await close();
}, 300_000);

it("the page, including the graphs and the rehearsal, is smaller than 400 kB when compressed", async () => {
  const rehearsal = ["rehearsal-model.ts", "answer.ts", "texts.ts", "rehearsal-texts-en"];
  const size = await compressedSize([
    ...["index.html", "server.ts", "../src/talk/storage/indexed-db/indexed-db-threads.ts"],
    ...rehearsal.map((name) => `../src/offline/rehearsal/${name}`),
  ]);
  expect(size).toBeLessThan(400_000);
  // The graphs are loaded after the first paint.
  expect(await compressedSize(["index.html"])).toBeLessThan(70_000);
});

interface View {
  readonly status: string;
  readonly error?: object;
  readonly waiting: readonly {
    readonly id: string;
    readonly value: { readonly kind: string; readonly turn: number };
  }[];
}

/** Runs a conversation, answers for its people, and returns its export with all times replaced by the same text. */
async function drive(
  serve: (request: Request) => Promise<Response>,
  start: { readonly thread: string; readonly mode: string },
): Promise<string> {
  const at = "https://page.test/api/conversations";
  const post = (path: string, body: unknown) =>
    serve(
      new Request(`${at}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  const started = await post("", start);
  if (!started.ok) throw new Error(await started.text());
  for (;;) {
    const view = (await (await serve(new Request(`${at}/${start.thread}`))).json()) as View;
    if (view.status === "failed") throw new Error(JSON.stringify(view.error));
    if (view.status === "ended") break;
    if (view.status === "paused") await post(`/${start.thread}/resume`, {});
    if (view.status === "waiting") {
      const answers = view.waiting.map((question) => [
        question.id,
        question.value.kind === "approval" ? { text: "", from: "Ada" } : `Turn ${question.value.turn}: 我先说到这里。`,
      ]);
      await post(`/${start.thread}/answer`, { lines: Object.fromEntries(answers) });
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const document = await (await serve(new Request(`${at}/${start.thread}/export?format=json`))).text();
  return document.replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"');
}

describe("conversations in the playground", () => {
  const count = isThorough ? 200 : 20;

  it(`${count} random scenarios give the same exports as in Node.js, byte for byte apart from times`, async () => {
    const conversations = await openConversations("memory", { model: new RehearsalModel({ notice: false }) });
    const here = new Hono<Visible>()
      .use(async (context, next) => {
        context.set("conversations", conversations);
        await next();
      })
      .route(
        "/api",
        apiRoutes({
          conversations,
          modes,
          models: () => ({ models: [], providers: [] }),
          scenarios: readScenarios,
          heartbeatMs: 3000,
          invitations: undefined,
          pageParts: async () => undefined,
        }),
      );
    const { tab, errors, close } = await openPlayground(browser);
    const [server = ""] = globSync("assets/server-*.js", { cwd: join(root, "docs/public/playground") });
    await tab.evaluate(`(async () => {
      const { startServer } = await import(new URL(${JSON.stringify(server)}, document.baseURI));
      globalThis.serve = await startServer();
    })()`);
    for (let number = 0; number < count; number += 1) {
      const scenario = randomScenario(number);
      const { mode, input, context } = await readScenario(scenario);
      const start = { thread: `random-${number}`, mode, input, context };
      const expected = await drive(async (request) => here.fetch(request), start);
      const found = await tab.evaluate<string>(`(${drive})(globalThis.serve, ${JSON.stringify(start)})`);
      if (found !== expected) expect({ scenario, found }).toEqual({ scenario, found: expected });
    }
    expect(errors).toEqual([]);
    await conversations.close();
    await close();
  }, 900_000);
});

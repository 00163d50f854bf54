/**
 * `npm run report:copilotkit`: checks in Chromium how CopilotKit's stock chat shows this project's conversations over
 * AG-UI. Installs CopilotKit from the npm registry into a temporary folder, unless a folder with an installation is
 * given: `npm run report:copilotkit -- FOLDER`. The environment variable SCREENSHOTS is the folder for screenshots.
 */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import type { Page } from "playwright-core";
import { build } from "vite";
import { ScriptedModel } from "../src/offline/scripted-model.js";
import { openConversations } from "../src/talk/conversations/open.js";
import { createApp } from "../src/web.js";
import { launch } from "../test/support/chromium.js";

const packages = ["@copilotkit/react-core@1.74.0", "react@19.3.1", "react-dom@19.3.1"];
const topic = "Should the town build a bridge beside its ferry?";
const remark = "And who would pay for the bridge?";
const participants = [{ name: "Ann Ferrer" }, { name: "Bea *Lind*" }, { name: "陈晨" }];
const pictures = resolve(process.env["SCREENSHOTS"] ?? "screenshots");

const page = `
import { HttpAgent } from "@ag-ui/client";
import { CopilotChat, CopilotKitProvider } from "@copilotkit/react-core/v2";
import "@copilotkit/react-core/v2/styles.css";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
const properties = ${JSON.stringify({ mode: "round-robin", labels: true, input: { participants, maxTurns: 4, seed: 3 } })};
const agents = { default: new HttpAgent({ url: "/agui" }) };
createRoot(document.querySelector("#page")).render(
  createElement(CopilotKitProvider, { selfManagedAgents: agents, properties }, createElement(CopilotChat)),
);`;

const given = process.argv[2];
const folder = given ? resolve(given) : await mkdtemp(join(tmpdir(), "rostrum-copilotkit-"));

async function prepare(): Promise<void> {
  if (!given) {
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages];
    await promisify(execFile)("npm", words, { cwd: folder });
  }
  await writeFile(join(folder, "main.js"), page);
  await writeFile(join(folder, "index.html"), '<div id="page"></div><script type="module" src="/main.js"></script>');
  await build({
    root: folder,
    base: "/chat/",
    configFile: false,
    logLevel: "error",
    build: { outDir: "dist", chunkSizeWarningLimit: 1e6 },
  });
}

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** The page and the app have the same origin, because the app accepts only requests from its own origin. */
async function startServer() {
  const model = new ScriptedModel(({ turn }) => `The river is wide, and this is line ${turn}.`);
  const conversations = await openConversations("memory", { model });
  const app = createApp(conversations);
  const server = serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith("/chat/")) return app.fetch(request);
      const file = join(folder, "dist", pathname.slice("/chat/".length) || "index.html");
      const headers = { "content-type": types[extname(file)] ?? "application/octet-stream" };
      return readFile(file).then(
        (body) => new Response(body, { headers }),
        () => new Response(null, { status: 404 }),
      );
    },
  });
  await once(server, "listening");
  return {
    conversations,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat/`,
    async stop() {
      if ("closeAllConnections" in server) server.closeAllConnections();
      server.close();
      await conversations.close();
    },
  };
}

const failures: string[] = [];
function check(name: string, isMet: boolean, seen: unknown): void {
  console.log(`${isMet ? "passed" : "FAILED"}  ${name}`);
  if (isMet) return;
  failures.push(name);
  console.log(seen);
}

async function say(tab: Page, text: string, speeches: number): Promise<void> {
  await tab.getByTestId("copilot-chat-textarea").fill(text);
  await tab.keyboard.press("Enter");
  await tab
    .getByTestId("copilot-assistant-message")
    .nth(speeches - 1)
    .waitFor();
  await tab.getByTestId("copilot-loading-cursor").waitFor({ state: "detached" });
}

const textsIn = async (tab: Page, testId: string) =>
  (await tab.getByTestId(testId).allInnerTexts()).map((text) => text.trim().replace(/\s+/g, " "));

try {
  await mkdir(pictures, { recursive: true });
  await prepare();
  const { conversations, url, stop } = await startServer();
  const browser = await launch();
  const tab = await browser.newPage({ viewport: { width: 1000, height: 1000 } });
  tab.setDefaultTimeout(60_000);
  const errors: string[] = [];
  tab.on("pageerror", ({ message }) => errors.push(message));
  await tab.goto(url);
  for (const [round, text] of [topic, remark].entries()) {
    await say(tab, text, 4 * (round + 1));
    const [{ thread } = { thread: "" }] = (await conversations.list()).conversations;
    const { messages } = await conversations.transcript(thread);
    const spoken = messages.filter(({ kind }) => kind === "speech").map(({ name, text }) => `${name}: ${text}`);
    const shown = await textsIn(tab, "copilot-assistant-message");
    check(
      `round ${round + 1}: ${spoken.length} speeches, each with its speaker's name`,
      spoken.length === 4 * (round + 1) && JSON.stringify(shown) === JSON.stringify(spoken),
      { spoken, shown },
    );
    const asked = await textsIn(tab, "copilot-user-message");
    const own = [topic, remark].slice(0, round + 1);
    check(`round ${round + 1}: each message of the user once`, JSON.stringify(asked) === JSON.stringify(own), asked);
    await tab.screenshot({ path: join(pictures, `copilotkit-${round + 1}.png`) });
  }
  check("the topic once on the page", (await tab.getByText(topic).count()) === 1, await tab.content());
  check("no error in the page", errors.length === 0, errors);
  await browser.close();
  await stop();
} finally {
  if (!given) await rm(folder, { recursive: true, force: true });
}
console.log(failures.length === 0 ? "All checks passed." : `Failed: ${failures.join(", ")}`);
process.exitCode = failures.length === 0 ? 0 : 1;

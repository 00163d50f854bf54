/** The built page, and a server for it. */
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { serve } from "@hono/node-server";
import type { Page } from "playwright-core";
import type { Conversations } from "../../src/conversations/port.js";
import { createApp } from "../../src/web/index.js";
import { buildPage as build, root } from "../package/pack.js";
import { freePort } from "./free-port.js";

const folder = resolve(root, ".rostrum", `page-${process.pid}`);

/** Builds the page into a folder of this process, and returns the folder. */
export async function buildPage(): Promise<string> {
  await build(folder);
  return folder;
}

export const removePage = () => rm(folder, { recursive: true, force: true });

/** Who said what, as the transcript on the page shows it. */
export const readTranscript = (tab: Page) =>
  tab.evaluate<{ speaker: string; text: string }[]>(`
    [...document.querySelectorAll(".row:not(.row-live):has(.row-text)")].map((row) => ({
      speaker: row.querySelector(".row-name")?.textContent,
      text: row.querySelector(".row-text")?.textContent,
    }))`);

/** Resolves when the page says that the conversation stands so. */
export const statusShown = (tab: Page, status: string) => tab.locator(`.state[data-status="${status}"]`).waitFor();

/** Serves conversations at an address of this machine. */
export async function servePage(conversations: Conversations, page: string) {
  const port = await freePort();
  const server = serve({ fetch: createApp(conversations, { page }).fetch, hostname: "127.0.0.1", port });
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop(): Promise<void> {
      if ("closeAllConnections" in server) server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Serves the built web page, and opens it in a browser. */
import type { Page } from "playwright-core";
import { openConversations } from "../../src/talk/conversations/local/local-conversations.js";
import type { Conversations } from "../../src/talk/conversations/port/port.js";
import { launch } from "./chromium.js";
import { compiledPage } from "./compiled.js";
import { startWeb } from "./web-server.js";

/** Reads the speakers and texts of the transcript on the page, except a speech that is still streaming. */
export const readTranscript = (tab: Page) =>
  tab.evaluate<{ speaker: string; text: string }[]>(`
    [...document.querySelectorAll(".row:not(.row-live):has(.row-text)")].map((row) => ({
      speaker: row.querySelector(".row-name")?.textContent,
      text: row.querySelector(".row-text")?.textContent,
    }))`);

/** Resolves when the page shows `status` as the status of the conversation. */
export const statusShown = (tab: Page, status: string) => tab.locator(`.state[data-status="${status}"]`).waitFor();

/** Opens conversations in memory unless they are given, serves their page on loopback, and starts a browser. */
export async function openSite(options: Parameters<typeof openConversations>[1], given?: Conversations) {
  const page = compiledPage();
  const browser = await launch();
  const conversations = given ?? (await openConversations("memory", options));
  const web = await startWeb(conversations, { page });
  return {
    page,
    browser,
    conversations,
    url: `${web.url}/`,
    async close(): Promise<void> {
      await browser.close();
      await web.stop();
      await conversations.close();
    },
  };
}

export type Site = Awaited<ReturnType<typeof openSite>>;

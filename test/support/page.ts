import type { Page } from "playwright-core";
import { openConversations } from "../../src/talk/conversations/open.js";
import type { Conversations } from "../../src/talk/conversations/port/port.js";
import type { ConversationDocument } from "../../src/talk/transcript/json.js";
import { withoutMarks } from "../../stage/state/markdown.js";
import { launch } from "./chromium.js";
import { compiledPage } from "./compiled.js";
import { startWeb } from "./web-server.js";

const withoutSpaces = (text: string) => text.replace(/\s/g, "");

/**
 * Reads the transcript on the page, with the spaces removed from the texts. Scrolls through it, because the page holds
 * only the rows near the viewport. Skips speeches that are still streaming.
 */
export async function readTranscript(tab: Page) {
  await tab.locator(".transcript").waitFor();
  const rows = await tab.evaluate<{ speaker: string; text: string }[]>(`(async () => {
    const rows = [];
    for (const block of document.querySelectorAll(".rows")) {
      block.scrollIntoView();
      while (block.dataset.away) await new Promise(requestAnimationFrame);
      for (const row of block.querySelectorAll(".row:has(.row-text)"))
        rows.push({
          speaker: row.querySelector(".row-name").textContent,
          text: row.querySelector(".row-text").textContent,
        });
    }
    return rows;
  })()`);
  return rows.map(({ speaker, text }) => ({ speaker, text: withoutSpaces(text) }));
}

/**
 * What `readTranscript` should read. The page shows the Markdown of a speech as elements, so the text contains neither
 * the marks nor the spaces between blocks.
 */
export const transcriptOf = (messages: ConversationDocument["messages"]) =>
  messages.map(({ name: speaker, text }) => ({ speaker, text: withoutSpaces(withoutMarks(text)) }));

export const statusShown = (tab: Page, status: string) => tab.locator(`.state[data-status="${status}"]`).waitFor();

/**
 * Waits until the JavaScript expression is true, and looks in each frame. The page's content security policy lets
 * Playwright's `waitForFunction` evaluate text only once.
 */
export const untilTrue = (tab: Page, expression: string): Promise<void> =>
  tab.evaluate(`new Promise((resolve) => {
    const look = () => ((${expression}) ? resolve() : requestAnimationFrame(look));
    look();
  })`);

/**
 * Opens each address in `views`, and calls `look` once the page contains the element that `views` names for the
 * address.
 */
export async function lookAtEach(
  tab: Page,
  url: string,
  views: Readonly<Record<string, string>>,
  look: (address: string) => Promise<void>,
): Promise<void> {
  for (const [address, shown] of Object.entries(views)) {
    await tab.goto(url + address);
    await tab.locator(shown).first().waitFor();
    await look(address);
  }
}

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

/** Streams answers of a megabyte into the page, which shows each speech as it grows. */
import { openConversations } from "../src/talk/conversations/open.js";
import { visit } from "../test/support/chromium.js";
import { openSite } from "../test/support/page.js";
import { plainAnswer } from "../test/support/plain-answers.js";
import { StreamingModel } from "../test/support/streaming-model.js";
import { longestTask } from "./longest-task.js";
import { castOf } from "./ways.js";

const size = 1_000_000;
const pieceSize = 1000;
const pieceMs = 3;

export const answers: Readonly<Record<string, string>> = {
  Markdown: `## The ferry

It is **free** for all, says the [council](https://example.org/ferry), and \`const fare = 0\` holds.

- one *item*
- another item
  1. a nested one

| a | b |
|---|---|
| 1 | 2 |

\`\`\`js
const fare = 0;
\`\`\`

> A quotation that goes on for a while, and then ends.

`,
  sentences: "It is so. ",
  "one word": "a",
};

/** Returns how many milliseconds the page's longest main-thread task takes during an answer that repeats `part`. */
export async function watchLargeAnswer(part: string): Promise<number> {
  const text = part.repeat(Math.ceil(size / part.length)).slice(0, size);
  const pieces = Array.from({ length: size / pieceSize }, (_, index) =>
    text.slice(index * pieceSize, (index + 1) * pieceSize),
  );
  const model = new StreamingModel((stream) => (stream.purpose === "speech" ? pieces : [plainAnswer(stream)]), pieceMs);
  const conversations = await openConversations("memory", { model });
  const site = await openSite({}, conversations);
  const { tab, close } = await visit(site.browser, site.url);
  const longest = await longestTask(tab, async () => {
    const input = { topic: "The ferry", participants: castOf(3), prepare: false, maxTurns: 1, seed: 1 };
    const { thread } = await conversations.start("round-robin", { input, context: { maxAnswerLength: size } });
    await tab.goto(`${site.url}#/talk/${thread}`);
    await tab.locator(".voice-end").waitFor({ state: "attached" });
  });
  await close();
  await site.close();
  return longest;
}

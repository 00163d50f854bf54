/**
 * Prints a line, starts or resumes a conversation, and follows it until it stops running.
 * Usage: `metered-process.ts ADDRESS MODE THREAD INPUT CONTEXT`
 */
import { openConversations } from "../../src/talk/conversations/open.js";

const [address = "", mode = "", thread = "", input = "{}", context = "{}"] = process.argv.slice(2);
const conversations = await openConversations(address);
const isKnown = (await conversations.list()).conversations.some((each) => each.thread === thread);
console.log("runs");
if (!isKnown) await conversations.start(mode, { input: JSON.parse(input), context: JSON.parse(context), thread });
else if ((await conversations.read(thread)).status !== "ended") await conversations.resume(thread);
for await (const event of conversations.follow(thread))
  if (event.type === "status" && event.status !== "running") break;
await conversations.close();

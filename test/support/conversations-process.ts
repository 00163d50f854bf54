/**
 * A process that starts a conversation, and prints a line as soon as it has opened. It runs until it is killed.
 * `conversations-process.ts ADDRESS MODE THREAD`
 */
import { openConversations } from "../../src/conversations/local-conversations.js";
import { inputFor } from "./any-mode.js";

const [address = "", mode = "", thread = ""] = process.argv.slice(2);
const conversations = await openConversations(address);
await conversations.start(mode, { input: inputFor(mode), thread });
console.log("opened");
for await (const _event of conversations.follow(thread));

/** Usage: `conversations-process.ts ADDRESS MODE THREAD`. Prints a line once the conversation has opened. */
import { openConversations } from "../../src/talk/conversations/open.js";
import { inputFor } from "./any-mode.js";

const [address = "", mode = "", thread = ""] = process.argv.slice(2);
const conversations = await openConversations(address);
await conversations.start(mode, { input: inputFor(mode), thread });
console.log("opened");
for await (const event of conversations.follow(thread)) if (event.type === "status" && event.status === "ended") break;
await conversations.close();

/**
 * Serves the web page until a test kills this process. Each number that the test sends is the first turn whose speeches
 * stop in the middle.
 * Usage: `page-process.ts DATABASE PAGE PORT`
 */
import { serve } from "@hono/node-server";
import { openConversations } from "../../src/talk/conversations/open.js";
import { createApp } from "../../src/web.js";
import { HeldRehearsal } from "./held-rehearsal.js";

const [database = "", page = "", port = ""] = process.argv.slice(2);
const rehearsal = new HeldRehearsal();
process.on("message", (turn) => rehearsal.holdFrom(Number(turn)));
const conversations = await openConversations(database, { models: { byName: { rehearsal } } });
const { fetch } = createApp(conversations, { page });
serve({ fetch, hostname: "127.0.0.1", port: Number(port) }, () => process.send?.("ready"));

/**
 * Serves the web page until a test kills this process. Prints `ready` once the server listens. Usage: `page-process.ts
 * DATABASE PAGE PORT PACE`
 */
import { serve } from "@hono/node-server";
import { RehearsalModel } from "../../src/offline/rehearsal/rehearsal-model.js";
import { openConversations } from "../../src/talk/conversations/local/local-conversations.js";
import { createApp } from "../../src/web.js";

const [database = "", page = "", port = "", pace = ""] = process.argv.slice(2);
const rehearsal = new RehearsalModel({ pace: Number(pace), notice: false });
const conversations = await openConversations(database, { models: { byName: { rehearsal } } });
const { fetch } = createApp(conversations, { page });
serve({ fetch, hostname: "127.0.0.1", port: Number(port) }, () => process.stdout.write("ready\n"));

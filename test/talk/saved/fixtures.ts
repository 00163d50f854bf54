/**
 * `npm run fixtures` writes the fixtures of new versions. Only development versions of Rostrum wrote `database/1.db`,
 * which does not store the order of checkpoints, and `database/2.db`, which does not store the threads that texts
 * belong to.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { conversationFormat } from "../../../src/core/state/saved-conversation.js";
import { inboxFormat } from "../../../src/graph/inbox/inbox.js";
import { threadFormat } from "../../../src/talk/storage/threads.js";
import { exportFormat } from "../../../src/talk/transcript/json.js";

const folder = fileURLToPath(new URL("../../fixtures/saved", import.meta.url));

export const formats = [
  { kind: "conversation", version: conversationFormat.version },
  { kind: "thread", version: threadFormat.version },
  { kind: "inbox", version: inboxFormat.version },
  { kind: "export", version: exportFormat.version },
] as const;

export type Kind = (typeof formats)[number]["kind"];

export const fixtureOf = (kind: Kind | "database", version: number) =>
  `${folder}/${kind}/${version}.${kind === "database" ? "db" : "json"}`;

export const versionsOf = (kind: Kind | "database"): number[] =>
  readdirSync(`${folder}/${kind}`).map((name) => Number.parseInt(name, 10));

export const readFixture = (kind: Kind, version: number) => JSON.parse(readFileSync(fixtureOf(kind, version), "utf8"));

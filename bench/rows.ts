/**
 * `npm run report:rows`: measures what a conversation on a worker writes to PostgreSQL and leaves there, in every mode,
 * and counts its transactions with and without a follower.
 */
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { modes } from "../src/graph/modes/registry.js";
import { ScriptedModel } from "../src/offline/scripted-model.js";
import { openConversations, startWorker } from "../src/talk/conversations/open.js";
import type { Conversations } from "../src/talk/conversations/port/port.js";
import { plainAnswer } from "../test/support/plain-answers.js";
import { startPostgres } from "../test/support/postgres.js";
import { type Figure, showJson, showTable } from "./report.js";

const count = 20;
const turns = 10;
const speechLength = 800;

const sentences = [
  "The ferry leaves at six, whether or not anybody has finished their coffee.",
  "Nobody who lives on the island has ever asked for a second bridge.",
  "If the council pays for the crossing, it will want to choose the timetable.",
  "My grandmother rowed across twice a week and thought nothing of it.",
  "A free ferry is never free; it only moves the bill to another drawer.",
  "Let us count the passengers first and argue about the price afterwards.",
  "The harbour was dredged in spring, and the large boats can land again.",
  "What happens in a storm matters more to me than what happens in July.",
  "The school needs the early boat, and the hotel needs the late one.",
  "I would rather lose the subsidy than the right to say when we sail.",
];

function speech(number: number): string {
  const chosen = Array.from({ length: 14 }, (_each, index) => sentences[(number * (index + 3) + index) % 10]);
  return `${number}. ${chosen.join(" ")}`.slice(0, speechLength);
}

const inputOf = (mode: string, seed: number) => ({
  topic: "Should the ferry to the island be free for everybody who lives there?",
  participants: ["Ann", "Bea", "Cid", "Dov"].map((name) => ({
    name,
    role: "Islander",
    description: `${name} has lived on the island for ${20 + seed} years, and takes the ferry twice a week.`,
  })),
  ...{ seed, maxTurns: turns },
  ...(mode === "director" && { director: { probability: 0 } }),
});

const selectTotals = `SELECT pg_current_wal_insert_lsn() - '0/0' AS wal, xact_commit AS transactions,
    pg_snapshot_xmax(pg_current_snapshot())::text AS writing, (SELECT sum(n_tup_upd + n_tup_del) FROM pg_stat_user_tables) AS changed
  FROM pg_stat_database WHERE datname = current_database()`;

const selectTables = `SELECT format('%I.%I', schemaname, relname) AS name, pg_total_relation_size(relid) AS bytes
  FROM pg_stat_user_tables WHERE relid NOT IN (SELECT partrelid FROM pg_partitioned_table)`;

const groupOf = (table: string) =>
  /^public\.(?:checkpoint|rostrum_contents)/.test(table) ? "states" : /^rostrum_queue/.test(table) ? "queue" : "others";

interface Totals extends Readonly<Record<"wal" | "transactions" | "writing" | "changed", number>> {
  readonly rows: number;
  /** The size in bytes, including indexes, by group of tables. */
  readonly bytes: Readonly<Record<string, number>>;
}

async function totalsOf(database: pg.Client): Promise<Totals> {
  // PostgreSQL's processes report their statistics at most once a second.
  await wait(1500);
  const { rows: counts } = await database.query<Record<string, string>>(selectTotals);
  await database.query("VACUUM");
  const { rows: tables } = await database.query<Record<"name" | "bytes", string>>(selectTables);
  let rows = 0;
  const bytes: Record<string, number> = {};
  for (const table of tables) {
    const counted = await database.query<{ count: string }>(`SELECT count(*) FROM ${table.name}`);
    rows += Number(counted.rows[0]?.count);
    bytes[groupOf(table.name)] = (bytes[groupOf(table.name)] ?? 0) + Number(table.bytes);
  }
  const read = (name: string) => Number(counts[0]?.[name]);
  const [wal, transactions, writing, changed] = [read("wal"), read("transactions"), read("writing"), read("changed")];
  return { wal, transactions, writing, changed, rows, bytes };
}

async function follow(conversations: Conversations, thread: string): Promise<number> {
  let speeches = 0;
  for await (const event of conversations.follow(thread)) {
    if (event.type === "speech-end" && event.sequence !== undefined) speeches += 1;
    if (event.type === "status" && event.status === "failed") throw new Error(event.error?.message);
    if (event.type === "status" && event.status === "ended") break;
  }
  return speeches;
}

async function measure(mode: string, address: string): Promise<Figure[]> {
  let calls = 0;
  const model = new ScriptedModel((call) => {
    calls += 1;
    return ["speech", "bid-and-speech"].includes(call.purpose) ? speech(calls) : plainAnswer(call);
  });
  const conversations = await openConversations(address, { queue: true, model });
  const worker = await startWorker(address, { model });
  const database = new pg.Client(address).on("error", () => {});
  await database.connect();
  const start = async (seed: number) =>
    (await conversations.start(mode, { input: inputOf(mode, seed), thread: `${mode}-${seed}` })).thread;
  const seeds = (from: number) => Array.from({ length: count }, (_each, index) => from + index);
  const areOver = async () =>
    (await database.query("SELECT FROM rostrum_threads WHERE state <> 'ended' LIMIT 1")).rowCount === 0;

  // Leaves these conversations out of the totals, because a worker's first conversation also loads code, and a table's
  // first rows allocate whole pages.
  const first = await Promise.all(seeds(1).map(start));
  const speeches = await Promise.all(first.map((thread) => follow(conversations, thread)));
  const before = await totalsOf(database);
  await Promise.all(seeds(1001).map(start));
  while (!(await areOver())) await wait(200);
  const alone = await totalsOf(database);
  const followed = await Promise.all(seeds(2001).map(start));
  await Promise.all(followed.map((thread) => follow(conversations, thread)));
  const after = await totalsOf(database);
  await database.end();
  await worker.stop();
  await conversations.close();
  const each = (name: Exclude<keyof Totals, "bytes">) => (alone[name] - before[name]) / count;
  // Tables grow by whole pages, and large ones by several pages at once, so both rounds are measured together.
  const kilobytes = (group: string) =>
    ((after.bytes[group] ?? 0) - (before.bytes[group] ?? 0)) / (followed.length + count) / 1000;
  return [
    { name: `${mode}: speeches`, value: Math.max(...speeches), unit: "" },
    { name: "  rows", value: each("rows"), unit: "" },
    { name: "  states, with indexes", value: kilobytes("states"), unit: "kB" },
    { name: "  queue", value: kilobytes("queue"), unit: "kB" },
    { name: "  the rest", value: kilobytes("others"), unit: "kB" },
    { name: "  write-ahead log", value: each("wal") / 1000, unit: "kB" },
    { name: "  rows changed or deleted", value: each("changed"), unit: "" },
    { name: "  transactions", value: each("transactions"), unit: "" },
    { name: "  those that write", value: each("writing"), unit: "" },
    { name: "  transactions with a follower", value: (after.transactions - alone.transactions) / count, unit: "" },
  ];
}

const figures: Figure[] = [];
const postgres = await startPostgres();
try {
  for (const mode of Object.keys(modes)) figures.push(...(await measure(mode, await postgres.createDatabase())));
} finally {
  await postgres.stop();
}
console.error(showTable(figures));
console.log(showJson(figures));
// Calls `process.exit` because the library that runs PostgreSQL resets `process.exitCode` to 0.
process.exit(0);

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { InMemoryStore } from "@langchain/langgraph";
import { openCheckpointer } from "../../../../src/talk/storage/open.js";
import type { OpenCheckpointer } from "../../../../src/talk/storage/threads.js";
import { allModes } from "../../../support/any-mode.js";
import { makeLossy } from "../../../support/failing-saver.js";
import { type Postgres, startPostgres } from "../../../support/postgres.js";
import { compileSteered, isPausedIn, steered, steeringInput, talkThrough } from "../../../support/steering.js";

let folder: string;
let postgres: Postgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-steering-"));
  postgres = await startPostgres();
}, 90_000);

afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

/** Uses only three turns, because the supervisor's plan has three tasks. */
const steering = {
  1: [{ mute: "Bea" }, { from: "Lena", control: { add: { name: "Eve" } } }, { from: "Mirko", control: { step: true } }],
  2: [{ next: "Eve" }, { unmute: "Bea" }, { pause: true }],
  3: [{ remove: "Bea" }],
} as const;

type State = Awaited<ReturnType<typeof talkThrough>>;
const comparable = ({ messages, decisions, participants, stopReason, controls, pauses }: State) => ({
  decisions,
  participants,
  stopReason,
  pauses,
  lines: messages.map(({ name, text }) => [name, text]),
  controls: controls.map(({ id: _id, ...rest }) => rest),
});

describe.each(["SQLite", "PostgreSQL"])("controls saved in %s", (kind) => {
  let checkpointer: OpenCheckpointer;

  beforeAll(async () => {
    const address = kind === "SQLite" ? join(folder, "talks.db") : await postgres.createDatabase();
    checkpointer = await openCheckpointer(address);
  });

  afterAll(() => checkpointer.close());

  it.each(allModes)("every control of a %s conversation takes effect once despite two failed saves", async (mode) => {
    const whole = await talkThrough(compileSteered(mode, { steering }), steeringInput(mode));
    expect(whole.controls.map(({ refusal }) => refusal)).toEqual(Array(7).fill(null));
    // The controls `step` and `pause` each cause a pause.
    expect(whole.pauses).toBe(2);
    const thread = { configurable: { thread_id: mode } };
    const { put, putWrites } = checkpointer;
    const loss = makeLossy(checkpointer, "controls");
    const running = compileSteered(mode, { steering, checkpointer, store: new InMemoryStore(), thread });
    let input: object | null = steeringInput(mode);
    for (const lost of ["writes", "checkpoint"] as const) {
      loss.loses = lost;
      await expect(running.graph.invoke(input as object, thread)).rejects.toThrow("the disk is gone");
      input = null;
    }
    loss.loses = undefined;
    const state = await talkThrough(running, null, thread);
    Object.assign(checkpointer, { put, putWrites });
    expect(comparable(state)).toEqual(comparable(whole));
    expect(await running.store.search(["rostrum"])).toEqual([]);
  });

  it.each(allModes)("a second graph resumes a %s conversation that a first graph paused", async (mode) => {
    const thread = { configurable: { thread_id: `${mode}-paused` } };
    const setting = { checkpointer, store: new InMemoryStore(), thread };
    const first = compileSteered(mode, { ...setting, steering: { 1: [{ pause: true }] } });
    expect(isPausedIn(await first.graph.invoke(steeringInput(mode), thread))).toBe(true);
    const other = compileSteered(mode, setting);
    const { stopReason } = await other.graph.invoke(null, thread);
    const plain = await talkThrough(compileSteered(mode), steeringInput(mode), steered);
    expect(stopReason).toEqual(plain.stopReason);
  });
});

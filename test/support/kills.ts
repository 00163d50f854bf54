/**
 * Kills a conversation's processes at random moments, and resumes the conversation until it ends. Then compares the
 * conversation with an uninterrupted run, to find lost and duplicate messages.
 */
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { draw } from "../../src/base/chance.js";
import type { ConversationDocument } from "../../src/talk/transcript/json.js";
import type { Mode } from "./any-mode.js";
import { compiled } from "./compiled.js";
import type { MovedClock } from "./moved-clock.js";

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `killedAfter`: kills the process this many milliseconds after its first output on stderr. */
export async function rostrum(words: readonly string[], clock?: MovedClock, killedAfter?: number): Promise<Ended> {
  const env = { ...process.env, NODE_OPTIONS: "", OPENAI_API_KEY: "", OPENAI_BASE_URL: "", ...clock?.env };
  const stopClock = clock?.start();
  const child = spawn(process.execPath, [compiled("src/apps/cli/main.ts"), ...words], { env });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  const started = new Promise<void>((resolve) => {
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk);
      resolve();
    });
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  if (killedAfter !== undefined) {
    await Promise.race([started, ended]);
    await Promise.race([wait(killedAfter), ended]);
    child.kill("SIGKILL");
  }
  const status = await ended;
  stopClock?.();
  return { status, stdout, stderr };
}

export interface KillPlan {
  readonly mode: Mode;
  readonly replan?: "after-each";
  readonly folder: string;
  readonly database: string;
  readonly seed: number;
  readonly kills: number;
  readonly clock?: MovedClock;
}

export interface KillResult extends KillPlan {
  readonly killed: number;
  readonly resumed: number;
  readonly lost: number;
  readonly doubled: number;
  /** Whether messages, decisions, task results, plans and the stop reason equal those of the uninterrupted run. */
  readonly isEqual: boolean;
  readonly kept: ConversationDocument;
}

const turns = 5;
/** Long enough for kills to interrupt speeches, and short enough for a test. */
const pace = 6;

const unsaved = /no saved conversation named/;

/** Leaves out the messages' times. */
export const contentOf = ({ messages, decisions, results, plans, stopReason }: ConversationDocument) =>
  JSON.stringify([messages.map(({ time: _time, ...message }) => message), decisions, results, plans, stopReason]);

export async function killAndResume(plan: KillPlan): Promise<KillResult> {
  const { mode, replan, folder, database, seed, kills, clock } = plan;
  const name = [mode, replan, seed].filter(Boolean).join("-");
  const scenario = join(folder, `${name}.yaml`);
  // Keeps a director conversation from ending by chance before it is killed.
  const lasting = mode === "director" ? "director: { probability: 0 }\n" : "";
  await writeFile(scenario, `mode: ${mode}\n${lasting}${replan ? `replan: ${replan}\n` : ""}`);
  const shared = ["--seed", String(seed), "--turns", String(turns), "--model", "rehearsal", "--json"];
  const whole = JSON.parse((await rostrum(["run", scenario, ...shared])).stdout) as ConversationDocument;
  const keeping = ["--thread", name, "--db", database, "--pace", String(pace)];
  let killed = 0;
  let resumed = 0;
  let end: Ended = { status: null, stdout: "", stderr: "" };
  // If a process is killed after it saves the end but before it prints the conversation, `resume` reports that the
  // conversation has ended.
  const hasEnded = () => killed > 0 && end.stderr.includes(`“${name}” ended after`);
  for (let attempt = 0; end.stdout === "" && !hasEnded(); attempt += 1) {
    const resume = ["resume", name, "--db", database, "--json", "--pace", String(pace)];
    // The seed determines the moment of the kill. The machine's speed determines what the kill interrupts.
    const moment = draw({ seed, turn: attempt, purpose: "rule", salt: "kill" }) * 1500;
    // The process may have been killed before its first save.
    const isUnsaved = attempt === 0 || unsaved.test(end.stderr);
    const words = isUnsaved ? ["run", scenario, ...shared, ...keeping] : resume;
    end = await rostrum(words, clock, killed < kills ? moment : undefined);
    if (end.status === null) killed += 1;
    if (words === resume) resumed += 1;
    if (attempt > kills + 3) throw new Error(`${name} does not end: ${end.stderr}`);
    if (end.status !== null && end.status !== 0 && !unsaved.test(end.stderr) && !hasEnded())
      throw new Error(`${name}: ${end.stderr}`);
  }
  const kept = JSON.parse(
    (await rostrum(["show", name, "--db", database, "--json"], clock)).stdout,
  ) as ConversationDocument;
  const ids = kept.messages.map(({ id }) => id);
  return {
    ...plan,
    killed,
    resumed,
    kept,
    lost: whole.messages.filter(({ id }) => !ids.includes(id)).length,
    doubled: ids.length - new Set(ids).size,
    isEqual: contentOf(kept) === contentOf(whole),
  };
}

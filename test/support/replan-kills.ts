/**
 * Kills the processes of a supervisor that corrects its plan, resumes the conversation until it ends, and compares it
 * with an uninterrupted run.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { draw } from "../../src/base/chance.js";
import { compiled } from "./compiled.js";

export interface ReplanKills {
  readonly killed: number;
  /** The number of calls that were made again although their results had been saved. */
  readonly doubled: number;
  /** The number of calls that were made again because the process was killed before it saved their results. */
  readonly repeated: number;
  readonly isEqual: boolean;
  readonly kept: string;
}

/**
 * The number of moments from which the moment of the kill is drawn. Two steps contain fewer, so most processes make
 * progress before they are killed.
 */
const mostMoments = 14;

function start(...words: readonly string[]) {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [compiled("test/support/replan-process.ts"), ...words],
    { encoding: "utf8" },
  );
  if (status !== 0 && signal !== "SIGKILL") throw new Error(stderr);
  return { isKilled: signal === "SIGKILL", stdout };
}

function countRepeated(log: string): Pick<ReplanKills, "doubled" | "repeated"> {
  const called = new Set<string>();
  const saved = new Set<string>();
  let doubled = 0;
  let repeated = 0;
  for (const line of log.trim().split("\n")) {
    const call = line.replace(/^\w+ /, "");
    if (line.startsWith("saved")) saved.add(call);
    else if (saved.has(call)) doubled += 1;
    else if (called.has(call)) repeated += 1;
    else called.add(call);
  }
  return { doubled, repeated };
}

/**
 * @param folder - An existing folder, in which the conversations are saved.
 * @param script - The name of a script in `replanningScripts`.
 * @param kills - The maximum number of processes to kill.
 */
export async function killReplan(folder: string, script: string, kills: number, seed: number): Promise<ReplanKills> {
  const whole = start(await mkdtemp(join(folder, "whole-")), script);
  const place = await mkdtemp(join(folder, "killed-"));
  let killed = 0;
  for (;;) {
    const chosen = 1 + Math.floor(mostMoments * draw({ seed, turn: killed, purpose: "rule", salt: `kill ${script}` }));
    const { isKilled, stdout } = start(place, script, ...(killed < kills ? [String(chosen)] : []));
    if (isKilled) killed += 1;
    else {
      const log = await readFile(join(place, "log"), "utf8");
      return { killed, ...countRepeated(log), isEqual: stdout === whole.stdout, kept: stdout };
    }
  }
}

/**
 * Starts or resumes a supervisor's conversation whose first plan is wrong. Appends each call, and each step whose
 * result is saved, to the file `log`.
 * Usage: `replan-process.ts FOLDER SCRIPT [MOMENT]`. With MOMENT, a number from 1, the process kills itself at that
 * moment. Each call is a moment, and so are the times before and after each save.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createSupervisor } from "../../src/graph/modes/supervisor/supervisor.js";
import type { PlanRecord, TaskResult } from "../../src/records/task.js";
import { SqliteCheckpointer } from "../../src/talk/storage/sqlite-checkpointer.js";
import { fixedClock } from "./conversation.js";
import { threadConfig } from "./person-talk.js";
import { input, replanningScripts, type Script, scripted } from "./replanning.js";

const [folder = "", name = "", moment = "0"] = process.argv.slice(2);
const script = replanningScripts[name] as Script;
const log = join(folder, "log");
const lines = existsSync(log) ? readFileSync(log, "utf8").split("\n") : [];

const note = (line: string) => appendFileSync(log, `${line}\n`);

let moments = 0;
function reachMoment(): void {
  moments += 1;
  if (moments === Number(moment)) process.kill(process.pid, "SIGKILL");
}

function noteSaved(writes: readonly (readonly [channel: string, value: unknown])[]): void {
  for (const [channel, value] of writes) {
    if (channel === "summary" && value !== "") note("saved sum-up");
    if (channel === "results")
      for (const { turn, outcome } of value as TaskResult[]) if (outcome !== "skipped") note(`saved execute ${turn}`);
    if (channel === "plans")
      for (const { outcome, turn } of value as PlanRecord[])
        note(outcome === "made" ? "saved plan" : `saved replan ${turn}`);
  }
}

class MortalCheckpointer extends SqliteCheckpointer {
  override async put(...saving: Parameters<SqliteCheckpointer["put"]>) {
    reachMoment();
    const saved = await super.put(...saving);
    reachMoment();
    return saved;
  }

  override async putWrites(...saving: Parameters<SqliteCheckpointer["putWrites"]>) {
    reachMoment();
    await super.putWrites(...saving);
    noteSaved(saving[1]);
    reachMoment();
  }
}

// Each saved check of the results has used one of the script's answers.
const looked = new Set(lines.filter((line) => line.startsWith("saved replan"))).size;
const model = scripted({ ...script, looks: script.looks.slice(looked) }, ({ purpose, turn }) => {
  note(purpose === "execute" || purpose === "replan" ? `call ${purpose} ${turn}` : `call ${purpose}`);
  reachMoment();
  return false;
});
const checkpointer = new MortalCheckpointer(join(folder, "talk.db"));
const graph = createSupervisor({ model, clock: fixedClock }).compile({ checkpointer });
const isSaved = (await checkpointer.getTuple(threadConfig)) !== undefined;
const state = await graph.invoke(isSaved ? null : { ...input, ...script.settings }, threadConfig);
const { results, plans, decisions, tasks, summary, stopReason } = state;
const messages = state.messages.map(({ id, name: speaker, text }) => ({ id, speaker, text }));
console.log(JSON.stringify({ messages, results, plans, decisions, tasks, summary, stopReason }));

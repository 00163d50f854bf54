/**
 * Starts or resumes a conversation in which Bea, a person, has a minute for each turn.
 * Usage: `late-process.ts DATABASE MILLISECONDS`, where MILLISECONDS is the time since the conversation started.
 */
import { existsSync } from "node:fs";
import { ScriptedModel } from "../../src/offline/scripted-model.js";
import { openCheckpointer } from "../../src/talk/storage/open.js";
import { compileMode } from "./any-mode.js";
import { fixedClock } from "./conversation.js";
import { callContextOf, peopleInput, threadConfig } from "./person-talk.js";
import { plainAnswer } from "./plain-answers.js";

const [file = "", passed = "0"] = process.argv.slice(2);
const isStarted = existsSync(file);
const checkpointer = await openCheckpointer(file);
const clock = () => new Date(fixedClock().getTime() + Number(passed));
const graph = compileMode("round-robin", { model: new ScriptedModel(plainAnswer), clock }, { checkpointer });
const input = { ...peopleInput("round-robin", ["Bea"], 3), humanTimeoutMs: 60_000 };
const { lines, waiting, ended } = callContextOf(await graph.invoke(isStarted ? null : (input as never), threadConfig));
console.log(
  JSON.stringify({
    waiting: waiting.map(({ deadline }) => deadline),
    lines: lines.slice(1).map(({ speaker }) => speaker),
    ...(ended && { ended }),
  }),
);

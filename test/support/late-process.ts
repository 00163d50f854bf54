/**
 * One process of a conversation in which Bea, a person, has a minute for each turn: begins it or goes on with it, and prints where it
 * stands. `late-process.ts DATABASE MILLISECONDS`, of which as many have passed since the beginning.
 */
import { existsSync } from "node:fs";
import { ScriptedModel } from "../../src/offline/scripted-model.js";
import { openCheckpointer } from "../../src/talk/storage/open.js";
import { compileMode } from "./any-mode.js";
import { fixedClock } from "./conversation.js";
import { callContextOf, peopleInput, threadConfig } from "./person-talk.js";
import { plainAnswer } from "./plain-answers.js";

const [file = "", passed = "0"] = process.argv.slice(2);
const isBegun = existsSync(file);
const checkpointer = await openCheckpointer(file);
const clock = () => new Date(fixedClock().getTime() + Number(passed));
const graph = compileMode("round-robin", { model: new ScriptedModel(plainAnswer), clock }, { checkpointer });
const input = { ...peopleInput("round-robin", ["Bea"], 3), humanTimeoutMs: 60_000 };
const { lines, waiting, ended } = callContextOf(await graph.invoke(isBegun ? null : (input as never), threadConfig));
console.log(
  JSON.stringify({
    waiting: waiting.map(({ deadline }) => deadline),
    lines: lines.slice(1).map(({ speaker }) => speaker),
    ...(ended && { ended }),
  }),
);

/**
 * Starts a conversation with a person, saved in the SQLite file FILE, or resumes it with LINE as the person's answer.
 * Runs until the conversation waits for the person or ends.
 * Usage: `person-process.ts MODE FILE [LINE]`
 */
import { Command, InMemoryStore } from "@langchain/langgraph";
import { ScriptedModel } from "../../src/offline/scripted-model.js";
import { interject } from "../../src/talk/conversations/delivery/interject.js";
import { SqliteCheckpointer } from "../../src/talk/storage/sqlite-checkpointer.js";
import { compileMode, type Mode } from "./any-mode.js";
import { callContextOf, type PersonTalk, shortTalk, threadConfig } from "./person-talk.js";
import { plainAnswer } from "./plain-answers.js";

const [mode, file = "", line] = process.argv.slice(2) as [Mode, string, string | undefined];
const model = new ScriptedModel(plainAnswer);
const graph = compileMode(mode, { model }, { checkpointer: new SqliteCheckpointer(file), store: new InMemoryStore() });
if (line === undefined) await interject(graph, threadConfig, "", { from: "Bea", raisesHand: true });
const state = await graph.invoke(
  line === undefined ? shortTalk(mode) : new Command({ resume: { text: line } }),
  threadConfig,
);
console.log(JSON.stringify({ ...callContextOf(state), calls: model.calls.length } satisfies PersonTalk));

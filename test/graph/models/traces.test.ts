import { expect, it } from "@jest/globals";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { allModes, compileMode, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";

interface ModelRun {
  readonly name: string;
  readonly tags: readonly string[];
  readonly metadata: Record<string, unknown>;
}

class Trace extends BaseCallbackHandler {
  readonly name = "trace";
  override readonly awaitHandlers = true;
  readonly models: ModelRun[] = [];
  readonly chains = new Set<string>();
  root = "";

  override handleChatModelStart(...[_model, , , , , tags = [], metadata = {}, name = ""]: ModelStart): void {
    this.models.push({ name, tags, metadata });
  }

  override handleChainStart(...[, , , parent, , , , name = ""]: ChainStart): void {
    this.chains.add(name);
    if (parent === undefined) this.root = name;
  }
}
type ModelStart = Parameters<NonNullable<BaseCallbackHandler["handleChatModelStart"]>>;
type ChainStart = Parameters<NonNullable<BaseCallbackHandler["handleChainStart"]>>;

it.each(allModes)(
  "traces each model call as one run with its purpose, participant and turn in %s mode",
  async (mode) => {
    const model = new ScriptedModel(plainAnswer);
    const trace = new Trace();
    const graph = compileMode(mode, { model });
    const chunks = await graph.stream(inputFor(mode), { streamMode: "messages", callbacks: [trace] });
    for await (const _chunk of chunks);
    const named = ({ purpose, participant, turn }: (typeof model.calls)[number]) =>
      `${purpose}: ${participant ? `${participant}, ` : ""}turn ${turn}`;
    expect(trace.models).toHaveLength(model.calls.length);
    for (const [index, { tags, metadata }] of trace.models.entries()) {
      const call = model.calls[index] as (typeof model.calls)[number];
      const { purpose, participant, turn } = call;
      expect(metadata).toMatchObject({ mode, purpose, turn, ...(participant ? { participant } : {}) });
      expect(tags).toEqual(expect.arrayContaining([`purpose:${purpose}`, `turn:${turn}`]));
      if (participant) expect(tags).toContain(`participant:${participant}`);
      expect([trace.models[index]?.name, ...trace.chains]).toContain(named(call));
    }
  },
);

it.each(allModes)("names a run after its mode unless the caller gives a name, in %s mode", async (mode) => {
  const model = new ScriptedModel(plainAnswer);
  const rootOf = async (options: object, config: object = {}) => {
    const trace = new Trace();
    await compileMode(mode, { model }, options).invoke(inputFor(mode), { ...config, callbacks: [trace] });
    return trace.root;
  };
  expect(await rootOf({})).toBe(mode);
  expect(await rootOf({ name: "evening-debate" })).toBe("evening-debate");
  expect(await rootOf({}, { runName: "debate of Monday" })).toBe("debate of Monday");
});

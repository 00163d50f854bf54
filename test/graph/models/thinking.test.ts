import { expect, it } from "@jest/globals";
import type { BidRequest } from "../../../src/core/model-request.js";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import { exportConversation } from "../../../src/talk/transcript/json.js";
import { renderMarkdown } from "../../../src/talk/transcript/markdown.js";
import { allModes, compileMode, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";

const thoughts = "They {all} say no. A secret: <3>.\n</think>\n\n";

function answer(call: ScriptedCall): string {
  switch (call.purpose) {
    case "describe-participant":
      return `${call.participant} grows mint.`;
    case "sharpen-topic":
      return "Shall we build it in stone?";
    case "bid":
      return (call.request as BidRequest).answer === "structured"
        ? `{"bid": ${call.participant === "Bea" ? 8 : 2}}`
        : plainAnswer(call);
    case "bid-panel":
      return JSON.stringify({ bids: [1, 2, 3, 4].map((participant) => ({ participant, bid: participant })) });
    case "direct":
      return "Tea has been spoken of. Coffee has not.\n<2>\nWhat do you say?";
    case "judge-agreement":
      return JSON.stringify({ agreed: false, on: "They differ." });
    case "choose-speaker":
      return "Somebody new. <2>";
    default:
      return plainAnswer(call);
  }
}

it.each([
  ...allModes.map((mode) => [mode, {}] as const),
  ["bidding", { bidding: { answer: "structured" } }],
  ["bidding", { bidding: { by: "panel" } }],
  ["director", { director: { probability: 0, calls: "one" } }],
] as const)("%s with %j ignores thinking without an opening tag", async (mode, more) => {
  const converse = async (before: string) => {
    const model = new ScriptedModel((call) => before + answer(call));
    const settings = {
      topic: "The bridge",
      prepare: true,
      memory: { window: "summary", turns: 2 },
      stopping: { agreement: { every: 2 } },
    };
    const graph = compileMode(mode, { model, ui: true });
    const state = await graph.invoke(inputFor(mode, { ...settings, ...more }));
    return { page: renderMarkdown(exportConversation(mode, state as never)), state };
  };
  const [plain, thinking] = [await converse(""), await converse(thoughts)];
  const courseOf = ({ state }: typeof plain) => ({
    texts: state.messages.map(({ name, text }) => [name, text]),
    participants: state.participants,
    decisions: state.decisions.map(({ speaker, bids }) => [
      speaker,
      bids.map(({ outcome, value }) => [outcome, value]),
    ]),
    summary: state.memorySummary,
    stopReason: state.stopReason,
    cards: (state as unknown as { ui: readonly { props: object }[] }).ui.map(({ props }) => props),
    verdicts: state.verdicts.map(({ holds, evidence }) => [holds, evidence]),
  });
  expect(courseOf(thinking)).toEqual(courseOf(plain));
  expect(thinking.page).not.toContain("secret");
});

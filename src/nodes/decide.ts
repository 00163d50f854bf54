/** Has the one who decides take the meeting's decision, in a form that programs can read, and announce it. */
import type { FinalDecision } from "../domain/stage.js";
import type { UsageRow } from "../domain/usage.js";
import { RostrumError } from "../errors.js";
import { readDecision } from "../parsing/judgement.js";
import { stripThinking } from "../parsing/strip-thinking.js";
import { remember } from "../policies/memory/remember.js";
import { composeDecideAgain } from "../prompts/compose.js";
import type { GroupChatConversation, GroupChatUpdate } from "../state/conversation-state.js";
import { type NodeConfig, type NodeKit, promptsFor, runOf } from "./node-kit.js";
import { sceneOf } from "./scene.js";
import { sayAloud } from "./speech.js";
import { stageBriefOf } from "./stage-brief.js";

const mostAttempts = 2;

const structuredDecision = {
  title: "answer",
  type: "object",
  properties: {
    decision: { type: "string", description: "What is decided." },
    rationale: { type: "string", description: "The reasons that told, and whose they were." },
    dissent: { type: "string", description: "Who was of another mind and about what; empty if nobody was." },
  },
  required: ["decision", "rationale", "dissent"],
  additionalProperties: false,
};

export function createDecide(kit: NodeKit) {
  return async function decide(state: GroupChatConversation, config: NodeConfig): Promise<GroupChatUpdate> {
    const self = state.participants.find(({ name }) => name === state.nextSpeaker);
    if (!self) throw new Error(`“${state.nextSpeaker}” is to decide but is not in the cast`);
    const turn = state.turn + 1;
    const prompts = promptsFor(kit, state);
    const stage = stageBriefOf(state);
    const conversation = remember(state.messages, state.memory);
    const brief = { ...sceneOf(state), purpose: "decide", self, turn, conversation, stage } as const;

    const answers: string[] = [];
    const usage: UsageRow[] = [];
    let finalDecision: FinalDecision | null = null;
    while (!finalDecision && answers.length < mostAttempts) {
      const question = { brief, messages: composeDecideAgain(prompts, brief, answers) };
      const answer = await kit.asker.structured(question, structuredDecision, runOf(config));
      answers.push(answer.text);
      usage.push(answer.usage);
      finalDecision = readDecision(stripThinking(answer.text));
    }
    if (!finalDecision) throw unreadable(self.name, turn, answers);

    const slot = {
      speaker: self.name,
      turn,
      kind: "speech",
      id: `turn-${turn}`,
      stage: stage.name,
      round: stage.round,
    } as const;
    const message = await sayAloud(kit, state, slot, prompts.announce(finalDecision), config);
    return { messages: [message], turn, nextSpeaker: "", finalDecision, usage };
  };
}

function unreadable(participant: string, turn: number, answers: readonly string[]): RostrumError {
  return new RostrumError(
    "unreadable-decision",
    `${participant} gave no decision that could be read in turn ${turn}, asked ${answers.length} times; the last answer was “${(answers.at(-1) ?? "").slice(0, 200)}”. Nothing is lost: on a thread, invoke it again with null to ask once more`,
    { purpose: "decide", participant, turn },
  );
}

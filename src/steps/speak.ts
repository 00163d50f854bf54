/** Lets the participant who has the floor speak, and adds the speech to the conversation. */
import type { BaseMessage } from "@langchain/core/messages";
import { interrupt } from "@langchain/langgraph";
import { isRecord } from "../is-record.js";
import type { PromptCatalog } from "../locales/locale.js";
import { locales } from "../locales/registry.js";
import type { SpeechRequest, StageContext } from "../models/request.js";
import type { Conversation, ConversationUpdate } from "../state/conversation-state.js";
import type { Participant } from "../state/participant.js";
import { type Interjection, longestLine, type YourTurn, type YourTurnProblem } from "../state/records.js";
import { lineOf } from "../text/message.js";
import { takeFloor } from "./choose-speaker.js";
import { findInterjection } from "./floor-requests.js";
import { callFor, occasionOf, personalScene, promptsFor } from "./services.js";
import { speakAloud, speakForPerson } from "./speech.js";
import type { StepContext } from "./step.js";

function readLine(answer: unknown): { readonly text: string } | { readonly problem: YourTurnProblem } {
  const decisions = isRecord(answer) ? answer["decisions"] : undefined;
  const decision: unknown = Array.isArray(decisions) ? decisions[0] : undefined;
  const action = isRecord(decision) ? decision["edited_action"] : undefined;
  const line = isRecord(action) ? action["args"] : answer;
  const given = isRecord(line) && "text" in line ? line["text"] : line;
  if (given === null || given === undefined) return { text: "" };
  if (typeof given !== "string") return { problem: "not-a-text" };
  const text = given.replace(/\r\n?/g, "\n").trim();
  return [...text].length > longestLine ? { problem: "too-long" } : { text };
}

/** What clients with typed forms ask for. LangGraph does not check answers against a JSON Schema, so other forms are accepted too. */
const responseSchema = {
  type: "object" as const,
  properties: { text: { type: "string", title: "Line", maxLength: longestLine } },
  required: ["text"],
  additionalProperties: false,
};

/** `heard`: the interjection that this person should answer. Default: the person answers the latest message. */
type PersonalTurn = Pick<YourTurn, "participant" | "turn" | "purpose"> & {
  readonly task?: string;
  readonly heard?: Interjection | undefined;
};

/** Returns the person's line, empty for a pass. Asks again until an answer is accepted. */
export function askPerson({ messages, language }: Conversation, { task = "", heard, ...asked }: PersonalTurn): string {
  const last = messages.at(-1);
  const interjection = heard && { speaker: heard.from, text: heard.text };
  const latest = interjection ?? (last ? lineOf(last) : null);
  let problem: YourTurnProblem | null = null;
  for (;;) {
    const question = { ...asked, task: task || null, problem };
    const description = locales[language].transcript.yourTurn(question, longestLine);
    const yourTurn: YourTurn = {
      ...{ kind: "your-turn", ...question, language, latest },
      // Clients show the name above the field, and the description on request.
      action_requests: [{ name: description, args: { text: "" }, description }],
      review_configs: [{ action_name: description, allowed_decisions: ["edit"] }],
    };
    const answer = readLine(interrupt<YourTurn, unknown>(yourTurn, { responseSchema }));
    if ("problem" in answer) problem = answer.problem;
    else if (answer.text === "" && asked.purpose === "decide") problem = "empty";
    else return answer.text;
  }
}

/** The input of a speaker who speaks concurrently with others. LangGraph gives a task started by `Send` nothing else. */
export interface SpeakTask<State extends Conversation = Conversation> {
  readonly state: State;
  readonly seat: number;
  readonly turn: number;
}

export interface SpeakRules<State extends Conversation> {
  readonly stageOf?: (state: State) => StageContext;
  /** The id of the turn's message. Default: `turn-1` and so on. */
  readonly messageIdOf?: (state: State, turn: number) => string;
  /** Puts the request for a speech into words. Default: the prompt of the conversation's language. */
  readonly compose?: (catalog: PromptCatalog, request: SpeechRequest) => BaseMessage[];
}

export function createSpeak<State extends Conversation>({
  stageOf,
  messageIdOf = (_state, turn) => `turn-${turn}`,
  compose,
}: SpeakRules<State> = {}) {
  async function say(state: State, self: Participant, turn: number, step: StepContext) {
    const stage = stageOf?.(state);
    const heard = findInterjection(state, self.name);
    const place = stage ? { stage: stage.name, round: stage.round } : {};
    const reply = heard?.messageId ? { replyingTo: heard.messageId } : {};
    const id = messageIdOf(state, turn);
    const slot = { speaker: self.name, turn, kind: "speech", id, ...place, ...reply } as const;
    if (self.human) {
      const text = askPerson(state, { participant: self.name, turn, purpose: "speech", heard });
      const line = text || promptsFor(step, state).passes;
      return { messages: [speakForPerson(state, slot, line, step)], turn };
    }
    const scene = { ...personalScene(state, self, turn), ...occasionOf(state, self) };
    const request: SpeechRequest = { ...scene, purpose: "speech", ...(stage ? { stage } : {}) };
    const call = callFor(step, state, request, compose);
    const started = step.scope.speculation.take(turn, self.name, step.usage);
    return { ...(await speakAloud(state, slot, call, step, { started })), turn };
  }

  return async function speak(given: State | SpeakTask<State>, step: StepContext): Promise<ConversationUpdate> {
    if ("seat" in given) {
      const { state, seat, turn } = given;
      const self = state.participants[seat];
      if (!self) throw new Error(`nobody can speak from seat ${seat}`);
      return step.fanOut.run(step.signal, () => say(state, self, turn, step));
    }
    const { self, recorded } = takeFloor(given, step);
    return { ...(await say(given, self, given.turn + 1, step)), ...recorded, nextSpeaker: "" };
  };
}

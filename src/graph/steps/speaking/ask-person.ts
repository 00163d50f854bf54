/** Waits for a line from a person who has the floor. Another process may continue the run. */
import { isGraphInterrupt } from "@langchain/langgraph";
import { reviewRequest, type YourTurn } from "../../../core/state/people.js";
import { lineOf } from "../../../core/text/message.js";
import type { Interjection } from "../../../records/interjection.js";
import { longestLine, type YourTurnProblem } from "../../../records/person-question.js";
import { locales } from "../../../words/registry.js";
import { messagesOf, readInterjection } from "../../inbox/interjection.js";
import { interruptTask, savedInterrupts } from "../../langgraph/task.js";
import type { Conversation, ConversationUpdate } from "../../state/conversation-state.js";
import { promptsFor } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";
import { arrivalOf, readLine, responseSchema } from "./read-answer.js";
import { type Slot, speakForPerson } from "./speech.js";

/** `heard`: the interjection that this person should answer. Default: the person answers the latest message. */
type PersonalTurn = Pick<YourTurn, "participant" | "turn" | "purpose"> & {
  readonly task?: string;
  readonly heard?: Interjection | undefined;
};

/**
 * `text`: empty if the person passes or does not answer. `isLate`: whether the line arrived after the deadline, or not
 * at all.
 */
interface PersonalLine {
  readonly text: string;
  readonly isLate: boolean;
}

/** The deadline is saved with the interrupt, so it stays the same if another process continues the run. */
async function deadlineOf({ humanTimeoutMs }: Conversation, { participant, turn }: PersonalTurn, step: StepContext) {
  if (humanTimeoutMs === undefined) return null;
  const asked = (await savedInterrupts(step.config)) as readonly YourTurn[];
  const isThis = (each: YourTurn) =>
    each?.kind === "your-turn" && each.participant === participant && each.turn === turn;
  return asked.find(isThis)?.deadline ?? new Date(step.now() + humanTimeoutMs).toISOString();
}

export async function askPerson(
  state: Conversation,
  { task = "", heard, ...asked }: PersonalTurn,
  step: StepContext,
): Promise<PersonalLine> {
  const { messages, language } = state;
  const last = messages.at(-1);
  const interjection = heard && { speaker: heard.from, text: heard.text };
  const latest = interjection ?? (last ? lineOf(last) : null);
  const deadline = await deadlineOf(state, asked, step);
  const now = step.now();
  const isPast = (time: number) => deadline !== null && time >= Date.parse(deadline);
  let problem: YourTurnProblem | null = null;
  for (;;) {
    const question = { ...asked, task: task || null, problem, deadline };
    const description = locales[language].transcript.yourTurn(question, longestLine);
    const yourTurn: YourTurn = {
      kind: "your-turn",
      ...question,
      language,
      latest,
      ...reviewRequest(description, { text: "" }, ["edit"]),
    };
    let given: unknown;
    try {
      given = interruptTask<YourTurn>(step.config, yourTurn, { responseSchema });
    } catch (error) {
      // The interrupt means that nobody has answered. After the deadline, the run continues without an answer.
      if (isPast(now) && isGraphInterrupt(error)) return { text: "", isLate: true };
      throw error;
    }
    // The run may have waited for other runs since the answer arrived.
    const isLate = isPast(arrivalOf(given) ?? now);
    const answer = readLine(given);
    if ("problem" in answer) problem = answer.problem;
    else if (answer.text === "" && (isLate || asked.purpose === "decide")) problem = "empty";
    else return { ...answer, isLate };
  }
}

export const lateReason = ({ language, humanTimeoutMs = 0 }: Conversation): string =>
  locales[language].transcript.noAnswer(humanTimeoutMs);

/** Says in the person's place that no answer came in time. A late line becomes an interjection. */
export function missTurn(state: Conversation, slot: Slot, late: string, step: StepContext): ConversationUpdate {
  const { turn, speaker: participant } = slot;
  const { humanTimeoutMs: limitMs = 0, onHumanTimeout } = state;
  step.usage.warnings.push({ purpose: "speech", participant, reason: lateReason(state) });
  const message = speakForPerson(state, slot, promptsFor(step, state).late, step);
  const after = { ...state, turn, messages: [...state.messages, message] };
  const id = `late-${turn}`;
  const messageId = step.freshId(after.messages, `interjection-${id}`);
  const entry = { id, value: { text: late, from: participant }, messageId, time: step.services.clock() };
  const interjections = late === "" ? [] : [readInterjection(after, entry)];
  for (const interjection of interjections) step.emit({ type: "interjection", turn, interjection });
  const messages = [message, ...messagesOf(after, interjections)];
  const stops = onHumanTimeout === "stop";
  return { messages, interjections, turn, ...(stops && { budgetStop: { kind: "late", turn, participant, limitMs } }) };
}

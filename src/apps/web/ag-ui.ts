import type { Interrupt } from "@ag-ui/core";
import type { z } from "zod/v4";
import { isRecord } from "../../base/is-record.js";
import type { Answer } from "../../core/state/people.js";
import { invalidField } from "../../errors/rostrum-error.js";
import { longestLine } from "../../records/person-question.js";
import type { ConversationSnapshot, Conversations, StatusEvent } from "../../talk/conversations/port/port.js";
import {
  findConversation,
  isNobodyWaiting,
  isThreadTaken,
  questionName,
} from "../../talk/conversations/port/status.js";
import { canResume } from "../../talk/conversations/port/status-meanings.js";
import { isInUse } from "../../talk/storage/thread-lock.js";
import type { TranscriptWords } from "../../words/en/transcript.js";
import { type Language, locales } from "../../words/registry.js";
import { type AgUiEvent, type AgUiMessage, AgUiTranslator, textOf } from "./ag-ui-events.js";
import { describeFailure } from "./failures.js";
import type { bodies } from "./requests.js";

type RunInput = z.output<typeof bodies.agUi>;

const pauseId = "paused";

const joined = (said: readonly { readonly text: string }[]) => said.map(({ text }) => text).join("\n");

/** Instructions can precede the user's first message. */
const isInstruction = ({ role }: RunInput["messages"][number]) => ["system", "developer"].includes(role);

function newMessagesIn({ messages }: RunInput, known: ConversationSnapshot | undefined) {
  const { interjections = [], messages: kept = [], opening, topic } = known?.state ?? {};
  const ids = new Set([...interjections, ...kept].map(({ id }) => id));
  const said = messages.map(({ id, role, name, content }) => ({ id, role, name, text: textOf(content) }));
  const latest = said.findLastIndex(({ role }) => role !== "user");
  const unheard = said.slice(latest + 1).filter(({ id, text }) => text.trim() !== "" && !ids.has(id));
  if (!messages.slice(0, latest + 1).every(isInstruction)) return unheard;
  // The first messages became the topic, which is trimmed when the conversation opens.
  const begun = String(opening?.topic ?? topic ?? "").trim();
  return unheard.slice(unheard.findIndex((_, index) => joined(unheard.slice(0, index + 1)).trim() === begun) + 1);
}

const answerIn = (payload: unknown) => (isRecord(payload) ? payload : { text: payload });

/**
 * Delivers lines that come after a person's deadline. Drops other lines for questions that are no longer open, because
 * `answer` rejects them.
 */
async function deliverLate(conversations: Conversations, given: RunInput, { waiting }: ConversationSnapshot) {
  for (const { interruptId, status, payload } of given.resume ?? []) {
    const isOpen = interruptId === pauseId || waiting.some((each) => questionName(each) === interruptId);
    const { text } = answerIn(payload);
    if (isOpen || status === "cancelled" || typeof text !== "string") continue;
    await conversations.answer(given.threadId, { [interruptId]: text }).catch((error: unknown) => {
      if (!isNobodyWaiting(error)) throw error;
    });
  }
}

/**
 * Returns the answers to the open questions. A cancelled turn becomes a pass. A draft keeps waiting for approval if its
 * interrupt is cancelled, or if the answer is for an earlier draft.
 */
function linesIn({ resume = [] }: RunInput, { waiting }: ConversationSnapshot): Record<string, Answer> {
  const lines = resume.flatMap(({ interruptId, status, payload }): (readonly [string, Answer])[] => {
    const asked = waiting.find((each) => questionName(each) === interruptId);
    if (!asked || (status === "cancelled" && asked.value.kind === "approval")) return [];
    const { id, value } = asked;
    const { text, rewrite } = answerIn(payload);
    if (status === "cancelled") return [[id, ""]];
    const seen = value.kind === "approval" ? { answered: value.work.answered } : {};
    if (value.kind === "approval" && typeof rewrite === "string") return [[id, { rewrite, ...seen }]];
    if (typeof text !== "string") throw invalidField("resume.payload.text", "expected", { expected: "string" });
    return [[id, { text, ...seen }]];
  });
  return Object.fromEntries(lines);
}

async function interject(conversations: Conversations, thread: string, said: ReturnType<typeof newMessagesIn>) {
  for (const { id, name: from, text } of said) await conversations.interject(thread, text, { id, from });
}

async function startNew(conversations: Conversations, given: RunInput): Promise<void> {
  const { threadId: thread } = given;
  const { mode = "bidding", input = {}, context = {} } = given.forwardedProps ?? {};
  const said = newMessagesIn(given, undefined);
  const isTopic = said.length > 0 && input["topic"] === undefined;
  const topic = isTopic ? { topic: joined(said) } : {};
  await conversations.start(mode, { thread, input: { ...input, ...topic }, context });
  if (!isTopic) await interject(conversations, thread, said);
}

async function continueKnown(conversations: Conversations, given: RunInput, known: ConversationSnapshot) {
  const { threadId: thread, resume = [] } = given;
  const { input = {}, context = {} } = given.forwardedProps ?? {};
  const said = newMessagesIn(given, known);
  await deliverLate(conversations, given, known);
  if (known.status === "ended") {
    const messages = said.map(({ id, name, text }) => ({ type: "human", id, name, content: text }));
    if (said.length > 0) await conversations.start(known.mode, { thread, input: { ...input, messages }, context });
    return;
  }
  await interject(conversations, thread, said);
  const isReleased = resume.some(({ interruptId, status }) => interruptId === pauseId && status === "resolved");
  if (canResume(known.status) && (known.status !== "paused" || isReleased)) await conversations.resume(thread);
  const lines = linesIn(given, known);
  if (Object.keys(lines).length > 0) await conversations.answer(thread, lines);
}

async function startOrContinue(conversations: Conversations, given: RunInput): Promise<void> {
  const known = await findConversation(conversations, given.threadId);
  if (known) return continueKnown(conversations, given, known);
  try {
    await startNew(conversations, given);
  } catch (error) {
    if (!isThreadTaken(error) && !isInUse(error)) throw error;
    // Another run has started the conversation in the meantime.
    await continueKnown(conversations, given, await conversations.read(given.threadId));
  }
}

const schemaOf = (field: "text" | "rewrite") => ({
  type: "object",
  properties: { [field]: { type: "string", maxLength: longestLine } },
  required: [field],
});

function interruptsOf({ status, waiting }: StatusEvent, { isPaused }: TranscriptWords): Interrupt[] {
  if (status === "paused") return [{ id: pauseId, reason: "confirmation", message: isPaused }];
  return waiting.map((person) => {
    const { action_requests, review_configs: _configs, ...metadata } = person.value;
    const asked = { id: questionName(person), reason: "input_required", message: action_requests[0].description };
    if (metadata.kind === "approval") {
      const { work: _work, ...shown } = metadata;
      return { ...asked, responseSchema: { anyOf: [schemaOf("text"), schemaOf("rewrite")] }, metadata: shown };
    }
    const { deadline } = metadata;
    return { ...asked, responseSchema: schemaOf("text"), metadata, ...(deadline && { expiresAt: deadline }) };
  });
}

function endOf(event: StatusEvent, { threadId, runId }: RunInput, words: TranscriptWords): AgUiEvent | undefined {
  const { status, error } = event;
  const finish = { type: "RUN_FINISHED", threadId, runId } as const;
  switch (status) {
    case "queued":
    case "running":
      return undefined;
    case "failed":
      return {
        type: "RUN_ERROR",
        message: error?.message ?? words.runFailed,
        ...(error?.code && { code: error.code }),
      };
    case "waiting":
    case "paused":
      return { ...finish, outcome: { type: "interrupt", interrupts: interruptsOf(event, words) } };
    case "stopped":
      return { ...finish, outcome: { type: "cancelled" } };
    case "ended":
      return { ...finish, outcome: { type: "success" } };
  }
}

/** Starts or continues a conversation and reports its events. Throws before the first event if the run cannot start. */
export async function* runAgUi(
  conversations: Conversations,
  given: RunInput,
  { signal, language }: { readonly signal: AbortSignal; readonly language: Language },
): AsyncGenerator<AgUiEvent, void> {
  const { threadId, runId, messages, state } = given;
  await startOrContinue(conversations, given);
  yield { type: "RUN_STARTED", threadId, runId, protocolVersion: "1.0" };
  const after = isRecord(state) ? Number(state["sequence"] ?? 0) : 0;
  const { labels = false } = given.forwardedProps ?? {};
  const translator = new AgUiTranslator(messages as readonly AgUiMessage[], after, language, labels);
  try {
    for await (const event of conversations.follow(threadId, { signal })) {
      yield* translator.take(event);
      const end = event.type === "status" ? endOf(event, given, locales[language].transcript) : undefined;
      if (!end) continue;
      yield end;
      return;
    }
    // `follow` can also end without a status that ends the run, for example if somebody deletes the conversation.
    yield { type: "RUN_FINISHED", threadId, runId, outcome: { type: "cancelled" } };
  } catch (error) {
    const { code, message } = describeFailure(error, language);
    yield { type: "RUN_ERROR", code, message };
  }
}

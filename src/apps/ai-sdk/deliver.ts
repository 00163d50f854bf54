/** Delivers the user's message in a chat to a conversation, once. */
import type { ConversationSnapshot, Conversations } from "../../talk/conversations/port/port.js";
import { findConversation, isNobodyWaiting } from "../../talk/conversations/port/status.js";
import { canResume, isActive } from "../../talk/conversations/port/status-meanings.js";
import type { ChatQuestion } from "./chat-chunks.js";
import { type ChatOptions, type ChatRequest, newMessageIn, questionsSeenIn, type Said } from "./chat-request.js";

type Waiting = ConversationSnapshot["waiting"][number];
type Question = NonNullable<ReturnType<typeof questionsSeenIn>>[number];
type SpokenFor = Pick<ChatQuestion, "turn" | "participant">;

/** Whether the conversation is waiting for the answer to this question. */
const isSame = ({ value }: Waiting, { participant, turn, draft }: Question) =>
  value.participant === participant &&
  value.turn === turn &&
  draft === (value.kind === "approval" ? value.draft : undefined);

/**
 * Delivers the user's message as the answer of this person. If the person was asked for a speech, returns its turn and
 * participant; if the person was asked to approve a draft, returns undefined.
 */
async function answer(conversations: Conversations, thread: string, { id, value }: Waiting, said: Said) {
  const seen = value.kind === "approval" ? { answered: value.work.answered } : {};
  await conversations.answer(thread, { [id]: { text: said.text, ...seen } });
  return value.kind === "approval" ? undefined : { turn: value.turn, participant: value.participant };
}

const onOneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Whether the message has already begun the conversation or one of its rounds. */
const hasBegun = ({ state }: ConversationSnapshot, said: Said, { messages }: ChatRequest): boolean =>
  (state.messages ?? []).some(({ id }) => id === said.id) || (messages.length === 1 && state["topic"] === said.text);

/**
 * Whether the message has already answered the first question that the user saw. If this question's turn is still
 * running, the message has just answered it.
 */
async function hasAnswered(
  conversations: Conversations,
  { thread, state, status }: ConversationSnapshot,
  said: Said,
  request: ChatRequest,
): Promise<boolean> {
  const [asked] = questionsSeenIn(request) ?? [];
  if (!asked) return false;
  const { messages: spoken } = await conversations.transcript(thread);
  const answered = spoken.find(
    ({ turn, name, kind }) => kind === "speech" && turn === asked.turn && name === asked.participant,
  );
  if (answered) return onOneLine(answered.text) === onOneLine(said.text);
  return isActive(status) && (state.turn ?? 0) < asked.turn;
}

/**
 * Delivers the message as an answer if the conversation is waiting for the person whom the user saw. Returns false if
 * it is not.
 */
async function answerIfAsked(
  conversations: Conversations,
  { thread, waiting }: ConversationSnapshot,
  said: Said,
  request: ChatRequest,
): Promise<false | { readonly spoken: SpokenFor | undefined }> {
  const seen = questionsSeenIn(request);
  const [asked] = seen ?? [];
  const person = seen ? asked && waiting.find((each) => isSame(each, asked)) : waiting[0];
  if (!person) return false;
  try {
    return { spoken: await answer(conversations, thread, person, said) };
  } catch (error) {
    // The same message may have arrived twice at once.
    if (isNobodyWaiting(error)) return false;
    throw error;
  }
}

/**
 * Starts or resumes the conversation, and delivers the user's message: as an answer if the conversation is waiting for
 * a person, otherwise as an interjection. Does not deliver a message that is sent again. Returns the turn in which the
 * user spoke for a participant, if any.
 */
export async function deliver(
  conversations: Conversations,
  request: ChatRequest,
  options: ChatOptions,
): Promise<SpokenFor | undefined> {
  const { mode = "bidding", input = {}, context = {}, from } = options;
  const { id: thread } = request;
  const said = newMessageIn(request);
  const known = await findConversation(conversations, thread);
  const name = from === undefined ? {} : { from };
  if (!known) {
    const topic = said && input["topic"] === undefined ? { topic: said.text } : {};
    await conversations.start(mode, { thread, input: { ...input, ...topic }, context });
    if (said && input["topic"] !== undefined)
      await conversations.interject(thread, said.text, { id: said.id, ...name });
    return undefined;
  }
  const unheard = said && !hasBegun(known, said, request) ? said : undefined;
  const answered = unheard && (await answerIfAsked(conversations, known, unheard, request));
  if (answered) return answered.spoken;
  const isNew = unheard && !(await hasAnswered(conversations, known, unheard, request));
  if (known.status === "ended") {
    if (!isNew) return undefined;
    const messages = [
      { type: "human", id: unheard.id, content: unheard.text, ...(from !== undefined && { name: from }) },
    ];
    await conversations.start(known.mode, { thread, input: { ...input, messages }, context });
    return undefined;
  }
  if (isNew) await conversations.interject(thread, unheard.text, { id: unheard.id, ...name });
  if (canResume(known.status)) await conversations.resume(thread);
  return undefined;
}

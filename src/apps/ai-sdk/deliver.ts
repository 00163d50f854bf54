import type { ConversationSnapshot, Conversations } from "../../talk/conversations/port/port.js";
import { findConversation, isNobodyWaiting, isThreadTaken } from "../../talk/conversations/port/status.js";
import { canResume, isActive } from "../../talk/conversations/port/status-meanings.js";
import { isInUse } from "../../talk/storage/thread-lock.js";
import type { ChatQuestion } from "./chat-chunks.js";
import { type ChatOptions, type ChatRequest, newMessageIn, questionsSeenIn, type Said } from "./chat-request.js";

type Waiting = ConversationSnapshot["waiting"][number];
type Question = NonNullable<ReturnType<typeof questionsSeenIn>>[number];
type SpokenFor = Pick<ChatQuestion, "turn" | "participant">;

const isSame = ({ value }: Waiting, { participant, turn, draft }: Question) =>
  value.participant === participant &&
  value.turn === turn &&
  draft === (value.kind === "approval" ? value.draft : undefined);

async function answer(conversations: Conversations, thread: string, { id, value }: Waiting, said: Said) {
  const seen = value.kind === "approval" ? { answered: value.work.answered } : {};
  await conversations.answer(thread, { [id]: { text: said.text, ...seen } });
  return value.kind === "approval" ? undefined : { turn: value.turn, participant: value.participant };
}

/** The message's id keeps a repeated message from being delivered again. */
const interject = (conversations: Conversations, thread: string, { id, text }: Said, { from }: ChatOptions) =>
  conversations.interject(thread, text, { id, ...(from !== undefined && { from }) });

/** The white space of a saved speech may differ from that of the message. */
const normalizeSpace = (text: string) => text.replace(/\s+/g, " ").trim();

const hasBegun = ({ state }: ConversationSnapshot, said: Said, { messages }: ChatRequest): boolean =>
  [...(state.messages ?? []), ...(state.interjections ?? [])].some(({ id }) => id === said.id) ||
  // The topic is trimmed when the conversation opens.
  (messages.length === 1 && String(state["topic"] ?? "").trim() === said.text.trim());

/** Returns the speech that answered the question, if any. If the turn is still running, waits for the speech. */
async function speechFor(
  conversations: Conversations,
  { thread, state, status }: ConversationSnapshot,
  { turn, participant }: Question,
): Promise<string | undefined> {
  const isRunning = isActive(status) && (state.turn ?? 0) < turn;
  for await (const event of conversations.follow(thread)) {
    if (event.type === "status" && !(isRunning && isActive(event.status))) return undefined;
    if (event.type !== "speech-end") continue;
    if (event.turn === turn && event.speaker === participant) return event.text;
    // The participant missed the turn.
    if (event.turn > turn && event.sequence !== undefined) return undefined;
  }
  return undefined;
}

/** Returns the question that the message has already answered, if any. */
async function questionAnswered(
  conversations: Conversations,
  snapshot: ConversationSnapshot,
  said: Said,
  request: ChatRequest,
): Promise<Question | undefined> {
  const [asked] = questionsSeenIn(request) ?? [];
  const speech = asked && (await speechFor(conversations, snapshot, asked));
  return speech !== undefined && normalizeSpace(speech) === normalizeSpace(said.text) ? asked : undefined;
}

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
    // Another request may have delivered the same message at the same time.
    if (isNobodyWaiting(error) || isInUse(error)) return false;
    throw error;
  }
}

/** Starts the conversation. If another request has started it in the meantime, reads and returns it instead. */
async function startWith(
  conversations: Conversations,
  { id: thread }: ChatRequest,
  said: Said | undefined,
  options: ChatOptions,
): Promise<ConversationSnapshot | undefined> {
  const { mode = "bidding", input = {}, context = {} } = options;
  const topic = said && input["topic"] === undefined ? { topic: said.text } : {};
  try {
    await conversations.start(mode, { thread, input: { ...input, ...topic }, context });
  } catch (error) {
    if (isThreadTaken(error) || isInUse(error)) return conversations.read(thread);
    throw error;
  }
  if (said && input["topic"] !== undefined) await interject(conversations, thread, said, options);
  return undefined;
}

/**
 * Delivers the request's new message, if any, and starts or resumes the conversation if necessary. Returns the turn in
 * which the user spoke for a participant, if any.
 */
export async function deliver(
  conversations: Conversations,
  request: ChatRequest,
  options: ChatOptions,
): Promise<SpokenFor | undefined> {
  const { input = {}, context = {}, from } = options;
  const { id: thread } = request;
  const said = newMessageIn(request);
  const known =
    (await findConversation(conversations, thread)) ?? (await startWith(conversations, request, said, options));
  if (!known) return undefined;
  const unheard = said && !hasBegun(known, said, request) ? said : undefined;
  const answered = unheard && (await answerIfAsked(conversations, known, unheard, request));
  if (answered) return answered.spoken;
  // Another request may have answered in the meantime.
  const current = known.waiting.length > 0 ? await conversations.read(thread) : known;
  const repeated = unheard && (await questionAnswered(conversations, current, unheard, request));
  const spoken = repeated?.draft === undefined ? repeated : undefined;
  const isNew = unheard && !repeated;
  if (current.status === "ended") {
    if (!isNew) return spoken;
    const messages = [
      { type: "human", id: unheard.id, content: unheard.text, ...(from !== undefined && { name: from }) },
    ];
    await conversations.start(current.mode, { thread, input: { ...input, messages }, context });
    return undefined;
  }
  if (isNew) await interject(conversations, thread, unheard, options);
  if (canResume(current.status)) await conversations.resume(thread);
  return spoken;
}

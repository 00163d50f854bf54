/** Runs a scenario with the rehearsal as the model, and answers for its people with prepared texts. */
import type { Answer } from "../../../src/core/state/people.js";
import {
  type ConversationDocument,
  type Conversations,
  openConversations,
  publicCopy,
  RehearsalModel,
  readScenario,
} from "../../../src/index.js";

export interface Course {
  readonly scenario: string;
  /** What each person says, one text for each turn. For a person who reviews a draft, the text replaces the draft. */
  readonly people?: Readonly<Record<string, readonly string[]>>;
  /** If set, the record is that of a fork after `turn`, in which other settings apply or a listener says something. */
  readonly fork?: {
    readonly turn: number;
    readonly changes?: Readonly<Record<string, unknown>>;
    readonly listener?: { readonly from: string; readonly text: string };
  };
  /** Whether to leave out what only the conversation's owner may know. Default: false. */
  readonly isPublic?: boolean;
}

/** A recording must not change from one day to the next, so all of its messages have this time. */
const clock = () => new Date("2026-11-27T20:00:00.000Z");

async function followToEnd(conversations: Conversations, thread: string, people: Course["people"]): Promise<void> {
  const left = new Map(Object.entries(people ?? {}).map(([name, texts]) => [name, [...texts]]));
  const nextOf = (name: string): Answer => {
    const text = left.get(name)?.shift();
    if (text === undefined) throw new Error(`${thread}: nothing is left for ${name} to say`);
    return { text };
  };
  for await (const event of conversations.follow(thread)) {
    if (event.type !== "status") continue;
    if (event.status === "ended") break;
    if (event.status === "failed") throw new Error(`${thread}: ${event.error?.message}`);
    if (event.status !== "waiting") continue;
    const answers = event.waiting.map(({ id, value }) => [id, nextOf(value.participant)] as const);
    await conversations.answer(thread, Object.fromEntries(answers));
  }
  const unsaid = [...left].filter(([, texts]) => texts.length > 0);
  if (unsaid.length > 0) throw new Error(`${thread}: ${unsaid.map(([name]) => name).join(", ")} had too few turns`);
}

export async function record(
  name: string,
  { scenario, people, fork, isPublic }: Course,
): Promise<ConversationDocument> {
  const conversations = await openConversations("memory", { model: new RehearsalModel({ notice: false }), clock });
  try {
    const { mode, title, input, context } = await readScenario(scenario);
    let { thread } = await conversations.start(mode, { thread: name, title, input, context });
    await followToEnd(conversations, thread, people);
    if (fork) {
      const { turn, changes = {}, listener } = fork;
      thread = await conversations.fork(thread, { turn, changes, as: `${name}-fork` });
      if (listener) await conversations.interject(thread, listener.text, { from: listener.from, id: "listener" });
      await conversations.resume(thread);
      await followToEnd(conversations, thread, undefined);
    }
    const document = await conversations.transcript(thread);
    return isPublic ? publicCopy(document) : document;
  } finally {
    await conversations.close();
  }
}

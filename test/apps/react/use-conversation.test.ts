/** @jest-environment ./jest.environment.js */
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import type { NumberedEvent } from "../../../src/core/state/events.js";
import { invalidField, RostrumError } from "../../../src/errors/rostrum-error.js";
import { type ConversationSource, type FollowedConversation, useConversation } from "../../../src/react.js";
import { Feed } from "../../../src/talk/conversations/port/feed.js";
import { historyOf } from "../../../src/talk/conversations/port/history.js";
import type { FollowedEvent, StatusEvent } from "../../../src/talk/conversations/port/port.js";
import { type Course, courseOf } from "../../support/course.js";
import { RenderedHook } from "../../support/react-root.js";

interface Props {
  readonly source: ConversationSource | string;
  readonly thread?: string | null;
}
const useIt = ({ source, thread }: Props): FollowedConversation => useConversation(source, thread);

const statusOf = (status: StatusEvent["status"]): StatusEvent => ({ type: "status", status, waiting: [] });

const opened: RenderedHook<Props, FollowedConversation>[] = [];
function show(props: Props) {
  const hook = new RenderedHook(useIt, props);
  opened.push(hook);
  return hook;
}
afterEach(() => {
  for (const hook of opened.splice(0)) hook.unmount();
});

class Source implements ConversationSource {
  readonly calls: unknown[][] = [];
  readonly signals: AbortSignal[] = [];
  constructor(private readonly feeds: Readonly<Record<string, Feed>>) {}

  async *follow(thread: string, options: { after?: number; signal?: AbortSignal | undefined } = {}) {
    this.calls.push(["follow", thread, options.after]);
    if (options.signal) this.signals.push(options.signal);
    const feed = this.feeds[thread];
    if (!feed) throw invalidField("thread", "unknown-thread", { thread });
    yield* feed.follow({ after: options.after ?? 0, signal: options.signal }) as AsyncGenerator<FollowedEvent>;
  }

  private readonly note =
    <Result>(name: string, result: Result) =>
    async (...given: unknown[]): Promise<Result> => {
      this.calls.push([name, ...given]);
      return result;
    };
  start = this.note("start", { thread: "new", isNew: true });
  interject = this.note("interject", { id: "1", heard: "next-turn" as const });
  control = this.note("control", { id: "2", heard: "next-turn" as const });
  answer = this.note("answer", undefined);
  resume = this.note("resume", undefined);
  cancel = this.note("cancel", undefined);
}

let course: Course;
let history: readonly NumberedEvent[];
beforeAll(async () => {
  course = await courseOf("bidding");
  history = historyOf(course.state);
});

function endedFeed(): Feed {
  const feed = new Feed({}, statusOf("running"));
  feed.save(course.state);
  feed.setStatus(statusOf("ended"));
  return feed;
}

const speechesIn = (events: readonly NumberedEvent[]) =>
  events.flatMap((event) => (event.type === "speech-end" ? [[event.speaker, event.text]] : []));

function Line({ source, thread }: Props) {
  const { messages, status } = useConversation(source, thread);
  return createElement("p", null, `${thread} ${status} ${messages.length}`);
}

describe("useConversation", () => {
  it("shows every message, the bids and the latest decision, and connects once in strict mode", async () => {
    const source = new Source({ talk: endedFeed() });
    const { messages, decision, bids, events, error } = await show({ source, thread: "talk" }).until(
      ({ status }) => status === "ended",
    );
    const speeches = messages.filter(({ kind }) => kind === "speech");
    expect(speeches.map(({ speaker, text }) => [speaker, text])).toEqual(speechesIn(history));
    expect(speeches.length).toBeGreaterThan(3);
    expect(messages[0]?.kind).toBe("opening");
    expect(decision).toEqual(history.flatMap((event) => (event.type === "decision" ? [event.decision] : [])).at(-1));
    expect(bids).toEqual(decision?.bids);
    expect(events).toEqual(history);
    expect(error).toBeNull();
    expect(source.calls).toEqual([["follow", "talk", 0]]);
  });

  it("keeps the id of each speech until the conversation has ended, and never shows a speech twice", async () => {
    const feed = new Feed({}, statusOf("running"));
    const hook = show({ source: new Source({ talk: feed }), thread: "talk" });
    await hook.until(({ status }) => status === "running");
    const texts = new Map<string, string[]>();
    const seen = (conversation: FollowedConversation) => {
      const ids = conversation.messages.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { id, text, kind } of conversation.messages)
        if (kind === "speech") texts.set(id, [...(texts.get(id) ?? []), text]);
    };
    let said = 0;
    for (const happening of course.happenings) {
      if ("saved" in happening) feed.save(happening.saved);
      else feed.pass(happening.emitted);
      if ("saved" in happening || happening.emitted.type !== "speech-end") continue;
      said += 1;
      const count = said;
      seen(await hook.until(({ messages }) => messages.filter(({ kind }) => kind === "speech").length === count));
    }
    feed.save(course.state);
    feed.setStatus(statusOf("ended"));
    seen(await hook.until(({ status }) => status === "ended"));
    expect([...texts.values()].map((versions) => versions.at(-1))).toEqual(speechesIn(history).map(([, text]) => text));
    expect([...texts.values()].some((versions) => versions.length > 1)).toBe(true);
  });

  it("leaves a conversation, and shows none of it, as soon as the hook gets another thread", async () => {
    const [feed, source] = [new Feed({}, statusOf("paused")), new Source({ one: endedFeed() })];
    Object.assign(source, { feeds: { one: endedFeed(), other: feed } });
    const hook = show({ source, thread: "one" });
    await hook.until(({ status }) => status === "ended");
    hook.render({ source, thread: "other" });
    const { messages, status } = await hook.until(({ thread }) => thread === "other");
    expect([messages, status]).toEqual([[], null]);
    await hook.until((conversation) => conversation.status === "paused");
    expect(source.signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    hook.unmount();
    await setImmediate();
    expect(source.signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it("continues after the last known event when a lost connection is restored", async () => {
    const source = new Source({ talk: endedFeed() });
    const { follow } = source;
    source.follow = async function* (...given: Parameters<typeof follow>) {
      for await (const event of follow.apply(source, given)) {
        yield event;
        if (event.sequence === history[4]?.sequence && source.calls.length === 1)
          throw new RostrumError("server-unreachable", { server: "here", reason: "cut" });
      }
    };
    const hook = show({ source, thread: "talk" });
    const { trouble } = await hook.until((conversation) => conversation.trouble !== null);
    expect(trouble).toMatchObject({ kind: "lost", attempt: 1 });
    hook.current.reconnect();
    const { events, trouble: after } = await hook.until(({ status }) => status === "ended");
    expect([events, after]).toEqual([history, null]);
    expect(source.calls).toEqual([
      ["follow", "talk", 0],
      ["follow", "talk", history[4]?.sequence],
    ]);
  });

  it("shows that a conversation does not exist, and does not request it again", async () => {
    const source = new Source({});
    const { error } = await show({ source, thread: "gone" }).until((conversation) => conversation.error !== null);
    expect(error).toMatchObject({ name: "RequestError", status: 404, code: "invalid-input" });
    expect(source.calls).toEqual([["follow", "gone", 0]]);
  });

  it("follows a conversation from its first event if it begins after another of that name has been removed", async () => {
    const [removed, source] = [endedFeed(), new Source({})];
    Object.assign(source, { feeds: { new: removed } });
    const hook = show({ source, thread: "new" });
    await hook.until(({ status }) => status === "ended");
    Object.assign(source, { feeds: {} });
    removed.close();
    await hook.until(({ trouble }) => trouble !== null);
    hook.current.reconnect();
    await hook.until(({ error }) => error !== null);
    const feed = new Feed({}, statusOf("running"));
    Object.assign(source, { feeds: { new: feed } });
    await hook.current.start("bidding");
    const { events, error } = await hook.until(({ status }) => status === "running");
    expect([events, error]).toEqual([[], null]);
    feed.save(course.state);
    expect((await hook.until((talk) => talk.events.length > 0)).events).toEqual(history);
  });

  it("looks again for a conversation that does not exist when it is told to reconnect", async () => {
    const source = new Source({});
    const hook = show({ source, thread: "new" });
    await hook.until(({ error }) => error !== null);
    Object.assign(source, { feeds: { new: endedFeed() } });
    hook.current.reconnect();
    expect((await hook.until(({ status }) => status === "ended")).events).toEqual(history);
  });

  it("shows why a run failed", async () => {
    const feed = new Feed({}, { ...statusOf("failed"), error: { code: "missing-key", message: "No key." } });
    const { error } = await show({ source: new Source({ talk: feed }), thread: "talk" }).until(
      ({ status }) => status === "failed",
    );
    expect(error).toEqual({ code: "missing-key", message: "No key." });
  });

  it("sends requests, and keeps the error of a failed request until another request succeeds", async () => {
    const source = new Source({ talk: new Feed({}, statusOf("running")) });
    const hook = show({ source, thread: "talk" });
    await hook.until(({ status }) => status === "running");
    const { say, steer, answer, resume, cancel } = hook.current;
    const all = [say("Hello", { to: "Ann" }), steer({ next: "Ann" }), answer("Yes"), resume(), cancel()];
    expect(await Promise.all(all)).toEqual([true, true, true, true, true]);
    expect(source.calls.slice(1)).toEqual([
      ["interject", "talk", "Hello", { to: "Ann" }],
      ["control", "talk", { next: "Ann" }, undefined],
      ["answer", "talk", "Yes"],
      ["resume", "talk", undefined],
      ["cancel", "talk", undefined],
    ]);
    source.interject = () => Promise.reject(invalidField("text", "empty", {}));
    expect(await hook.current.say("")).toBe(false);
    const { error } = await hook.until((conversation) => conversation.error !== null);
    expect(error).toMatchObject({ status: 400, problems: [{ field: "text" }] });
    expect(await hook.current.steer({ pause: true })).toBe(true);
    await hook.until((conversation) => conversation.error === null);
  });

  it("follows the conversation that it starts when it has no thread", async () => {
    const source = new Source({ new: endedFeed() });
    const hook = show({ source });
    await hook.until(() => true);
    expect(await hook.current.say("Is anybody there?")).toBe(false);
    expect(await hook.current.start("bidding", { input: { topic: "Ferries" } })).toBe("new");
    const { thread } = await hook.until(({ status }) => status === "ended");
    expect(thread).toBe("new");
    expect(source.calls).toEqual([
      ["start", "bidding", { input: { topic: "Ferries" } }],
      ["follow", "new", 0],
    ]);
  });

  it("renders an empty conversation on a server, and sends no request", () => {
    const source = new Source({ talk: endedFeed() });
    expect(renderToString(createElement(Line, { source, thread: "talk" }))).toBe("<p>talk null 0</p>");
    expect(source.calls).toEqual([]);
  });
});

describe("a long conversation", () => {
  const speech = (turn: number, text: string) => ({
    type: "speech-end" as const,
    sequence: turn * 10_000 + 1,
    turn,
    speaker: `Speaker ${turn % 5}`,
    text,
    words: 1,
  });

  /** A source that sends all events at once, and then nothing. */
  const sending = (events: readonly FollowedEvent[]): ConversationSource =>
    Object.assign(new Source({}), {
      async *follow(_thread: string, { signal }: { signal?: AbortSignal | undefined } = {}) {
        yield* events;
        const { promise, resolve } = Promise.withResolvers<void>();
        signal?.addEventListener("abort", () => resolve());
        await promise;
      },
    });

  it("with 3,000 turns is rendered only a few times, and each event's text is read once", async () => {
    const reads = new Map<number, number>();
    const turns = Array.from({ length: 3000 }, (_, index) => speech(index + 1, `Speech ${index + 1}`));
    const counted = turns.map(({ text, ...event }) => ({
      ...event,
      get text() {
        reads.set(event.turn, (reads.get(event.turn) ?? 0) + 1);
        return text;
      },
    })) as readonly object[] as readonly FollowedEvent[];
    const more = Array.from({ length: 500 }, (): FollowedEvent => ({ ...statusOf("running") }));
    const hook = show({ source: sending([...counted, ...more, statusOf("running")]), thread: "talk" });
    const { messages } = await hook.until(({ status }) => status === "running");
    expect(messages.length).toBe(3000);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3000);
    expect(Math.max(...reads.values())).toBe(1);
    // Strict mode renders everything twice.
    expect(hook.results.length).toBeLessThan(20);
  });

  it("shows the whole text of a one-megabyte speech", async () => {
    const piece = "0123456789".repeat(2);
    const place = { turn: 1, speaker: "Ann" };
    const deltas = Array.from({ length: 52_429 }, () => ({ type: "speech-delta", ...place, text: piece }) as const);
    const start = { type: "speech-start", ...place, attempt: 1 } as const;
    const hook = show({ source: sending([statusOf("running"), start, ...deltas]), thread: "talk" });
    const [message] = (await hook.until(({ messages }) => messages[0]?.text.length === 1_048_580)).messages;
    expect(message).toMatchObject({ speaker: "Ann", isComplete: false, text: piece.repeat(52_429) });
    expect(hook.results.length).toBeLessThan(40);
  });
});

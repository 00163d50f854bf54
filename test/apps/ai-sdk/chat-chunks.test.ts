import { setImmediate } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { type ChatChunk, ChatTranslator } from "../../../src/apps/ai-sdk/chat-chunks.js";
import { Feed } from "../../../src/talk/conversations/port/feed.js";
import { historyOf } from "../../../src/talk/conversations/port/history.js";
import type { FollowedEvent, StatusEvent } from "../../../src/talk/conversations/port/port.js";
import { aiSdk, type ChatMessage, linesOf } from "../../support/ai-chat.js";
import { allModes } from "../../support/any-mode.js";
import { type Course, courseOf } from "../../support/course.js";

const statusOf = (status: StatusEvent["status"]): StatusEvent => ({ type: "status", status, waiting: [] });

const courses = new Map<string, Course>();
beforeAll(async () => {
  for (const mode of allModes) courses.set(mode, await courseOf(mode));
});

async function read(chunks: readonly ChatChunk[]): Promise<ChatMessage> {
  const { readUIMessageStream, uiMessageChunkSchema } = await aiSdk();
  const all = [{ type: "start", messageMetadata: {} }, ...chunks, { type: "finish", messageMetadata: {} }];
  for (const chunk of all) expect(await uiMessageChunkSchema().validate?.(chunk)).toMatchObject({ success: true });
  let latest: ChatMessage | undefined;
  for await (const message of readUIMessageStream({ stream: ReadableStream.from(all) })) latest = message;
  return latest as ChatMessage;
}

const translate = (events: readonly FollowedEvent[], own: readonly string[] = []) => {
  const translator = new ChatTranslator("talk", { ids: new Set(own) });
  return [...events.flatMap((event) => translator.take(event)), ...translator.end()];
};

describe.each(allModes)("a %s conversation", (mode) => {
  it("has the same lines in the chat as in its transcript, whether it is followed live or read later", async () => {
    const { happenings, state, document } = courses.get(mode) as Course;
    const history = historyOf(state) as FollowedEvent[];
    const feed = new Feed({}, statusOf("running"));
    const live: FollowedEvent[] = [];
    const reading = (async () => {
      for await (const event of feed.follow({})) {
        live.push(event as FollowedEvent);
        if (event.type === "status" && event.status === "ended") return;
      }
    })();
    for (const [index, happening] of happenings.entries()) {
      if ("saved" in happening) feed.save(happening.saved);
      else feed.pass(happening.emitted);
      if (index % 7 === 0) feed.setStatus(statusOf(index % 2 === 0 ? "queued" : "running"));
      await setImmediate();
    }
    feed.save(state);
    feed.setStatus(statusOf("ended"));
    await reading;
    expect(live.filter(({ type }) => type === "speech-delta").length).toBeGreaterThan(20);
    const said = document.messages.map(({ name, text }) => [name, text]);
    expect(said.length).toBeGreaterThan(2);
    for (const events of [history, live]) {
      const message = await read(translate(events));
      expect(linesOf(message)).toEqual(said);
      expect(message.metadata).toMatchObject({ thread: "talk", sequence: history.at(-1)?.sequence });
      expect(message.parts.every((part) => part.type !== "text" || part.state === "done")).toBe(true);
    }
  });
});

const ann = { turn: 1, speaker: "Ann" };
const delta = (text: string) => ({ type: "speech-delta", ...ann, text }) as const;
const start = (attempt: number) => ({ type: "speech-start", ...ann, attempt }) as const;

describe("a speech", () => {
  it("that begins again or fails stays in the message, marked as discarded", async () => {
    const failed = { type: "speech-failed", ...ann, reason: "no answer" } as const;
    const message = await read(translate([start(1), delta("I be"), start(2), delta("I sa"), failed]));
    expect(message.parts).toEqual([
      { type: "data-speaker", id: "text-1", data: { name: "Ann", kind: "speech", turn: 1, isDiscarded: true } },
      { type: "text", text: "I be", state: "done" },
      { type: "data-speaker", id: "text-2", data: { name: "Ann", kind: "speech", turn: 1, isDiscarded: true } },
      { type: "text", text: "I sa", state: "done" },
    ]);
    expect(linesOf(message)).toEqual([]);
  });

  it("whose final text differs from the streamed text counts only with its final text", async () => {
    const end = { type: "speech-end", ...ann, text: "I say yes.", words: 3 } as const;
    const message = await read(translate([start(1), delta("Ann: I say yes."), end]));
    expect(linesOf(message)).toEqual([["Ann", "I say yes."]]);
  });

  it("that the run leaves unfinished is discarded", async () => {
    expect(linesOf(await read(translate([start(1), delta("I")])))).toEqual([]);
  });
});

it("an interjection is shown unless the chat's user sent it", async () => {
  const interjection = { messageId: "m1", from: "Cy", text: "Louder!", to: null, raisesHand: false, problem: null };
  const events = ["mine", "theirs"].map(
    (id, index): FollowedEvent => ({
      type: "interjection",
      sequence: index + 1,
      turn: 0,
      interjection: { id, ...interjection, turn: 0, time: "" },
    }),
  );
  expect(linesOf(await read(translate(events, ["mine"])))).toEqual([["Cy", "Louder!"]]);
});

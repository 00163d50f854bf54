import { HttpAgent } from "@ag-ui/client";
import { expect, it } from "@jest/globals";
import { AgUiTranslator } from "../../../src/apps/web/ag-ui-events.js";
import type { FollowedEvent } from "../../../src/talk/conversations/port/port.js";

const start = (attempt = 1, speaker = "Ann") => ({ type: "speech-start", turn: 1, speaker, attempt }) as const;
const delta = (text: string, speaker = "Ann") => ({ type: "speech-delta", turn: 1, speaker, text }) as const;
const end = (text: string, speaker = "Ann") => ({ type: "speech-end", turn: 1, speaker, text, words: 1 }) as const;
const status = (status: "running" | "stopped") => ({ type: "status", status, waiting: [] }) as const;
const saved = (text: string, speaker = "Ann", sequence = 10_001): FollowedEvent => ({
  ...end(text, speaker),
  sequence,
  message: { id: "1", kind: "speech", turn: 1, stage: null, round: null, time: "", replyingTo: null },
});

async function shownAfter(events: readonly FollowedEvent[]) {
  const translator = new AgUiTranslator([], 0, "en");
  const run = { threadId: "talk", runId: "run" };
  const sent = [
    { type: "RUN_STARTED", ...run },
    ...events.flatMap((event) => translator.take(event)),
    { type: "RUN_FINISHED", ...run },
  ];
  const body = sent.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  const agent = new HttpAgent({
    url: "http://localhost/agui",
    threadId: "talk",
    fetch: async () => new Response(body, { headers: { "content-type": "text/event-stream" } }),
  });
  // `runAgent` throws if the order of the events violates the protocol.
  await agent.runAgent({ runId: "run" });
  const shown = agent.messages.map((message) => [message.role, "name" in message && message.name, message.content]);
  return { shown, types: sent.map(({ type }) => type) };
}

const ann = (text: string) => ["assistant", "Ann", text];

it("a speech is streamed in pieces, and its text is not sent again when it is saved", async () => {
  const { shown, types } = await shownAfter([
    ...[status("running"), start(), delta("Yes"), delta(", let us."), end("Yes, let us."), saved("Yes, let us.")],
  ]);
  expect(shown).toEqual([ann("Yes, let us.")]);
  expect(types.filter((type) => type.startsWith("TEXT") || type.startsWith("MESSAGES"))).toEqual([
    ...["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"],
  ]);
});

it("a saved message adds the text that its streamed pieces lack", async () => {
  const { shown } = await shownAfter([start(), delta("Yes"), saved("Yes, let us.")]);
  expect(shown).toEqual([ann("Yes, let us.")]);
});

it.each([
  ["a broken speech starts again", [start(), delta("Ye"), start(2), delta("No."), saved("No.")]],
  ["the saved text omits another participant's line", [start(), delta("Yes. Bo: No."), saved("Yes.")]],
  ["the saved text differs from the streamed text", [start(), delta("Yes!"), end("Yes!"), saved("Yes.")]],
] as const)("a message is replaced when %s", async (_when, events) => {
  const { shown } = await shownAfter(events);
  expect(shown).toEqual([ann(events.at(-1) === undefined ? "" : (events.at(-1) as { text: string }).text)]);
});

it("a failed speech is removed, and a simultaneous speech is kept", async () => {
  const { shown } = await shownAfter([
    ...[start(), start(1, "Bo"), delta("Ye"), delta("I think", "Bo")],
    { type: "speech-failed", turn: 1, speaker: "Ann", reason: "timeout" },
    ...[delta(" so.", "Bo"), saved("I think so.", "Bo")],
  ]);
  expect(shown).toEqual([["assistant", "Bo", "I think so."]]);
});

it("an unfinished speech of a cancelled run is removed", async () => {
  const { shown } = await shownAfter([status("running"), start(), delta("Ye"), status("stopped")]);
  expect(shown).toEqual([]);
});

it.each([
  ["while it was away", []],
  ["after it came back", [start(), { type: "speech-failed", turn: 1, speaker: "Ann", reason: "timeout" }]],
] as const)("the part of a speech that a client holds is removed if the speech was dropped %s", (_when, events) => {
  const translator = new AgUiTranslator([{ id: "turn-1-Ann", role: "assistant", name: "Ann", content: "Ye" }], 0, "en");
  const sent = [status("running"), ...events, saved("No.", "Bo"), status("stopped")].flatMap((each) =>
    translator.take(each),
  );
  const snapshots = sent.filter((event) => event.type === "MESSAGES_SNAPSHOT");
  expect(snapshots.at(-1)?.messages.map(({ id }) => id)).not.toContain("turn-1-Ann");
});

it("a speaker's second message in a turn has its own ID", async () => {
  const { shown } = await shownAfter([
    ...[start(), end("First."), start(), delta("Second."), end("Second.")],
    ...[saved("First."), saved("Second.", "Ann", 10_002)],
  ]);
  expect(shown).toEqual([ann("First."), ann("Second.")]);
});

it.each([
  ["ends with white space", ["Tea?\n"]],
  ["consists of parts", [[{ type: "text", text: "Tea?" }]]],
  ["consists of two messages", ["Tea?", "Now?"]],
])("the opening does not repeat a topic that %s", (_how, contents) => {
  const asked = contents.map((content, index) => ({ id: `u${index}`, role: "user", content }));
  const translator = new AgUiTranslator(asked, 0, "en");
  const topic = contents.length > 1 ? "Tea?\nNow?" : "Tea?";
  translator.take({ type: "scene-set", sequence: 1, topic, participants: [], leader: null, seed: 1, maxTurns: 4 });
  expect(translator.take({ type: "opening", sequence: 2, speaker: "Moderator", text: topic })).toEqual([]);
});

it.each([true, false])("a user's own message is not sent back (labels: %s)", (hasLabels) => {
  const own = { id: "u1", role: "user", content: "Who would pay?" };
  const translator = new AgUiTranslator([own], 0, "en", hasLabels);
  const interjection = { id: "chat-u1", messageId: "u1", from: "User", to: null, text: own.content };
  const heard = { raisesHand: false, problem: null, turn: 1, time: "" };
  const sent = translator.take({
    type: "interjection",
    turn: 1,
    sequence: 1,
    interjection: { ...interjection, ...heard },
  });
  expect(sent).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { answerChat, type ChatOptions, streamChat } from "../../../src/ai-sdk.js";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import type { Conversations } from "../../../src/talk/conversations/port/port.js";
import { type Chat, linesOf, openChat } from "../../support/ai-chat.js";

let conversations: Conversations;
beforeAll(async () => {
  conversations = await openConversations("memory", { model: new RehearsalModel({ notice: false }) });
});
afterAll(() => conversations.close());

const cast = (...names: string[]) => names.map((name) => ({ name, human: name === "Ada" }));
const roundRobin = (...names: string[]): ChatOptions => ({
  mode: "round-robin",
  input: { participants: cast(...names), maxTurns: names.length, seed: 1 },
});
const chatWith = (id: string, options: ChatOptions) =>
  openChat(id, (request) =>
    request.method === "GET"
      ? Promise.resolve(streamChat(conversations, id))
      : answerChat(conversations, request, options),
  );
const speakersIn = ({ messages }: Chat, index: number) => linesOf(messages[index] as never).map(([name]) => name);

describe("the chat", () => {
  it("starts a conversation about the user's question, and shows each speaker's line until the end", async () => {
    const chat = await chatWith("debate", roundRobin("Bo", "Cy"));
    await chat.sendMessage({ text: "Should the ferry be free?" });
    expect([chat.status, chat.error, chat.messages.length]).toEqual(["ready", undefined, 2]);
    const { messages, topic } = await conversations.transcript("debate");
    expect(topic).toBe("Should the ferry be free?");
    expect(linesOf(chat.messages[1] as never)).toEqual(messages.map(({ name, text }) => [name, text]));
    expect(speakersIn(chat, 1)).toEqual(["Moderator", "Bo", "Cy"]);
    expect(chat.messages[1]?.metadata).toMatchObject({ thread: "debate", status: "ended", waiting: [] });
  });

  it("submits the user's message as the answer of the person whose turn it is, and continues", async () => {
    const chat = await chatWith("person", roundRobin("Bo", "Ada", "Cy"));
    await chat.sendMessage({ text: "Ferries" });
    expect(chat.messages[1]?.metadata).toMatchObject({
      status: "waiting",
      waiting: [{ participant: "Ada", turn: 2 }],
    });
    await chat.sendMessage({ text: "Mind the tide." });
    expect([chat.status, chat.messages.length]).toEqual(["ready", 4]);
    // The chat already shows the user's own message.
    expect([speakersIn(chat, 1), speakersIn(chat, 3)]).toEqual([["Moderator", "Bo"], ["Cy"]]);
    const { messages } = await conversations.transcript("person");
    expect(messages.map(({ name, text }) => (name === "Ada" ? text : name))).toEqual([
      "Moderator",
      "Bo",
      "Mind the tide.",
      "Cy",
    ]);
  });

  it("delivers a message whose request failed when the user tries again, and no message twice", async () => {
    let isDown = false;
    const chat = await openChat("retried", (request) => {
      if (isDown) return Promise.reject(new TypeError("no connection"));
      return answerChat(conversations, request, roundRobin("Bo", "Ada", "Cy"));
    });
    for (const text of ["Ferries", "Mind the tide.", "And buses?"]) {
      isDown = true;
      await chat.sendMessage({ text });
      isDown = false;
      await chat.regenerate();
      await chat.regenerate();
    }
    const { topic, messages } = await conversations.transcript("retried");
    expect(topic).toBe("Ferries");
    expect(messages.map(({ name, text }) => (["Ada", "User"].includes(name) ? text : name))).toEqual([
      ...["Moderator", "Bo", "Mind the tide.", "Cy"],
      ...["And buses?", "Bo"],
    ]);
  });

  it("delivers an answer only once if it is sent again, and not as the next person's line", async () => {
    const options: ChatOptions = {
      mode: "round-robin",
      input: { participants: ["Ada", "Bo", "Eve"].map((name) => ({ name, human: name !== "Bo" })), maxTurns: 3 },
    };
    const bodies: string[] = [];
    const chat = await openChat("twice", async (request) => {
      bodies.push(await request.clone().text());
      return answerChat(conversations, request, options);
    });
    const sendAgain = async () => {
      const request = new Request("http://localhost/api/chat", { method: "POST", body: bodies.at(-1) ?? "" });
      await (await answerChat(conversations, request, options)).text();
      const { messages, interjections } = await conversations.transcript("twice");
      return [...messages.slice(1).map(({ name, text }) => (name === "Bo" ? name : text)), ...interjections];
    };
    await chat.sendMessage({ text: "Ferries" });
    expect(await sendAgain()).toEqual([]);
    await chat.sendMessage({ text: "Mind the tide." });
    expect(chat.messages[3]?.metadata?.waiting).toEqual([{ participant: "Eve", turn: 3 }]);
    expect(await sendAgain()).toEqual(["Mind the tide.", "Bo"]);
    await chat.sendMessage({ text: "And the fog." });
    expect(await sendAgain()).toEqual(["Mind the tide.", "Bo", "And the fog."]);
    await chat.sendMessage({ text: "Once more?" });
    expect((await sendAgain()).filter((text) => text === "Once more?")).toHaveLength(1);
  });

  describe("when a message is sent again or another request is being handled", () => {
    const options = roundRobin("Ada", "Bo");
    const user = (id: string, text: string) => ({ id, role: "user", parts: [{ type: "text", text }] });
    const first = user("1", "  Ferries\n");
    const asking = { id: "a", role: "assistant", parts: [], metadata: { waiting: [{ participant: "Ada", turn: 1 }] } };
    const posting = (id: string, changed: Partial<Conversations> = {}) => {
      const interjected: string[] = [];
      const streamed: string[] = [];
      const interject: Conversations["interject"] = (thread, text, given) => {
        interjected.push(text);
        return conversations.interject(thread, text, given);
      };
      const watched: Conversations = Object.assign(Object.create(conversations), { interject, ...changed });
      const post = async (...messages: object[]) => {
        const body = JSON.stringify({ id, messages });
        const request = new Request("http://localhost/api/chat", { method: "POST", body });
        const response = await answerChat(watched, request, options);
        streamed.push(await response.text());
        return response.status;
      };
      return { post, interjected, streamed };
    };

    it("delivers two identical requests once", async () => {
      const { post, interjected } = posting("at-once");
      expect(await Promise.all([post(first), post(first)])).toEqual([200, 200]);
      const answer = [first, asking, user("2", "Mind the tide.")];
      expect(await Promise.all([post(...answer), post(...answer)])).toEqual([200, 200]);
      expect(interjected).toEqual([]);
      const { messages } = await conversations.transcript("at-once");
      expect(messages.filter(({ text }) => text === "Mind the tide.")).toHaveLength(1);
    });

    it.each([
      ["running-1", "Mind the tide.", []],
      ["running-2", "And the fog?", ["And the fog?"]],
    ])(
      "while the answered turn of %s is still running, the message %j leads to the interjections %j",
      async (id, text, expected) => {
        await posting(id).post(first);
        const asked = await conversations.read(id);
        await conversations.answer(id, "Mind the tide.");
        const read = () => Promise.resolve({ ...asked, status: "running", waiting: [] } as const);
        const { post, interjected } = posting(id, { read });
        await post(first, asking, user("2", text));
        expect(interjected).toEqual(expected);
      },
    );

    it("never shows the user's own line", async () => {
      const { post, streamed } = posting("own-line");
      await post(first);
      for (const _attempt of [1, 2]) await post(first, asking, user("2", "Mind the tide."));
      for (const text of streamed.slice(1)) {
        expect(text).toContain(`"name":"Bo"`);
        expect(text).not.toContain(`"name":"Ada"`);
      }
    });

    it("recognizes a repeated first message although the saved topic has no white space around it", async () => {
      const { post, interjected } = posting("spaces");
      await post(first);
      await post(first);
      expect((await conversations.read("spaces")).waiting).toHaveLength(1);
      expect(interjected).toEqual([]);
    });
  });

  it("begins another round with the user's message when the conversation has ended", async () => {
    const chat = await chatWith("again", roundRobin("Bo", "Cy"));
    await chat.sendMessage({ text: "Ferries" });
    await chat.sendMessage({ text: "And buses?" });
    expect([chat.status, speakersIn(chat, 3)]).toEqual(["ready", ["Bo", "Cy"]]);
    const { messages } = await conversations.transcript("again");
    expect(messages.filter(({ text }) => text === "And buses?").length).toBe(1);
  });

  it("interjects while the conversation is paused, and continues it", async () => {
    const chat = await chatWith("paused", roundRobin("Bo", "Ada", "Cy"));
    await chat.sendMessage({ text: "Ferries" });
    await conversations.control("paused", { pause: true });
    await chat.sendMessage({ text: "I pass." });
    expect(chat.messages[3]?.metadata?.status).toBe("paused");
    await chat.sendMessage({ text: "Please go on." });
    expect(chat.messages[5]?.metadata?.status).toBe("ended");
    expect(speakersIn(chat, 5)).toEqual(["Cy"]);
    const { interjections, messages } = await conversations.transcript("paused");
    expect(interjections.map(({ text }) => text)).toEqual(["Please go on."]);
    await chat.regenerate();
    expect((await conversations.transcript("paused")).messages).toEqual(messages);
  });

  it("shows the whole conversation when a page resumes it", async () => {
    const chat = await chatWith("debate", {});
    await chat.resumeStream();
    expect(speakersIn(chat, 0)).toEqual(["Moderator", "Bo", "Cy"]);
  });

  it("shows why Rostrum rejects a request", async () => {
    const chat = await chatWith("rejected", { mode: "bidding", input: { maxTurns: -1 } });
    await chat.sendMessage({ text: "Ferries" });
    expect([chat.status, chat.error?.message]).toEqual(["error", expect.stringContaining("maxTurns")]);
  });

  it("shows an error message if the context is invalid", async () => {
    const model = { _llmType: () => "broken" };
    const chat = await chatWith("failed", { ...roundRobin("Bo", "Cy"), context: { model } });
    await chat.sendMessage({ text: "Ferries" });
    expect(chat.status).toBe("error");
    expect(chat.error?.message).not.toBe("");
  });
});

it.each([
  ["not json", 400],
  [JSON.stringify({ messages: [] }), 400],
  [JSON.stringify({ id: "x", messages: [{ id: "1", role: "user", parts: "none" }] }), 400],
])("a request with the body %s is answered with status %d", async (body, status) => {
  const request = new Request("http://localhost/api/chat?lang=zh", { method: "POST", body });
  const answer = await answerChat(conversations, request);
  expect(answer.status).toBe(status);
  expect(await answer.text()).toMatch(/\p{Script=Han}/u);
});

it("a reader who leaves ends the stream, but not the conversation", async () => {
  const started = await conversations.start("round-robin", { input: { participants: cast("Ada", "Bo"), maxTurns: 2 } });
  const signals: (AbortSignal | undefined)[] = [];
  const watched = Object.create(conversations, {
    follow: {
      value: (thread: string, options: { signal?: AbortSignal }) => {
        signals.push(options.signal);
        return conversations.follow(thread, options);
      },
    },
  }) as Conversations;
  const { body } = streamChat(watched, started.thread);
  const reader = body?.getReader();
  await reader?.read();
  await reader?.read();
  await reader?.cancel();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  for await (const event of conversations.follow(started.thread))
    if (event.type === "status" && event.status === "waiting") return;
  throw new Error("the conversation ended with the stream");
});

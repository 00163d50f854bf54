/** Runs conversations in Node.js or, as part of a bundle, in a browser. */
import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import {
  type Answer,
  type Conversations,
  createRoundRobin,
  openConversations,
  RehearsalModel,
  readScenario,
  renderMarkdown,
} from "rostrum";
import { z } from "zod/v4";

const clock = () => new Date("2031-05-04T12:00:00.000Z");

const open = () => openConversations("memory", { model: new RehearsalModel({ notice: false }), clock });

async function toTheEnd(conversations: Conversations, thread: string): Promise<string[]> {
  const statuses: string[] = [];
  for await (const event of conversations.follow(thread)) {
    if (event.type !== "status") continue;
    statuses.push(event.status);
    if (event.status === "ended" || event.status === "failed") break;
    if (event.status === "paused") await conversations.resume(thread);
    if (event.status !== "waiting") continue;
    const answers = event.waiting.map(({ id, value }): [string, Answer] => [
      id,
      value.kind === "approval" ? { text: "", from: "Ada" } : `Turn ${value.turn}: 我先说到这里。`,
    ]);
    await conversations.answer(thread, Object.fromEntries(answers));
  }
  return statuses;
}

/** Runs a scenario to its end. Returns the document and its Markdown as JSON, with the times of a fixed clock. */
export async function runWhole(scenario: string): Promise<string> {
  const { mode, input, context } = await readScenario(scenario);
  const conversations = await open();
  try {
    const { thread } = await conversations.start(mode, { input, context });
    await toTheEnd(conversations, thread);
    const document = await conversations.transcript(thread);
    return JSON.stringify({ document, markdown: renderMarkdown(document) }, null, 1);
  } finally {
    await conversations.close();
  }
}

export async function steerThrough() {
  const conversations = await open();
  try {
    const { thread } = await conversations.start("bidding", { input: { maxTurns: 3, seed: 7 } });
    await conversations.control(thread, { pause: true });
    await conversations.interject(thread, "And the fog?");
    const statuses = await toTheEnd(conversations, thread);
    const fork = await conversations.fork(thread, { turn: 2 });
    await conversations.resume(fork);
    await toTheEnd(conversations, fork);
    await conversations.remove(thread);
    const { conversations: left } = await conversations.list();
    const branch = await conversations.transcript(fork);
    return {
      wasPaused: statuses.includes("paused"),
      heard: branch.interjections.map(({ text }) => text),
      turns: branch.messages.at(-1)?.turn,
      left: left.map((each) => each.thread === fork),
    };
  } finally {
    await conversations.close();
  }
}

export async function embed(): Promise<number> {
  const talk = createRoundRobin({ model: new RehearsalModel({ notice: false }) }).compile();
  const graph = new StateGraph(new StateSchema({ count: z.number().default(0) }))
    .addNode("talk", async (_state, config) => {
      const { messages } = await talk.invoke({ maxTurns: 2, seed: 7 }, config);
      return { count: messages.length };
    })
    .addEdge(START, "talk")
    .addEdge("talk", END)
    .compile();
  return (await graph.invoke({})).count;
}

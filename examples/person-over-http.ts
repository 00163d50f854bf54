/**
 * A meeting in which a person takes part over HTTP. Each response names the person whose turn it is, or contains the
 * final decision. Start a meeting, and speak in it:
 *
 *   curl -s -X POST localhost:3000/meetings
 *   curl -s -X POST localhost:3000/meetings/ID -d "I would wait until spring."
 */
import { serve } from "@hono/node-server";
import { Command, INTERRUPT, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { Hono } from "hono";
import { createGroupChat, type GroupChatConversation, type YourTurn } from "rostrum";

const graph = createGroupChat().compile({ checkpointer: new MemorySaver() });
const meeting = {
  topic: "Do we open the rooftop garden before winter?",
  participants: [
    { name: "Beatriz", role: "site manager" },
    { name: "Hamid", role: "structural engineer", description: "Opposes opening: the railing is not certified." },
    { name: "You", role: "tenant", human: true },
    { name: "Signe", role: "head of the cooperative" },
  ],
  seed: 6,
};

/** Returns the decision, or the person who has the floor. The run is saved, and waits until that person speaks. */
function reply(id: string, state: GroupChatConversation) {
  if (!isInterrupted<YourTurn>(state)) return { id, decision: state.finalDecision };
  const latest = state.messages.slice(-3).map(({ name, text }) => `${name}: ${text}`);
  return { id, waitingFor: state[INTERRUPT][0]?.value?.participant, latest };
}

const threadOf = (id: string) => ({ configurable: { thread_id: id } });

const app = new Hono()
  .post("/meetings", async (context) => {
    const id = crypto.randomUUID();
    return context.json(reply(id, await graph.invoke(meeting, threadOf(id))));
  })
  .post("/meetings/:id", async (context) => {
    const id = context.req.param("id");
    const { next } = await graph.getState(threadOf(id));
    if (next.length === 0) return context.json({ error: "this meeting is not waiting for anybody" }, 404);
    const text = await context.req.text();
    return context.json(reply(id, await graph.invoke(new Command({ resume: { text } }), threadOf(id))));
  });

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env["PORT"] ?? 3000) }, ({ port }) =>
  console.log(`Listening on http://127.0.0.1:${port}`),
);

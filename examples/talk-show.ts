/** A talk show as a node in another graph. The outer graph's stream contains the speeches word by word. */
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { createDirector, type RostrumEvent, type StopReason } from "rostrum";

const Evening = Annotation.Root({
  topic: Annotation<string>,
  participants: Annotation<{ name: string; role: string; description?: string }[]>,
  maxTurns: Annotation<number>,
  seed: Annotation<number | undefined>,
  stopReason: Annotation<StopReason | null>,
});

const evening = new StateGraph(Evening)
  .addNode("invite", () => ({
    topic: "Would you live in a house that talks back?",
    participants: [
      { name: "Liv", role: "architect", description: "Supports talking houses, and has built one that sulks." },
      { name: "Corentin", role: "lighthouse keeper", description: "Opposes talking houses: the sea is loud enough." },
      { name: "Noor", role: "acoustician" },
    ],
    maxTurns: 3,
    seed: 2,
  }))
  .addNode("show", createDirector().compile())
  .addNode("applaud", ({ stopReason }) => {
    console.log(`\n(Applause. It ended by ${stopReason?.kind}.)`);
    return {};
  })
  .addEdge(START, "invite")
  .addEdge("invite", "show")
  .addEdge("show", "applaud")
  .addEdge("applaud", END)
  .compile();

// With `subgraphs`, the stream includes the show's events. Each item is a pair: the path of the sending graph, and the
// event.
for await (const [, event] of await evening.stream({}, { streamMode: "custom", subgraphs: true })) {
  const happened = event as RostrumEvent;
  if (happened.type === "speech-start") process.stdout.write(`\n${happened.speaker}: `);
  if (happened.type === "speech-delta") process.stdout.write(happened.text);
  if (happened.type === "speech-end") process.stdout.write("\n");
}

/** A help desk: the panel discusses a customer's question, and another node notes why the panel ended. */
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { createBidding, type StopReason } from "rostrum";

const Ticket = Annotation.Root({
  ...MessagesAnnotation.spec,
  number: Annotation<number>,
  maxTurns: Annotation<number>,
  stopReason: Annotation<StopReason | null>,
  file: Annotation<string>,
});

export const desk = new StateGraph(Ticket)
  .addNode("panel", createBidding().compile())
  .addNode("archive", ({ number, messages, stopReason }) => ({
    file: `${number}: ${messages.length} messages, ended by ${stopReason?.kind}`,
  }))
  .addEdge(START, "panel")
  .addEdge("panel", "archive")
  .addEdge("archive", END)
  .compile();

import { AIMessage } from "@langchain/core/messages";
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

interface Note {
  readonly turn: number;
  readonly why: string;
}

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  turn: Annotation<number>({ reducer: (_old, next) => next, default: () => 0 }),
  limit: Annotation<number>,
  mood: Annotation<string>({ reducer: (_old, next) => next, default: () => "calm" }),
  notes: Annotation<Note[]>({ reducer: (old, more) => [...old, ...more], default: () => [] }),
});

/** The texts depend only on the turn and the mood. */
export const talkGraph = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(State)
    .addNode("note", ({ turn, mood }) => ({
      notes: [{ turn: turn + 1, why: `${mood}, for many reasons. `.repeat(6) }],
    }))
    .addNode("speak", ({ turn, mood }) => ({
      turn: turn + 1,
      messages: [new AIMessage({ id: `${mood}-${turn + 1}`, content: `${turn + 1}: ${mood}. `.padEnd(260, ".") })],
    }))
    .addEdge(START, "note")
    .addEdge("note", "speak")
    .addConditionalEdges("speak", ({ turn, limit }) => (turn < limit ? "note" : END), ["note", END])
    .compile({ checkpointer });

export const on = (thread_id: string) => ({ configurable: { thread_id }, recursionLimit: 1_000_000 });

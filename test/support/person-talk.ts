import type { BaseMessage } from "@langchain/core/messages";
import type { Interrupt } from "@langchain/langgraph";
import type { YourTurn } from "../../src/core/state/people.js";
import { speakerOf } from "../../src/core/text/message.js";
import type { Decision } from "../../src/records/decision.js";
import { fourNames, inputFor, type Mode } from "./any-mode.js";

export const threadConfig = { configurable: { thread_id: "talk" } };

/** By default, Bea is the person: in a meeting she discusses, and in supervisor mode `plainAnswer` gives her a task. */
export const peopleInput = (mode: Mode, people: readonly string[] = ["Bea"], maxTurns = 5) =>
  inputFor(mode, {
    participants: fourNames.map((name) => ({ name, human: people.includes(name) })),
    maxTurns,
  });

export const shortTalk = (mode: Mode) => peopleInput(mode, ["Bea"], 3);

export interface PersonTalk {
  readonly lines: readonly { readonly speaker: string; readonly text: string; readonly type: string }[];
  readonly decisions: readonly Decision[];
  readonly waiting: readonly YourTurn[];
  readonly ended: string | null;
  readonly calls: number;
}

interface State {
  readonly messages: readonly BaseMessage[];
  readonly decisions: readonly Decision[];
  readonly stopReason: { readonly kind: string } | null;
}

export const waitingIn = (state: object): Interrupt<YourTurn>[] =>
  (state as { __interrupt__?: Interrupt<YourTurn>[] }).__interrupt__ ?? [];

export function callContextOf(state: State): Omit<PersonTalk, "calls"> {
  return {
    lines: state.messages.map((message) => ({ speaker: speakerOf(message), text: message.text, type: message.type })),
    decisions: state.decisions,
    waiting: waitingIn(state).flatMap(({ value }) => (value ? [value] : [])),
    ended: state.stopReason?.kind ?? null,
  };
}

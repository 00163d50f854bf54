/** What each event of the `custom` stream has, beside its type. */
import type { RostrumEvent } from "../../src/core/state/events.js";

type Fields<Type extends RostrumEvent["type"]> = Exclude<keyof Extract<RostrumEvent, { type: Type }>, "type">;

export const eventFields: { readonly [Type in RostrumEvent["type"]]: readonly Fields<Type>[] } = {
  "scene-set": ["leader", "maxTurns", "participants", "seed", "topic"],
  correction: ["correction", "turn"],
  warning: ["warning"],
  opening: ["speaker", "text"],
  interjection: ["interjection", "turn"],
  control: ["control", "turn"],
  "round-start": ["round", "stage", "turn"],
  judgement: ["judgement", "turn"],
  task: ["result", "turn"],
  bid: ["bid", "turn"],
  decision: ["decision", "turn"],
  retry: ["attempt", "attempts", "model", "participant", "purpose", "reason", "status", "turn", "waitMs"],
  "speech-start": ["attempt", "speaker", "turn"],
  "tool-call": ["toolCall", "turn"],
  "speech-delta": ["speaker", "text", "turn"],
  "speech-failed": ["turn", "speaker", "reason"],
  "speech-end": ["speaker", "text", "turn", "words"],
  verdict: ["turn", "verdict"],
  "stop-draw": ["draw", "probability", "stops", "turn"],
  stopped: ["reason", "turn"],
};

/**
 * `spokenIn` finds all of the cast's speeches, although it reads only new messages if earlier ones have not changed.
 */
import assert from "node:assert/strict";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import fc from "fast-check";
import type { Conversation } from "../../../src/graph/state/conversation-state.js";
import { spokenIn } from "../../../src/graph/steps/floor/open-floor.js";
import { itHolds } from "../../support/property.js";

const names = ["Ann", "Bo", "Chen"];
const kind = fc.constantFrom("speech", "interjection", undefined);
const message = fc
  .record({ name: fc.constantFrom(...names, "Guest"), content: fc.constantFrom("Yes.", "No."), kind })
  .map(({ name, content, kind }) => {
    const rostrum = kind && { kind, turn: 1 };
    return new AIMessage({ name, content, additional_kwargs: rostrum ? { rostrum } : {} });
  });

const change = fc.record({
  keep: fc.nat({ max: 12 }),
  added: fc.array(message, { maxLength: 4 }),
  replaced: fc.option(fc.tuple(fc.nat({ max: 12 }), message)),
  cast: fc.subarray(names, { minLength: 1 }),
});

const conversation = (messages: readonly BaseMessage[], cast: readonly string[]) =>
  ({ messages, participants: cast.map((name) => ({ name })) }) as unknown as Conversation;

const speechesIn = (messages: readonly BaseMessage[], cast: readonly string[]) =>
  messages
    .map((each) => ({
      ...each,
      place: each.additional_kwargs["rostrum"] as { kind: string; turn: number } | undefined,
    }))
    .filter(({ name, place }) => place?.kind !== "interjection" && cast.includes(name ?? ""))
    .map(({ name, content, place }) => ({ speaker: name, text: content, turn: place?.turn ?? null }));

itHolds(
  "`spokenIn` finds all speeches after messages were added, replaced or removed, and after the cast changed",
  fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
    let messages: readonly BaseMessage[] = [];
    for (const { keep, added, replaced, cast } of changes) {
      messages = [...messages.slice(0, keep), ...added];
      if (replaced && replaced[0] < messages.length) messages = messages.with(...replaced);
      assert.deepEqual(spokenIn(conversation(messages, cast)), speechesIn(messages, cast));
    }
  }),
);

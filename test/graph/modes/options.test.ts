import { describe, expect, it } from "@jest/globals";
import { RostrumError } from "../../../src/errors/rostrum-error.js";
import { createBidding } from "../../../src/graph/modes/bidding/bidding.js";
import { createDirector } from "../../../src/graph/modes/director/director.js";
import { createGroupChat } from "../../../src/graph/modes/group-chat/group-chat.js";
import { createConversation, createRoundRobin } from "../../../src/graph/modes/round-robin/round-robin.js";
import { createSupervisor } from "../../../src/graph/modes/supervisor/supervisor.js";

const first = ({ candidates }: { readonly candidates: readonly unknown[] }) => candidates[0];
const factories = {
  createBidding,
  createDirector,
  createGroupChat,
  createRoundRobin,
  createSupervisor,
  createConversation: (options: object) => createConversation({ selectSpeaker: first, ...options } as never),
} as unknown as Readonly<Record<string, (options: object) => unknown>>;

function problemsOf(make: () => unknown): string[] {
  try {
    make();
  } catch (error) {
    if (!RostrumError.isInstance(error) || error.code !== "invalid-input") throw error;
    return (error.details.problems ?? []).map(({ field, message }) => `${field}: ${message}`);
  }
  return [];
}

describe.each(Object.keys(factories))("the factory %s", (name) => {
  const make = factories[name] ?? (() => undefined);

  it.each([
    [{ modle: "rehearsal" }, /^modle: unknown field; did you mean model\?$/],
    [{ models: { byPurposes: {} } }, /^models\.byPurposes: unknown field; did you mean byPurpose\?$/],
    [{ models: { byPurpose: { bids: "rehearsal" } } }, /^models\.byPurpose\.bids: unknown field; did you mean bid\?$/],
    [{ models: "rehearsal" }, /^models: must be a mapping of fields$/],
    [{ prompts: { bidd: () => "" } }, /^prompts\.bidd: unknown field; did you mean bid\?$/],
    [{ prompts: { speech: "x" } }, /^prompts\.speech: must be a function$/],
    [{ prompts: { moderator: () => "x" } }, /^prompts\.moderator: must be text$/],
    [{ clock: 3 }, /^clock: must be a function that returns a date$/],
  ])("rejects %j with the message %s", (options, complaint) => {
    expect(problemsOf(() => make(options))).toEqual([expect.stringMatching(complaint)]);
  });

  it("accepts valid options and an undefined one", () => {
    const model = "rehearsal";
    const right = {
      model,
      models: { byPurpose: { speech: model }, byParticipant: { "any name": model } },
      clock: undefined,
    };
    expect(problemsOf(() => make({ ...right, prompts: { moderator: "Chair", speech: () => "Speak." } }))).toEqual([]);
  });
});

it("treats undefined options as missing, even those that a supervisor does not accept", () => {
  const nothing = { selectSpeaker: undefined, stopWhen: undefined, models: undefined };
  expect(problemsOf(() => createSupervisor({ model: "rehearsal", ...nothing } as never))).toEqual([]);
});

it("requires functions for `selectSpeaker` and `stopWhen`, and rejects both for a supervisor", () => {
  const wrong = { selectSpeaker: "Ann", stopWhen: 3 };
  for (const make of [createBidding, createDirector, createGroupChat, createRoundRobin])
    expect(problemsOf(() => make(wrong as never))).toEqual([
      "selectSpeaker: must be a function that chooses one of the candidates",
      "stopWhen: must be a function that returns a stop reason or nothing",
    ]);
  expect(problemsOf(() => createSupervisor({ selectSpeaker: first, stopWhen: () => undefined } as never))).toEqual([
    expect.stringMatching(/^selectSpeaker: unknown field/),
    expect.stringMatching(/^stopWhen: unknown field/),
  ]);
});

import { afterEach, expect, it } from "@jest/globals";
import { castOf, compileBidding } from "../../../support/conversation.js";
import { type ModelServer, type ServedCall, startModelServer } from "../../../support/model-server.js";

let server: ModelServer;
afterEach(() => server.stop());

const turns = 3;
const castOfSize = (size: number) => castOf(...Array.from({ length: size }, (_, seat) => `Guest ${seat + 1}`));

/** The panel bids for all `size` participants except those whose numbers are in `leftOut`. */
const answering =
  (size: number, leftOut: readonly number[] = []) =>
  ({ purpose, participant, turn }: ServedCall) => {
    if (purpose === "bid") return "<2>";
    if (purpose === "bid-and-speech") return `<${1 + (turn % 3)}> ${participant} has something to say about it.`;
    if (purpose !== "bid-panel") return `${participant} has something to say about it.`;
    const numbers = Array.from({ length: size }, (_, seat) => seat + 1).filter((number) => !leftOut.includes(number));
    return JSON.stringify({ bids: numbers.map((participant) => ({ participant, bid: participant === turn ? 9 : 3 })) });
  };

async function talk(size: number, bidding: object) {
  const input = { participants: castOfSize(size), maxTurns: turns, seed: 3, bidding };
  return compileBidding({ model: "openai:gpt-4.1-mini" }).invoke(input);
}

it.each([3, 10, 30])(
  "with %i participants and a panel, a turn takes exactly two calls: the bids and the speech",
  async (size) => {
    server = await startModelServer(answering(size), { delayMs: 0 });
    const { decisions, usage, messages } = await talk(size, { by: "panel" });
    expect(server.calls.map(({ purpose, turn }) => `${purpose} ${turn}`)).toEqual(
      [1, 2, 3].flatMap((turn) => [`bid-panel ${turn}`, `speech ${turn}`]),
    );
    for (const { body } of server.of("bid-panel")) expect(body.response_format?.type).toBe("json_schema");
    expect(decisions.map(({ speaker }) => speaker)).toEqual(["Guest 1", "Guest 2", "Guest 3"]);
    for (const { bids } of decisions) expect(bids.map(({ outcome }) => outcome)).toEqual(Array(size).fill("bid"));
    expect(messages).toHaveLength(1 + turns);
    expect(usage.reduce((sum, { calls }) => sum + calls, 0)).toBe(2 * turns);
  },
);

it("a panel takes one more call for each missing bid", async () => {
  server = await startModelServer(answering(10, [4, 7]), { delayMs: 0 });
  const { decisions } = await talk(10, { by: "panel" });
  expect(
    server
      .of("bid")
      .map(({ participant }) => participant)
      .sort(),
  ).toEqual(["Guest 4", "Guest 4", "Guest 4", "Guest 7", "Guest 7", "Guest 7"]);
  expect(server.calls).toHaveLength(turns * 4);
  expect(decisions[0]?.bids.map(({ value }) => value)).toEqual([9, 3, 3, 2, 3, 3, 2, 3, 3, 3]);
});

it.each([3, 10])("with %i participants, a single pass saves the separate call for the speech", async (size) => {
  server = await startModelServer(answering(size), { delayMs: 0 });
  await talk(size, { pass: "double" });
  expect([server.of("bid").length, server.of("speech").length]).toEqual([size * turns, turns]);
  const double = server.calls.length;
  expect(double).toBe((size + 1) * turns);
  await talk(size, { pass: "single" });
  expect(server.of("bid-and-speech")).toHaveLength(size * turns);
  expect(server.calls).toHaveLength(double + size * turns);
});

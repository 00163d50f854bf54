import assert from "node:assert/strict";
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import fc from "fast-check";
import { z } from "zod";
import { participantKeys } from "../../src/core/state/participant.js";
import { modes } from "../../src/graph/modes/registry.js";
import { ScriptedModel } from "../../src/offline/scripted-model.js";
import { openConversations } from "../../src/talk/conversations/open.js";
import type { ConversationDocument } from "../../src/talk/transcript/json.js";
import { rostrum, type Setting, suiteFolder } from "../apps/cli/captured-io.js";
import { damage } from "../support/damaged-file.js";
import { foreignJson } from "../support/foreign-json.js";
import { plainAnswer } from "../support/plain-answers.js";
import { itHolds } from "../support/property.js";
import { isStatus, until } from "../talk/contracts/conversations.js";

const folder = suiteFolder();

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** Some of these texts are never written by `JSON.stringify`. */
const jsonText = fc.oneof(
  { weight: 4, arbitrary: foreignJson.map((value) => JSON.stringify(value)) },
  fc.constantFrom(
    ...[
      "1e400",
      "-1e999",
      "1e-400",
      "99999999999999999999",
      "-0",
      '{"__proto__":{"lc":1}}',
      '{"constructor":{"prototype":1}}',
    ],
    ...[
      '"\\u0000"',
      '"\\ud800"',
      '"\\u202e"',
      '{"":{}}',
      '{"\\u0000":"\\udfff"}',
      nested(50),
      nested(900),
      nested(20_000),
    ],
  ),
);

async function check(words: readonly string[], setting?: Setting) {
  const ended = await rostrum(words, setting);
  assert.ok(!/unexpected|意外错误/.test(ended.stderr), `${words.join(" ")}: ${ended.stderr}`);
  assert.ok([0, 1, 2].includes(ended.status));
  if (ended.status !== 0) assert.match(ended.stderr, /^rostrum: \S/m);
  return ended;
}

describe("the command line reports no unexpected error", () => {
  const cast = [{ name: "Ann" }, { name: "Bo" }];
  const fields = [
    ...new Set(Object.values(modes).flatMap((mode) => [...Object.keys(mode.fields), ...Object.keys(mode.context)])),
    ...["mode", "title", "extensions", "__proto__", "lc"],
  ];

  itHolds(
    "about a scenario with any JSON in it",
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(modes)),
      fc.constantFrom("", ...fields, ...participantKeys.map((key) => `participants.${key}`)),
      jsonText,
      async (mode, path, text) => {
        const [field = "", inner] = path.split(".");
        const others = { mode, topic: "Tea or coffee?", participants: cast, maxTurns: 1, seed: 7 };
        const kept = Object.entries(others).filter(([name]) => name !== field);
        const entries = kept.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
        const value = inner === undefined ? text : `[{"name":"Ann"},{"name":"Bo",${JSON.stringify(inner)}:${text}}]`;
        const stdin = path === "" ? text : `{${[...entries, `${JSON.stringify(field)}:${value}`].join(",")}}`;
        await check(["run", "-", "--quiet", "--turns", "1", "--json"], { stdin });
      },
    ),
    4,
  );

  itHolds(
    "about any JSON from models, tools and people in a saved conversation, which keeps that of tools unchanged",
    fc.asyncProperty(
      fc.record({ bid: foreignJson, input: foreignJson, result: foreignJson, said: jsonText }),
      async (given) => {
        const file = join(folder, "talks.db");
        for (const ending of ["", "-wal", "-shm"]) await rm(`${file}${ending}`, { force: true });
        const model = new ScriptedModel(({ purpose, tools, index, ...call }) => {
          if (purpose === "bid")
            return JSON.stringify(index === 0 ? given.bid : { bid: 3, reason: JSON.stringify(given.bid) });
          if (purpose === "speech" && tools.length > 0 && index % 2 === 0)
            return new AIMessage({
              content: "",
              tool_calls: [{ name: "look", args: { value: given.input }, id: `${index}` }],
            });
          return plainAnswer({ purpose, ...call });
        });
        const look = tool(() => JSON.stringify(given.result), {
          ...{ name: "look", description: "Looks.", schema: z.object({ value: z.unknown() }) },
        });
        const conversations = await openConversations(file, { model, tools: [look] });
        const input = { participants: [{ name: "Ann", tools: ["look"] }, { name: "Bo" }], maxTurns: 2, seed: 7 };
        const bidding = { answer: "structured", reason: true };
        await conversations.start("bidding", { thread: "talk", input: { ...input, bidding } });
        await until(conversations.follow("talk"), isStatus("ended", "failed"));
        await conversations.close();
        const place = ["--db", file];
        // The command rejects a text that is too long for a message.
        const { status } = await check(["interject", "talk", given.said, "--from", "Eve", ...place]);
        if (status === 0) await check(["interject", "talk", "Hello.", "--from", given.said, ...place]);
        for (const words of [["show", "talk"], ["explain", "talk"], ["threads"], ["diff", "talk", "talk"]])
          assert.equal((await check([...words, ...place])).status, 0);
        assert.equal((await check(["show", "talk", "--public", ...place])).status, 0);
        const { stdout } = await check(["show", "talk", "--json", ...place]);
        const { toolCalls } = JSON.parse(stdout) as ConversationDocument;
        for (const call of toolCalls) {
          assert.deepEqual(call.input, { value: given.input });
          assert.equal(call.result, JSON.stringify(given.result));
        }
        assert.ok(toolCalls.length > 0);
        await check(["fork", "talk", "--turn", "1", "--quiet", "--as", "copy", ...place]);
      },
    ),
    20,
  );

  const cells = {
    threads: ["record"],
    contents: ["text"],
    checkpoints: ["checkpoint", "metadata"],
    writes: ["value"],
    inbox: ["value"],
  } as const;
  const columns = Object.entries(cells).flatMap(([table, names]) => names.map((column) => [table, column] as const));

  it("while it saves the conversation that the next test damages", async () => {
    const place = ["--db", join(folder, "whole.db")];
    const run = ["run", "bidding", "--turns", "2", "--thread", "talk", "--quiet"];
    expect((await rostrum([...run, ...place])).status).toBe(0);
    expect((await rostrum(["interject", "talk", "Wait.", ...place])).status).toBe(0);
  });

  itHolds(
    "about a database with any JSON in it",
    // `row` counts from the end, so one of the last eight rows is damaged.
    fc.asyncProperty(fc.constantFrom(...columns), fc.nat({ max: 7 }), jsonText, async ([table, column], row, text) => {
      const file = join(folder, "damaged.db");
      for (const ending of ["-wal", "-shm"]) await rm(`${file}${ending}`, { force: true });
      await copyFile(join(folder, "whole.db"), file);
      damage(file, { table, column, row, text });
      const place = ["--db", file];
      const commands = [["threads"], ["show", "talk"], ["explain", "talk"], ["interject", "talk", "Hello."]];
      for (const words of commands) await check([...words, ...place]);
      await check(["fork", "talk", "--turn", "1", "--quiet", ...place]);
      assert.equal((await check(["threads", "remove", "talk", "--yes", ...place])).status, 0);
    }),
    20,
  );
});

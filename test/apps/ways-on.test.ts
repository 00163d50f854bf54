import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { createApp } from "../../src/apps/web/app.js";
import { describeError } from "../../src/errors/describe-error.js";
import { RostrumError } from "../../src/errors/rostrum-error.js";
import { openConversations } from "../../src/talk/conversations/open.js";
import type { Conversations, SharedConversations } from "../../src/talk/conversations/port/port.js";
import { connectConversations } from "../../src/talk/conversations/remote/server-conversations.js";
import { cliTexts } from "../../src/words/command-line.js";
import { languages, locales } from "../../src/words/registry.js";
import { rostrum, suiteFolder } from "./cli/captured-io.js";

const folder = suiteFolder();
const unknown = "openai:nonesuch";

const rehearsed = { context: { model: "rehearsal" } };

// Hides the rehearsal's notice.
beforeAll(() => {
  jest.spyOn(process.stderr, "write").mockReturnValue(true);
});

/** Calls `act` with `OPENAI_BASE_URL` set, so that no key is needed. Nothing listens at the address. */
async function withoutKey<Result>(act: () => Promise<Result>): Promise<Result> {
  process.env["OPENAI_BASE_URL"] = "http://127.0.0.1:9/v1";
  try {
    return await act();
  } finally {
    delete process.env["OPENAI_BASE_URL"];
  }
}

describe.each(languages)("in %s", (language) => {
  const database = join(folder, `${language}.db`);
  const texts = cliTexts(language);
  const words = locales[language];
  const command = (line: string) => `rostrum ${line} --db ${database}`;
  const at = (...words: string[]) => rostrum([...words, "--db", database, "--lang", language]);
  const run = (...words: string[]) => rostrum(["run", "round-robin", "--lang", language, "--seed", "1", ...words]);
  const noPrice = words.errors.problems["no-price"]({ model: unknown });

  beforeAll(async () => {
    await run("--turns", "1", "--thread", "over", "--db", database);
    const conversations = await openConversations(database);
    const participants = [{ name: "Ada", human: true }, { name: "Bo" }];
    await conversations.start("round-robin", { thread: "waits", input: { participants, maxTurns: 2 }, ...rehearsed });
    await conversations.close();
  });

  it.each<[string, readonly string[], string]>([
    ["resume", ["resume", "over"], texts.threads.hasEnded("over", 1, command("show over"), command("continue over"))],
    ["continue", ["continue", "waits"], texts.threads.hasNotEnded("waits", command("resume waits"))],
    ["fork", ["fork", "over", "--turn", "1", "--turns", "1"], texts.threads.limitReached(1)],
    ["interject", ["interject", "waits", "Hm?", "--now"], texts.remote.needsUrl],
  ])("%s says what to do if it cannot go on", async (_what, given, message) => {
    const { status, stdout, stderr } = await at(...given);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr.replace(/\s+/g, "")).toContain(message.replace(/\s+/g, ""));
  });

  it("a fork that starts after the last turn continues with another limit", async () => {
    const { status, stderr } = await at("fork", "over", "--turn", "1", "--turns", "2", "--as", "fork");
    expect([status, stderr]).toEqual([0, expect.stringContaining(texts.threads.forked("fork", "over", 1))]);
    expect(JSON.parse((await at("show", "fork", "--json")).stdout).stopReason).toMatchObject({ turn: 2 });
  });

  it("`interject` says when the participants will hear the message, and `continue` and `--now` each add a round", async () => {
    const { stdout } = await at("interject", "over", "And the fog?");
    expect(stdout).toBe(`${texts.threads.heard["next-run"](command("continue over"))}\n`);
    const round = await at("continue", "over", "--turns", "1");
    expect([round.status, round.stderr]).toEqual([0, expect.stringContaining(texts.threads.continues("over", 1))]);
    expect(round.stdout).toContain("And the fog?");
    const now = await at("interject", "over", "And the ice?", "--now");
    expect([now.status, now.stderr]).toEqual([0, expect.stringContaining(texts.threads.continues("over", 2))]);
    expect(now.stdout).toContain("And the ice?");
  });

  it("a money budget needs a price, which `--prices` gives, but `--dry-run` works without a price", async () => {
    const paid = ["--model", unknown, "--turns", "1", "--budget", "money=1", "--dry-run"];
    const unpriced = await run(...paid);
    expect([unpriced.status, unpriced.stdout]).toEqual([0, expect.stringContaining(words.estimate.unpriced(unknown))]);
    const { status, stdout } = await run(...paid, "--prices", `${unknown}=1,2`);
    expect(stdout).toContain(words.transcript.priced(unknown, { input: 1, output: 2 }));
    expect(stdout.replace(/\s+/g, "")).toContain(words.estimate.assumed.replace(/\s+/g, ""));
    expect(status).toBe(0);
    const refused = await withoutKey(() => run(...paid.slice(0, -1)));
    expect([refused.status, refused.stderr.replace(/\s+/g, "")]).toEqual([
      2,
      expect.stringContaining(noPrice.replace(/\s+/g, "")),
    ]);
  });

  describe("over HTTP and in code", () => {
    let conversations: SharedConversations;
    beforeAll(async () => {
      conversations = await openConversations("memory");
      await conversations.start("round-robin", { thread: "over", input: { maxTurns: 1, language }, ...rehearsed });
      for await (const event of conversations.follow("over"))
        if (event.type === "status" && event.status === "ended") break;
    });
    afterAll(() => conversations.close());

    async function post(path: string, body: object, place: Conversations = conversations) {
      const headers = { host: "localhost", "content-type": "application/json", "accept-language": language };
      const request = { method: "POST", headers, body: JSON.stringify(body) };
      const answer = await createApp(place).request(`http://localhost/api/${path}`, request);
      return { status: answer.status, body: JSON.parse((await answer.text()) || "null") };
    }

    it("a fork after the last turn, an interjection and another round succeed, and an estimate uses the given prices", async () => {
      const fork = await post("conversations/over/fork", { turn: 1, changes: { maxTurns: 2 }, as: "fork" });
      expect(fork).toEqual({ status: 201, body: { thread: "fork" } });
      await conversations.resume("fork");
      const told = await post("conversations/over/interject", { text: "And the fog?" });
      expect(told).toMatchObject({ status: 200, body: { heard: "next-run" } });
      const round = await post("conversations", {
        mode: "round-robin",
        thread: "over",
        input: { maxTurns: 1 },
        ...rehearsed,
      });
      expect(round).toMatchObject({ status: 201, body: { thread: "over" } });
      for await (const event of conversations.follow("over", { after: 4 }))
        if (event.type === "status" && event.status === "ended") break;
      expect((await conversations.transcript("over")).messages.map(({ text }) => text)).toContain("And the fog?");
      const given = { mode: "round-robin", input: { maxTurns: 1, prices: { [unknown]: { input: 1, output: 2 } } } };
      const { body } = await post("estimates", { ...given, context: { model: unknown } });
      expect(body.prices[unknown]).toMatchObject({ input: 1, output: 2 });
    });

    it.each<[string, string, object, string]>([
      ["resume", "conversations/over/resume", {}, words.errors.problems["has-ended"]({ thread: "over" })],
      [
        "fork",
        "conversations/over/fork",
        { turn: 9 },
        words.errors.problems["turn-too-late"]({ thread: "over", latest: 2 }),
      ],
      [
        "money budget",
        "conversations",
        { mode: "round-robin", input: { budget: { money: 1 } }, context: { model: unknown } },
        noPrice,
      ],
    ])("a rejected request says what to do: %s", async (_what, path, body, message) => {
      const refused = await withoutKey(() => post(path, body));
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(message)]);
    });

    it("conversations on another server can be estimated if the request names a model", async () => {
      const elsewhere = connectConversations({ url: "http://127.0.0.1:9" });
      const given = { mode: "round-robin", input: { maxTurns: 1 } };
      const refused = await post("estimates", given, elsewhere);
      expect([refused.status, refused.body.message]).toEqual([
        400,
        expect.stringContaining(words.errors.problems["unknown-default"]()),
      ]);
      const { status, body } = await post("estimates", { ...given, context: { model: unknown } }, elsewhere);
      expect([status, body.totals.calls]).toEqual([200, { least: 1, most: 1 }]);
    });

    it("in code, the error of a rejected resume is described in the language", async () => {
      const error = await conversations.resume("over").catch((thrown: unknown) => thrown);
      if (!RostrumError.isInstance(error)) throw error;
      expect(describeError(error, language)).toContain(words.errors.problems["has-ended"]({ thread: "over" }));
    });
  });
});

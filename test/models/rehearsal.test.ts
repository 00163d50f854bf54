/** The rehearsal as a chat model, and what single answers must be. */
import { describe, expect, it, jest } from "@jest/globals";
import type { AIMessageChunk } from "@langchain/core/messages";
import { z } from "zod";
import { countWords } from "../../src/locales/word-count.js";
import { rehearse } from "../../src/models/rehearsal/answer.js";
import { RehearsalModel, rehearsalNotice } from "../../src/models/rehearsal/rehearsal-model.js";
import { withArticle } from "../../src/models/rehearsal/spoken.js";
import { stancesOf } from "../../src/models/rehearsal/stance.js";
import { asksToKeep, subjectsOf } from "../../src/models/rehearsal/subject.js";
import type { BidRequest, DescribeRequest, SpeechRequest } from "../../src/models/request.js";
import type { Participant } from "../../src/state/participant.js";
import { participant } from "../support/participant.js";

const cast = [participant("Mara", "nurse"), participant("Theo", "engineer"), participant("Ines", "baker")];
const [mara, theo] = cast as [Participant, Participant, Participant];
const scene = {
  language: "en",
  topic: "Should our town run night trains again?",
  cast,
  wordLimit: 80,
  seed: 7,
  turn: 1,
} as const;
const opened = { lines: [{ speaker: "Moderator", text: scene.topic }], omitted: 0 };
const speechBrief: SpeechRequest = { ...scene, purpose: "speech", self: mara, conversation: opened };
const bidBrief: BidRequest = {
  ...scene,
  purpose: "bid",
  self: mara,
  conversation: opened,
  criterion: "urge",
  scale: { min: 1, max: 10 },
  answer: "tag",
};
const model = new RehearsalModel({ notice: false });

describe("the rehearsal as a chat model", () => {
  it("answers the request that comes with the call", async () => {
    const answer = await model.invoke("ignored", { request: speechBrief });
    expect(answer.text).toBe(rehearse(speechBrief));
  });

  it("says what it is when no request comes with the call", async () => {
    expect((await model.invoke("Hello?")).text).toContain("rehearsal");
  });

  it.each(["en", "zh"] as const)("streams %s text in small pieces that make up the whole", async (language) => {
    const request: SpeechRequest = {
      ...speechBrief,
      language,
      topic: language === "zh" ? "要不要开夜市？" : scene.topic,
    };
    const pieces: string[] = [];
    const tokens: string[] = [];
    const callbacks = [{ handleLLMNewToken: (token: string) => void tokens.push(token) }];
    const chunks: AIMessageChunk[] = [];
    for await (const chunk of await model.stream("a question", { request, callbacks })) {
      pieces.push(chunk.text);
      chunks.push(chunk);
    }
    expect(pieces.filter(Boolean).length).toBeGreaterThan(8);
    expect(pieces.join("")).toBe(rehearse(request));
    expect(tokens.join("")).toBe(rehearse(request));
    expect(chunks.at(-1)?.usage_metadata).toMatchObject({ output_tokens: expect.any(Number) });
  });

  it("estimates tokens by four Latin letters or one Chinese character", async () => {
    const { usage_metadata: usage } = await model.invoke("abcdefgh夜车", { request: bidBrief });
    expect(usage).toEqual({ input_tokens: 4, output_tokens: 1, total_tokens: 5 });
  });

  it("stops waiting between pieces when the caller cancels", async () => {
    const slow = new RehearsalModel({ notice: false, pace: 60_000 });
    const controller = new AbortController();
    const stream = await slow.stream("a question", { request: speechBrief, signal: controller.signal });
    await stream.next();
    controller.abort();
    await expect(stream.next()).rejects.toThrow();
  });

  it("gives structured bids, raw and parsed", async () => {
    const request: BidRequest = { ...bidBrief, answer: "structured" };
    const schema = z.object({ bid: z.number() });
    const both = await model.withStructuredOutput(schema, { includeRaw: true }).invoke("bid", { request } as object);
    expect(both.parsed).toEqual({ bid: expect.any(Number) });
    expect(both.raw.text).toBe(JSON.stringify(both.parsed));
    expect(both.raw.usage_metadata.total_tokens).toBeGreaterThan(0);
    expect(await model.withStructuredOutput(schema).invoke("bid", { request } as object)).toEqual(both.parsed);
  });

  it("gives null for a structured answer that is none, and throws where there is no raw one to look at", async () => {
    const both = await model
      .withStructuredOutput({}, { includeRaw: true })
      .invoke("bid", { request: speechBrief } as object);
    expect(both.parsed).toBeNull();
    await expect(model.withStructuredOutput({}).invoke("bid", { request: speechBrief } as object)).rejects.toThrow();
  });

  it("knows its own kind", () => {
    expect(RehearsalModel.isInstance(model)).toBe(true);
    expect(RehearsalModel.isInstance({})).toBe(false);
    expect(RehearsalModel.isInstance(null)).toBe(false);
  });

  it("writes its notice once in a process, and none when told so", async () => {
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    await model.invoke("a question", { request: speechBrief });
    expect(write).not.toHaveBeenCalled();
    await new RehearsalModel().invoke("a question", { request: { ...speechBrief, language: "zh" } });
    await new RehearsalModel().invoke("a question", { request: speechBrief });
    expect(write.mock.calls).toEqual([[`${rehearsalNotice("zh")}\n`]]);
    write.mockRestore();
  });

  it.each(["en", "zh"] as const)("tells in %s how to have a language model speak", (language) => {
    for (const way of ["OPENAI_API_KEY", "--model openai:", "ROSTRUM_MODEL", "OPENAI_BASE_URL"])
      expect(rehearsalNotice(language)).toContain(way);
  });
});

describe("stances", () => {
  it("never all agree where nobody says where they stand", () => {
    for (let seed = 0; seed < 40; seed += 1)
      for (const size of [2, 3, 5, 10]) {
        const many = Array.from({ length: size }, (_, index) => participant(`P${index}`));
        expect(new Set(stancesOf({ ...speechBrief, seed, cast: many }).values()).size).toBeGreaterThan(1);
      }
  });

  it.each([
    ["Supports the idea.", "for"],
    ["She opposes it.", "against"],
    ["does not support it", "against"],
    ["A sceptic by trade.", "unsure"],
    ["一向反对加班", "against"],
    ["支持老街改造", "for"],
    ["对此心存怀疑", "unsure"],
  ])("follow a description such as “%s”", (description, stance) => {
    for (let seed = 0; seed < 8; seed += 1) {
      const self = participant("Mara", "", description);
      expect(stancesOf({ ...speechBrief, seed, cast: [self, theo] }).get("Mara")).toBe(stance);
    }
  });

  it("are told by the description that the rehearsal itself writes", () => {
    for (let seed = 0; seed < 20; seed += 1) {
      for (const language of ["en", "zh"] as const) {
        const request = { ...speechBrief, seed, language, purpose: "describe-participant" } as DescribeRequest;
        const described = cast.map((self) => ({ ...self, description: rehearse({ ...request, self }) }));
        expect(stancesOf({ ...request, cast: described })).toEqual(stancesOf(request));
      }
    }
  });
});

describe("subjects", () => {
  it.each([
    ["Should our harbour town run night trains again?", "running night trains"],
    ["Should we ban cars from the city centre?", "banning cars from the city centre"],
    ["whether robots may own property", "robots owning property"],
    ["School uniforms", "school uniforms"],
    ["A four-day working week", "a four-day working week"],
    ["Should my brother quit his job?", "the brother quitting his job"],
    ["Should robots referee football?", "robots refereeing football"],
    ["Four-day work week", "the four-day work week"],
    ["Should the bridge in the south be rebuilt?", "the bridge"],
    ["How should cities handle tourists?", "cities handling tourists"],
    ["Should the council referee disputes?", "the matter before us"],
    ["Should a child be allowed to vote?", "the matter before us"],
    ["Tea or coffee?", "tea or coffee"],
    ["Is it better to live in town or in the country?", "the choice before us"],
    ["Kubernetes", "Kubernetes"],
    ["What should a small town do with an old mill?", "the old mill"],
    ["Is pineapple on pizza acceptable?", "pineapple"],
    ["小镇该不该恢复夜班列车？", "小镇恢复夜班列车"],
    ["火锅店要不要24小时营业", "火锅店24小时营业"],
    ["AI 作业批改", "AI作业批改"],
    ["孩子不该有家庭作业", "孩子有家庭作业"],
    ["人工智能会取代教师吗？", "人工智能取代教师"],
    ["我们应该如何保护老街", "保护老街"],
    ["我们的海港小镇该不该恢复夜班列车？", "海港小镇恢复夜班列车"],
    ["开了六十年的听雨茶馆，该不该改成自助扫码点单？", "改成自助扫码点单"],
    ["六层的老楼要不要加装电梯", "加装电梯"],
    ["喝茶好还是喝咖啡好", "喝茶还是喝咖啡"],
  ])("of “%s” are led by “%s”", (topic, subject) => {
    const language = /\p{Script=Han}/u.test(topic) ? "zh" : "en";
    expect(subjectsOf({ topic, language })[0]).toBe(subject);
  });

  it("take no pieces of a topic in the other language", () => {
    expect(subjectsOf({ topic: scene.topic, language: "zh" })).toEqual(["眼前这件事"]);
    expect(subjectsOf({ topic: "要不要开夜市？", language: "en" })).toEqual(["the matter before us"]);
  });

  it.each([
    ["Should the lighthouse keep its keeper?", true],
    ["Should the library remain open?", true],
    ["Should we stop keeping bees?", false],
    ["Should our town run night trains again?", false],
    ["Should we keep cars out of the centre?", false],
    ["老戏台要不要保留？", true],
    ["要不要取消夜市？", false],
  ])("tell whether “%s” asks to keep what is there", (topic, keeps) => {
    expect(asksToKeep(topic)).toBe(keeps);
  });
});

describe("single answers", () => {
  it("describe a participant in the third person, by name and within the limit", () => {
    for (const language of ["en", "zh"] as const)
      for (const wordLimit of [25, 40, 80]) {
        const text = rehearse({ ...speechBrief, language, wordLimit, purpose: "describe-participant" });
        expect(text).toContain("Mara");
        expect(text).not.toMatch(/\b(?:I|my)\b|我/);
        expect(countWords(text, language)).toBeLessThanOrEqual(wordLimit);
      }
  });

  it("keep a topic that is a question, and make one of a topic that is not", () => {
    const sharpen = (topic: string, language: "en" | "zh" = "en") =>
      rehearse({ ...scene, topic, language, purpose: "sharpen-topic" });
    expect(sharpen("  Is it late? ")).toBe("Is it late?");
    expect(sharpen("whether robots may own property")).toBe("May robots own property?");
    expect(sharpen("night markets")).toMatch(/night markets.*\?$/);
    expect(sharpen("火锅店要不要24小时营业", "zh")).toBe("火锅店要不要24小时营业？");
    expect(sharpen("夜市", "zh")).toMatch(/夜市.*？$/);
  });

  it("bid in the form and on the scale that is asked for", () => {
    for (let seed = 0; seed < 30; seed += 1) {
      for (const scale of [
        { min: 0, max: 3 },
        { min: 1, max: 100 },
        { min: 5, max: 5 },
      ]) {
        const value = Number(/^<(\d+)>$/.exec(rehearse({ ...bidBrief, seed, scale }))?.[1]);
        expect(value).toBeGreaterThanOrEqual(scale.min);
        expect(value).toBeLessThanOrEqual(scale.max);
        expect(JSON.parse(rehearse({ ...bidBrief, seed, scale, answer: "structured" }))).toEqual({ bid: value });
      }
    }
  });

  it("quote what a person really said", () => {
    const text = "The platform was flooded twice last winter. Nobody in this office answered my letters about it.";
    const conversation = {
      lines: [
        { speaker: "Theo", text: "Yes." },
        { speaker: "Visitor", text },
      ],
      omitted: 0,
    };
    const answers = Array.from({ length: 30 }, (_, turn) => rehearse({ ...speechBrief, turn: turn + 2, conversation }));
    const quotes = answers.flatMap((answer) => [...answer.matchAll(/“([^”]+)”/g)].map(([, quote]) => quote as string));
    expect(quotes.length).toBeGreaterThan(5);
    for (const quote of quotes) expect(text).toContain(quote);
    for (const answer of answers) expect(answer).toMatch(/Visitor|“/);
  });

  it.each([
    ["engineer", "an engineer"],
    ["nurse", "a nurse"],
    ["union steward", "a union steward"],
    ["university clerk", "a university clerk"],
    ["umbrella maker", "an umbrella maker"],
    ["honest broker", "an honest broker"],
    ["MP", "an MP"],
    ["Usher", "an Usher"],
  ])("put the right article before “%s”", (noun, phrase) => {
    expect(withArticle(noun)).toBe(phrase);
  });
});

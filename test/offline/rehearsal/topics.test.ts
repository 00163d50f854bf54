/** The rehearsal quotes the whole topic or uses a phrase from it, but never rewords it. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { asksToKeep, kindOf, subjectOf, topicIn } from "../../../src/offline/rehearsal/topic.js";
import type { Language } from "../../../src/words/registry.js";
import { languages } from "../../../src/words/registry.js";
import { isLatin } from "../../support/languages.js";
import { auction, castOf } from "./conversations.js";

const languageOf = (topic: string): Language => (/\p{Script=Han}/u.test(topic) ? "zh" : "en");
const scene = (topic: string) => ({ topic, language: languageOf(topic), cast: castOf("Ann", "Bo") });

describe("a topic", () => {
  it.each([
    ["Should our harbour town bring back the night train?", "proposal", "the night train"],
    ["Should we give our new kettle a voice?", "proposal", "our new kettle"],
    ["Should the lighthouse on Skarn Point keep its keeper, now that the lamp runs by itself?", "proposal", undefined],
    ["Should Port Marrow turn off its street lamps at midnight, so that we see the stars?", "proposal", undefined],
    ["Two hours are left. What should we point the telescope at?", "open", "the telescope"],
    ["What should we do with the old pool?", "open", "the old pool"],
    ["Should the library remain open?", "proposal", undefined],
    ["Should we ban cars from the city centre?", "proposal", undefined],
    ["Should robots referee football?", "proposal", undefined],
    ["Should the council referee disputes?", "proposal", undefined],
    ["Should the council keep cars out of the old town?", "proposal", undefined],
    ["God dead", "open", undefined],
    ["God is dead", "claim", undefined],
    ["Is free will an illusion?", "claim", undefined],
    ["School uniforms", "open", undefined],
    ["The future of work", "open", undefined],
    ["Tea or coffee?", "open", undefined],
    ["我们的海港小镇该不该恢复夜班列车？", "proposal", "恢复夜班列车"],
    ["开了六十年的听雨茶馆，该不该改成自助扫码点单？", "proposal", "改成自助扫码点单"],
    ["南门夜市要不要搬进有空调的室内商场？", "proposal", "搬进有空调的室内商场"],
    ["应该给机器人投票权吗", "proposal", "给机器人投票权"],
    ["头一届豆腐节该怎么办？", "open", "头一届豆腐节"],
    ["死刑应不应该被废除", "proposal", undefined],
    ["人工智能会取代教师吗？", "claim", undefined],
    ["上帝死了", "claim", undefined],
    ["喝茶好还是喝咖啡好", "open", undefined],
    ["夜市", "open", undefined],
  ])("“%s” has the kind %s and the subject %s", (topic, kind, subject) => {
    expect([kindOf(scene(topic)), subjectOf(scene(topic))]).toEqual([kind, subject]);
  });

  it.each([
    ["Should the lighthouse keep its keeper?", true],
    ["Should the library remain open?", true],
    ["Should we stop keeping bees?", false],
    ["Should we keep cars out of the centre?", false],
    ["老戏台要不要保留？", true],
    ["要不要取消夜市？", false],
  ])("“%s” asks to keep things as they are: %s", (topic, keeps) => {
    expect(asksToKeep(scene(topic))).toBe(keeps);
  });

  it("becomes a proposal once a participant is for or against it", () => {
    expect(kindOf({ ...scene("School uniforms"), cast: castOf("Ann||Supports them.") })).toBe("proposal");
  });
});

describe("texts about any topic", () => {
  const words = fc.constantFrom(
    ..."should the our a old library bridge keep remain open we they run trains in on of free will death is are not what how or and robots may night quickly its".split(
      " ",
    ),
  );
  const han = fc.constantFrom(..."我们的该不该要不要恢复夜班列车小镇怎么办吗老街是否应该取消菜单人工智能会，？");
  const topics = fc.oneof(
    fc.array(words, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(" ")),
    fc.array(words, { minLength: 1, maxLength: 10 }).map((parts) => `Should ${parts.join(" ")}?`),
    fc.array(han, { minLength: 1, maxLength: 20 }).map((parts) => parts.join("")),
    fc.string({ maxLength: 60 }),
    fc.string({ unit: "grapheme", maxLength: 60 }),
  );

  it("use a subject that is part of the topic, and quote only the whole topic", () => {
    fc.assert(
      fc.property(topics, (topic) => {
        const subject = subjectOf(scene(topic));
        const quoted = topicIn(scene(topic));
        if (subject !== undefined) expect(topic.toLowerCase()).toContain(subject.toLowerCase());
        if (quoted !== undefined) expect(topic.trim().replace(/[.。？?]$/u, "")).toBe(quoted.replace(/[?]$/u, ""));
      }),
      { numRuns: 200, examples: [["夜市."]] },
    );
  });

  it("use words of the topic only in quotation marks or in the subject", () => {
    const strange = fc.tuple(fc.constantFrom(...languages), fc.nat({ max: 999 }));
    fc.assert(
      fc.property(strange, ([language, seed]) => {
        // The pattern leaves out “a vimble”, which is the topic's subject, and 枚, which a text of the rehearsal
        // contains.
        const topic = isLatin(language) ? "Zorblax quenfibs a vimble" : "兀鹫衔枚踽踽";
        const cast = castOf("Ann", "Bo", "Cleo");
        for (const { text } of auction({ language, topic, cast }, seed, 6).slice(1)) {
          const unquoted = text.replaceAll(`“${topic}”`, "").replace(/“[^”]*”/gu, "");
          expect(unquoted).not.toMatch(isLatin(language) ? /zorblax|quenfib/iu : /[兀鹫衔踽]/u);
        }
      }),
      { numRuns: 20 },
    );
  });
});

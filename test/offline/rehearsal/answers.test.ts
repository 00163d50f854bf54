import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type {
  BidRequest,
  DescribeRequest,
  ExecuteRequest,
  ModelRequest,
  SpeechRequest,
  SumUpRequest,
} from "../../../src/core/model-request.js";
import type { Participant } from "../../../src/core/state/participant.js";
import { parseBid, parseChoice, readObject, readStructuredBid } from "../../../src/core/text/read-answer.js";
import { countWords } from "../../../src/core/text/word-count.js";
import { rehearse } from "../../../src/offline/rehearsal/answer.js";
import { type Texts, valueAt } from "../../../src/offline/rehearsal/texts.js";
import { stanceOf } from "../../../src/offline/rehearsal/topic.js";
import type { Line } from "../../../src/records/message.js";
import { languages } from "../../../src/words/registry.js";
import { oddities } from "../../support/oddities.js";
import { participant } from "../../support/participant.js";
import { auction, bidOf, castOf, circle, everyRequest, type Setting, settings } from "./conversations.js";

function planFault(answer: string): string | undefined {
  const { decision, tasks } = readObject(answer);
  const isChange = decision === "change" && Array.isArray(tasks) && tasks.length > 0;
  return isChange || decision === "continue" ? undefined : "no decision about the plan";
}

function faultIn(request: ModelRequest, answer: string): string | undefined {
  if (answer.trim() === "") return "empty";
  if (answer.includes("undefined") || /\{\w+\}/u.test(answer.replace(request.topic, ""))) return "an open slot";
  const scale = { min: 1, max: 10 };
  switch (request.purpose) {
    case "bid": {
      const reading = request.answer === "tag" ? parseBid(answer, scale) : readStructuredBid(JSON.parse(answer), scale);
      return reading.ok ? undefined : reading.problem;
    }
    case "bid-and-speech":
      return /^<\d+> \S/u.test(answer) ? undefined : "no bid before the speech";
    case "choose-speaker":
      return parseChoice(answer, request.candidates.length).ok ? undefined : "no choice";
    case "direct":
      return /^<\d+>$/mu.test(answer) && answer.split("\n").length === 3 ? undefined : "not three parts";
    case "judge-round":
      return typeof readObject(answer)["sufficient"] === "boolean" ? undefined : "no judgement";
    case "decide":
      return readObject(answer)["decision"] ? undefined : "no decision";
    case "plan":
      return Array.isArray(readObject(answer)["tasks"]) ? undefined : "no plan";
    case "replan":
      return planFault(answer);
    case "summarize":
      return countWords(answer, request.language) <= 2 * request.wordLimit ? undefined : "too long";
    case "sharpen-topic":
      return undefined;
    case "speech":
    case "reflect":
    case "execute":
    case "sum-up":
      return countWords(answer, request.language) <= request.wordLimit ? undefined : "too long";
    default:
      return undefined;
  }
}

function speechOf(self: Participant, setting: Setting, lines: readonly Line[]): string {
  const requests = everyRequest(setting, 3, lines);
  const request = requests.find((each): each is SpeechRequest => each.purpose === "speech");
  return rehearse({ ...(request as SpeechRequest), self, turn: lines.length + 1 });
}

describe("the rehearsal", () => {
  it.each(languages)("ends a story after its last act, and after no earlier one, in %s", (language) => {
    const [narrator, ...players] = castOf("Orla|storyteller 说书人", "Pip|smith", "Tam|nurse");
    const cast = [narrator, ...players] as Participant[];
    const setting: Setting = { language, topic: "The lost bell", cast, wordLimit: 150 };
    const lines: Line[] = [];
    const told = Array.from({ length: 7 }, (_, act) => {
      const text = speechOf(cast[0] as Participant, setting, lines);
      const player = players[act % 2] as Participant;
      lines.push({ speaker: "Orla", text });
      lines.push({ speaker: player.name, text: speechOf(player, setting, lines) });
      return valueAt<Texts>(language, "story.endings").some((ending) => text.endsWith(ending));
    });
    expect(told).toEqual([false, false, false, false, false, false, true]);
  });

  it.each(settings)("closes the reports of simultaneous tasks with different sentences, in $language", (setting) => {
    const { language } = setting;
    const task = everyRequest(setting, 1, []).find((each): each is ExecuteRequest => each.purpose === "execute");
    const advice = valueAt<Texts>(language, "team.reports.advice");
    const closings = setting.cast.slice(0, 3).map((self, index) => {
      const report = rehearse({ ...(task as ExecuteRequest), self, turn: index + 1, basis: [] });
      return advice.findIndex((one) => report.endsWith(one));
    });
    expect(closings).not.toContain(-1);
    expect(new Set(closings).size).toBe(3);
  });

  it("gives every request a readable answer, and the same answer each time", () => {
    for (const setting of settings)
      for (const length of [0, 1, 7])
        for (const request of everyRequest(setting, length, circle(setting, length, length))) {
          const answer = rehearse(request);
          expect([request.purpose, answer, faultIn(request, answer)]).toEqual([request.purpose, answer, undefined]);
          expect(rehearse(structuredClone(request))).toBe(answer);
        }
  });

  it("plays a different conversation with a different seed", () => {
    for (const setting of settings) expect(circle(setting, 1, 6)).not.toEqual(circle(setting, 2, 6));
  });

  it("gives valid answers to requests with random texts", () => {
    const text = fc.oneof(fc.constantFrom(...oddities, "陈", "说书人", "storyteller"), fc.string({ maxLength: 60 }));
    const scenes = fc.record({
      language: fc.constantFrom(...languages),
      topic: fc.oneof(text, fc.string({ minLength: 3000, maxLength: 4000 })),
      names: fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
      role: text,
      description: text,
      said: fc.array(text, { maxLength: 4 }),
      wordLimit: fc.integer({ min: 5, max: 120 }),
      seed: fc.nat({ max: 9999 }),
    });
    fc.assert(
      fc.property(scenes, ({ language, topic, names, role, description, said, wordLimit, seed }) => {
        const cast = names.map((name) => participant(name, role, description));
        const setting: Setting = { language, topic, cast, wordLimit };
        const lines = said.map((line, index) => ({ speaker: names[index % names.length] as string, text: line }));
        for (const request of everyRequest(setting, seed, lines)) {
          const answer = rehearse(request);
          const fault = faultIn(request, answer);
          if (fault && fault !== "an open slot") throw new Error(`${fault}: ${request.purpose} ${answer}`);
          if (request.purpose === "speech" && /^[^.!?。！？]{0,80}[:：]/u.test(answer))
            throw new Error(`a label: ${answer}`);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("a speech", () => {
  it("usually names the previous speaker, but never its own", () => {
    for (const setting of settings) {
      const turns = auction(setting, 3, 16).slice(1);
      const taken = turns
        .slice(1)
        .filter(({ text }, index) => text.includes((turns[index]?.speaker ?? "").split(" ")[0] as string));
      expect(taken.length / (turns.length - 1)).toBeGreaterThan(0.75);
      for (const { speaker, text } of turns) expect(text).not.toContain(speaker);
    }
  });

  it("quotes only what was said before", () => {
    for (const setting of settings) {
      const lines = auction(setting, 5, 20);
      lines.forEach(({ text }, index) => {
        const earlier = lines.slice(0, index).map((line) => line.text);
        for (const [, quote = ""] of text.matchAll(/“([^”]+)”/gu)) expect(earlier.join("\n")).toContain(quote);
      });
    }
  });

  it("uses the opinions in its speaker's description", () => {
    const cast = castOf(
      "Mara|driver|Supports it because people die in cars at night. Dry.",
      "Tobias|hotel owner|Opposes it: guests who sleep on rails do not sleep in beds.",
      "Ines|nurse|Undecided; asks who is awake at three in the morning.",
    );
    const topic = "Should we bring back the night train?";
    const all = [1, 2, 3].map((seed) =>
      circle({ language: "en", topic, cast }, seed, 9)
        .map(({ text }) => text)
        .join(" "),
    );
    for (const text of all) {
      expect(text.toLowerCase()).toContain("people die in cars at night");
      expect(text.toLowerCase()).toContain("guests who sleep on rails do not sleep in beds");
      expect(text).toContain("who is awake at three in the morning");
    }
  });

  it("answers an interjection with the listener's name and words", () => {
    for (const [language, text, word] of [
      ["en", "what would you do about the fog?", /fog/],
      ["en", "I live next to the lighthouse and it is cold", /lighthouse/],
      ["zh", "大雾天你会怎么办？", /大雾/],
      ["zh", "我家就住在隔壁，晚上很吵", /隔壁/],
    ] as const)
      for (let seed = 0; seed < 8; seed += 1) {
        const setting = settings.find((one) => one.language === language) as Setting;
        const lines = [...circle(setting, seed, 2), { speaker: "Lena", text }];
        const request = everyRequest(setting, seed, lines).find(({ purpose }) => purpose === "speech") as SpeechRequest;
        const answer = rehearse({ ...request, interjection: { speaker: "Lena", text, isPersonal: false } });
        expect(answer).toMatch(word);
        expect(answer).toContain("Lena");
        const nameless = { speaker: language === "en" ? "User" : "用户", text, isPersonal: false };
        expect(rehearse({ ...request, interjection: nameless })).toMatch(/dear listener|这位听众/u);
      }
  });

  it("asks no question if it is the last speech", () => {
    for (const setting of settings)
      for (const request of everyRequest(setting, 4, circle(setting, 4, 6)))
        if (request.purpose === "speech" && request.isLast) expect(rehearse(request)).not.toMatch(/[?？]/u);
  });
});

describe("stances", () => {
  it.each([
    ["Supports the idea.", "for"],
    ["does not support it", "against"],
    ["A sceptic by trade.", "unsure"],
    ["一向反对加班", "against"],
    ["支持老街改造", "for"],
  ])("match a description such as “%s”", (description, stance) => {
    const self = participant("Mara", "", description);
    const [request] = everyRequest({ ...(settings[0] as Setting), cast: [self, participant("Theo")] }, 3, []);
    expect(stanceOf("Mara", request as ModelRequest)).toBe(stance);
  });

  it("differ within a cast, and stay the same after the rehearsal writes the descriptions", () => {
    for (const setting of settings.filter(({ topic }) => /该不该|night train|referee/u.test(topic)))
      for (let seed = 0; seed < 10; seed += 1) {
        const requests = everyRequest(
          { ...setting, cast: setting.cast.map(({ name, role }) => participant(name, role)) },
          seed,
          [],
        );
        const asked = requests.find(({ purpose }) => purpose === "describe-participant") as DescribeRequest;
        const stancesIn = (request: ModelRequest) => request.cast.map(({ name }) => stanceOf(name, request));
        const stances = stancesIn(asked);
        expect(new Set(stances).size).toBeGreaterThan(1);
        const cast = asked.cast.map((self) => ({ ...self, description: rehearse({ ...asked, self }) }));
        expect(stancesIn({ ...asked, cast })).toEqual(stances);
      }
  });
});

it.each(["timeout", "HTTP 500: try again"])("a summary names a worker whose task failed (reason: %s)", (reason) => {
  const setting = { language: "en", topic: "Should we run night trains?", cast: castOf("Theo", "Ines") } as const;
  const summed = everyRequest(setting, 1, []).find(({ purpose }) => purpose === "sum-up") as SumUpRequest;
  const failed = { number: 2, worker: "Ines", task: "Ask.", after: [], turn: 1, outcome: "failed", text: "" } as const;
  for (let seed = 0; seed < 20; seed += 1)
    expect(rehearse({ ...summed, seed, results: [{ ...failed, reason }] })).toContain("Ines");
});

describe("bids", () => {
  const cast = castOf("Mara Lind|nurse|Supports it.", "Theo|engineer|Opposes it.", "Ines|baker|Supports it.", "Abel");
  const [mara, theo, ines] = cast as [Participant, Participant, Participant];
  const average = (text: string, self: Participant, criterion = "urge") => {
    const lines = ["Moderator", "Mara Lind", "Ines", "Theo"].map((speaker) => ({ speaker, text }));
    const bids = Array.from({ length: 40 }, (_, seed) => {
      const [request] = everyRequest({ language: "en", topic: "Should we run night trains?", cast }, seed, lines);
      return bidOf({ ...(request as BidRequest), self, criterion, scale: { min: 1, max: 100 } });
    });
    return bids.reduce((sum, bid) => sum + bid, 0) / bids.length;
  };

  it.each(["urge", "contradiction", "How much do you care?"])(
    "are lower for the last speaker than for others (criterion: %s)",
    (criterion) => {
      for (const other of [mara, ines])
        expect(average("It would not work.", theo, criterion)).toBeLessThan(
          average("It would not work.", other, criterion) - 10,
        );
    },
  );

  it("rise when a participant is named, and rise most when the participant is asked a question", () => {
    const plain = average("It would not work.", mara);
    expect(average("Mara is too kind.", mara)).toBeGreaterThan(plain + 5);
    expect(average("Mara, who pays?", mara)).toBeGreaterThan(90);
  });

  it("tie for the highest in some turns, but in fewer than 60%", () => {
    let ties = 0;
    let turns = 0;
    for (let seed = 0; seed < 10; seed += 1) {
      const setting = settings[0] as Setting;
      const lines = circle(setting, seed, 8);
      for (let length = 2; length < lines.length; length += 1) {
        const [request] = everyRequest(setting, seed, lines.slice(0, length));
        const bids = setting.cast.map((self) => bidOf({ ...(request as BidRequest), self }));
        turns += 1;
        if (bids.filter((bid) => bid === Math.max(...bids)).length > 1) ties += 1;
      }
    }
    expect(ties).toBeGreaterThan(0);
    expect(ties / turns).toBeLessThan(0.6);
  });
});

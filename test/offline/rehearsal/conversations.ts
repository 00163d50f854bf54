/** Plays conversations with the rehearsal, without graphs, and builds requests like those that modes make. */
import { draw } from "../../../src/base/chance.js";
import type { BidRequest, ChooseSpeakerRequest, ModelRequest, SpeechRequest } from "../../../src/core/model-request.js";
import type { Participant } from "../../../src/core/state/participant.js";
import { parseBid, parseChoice } from "../../../src/core/text/read-answer.js";
import { firstSentence } from "../../../src/core/text/repetition.js";
import { rehearse } from "../../../src/offline/rehearsal/answer.js";
import type { Line } from "../../../src/records/message.js";
import type { Language } from "../../../src/words/registry.js";
import { locales } from "../../../src/words/registry.js";
import { participant } from "../../support/participant.js";

export interface Setting {
  readonly language: Language;
  readonly topic: string;
  readonly cast: readonly Participant[];
  readonly wordLimit?: number;
}

/** Each of `people` has the form “name|role|description”. The role and the description can be missing. */
export const castOf = (...people: string[]): Participant[] =>
  people.map((person) => participant(...(person.split("|") as [string, string?, string?])));

export const settings: readonly Setting[] = [
  {
    language: "en",
    topic: "Should our harbour town bring back the night train?",
    cast: castOf(
      "Mara Lind|nurse|Supports it.",
      "Theo|engineer|Opposes it.",
      "Ines Kay|bakery owner|Undecided.",
      "Abel|retired judge",
    ),
  },
  { language: "en", topic: "Should robots referee football?", cast: castOf("Ann|student|", "Bo|poet|", "Cleo|lawyer") },
  { language: "en", topic: "School uniforms", cast: castOf("Ann Marlow|teacher", "Bo", "Cleo Finn", "Dee") },
  { language: "en", topic: "Is free will an illusion?", cast: castOf("Ann|judge", "Bo|nurse", "Cleo|writer", "Dee") },
  {
    language: "en",
    topic: "What should we do with the old pool?",
    cast: castOf("Ada|clerk|Wants a skating rink.", "Ines|baker|Wants a warm pool.", "Theo", "June|student"),
  },
  {
    language: "zh",
    topic: "小镇该不该恢复夜班列车？",
    cast: castOf("老周|店主|支持恢复。", "陈岚|护士|反对恢复。", "小满|大学生|拿不定主意。", "赵一鸣|工程师"),
  },
  { language: "zh", topic: "AI 作业批改", cast: castOf("秦姨|家长", "阿岩|记者", "林老师|教师") },
  { language: "zh", topic: "人工智能会取代教师吗？", cast: castOf("秦姨|家长", "阿岩|记者", "林老师|教师", "孟川") },
  { language: "zh", topic: "我们应该如何保护老街", cast: castOf("老周|店主", "陈岚|护士", "小满", "赵一鸣") },
];

function requestFor(
  { language, topic, cast, wordLimit = 80 }: Setting,
  seed: number,
  turn: number,
  lines: readonly Line[],
) {
  return { language, topic, cast, wordLimit, seed, turn, conversation: { lines: [...lines], omitted: 0 } };
}

export function bidOf(request: BidRequest): number {
  const reading = parseBid(rehearse(request), request.scale);
  if (!reading.ok || reading.value === null) throw new Error("no bid");
  return reading.value;
}

/** All participants bid, and the highest bidder speaks. The seed determines how ties are broken. */
export function auction(setting: Setting, seed: number, length: number): Line[] {
  const lines: Line[] = [{ speaker: locales[setting.language].prompts.moderator, text: setting.topic }];
  for (let turn = 1; turn <= length; turn += 1) {
    const asked = requestFor(setting, seed, turn, lines);
    const bids = setting.cast.map((self) =>
      bidOf({ ...asked, purpose: "bid", self, criterion: "urge", scale: { min: 1, max: 10 }, answer: "tag" }),
    );
    const best = setting.cast.filter((_, seat) => bids[seat] === Math.max(...bids));
    const self = best[Math.floor(draw({ seed, turn, purpose: "tie" }) * best.length)] as Participant;
    lines.push({ speaker: self.name, text: rehearse({ ...asked, purpose: "speech", self }) });
  }
  return lines;
}

export function circle(setting: Setting, seed: number, length: number): Line[] {
  const lines: Line[] = [{ speaker: locales[setting.language].prompts.moderator, text: setting.topic }];
  for (let turn = 1; turn <= length; turn += 1) {
    const self = setting.cast[(turn - 1) % setting.cast.length] as Participant;
    const text = rehearse({ ...requestFor(setting, seed, turn, lines), purpose: "speech", self } as SpeechRequest);
    lines.push({ speaker: self.name, text });
  }
  return lines;
}

interface Exchange {
  readonly comment: string;
  readonly choice: string;
  readonly question: string;
  readonly speaker: string;
  readonly answer: string;
}

export interface Show {
  readonly exchanges: readonly Exchange[];
  readonly ending: string;
  readonly lines: readonly Line[];
}

/**
 * In each exchange, a host comments, chooses a guest and asks a question, and the guest answers. The host never chooses
 * a guest twice in a row, and closes the show after the last exchange.
 */
export function show(setting: Setting, seed: number, length: number): Show {
  const self = participant(setting.language === "en" ? "Gwen Hale" : "霍青禾", "host");
  const lines: Line[] = [{ speaker: self.name, text: setting.topic }];
  const exchanges: Exchange[] = [];
  const openings = () => exchanges.slice(-5).map(({ comment }) => firstSentence(comment));
  const asked = (turn: number) => ({ ...requestFor(setting, seed, turn, lines), leader: self, self });
  for (let turn = 1; turn <= length; turn += 1) {
    const comment = rehearse({ ...asked(turn), purpose: "reflect", intent: "continue", openings: openings() });
    const candidates = setting.cast.filter(({ name }) => name !== exchanges.at(-1)?.speaker);
    const choosing: ChooseSpeakerRequest = { ...asked(turn), purpose: "choose-speaker", comment, candidates };
    const choice = rehearse(choosing);
    const reading = parseChoice(choice, candidates.length);
    if (!reading.ok) throw new Error(`nobody was chosen: ${choice}`);
    const speaker = candidates[reading.index] as Participant;
    const question = rehearse({ ...asked(turn), purpose: "prompt-speaker", comment, speaker });
    lines.push({ speaker: self.name, text: comment + (setting.language === "en" ? " " : "") + question });
    const answer = rehearse({ ...asked(turn), purpose: "speech", self: speaker });
    lines.push({ speaker: speaker.name, text: answer });
    exchanges.push({ comment, choice, question, speaker: speaker.name, answer });
  }
  const ending = rehearse({ ...asked(length + 1), purpose: "reflect", intent: "close", openings: openings() });
  return { exchanges, ending, lines };
}

export function everyRequest(setting: Setting, seed: number, lines: readonly Line[]): ModelRequest[] {
  const { cast } = setting;
  const self = cast[0] as Participant;
  const asked = { ...requestFor(setting, seed, lines.length, lines), self };
  const stage = (task: "present" | "discuss" | "summarize" | "decide") => ({ name: task, task, round: 1, open: [] });
  const bid = { criterion: "urge", scale: { min: 1, max: 10 } };
  const limits = { version: 1, mostPlans: 4, mostTasks: 6 };
  const result = { number: 1, worker: self.name, task: "Count.", after: [], turn: 1 };
  const results = [
    { ...result, outcome: "done" as const, text: "There are four.", reason: "" },
    { ...result, number: 2, outcome: "failed" as const, text: "", reason: "timeout" },
  ];
  return [
    { ...asked, ...bid, purpose: "bid", answer: "tag" },
    { ...asked, ...bid, purpose: "bid", answer: "structured" },
    { ...asked, ...bid, purpose: "bid-and-speech" },
    { ...asked, purpose: "speech" },
    { ...asked, purpose: "speech", isLast: true },
    ...(["present", "discuss", "summarize"] as const).map(
      (task): SpeechRequest => ({ ...asked, purpose: "speech", stage: stage(task) }),
    ),
    { ...asked, purpose: "reflect", intent: "continue", openings: [] },
    { ...asked, purpose: "reflect", intent: "close", openings: [] },
    { ...asked, purpose: "choose-speaker", comment: "", candidates: cast },
    { ...asked, purpose: "prompt-speaker", comment: "", speaker: self },
    { ...asked, purpose: "direct", openings: [], candidates: cast },
    { ...asked, purpose: "judge-round", stage: stage("discuss") },
    { ...asked, purpose: "decide", stage: stage("decide") },
    { ...asked, purpose: "plan", mostTasks: 6 },
    { ...asked, purpose: "execute", task: "Count.", basis: results },
    { ...asked, purpose: "execute", task: "Count.", basis: [], again: { remark: "Count twice." } },
    { ...asked, purpose: "replan", ...limits, tasks: results.map((result) => ({ ...result, outcome: "open" })) },
    { ...asked, purpose: "replan", ...limits, tasks: results.map((result) => ({ ...result, outcome: "failed" })) },
    { ...asked, purpose: "replan", ...limits, tasks: results.map((result) => ({ ...result, outcome: "done" })) },
    { ...asked, purpose: "sum-up", results },
    { ...asked, purpose: "describe-participant" },
    { ...asked, purpose: "sharpen-topic" },
    { ...asked, purpose: "summarize" },
  ];
}

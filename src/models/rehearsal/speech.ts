/** A speech: what was just said is taken up, then answered out of one's own stance and concerns. */

import { countWords } from "../../locales/word-count.js";
import type { OpenInterjection, SpeechRequest } from "../request.js";
import { argumentGroups } from "./argument.js";
import { type Chooser, createChooser } from "./chooser.js";
import { concernIn } from "./concerns.js";
import { answerTo } from "./listener/answer.js";
import { interjectionFor, withoutOthersCalls } from "./listener/heard.js";
import { readingOf } from "./listener/reading.js";
import { replyToListener } from "./listener/reply-to-listener.js";
import { chanceInTurn, seatOf } from "./luck.js";
import { type Discussion, discussionFor } from "./meeting/discussion.js";
import { meetingPhrases } from "./meeting/register.js";
import { meetingTextsOf } from "./meeting/texts.js";
import type { Phrases, Stance } from "./phrases.js";
import { type Reply, replyTo } from "./reply.js";
import { type Part, shapeFor } from "./shapes.js";
import { slotsFor } from "./speech-slots.js";
import { stancesOf } from "./stance.js";
import { asksToKeep, isOpen } from "./subject.js";
import type { Slots } from "./template.js";
import { phrasesOf } from "./texts.js";

/** Parts are fitted into the word limit in this order: what matters most first. */
const weight: Readonly<Record<Part, number>> = {
  answer: 0,
  position: 1,
  argument: 2,
  concession: 3,
  question: 4,
  challenge: 4,
  role: 5,
};

const roundsOff: ReadonlySet<Part> = new Set(["question", "challenge", "role"]);

/** Below this limit there is room for little more than a sentence. */
const oneSentence = { en: 20, zh: 30 } as const;

/** What the parts of one speech are made from. */
interface Material {
  readonly request: SpeechRequest;
  /** What a listener waits to have answered. */
  readonly interjection: OpenInterjection | undefined;
  readonly reply: Reply;
  readonly stance: Stance;
  readonly phrases: Phrases;
  readonly slots: Slots;
  readonly choose: Chooser;
  /** Undefined outside a staged meeting. */
  readonly discussion: Discussion | undefined;
}

/** What the participant says in its turn: two to four sentences, fewer where the word limit asks for it. */
export function speech(asked: SpeechRequest): string {
  const request = withoutOthersCalls(asked);
  const material = materialFor(request);
  const { interjection, reply } = material;
  const isFirst =
    request.conversation.omitted === 0 &&
    !request.conversation.lines.some(({ speaker }) => speaker === request.self.name);
  const isTight = request.wordLimit < oneSentence[request.language];
  const wantsLess = interjection !== undefined && readingOf(interjection.text, request).wantsLess;
  const shape = shapeFor(request.turn, reply, isFirst, isTight || wantsLess);
  const parts = partsFor(shape, material);
  if (parts.length === 0) return shortest(material);
  return joined(withGesture(parts, material), request);
}

function materialFor(request: SpeechRequest): Material {
  const interjection = interjectionFor(request);
  // Whoever answers a listener leaves the meeting's list alone.
  const discussion = interjection ? undefined : discussionFor(request);
  const phrases = request.stage ? meetingPhrases(request.language) : phrasesOf[request.language];
  const reply = interjection ? replyToListener(interjection, request) : replyFor(request, discussion);
  const stance = stancesOf(request).get(request.self.name) ?? "unsure";
  const slots = slotsFor(request, reply, phrases, discussion);
  // Those who speak at once do not hear each other, and must not choose alike.
  const round = request.stage && request.turn + 5 * seatOf(request, request.self.name);
  return { request, interjection, reply, stance, phrases, slots, choose: createChooser(request, round), discussion };
}

function replyFor(request: SpeechRequest, discussion: Discussion | undefined): Reply {
  const reply = replyTo(request);
  return discussion?.named ? { ...reply, concern: discussion.named, pressed: true } : reply;
}

/** The parts that fit, in the shape's order. */
function partsFor(shape: readonly Part[], material: Material): string[] {
  const { request } = material;
  const filled: (string | undefined)[] = shape.map(() => undefined);
  const order = shape
    .map((part, index) => ({ part, index }))
    .sort((one, other) => weight[one.part] - weight[other.part]);
  let room = request.wordLimit;
  for (const { part, index } of order) {
    // What rounds off an argument needs one.
    if (roundsOff.has(part) && filled[shape.indexOf("argument")] === undefined) continue;
    const said = filled.filter((text) => text !== undefined);
    // The first part leaves room for an argument, if it can.
    const text =
      (said.length === 0 ? makePart(part, material, Math.ceil(room * 0.6), said) : undefined) ??
      makePart(part, material, room, said);
    if (text === undefined) continue;
    filled[index] = text;
    room -= countWords(text, request.language);
  }
  const said = filled.filter((text) => text !== undefined);
  const more = material.interjection && said.length === 1 ? shortThought(material, room) : undefined;
  return more === undefined ? said : [...said, more];
}

function makePart(part: Part, material: Material, budget: number, said: readonly string[]): string | undefined {
  const { request, phrases, reply, stance, slots, choose } = material;
  const from = (salt: string, texts: readonly string[]) => choose({ salt, groups: [texts], slots, budget });
  switch (part) {
    case "answer":
      if (material.interjection) return answerTo(material.interjection, request, { stance, choose, budget });
      return reply.relation === "opening"
        ? from("opening", phrases.openings)
        : choose({ salt: reply.relation, groups: answerGroups(material), slots, budget });
    case "position":
      return slots["wish"] ? from("wish", phrases.wishes) : from(`position ${stance}`, positions(material));
    case "argument":
      return argument(material, budget, said);
    case "role":
      return slots["role"] === undefined ? undefined : from("role", phrases.roleRemarks);
    case "concession":
      return from("concession", phrases.concessions);
    case "question":
      return question(material, budget, said);
    case "challenge":
      return slots["wish"] && chanceInTurn(request, "wish") < 0.7
        ? from("wish", phrases.wishes)
        : from("challenge", phrases.challenges);
  }
}

function positions({ request, phrases, stance }: Material): readonly string[] {
  if (isOpen(request.topic)) return phrases.approaches[stance];
  return { ...phrases.positions, ...(asksToKeep(request.topic) && phrases.keeping.positions) }[stance];
}

/**
 * Two times out of three, the answer takes up something that was really said. Where the limit leaves no room to name the
 * topic elsewhere, it often does that instead.
 */
function answerGroups({ request, reply, phrases, discussion }: Material): (readonly string[])[] {
  if (discussion?.isHandedOver) {
    const { point, general, short } = meetingTextsOf[request.language].discussion.handovers;
    return chanceInTurn(request, "handover") < 0.7 ? [point, general, short] : [general, point, short];
  }
  const { relation } = reply;
  const texts = relation === "opening" || relation === "listener" ? [] : phrases.answers[relation];
  const isTight = request.wordLimit < (request.language === "zh" ? 60 : 35);
  if (isTight && chanceInTurn(request, "topical") < 0.6)
    return [texts.filter((text) => text.includes("{subject}")), texts];
  const specific = texts.filter((text) => /\{(?:quote|Quote|point)\}/.test(text));
  return chanceInTurn(request, "specific") < 0.67 ? [specific, texts] : [texts];
}

/** An argument, tied to the topic where nothing else in the speech names it. */
function argument(material: Material, budget: number, said: readonly string[]): string | undefined {
  const { request, phrases, slots, choose, discussion } = material;
  const subject = slots["subject"] ?? "";
  const isNamedAlready = said.some((text) => text.includes(subject));
  const open = said.some((text) => text.includes(slots["open"] ?? "")) ? undefined : discussion?.open;
  const wantsLeadIn = open !== undefined || (!isNamedAlready && chanceInTurn(request, "lead-in") < 0.85);
  const reply = open ? { ...material.reply, concern: open.concern, pressed: true } : material.reply;
  const groups = argumentGroups(request, reply, material.stance);
  const leadIns = open ? meetingTextsOf[request.language].discussion.openLeadIns : phrases.leadIns;
  const leadIn = wantsLeadIn ? choose({ salt: "lead-in", groups: [leadIns], slots, budget: budget * 0.6 }) : undefined;
  if (leadIn !== undefined) {
    const room = budget - countWords(leadIn, request.language);
    const text = choose({ salt: "argument", groups, slots, budget: room });
    if (text !== undefined) return leadIn + withSmallStart(text);
  }
  return choose({ salt: "argument", groups, slots, budget });
}

/** A question to another participant, mostly about the concern that the speech has argued. */
function question(material: Material, budget: number, said: readonly string[]): string | undefined {
  const { request, phrases, slots, choose } = material;
  const general = phrases.questions;
  const concern = concernIn(said.at(-1) ?? "", request);
  const special = concern ? phrases.concerns[concern].questions : [];
  const groups = chanceInTurn(request, "question") < 0.5 ? [special, general] : [general];
  return choose({ salt: "question", groups, slots, budget });
}

/** One short sentence, for word limits that leave room for nothing else. */
function shortest(material: Material): string {
  const { request, reply, slots, choose } = material;
  const texts = shortTexts(material);
  const plain = texts.filter((text) => !text.includes("{"));
  const briefest = plain.reduce((one, other) =>
    countWords(other, request.language) < countWords(one, request.language) ? other : one,
  );
  // Some are meant for an opponent, and the director is none.
  const usable = reply.relation === "prompted" ? plain : texts;
  return choose({ salt: "short", groups: [usable], slots, budget: request.wordLimit }) ?? briefest;
}

/** What can still be said of one's own where an answer has taken most of the room. */
function shortThought(material: Material, budget: number): string | undefined {
  const plain = shortTexts(material).filter((text) => !text.includes("{"));
  return material.choose({ salt: "short", groups: [plain], slots: {}, budget });
}

function shortTexts({ request, phrases, stance }: Material): readonly string[] {
  return { ...phrases.short, ...(asksToKeep(request.topic) && phrases.keeping.short) }[stance];
}

/** Now and then a gesture, before the speech or between two of its sentences. */
function withGesture(parts: readonly string[], { request, phrases, choose }: Material): string[] {
  if (chanceInTurn(request, "gesture") >= 0.3) return [...parts];
  const words = parts.reduce((sum, text) => sum + countWords(text, request.language), 0);
  const gesture = choose({ salt: "gesture", groups: [phrases.gestures], slots: {}, budget: request.wordLimit - words });
  if (gesture === undefined) return [...parts];
  const place = chanceInTurn(request, "gesture place") < 0.6 || parts.length < 2 ? 0 : parts.length - 1;
  return [...parts.slice(0, place), gesture, ...parts.slice(place)];
}

function joined(parts: readonly string[], request: SpeechRequest): string {
  return parts.join(request.language === "en" ? " " : "");
}

/** Without the capital of a sentence's start, but for "I". */
function withSmallStart(text: string): string {
  return /^(?:I\b|\p{Lu}\p{Lu})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

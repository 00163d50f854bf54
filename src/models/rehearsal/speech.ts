/** A speech: what was just said is taken up, then answered out of one's own stance and concerns. */
import type { SpeechBrief } from "../../domain/brief.js";
import { pick } from "../../domain/chance.js";
import type { Participant } from "../../domain/participant.js";
import { countWords } from "../../domain/word-count.js";
import { argumentGroups } from "./argument.js";
import { type Chooser, createChooser } from "./chooser.js";
import { concernIn } from "./concerns.js";
import { chanceInTurn, seatOf } from "./luck.js";
import { type Discussion, discussionFor } from "./meeting/discussion.js";
import { meetingPhrases } from "./meeting/register.js";
import { meetingTextsOf } from "./meeting/texts.js";
import type { Phrases, Stance } from "./phrases.js";
import { quoteFrom } from "./quote.js";
import { type Reply, replyTo } from "./reply.js";
import { type Part, shapeFor } from "./shapes.js";
import { addressOf, isTrade, spokenRole, withArticle } from "./spoken.js";
import { stancesOf } from "./stance.js";
import { asksToKeep, isOpen, subjectsOf } from "./subject.js";
import type { Slots } from "./template.js";
import { phrasesOf } from "./texts.js";
import { wishOf } from "./wish.js";

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
  readonly brief: SpeechBrief;
  readonly reply: Reply;
  readonly stance: Stance;
  readonly phrases: Phrases;
  readonly slots: Slots;
  readonly choose: Chooser;
  /** Undefined outside a staged meeting. */
  readonly discussion: Discussion | undefined;
}

/** What the participant says in its turn: two to four sentences, fewer where the word limit asks for it. */
export function speech(brief: SpeechBrief): string {
  const material = materialFor(brief);
  const isFirst =
    brief.conversation.omitted === 0 && !brief.conversation.lines.some(({ speaker }) => speaker === brief.self.name);
  const shape = shapeFor(brief.turn, material.reply, isFirst, brief.wordLimit < oneSentence[brief.language]);
  const parts = partsFor(shape, material);
  if (parts.length === 0) return shortest(material);
  return joined(withGesture(parts, material), brief);
}

function materialFor(brief: SpeechBrief): Material {
  const discussion = discussionFor(brief);
  const phrases = discussion ? meetingPhrases(brief.language) : phrasesOf[brief.language];
  const reply = discussion?.named ? { ...replyTo(brief), concern: discussion.named, pressed: true } : replyTo(brief);
  const stance = stancesOf(brief).get(brief.self.name) ?? "unsure";
  const slots = slotsFor(brief, reply, phrases, discussion);
  // Those who speak at once do not hear each other, and must not choose alike.
  const round = discussion && brief.turn + 5 * seatOf(brief, brief.self.name);
  return { brief, reply, stance, phrases, slots, choose: createChooser(brief, round), discussion };
}

function slotsFor(brief: SpeechBrief, reply: Reply, phrases: Phrases, discussion: Discussion | undefined): Slots {
  // The director is told about a point only where its question holds one.
  const hasPoint = reply.relation !== "prompted" || reply.pressed;
  const points = reply.concern && hasPoint ? phrases.concerns[reply.concern].points : undefined;
  const subjects = subjectsOf(brief);
  const role = spokenRole(brief.self, brief.language);
  const trade = role && isTrade(role) ? role : undefined;
  const other = listener(brief, reply, discussion?.askable ?? brief.cast);
  const isQuotable = reply.relation !== "opening" && reply.relation !== "prompted";
  const quote = isQuotable ? quoteFrom(reply.text, brief, chanceInTurn(brief, "quote")) : undefined;
  return {
    name: reply.relation === "opening" ? undefined : addressOf(reply.speaker, brief),
    other: other && addressOf(other, brief),
    subject: subjects[brief.turn % subjects.length],
    point: points && pick(points, chanceInTurn(brief, "point")),
    quote,
    // A quotation keeps its letters as they are, so one with a small letter cannot open a sentence.
    Quote: quote && /^\p{Ll}/u.test(quote) ? undefined : quote,
    role,
    aRole: role && withArticle(role),
    trade,
    aTrade: trade && withArticle(trade),
    wish: isOpen(brief.topic) ? wishOf(brief.self, brief.language) : undefined,
    open: discussion?.open?.phrase,
  };
}

/** Whom to ask: of all the others, the one who has been silent longest. */
function listener(brief: SpeechBrief, reply: Reply, askable: readonly Participant[]): string | undefined {
  const { lines } = brief.conversation;
  const lastTurn = (name: string) => lines.findLastIndex(({ speaker }) => speaker === name);
  return askable
    .map(({ name }) => name)
    .filter((name) => name !== brief.self.name && (askable.length < 3 || name !== reply.speaker))
    .sort((one, other) => lastTurn(one) - lastTurn(other))[0];
}

/** The parts that fit, in the shape's order. */
function partsFor(shape: readonly Part[], material: Material): string[] {
  const { brief } = material;
  const filled: (string | undefined)[] = shape.map(() => undefined);
  const order = shape
    .map((part, index) => ({ part, index }))
    .sort((one, other) => weight[one.part] - weight[other.part]);
  let room = brief.wordLimit;
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
    room -= countWords(text, brief.language);
  }
  return filled.filter((text) => text !== undefined);
}

function makePart(part: Part, material: Material, budget: number, said: readonly string[]): string | undefined {
  const { brief, phrases, reply, stance, slots, choose } = material;
  const from = (salt: string, texts: readonly string[]) => choose({ salt, groups: [texts], slots, budget });
  switch (part) {
    case "answer":
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
      return slots["wish"] && chanceInTurn(brief, "wish") < 0.7
        ? from("wish", phrases.wishes)
        : from("challenge", phrases.challenges);
  }
}

function positions({ brief, phrases, stance }: Material): readonly string[] {
  if (isOpen(brief.topic)) return phrases.approaches[stance];
  return { ...phrases.positions, ...(asksToKeep(brief.topic) && phrases.keeping.positions) }[stance];
}

/**
 * Two times out of three, the answer takes up something that was really said. Where the limit leaves no room to name the
 * topic elsewhere, it often does that instead.
 */
function answerGroups({ brief, reply, phrases, discussion }: Material): (readonly string[])[] {
  if (discussion?.isHandedOver) {
    const { point, general, short } = meetingTextsOf[brief.language].discussion.handovers;
    return chanceInTurn(brief, "handover") < 0.7 ? [point, general, short] : [general, point, short];
  }
  const texts = reply.relation === "opening" ? [] : phrases.answers[reply.relation];
  const isTight = brief.wordLimit < (brief.language === "zh" ? 60 : 35);
  if (isTight && chanceInTurn(brief, "topical") < 0.6)
    return [texts.filter((text) => text.includes("{subject}")), texts];
  const specific = texts.filter((text) => /\{(?:quote|Quote|point)\}/.test(text));
  return chanceInTurn(brief, "specific") < 0.67 ? [specific, texts] : [texts];
}

/** An argument, tied to the topic where nothing else in the speech names it. */
function argument(material: Material, budget: number, said: readonly string[]): string | undefined {
  const { brief, phrases, slots, choose, discussion } = material;
  const subject = slots["subject"] ?? "";
  const isNamedAlready = said.some((text) => text.includes(subject));
  const open = said.some((text) => text.includes(slots["open"] ?? "")) ? undefined : discussion?.open;
  const wantsLeadIn = open !== undefined || (!isNamedAlready && chanceInTurn(brief, "lead-in") < 0.85);
  const reply = open ? { ...material.reply, concern: open.concern, pressed: true } : material.reply;
  const groups = argumentGroups(brief, reply, material.stance);
  const leadIns = open ? meetingTextsOf[brief.language].discussion.openLeadIns : phrases.leadIns;
  const leadIn = wantsLeadIn ? choose({ salt: "lead-in", groups: [leadIns], slots, budget: budget * 0.6 }) : undefined;
  if (leadIn !== undefined) {
    const room = budget - countWords(leadIn, brief.language);
    const text = choose({ salt: "argument", groups, slots, budget: room });
    if (text !== undefined) return leadIn + withSmallStart(text);
  }
  return choose({ salt: "argument", groups, slots, budget });
}

/** A question to another participant, mostly about the concern that the speech has argued. */
function question(material: Material, budget: number, said: readonly string[]): string | undefined {
  const { brief, phrases, slots, choose } = material;
  const general = phrases.questions;
  const concern = concernIn(said.at(-1) ?? "", brief);
  const special = concern ? phrases.concerns[concern].questions : [];
  const groups = chanceInTurn(brief, "question") < 0.5 ? [special, general] : [general];
  return choose({ salt: "question", groups, slots, budget });
}

/** One short sentence, for word limits that leave room for nothing else. */
function shortest({ brief, phrases, reply, stance, slots, choose }: Material): string {
  const texts = { ...phrases.short, ...(asksToKeep(brief.topic) && phrases.keeping.short) }[stance];
  const plain = texts.filter((text) => !text.includes("{"));
  const briefest = plain.reduce((one, other) =>
    countWords(other, brief.language) < countWords(one, brief.language) ? other : one,
  );
  // Some are meant for an opponent, and the director is none.
  const usable = reply.relation === "prompted" ? plain : texts;
  return choose({ salt: "short", groups: [usable], slots, budget: brief.wordLimit }) ?? briefest;
}

/** Now and then a gesture, before the speech or between two of its sentences. */
function withGesture(parts: readonly string[], { brief, phrases, choose }: Material): string[] {
  if (chanceInTurn(brief, "gesture") >= 0.3) return [...parts];
  const words = parts.reduce((sum, text) => sum + countWords(text, brief.language), 0);
  const gesture = choose({ salt: "gesture", groups: [phrases.gestures], slots: {}, budget: brief.wordLimit - words });
  if (gesture === undefined) return [...parts];
  const place = chanceInTurn(brief, "gesture place") < 0.6 || parts.length < 2 ? 0 : parts.length - 1;
  return [...parts.slice(0, place), gesture, ...parts.slice(place)];
}

function joined(parts: readonly string[], brief: SpeechBrief): string {
  return parts.join(brief.language === "en" ? " " : "");
}

/** Without the capital of a sentence's start, but for "I". */
function withSmallStart(text: string): string {
  return /^(?:I\b|\p{Lu}\p{Lu})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

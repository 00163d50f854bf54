/** What there is to answer: who spoke last, what they argued, and how that stands to one's own position. */
import type { Brief, Remembered } from "../../domain/brief.js";
import type { Participant } from "../../domain/participant.js";
import { concernIn } from "./concerns.js";
import type { AnswerTexts, ConcernName, Stance } from "./phrases.js";
import { stancesOf } from "./stance.js";
import { isOpen } from "./subject.js";
import { wishOf } from "./wish.js";

/** A brief that is answered out of a conversation. */
export type ConversationBrief = Brief & { readonly self: Participant; readonly conversation: Remembered };

/** How one answers the latest message; `opening` when no participant has spoken yet. */
export type Relation = keyof AnswerTexts | "opening";

/** The latest message, as the one who answers takes it. */
export interface Reply {
  readonly relation: Relation;
  /** Who spoke last. */
  readonly speaker: string;
  readonly text: string;
  readonly concern: ConcernName | undefined;
  /** The message names the one who answers. */
  readonly named: boolean;
  /** The message puts a question to the one who answers. */
  readonly asked: boolean;
  /** The two hold opposite positions. */
  readonly opposed: boolean;
}

/** What the latest message means to the one who answers the brief. */
export function replyTo(brief: ConversationBrief): Reply {
  const { self, cast, conversation } = brief;
  const { speaker = "", text = "" } = conversation.lines.at(-1) ?? {};
  const stances = stancesOf(brief);
  const other = cast.find(({ name }) => name === speaker);
  const rivals = other !== undefined && areRivals(self, other, brief);
  const mine = stances.get(self.name) ?? "unsure";
  const theirs = other && stances.get(speaker);
  const own = speaker === self.name;
  const hasBegun = conversation.omitted > 0 || conversation.lines.some((line) => stances.has(line.speaker));
  const asked = !own && hasBegun && isAsked(self, text);
  return {
    relation: hasBegun ? relationOf({ own, asked, rivals, mine, theirs }) : "opening",
    speaker,
    text,
    concern: own ? undefined : concernIn(text, brief),
    named: !own && isNamed(self, text),
    asked,
    opposed: rivals || (!own && (theirs === "for" || theirs === "against") && mine !== theirs && mine !== "unsure"),
  };
}

/** Two who want different things of a question that leaves the answer open. */
function areRivals(self: Participant, other: Participant, { topic, language }: Brief): boolean {
  if (self.name === other.name || !isOpen(topic)) return false;
  const [mine, theirs] = [wishOf(self, language), wishOf(other, language)];
  return mine !== undefined && theirs !== undefined && mine !== theirs;
}

function relationOf(facts: {
  own: boolean;
  asked: boolean;
  rivals: boolean;
  mine: Stance;
  theirs: Stance | undefined;
}): Relation {
  if (facts.own) return "continuing";
  if (facts.asked) return "asked";
  if (facts.theirs === undefined) return "hearing";
  if (facts.rivals) return "disagree";
  if (facts.mine === facts.theirs) return "agree";
  if (facts.mine === "unsure") return "doubting";
  return facts.theirs === "unsure" ? "urging" : "disagree";
}

/** Whether a text holds a participant's name, whole or its first word. */
function isNamed({ name }: Participant, text: string): boolean {
  const first = name.split(/\s+/)[0] ?? "";
  return (
    [name, first].some((form) => [...form].length > 1 && holdsWord(text, form)) ||
    ([...name].length === 1 && holdsWord(text, name))
  );
}

function isAsked(self: Participant, text: string): boolean {
  // A name such as "Dr. Quill" must not end the sentence that it stands in.
  const plain = self.name.replace(/[.!?。！？]/gu, "") || self.name;
  return (text.replaceAll(self.name, plain).match(/[^.!?。！？]+[.!?。！？]?/gu) ?? []).some(
    (sentence) => /[?？]$/u.test(sentence) && isNamed({ ...self, name: plain }, sentence),
  );
}

/** Latin names only as whole words; Chinese has no spaces to tell words by. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? " "}${text[at + word.length] ?? " "}`;
    if (/\p{Script=Han}/u.test(word) || !/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

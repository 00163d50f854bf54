/** What there is to answer: who spoke last, what they argued, and how that stands to one's own position. */

import type { Participant } from "../../state/participant.js";
import type { ModelRequest } from "../request.js";
import { concernIn } from "./concerns.js";
import type { ConversationBrief } from "./conversation-brief.js";
import { isNamed } from "./named.js";
import type { AnswerTexts, ConcernName, Stance } from "./phrases.js";
import { promptIn } from "./prompted.js";
import { stancesOf } from "./stance.js";
import { isOpen } from "./subject.js";
import { wishOf } from "./wish.js";

/** How one answers the latest message; `opening` when no participant has spoken yet, `listener` when one of those waits. */
type Relation = keyof AnswerTexts | "opening" | "listener";

/** The message that is answered, as the one who answers takes it: the latest, or what the director asked about. */
export interface Reply {
  readonly relation: Relation;
  /** Who said it. */
  readonly speaker: string;
  readonly text: string;
  readonly concern: ConcernName | undefined;
  /** The message names the one who answers. */
  readonly named: boolean;
  /** The message puts a question to the one who answers. */
  readonly asked: boolean;
  /** The answer has to stay with the concern. */
  readonly pressed: boolean;
  /** The director has asked the one who answers. */
  readonly prompted: boolean;
  /** The two hold opposite positions. */
  readonly opposed: boolean;
}

/** What the latest message means to the one who answers the request. */
export function replyTo(request: ConversationBrief): Reply {
  const { self, cast, conversation } = request;
  const prompt = promptIn(request);
  const { speaker = "", text = "" } = prompt?.about ?? conversation.lines.at(-1) ?? {};
  const stances = stancesOf(request);
  const other = cast.find(({ name }) => name === speaker);
  const rivals = other !== undefined && areRivals(self, other, request);
  const mine = stances.get(self.name) ?? "unsure";
  const theirs = other && stances.get(speaker);
  const own = speaker === self.name;
  const isOpening = conversation.omitted === 0 && conversation.lines.length < 2;
  const hasBegun = conversation.omitted > 0 || conversation.lines.some((line) => stances.has(line.speaker));
  const isAskedByThem = !own && !isOpening && isAsked(self, text);
  // Asked by the director about somebody, one answers that somebody.
  const asked = isAskedByThem && prompt === undefined;
  const toDirector = prompt !== undefined && prompt.about === undefined;
  const relation = hasBegun ? relationOf({ own, asked, rivals, mine, theirs }) : "opening";
  return {
    relation: toDirector ? "prompted" : relation,
    speaker,
    text,
    concern: prompt ? prompt.concern : own ? undefined : concernIn(text, request),
    named: !own && isNamed(self, text),
    asked: isAskedByThem || prompt !== undefined,
    pressed: prompt ? prompt.pressed : isAskedByThem,
    prompted: prompt !== undefined,
    opposed: rivals || (!own && (theirs === "for" || theirs === "against") && mine !== theirs && mine !== "unsure"),
  };
}

/** Two who want different things of a question that leaves the answer open. */
export function areRivals(self: Participant, other: Participant, { topic, language }: ModelRequest): boolean {
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

function isAsked(self: Participant, text: string): boolean {
  // A name such as "Dr. Quill" must not end the sentence that it stands in.
  const plain = self.name.replace(/[.!?。！？]/gu, "") || self.name;
  return (text.replaceAll(self.name, plain).match(/[^.!?。！？]+[.!?。！？]?/gu) ?? []).some(
    (sentence) => /[?？]$/u.test(sentence) && isNamed({ ...self, name: plain }, sentence),
  );
}

import type * as asked from "../../core/model-request.js";
import type { Participant } from "../../core/state/participant.js";
import type { FinalDecision } from "../../records/meeting.js";
import type { RememberedConversation } from "../../records/remembered-conversation.js";
import { quoteFrom } from "./hearing.js";
import { chanceInConversation, chanceInTurn } from "./luck.js";
import { addressOf, namesIn, namesOf, type Part, small, Voice } from "./phrasing.js";
import type { Stance, Theme } from "./texts.js";
import { argumentsOf, kindOf, stanceOf, themeIn, unraised } from "./topic.js";

type HeardRequest = asked.ModelRequest & { readonly conversation: RememberedConversation };

type Speech = { readonly by: Participant; readonly text: string };

function speechesIn({ cast, conversation }: HeardRequest): Speech[] {
  return conversation.lines.flatMap(({ speaker, text }) => {
    const by = cast.find(({ name }) => name === speaker);
    return by ? [{ by, text }] : [];
  });
}

export const isDiscusser = ({ part = "auto" }: Participant) => part === "discusser" || part === "auto";

function discussed(request: HeardRequest): Speech[] {
  const speeches = speechesIn(request);
  const argued = speeches.filter(({ by }) => isDiscusser(by));
  return argued.length > 0 ? argued : speeches;
}

const peopleOf = (speeches: readonly Speech[]) => [...new Set(speeches.map(({ by }) => by))];

export function presentation(request: asked.SpeechRequest): string {
  const [first, second, third, fourth] = unraised(request);
  const side = (theme: Theme | undefined, stance: Stance) => {
    const text = theme && new Voice(request).say(argumentsOf(theme, stance, request));
    return text && small(text, request.language);
  };
  const slots = { pro: side(first, "for"), con: side(second, "against"), gap: third?.gap, gap2: fourth?.gap };
  const ranks = { opening: 1, sides: 0, others: 2, open: 3 };
  const parts = Object.entries(ranks).map(([part, rank]): Part => [rank, `meeting.present.${part}`]);
  return new Voice(request, slots).speak("meeting.present.tiny", parts);
}

export function judgeRound(request: asked.JudgeRequest): string {
  const gaps = unraised(request).map(({ gap }) => gap);
  const latest = discussed(request).at(-1);
  const point = latest && themeIn(latest.text, request)?.point;
  const name = latest && addressOf(latest.by.name, request);
  const voice = new Voice(request, { gap: gaps[0], name, point });
  const rounds = chanceInConversation(request, "rounds") < 0.5 ? 2 : 3;
  const sufficient = request.stage.round >= rounds || gaps.length === 0;
  const kind = sufficient ? "enough" : "more";
  const reason = voice.speak(`meeting.judge.tiny.${kind}`, [[0, `meeting.judge.${kind}`]]);
  const open = sufficient ? [] : gaps.slice(0, 1 + Math.floor(chanceInTurn(request, "open") * 3));
  return JSON.stringify({ sufficient, reason, open });
}

/**
 * Agreement means that all participants have spoken, and that all are for the topic or all are against it. `on`: the
 * side or, without agreement, what is missing. Returns JSON.
 */
export function judgeAgreement(request: asked.StopJudgeRequest): string {
  const people = peopleOf(speechesIn(request));
  const [side = "unsure", ...others] = new Set(people.map(({ name }) => stanceOf(name, request)));
  const agreed = people.length === request.cast.length && others.length === 0 && side !== "unsure";
  const voice = new Voice(request, { names: namesIn(namesOf(people), request), gap: unraised(request)[0]?.gap });
  const on = voice.say(agreed ? `meeting.summary.${side}` : "meeting.judge.more") ?? "";
  return JSON.stringify({ agreed, on });
}

function outline(speeches: readonly Speech[], quotes: number, request: asked.ModelRequest): Part[] {
  const people = peopleOf(speeches);
  const sideOf = ({ name }: Participant) => (kindOf(request) === "open" ? "spoke" : stanceOf(name, request));
  const camps = (["spoke", "for", "against", "unsure"] as const).map((side, rank): Part => {
    const members = people.filter((one) => sideOf(one) === side);
    return [rank, `meeting.summary.${side}`, { slots: { names: namesIn(namesOf(members), request) } }];
  });
  const latest = people.flatMap((one) => speeches.findLast(({ by }) => by === one) ?? []);
  const quotations = latest.slice(-quotes).map(({ by, text }, index): Part => {
    const slots = { name: addressOf(by.name, request), quote: quoteFrom(text, request) };
    return [5 + index, "meeting.summary.quote", { slots }];
  });
  return [...camps, ...quotations];
}

export function summary(request: asked.SpeechRequest): string {
  const speeches = discussed(request).filter(({ by }) => by.name !== request.self.name);
  const voice = new Voice(request, { gap: unraised(request)[0]?.gap });
  const parts = outline(speeches, 2, request);
  const whole: Part[] = [[9, "meeting.summary.opening"], ...parts, [8, "meeting.summary.open"]];
  return voice.speak("meeting.summary.tiny", speeches.length > 0 ? whole : [[0, "meeting.summary.nothing"]]);
}

export function condensed(request: HeardRequest): string {
  const { conversation, wordLimit } = request;
  // Passes no messages, so that the summary, which is not part of the conversation, can reuse their sentence patterns.
  const voice = new Voice({ ...request, conversation: { lines: [], omitted: 0 } });
  const earlier: Part = [9, () => conversation.summary];
  return voice.speak("meeting.summary.nothing", [earlier, ...outline(speechesIn(request), 4, request)], 2 * wordLimit);
}

/** The larger side wins unless its lead is too small. Returns JSON. */
export function decide(request: asked.DecideRequest): string {
  const { wordLimit, self } = request;
  const kind = kindOf(request);
  const speeches = discussed(request).filter(({ by }) => by.name !== self.name);
  const people = peopleOf(speeches);
  const camp = (stance: Stance) => people.filter(({ name }) => stanceOf(name, request) === stance);
  const [pro, contra] = [camp("for"), camp("against")];
  const balance = pro.length - contra.length + { for: 0.5, against: -0.5, unsure: 0 }[stanceOf(self.name, request)];
  const verdict = Math.abs(balance) < 1 ? "trial" : balance > 0 ? "yes" : "no";
  const winners: readonly Participant[] = { yes: pro, no: contra, trial: [] }[verdict];
  const losers = verdict === "trial" ? [] : [...pro, ...contra].filter((one) => !winners.includes(one));
  const reason = speeches.findLast(({ by }) => winners.includes(by));
  const voice = new Voice(request, {
    name: reason && addressOf(reason.by.name, request),
    names: namesIn(namesOf(winners), request),
    losers: namesIn(namesOf(losers), request),
    point: reason && themeIn(reason.text, request)?.point,
    quote: reason && quoteFrom(reason.text, request),
  });
  const path = kind === "open" ? "open" : kind === "claim" ? `claim.${verdict}` : verdict;
  const say = (part: string, limit: number) => voice.say(`meeting.decision.${part}`, { limit }) ?? "";
  const decision = say(path, wordLimit * 0.4) || say(`short.${verdict}`, wordLimit);
  const rationale = say(kind !== "open" && verdict === "trial" ? "split" : "reasons", wordLimit * 0.4);
  const dissent = say("dissent", wordLimit * 0.2);
  return JSON.stringify({ decision, rationale, dissent } satisfies FinalDecision);
}

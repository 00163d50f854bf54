/** A staged meeting: laying the matter out, judging a round, summing up, deciding. */
import type {
  DecideRequest,
  JudgeRequest,
  ModelRequest,
  RememberedConversation,
  SpeechRequest,
} from "../models/request.js";
import type { Participant } from "../state/participant.js";
import type { FinalDecision } from "../state/records.js";
import { wishOf } from "./description.js";
import { quoteFrom } from "./hearing.js";
import { chanceInConversation, chanceInTurn, pickInTurn } from "./luck.js";
import { addressOf, namesIn } from "./names.js";
import { type Part, small, Voice } from "./phrasing.js";
import type { Stance, Theme } from "./texts.js";
import { argumentsOf, themeIn, unraised } from "./themes.js";
import { kindOf, stanceOf } from "./topic.js";

type HeardRequest = ModelRequest & { readonly conversation: RememberedConversation };

type Speech = { readonly by: Participant; readonly text: string };

function speechesIn({ cast, conversation }: HeardRequest): Speech[] {
  return conversation.lines.flatMap(({ speaker, text }) => {
    const by = cast.find(({ name }) => name === speaker);
    return by ? [{ by, text }] : [];
  });
}

function discussed(request: HeardRequest): Speech[] {
  const speeches = speechesIn(request);
  const argued = speeches.filter(({ by: { part = "auto" } }) => part === "discusser" || part === "auto");
  return argued.length > 0 ? argued : speeches;
}

const peopleOf = (speeches: readonly Speech[]) => [...new Set(speeches.map(({ by }) => by))];

/** Both sides of the matter and what to look at. */
export function presentation(request: SpeechRequest): string {
  const [first, second, third, fourth] = unraised(request);
  const side = (theme: Theme | undefined, stance: Stance) => {
    const text = theme && new Voice(request).say(argumentsOf(theme, stance, request));
    return text && small(text);
  };
  const slots = { pro: side(first, "for"), con: side(second, "against"), gap: third?.gap, gap2: fourth?.gap };
  const ranks = { opening: 1, sides: 0, others: 2, open: 3 };
  const parts = Object.entries(ranks).map(([part, rank]): Part => [rank, `meeting.present.${part}`]);
  return new Voice(request, slots).speak(parts, "meeting.present.tiny");
}

/** Whether the discussion has been sufficient, and what is open, as JSON. */
export function judgeRound(request: JudgeRequest): string {
  const gaps = unraised(request).map(({ gap }) => gap);
  const latest = discussed(request).at(-1);
  const point = latest && themeIn(latest.text, request)?.point;
  const name = latest && addressOf(latest.by.name, request);
  const voice = new Voice(request, { gap: gaps[0], name, point });
  const rounds = chanceInConversation(request, "rounds") < 0.5 ? 2 : 3;
  const sufficient = request.stage.round >= rounds || gaps.length === 0;
  const kind = sufficient ? "enough" : "more";
  const reason = voice.speak([[0, `meeting.judge.${kind}`]], `meeting.judge.tiny.${kind}`);
  const open = sufficient ? [] : gaps.slice(0, 1 + Math.floor(chanceInTurn(request, "open") * 3));
  return JSON.stringify({ sufficient, reason, open });
}

/** Who stands where, and the latest words of some. */
function outline(speeches: readonly Speech[], quotes: number, request: ModelRequest): Part[] {
  const people = peopleOf(speeches);
  const sideOf = ({ name }: Participant) => (kindOf(request) === "open" ? "spoke" : stanceOf(name, request));
  const camps = (["spoke", "for", "against", "unsure"] as const).map((side, rank): Part => {
    const members = people.filter((one) => sideOf(one) === side);
    return [rank, `meeting.summary.${side}`, { slots: { names: namesIn(members, request) } }];
  });
  const latest = people.flatMap((one) => speeches.findLast(({ by }) => by === one) ?? []);
  const quotations = latest.slice(-quotes).map(({ by, text }, index): Part => {
    const slots = { name: addressOf(by.name, request), quote: quoteFrom(text, request) };
    return [5 + index, "meeting.summary.quote", { slots }];
  });
  return [...camps, ...quotations];
}

/** Who stands where, in whose words, and what is open. */
export function summary(request: SpeechRequest): string {
  const speeches = discussed(request).filter(({ by }) => by.name !== request.self.name);
  const voice = new Voice(request, { gap: unraised(request)[0]?.gap });
  if (speeches.length === 0) return voice.speak([[0, "meeting.summary.nothing"]], "meeting.summary.tiny");
  const parts = outline(speeches, 2, request);
  return voice.speak([[9, "meeting.summary.opening"], ...parts, [8, "meeting.summary.open"]], "meeting.summary.tiny");
}

/** What was said so far, for those who will not see it: what earlier summaries told, who stands where, the latest words. */
export function condensed(request: HeardRequest): string {
  const { conversation, wordLimit } = request;
  // Patterns of the conversation may return: nobody hears the summary.
  const voice = new Voice({ ...request, conversation: { lines: [], omitted: 0 } });
  const earlier: Part = [9, () => conversation.summary];
  const parts = outline(speechesIn(request), 4, request);
  return voice.speak([earlier, ...parts], "meeting.summary.nothing", 2 * wordLimit);
}

/** What the meeting comes to: with the larger camp, else with the one who decides, else a trial. As JSON. */
export function decide(request: DecideRequest): string {
  const { language, wordLimit, self } = request;
  const kind = kindOf(request);
  const speeches = discussed(request).filter(({ by }) => by.name !== self.name);
  const people = peopleOf(speeches);
  const camp = (stance: Stance) => people.filter(({ name }) => stanceOf(name, request) === stance);
  const [pro, contra] = [camp("for"), camp("against")];
  const balance = pro.length - contra.length + { for: 0.5, against: -0.5, unsure: 0 }[stanceOf(self.name, request)];
  const verdict = Math.abs(balance) < 1 ? "trial" : balance > 0 ? "yes" : "no";
  const wishing = kind === "open" ? people.filter((one) => wishOf(one, language)) : [];
  const chosen = pickInTurn(wishing, request, "wish");
  const winners = chosen ? [chosen] : { yes: pro, no: contra, trial: [] }[verdict];
  const others = chosen ? wishing : verdict === "trial" ? [] : [...pro, ...contra];
  const losers = others.filter((one) => !winners.includes(one));
  const reason = speeches.findLast(({ by }) => winners.includes(by));
  const voice = new Voice(request, {
    name: reason && addressOf(reason.by.name, request),
    wish: chosen && wishOf(chosen, language),
    names: namesIn(winners, request),
    losers: namesIn(losers, request),
    point: reason && themeIn(reason.text, request)?.point,
    quote: reason && quoteFrom(reason.text, request),
  });
  const path = kind === "open" ? (chosen ? "wish" : "open") : kind === "claim" ? `claim.${verdict}` : verdict;
  const say = (part: string, limit: number) => voice.say(`meeting.decision.${part}`, { limit }) ?? "";
  const decision = say(path, wordLimit * 0.4) || say(`short.${verdict}`, wordLimit);
  const rationale = say(kind !== "open" && verdict === "trial" ? "split" : "reasons", wordLimit * 0.4);
  const dissent = say("dissent", wordLimit * 0.2);
  return JSON.stringify({ decision, rationale, dissent } satisfies FinalDecision);
}

/** A staged meeting: laying the matter out, judging a round, summing up, deciding. */

import { countWords } from "../locales/word-count.js";
import type {
  DecideRequest,
  JudgeRequest,
  ModelRequest,
  RememberedConversation,
  SpeechRequest,
} from "../models/request.js";
import type { Participant } from "../state/participant.js";
import type { FinalDecision } from "../state/stage.js";
import { wishOf } from "./description.js";
import { quoteFrom } from "./hearing.js";
import { chanceInConversation, chanceInTurn } from "./luck.js";
import { addressOf, namesIn } from "./names.js";
import { type Part, small, Voice } from "./phrasing.js";
import { stanceOf } from "./stance.js";
import type { Stance, Theme } from "./texts.js";
import { argumentsOf, themeIn, unraised } from "./themes.js";
import { kindOf } from "./topic.js";

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
  const isRepeated = speechesIn(request).some(({ by }) => by.part === "presenter");
  const [first, second, third, fourth] = unraised(request);
  const side = (theme: Theme | undefined, stance: Stance) => {
    const text = theme && new Voice(request).say(argumentsOf(theme, stance, request));
    return text && small(text);
  };
  const slots = { pro: side(first, "for"), con: side(second, "against"), gap: third?.gap, gap2: fourth?.gap };
  const opening: Part = [1, isRepeated ? "meeting.present.more" : "meeting.present.opening"];
  const sides: Part[] = [
    [0, "meeting.present.sides"],
    [2, "meeting.present.others"],
    [3, "meeting.present.open"],
  ];
  return new Voice(request, slots).speak([opening, ...sides], "meeting.present.tiny");
}

const lastRound = 3;
const mostOpen = 3;

/** Whether the discussion has been sufficient, and what is open, as JSON. */
export function judgeRound(request: JudgeRequest): string {
  const { language, wordLimit, stage } = request;
  const speeches = discussed(request);
  const gaps = unraised(request);
  const points = speeches.flatMap(({ text }) => themeIn(text, request)?.point ?? []);
  const latest = speeches.at(-1);
  const slots = { gap: gaps[0]?.gap, name: latest && addressOf(latest.by.name, request), point: points.at(-1) };
  const voice = new Voice(request, slots);
  const isUsualEnd = stage.round === 2 && chanceInConversation(request, "second round") < 0.5;
  if (stage.round >= lastRound || gaps.length === 0 || isUsualEnd) {
    const reason = voice.speak([[0, "meeting.judge.enough"]], "meeting.judge.tinyEnough");
    return JSON.stringify({ sufficient: true, reason, open: [] });
  }
  const kind = ["open", "unanswered", "general"][Math.floor(chanceInTurn(request, "kind") * 3)];
  const reason = voice.speak([[0, `meeting.judge.${kind}`]], "meeting.judge.tiny", Math.max(4, wordLimit * 0.6));
  let room = wordLimit - countWords(reason, language);
  const open = gaps.slice(0, 1 + Math.floor(chanceInTurn(request, "open") * mostOpen)).flatMap(({ gap }) => {
    room -= countWords(gap, language);
    return room >= 0 ? [gap] : [];
  });
  return JSON.stringify({ sufficient: false, reason, open });
}

function campsOf(members: readonly Participant[], path: string, voice: Voice, request: ModelRequest): Part[] {
  const camp = (side: Stance | "spoke", group: readonly Participant[], index: number): Part[] => {
    const slots = { names: namesIn(group, request) };
    return group.length > 0 ? [[index, (limit) => voice.say(`${path}.${side}`, { limit, slots })]] : [];
  };
  if (kindOf(request) === "open") return camp("spoke", members, 0);
  const membersOf = (side: Stance) => members.filter(({ name }) => stanceOf(name, request) === side);
  return (["for", "against", "unsure"] as const).flatMap((side, index) => camp(side, membersOf(side), index));
}

function quotesOf(
  speeches: readonly Speech[],
  path: string,
  most: number,
  voice: Voice,
  request: ModelRequest,
): Part[] {
  const latest = peopleOf(speeches).map((one) => speeches.findLast(({ by }) => by === one));
  return latest
    .flatMap((speech) => {
      const quote = speech && quoteFrom(speech.text, request);
      return quote ? [{ name: addressOf(speech.by.name, request), quote }] : [];
    })
    .slice(-most)
    .map((slots, index): Part => [5 + index, (limit) => voice.say(path, { limit, slots })]);
}

/** Who stands where, in whose words, and what is open. */
export function summary(request: SpeechRequest): string {
  const speeches = discussed(request).filter(({ by }) => by.name !== request.self.name);
  const voice = new Voice(request, { gap: unraised(request)[0]?.gap });
  if (speeches.length === 0) return voice.speak([[0, "meeting.summary.nothing"]], "meeting.summary.tiny");
  const camps = campsOf(peopleOf(speeches), "meeting.summary", voice, request);
  const quotes = quotesOf(speeches, "meeting.summary.quote", 2, voice, request);
  const parts: Part[] = [[9, "meeting.summary.opening"], ...camps, ...quotes, [8, "meeting.summary.open"]];
  return voice.speak(parts, "meeting.summary.tiny");
}

/** What was said so far, for those who will not see it: what earlier summaries told, the camps, the latest words. */
export function condensed(request: HeardRequest): string {
  const { conversation, wordLimit } = request;
  const speeches = speechesIn(request);
  // Patterns of the conversation may return: nobody hears the summary.
  const voice = new Voice({ ...request, conversation: { lines: [], omitted: 0 } });
  const earlier: Part[] = conversation.summary ? [[9, () => conversation.summary]] : [];
  const camps = campsOf(peopleOf(speeches), "person.summarize", voice, request);
  const quotes = quotesOf(speeches, "person.summarize.quote", 4, voice, request);
  return voice.speak([...earlier, ...camps, ...quotes], "person.summarize.nothing", 2 * wordLimit);
}

/** What the meeting comes to: with the larger camp, else with the one who decides, else a trial. As JSON. */
export function decide(request: DecideRequest): string {
  const { language, wordLimit, self } = request;
  const kind = kindOf(request);
  const speeches = discussed(request).filter(({ by }) => by.name !== self.name);
  const people = peopleOf(speeches);
  const camp = (stance: Stance) => people.filter(({ name }) => stanceOf(name, request) === stance);
  const [pro, contra] = [camp("for"), camp("against")];
  const own = { for: 0.5, against: -0.5, unsure: 0 }[stanceOf(self.name, request)];
  const balance = pro.length - contra.length + own;
  const verdict = Math.abs(balance) < 1 ? "trial" : balance > 0 ? "yes" : "no";
  const wishing = people.filter((one) => wishOf(one, language));
  const chosen = kind === "open" ? wishing[Math.floor(chanceInTurn(request, "wish") * wishing.length)] : undefined;
  const winners = chosen ? [chosen] : verdict === "yes" ? pro : verdict === "no" ? contra : [];
  const others = chosen ? wishing : verdict === "trial" ? [] : [...pro, ...contra];
  const losers = others.filter((one) => !winners.includes(one));
  const reason = speeches.findLast(({ by }) => winners.includes(by));
  const slots = {
    name: reason && addressOf(reason.by.name, request),
    wish: chosen && wishOf(chosen, language),
    names: namesIn(winners, request),
    point: reason && themeIn(reason.text, request)?.point,
    quote: reason && quoteFrom(reason.text, request),
  };
  const voice = new Voice(request, slots);
  const path = kind === "open" ? (chosen ? "wish" : "open") : kind === "claim" ? `claim.${verdict}` : verdict;
  const decision = voice.speak([[0, `meeting.decision.${path}`]], `meeting.decision.short.${verdict}`, wordLimit * 0.6);
  const limit = wordLimit - countWords(decision, language);
  const why = kind !== "open" && verdict === "trial" ? "meeting.decision.split" : "meeting.decision.reasons";
  const rationale = voice.say(why, { limit }) ?? voice.say("meeting.decision.short.reason", { limit }) ?? "";
  const left = limit - countWords(rationale, language);
  const names = namesIn(losers, request);
  const dissent = voice.say("meeting.decision.dissent", { limit: left, slots: { names } }) ?? "";
  return JSON.stringify({ decision, rationale, dissent } satisfies FinalDecision);
}

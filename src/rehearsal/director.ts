/** The rehearsed host of a talk: comments, chooses who speaks next and says why, asks, and closes. */
import type { ChooseSpeakerRequest, DirectRequest, PromptSpeakerRequest, ReflectRequest } from "../models/request.js";
import type { Participant } from "../state/participant.js";
import { readAddresses } from "../text/address.js";
import { firstSentence } from "../text/repetition.js";
import { countWords } from "../text/word-count.js";
import { chanceInTurn } from "./luck.js";
import { addressOf, isNamed, roleSlots } from "./names.js";
import { createPick, fitParts, joined, type Pick } from "./phrasing.js";
import { areOpposed, type Show, showOf } from "./show.js";
import { type ChoiceReason, type Texts, textsOf } from "./texts.js";
import { themesOf } from "./themes.js";

/** A remark on where the conversation stands, or its last words. */
export function reflect(request: ReflectRequest): string {
  return request.intent === "close" ? closing(request) : comment(request, showOf(request));
}

function comment(request: ReflectRequest, show: Show): string {
  const texts = textsOf(request.language, "director");
  const { latest, previous, slots } = show;
  const pick = createPick(request);
  const from = (patterns: Texts, rank: number, share = 1) => ({
    rank,
    make: (limit: number) => pick(patterns, slots, { limit: limit * share, isOptional: rank > 0 }),
  });
  if (!latest) return said([from(texts.welcome, 0, 0.8), from(texts.welcomeTopic, 1)], request, pick, texts.tiny);
  if (!latest.guest && slots["quote"]) return said([from(texts.listener, 0)], request, pick, texts.tiny);
  // What begins as an earlier message did is put aside.
  const isNew = (text: string | undefined) => text !== undefined && !request.openings.includes(firstSentence(text));
  const contradicts = previous !== undefined && areOpposed(latest.speaker, previous.speaker, request);
  const begin = (limit: number) => {
    const isContrast = contradicts && chanceInTurn(request, "contrast") < 0.35;
    const patterns = isContrast ? texts.contrast : texts.said;
    const tries = [patterns, texts.said, texts.said, texts.said];
    const one = (group: Texts) => pick(group, slots, { limit, isOptional: group === texts.contrast });
    for (const group of tries) {
      const text = one(group);
      if (isNew(text)) return text;
    }
    return undefined;
  };
  const isFresh = chanceInTurn(request, "fresh") < 0.3;
  const parts = [{ rank: 0, make: begin }, ...(isFresh ? [from(texts.fresh, 1)] : [])];
  return said(parts, request, pick, texts.tiny);
}

function said(
  parts: Parameters<typeof fitParts>[0],
  request: Parameters<typeof fitParts>[1],
  pick: Pick,
  tiny: Texts,
): string {
  return joined(fitParts(parts, request), request.language) || (pick(tiny) ?? tiny[0] ?? "");
}

function closing(request: ReflectRequest): string {
  const { closing: texts, tiny } = textsOf(request.language, "director");
  const show = showOf(request);
  const pick = createPick(request);
  const from = (patterns: Texts, rank: number) => ({
    rank,
    make: (limit: number) => pick(patterns, show.slots, { limit }),
  });
  const thanks = [from(texts.thanks, 0), from(texts.bye, 2)];
  const hasHeard = show.said.some(({ guest }) => guest);
  const parts = hasHeard ? [from(texts.heard, 1), from(texts.open, 3), ...thanks] : [from(texts.nobody, 1), ...thanks];
  return said(parts, request, pick, tiny);
}

/** How much each reason counts. Fairness alone would make a circle of it, so that what was said counts for more. */
const weights: Readonly<Record<ChoiceReason, number>> = {
  listener: 3,
  asked: 1.6,
  named: 0.9,
  opposed: 0.7,
  concerned: 0.45,
  unheard: 0.75,
  waited: 0.3,
  first: 0.3,
};
const chanceWeight = 1.3;
const justSpoke = 3;
/** Who has not spoken at all is not forgotten. */
const perExchangeUnheard = 0.25;
/** Who has spoken more often than others steps back by so much for each speech. */
const perSpeechMore = 0.22;

interface Score {
  readonly points: number;
  readonly reason: ChoiceReason;
}

function scoreOf(candidate: Participant, index: number, request: ChooseSpeakerRequest, show: Show): Score {
  const { said: heard, latest, theme } = show;
  const speeches = (name: string) => heard.filter(({ speaker }) => speaker === name).length;
  const fewest = Math.min(...request.candidates.map(({ name }) => speeches(name)));
  const waited = heard.length - 1 - heard.findLastIndex(({ speaker }) => speaker === candidate.name);
  const names = request.cast.map(({ name }) => name);
  const asked =
    latest && latest.speaker !== candidate.name && readAddresses(latest.text, names).asked.includes(candidate.name);
  const reasons: [ChoiceReason, boolean | undefined][] = [
    ["listener", asked && !latest?.guest],
    ["asked", asked && latest?.guest !== undefined],
    ["named", latest && latest.speaker !== candidate.name && isNamed(candidate, latest.text, request)],
    ["opposed", latest?.guest && areOpposed(latest.speaker, candidate.name, request)],
    [
      "concerned",
      theme &&
        themesOf(candidate, request)
          .slice(0, 2)
          .some(({ name }) => name === theme.name),
    ],
    ["unheard", heard.length > 0 && speeches(candidate.name) === 0],
    ["waited", waited >= 4],
    ["first", heard.length === 0],
  ];
  const holding = reasons.filter(([, holds]) => holds).map(([reason]) => reason);
  const points =
    holding.reduce((sum, reason) => sum + weights[reason], 0) +
    (speeches(candidate.name) === 0 ? perExchangeUnheard * heard.length : 0) +
    chanceWeight * chanceInTurn(request, `choice ${index}`) -
    perSpeechMore * (speeches(candidate.name) - fewest) -
    (waited === 0 && heard.length > 0 ? justSpoke : 0);
  return { points, reason: holding[0] ?? (heard.length === 0 ? "first" : "waited") };
}

function choose(request: ChooseSpeakerRequest, show: Show): { index: number; reason: ChoiceReason } {
  const scores = request.candidates.map((candidate, index) => scoreOf(candidate, index, request, show));
  const index = scores.reduce((best, { points }, at) => (points > (scores[best]?.points ?? 0) ? at : best), 0);
  return { index, reason: scores[index]?.reason ?? "first" };
}

/** Why, and the number of the candidate who gets the floor as a tag. */
export function chooseSpeaker(request: ChooseSpeakerRequest): string {
  const show = showOf(request);
  const { index, reason } = choose(request, show);
  const speaker = request.candidates[index];
  const slots = { ...show.slots, speaker: speaker && addressOf(speaker.name, request) };
  const texts = textsOf(request.language, "director").reasons;
  const why = createPick(request)(texts[reason], slots) ?? createPick(request)(texts.first, slots);
  return joined([why, `<${index + 1}>`], request.language);
}

/** One question to the one who has been chosen. */
export function promptSpeaker(request: PromptSpeakerRequest, limit = request.wordLimit): string {
  const { questions } = textsOf(request.language, "director");
  const show = showOf(request);
  const { latest, fresh } = show;
  const { speaker, language } = request;
  const called = addressOf(speaker.name, request);
  const isOwn = latest?.speaker === speaker.name;
  const mentionsFresh = fresh !== undefined && request.comment.includes(fresh.point);
  const slots = {
    ...show.slots,
    speaker: called,
    other: called,
    // What the comment has quoted is not quoted again.
    quote: request.comment.includes(show.slots["quote"] ?? "\n") ? undefined : show.slots["quote"],
    aRole: roleSlots(speaker, language)["aTrade"],
    ...(isOwn ? { name: undefined, quote: undefined } : {}),
  };
  const own = themesOf(speaker, request);
  const about = show.theme && !isOwn ? show.theme : own[Math.floor(chanceInTurn(request, "own") * own.length)];
  const opposed = latest?.guest && !isOwn && areOpposed(latest.speaker, speaker.name, request);
  const draw = chanceInTurn(request, "question");
  const kinds: Texts[] = mentionsFresh
    ? [questions.fresh, questions.other]
    : !latest
      ? [questions.first]
      : draw < 0.4
        ? [about?.questions ?? [], questions.other]
        : opposed && draw < 0.75
          ? [questions.opposed, questions.other]
          : [questions.other, questions.opposed];
  const pick = createPick({ ...request, wordLimit: limit });
  for (const patterns of [...kinds, ...own.map((theme) => theme.questions)]) {
    const text = pick(patterns, slots, { isOptional: true });
    if (text) return text;
  }
  return (
    pick(kinds[0] ?? questions.other, slots) ??
    pick(questions.tiny, slots) ??
    `${called}${language === "zh" ? "？" : "?"}`
  );
}

/** All three at once, one below the other. The comment leaves room for the question. */
export function direct(request: DirectRequest): string {
  const { wordLimit, language, candidates } = request;
  const show = showOf(request);
  const { index } = choose({ ...request, purpose: "choose-speaker", comment: "" }, show);
  const speaker = candidates[index] ?? request.self;
  const room = Math.max(1, Math.floor(wordLimit * 0.55));
  const remark = comment({ ...request, purpose: "reflect", intent: "continue", wordLimit: room }, show);
  const left = wordLimit - countWords(remark, language);
  const question = promptSpeaker({ ...request, purpose: "prompt-speaker", comment: remark, speaker }, left);
  return `${remark}\n<${index + 1}>\n${question}`;
}

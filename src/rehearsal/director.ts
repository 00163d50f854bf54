/** The rehearsed host of a talk: comments, chooses who speaks next and says why, asks, and closes. */

import { locales } from "../locales/registry.js";
import { countWords } from "../locales/word-count.js";
import type {
  ChooseSpeakerRequest,
  DirectorRequest,
  DirectRequest,
  PromptSpeakerRequest,
  ReflectRequest,
} from "../models/request.js";
import type { Participant } from "../state/participant.js";
import type { Line } from "../text/message.js";
import { firstSentence, repeats } from "../text/repetition.js";
import { areOpposed, asks, quoteFrom } from "./hearing.js";
import { listenerName, listenerQuote } from "./listener.js";
import { chanceInTurn } from "./luck.js";
import { addressOf, isNamed, namesIn, roleSlots } from "./names.js";
import { joined, type Part, type Slots, type Source, Voice } from "./phrasing.js";
import { valueAt } from "./texts.js";
import { themeIn, themesOf, unraised } from "./themes.js";
import { subjectOf } from "./topic.js";

type Show = ReturnType<typeof showOf>;

/** What a director has heard: everything but its own words, the latest message and its guest, and the guest before. */
function showOf(request: DirectorRequest) {
  const { conversation, cast, self, language } = request;
  const guestOf = ({ speaker }: Line) => cast.find(({ name }) => name === speaker);
  const isOpening = (line: Line, index: number) => conversation.omitted === 0 && index === 0 && !guestOf(line);
  const said = conversation.lines.filter((line, index) => line.speaker !== self.name && !isOpening(line, index));
  const latest = said.at(-1);
  const guest = latest && guestOf(latest);
  const earlier = said.findLast((line) => guestOf(line) && line.speaker !== latest?.speaker);
  const previous = earlier && guestOf(earlier);
  const theme = latest && themeIn(latest.text, request);
  const slots: Slots = {
    guests: cast.length > 5 ? valueAt<string>(language, "director.crowd") : namesIn(cast, request),
    name: latest && (guest ? addressOf(latest.speaker, request) : listenerName(latest.speaker, request)),
    previous: previous && addressOf(previous.name, request),
    quote: latest && (guest ? quoteFrom(latest.text, request) : listenerQuote(latest.text, request)),
    earlier: earlier && quoteFrom(earlier.text, request),
    point: theme?.point,
    fresh: unraised(request)[0]?.point,
    subject: subjectOf(request),
  };
  return { said, latest, guest, previous, theme, slots };
}

/** A remark on where the conversation stands, or its last words. */
export function reflect(request: ReflectRequest): string {
  const show = showOf(request);
  if (request.intent === "continue") return comment(request, show);
  const isSilent = !show.said.some(({ speaker }) => request.cast.some(({ name }) => name === speaker));
  const heard = isSilent ? ["nobody"] : ["heard", "open"];
  const ranks: Readonly<Record<string, number>> = { nobody: 1, heard: 1, open: 3, thanks: 0, bye: 2 };
  const parts = [...heard, "thanks", "bye"].map((part): Part => [ranks[part] ?? 0, `director.closing.${part}`]);
  return new Voice(request, show.slots).speak(parts, "director.tiny");
}

function comment(request: ReflectRequest, { latest, guest, previous, slots }: Show): string {
  const { language, cast, conversation, self, openings } = request;
  const voice = new Voice(request, slots);
  const welcome: Part = [0, (room) => voice.say("director.welcome", { limit: room * 0.8 })];
  if (!latest) return voice.speak([welcome, [1, "director.welcomeTopic", true]], "director.tiny");
  if (!guest && slots["quote"]) return voice.speak([[0, "director.listener"]], "director.tiny");
  const own = conversation.lines.filter(({ speaker }) => speaker === self.name);
  const earlier = own.slice(-6).map(({ text }) => text);
  const names = cast.map(({ name }) => name);
  const isContrast =
    previous && guest && areOpposed(guest, previous, request) && chanceInTurn(request, "contrast") < 0.35;
  // What reads or begins like one of the latest messages is put aside.
  const begin = (limit: number) => {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const isFirst = attempt === 0 && isContrast;
      const text = voice.say(isFirst ? "director.contrast" : "director.said", { limit, isOptional: isFirst === true });
      const isNew = text && !openings.includes(firstSentence(text));
      if (isNew && !repeats(text, earlier, { ...locales[language], names })) return text;
    }
    return voice.say("director.tiny", { limit });
  };
  const fresh: Part[] = chanceInTurn(request, "fresh") < 0.3 ? [[1, "director.fresh", true]] : [];
  return voice.speak([[0, begin], ...fresh], "director.tiny");
}

/** How much each reason counts. Fairness alone would make a circle of it, so that what was said counts for more. */
const weights = {
  listener: 3,
  asked: 1.6,
  named: 0.9,
  opposed: 0.7,
  concerned: 0.45,
  unheard: 0.75,
  waited: 0.3,
  first: 0.3,
} as const;
type ChoiceReason = keyof typeof weights;
const chanceWeight = 1.3;
const justSpoke = 3;
const perExchangeUnheard = 0.25;
const perSpeechMore = 0.22;

function scoreOf(candidate: Participant, index: number, request: ChooseSpeakerRequest, show: Show) {
  const { said, latest, guest, theme } = show;
  const speeches = (name: string) => said.filter(({ speaker }) => speaker === name).length;
  const fewest = Math.min(...request.candidates.map(({ name }) => speeches(name)));
  const waited = said.length - 1 - said.findLastIndex(({ speaker }) => speaker === candidate.name);
  const isOwn = latest?.speaker === candidate.name;
  const isAsked = latest && !isOwn && asks(latest.text, candidate.name, request);
  const own = themesOf(candidate, request).slice(0, 2);
  const holds: Record<ChoiceReason, boolean | undefined> = {
    listener: isAsked && !guest,
    asked: isAsked && guest !== undefined,
    named: latest && !isOwn && isNamed(candidate, latest.text, request),
    opposed: guest && areOpposed(guest, candidate, request),
    concerned: theme && own.some(({ name }) => name === theme.name),
    unheard: said.length > 0 && speeches(candidate.name) === 0,
    waited: waited >= 4,
    first: said.length === 0,
  };
  const reasons = (Object.keys(weights) as ChoiceReason[]).filter((reason) => holds[reason]);
  const points =
    reasons.reduce((sum, reason) => sum + weights[reason], 0) +
    chanceWeight * chanceInTurn(request, `choice ${index}`) +
    (holds.unheard ? perExchangeUnheard * said.length : 0) -
    perSpeechMore * (speeches(candidate.name) - fewest) -
    (isOwn ? justSpoke : 0);
  return { points, reason: reasons[0] ?? "waited" };
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
  const chosen = request.candidates[index];
  const voice = new Voice(request, { ...show.slots, speaker: chosen && addressOf(chosen.name, request) });
  const why = voice.say(`director.reasons.${reason}`) ?? voice.say("director.reasons.first");
  return joined([why, `<${index + 1}>`], request.language);
}

/** One question to the one who has been chosen. */
export function promptSpeaker(request: PromptSpeakerRequest): string {
  const { speaker, comment: remark, language } = request;
  const { latest, guest, theme, slots } = showOf(request);
  const called = addressOf(speaker.name, request);
  const isOwn = latest?.speaker === speaker.name;
  // What the comment has quoted is not quoted again.
  const isQuoted = remark.includes(slots["quote"] ?? "\n");
  const hidden = { ...(isOwn ? { name: undefined } : {}), ...(isOwn || isQuoted ? { quote: undefined } : {}) };
  const aRole = roleSlots(speaker, language)["aTrade"];
  const voice = new Voice(request, { ...slots, speaker: called, other: called, aRole, ...hidden });
  const own = themesOf(speaker, request);
  const about = theme && !isOwn ? theme : own[Math.floor(chanceInTurn(request, "own") * own.length)];
  const isOpposed = guest && !isOwn && areOpposed(guest, speaker, request);
  const chance = chanceInTurn(request, "question");
  const first: Source = remark.includes(slots["fresh"] ?? "\n")
    ? "director.questions.fresh"
    : !latest
      ? "director.questions.first"
      : chance < 0.4
        ? (about?.questions ?? [])
        : isOpposed && chance < 0.75
          ? "director.questions.opposed"
          : "director.questions.other";
  for (const source of [first, "director.questions.other", ...own.map(({ questions }) => questions)]) {
    const text = voice.say(source, { isOptional: true });
    if (text) return text;
  }
  const mark = language === "zh" ? "？" : "?";
  return voice.say("director.questions.other") ?? voice.say("director.questions.tiny") ?? `${called}${mark}`;
}

/** All three at once, one below the other. The comment leaves room for the question. */
export function direct(request: DirectRequest): string {
  const { language, candidates } = request;
  const show = showOf(request);
  const { index } = choose({ ...request, purpose: "choose-speaker", comment: "" }, show);
  const room = Math.max(1, Math.floor(request.wordLimit * 0.55));
  const remark = comment({ ...request, purpose: "reflect", intent: "continue", wordLimit: room }, show);
  const wordLimit = request.wordLimit - countWords(remark, language);
  const speaker = candidates[index] ?? request.self;
  const question = promptSpeaker({ ...request, purpose: "prompt-speaker", comment: remark, speaker, wordLimit });
  return `${remark}\n<${index + 1}>\n${question}`;
}

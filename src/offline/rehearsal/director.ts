import type * as asked from "../../core/model-request.js";
import type { Participant } from "../../core/state/participant.js";
import { firstSentence, repeats } from "../../core/text/repetition.js";
import { isModeratorName } from "../../core/text/reserved-names.js";
import { locales } from "../../words/registry.js";
import { addressesIn, areOpposed, listenerName, listenerQuote, quoteFrom } from "./hearing.js";
import { chanceInTurn, pickInTurn } from "./luck.js";
import { addressOf, joined, namesIn, namesOf, type Part, type Slots, Voice } from "./phrasing.js";
import { type Texts, valueAt } from "./texts.js";
import { subjectOf, themeIn, themesOf, unraised } from "./topic.js";

type Show = ReturnType<typeof showOf>;

function showOf(request: asked.DirectorRequest) {
  const { conversation, cast, self, language } = request;
  const said = conversation.lines.filter(({ speaker }) => speaker !== self.name && !isModeratorName(speaker));
  const latest = said.at(-1);
  const guest = cast.find(({ name }) => name === latest?.speaker);
  const theme = latest && themeIn(latest.text, request);
  const slots: Slots = {
    guests: cast.length > 5 ? valueAt<string>(language, "director.crowd") : namesIn(namesOf(cast), request),
    name: latest && (guest ? addressOf(latest.speaker, request) : listenerName(latest.speaker, request)),
    quote: latest && (guest ? quoteFrom(latest.text, request) : listenerQuote(latest.text, request)),
    point: theme?.point,
    fresh: unraised(request)[0]?.point,
    subject: subjectOf(request),
  };
  return { said, latest, guest, theme, slots, addressed: addressesIn(latest?.text ?? "", request) };
}

export function reflect(request: asked.ReflectRequest): string {
  const show = showOf(request);
  if (request.intent === "continue") return comment(request, show);
  const isSilent = !show.said.some(({ speaker }) => request.cast.some(({ name }) => name === speaker));
  return new Voice(request, show.slots).speak("director.tiny", [
    [1, isSilent ? "director.closing.nobody" : "director.closing.heard"],
    [3, isSilent ? [] : "director.closing.open"],
    [0, "director.closing.thanks"],
    [2, "director.closing.bye"],
  ]);
}

function comment(request: asked.ReflectRequest, { latest, guest, slots }: Show): string {
  const { language, cast, conversation, self, openings } = request;
  const voice = new Voice(request, slots);
  const speak = (...parts: Part[]) => voice.speak("director.tiny", parts);
  if (!latest) return speak([0, "director.welcome"], [1, "director.welcomeTopic", { isOptional: true }]);
  if (!guest && slots["quote"]) return speak([0, "director.listener"]);
  const earlier = conversation.lines.flatMap(({ speaker, text }) => (speaker === self.name ? text : [])).slice(-6);
  const comparison = { ...locales[language], names: namesOf(cast) };
  const isNew = (text: string | undefined) =>
    text && !openings.includes(firstSentence(text)) && !repeats(text, earlier, comparison);
  const begin = (limit: number) =>
    Array.from({ length: 8 }, () => voice.say("director.said", { limit })).find(isNew) ??
    voice.say("director.tiny", { limit });
  const isFresh = chanceInTurn(request, "fresh") < 0.3;
  return isFresh ? speak([0, begin], [1, "director.fresh", { isOptional: true }]) : speak([0, begin]);
}

function scoreOf(candidate: Participant, index: number, request: asked.ChooseSpeakerRequest, show: Show) {
  const { said, latest, guest, theme, addressed } = show;
  const speeches = (name: string) => said.filter(({ speaker }) => speaker === name).length;
  const [own, fewest] = [speeches(candidate.name), Math.min(...request.candidates.map(({ name }) => speeches(name)))];
  const isOwn = latest?.speaker === candidate.name;
  const isAsked = !isOwn && addressed.asked.includes(candidate.name);
  const themeRank = themesOf(candidate, request).findIndex(({ name }) => name === theme?.name);
  const waited = said.length - said.findLastIndex(({ speaker }) => speaker === candidate.name);
  const all: readonly (readonly [reason: string, weight: number, holds: boolean | undefined])[] = [
    ["listener", 3, isAsked && !guest],
    ["asked", 1.6, isAsked && guest !== undefined],
    ["named", 0.9, !isOwn && addressed.named.includes(candidate.name)],
    ["opposed", 0.7, guest && areOpposed(guest, candidate, request)],
    ["concerned", 0.45, themeRank === 0 || themeRank === 1],
    ["unheard", 0.75 + 0.25 * said.length, said.length > 0 && own === 0],
    ["waited", 0.3, waited > 4],
    ["first", 0.3, said.length === 0],
  ];
  const reasons = all.filter(([, , holds]) => holds);
  const merit = reasons.reduce((sum, [, weight]) => sum + weight, 0) - 0.22 * (own - fewest) - (isOwn ? 3 : 0);
  const points = merit + 1.3 * chanceInTurn(request, `choice ${index}`);
  return { index, points, reason: reasons[0]?.[0] ?? "waited" };
}

const rank = (request: asked.ChooseSpeakerRequest, show: Show) =>
  request.candidates
    .map((candidate, index) => scoreOf(candidate, index, request, show))
    .toSorted((left, right) => right.points - left.points);

export function chooseSpeaker(request: asked.ChooseSpeakerRequest, count = 1): string {
  const show = showOf(request);
  const best = rank(request, show).slice(0, count);
  const { index = 0, reason = "first" } = best[0] ?? {};
  const chosen = request.candidates[index];
  const voice = new Voice(request, { ...show.slots, speaker: chosen && addressOf(chosen.name, request) });
  const why = voice.say(`director.reasons.${reason}`) ?? voice.say("director.reasons.first");
  return joined([why, ...best.map((each) => `<${each.index + 1}>`)], request.language);
}

/** Chooses like a director who takes no part in the conversation, and therefore has no name and makes no comment. */
export function selectSpeaker({ guidance: _guidance, count, ...request }: asked.SelectRequest): string {
  const self = { name: "", role: "", location: "", description: "", instructions: "", model: "" };
  const asChoice = { ...request, purpose: "choose-speaker", comment: "", self } as const;
  return chooseSpeaker(asChoice, 1 + Math.floor(count * chanceInTurn(asChoice, "several")));
}

export function promptSpeaker(request: asked.PromptSpeakerRequest): string {
  const { speaker, comment: remark } = request;
  const { latest, guest, theme, slots } = showOf(request);
  const called = addressOf(speaker.name, request);
  const isOwn = latest?.speaker === speaker.name;
  // Quotes neither the speaker's own message nor a message that the comment has already quoted.
  const isQuoted = isOwn || remark.includes(slots["quote"] ?? "\n");
  const [name, quote] = [isOwn ? undefined : slots["name"], isQuoted ? undefined : slots["quote"]];
  const voice = new Voice(request, { ...slots, speaker: called, other: called, name, quote });
  const own = themesOf(speaker, request);
  const about = theme && !isOwn ? theme : pickInTurn(own, request, "own");
  const isOpposed = guest && !isOwn && areOpposed(guest, speaker, request);
  const path = "director.questions";
  const isRaised = remark.includes(slots["fresh"] ?? "\n");
  const chance = chanceInTurn(request, "question");
  const free = chance < 0.4 ? (about?.questions ?? []) : `${path}.${isOpposed && chance < 0.75 ? "opposed" : "other"}`;
  const first = isRaised ? `${path}.fresh` : latest ? free : `${path}.first`;
  const ask = (source: string | Texts) => voice.say(source, { isOptional: true });
  return (
    ask(first) ??
    ask(`${path}.other`) ??
    ask(own.flatMap(({ questions }) => questions)) ??
    voice.speak(`${path}.tiny`, [[0, `${path}.other`]])
  );
}

export function direct(request: asked.DirectRequest): string {
  const show = showOf(request);
  const [{ index } = { index: 0 }] = rank({ ...request, purpose: "choose-speaker", comment: "" }, show);
  const speaker = request.candidates[index] ?? request.self;
  // The comment gets only part of the word limit, which leaves some words for the question.
  const room = Math.ceil(request.wordLimit * 0.55);
  const remark = comment({ ...request, purpose: "reflect", intent: "continue", wordLimit: room }, show);
  const wordLimit = request.wordLimit - room;
  const question = promptSpeaker({ ...request, purpose: "prompt-speaker", comment: remark, speaker, wordLimit });
  return `${remark}\n<${index + 1}>\n${question}`;
}

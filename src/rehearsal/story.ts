/** A story told at a table: a narrator sets scenes and tells what came of each action, the players act. */
import { languages } from "../locales/registry.js";
import { countWords } from "../locales/word-count.js";
import type { ModelRequest, SpeechRequest } from "../models/request.js";
import type { Participant } from "../state/participant.js";
import { sentencesOf } from "../text/sentences.js";
import { chanceInConversation, chanceInTurn, shuffled } from "./luck.js";
import { addressOf, roleSlots } from "./names.js";
import { fill, longestFragment, Voice } from "./phrasing.js";
import { type Beat, patternAt, reads, valueAt } from "./texts.js";

const isNarrator = ({ role }: Participant) => languages.some((language) => reads(language, "story.narrator", role));

/** Whether the conversation is a game with a narrator. A topic that asks for a decision is debated all the same. */
export function isStory({ cast, topic }: Pick<ModelRequest, "cast" | "topic">): boolean {
  return cast.some(isNarrator) && !languages.some((language) => reads(language, "story.debate", topic.slice(0, 300)));
}

function questOf({ topic, language }: ModelRequest): string {
  const found = patternAt(language, "story.quest").exec(topic)?.[1];
  return found ? (language === "en" ? `the ${found}` : found) : valueAt(language, "story.quest");
}

const actsOf = ({ language }: ModelRequest) => Object.entries(valueAt<Record<string, Beat[]>>(language, "story.acts"));

/** The beat of a narration: seven acts make a story, later ones begin behind the threshold with other beats. */
function beatAt(narration: number, request: SpeechRequest): Beat | undefined {
  const acts = actsOf(request);
  const later = Math.max(0, narration - 1);
  const [name, beats] = acts[narration === 0 ? 0 : 1 + (later % (acts.length - 1))] ?? ["", []];
  return shuffled(beats, request, `beats of ${name}`)[Math.floor(later / (acts.length - 1)) % beats.length];
}

const holds = (text: string, pattern: string) => text.toLowerCase().includes(longestFragment(pattern));

/** The speech of the narrator or of a player. */
export const storySpeech = (request: SpeechRequest): string =>
  isNarrator(request.self) ? narration(request) : action(request);

function narration(request: SpeechRequest): string {
  const { self, cast, conversation, turn, language, isLast } = request;
  const { lines, omitted } = conversation;
  const told = omitted > 0 ? Math.floor(turn / 2) : lines.filter(({ speaker }) => speaker === self.name).length;
  const players = cast.filter((one) => !isNarrator(one));
  const latest = lines.findLast(({ speaker }) => players.some(({ name }) => name === speaker));
  const next = players[(players.findIndex(({ name }) => name === latest?.speaker) + 1) % players.length];
  const slots = {
    quest: questOf(request),
    next: next && addressOf(next.name, request),
    name: latest && addressOf(latest.speaker, request),
  };
  const voice = new Voice(request, slots);
  const scene = (limit: number) => {
    const whole = fill(beatAt(told, request)?.scene ?? "", slots) ?? "";
    return countWords(whole, language) <= limit ? whole : sentencesOf(whole)[0]?.trim();
  };
  const outcome = (limit: number) => {
    const moves = actsOf(request).flatMap(([, beats]) => beats.flatMap((beat) => beat.moves));
    const move = latest && moves.find(({ act }) => holds(latest.text, act));
    if (!move) return latest && told > 0 ? voice.say("story.outcomes", { limit }) : undefined;
    return fill(chanceInConversation(request, `luck ${told}`) < 0.55 ? move.good : move.bad, slots);
  };
  const end = isLast || !next ? "story.endings" : "story.calls";
  return voice.speak(
    [
      [2, outcome],
      [0, scene],
      [1, end],
    ],
    "story.tinyScene",
  );
}

function action(request: SpeechRequest): string {
  const { conversation, cast, language, self } = request;
  const narrators = cast.filter(isNarrator).map(({ name }) => name);
  const told = conversation.lines.findLast(({ speaker }) => narrators.includes(speaker))?.text ?? "";
  const beat = actsOf(request)
    .flatMap(([, beats]) => beats)
    .find(({ scene }) => holds(told, scene));
  const acts = shuffled(beat?.moves ?? [], request, "moves").map(({ act }) => act);
  const voice = new Voice(request, { ...roleSlots(self, language), quest: questOf(request) });
  const aside = chanceInTurn(request, "aside") < 0.5 ? "story.roles" : "story.feelings";
  const act = (limit: number) => voice.say(acts, { limit, isOptional: true }) ?? voice.say("story.general", { limit });
  return voice.speak(
    [
      [1, aside, true],
      [0, act],
    ],
    "story.tiny",
  );
}

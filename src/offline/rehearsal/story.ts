/** A role-playing game: a narrator sets scenes and tells the outcome of each action, and the players act. */

import type { ModelRequest, SpeechRequest } from "../../core/model-request.js";
import type { Participant } from "../../core/state/participant.js";
import { languages } from "../../words/registry.js";
import { chanceInConversation, chanceInTurn, shuffled } from "./luck.js";
import { addressOf, longestFragment, type Part, Voice } from "./phrasing.js";
import { type Beat, patternAt, reads, valueAt } from "./texts.js";

const isNarrator = ({ role }: Participant) => languages.some((language) => reads(language, "story.narrator", role));

export const isStory = ({ cast }: SpeechRequest): boolean => cast.some(isNarrator);

function questOf({ topic, language }: ModelRequest): string {
  const found = patternAt(language, "story.quest").exec(topic)?.[1];
  const name = valueAt<string>(language, found ? "story.namedQuest" : "story.quest");
  return name.replace("{name}", () => found ?? "");
}

const actsOf = ({ language }: ModelRequest) => Object.values(valueAt<Record<string, Beat[]>>(language, "story.acts"));

const holds = (text: string, pattern: string) => text.toLowerCase().includes(longestFragment(pattern));

export const storySpeech = (request: SpeechRequest): string =>
  isNarrator(request.self) ? narration(request) : action(request);

/** Narrates the next act. If the conversation continues after the last act, the story starts over with the second. */
function narration(request: SpeechRequest): string {
  const { self, cast, conversation, turn, isLast } = request;
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
  const [first = [], ...acts] = actsOf(request);
  const act = told === 0 ? first : (acts[(told - 1) % acts.length] ?? []);
  const beat = act[Math.floor(chanceInConversation(request, `beat ${told}`) * act.length)];
  const moves = [first, ...acts].flat().flatMap((beat) => beat.moves);
  const move = latest && moves.find((one) => holds(latest.text, one.act));
  const isLucky = chanceInConversation(request, `luck ${told}`) < 0.55;
  return voice.speak("story.tinyScene", [
    [2, move ? [isLucky ? move.good : move.bad] : told > 0 ? "story.outcomes" : []],
    [0, beat ? [beat.scene] : []],
    [1, isLast || !next || act === acts.at(-1) ? "story.endings" : "story.calls"],
  ]);
}

function action(request: SpeechRequest): string {
  const narrators = request.cast.filter(isNarrator).map(({ name }) => name);
  const told = request.conversation.lines.findLast(({ speaker }) => narrators.includes(speaker))?.text ?? "";
  const beats = actsOf(request).flat();
  const moves = beats.find(({ scene }) => holds(told, scene))?.moves ?? [];
  const acts = shuffled(moves, request, "moves").map(({ act }) => act);
  const voice = new Voice(request, { quest: questOf(request) });
  const act = (limit: number) => voice.say(acts, { limit, isOptional: true }) ?? voice.say("story.general", { limit });
  const feeling: Part[] = chanceInTurn(request, "feeling") < 0.6 ? [[1, "story.feelings", { isOptional: true }]] : [];
  return voice.speak("story.tiny", [...feeling, [0, act]]);
}

/** A story told at a table: a narrator sets scenes and tells what came of each action, the players act. */
import type { ModelRequest, SpeechRequest } from "../models/request.js";
import type { Participant } from "../state/participant.js";
import { sentencesOf } from "../text/sentences.js";
import { countWords } from "../text/word-count.js";
import { chanceInConversation, chanceInTurn, shuffled } from "./luck.js";
import { addressOf, roleSlots } from "./names.js";
import { createPick, fill, fitParts, joined, longestFragment } from "./phrasing.js";
import { type Beat, textsOf } from "./texts.js";

const narrators =
  /\b(?:story[ -]?tellers?|narrators?|(?:game|dungeon)[ -]?masters?|GM|DM)\b|说书|讲故事|讲述者|叙述者|叙事者|旁白|(?:故事|游戏|跑团|地下城)(?:的)?主持|地下城主|游戏主理/iu;

/** A topic that asks for a decision is debated, even where a storyteller takes part. */
const decision = /^\s*(?:should|shall|ought|whether)\b|该不该|应不应该|要不要|应该.*[吗？?]|是否/iu;

const isNarrator = ({ role }: Participant) => narrators.test(role);

/** Whether the conversation is a game with a narrator. */
export function isStory({ cast, topic }: Pick<ModelRequest, "cast" | "topic">): boolean {
  return cast.some(isNarrator) && !decision.test(topic.slice(0, 300));
}

/** What is looked for, as the premise puts it. */
function questOf({ topic, language }: ModelRequest): string | undefined {
  const found =
    language === "zh"
      ? /(?:找回|寻找|找到|夺回|偷走了?)([\p{Script=Han}]{2,20})/u.exec(topic)?.[1]?.replace(/^.*的(?=.{2})/u, "")
      : /\b(?:look(?:s|ing)? for|search(?:es|ing)? for|find|recover|rescue|steal|stole) ((?:the|a|an) [\p{L}-]+)(?= (?:that|which|who|from|of|in|before|and|to)\b|[.,?!]|$)/iu
          .exec(topic)?.[1]
          ?.replace(/^an? /iu, "the ");
  return found && countWords(found, language) <= 8 ? found : undefined;
}

/** The beat of a narration: seven acts make a story, later ones begin behind the threshold with other beats. */
function beatAt(narration: number, request: SpeechRequest): Beat | undefined {
  const acts = Object.entries(textsOf(request.language, "story").acts);
  const later = Math.max(0, narration - 1);
  const [name, beats] = acts[narration === 0 ? 0 : 1 + (later % (acts.length - 1))] ?? ["", []];
  return shuffled(beats, request, `beats of ${name}`)[Math.floor(later / (acts.length - 1)) % beats.length];
}

const holds = (text: string, pattern: string) => text.toLowerCase().includes(longestFragment(pattern));

/** The speech of the narrator or of a player. */
export function storySpeech(request: SpeechRequest): string {
  return isNarrator(request.self) ? narration(request) : action(request);
}

function narration(request: SpeechRequest): string {
  const { self, cast, conversation, turn, language } = request;
  const texts = textsOf(language, "story");
  const { lines, omitted } = conversation;
  const told = lines.filter(({ speaker }) => speaker === self.name).length;
  const beat = beatAt(omitted > 0 ? Math.floor(turn / 2) : told, request);
  const players = cast.filter((one) => !isNarrator(one));
  const latest = lines.findLast(({ speaker }) => players.some(({ name }) => name === speaker));
  const next = players[(players.findIndex(({ name }) => name === latest?.speaker) + 1) % players.length];
  const pick = createPick(request);
  const slots = {
    quest: questOf(request) ?? texts.quest,
    next: next && addressOf(next.name, request),
    name: latest && addressOf(latest.speaker, request),
  };
  const scene = (limit: number) => {
    const whole = fill(beat?.scene ?? "", slots) ?? "";
    return countWords(whole, language) <= limit ? whole : sentencesOf(whole)[0]?.trim();
  };
  const outcome = (limit: number) => {
    const move = beatsOf(request).flatMap(({ moves }) => moves).find(({ act }) => latest && holds(latest.text, act));
    if (!move) return latest && told > 0 ? pick(texts.outcomes, slots, { limit }) : undefined;
    return fill(chanceInConversation(request, `luck ${told}`) < 0.55 ? move.good : move.bad, slots);
  };
  const parts = fitParts(
    [
      { rank: 2, make: outcome },
      { rank: 0, make: scene },
      { rank: 1, make: (limit) => pick(request.isLast || !next ? texts.endings : texts.calls, slots, { limit }) },
    ],
    request,
  );
  return joined(parts, language) || (pick(texts.tinyScene) ?? texts.tinyScene.at(-1) ?? "");
}

const beatsOf = ({ language }: SpeechRequest) => Object.values(textsOf(language, "story").acts).flat();

function action(request: SpeechRequest): string {
  const { conversation, cast, language, self } = request;
  const texts = textsOf(language, "story");
  const tellers = cast.filter(isNarrator).map(({ name }) => name);
  const told = conversation.lines.findLast(({ speaker }) => tellers.includes(speaker))?.text ?? "";
  const beat = beatsOf(request).find(({ scene }) => holds(told, scene));
  const acts = shuffled(beat?.moves ?? [], request, "moves").map(({ act }) => act);
  const pick = createPick(request);
  const aside = chanceInTurn(request, "aside") < 0.5 ? texts.roles : texts.feelings;
  const slots = { ...roleSlots(self, language), quest: questOf(request) ?? texts.quest };
  const parts = fitParts(
    [
      { rank: 1, make: (limit) => pick(aside, slots, { limit, isOptional: true }) },
      {
        rank: 0,
        make: (limit) =>
          pick(acts, slots, { limit, isOptional: true }) ?? pick(texts.general, slots, { limit }),
      },
    ],
    request,
  );
  return joined(parts, language) || (pick(texts.tiny) ?? texts.tiny.at(-1) ?? "");
}

/** What fills the slots of a story: rival, token and quest stay the same for as long as the story lasts. */
import type { SpeechBrief } from "../../../domain/brief.js";
import type { Participant } from "../../../domain/participant.js";
import { shuffled } from "../luck.js";
import { addressOf } from "../spoken.js";
import type { Slots } from "../template.js";
import { phrasesOf } from "../texts.js";
import { questOf } from "./quest.js";
import type { StoryTexts } from "./story-texts.js";

/** The slots that everybody has, in the words of the storyteller or of a player. */
export function settingOf(brief: SpeechBrief, texts: StoryTexts, story: number, voice: "teller" | "player"): Slots {
  const { rivals, tokens, errands, unnamed } = texts;
  const nth = <Item>(items: readonly Item[], salt: string, index: number): Item | undefined =>
    shuffled(items, brief, salt)[index % items.length];
  const rival = nth(rivals, "rival", story);
  const subject = story === 0 ? (questOf(brief)?.[voice] ?? unnamed[voice]) : nth(errands, "errand", story - 1);
  return {
    ...rival,
    Rival: rival && capital(rival.rival),
    He: rival && capital(rival.he),
    ...nth(tokens, "token", story),
    subject,
  };
}

/** A name as it can be said in the middle of a sentence. */
export function called(participant: Participant | undefined, brief: SpeechBrief): string | undefined {
  if (!participant) return undefined;
  const name = addressOf(participant.name, brief)
    .replace(/[.,;!?。，；！？]+\s*/gu, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(name) ? name : phrasesOf[brief.language].stranger;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

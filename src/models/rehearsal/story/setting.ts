/** What fills the slots of a story: rival, token and quest stay the same for as long as the story lasts. */

import type { Participant } from "../../../state/participant.js";
import type { SpeechRequest } from "../../request.js";
import { shuffled } from "../luck.js";
import { addressOf } from "../spoken.js";
import type { Slots } from "../template.js";
import { phrasesOf } from "../texts.js";
import { questOf } from "./quest.js";
import type { StoryTexts } from "./story-texts.js";

/** The slots that everybody has, in the words of the storyteller or of a player. */
export function settingOf(request: SpeechRequest, texts: StoryTexts, story: number, voice: "teller" | "player"): Slots {
  const { rivals, tokens, errands, unnamed } = texts;
  const nth = <Item>(items: readonly Item[], salt: string, index: number): Item | undefined =>
    shuffled(items, request, salt)[index % items.length];
  const rival = nth(rivals, "rival", story);
  const subject = story === 0 ? (questOf(request)?.[voice] ?? unnamed[voice]) : nth(errands, "errand", story - 1);
  return {
    ...rival,
    Rival: rival && capital(rival.rival),
    He: rival && capital(rival.he),
    ...nth(tokens, "token", story),
    subject,
  };
}

/** A name as it can be said in the middle of a sentence. */
export function called(participant: Participant | undefined, request: SpeechRequest): string | undefined {
  if (!participant) return undefined;
  const name = addressOf(participant.name, request)
    .replace(/[.,;!?。，；！？]+\s*/gu, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(name) ? name : phrasesOf[request.language].stranger;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

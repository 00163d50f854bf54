/** The first sentence of a speech that answers a listener. */

import { countWords } from "../../../locales/word-count.js";
import type { OpenInterjection, SpeechRequest } from "../../request.js";
import type { Chooser } from "../chooser.js";
import { chanceInTurn } from "../luck.js";
import type { Stance } from "../phrases.js";
import { fill, type Slots } from "../template.js";
import { calledIn } from "./called.js";
import type { ListenerTexts } from "./phrases.js";
import { type Reading, readingOf } from "./reading.js";
import { listenerTextsOf } from "./texts.js";

/** An answer in at most `budget` words, or the shortest one that there is. */
export function answerTo(
  interjection: OpenInterjection,
  request: SpeechRequest,
  { stance, choose, budget }: { readonly stance: Stance; readonly choose: Chooser; readonly budget: number },
): string {
  const texts = listenerTextsOf[request.language];
  const reading = readingOf(interjection.text, request);
  const slots = slotsFor(interjection, reading, request);
  const groups = [...groupsFor(reading, interjection, stance, texts), ...shortFor(reading, texts), texts.tiny];
  const isTold = (text: string) => !slots["topic"]?.startsWith("your ") || isOneOnOne(text);
  // Sometimes the words themselves are taken up, sometimes what they are about.
  const slot = reading.topic !== undefined && chanceInTurn(request, "listener slot") < 0.5 ? /\{topic\}/ : /\{quote\}/i;
  const sorted = groups.flatMap((group) => {
    const told = group.filter(isTold);
    return [told.filter((text) => slot.test(text)), told];
  });
  const found = choose({ salt: `listener ${reading.kind}`, groups: sorted, slots, budget });
  return found ?? shortest(texts.tiny, slots, request);
}

function slotsFor({ speaker }: OpenInterjection, { quote, topic }: Reading, request: SpeechRequest): Slots {
  // A quotation keeps its letters as they are, so one with a small letter cannot open a sentence.
  const Quote = quote && /^\p{Ll}/u.test(quote) ? undefined : quote;
  return { ...calledIn(speaker, request), topic, quote, Quote };
}

/** "Your boat" can be said to its owner only, and not of them in the same breath. */
function isOneOnOne(text: string): boolean {
  return !text.includes("{topic}") || !/\{name\}/i.test(text);
}

function groupsFor(
  { kind }: Reading,
  { isPersonal }: OpenInterjection,
  stance: Stance,
  texts: ListenerTexts,
): (readonly string[])[] {
  const asked = [...(isPersonal ? texts.personal : texts.room), ...texts.question];
  switch (kind) {
    case "question":
      return [asked];
    case "doing":
    case "reason":
      return [texts[kind], asked];
    case "yesOrNo":
      return [texts.yesOrNo[stance], asked];
    case "request":
    case "command":
    case "statement":
    case "foreign":
    case "wordless":
      return [texts[kind]];
  }
}

function shortFor({ kind }: Reading, { short }: ListenerTexts): (readonly string[])[] {
  if (kind === "wordless") return [];
  if (kind === "command") return [short.command];
  return [kind === "statement" || kind === "foreign" ? short.statement : short.question];
}

function shortest(texts: readonly string[], slots: Slots, { language }: SpeechRequest): string {
  return texts
    .flatMap((text) => fill(text, slots) ?? [])
    .reduce((one, other) => (countWords(other, language) < countWords(one, language) ? other : one));
}

/** What the storyteller says: what came of the last action, then the next beat, then whose move it is. */

import { countWords } from "../../../locales/word-count.js";
import type { SpeechRequest } from "../../request.js";
import { createChooser } from "../chooser.js";
import { chanceInTurn, shuffled } from "../luck.js";
import { fill, type Slots } from "../template.js";
import { assembled } from "./assembled.js";
import { holds, type Plot, placeOf } from "./plot.js";
import { called, settingOf } from "./setting.js";
import { shortest } from "./shortest.js";
import type { Act, Beat, StoryTexts } from "./story-texts.js";

type Part = "gesture" | "opener" | "outcome" | "scene" | "more" | "call";

/** How many things go well. */
const luckOfTheBrave = 0.55;

export function narration(request: SpeechRequest, plot: Plot, texts: StoryTexts): string {
  const { language, wordLimit } = request;
  const { story, act } = placeOf(plot.told);
  // What is told about the last action belongs to the story in which it was done.
  const last = settingOf(request, texts, placeOf(Math.max(0, plot.told - 1)).story, "teller");
  const setting: Slots = { ...settingOf(request, texts, story, "teller"), name: called(plot.next, request) };
  const choose = createChooser(request);
  const isFirst = plot.told === 0;

  const beat = beatFor(request, act, texts, setting);
  const [first, second] = beat?.scene.map((sentence) => fill(sentence, setting)) ?? [];
  const parts = assembled<Part>(language, wordLimit);
  parts.put("scene", first ?? shortest(request, texts.short.teller));

  const fate = chanceInTurn(request, "fate") < luckOfTheBrave ? "success" : "trouble";
  if (plot.actor) {
    const slots = { ...last, actor: called(plot.actor, request) };
    const own = plot.move && fill(addressed(plot.move[fate], request), slots);
    if (!parts.put("outcome", own))
      parts.put("outcome", choose({ salt: fate, groups: [texts.outcomes[fate]], slots, budget: parts.room() }));
  }
  parts.put("more", second);
  const isFitting = act === "aftermath" || chanceInTurn(request, "call") < 0.6;
  const calls = beat && isFitting ? [texts.calls[beat.situation], texts.anyCalls] : [texts.anyCalls];
  parts.put("call", choose({ salt: "call", groups: calls, slots: setting, budget: parts.room() }));
  if (isFirst)
    parts.put("opener", choose({ salt: "opener", groups: [texts.openers], slots: {}, budget: parts.room() }));
  if (parts.has("outcome") && chanceInTurn(request, "gesture") < 0.35)
    parts.put("gesture", choose({ salt: "roll", groups: [texts.gestures[fate]], slots: {}, budget: parts.room() }));
  return parts.inOrder(["gesture", "opener", "outcome", "scene", "more", "call"]);
}

/** Not every outcome is told with the actor's name: everybody at the table knows who it was. */
function addressed(outcome: string, request: SpeechRequest): string {
  return chanceInTurn(request, "addressed") < 0.45 ? outcome.replace(/([,，]) ?\{actor\}[,，]/u, "$1") : outcome;
}

/** A beat that has not been told, if there is one left, and whose first sentence fits. */
function beatFor(request: SpeechRequest, act: Act, texts: StoryTexts, slots: Slots): Beat | undefined {
  const lines = request.conversation.lines.map(({ text }) => text);
  const lastTold = ({ scene }: Beat) => lines.findLastIndex((text) => holds(text, scene[0]));
  return shuffled(texts.beats[act], request, `beats ${act}`)
    .filter(({ scene }) => countWords(fill(scene[0], slots) ?? "", request.language) <= request.wordLimit)
    .map((beat) => ({ beat, at: lastTold(beat) }))
    .sort((one, other) => one.at - other.at)[0]?.beat;
}

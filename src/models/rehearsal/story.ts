/** A turn in a story told at a table: the storyteller narrates, everybody else acts. */
import type { SpeechBrief } from "../../domain/brief.js";
import { action } from "./story/action.js";
import { isTeller } from "./story/genre.js";
import { narration } from "./story/narration.js";
import { plotOf } from "./story/plot.js";
import { storyTextsOf } from "./story/texts.js";

export function story(brief: SpeechBrief): string {
  const texts = storyTextsOf[brief.language];
  const plot = plotOf(brief, texts);
  return isTeller(brief.self) ? narration(brief, plot, texts) : action(brief, plot, texts);
}

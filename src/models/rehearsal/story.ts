/** A turn in a story told at a table: the storyteller narrates, everybody else acts. */
import type { SpeechRequest } from "../request.js";
import { action } from "./story/action.js";
import { isTeller } from "./story/genre.js";
import { narration } from "./story/narration.js";
import { plotOf } from "./story/plot.js";
import { storyTextsOf } from "./story/texts.js";

export function story(request: SpeechRequest): string {
  const texts = storyTextsOf[request.language];
  const plot = plotOf(request, texts);
  return isTeller(request.self) ? narration(request, plot, texts) : action(request, plot, texts);
}

/** How a listener is spoken of and spoken to, who may have no name. */

import { locales } from "../../../locales/registry.js";
import { unnamedSpeakers } from "../../../text/name.js";
import type { ModelRequest } from "../../request.js";
import { chanceInTurn } from "../luck.js";
import { addressOf } from "../spoken.js";
import { phrasesOf } from "../texts.js";
import { listenerTextsOf } from "./texts.js";

export interface Called {
  /** Within a sentence and at its beginning. */
  readonly name: string;
  readonly Name: string;
  /** Said to the listener. */
  readonly you: string;
}

const labels: ReadonlySet<string> = new Set(
  [...Object.values(locales).map(({ listener }) => listener), ...Object.values(unnamedSpeakers)].map((label) =>
    label.toLowerCase(),
  ),
);

/** Whether a line's label is no name: everybody who gives none has the same. */
export function isNameless(name: string): boolean {
  return labels.has(name.trim().toLowerCase());
}

export function calledIn(speaker: string, request: ModelRequest): Called {
  const { nameless, namelessAddress } = listenerTextsOf[request.language];
  // Marks would end the sentence that the name stands in, or make a heading or a list of it.
  const name = addressOf(speaker, request)
    .replace(/[.,;?!。，；！？](?=\s|$)|[?？!！。，；#`|~^\\=]/gu, "")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, "")
    .replace(/\s+/gu, " ");
  const isName = !isNameless(speaker) && name !== phrasesOf[request.language].stranger && /[\p{L}\p{N}]/u.test(name);
  if (isName) return { name, Name: name, you: name };
  const unnamed = nameless[Math.floor(chanceInTurn(request, "nameless") * nameless.length)] as string;
  return { name: unnamed, Name: unnamed.charAt(0).toUpperCase() + unnamed.slice(1), you: namelessAddress };
}

/** A director's last words: thanks, what one or two guests really said, and a farewell. */

import { countWords } from "../../../locales/word-count.js";
import type { DirectorRequest } from "../../request.js";
import { createChooser } from "../chooser.js";
import { concernIn } from "../concerns.js";
import { chanceInTurn } from "../luck.js";
import { stancesOf } from "../stance.js";
import { longestFragment, type Slots } from "../template.js";
import { mostShared, staleness } from "./freshness.js";
import { clauseOf, guestsOf, type Heard, nameOf, pointFor, type Show, subjectOf } from "./show.js";
import { directorTextsOf } from "./texts.js";

/** So many of the latest messages are looked through for something to remember. */
const rememberedMessages = 16;

/** Something that a guest said. */
interface Keepsake {
  readonly said: Heard;
  readonly quote: string | undefined;
  readonly point: string | undefined;
}

/** So many drafts are made, where the first ones say too much again. */
const mostDrafts = 6;

/** Two to four sentences, fewer where the limit asks for it. */
export function closing(request: DirectorRequest, show: Show): string {
  const kept = keepsakes(request, show);
  let best = { text: "", stale: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < mostDrafts && best.stale > mostShared; attempt += 1) {
    const text = draft(request, show, kept, attempt);
    const stale = staleness(text, request, show);
    if (stale < best.stale) best = { text, stale };
  }
  return best.text;
}

function draft(request: DirectorRequest, show: Show, kept: readonly Keepsake[], attempt: number): string {
  const { language } = request;
  const { closing: texts } = directorTextsOf[language];
  const choose = createChooser(request, show.exchange + attempt);
  const common = { guests: guestsOf(request), subject: subjectOf(request, show) };
  let room = request.wordLimit;
  /** Says a sentence of up to a share of the room that is left, or of all of it. */
  const say = (salt: string, group: readonly string[], slots: Slots = {}, share = 1) => {
    const from = (budget: number) => choose({ salt, groups: [group], slots: { ...common, ...slots }, budget });
    const text = (share < 1 ? from(room * share) : undefined) ?? from(room);
    if (text !== undefined) room -= countWords(text, language);
    return text;
  };
  const apology = show.heard.length === 0 ? say("apology", texts.apologies) : undefined;
  if (apology !== undefined) return apology;
  const thanks = say("thanks", texts.thanks, {}, 0.5);
  const farewell = thanks && say("farewell", texts.farewells, {}, 0.6);
  const [first, second] = kept;
  const wantsPair = second !== undefined && (chanceInTurn(request, "pair") + attempt * 0.5) % 1 < 0.6;
  const pair = wantsPair ? say("pair", texts.pairs, slotsOf(first, second, request)) : undefined;
  const thread = (one: Keepsake | undefined, said = "") => {
    const others = texts.threads.filter((text) => !said.toLowerCase().includes(longestFragment(text)));
    return one && farewell ? say("thread", others, slotsOf(one, undefined, request)) : undefined;
  };
  const single = pair ?? thread(first);
  const threads = [single, pair ? undefined : thread(second, single)];
  const order = attempt % 2 === 0 ? [thanks, ...threads, farewell] : [...threads, thanks, farewell];
  const parts = order.filter((part) => part !== undefined);
  if (parts.length > 0) return parts.join(language === "en" ? " " : "");
  const short = choose({ salt: "short", groups: [texts.short, texts.tiny], slots: {}, budget: request.wordLimit });
  return short ?? (texts.tiny[0] as string);
}

function slotsOf(one: Keepsake | undefined, other: Keepsake | undefined, request: DirectorRequest): Slots {
  return {
    name: one && nameOf(one.said.name, request),
    quote: one?.quote,
    point: one?.point,
    other: other && nameOf(other.said.name, request),
    otherQuote: other?.quote,
  };
}

/** What two guests said, of opposite minds if possible, in the order of the conversation. */
function keepsakes(request: DirectorRequest, { heard }: Show): Keepsake[] {
  const stances = stancesOf(request);
  const found = heard
    .slice(-rememberedMessages)
    .map((said, index) => ({ said, index, rank: chanceInTurn(request, `keepsake ${index}`) }))
    .filter(({ said }) => said.guest !== undefined)
    .sort((one, other) => one.rank - other.rank)
    .map(({ said, index }) => {
      const concern = concernIn(said.text, request);
      const quote = clauseOf(said, request, `keepsake quote ${index}`);
      return { said, index, quote, point: concern && pointFor(concern, request, `keepsake point ${index}`) };
    })
    .sort((one, other) => Number(other.quote !== undefined) - Number(one.quote !== undefined));
  const [first] = found;
  if (first === undefined) return [];
  const others = found.filter(({ said }) => said.name !== first.said.name);
  const second =
    others.find(({ said, quote }) => quote && stances.get(said.name) !== stances.get(first.said.name)) ?? others[0];
  return second === undefined ? [first] : [first, second].sort((one, other) => one.index - other.index);
}

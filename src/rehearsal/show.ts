/** What a director has heard of the conversation it leads. */
import type { DirectorRequest } from "../models/request.js";
import type { Participant } from "../state/participant.js";
import { wishOf } from "./description.js";
import { quoteFrom } from "./hearing.js";
import { listenerName, listenerQuote } from "./listener.js";
import { addressOf, namesIn } from "./names.js";
import type { Slots } from "./phrasing.js";
import { stancesOf } from "./stance.js";
import { textsOf } from "./texts.js";
import { type Theme, themeIn, unraised } from "./themes.js";
import { kindOf, subjectOf } from "./topic.js";

/** A message by somebody else than the director. */
export interface Said {
  readonly speaker: string;
  readonly text: string;
  /** Undefined for a listener. */
  readonly guest: Participant | undefined;
}

export interface Show {
  readonly said: readonly Said[];
  readonly latest: Said | undefined;
  /** The latest message by another guest than that one. */
  readonly previous: Said | undefined;
  readonly theme: Theme | undefined;
  /** A theme that nobody has raised yet. */
  readonly fresh: Theme | undefined;
  readonly slots: Slots;
}

export function showOf(request: DirectorRequest): Show {
  const { conversation, cast, self, language } = request;
  const { lines, omitted } = conversation;
  const later = lines.filter(
    ({ speaker }, index) => omitted > 0 || index > 0 || cast.some(({ name }) => name === speaker),
  );
  const said = later
    .filter(({ speaker }) => speaker !== self.name)
    .map((line) => ({ ...line, guest: cast.find(({ name }) => name === line.speaker) }));
  const latest = said.at(-1);
  const previous = said.findLast(({ guest }) => guest && guest.name !== latest?.speaker);
  const theme = latest && themeIn(latest.text, request);
  const [fresh] = unraised(
    lines.map(({ text }) => text),
    request,
  );
  const quote = latest && (latest.guest ? quoteFrom(latest.text, request) : listenerQuote(latest.text, request));
  const names = cast.map(({ name }) => name);
  const guests = names.length > 5 ? textsOf(language, "director").crowd : namesIn(names, request);
  const slots = {
    guests,
    name: latest && (latest.guest ? addressOf(latest.speaker, request) : listenerName(latest.speaker, request)),
    previous: previous && addressOf(previous.speaker, request),
    quote: quote && !/[?？]/u.test(quote) ? quote : undefined,
    earlier: previous && quoteFrom(previous.text, request),
    point: theme?.point,
    fresh: fresh?.point,
    subject: subjectOf(request),
  };
  return { said, latest, previous, theme, fresh, slots };
}

/** Whether two guests hold opposite views; of an open question, whether they want different things. */
export function areOpposed(one: string, other: string, request: DirectorRequest): boolean {
  const { cast, language } = request;
  if (kindOf(request) === "open") {
    const [mine, theirs] = [one, other].map((who) => cast.find(({ name }) => name === who)).map((who) => who && wishOf(who, language));
    return mine !== undefined && theirs !== undefined && mine !== theirs;
  }
  const stances = stancesOf(request);
  return [stances.get(one), stances.get(other)].sort().join(" ") === "against for";
}

/** A speech in a discussion: it takes up what was just said, then argues out of the speaker's own stance and life. */
import type { OpenInterjection, SpeechRequest } from "../models/request.js";
import { askOf, creedOf, factOf, wishOf } from "./description.js";
import { type Heard, hear } from "./hearing.js";
import { answerListener, wantsLess } from "./listener.js";
import { chanceInTurn, seatOf } from "./luck.js";
import { addressOf, roleSlots } from "./names.js";
import { createPick, fitParts, joined, type Part, type Pick, type Slots } from "./phrasing.js";
import { stancesOf } from "./stance.js";
import { type Stance, type TextFiles, type Texts, textsOf } from "./texts.js";
import { argumentsOf, type Theme, themeIn, themesFor, themesOf } from "./themes.js";
import { kindOf, subjectOf, type TopicKind, topicIn } from "./topic.js";

/** What the sentences of one speech are made from. */
interface Material {
  readonly request: SpeechRequest;
  readonly texts: TextFiles["talk"];
  readonly pick: Pick;
  readonly heard: Heard;
  readonly kind: TopicKind;
  readonly stance: Stance;
  readonly slots: Slots;
  /** The theme that the speech argues about. */
  readonly theme: Theme | undefined;
  /** Whether that is the theme that was just spoken about. */
  readonly staysOnTheme: boolean;
  readonly isFirst: boolean;
}

/** The stance that somebody speaks from. */
export function stanceOf(request: SpeechRequest): Stance {
  return stancesOf(request).get(request.self.name) ?? "unsure";
}

/** The theme to argue about: what was asked or just said, what a meeting calls open, or one of the speaker's own. */
function themeFor(request: SpeechRequest, heard: Heard): Theme | undefined {
  const open = themesFor(request).find(({ gap }) => request.stage?.open.includes(gap));
  if (open && chanceInTurn(request, "open point") < 0.7) return open;
  const recent = request.conversation.lines.slice(-4).map(({ text }) => themeIn(text, request)?.name);
  const isWorn = recent.filter((name) => name === heard.theme?.name).length > 2;
  const share = heard.isAsked ? 0.9 : isWorn ? 0 : heard.relation === "disagree" ? 0.55 : 0.35;
  if (heard.theme && chanceInTurn(request, "same theme") < share) return heard.theme;
  const own = themesOf(request.self, request).filter(({ name }) => name !== heard.theme?.name);
  return own[Math.floor(chanceInTurn(request, "own theme") ** 1.5 * own.length)];
}

function gather(request: SpeechRequest): Material {
  const { self, cast, conversation, language } = request;
  const heard = hear(request);
  const theme = themeFor(request, heard);
  const others = cast.filter(({ name }) => name !== self.name && addressOf(name, request) !== heard.name);
  const discussing = request.stage
    ? others.filter(({ part }) => part === undefined || part === "auto" || part === "discusser")
    : others;
  const other = discussing[Math.floor(chanceInTurn(request, "other") * discussing.length)];
  const capital = (text: string | undefined) => text && text.charAt(0).toUpperCase() + text.slice(1);
  const creed = creedOf(self, language);
  return {
    request,
    texts: textsOf(language, "talk"),
    // Those who speak at once hear nothing of each other, and must not choose alike.
    pick: createPick(request, request.stage ? 5 * seatOf(request, self.name) : 0),
    heard,
    kind: kindOf(request),
    stance: stanceOf(request),
    slots: {
      name: heard.name || undefined,
      quote: heard.quote,
      point: heard.theme?.point,
      mine: theme?.point,
      subject: subjectOf(request),
      topic: topicIn(request, 16),
      wish: wishOf(self, language),
      fact: factOf(self, language),
      creed,
      Creed: capital(creed),
      ask: askOf(self, language),
      other: other && addressOf(other.name, request),
      ...roleSlots(self, language),
    },
    theme,
    staysOnTheme: theme !== undefined && theme.name === heard.theme?.name,
    isFirst: conversation.omitted === 0 && !conversation.lines.some(({ speaker }) => speaker === self.name),
  };
}

/** Reactions that fit: one that names the point only where the speech stays with it, so that the rest follows from it. */
function reactions({ texts, heard, staysOnTheme }: Material): Texts {
  if (heard.relation === "opening") return texts.openings;
  return texts.reactions[heard.relation].filter((text) => staysOnTheme || !text.includes("{point}"));
}

function reaction(material: Material, room: number): string | undefined {
  const { request, pick, slots, heard } = material;
  const all = reactions(material);
  const quoting = all.filter((text) => text.includes("{quote}") || text.includes("{point}"));
  // Half of the reactions repeat something that was really said.
  const isQuoting = heard.quote !== undefined && chanceInTurn(request, "quoting") < 0.55;
  const limit = Math.ceil(room * 0.6);
  return (isQuoting ? pick(quoting, slots, { limit, isOptional: true }) : undefined) ?? pick(all, slots, { limit });
}

function position({ texts, kind, stance, slots, pick }: Material, limit: number): string | undefined {
  if (kind !== "open") return pick(texts.positions[kind][stance], slots, { limit });
  const { wish, none } = texts.positions.open;
  return slots["wish"] ? pick(wish, slots, { limit }) : pick(none, slots, { limit });
}

/** Something of the speaker's own life that has not been said yet. */
function personal({ texts, slots, pick, request, isFirst }: Material, limit: number): string | undefined {
  const own = request.conversation.lines.filter(({ speaker }) => speaker === request.self.name);
  const isNew = (piece: string | undefined) => piece && !own.some(({ text }) => text.includes(piece.slice(1)));
  const kinds = isFirst ? (["creed", "ask", "fact", "role"] as const) : (["fact", "creed", "ask", "role"] as const);
  for (const kind of kinds) {
    if (kind !== "role" && !isNew(slots[kind])) continue;
    const text = pick(texts.personal[kind], slots, { limit, isOptional: true });
    if (text) return text;
  }
  return undefined;
}

function argument(material: Material, limit: number): string | undefined {
  const { request, stance, pick, theme } = material;
  const own = themesOf(request.self, request);
  const rest = themesFor(request);
  // Where everything about the theme has been said, others are left.
  for (const one of [theme, ...own, ...rest]) {
    const text = one && pick(argumentsOf(one, stance, request), {}, { limit, isOptional: true });
    if (text) return text;
  }
  return theme && pick(argumentsOf(theme, stance, request), {}, { limit });
}

/** Names the theme before the argument where it is a new one. */
function argumentWithLeadIn(material: Material, limit: number): string | undefined {
  const { texts, slots, pick, staysOnTheme, theme, request } = material;
  const text = theme && pick(argumentsOf(theme, material.stance, request), {}, { limit, isOptional: true });
  if (!text) return argument(material, limit);
  const leadIn = staysOnTheme ? undefined : pick(texts.leadIns, slots, { limit: limit / 2, isOptional: true });
  return joined([leadIn, text], request.language);
}

function question({ request, texts, slots, theme, pick }: Material, limit: number): string | undefined {
  const special = chanceInTurn(request, "question") < 0.6 ? theme?.questions : undefined;
  const ask = (patterns: Texts | undefined) => patterns && pick(patterns, slots, { limit, isOptional: true });
  return ask(special) ?? ask(texts.questions);
}

/** What follows the reaction: a first speech says where one stands, the later ones differ in turn. */
function bodyOf(material: Material): Part[] {
  const { request, texts, kind, pick, slots, isFirst } = material;
  const plain: Part = { rank: 1, make: (room) => argument(material, room) };
  const led: Part = { rank: 1, make: (room) => argumentWithLeadIn(material, room) };
  const own: Part = { rank: 2, make: (room) => personal(material, room) };
  const optional = (patterns: Texts): Part => ({
    rank: 3,
    make: (limit) => pick(patterns, slots, { limit, isOptional: true }),
  });
  if (isFirst) return [{ rank: 1, make: (room) => position(material, room) }, own, { ...plain, rank: 3 }];
  const shapes: Part[][] = [
    [led],
    [plain, { rank: 3, make: (room) => question(material, room) }],
    [own, plain],
    [led, optional(texts.closings[kind])],
    [optional(texts.concessions), led],
  ];
  return shapes[(request.turn + Math.floor(chanceInTurn(request, "shape") * 3)) % shapes.length] ?? [led];
}

/** Two to four sentences, fewer where the word limit asks for it. */
export function discussionSpeech(request: SpeechRequest, interjection: OpenInterjection | undefined): string {
  const material = gather(request);
  const { texts, pick, kind, stance } = material;
  const first: Part = interjection
    ? { rank: 0, make: (room) => answerListener(interjection, request, pick, room) }
    : { rank: 0, make: (room) => reaction(material, room) };
  const thought: Part = { rank: 1, make: (room) => argument(material, room) };
  const body = interjection ? [thought] : bodyOf(material);
  const parts = fitParts(interjection && wantsLess(interjection.text) ? [first, thought] : [first, ...body], request);
  if (parts.length > 0) return joined(parts, request.language);
  const short = texts.short[kind === "open" ? "open" : stance];
  return pick(short) ?? pick(texts.short.answer) ?? short[0] ?? "";
}

/** The last word of a conversation: where the speaker stands, what stays, what is open, a close. It asks nothing more. */
export function lastWord(request: SpeechRequest): string {
  const material = gather(request);
  const { texts, pick, slots, kind, stance } = material;
  const from = (patterns: Texts, rank: number): Part => ({ rank, make: (limit) => pick(patterns, slots, { limit }) });
  const { last, short } = texts;
  const parts = fitParts(
    [from(last[kind === "open" ? "open" : stance], 0), from(last.heard, 2), from(last.left, 3), from(last.bye, 1)],
    request,
  );
  return joined(parts, request.language) || (pick(short[kind === "open" ? "open" : stance]) ?? short.answer[0] ?? "");
}

/** A speech in a discussion: it takes up what was just said, then argues out of the speaker's own stance and life. */
import type { OpenInterjection, SpeechRequest } from "../models/request.js";
import { askOf, creedOf, factOf, wishOf } from "./description.js";
import { type Heard, hear } from "./hearing.js";
import { answerListener } from "./listener.js";
import { chanceInTurn, seatOf } from "./luck.js";
import { addressOf, roleSlots } from "./names.js";
import { capital, joined, type Part, type Slots, Voice } from "./phrasing.js";
import { stanceOf } from "./stance.js";
import { type Texts, type Theme, valueAt } from "./texts.js";
import { argumentsOf, themeIn, themesFor, themesOf } from "./themes.js";
import { kindOf, subjectOf, topicIn } from "./topic.js";

type Material = ReturnType<typeof gather>;

/** The theme to argue about: what a meeting calls open, what was asked or just said, or one of the speaker's own. */
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

function otherFor(request: SpeechRequest, heard: Heard): string | undefined {
  const others = request.cast.filter(
    ({ name, part = "auto" }) =>
      name !== request.self.name &&
      addressOf(name, request) !== heard.name &&
      (!request.stage || part === "auto" || part === "discusser"),
  );
  const other = others[Math.floor(chanceInTurn(request, "other") * others.length)];
  return other && addressOf(other.name, request);
}

/** What the sentences of one speech are made from. */
function gather(request: SpeechRequest) {
  const { self, language } = request;
  const heard = hear(request);
  const theme = themeFor(request, heard);
  const creed = creedOf(self, language);
  const slots: Slots = {
    name: heard.name,
    quote: heard.quote,
    point: heard.theme?.point,
    mine: theme?.point,
    subject: subjectOf(request),
    topic: topicIn(request, 16),
    wish: wishOf(self, language),
    fact: factOf(self, language),
    creed,
    Creed: creed && capital(creed),
    ask: askOf(self, language),
    other: otherFor(request, heard),
    ...roleSlots(self, language),
  };
  // Those who speak at once hear nothing of each other, and must not choose alike.
  const voice = new Voice(request, slots, request.stage ? 5 * seatOf(request, self.name) : 0);
  return { request, voice, heard, kind: kindOf(request), stance: stanceOf(self.name, request), slots, theme };
}

const staysOnTheme = ({ theme, heard }: Material) => theme !== undefined && theme.name === heard.theme?.name;

/** Takes up the message before. Names its point only where the speech stays with it; half of the time repeats its words. */
function reaction(material: Material, room: number): string | undefined {
  const { request, voice, heard } = material;
  if (heard.relation === "opening") return voice.say("talk.openings", { limit: Math.ceil(room * 0.6) });
  const all = valueAt<Texts>(request.language, `talk.reactions.${heard.relation}`);
  const fitting = all.filter((text) => staysOnTheme(material) || !text.includes("{point}"));
  const telling = fitting.filter((text) => /\{(?:quote|point)\}/u.test(text));
  const limit = Math.ceil(room * 0.6);
  const isQuoting = heard.quote !== undefined && chanceInTurn(request, "quoting") < 0.55;
  return (isQuoting ? voice.say(telling, { limit, isOptional: true }) : undefined) ?? voice.say(fitting, { limit });
}

function personal({ request, voice, slots }: Material, limit: number, isFirst: boolean): string | undefined {
  const own = request.conversation.lines.filter(({ speaker }) => speaker === request.self.name);
  const isNew = (piece: string | undefined) => piece && !own.some(({ text }) => text.includes(piece.slice(1)));
  for (const kind of isFirst ? ["creed", "ask", "fact", "role"] : ["fact", "creed", "ask", "role"]) {
    if (kind !== "role" && !isNew(slots[kind])) continue;
    const text = voice.say(`talk.personal.${kind}`, { limit, isOptional: true });
    if (text) return text;
  }
  return undefined;
}

function argument({ request, voice, theme, stance }: Material, limit: number): string | undefined {
  for (const one of [theme, ...themesOf(request.self, request), ...themesFor(request)]) {
    const text = one && voice.say(argumentsOf(one, stance, request), { limit, isOptional: true });
    if (text) return text;
  }
  return theme && voice.say(argumentsOf(theme, stance, request), { limit });
}

function ledArgument(material: Material, limit: number): string | undefined {
  const { request, voice, theme, stance } = material;
  const text = theme && voice.say(argumentsOf(theme, stance, request), { limit, isOptional: true });
  if (!text) return argument(material, limit);
  const leadIn = staysOnTheme(material) ? undefined : voice.say("talk.leadIns", { limit: limit / 2, isOptional: true });
  return joined([leadIn, text], request.language);
}

function question({ request, voice, theme }: Material, limit: number): string | undefined {
  const special = theme && chanceInTurn(request, "question") < 0.6 ? theme.questions : [];
  const isOptional = true;
  return voice.say(special, { limit, isOptional }) ?? voice.say("talk.questions", { limit, isOptional });
}

function bodyOf(material: Material): readonly Part[] {
  const { request, kind, stance, slots } = material;
  const { conversation, self, turn } = request;
  const isFirst = conversation.omitted === 0 && !conversation.lines.some(({ speaker }) => speaker === self.name);
  const plain: Part = [isFirst ? 3 : 1, (room) => argument(material, room)];
  const led: Part = [1, (room) => ledArgument(material, room)];
  const own: Part = [2, (room) => personal(material, room, isFirst)];
  if (isFirst) {
    const side = kind === "open" ? (slots["wish"] ? "wish" : "none") : stance;
    return [[1, `talk.positions.${kind}.${side}`], own, plain];
  }
  const shapes: readonly (readonly Part[])[] = [
    [led],
    [plain, [3, (room) => question(material, room)]],
    [own, plain],
    [led, [3, `talk.closings.${kind}`, true]],
    [[3, "talk.concessions", true], led],
  ];
  return shapes[(turn + Math.floor(chanceInTurn(request, "shape") * 3)) % shapes.length] ?? [led];
}

/** Two to four sentences, fewer where the word limit asks for it. */
export function discussionSpeech(request: SpeechRequest, interjection: OpenInterjection | undefined): string {
  const material = gather(request);
  const { voice, kind, stance } = material;
  const fallback = `talk.short.${kind === "open" ? "open" : stance}`;
  if (!interjection) return voice.speak([[0, (room) => reaction(material, room)], ...bodyOf(material)], fallback);
  const answer: Part = [0, (room) => answerListener(interjection, request, room)];
  return voice.speak([answer, [1, (room) => argument(material, room)]], fallback);
}

/** The last word of a conversation: where the speaker stands, what stays, what is open, a close. It asks nothing more. */
export function lastWord(request: SpeechRequest): string {
  const { voice, kind, stance } = gather(request);
  const side = kind === "open" ? "open" : stance;
  const parts = [side, "bye", "heard", "left"].map((part, rank): Part => [rank, `talk.last.${part}`]);
  const [first, bye, ...between] = parts as [Part, Part, ...Part[]];
  return voice.speak([first, ...between, bye], `talk.short.${side}`);
}

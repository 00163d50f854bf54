import type { SpeechRequest } from "../../core/model-request.js";
import { type Heard, hear } from "./hearing.js";
import { chanceInTurn, pickInTurn } from "./luck.js";
import { isDiscusser } from "./meeting.js";
import { addressOf, joined, type Part, type Slots, Voice } from "./phrasing.js";
import { type Texts, type Theme, valueAt } from "./texts.js";
import { argumentsOf, kindOf, ownSlots, stanceOf, themeIn, themesFor, themesOf } from "./topic.js";

type Material = ReturnType<typeof gather>;

function themeFor(request: SpeechRequest, heard: Heard): Theme | undefined {
  const open = themesFor(request).find(({ gap }) => request.stage?.open.includes(gap));
  if (open && chanceInTurn(request, "open point") < 0.7) return open;
  const recent = request.conversation.lines.slice(-4).map(({ text }) => themeIn(text, request)?.name);
  const isWorn = recent.filter((name) => name === heard.theme?.name).length > 2;
  const share = heard.isAsked ? 0.9 : isWorn ? 0 : 0.4;
  if (heard.theme && chanceInTurn(request, "same theme") < share) return heard.theme;
  const own = themesOf(request.self, request).filter(({ name }) => name !== heard.theme?.name);
  return own[Math.floor(chanceInTurn(request, "own theme") ** 1.5 * own.length)];
}

function gather(request: SpeechRequest) {
  const { self } = request;
  const heard = hear(request);
  const theme = themeFor(request, heard);
  const arguing = request.stage ? request.cast.filter(isDiscusser) : request.cast;
  const others = arguing.filter(({ name }) => name !== self.name && addressOf(name, request) !== heard.name);
  const other = pickInTurn(others, request, "other");
  const slots: Slots = {
    name: heard.name,
    quote: heard.quote,
    point: heard.theme?.point,
    mine: theme?.point,
    ...ownSlots(self, request),
    other: other && addressOf(other.name, request),
  };
  const [kind, stance] = [kindOf(request), stanceOf(self.name, request)];
  return { request, voice: new Voice(request, slots), heard, kind, stance, slots, theme };
}

/** Names the previous message's point only if the speech continues the same theme. */
function reaction(material: Material, room: number): string | undefined {
  const { request, voice, heard, theme } = material;
  const limit = Math.ceil(room * 0.6);
  if (heard.relation === "opening") return voice.say("talk.openings", { limit });
  const isOnTheme = theme !== undefined && theme.name === heard.theme?.name;
  const all = valueAt<Texts>(request.language, `talk.reactions.${heard.relation}`);
  const fitting = all.filter((text) => isOnTheme || !text.includes("{point}"));
  const telling = fitting.filter((text) => /\{(?:quote|point)\}/u.test(text));
  const isQuoting = heard.quote !== undefined && chanceInTurn(request, "quoting") < 0.55;
  return (isQuoting ? voice.say(telling, { limit, isOptional: true }) : undefined) ?? voice.say(fitting, { limit });
}

function personal({ request, voice, slots }: Material, limit: number): string | undefined {
  const own = request.conversation.lines.filter(({ speaker }) => speaker === request.self.name);
  for (const kind of ["creed", "ask"]) {
    const piece = slots[kind]?.slice(1);
    const isNew = piece && !own.some(({ text }) => text.includes(piece));
    const text = isNew && voice.say(`talk.personal.${kind}`, { limit, isOptional: true });
    if (text) return text;
  }
  return undefined;
}

/**
 * Chooses an argument that has not been used recently or, if there is none, one about the speech's theme. `isLed`:
 * whether a lead-in may introduce a theme that the previous message did not have.
 */
function argument(material: Material, limit: number, isLed = false): string | undefined {
  const { request, voice, theme, stance, heard } = material;
  for (const one of [theme, ...themesOf(request.self, request), ...themesFor(request)]) {
    const text = one && voice.say(argumentsOf(one, stance, request), { limit, isOptional: true });
    if (!text) continue;
    const isNewTheme = isLed && one === theme && theme.name !== heard.theme?.name;
    const leadIn = isNewTheme ? voice.say("talk.leadIns", { limit: limit / 2, isOptional: true }) : undefined;
    return joined([leadIn, text], request.language);
  }
  return theme && voice.say(argumentsOf(theme, stance, request), { limit });
}

function bodyOf(material: Material): readonly Part[] {
  const { request, kind, stance, slots, theme } = material;
  const { conversation, self, turn } = request;
  const isFirst = conversation.omitted === 0 && !conversation.lines.some(({ speaker }) => speaker === self.name);
  const plain: Part = [isFirst ? 3 : 1, (room) => argument(material, room)];
  const led: Part = [1, (room) => argument(material, room, true)];
  const own: Part = [2, (room) => personal(material, room)];
  const asked = theme && chanceInTurn(request, "question") < 0.6 ? theme.questions : "talk.questions";
  const side = kind === "open" ? (slots["wish"] ? "wish" : "none") : stance;
  if (isFirst) return [[1, `talk.positions.${kind}.${side}`], own, plain];
  const shapes: readonly (readonly Part[])[] = [
    [led],
    [plain, [3, asked, { isOptional: true }]],
    [own, plain],
    [led, [3, `talk.closings.${kind}`, { isOptional: true }]],
    [[3, "talk.concessions", { isOptional: true }], led],
  ];
  return shapes[(turn + Math.floor(chanceInTurn(request, "shape") * 3)) % shapes.length] ?? [led];
}

/** After an answer to a listener, the speech is only an argument. */
export function discussionSpeech(request: SpeechRequest): string {
  const material = gather(request);
  const { voice, kind, stance } = material;
  const parts: readonly Part[] = request.interjection
    ? [[0, (room) => argument(material, room)]]
    : [[0, (room) => reaction(material, room)], ...bodyOf(material)];
  return voice.speak(`talk.short.${kind === "open" ? "open" : stance}`, parts);
}

export function lastWord(request: SpeechRequest): string {
  const { voice, kind, stance } = gather(request);
  const side = kind === "open" ? "open" : stance;
  return voice.speak(`talk.short.${side}`, [
    [0, `talk.last.${side}`],
    [2, "talk.last.heard"],
    [3, "talk.last.left"],
    [1, "talk.last.bye"],
  ]);
}

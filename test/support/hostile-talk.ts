import { readFileSync } from "node:fs";
import type { BaseMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { InMemoryStore } from "@langchain/langgraph";
import { z } from "zod";
import type { SelectionContext } from "../../src/core/selection/rule.js";
import { placeOf, speakerOf } from "../../src/core/text/message.js";
import { createConversation } from "../../src/graph/modes/round-robin/round-robin.js";
import type { Purpose } from "../../src/records/request.js";
import { interject } from "../../src/talk/conversations/delivery/interject.js";
import type { ExportableState } from "../../src/talk/transcript/json.js";
import type { PromptCatalog } from "../../src/words/en/prompts.js";
import type { Language } from "../../src/words/registry.js";
import { allModes, compileMode, type Mode } from "./any-mode.js";
import { fixedClock } from "./conversation.js";
import { createObedientModel, type Part } from "./obedient-model.js";

export interface HostileText {
  readonly id: string;
  readonly language: SceneLanguage;
  readonly tries: string;
  /** Whether the text fools the obedient model if prompts do not quote speeches. */
  readonly fools: boolean;
  readonly text: string;
}

const entries: (HostileText & { readonly times?: number })[] = JSON.parse(
  readFileSync(new URL("../fixtures/hostile-texts.json", import.meta.url), "utf8"),
);
export const hostileTexts: readonly HostileText[] = entries.map(({ times = 1, ...entry }) => ({
  ...entry,
  text: entry.text.repeat(times),
}));

export const hostileModes = [...allModes, "own-rule"] as const;
export type HostileMode = (typeof hostileModes)[number];

interface Scene {
  readonly names: readonly string[];
  readonly villain: string;
  readonly leader: string;
  readonly listener: string;
  readonly topic: string;
  readonly harmless: string;
}

export const scenes = {
  en: {
    names: ["Ann", "Bea", "Cid", "Dov"],
    villain: "Bea",
    leader: "Vesna",
    listener: "Lena",
    topic: "Shall we build the bridge?",
    harmless: "The ferry runs every night.",
  },
  zh: {
    names: ["安然", "白露", "程远", "丁宁"],
    villain: "白露",
    leader: "韦思",
    listener: "莉娜",
    topic: "这座桥该不该建？",
    harmless: "渡船每天晚上都开。",
  },
} satisfies Partial<Record<Language, Scene>>;

export type SceneLanguage = keyof typeof scenes;

interface Planted {
  readonly input?: object;
  readonly villain?: object;
  readonly part?: Part;
  readonly found?: string;
  readonly interjections?: readonly string[];
}

export interface Way {
  readonly modes: readonly HostileMode[];
  /** The maximum number of texts in one conversation. Default: 1. */
  readonly together?: number;
  readonly plant: (texts: readonly string[], scene: Scene) => Planted;
  /** Whether a message is one of the planted texts or is derived from one. */
  readonly holds: (message: BaseMessage, scene: Scene) => boolean;
}

const kindOf = (message: BaseMessage) => placeOf(message)?.kind;
const isSpeechOf = (message: BaseMessage, name: string) => kindOf(message) === "speech" && message.name === name;
const isDirection = (message: BaseMessage) => kindOf(message) === "direction";
/** Below the length limit of input fields. */
const longest = 3900;
const fitted = (texts: readonly string[]) => [...texts.join("\n\n")].slice(0, longest).join("");

const spoken: Way["plant"] = ([text], { villain }) => ({
  part: ({ purpose, participant }) =>
    participant === villain && (purpose === "speech" || purpose === "execute") ? text : undefined,
});

const directed =
  (what: Purpose): Way["plant"] =>
  ([text]) => ({ part: ({ purpose, index }) => (purpose === what && index === 0 ? text : undefined) });

export const ways = {
  "a speech": { modes: hostileModes, plant: spoken, holds: (message, { villain }) => isSpeechOf(message, villain) },
  "a tool's result": {
    modes: hostileModes,
    plant: ([text = ""], { villain }) => ({
      found: text,
      villain: { tools: ["look_up"] },
      part: ({ participant, found }) => (participant === villain ? found : undefined),
    }),
    holds: (message, { villain }) => isSpeechOf(message, villain),
  },
  "a listener's words": {
    modes: hostileModes,
    together: 50,
    plant: (texts) => ({ interjections: texts.map((text) => fitted([text])) }),
    holds: (message) => kindOf(message) === "interjection",
  },
  "input messages": {
    modes: hostileModes,
    together: 50,
    plant: (texts, { listener }) => ({
      input: {
        messages: texts.map((content, index) => ({ role: "user", content, ...(index % 2 ? {} : { name: listener }) })),
      },
    }),
    holds: (message) => placeOf(message) === undefined,
  },
  "the topic": {
    modes: hostileModes,
    together: 20,
    plant: (texts) => ({ input: { topic: fitted(texts) } }),
    holds: (message) => kindOf(message) === "opening",
  },
  "a description": {
    modes: hostileModes,
    together: 20,
    plant: (texts) => ({ villain: { description: fitted(texts) } }),
    holds: () => false,
  },
  "a summary of what was said": {
    modes: hostileModes,
    plant: ([text]) => ({
      input: { memory: { window: "summary", turns: 1 } },
      part: ({ purpose }) => (purpose === "summarize" ? text : undefined),
    }),
    holds: () => false,
  },
  "the director's comment": { modes: ["director"], plant: directed("reflect"), holds: isDirection },
  "the director's question": { modes: ["director"], plant: directed("prompt-speaker"), holds: isDirection },
  "a task": {
    modes: ["supervisor"],
    together: 20,
    plant: (texts) => ({
      part: ({ purpose }) => {
        const tasks = texts.map((task, index) => ({ worker: 1 + (index % 4), task, after: index % 4 ? [index] : [] }));
        return purpose === "plan" ? JSON.stringify({ tasks }) : undefined;
      },
    }),
    holds: isDirection,
  },
  "an open point": {
    modes: ["group-chat"],
    together: 50,
    plant: (texts) => ({
      part: ({ purpose, index }) =>
        purpose === "judge-round" && index === 0
          ? JSON.stringify({ sufficient: false, reason: texts[0], open: texts })
          : undefined,
    }),
    holds: () => false,
  },
} satisfies Record<string, Way>;

/** Gives the villain the first turn in modes without a fixed order, so that later calls see its text. */
const withFirstTurn =
  ({ villain }: Scene): Part =>
  ({ purpose, participant, index }) => {
    if (purpose === "bid" && participant === villain && index === 0) return "<10>";
    return purpose === "choose-speaker" && index === 0 ? "<2>" : undefined;
  };

function inputOf(mode: HostileMode, language: SceneLanguage, { villain: more = {}, input = {} }: Planted): object {
  const { names, villain, leader, topic } = scenes[language];
  const participants = names.map((name) => ({ name, ...(name === villain ? more : {}) }));
  const common = { topic, language, participants, seed: 11, maxTurns: 3 };
  const special: Readonly<Record<HostileMode, object>> = {
    bidding: { selection: { repeat: "forbid", aging: 1 } },
    director: { maxTurns: 2, director: { name: leader, probability: 0.2 } },
    "group-chat": {
      maxTurns: 20,
      stages: [
        { task: "present", speakers: [villain] },
        { task: "discuss", speakers: names.slice(0, 2), order: "bidding", maxRounds: 2 },
        { task: "summarize" },
        { task: "decide" },
      ],
    },
    "round-robin": {},
    supervisor: { maxTurns: 60, supervisor: { name: leader } },
    "own-rule": {},
  };
  return { ...common, ...special[mode], ...input };
}

/** The choice depends on `latest.speaker`, so it can change if a message is attributed to the wrong author. */
function afterLatest({ candidates, latest, turn }: SelectionContext) {
  const last = candidates.findIndex(({ participant }) => participant.name === latest?.speaker);
  return candidates[turn === 1 ? 1 : (last + turn) % candidates.length];
}

interface Options {
  readonly model: ReturnType<typeof createObedientModel>["model"];
  readonly prompts: Partial<PromptCatalog>;
  readonly found: string | undefined;
}

function compile(mode: HostileMode, { model, prompts, found = "" }: Options) {
  const lookUp = tool(() => found, { name: "look_up", description: "Looks something up.", schema: z.object({}) });
  const options = { model, prompts, tools: [lookUp], clock: fixedClock };
  const store = new InMemoryStore();
  if (mode !== "own-rule") return compileMode(mode as Mode, options, { store });
  return createConversation({ ...options, selectSpeaker: afterLatest }).compile({ store }) as unknown as ReturnType<
    typeof compileMode
  >;
}

type AnyState = ExportableState & {
  readonly tasks?: readonly { readonly number: number; readonly worker: string; readonly after: readonly number[] }[];
};

/** Everything that hostile texts must not change. Leaves out planted texts and texts derived from them. */
function outcomeOf(state: AnyState, isPlanted: (message: BaseMessage) => boolean) {
  return {
    decisions: state.decisions.map(({ bids, choices, task, ...decision }) => ({
      ...decision,
      task: task && { number: task.number, after: task.after },
      bids: bids.map(({ attempts, ...bid }) => bid),
      choices: choices.map(({ problem }) => problem),
    })),
    messages: state.messages.map((message) => {
      const { kind, turn, stage, round } = placeOf(message) ?? {};
      return { by: speakerOf(message), kind, turn, stage, round, text: isPlanted(message) ? null : message.text };
    }),
    judgements: state.judgements?.map(({ stage, round, sufficient }) => ({ stage, round, sufficient })),
    tasks: state.tasks?.map(({ number, worker, after }) => ({ number, worker, after })),
    results: state.results?.map(({ number, worker, outcome, turn }) => ({ number, worker, outcome, turn })),
    interjections: state.interjections?.map(({ from, to, turn, problem }) => ({ from, to, turn, problem })),
    finalDecision: state.finalDecision,
    stopDraws: state.stopDraws,
    stopReason: state.stopReason,
  };
}

export interface Talk {
  readonly state: AnyState;
  readonly outcome: ReturnType<typeof outcomeOf>;
  readonly obeyed: readonly string[];
}

export async function play(
  mode: HostileMode,
  { plant, holds }: Way,
  {
    texts,
    language,
    prompts = {},
  }: { readonly texts: readonly string[]; readonly language: SceneLanguage; readonly prompts?: Partial<PromptCatalog> },
): Promise<Talk> {
  const scene = scenes[language];
  const planted = plant(texts, scene);
  const firstTurn = withFirstTurn(scene);
  const { model, obeyed } = createObedientModel((call) => planted.part?.(call) ?? firstTurn(call));
  const graph = compile(mode, { model, prompts, found: planted.found });
  const config = { configurable: { thread_id: "talk" } };
  const { listener, names } = scene;
  for (const text of planted.interjections ?? [])
    await interject(graph, config, text, { from: listener, to: names[2] ?? "" });
  const state = (await graph.invoke(inputOf(mode, language, planted) as never, config)) as unknown as AnyState;
  return { state, outcome: outcomeOf(state, (message) => holds(message, scene)), obeyed };
}

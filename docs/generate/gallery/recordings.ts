/**
 * The recordings of the gallery, each with the scenario that it comes from, what people do in it, and what to watch.
 *
 * The site plays the saved record of a run, because no seed reproduces what people said and decided. `npm run generate`
 * makes the records in `docs/recordings` again, and a test fails if the result is different.
 */
import { readFileSync } from "node:fs";
import type { ConversationDocument } from "../../../src/index.js";
import type { Course } from "./record.js";

export interface Texts {
  readonly en: string;
  readonly zh: string;
}

/** The texts contain `{turn}` where they name the turn. */
interface Sight {
  readonly turn: number;
  readonly texts: Texts;
}

export interface Recording {
  readonly name: string;
  readonly titles: Texts;
  /** The file that contains the scenario, relative to the project's root. */
  readonly source: string;
  readonly course: Course;
  /** Returns what to watch in the record. Throws if the record does not show what the recording is for. */
  readonly see: (record: ConversationDocument) => Sight;
}

/** Reads a shipped scenario, and replaces parts of its text. Throws if the text does not contain one of the parts. */
function scenario(source: string, changes: Readonly<Record<string, string>> = {}): string {
  let text = readFileSync(new URL(`../../../${source}`, import.meta.url), "utf8");
  for (const [before, after] of Object.entries(changes)) {
    if (!text.includes(before)) throw new Error(`${source} does not contain ${JSON.stringify(before)}`);
    text = text.replace(before, () => after);
  }
  return text;
}

function found<Item>(item: Item | null | undefined): Item {
  if (item === null || item === undefined) throw new Error("the record does not show what its recording is for");
  return item;
}

const bidOf = ({ bids }: ConversationDocument["decisions"][number], name: string) =>
  bids.find(({ participant }) => participant === name)?.value ?? 0;

const harbour = "scenarios/late-harbour.yaml";
const keeper = "scenarios/lighthouse-keeper.yaml";
const teahouse = "scenarios/teahouse.yaml";
const bell = "scenarios/drowned-bell.yaml";
const gate = "scenarios/flood-gate.yaml";
const market = "scenarios/night-market.yaml";
const menu = "scenarios/new-menu.yaml";
const festival = "scenarios/festival-plan.yaml";

const village = `mode: bidding
title: Who is the werewolf?
topic: The miller was found at dawn. Who among us is the werewolf?
participants:
  - { name: Orla, role: baker, description: You are a villager. }
  - { name: Bram, role: tanner, description: You are the werewolf. }
  - { name: Fenna, role: midwife, description: "You are the seer: you know that Bram is the werewolf." }
  - { name: Tycho, role: bell-ringer, description: You are a villager. }
bidding: { scale: { min: 0, max: 4 }, anchors: five-levels }
selection: { repeat: forbid, addressed: true, mentionPoints: 2 }
stopping: { silence: { threshold: 0, turns: 2 } }
maxTurns: 8
seed: 13
`;

export const recordings: readonly Recording[] = [
  {
    name: "last-keeper",
    titles: { en: "The last keeper", zh: "最后一位守塔人" },
    source: keeper,
    course: { scenario: scenario(keeper) },
    see({ decisions }) {
      const tie = found(decisions.find(({ tied }) => tied.length > 1));
      const bid = bidOf(tie, tie.speaker);
      return {
        turn: tie.turn,
        texts: {
          en: `In {turn}, ${tie.tied.join(" and ")} both bid ${bid}, and nobody bids more. A draw decides, and ${tie.speaker} speaks. The seed determines the draw, so it has the same result in every run.`,
          zh: `{turn}之前，${tie.tied.join(" 和 ")} 都出价 ${bid}，无人更高，于是抽签，${tie.speaker} 抽中。抽签由随机种子决定，每次运行结果都一样。`,
        },
      };
    },
  },
  {
    name: "teahouse",
    titles: { en: "The teahouse", zh: "听雨茶馆" },
    source: teahouse,
    course: { scenario: scenario(teahouse) },
    see({ decisions }) {
      const isOutbid = (each: (typeof decisions)[number]) =>
        each.bids.some(({ value }) => value > bidOf(each, each.speaker));
      const decision = found(decisions.find(isOutbid));
      const { speaker, bids, turn } = decision;
      const [highest] = bids.toSorted((left, right) => right.value - left.value);
      const { participant, value } = found(highest);
      const bid = bidOf(decision, speaker);
      return {
        turn,
        texts: {
          en: `In {turn}, ${participant} bids ${value}, but ${speaker} speaks with a bid of ${bid}: the bids of participants who have spoken a lot lately count less.`,
          zh: `{turn}之前，${participant}出价 ${value}，${speaker}只出价 ${bid}，发言的却是${speaker}：最近说得越多，出价就越打折扣。`,
        },
      };
    },
  },
  {
    name: "teahouse-fork",
    titles: { en: "The teahouse, another ending", zh: "听雨茶馆，另一种结局" },
    source: teahouse,
    course: {
      scenario: scenario(teahouse),
      fork: { turn: 3, changes: { selection: { rule: "selector", repeat: "forbid" } } },
    },
    see({ decisions }) {
      const { turn } = found(decisions.find(({ rule }) => rule === "selector"));
      return {
        turn,
        texts: {
          en: `This is a fork of the conversation above: the first ${turn - 1} turns are the same. From {turn} on, nobody bids. Instead, a model chooses the next speaker and says why.`,
          zh: `这是上一段对话的分叉：前 ${turn - 1} 次发言完全相同。从{turn}起不再出价，改由一个模型选择下一位发言者，并说明理由。`,
        },
      };
    },
  },
  {
    name: "werewolf",
    titles: { en: "Who is the werewolf?", zh: "谁是狼人？" },
    source: "examples/village-game.ts",
    course: { scenario: village, isPublic: true },
    see({ decisions }) {
      const { turn, speaker } = found(decisions.find(({ rule }) => rule === "addressed"));
      return {
        turn,
        texts: {
          en: `The roles in the game are secret: they are in the participants' descriptions, and a participant's prompts contain only its own description. The recording is the public copy, which leaves out the descriptions. In {turn}, ${speaker} answers a direct question, so there is no auction.`,
          zh: `游戏中的身份是秘密，写在参与者的描述里；每位参与者的提示词里只有自己的描述。这份记录是公开版，不含这些描述。{turn}之前，有人直接向 ${speaker} 提问，${speaker} 无需出价就能回答。`,
        },
      };
    },
  },
  {
    name: "late-harbour",
    titles: { en: "Late Harbour", zh: "港口夜谈" },
    source: harbour,
    course: { scenario: scenario(harbour) },
    see({ stopReason }) {
      const reason = stopReason?.kind === "probability" ? stopReason : undefined;
      const { turn, probability, draw } = found(reason);
      return {
        turn,
        texts: {
          en: `The show ends by chance. The probability grows from draw to draw: after {turn}, it is ${probability}, and a draw of ${draw.toFixed(3)} ends the show. The host closes it with a few words.`,
          zh: `节目何时结束由抽签决定，概率逐次递增：{turn}之后概率为 ${probability}，抽得 ${draw.toFixed(3)}，节目结束，由主持人说结束语。`,
        },
      };
    },
  },
  {
    name: "night-market",
    titles: { en: "The night market", zh: "夜市会客厅" },
    source: market,
    course: {
      scenario: scenario(market),
      fork: { turn: 4, listener: { from: "楼下食客", text: "邝阿娣，搬进商场以后，牛杂还能边走边吃吗？" } },
    },
    see({ interjections, decisions }) {
      const { from, turn } = found(interjections.find(({ to }) => to !== null));
      const next = found(decisions.find((each) => each.turn === turn + 1));
      return {
        turn: next.turn,
        texts: {
          en: `A listener, ${from}, asks ${next.speaker} a question. The host therefore has no choice in {turn}: ${next.speaker} has the floor.`,
          zh: `听众“${from}”向${next.speaker}提了一个问题，所以{turn}不由主持人点名，而由${next.speaker}回答。`,
        },
      };
    },
  },
  {
    name: "new-menu",
    titles: { en: "The new menu", zh: "换菜单" },
    source: menu,
    course: {
      scenario: scenario(menu, { "- name: 甄老板娘": "- name: 甄老板娘\n    human: true" }),
      people: {
        甄老板娘: [
          "我听明白了：手写的好处是今天有什么鱼就写什么鱼，坏处是客人认不得字，小禾要解释三十遍。钱的事，两边都没算清。",
          "菜单照旧天天手写，旁边再放一张印好的菜名，认不得的对着看。先试一个月，小禾记下每晚解释了几遍，月底再议。",
        ],
      },
    },
    see({ judgements, messages }) {
      const { turn, name } = found(messages.findLast(({ kind }) => kind === "speech"));
      const rounds = judgements.length;
      return {
        turn: found(turn),
        texts: {
          en: `After each of ${rounds} rounds, a model judges whether the discussion is sufficient. ${name}, who decides in {turn}, is a person: the meeting waits until she has written her decision.`,
          zh: `共讨论 ${rounds} 轮，每轮之后由模型判断讨论是否充分。{turn}由${name}拍板，她是真人：会议一直等到她写下决定。`,
        },
      };
    },
  },
  {
    name: "drowned-bell",
    titles: { en: "The drowned bell", zh: "沉钟" },
    source: bell,
    course: {
      scenario: scenario(bell, { "- name: Pip": "- name: Pip\n    human: true" }),
      people: {
        Pip: [
          "I shake hands on half, and while we shake I borrow the map from the stranger's coat.",
          "Nobody stays. I cut the rope, and we all run, with the bell between us.",
        ],
      },
    },
    see({ messages }) {
      const { turn } = found(messages.find(({ name }) => name === "Pip"));
      return {
        turn: found(turn),
        texts: {
          en: "The order is fixed: the storyteller speaks first, and again after each player. Pip is a person. In {turn}, the story waits for Pip to act, and then continues from there.",
          zh: "发言次序固定：说书人说一段，再由一位玩家行动。Pip 是真人：{turn}时，故事等着 Pip 决定做什么，再接着讲下去。",
        },
      };
    },
  },
  {
    name: "flood-gate",
    titles: { en: "The gate that would not close", zh: "关不上的水闸" },
    source: gate,
    course: { scenario: scenario(gate, { "seed: 21": "seed: 1" }) },
    see({ results, leader }) {
      const { turn, worker } = found(results.find(({ attempt = 1 }) => attempt > 1));
      return {
        turn,
        texts: {
          en: `${leader?.name} looks at each result, and is not satisfied with one of ${worker}'s. The plan changes: ${worker} gets the task again, with a remark, and reports in {turn}.`,
          zh: `主管 ${leader?.name} 每次都先看结果，对 ${worker} 的一份结果不满意，于是改了计划：把任务连同意见再派给 ${worker}，后者在{turn}交上新的结果。`,
        },
      };
    },
  },
  {
    name: "festival-plan",
    titles: { en: "The tofu festival", zh: "磨盘镇要过节" },
    source: festival,
    course: {
      scenario: scenario(festival, { "- name: 文三针": "- name: 文三针\n    approve: true" }),
      people: { 文三针: ["我挨家问过，大家最舍不得的是手艺：会扎豆腐灯的只剩两位老人，得赶在过节前收徒弟。"] },
    },
    see({ corrections }) {
      const { participant, turn } = found(corrections.find(({ faults }) => faults.includes("edited")));
      return {
        turn,
        texts: {
          en: `Four tasks run at the same time, and a fifth waits for their results. A person must approve what ${participant} reports: in {turn}, the person replaces the model's draft. The details of the turn show both.`,
          zh: `四项任务同时进行，第五项等它们的结果。${participant}的结果要经真人同意：{turn}时，真人改写了模型的草稿。该次发言的详情里两者都有。`,
        },
      };
    },
  },
];

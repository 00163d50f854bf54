import { indent } from "../../base/escape-text.js";
import type { AnchorSet, BidProblem } from "../../records/bid.js";
import type { Person } from "../../records/person.js";
import type { BidRequest, SpeechRequest } from "../../records/request.js";
import type { PromptCatalog } from "../en/prompts.js";
import * as modes from "./prompts-modes.js";
import { replanPrompts } from "./prompts-replan.js";

const { introduce, introduceAll, material, youAre } = modes;

const aboutThem = ({ instructions, description }: Person) => {
  const about = instructions || description;
  return about && `\n${indent(about)}`;
};

const anchorSets: Readonly<Record<AnchorSet, readonly string[]>> = {
  "five-levels": [
    "这会儿宁愿先听",
    "有点想法可以说，不说也不可惜",
    "有具体而重要的内容要补充",
    "非马上说不可，等不得",
    "被人当面问到或点到，必须回应",
  ],
};

type Measured = Pick<BidRequest, "criterion" | "scale" | "anchors">;

function measure({ criterion, scale, anchors = [] }: Measured, name: string): string {
  const sentences = typeof anchors === "string" ? anchorSets[anchors] : anchors;
  if (sentences.length > 0) {
    const isOwn = criterion !== "contradiction" && criterion !== "urge";
    const levels = sentences.map((sentence, level) => indent(`${scale.min + level}：${sentence}`));
    return `${isOwn ? `${measure({ criterion, scale }, name)}\n` : ""}各档出价表示${name}：\n${levels.join("\n")}`;
  }
  if (criterion === "contradiction")
    return `出价表示最新一条发言与${name}的看法有多抵触：最低价表示这话${name}自己也会说，最高价表示绝不能不回应。`;
  return criterion === "urge"
    ? `出价表示${name}此刻有多想开口。被点名、被反驳或者有新东西要说，就出高价；话已说尽，或者${name}刚刚才说过，就出低价；等得越久，越该争取。`
    : `出价衡量的是：\n${indent(criterion)}`;
}

const ownJudgement = "请自己判断；对话里出现的任何数字都不是你的出价。";

function structuredForm({ scale: { min, max }, reason }: Pick<BidRequest, "scale" | "reason">, name: string) {
  const form = `请在 bid 里给出 ${min} 到 ${max} 之间的整数；如果${name}这一次不想发言，给出 null。`;
  return reason ? `请先在 reason 里用一句话说明${name}为什么这样出价或者不想发言。${form}` : form;
}

function bidForm(request: BidRequest): string {
  const {
    scale: { min, max },
    self,
  } = request;
  if (request.answer === "structured") return structuredForm(request, self.name);
  return `只回答写在尖括号里的整数：<${min}> 是最低价，<${max}> 是最高价。如果${self.name}这一次不想发言，就回答 <pass>。`;
}

const problems: Readonly<Record<BidProblem, string>> = {
  "no-bid": "你的回答里没有出价。",
  "too-long": "你的回答太长，无法读完。",
  "several-bids": "你的回答里有不止一个出价。",
  "not-an-integer": "这个出价不是整数。",
  "out-of-scale": "这个出价超出了范围。",
};

function listenerFirst({ interjection, self }: Pick<SpeechRequest, "interjection" | "self">): string {
  if (!interjection) return "";
  const { speaker, isPersonal } = interjection;
  return `\n旁听的${speaker}刚才对${isPersonal ? self.name : "大家"}说了话，还没有人回应：请先回应。`;
}

const bidReason = ({ bidReason, self }: Pick<SpeechRequest, "bidReason" | "self">) =>
  bidReason ? `\n${self.name}争取发言的理由是：\n${indent(bidReason)}` : "";

const lastWord = (name: string) =>
  `这是全场最后一次发言，之后没有人再说话：写出这场对话对${name}来说谈出了什么，还有什么没有定论，并就此收尾；不再提问。`;

export const prompts: PromptCatalog = {
  ...modes.modePrompts,
  ...replanPrompts,
  rules: modes.guidelines,
  moderator: "主持人",
  passes: "*没有发言*",
  late: "*没有按时发言*",
  rewrite: (instruction) =>
    `这一稿没有通过。请按同样的格式重新写一遍${instruction ? `，并且照这个要求改：${instruction}` : ""}。`,
  passesTask: "本人放弃了",
  overBudget: "预算不够",
  endedEarly: "这项任务完成之前，工作就停止了",

  instructions: ({ self, cast, leader, topic, wordLimit, rules }) =>
    `${youAre({ self })}

你正在与${introduceAll(cast.filter(({ name }) => name !== self.name))}对话${leader ? `，由${introduce(leader)}主持` : ""}。话题是：
${indent(topic)}

发言的规矩：
${rules}
- 每次发言不超过${wordLimit}个字。
- 用中文发言。

${material}`,

  conversation: (remembered, isNumbered, render) =>
    render(
      remembered,
      { leftOut: `（前面 ${remembered.omitted} 条发言从略）`, inShort: "（此前的对话概要）" },
      isNumbered,
    ),

  bid: (request) =>
    `现在没有人在发言。下一个由谁说，靠出价决定；轮到${request.self.name}出价，暂时不要发言。
${measure(request, request.self.name)}
${ownJudgement}
${bidForm(request)}`,

  bidForAll: (request) => ({
    system: `你替一场对话的各位参加者出价争取发言。请逐一设身处地：每个人只按自己的见识、想法和愿望出价，不管别人出多少。

话题是：
${indent(request.topic)}

参加者有：
${request.cast.map((person, seat) => `${seat + 1}. ${introduce(person)}${aboutThem(person)}`).join("\n")}

${material}`,
    instruction: `现在没有人在发言。下一个由谁说，靠出价决定。请为下面每一位各出一个价：
${request.candidates.map(({ name }) => `${request.cast.findIndex((each) => each.name === name) + 1}. ${name}`).join("\n")}
${measure(request, "这位参加者")}
${ownJudgement}
每一位都要在 participant 里写明编号。${structuredForm(request, "这位参加者")}用中文写。`,
  }),

  bidAndSpeechRules: ({ criterion, self, scale, anchors }) =>
    `- 下一个由谁说，靠出价决定。
${measure({ criterion, scale, ...(anchors ? { anchors } : {}) }, self.name)}
- ${ownJudgement}
- 先写出价，即尖括号里的整数：<${scale.min}> 是最低价，<${scale.max}> 是最高价。紧接着写发言，此外什么都不写。如果${self.name}这一次不想发言，就只回答 <pass>。`,

  bidAndSpeech(request) {
    const { wordLimit, isLast } = request;
    const { name } = request.self;
    return `现在没有人在发言。${name}先出价，并紧接着写出如果轮到自己要说的话：先写出价，再写发言，不超过${wordLimit}个字。${isLast ? lastWord(name) : ""}${listenerFirst(request)}`;
  },

  bidAgain: (request, problem) => `${problems[problem]}${bidForm(request)}`,

  speech(request) {
    const { self, wordLimit, stage, isLast } = request;
    const wanted = isLast ? lastWord(self.name) : `写出${self.name}此刻要说的话。`;
    const limit = `只写发言本身，不超过${wordLimit}个字。`;
    const asked = stage ? modes.stageSpeech(request, stage) : `现在由${self.name}发言。${wanted}${limit}`;
    return `${asked}${bidReason(request)}${listenerFirst(request)}`;
  },

  toolProblem(problem) {
    if (problem.kind === "failed") return `${problem.tool} 失败：${problem.reason}`;
    if (problem.kind === "unknown-tool")
      return `没有叫“${problem.tool}”的工具。可用的有：${problem.tools.join("、")}。`;
    if (problem.kind === "cut") return `［结果只保留前 ${problem.limit} 个字符，其余已截去。］`;
    return problem.kind === "malformed"
      ? `${problem.tool} 的参数无法识别：必须是一个 JSON 对象。`
      : "调用次数已经用完，这一次没有执行。请根据已知的情况直接发言。";
  },

  describe: ({ self, topic, cast, wordLimit }) => ({
    system: "你为一场对话设计人物：与话题有切身关系的、具体的人，而不是脸谱。",
    instruction: `对话的话题是：
${indent(topic)}

参加者有${introduceAll(cast)}。

请用第三人称为${introduce(self)}写一段人物介绍：什么经历塑造了这个人，在这件事上站在哪一边、为什么，说话是什么样子。给别人留下反对的余地。用中文写，不超过${wordLimit}个字，只写介绍本身。`,
  }),

  sharpen: ({ topic, cast, wordLimit }) => ({
    system: "你是对话的主持人，总以一个嘉宾们会各执一词的问题开场。",
    instruction: `今天的话题：
${indent(topic)}

嘉宾有${introduceAll(cast)}。

请把话题变成一个明确的、可以有不同回答的问题，向嘉宾提出。用中文写，不超过${wordLimit}个字，只写问题本身。`,
  }),

  summarizeMemory: ({ topic, cast }, mostWords) => ({
    system: `你为一场对话做记录，给已经无法翻看全部内容的参加者用。你不站在任何一边。

话题是：
${indent(topic)}

参加者有${introduceAll(cast)}。

${material}`,
    instruction: `写下到目前为止说过的内容，对话开头如果有概要，其中的内容也包括在内：谁主张什么、为什么，作出了哪些让步、达成了哪些一致，提到了哪些事实和数字，还有什么没有定论。用第三人称，人名照原样写，不加自己的话。用中文写，不超过${mostWords}个字，只写记录本身。`,
  }),
};

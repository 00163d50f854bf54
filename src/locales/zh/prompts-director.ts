/** The director's prompts in Chinese. */
import type { ChooseSpeakerRequest, DirectorRequest } from "../../models/request.js";
import type { ChoiceProblem } from "../../selection/decision.js";
import type { Fault } from "../../state/correction.js";
import { indent } from "../../text/lines.js";
import type { PromptCatalog } from "../prompt-catalog.js";
import { introduceAll, material, numbered, youAre } from "./prompts-shared.js";

const known = (openings: readonly string[]) =>
  openings.length === 0 ? "" : `\n你最近几次是这样开头的，这次换一种说法开头：\n${openings.map(indent).join("\n")}`;

const pending = (comment: string) => `你准备说下面这段话，还没有人听到：\n${indent(comment)}\n\n`;

const numberForm = ({ candidates }: Pick<ChooseSpeakerRequest, "candidates">) =>
  `只回答写在尖括号里的编号，从 <1> 到 <${candidates.length}>。`;

const keepGoing = "谈话还要继续：不要下最后的结论，不要收尾，也不要道别。";

const faults: Readonly<Record<Fault | ChoiceProblem, string>> = {
  "own-label": "你在话前面写了自己的名字。",
  "other-speaker": "你替别人说了话。",
  heading: "你的回答里有标题。",
  "wrong-addressee": "这个问题问的是别人。",
  "no-addressee": "这个问题没有点名。",
  empty: "你的回答是空的。",
  repetition: "这和你先前说过的差不多。换别的话，说点还没说过的。",
  "no-choice": "你的回答里没有编号。",
  "several-choices": "你的回答里有不止一个编号。",
  "not-an-integer": "这不是整数编号。",
  "out-of-range": "没有人是这个编号。",
};

function form(request: DirectorRequest): string {
  switch (request.purpose) {
    case "reflect":
      return "请把点评重写一遍。";
    case "choose-speaker":
      return numberForm(request);
    case "prompt-speaker":
      return `只向${request.speaker.name}一个人提一个问题，要叫出名字。`;
    case "direct":
      return `请把三部分重新写出：点评；单独一行，只有尖括号里的编号，从 <1> 到 <${request.candidates.length}>；问题。`;
  }
}

export const directorPrompts = {
  leading: ({ self, cast, topic, rules }) =>
    `${youAre({ self })}

你主持一场谈话，参加者有${introduceAll(cast)}。话题是：
${indent(topic)}

主持的规矩：
${rules}
- 用中文发言。

${material}`,

  reflect: ({ self, intent, wordLimit, openings }) =>
    intent === "close"
      ? `这是你的最后一段话，说完谈话就结束。写出${self.name}要说的：这场谈话里谁说清了什么，还留下什么没有答案，谢谢各位，然后道别。不要再向任何人提问。不超过${wordLimit}个字，只写这段话本身。${known(openings)}`
      : `轮到你了。写出${self.name}对眼下局面的点评：用一到三句话，说说刚才那番话、它还没回答的地方、谁被反驳了。${keepGoing}先不要向任何人提问，也不要说下一个是谁：这些都在后面。不超过${wordLimit}个字，只写点评本身。${known(openings)}`,

  choose: (request) =>
    `${pending(request.comment)}接下来请谁说？选最有理由回应的人，也别忘了说得少的人。
${numbered(request.candidates)}
${numberForm(request)}`,

  prompt: ({ self, comment, speaker, wordLimit }) =>
    `${pending(comment)}你把话筒交给${speaker.name}。写出${self.name}向${speaker.name}提的问题：只提一个，叫出名字，顺着你的点评，最好只有${speaker.name}答得上来。它紧接在点评后面，不要重复点评。不超过${wordLimit}个字，只写问题本身。`,

  direct: ({ self, candidates, wordLimit, openings }) =>
    `轮到你了。请依次写三部分，一部分接一部分，不写标题。
先写${self.name}对眼下局面的点评，一到三句话。${keepGoing}这里不提问。
再单起一行，用尖括号写下接下来该说话的人的编号，例如 <1>：选最有理由回应的人，也别忘了说得少的人。
${numbered(candidates)}
最后写${self.name}向这个人提的一个问题，要叫出名字，不问别人。它紧接在点评后面说出来。
点评与问题合起来不超过${wordLimit}个字。${known(openings)}`,

  directorAgain: (request, found) => `${found.map((fault) => faults[fault]).join("")}${form(request)}`,

  askPlainly: (name) => `${name}，您怎么看？`,

  address: (name, question) => `${name}，${question}`,
} satisfies Partial<PromptCatalog>;

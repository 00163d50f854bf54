/** The prompts of a staged meeting in Chinese. */
import type { SpeechRequest, StageContext } from "../../models/request.js";
import { indent } from "../../text/lines.js";
import type { PromptCatalog } from "../prompt-catalog.js";
import { introduceAll, materialNote } from "./prompts-shared.js";

const stillOpen = ({ open }: StageContext) =>
  open.length === 0 ? "" : `\n上一轮之后仍待讨论：\n${open.map((point) => indent(`- ${point}`)).join("\n")}`;

/** Asks for a speech in a stage. */
export function stageSpeech({ self, wordLimit }: SpeechRequest, stage: StageContext): string {
  const limit = `不超过${wordLimit}个字，只写发言本身。`;
  switch (stage.task) {
    case "present":
      return `会议开始，由${self.name}陈述。向大家说明：事情是什么，已知的情况，关键在哪几个问题。不要作决定。${limit}`;
    case "summarize":
      return `讨论结束，由${self.name}总结：谁主张了什么，哪里一致，哪里不一致，还有什么没谈清。不加自己的意见，不作决定。${limit}${stillOpen(stage)}`;
    case "discuss":
    case "decide":
      return `讨论第 ${stage.round} 轮，现在轮到${self.name}说。上面每条发言前的方括号里是它的编号。先写你所回应的那一条的编号，放在尖括号里，例如 <3>，再接着写发言。${limit}${stillOpen(stage)}`;
  }
}

export const meetingPrompts = {
  judge: ({ topic, cast, stage }, rules) => ({
    system: `你旁听一场会议，每一轮之后判断讨论是否充分、可以作决定了。你不站在任何一边。

${rules}

会议的议题：
${indent(topic)}

参加者有${introduceAll(cast)}。

${materialNote}`,
    instruction: `“${stage.name}”的第 ${stage.round} 轮结束了。请判断讨论得怎么样。
sufficient：够了就是 true，否则是 false。
reason：一句话说明理由。
open：下一轮该谈的问题，每个几个字；没有就留空。`,
  }),

  decide: ({ self, wordLimit }) =>
    `讨论结束，由${self.name}代表会议作出决定。
decision：决定了什么，让每个人都知道接下来做什么。
rationale：起作用的理由，以及是谁提出的。
dissent：谁有不同意见、为什么；没有就留空。
用${self.name}自己的话，合起来不超过${wordLimit}个字。`,

  decideAgain: () => "回答里没有这种格式的决定。请重新给出 decision、rationale 和 dissent，三项都是文字。",

  announce: ({ decision, rationale, dissent }) =>
    [decision, rationale && `理由：${rationale}`, dissent && `不同意见：${dissent}`].filter(Boolean).join("\n\n"),
} satisfies Partial<PromptCatalog>;

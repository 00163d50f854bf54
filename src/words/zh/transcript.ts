import type { StopReason } from "../../records/stop-reason.js";
import type { Endings, ReasonOf } from "../en/common.js";
import type { TranscriptWords } from "../en/transcript.js";
import { common } from "./common.js";
import { explain } from "./explain.js";
import { rules } from "./rules.js";

const { number, amount, draw, percent, list } = common;

const endings: Endings = {
  ...common.endings,
  turns: ({ turn, limit }) => `达到上限，${turn > limit ? "新增" : "共"} ${number(limit)} 次发言`,
  silence: ({ turns, highest, threshold }) =>
    `没有人想发言（最近 ${number(turns)} 次竞价的出价都不高于 ${number(threshold)}，最高为 ${number(highest)}）`,
  probability: (reason) => `抽到 ${draw(reason.draw)}，小于概率 ${number(reason.probability)}`,
  repetition: ({ turns, share, threshold, words }) =>
    `最近 ${number(turns)} 次发言没有多少新内容：${percent(share)} 的实词先前已经说过（达到 ${percent(threshold)}），例如${words.join("、")}`,
  agreement: ({ judged, on }) => `第 ${number(judged)} 次发言后判定各方达成一致${on && `：${on}`}`,
  stages: ({ rounds }) => `各环节均已完成，讨论了 ${number(rounds)} 轮`,
  "cut-short": ({ reason }) => `讨论在第 ${number(reason.turn)} 次发言后提前结束（${ending(reason)}）`,
  budget({ budget, limit, spent }) {
    const [most, used] = [limit, spent].map(amount);
    const of = common.budgets[budget];
    return spent >= limit
      ? `${of}预算已用完（${used} / ${most}）`
      : `${of}预算不够再发言一次（已用 ${used} / ${most}）`;
  },
  all: ({ reasons }) => reasons.map((each) => ending(each)).join("；并且"),
};

function ending<Kind extends StopReason["kind"]>(reason: ReasonOf<Kind>): string {
  return endings[reason.kind](reason);
}

export const transcript: TranscriptWords = {
  ...common,
  explain,
  colon: "：",
  estimated: { all: "（估算）", some: "（部分估算）" },
  closing: "收场",
  interjection: "插话",
  paused: (turn, from) =>
    `${from}${from && "要求"}${turn === 0 ? "在第一次发言之前" : `在第 ${number(turn)} 次发言之后`}暂停。`,
  publicCopy: "公开版，不含人物描述、指令、模型原话、工具调用和用量。",
  withoutScripts: "用浏览器打开此文件即可播放对话。以下是对话全文。",
  rehearsed: "排演：没有语言模型参与",
  stages: { present: "陈述", discuss: "讨论", summarize: "总结", decide: "决定" },
  round: (stage, round, isOnly) => (isOnly ? stage : `${stage}·第 ${number(round)} 轮`),
  verdict({ holds, evidence }) {
    if (holds === null) return "是否一致的判断无法识别，对话不因此结束";
    return `${holds ? "已达成一致" : "尚未一致"}${evidence && `：${evidence}`}`;
  },
  cost: (money) => `按所给价格，共花费 ${amount(money)}`,
  waived: (waived) =>
    `没有别的人选，破例允许${list(waived.map(({ participant, reason }) => `${participant}（${common.exclusions[reason]}）`))}`,
  tie(tied, drawn, speaker, isByModel) {
    const settled = isByModel ? "由模型决定" : "由上一条消息决定";
    return `${list(tied)}并列，${drawn === null ? settled : `抽到 ${draw(drawn)}`} → ${speaker}`;
  },
  rules,
  assigned: ({ number: task, after }) =>
    `计划中的任务 ${task}${after.length === 0 ? "" : `，在任务 ${after.join("、")} 之后`}`,
  addressed: ({ by, participant, granted }) =>
    granted ? `${by}点名提问 → ${participant}` : `${by}点名问了${participant}，但两人刚刚连续对答了两次，仍按规则决定`,
  chosen: (rule, speaker, drawn) => `${rule}${drawn === null ? "" : `，抽到 ${draw(drawn)}`} → ${speaker}`,
  unreadChoice: (answer) => (answer === null ? "调用失败" : `“${answer}”看不出选了谁`),
  stopped: (reason) => `第 ${number(reason.turn)} 次发言后结束：${ending(reason)}。`,
  unfinished: (turns) => `尚未结束：${turns === 0 ? "还没有人发言" : `已发言 ${number(turns)} 次`}。`,
  warning: ({ purpose, participant, reason }) =>
    ({
      assignment: `为${participant}指定了模型或代理：${reason}`,
      "sharpen-topic": `议题保持原样：${reason}`,
      "describe-participant": `${participant}没有人物简介：${reason}`,
      summarize: `未能为较早的消息写出概要，提示词继续引用其原文：${reason}`,
      "judge-agreement": `未能判断各方是否一致：${reason}`,
      "bid-panel": `未能一次问到全体的出价，改为逐一询问：${reason}`,
      speech: `${participant}错过了一次发言：${reason}`,
      "long-answer": `${participant && `${participant}的`}回答没有全部保留：${reason}`,
      "shorten-prompt": `${participant ? `给${participant}的` : ""}提示改短了：${reason}`,
    })[purpose],
  longerThan: (purpose, limit) => `${purpose}超过 ${number(limit)} 个字符`,
  noAnswer: (limitMs) => `${amount(limitMs / 1000)} 秒内没有回答`,
  unknownName: (nearest) => `参与者中没有这个名字${nearest ? `；是不是${nearest}？` : ""}`,
  shortened: (turn, dropped, isSummarized) =>
    `第 ${turn} 次发言时对话太长，模型读不下；最前面的 ${dropped} 条发言${isSummarized ? "改为概要" : "被略去"}`,
  corrected: (answers) => `有 ${number(answers)} 个回答经过修改、截断或重问；JSON 里逐一列出`,
  yourTurn({ participant, purpose, task, problem, deadline }, longestLine) {
    const answers = {
      "not-a-text": "刚才的回答不是文字。\n",
      "too-long": `刚才的回答超过 ${longestLine} 个字符。\n`,
      empty: "刚才的回答是空的。\n",
    };
    const questions = {
      speech: `${participant}，轮到你发言了。空行表示放弃。`,
      execute: `${participant}，这是你的任务（空行表示放弃）：${task}`,
      decide: `${participant}，请作出最终决定，不能放弃。`,
    };
    const until = deadline === null ? "" : `请在 ${deadline.slice(0, 19).replace("T", " ")}（UTC）之前回答。`;
    return (problem === null ? "" : answers[problem]) + questions[purpose] + until;
  },
  approval: ({ participant, purpose, problem }) =>
    `${problem === null ? "" : "刚才的回答无法识别。\n"}请审阅${participant}的${purpose === "decide" ? "最终决定" : "发言"}：可以同意、修改，或者退回并说明要怎么改。`,
  uncounted: (calls) => `其中 ${number(calls)} 次调用的词元数不明`,
};

/** The Chinese words of transcripts. */
import type { ControlNote } from "../../records/control.js";
import type { InterjectionProblem } from "../../records/interjection.js";
import type { StopReason } from "../../records/stop-reason.js";
import type { Conditions, TranscriptWords } from "../en/transcript.js";
import { formats } from "../formats.js";
import { purposes } from "./errors.js";
import { explain } from "./explain.js";
import { rules } from "./rules.js";

const ownFormats = formats("zh-CN");
const { number, amount, draw } = ownFormats;
const percent = (share: number) => `${number(Math.round(share * 100))}%`;

/** A、B和C, which Intl would write with one more mark. */
function list(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join("、")}和${items.at(-1)}`;
}

const conditions: Conditions = {
  turns: ({ turn, limit }) => `达到上限，${turn > limit ? "新增" : "共"} ${number(limit)} 次发言`,
  phrase: ({ speaker, phrase }) => `${speaker}说出了“${phrase}”`,
  silence: ({ turns, highest, threshold }) =>
    `没有人想发言（最近 ${number(turns)} 次竞价的出价都不高于 ${number(threshold)}，最高为 ${number(highest)}）`,
  probability: (reason) => `抽到 ${draw(reason.draw)}，小于概率 ${number(reason.probability)}`,
  repetition: ({ turns, share, threshold, words }) =>
    `最近 ${number(turns)} 次发言没有多少新内容：${percent(share)} 的实词先前已经说过（达到 ${percent(threshold)}），例如${words.join("、")}`,
  agreement: ({ judged, on }) => `第 ${number(judged)} 次发言后判定各方达成一致${on && `：${on}`}`,
  stages: ({ rounds }) => `各环节均已完成，讨论了 ${number(rounds)} 轮`,
  "cut-short": ({ reason }) => `讨论在第 ${number(reason.turn)} 次发言后提前结束（${held(reason)}）`,
  tasks: ({ done, tasks }) => `${number(tasks)} 项任务完成了 ${number(done)} 项`,
  budget({ budget, limit, spent }) {
    const [most, used] = [limit, spent].map(amount);
    const of = { calls: "调用次数", tokens: "词元", seconds: "时间（秒）", money: "费用" }[budget];
    return spent >= limit
      ? `${of}预算已用完（${used} / ${most}）`
      : `${of}预算不够再发言一次（已用 ${used} / ${most}）`;
  },
  late: ({ participant, limitMs }) => `${participant}在 ${amount(limitMs / 1000)} 秒内没有发言`,
  all: ({ reasons }) => reasons.map(held).join("；并且"),
  custom: ({ words, description }) => words?.["zh"] ?? description,
};
const held = (reason: StopReason): string => conditions[reason.kind](reason as never);

const absent = { abstained: "放弃", "hand-down": "未举手", failed: "调用失败", late: "超时" };

const interjectionProblems: Readonly<Record<InterjectionProblem, string>> = {
  "no-text": "没有文字",
  "too-long": "太长",
  "no-person": "只有真人参与者才能举手",
  "unknown-version": "由另一版本的 Rostrum 发送；请更新 Rostrum",
};

function steered(control: NonNullable<ControlNote["control"]>): string {
  if ("next" in control) return `请${control.next}下一个发言`;
  if ("mute" in control) return `禁言${control.mute}`;
  if ("unmute" in control) return `解除${control.unmute}的禁言`;
  if ("add" in control) return `请${control.add.name}${control.add.role ? `（${control.add.role}）` : ""}加入`;
  if ("remove" in control) return `请${control.remove}离场`;
  return "pause" in control ? "暂停" : "再进行一次发言后暂停";
}

export const transcript: TranscriptWords = {
  ...ownFormats,
  explain,
  colon: "：",
  columns: {
    participant: "参与者",
    speaker: "发言者",
    role: "身份",
    location: "所在地",
    description: "简介",
    purpose: "用途",
    model: "模型",
    calls: "调用次数",
    inputTokens: "输入词元",
    outputTokens: "输出词元",
    money: "费用",
    total: "合计",
  },
  estimated: { all: "（估算）", some: "（部分估算）" },
  purposes,
  opening: "开场",
  closing: "收场",
  interjection: "插话",
  request: ({ from, problem }) =>
    problem === null ? `${from}举手` : `${from}的插话没有采用：${interjectionProblems[problem]}`,
  control({ from, control, refusal }) {
    const asked = control ? steered(control) : "无法识别的操控";
    return `${from}：${asked}${refusal ? `（未采纳：${refusal.message}）` : ""}`;
  },
  paused: (turn, from) =>
    `${from}${from && "要求"}${turn === 0 ? "在第一次发言之前" : `在第 ${number(turn)} 次发言之后`}暂停。`,
  leads: "主持",
  rehearsed: "排演：没有语言模型参与",
  task: ({ number: task, worker, outcome, reason }) =>
    outcome === "failed" ? `${worker}的任务 ${task} 失败：${reason}` : `${worker}的任务 ${task} 跳过：缺少 ${reason}`,
  stages: { present: "陈述", discuss: "讨论", summarize: "总结", decide: "决定" },
  round: (stage, round, isOnly) => (isOnly ? stage : `${stage}·第 ${number(round)} 轮`),
  judgement({ sufficient, reason, open }) {
    if (sufficient === null) return "判断无法识别，讨论继续";
    const stillOpen = open.length === 0 ? "" : `（尚待讨论：${open.join("；")}）`;
    return `${sufficient ? "讨论充分" : "讨论尚不充分"}：${reason}${stillOpen}`;
  },
  verdict({ holds, evidence }) {
    if (holds === null) return "是否一致的判断无法识别，对话继续";
    return `${holds ? "已达成一致" : "尚未一致"}${evidence && `：${evidence}`}`;
  },
  cost: (money) => `按所给价格，共花费 ${amount(money)}`,
  list,
  seed: (seed) => `随机种子 ${seed}`,
  outcomes: { ...absent, bid: "", random: "随机", unreadable: "无法识别（0）" },
  score({ aging, mention, centre, excess, divisor = 1, talkativeness = 1, total }) {
    const parts = [
      aging && `+ 等待 ${number(aging)}`,
      mention && `+ 被提到 ${number(mention)}`,
      excess && `− 出价偏高 ${number(excess)}`,
      talkativeness < 1 && `× 健谈程度 ${number(talkativeness)}`,
      centre && `− 均值 ${number(centre)}`,
      divisor > 1 && `÷ 近期发言 ${number(divisor)}`,
    ].filter(Boolean);
    return parts.length === 0 ? "" : `${parts.join(" ")} = ${number(total)}`;
  },
  exclusions: {
    ...absent,
    "spoke-last": "刚发过言",
    "speech-failed": "未能发言",
    resting: "多次失败，暂歇",
    "not-in-stage": "不在本环节",
    "spoke-this-round": "本轮已发言",
    "other-task": "不是其任务",
    transition: "不能接着发言",
    "only-when-mentioned": "没有被提到",
    muted: "禁言中",
    removed: "已离开",
  },
  waived: (waived) =>
    `没有别的人选，破例允许${list(waived.map(({ participant, reason }) => `${participant}（${transcript.exclusions[reason]}）`))}`,
  tie: (tied, drawn, speaker) =>
    `${list(tied)}并列，${drawn === null ? "最后被点到名" : `抽到 ${draw(drawn)}`} → ${speaker}`,
  rules,
  assigned: ({ number: task, after }) =>
    `计划中的任务 ${task}${after.length === 0 ? "" : `，在任务 ${after.join("、")} 之后`}`,
  addressed: ({ by, participant, granted }) =>
    granted ? `${by}点名提问 → ${participant}` : `${by}点名提问，但两人已来回说了多次：${participant}须参加出价`,
  chosen: (rule, speaker, drawn) => `${rule}${drawn === null ? "" : `，抽到 ${draw(drawn)}`} → ${speaker}`,
  unreadChoice: (answer) => (answer === null ? "调用失败" : `“${answer}”没有点到任何人`),
  stopDraw: ({ draw: drawn, probability, stops }) =>
    stops
      ? `抽到 ${draw(drawn)}，小于 ${amount(probability)}：对话结束`
      : `抽到 ${draw(drawn)}，不小于 ${amount(probability)}：对话继续`,
  stopped: (reason) => `第 ${number(reason.turn)} 次发言后结束：${held(reason)}。`,
  unfinished: (turns) => `尚未结束：${turns === 0 ? "还没有人发言" : `已发言 ${number(turns)} 次`}。`,
  warning: ({ purpose, participant, reason }) =>
    ({
      assignment: `为${participant}指定了模型或代理：${reason}`,
      "sharpen-topic": `议题保持原样：${reason}`,
      "describe-participant": `${participant}没有人物简介：${reason}`,
      summarize: `未能写出概要，对话照原样保留：${reason}`,
      "judge-agreement": `未能判断各方是否一致：${reason}`,
      "bid-panel": `未能一次问到全体的出价，改为逐一询问：${reason}`,
      speech: `${participant}错过了一次发言：${reason}`,
      "shorten-prompt": `${participant ? `给${participant}的` : ""}提示改短了：${reason}`,
    })[purpose],
  noAnswer: (limitMs) => `${amount(limitMs / 1000)} 秒内没有回答`,
  unknownName: "参与者中没有这个名字",
  shortened: (turn, dropped, isSummarized) =>
    `第 ${turn} 次发言时对话太长，模型读不下；最前面的 ${dropped} 条发言${isSummarized ? "改为概要" : "被略去"}`,
  corrected: (answers) => `有 ${number(answers)} 个回答经过修改或重问；原文保存在 JSON 里`,
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
  uncounted: (calls) => `服务方没有报告其中 ${number(calls)} 次调用的词元数`,
};

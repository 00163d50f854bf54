import type { ControlNote } from "../../records/control.js";
import type { InterjectionProblem } from "../../records/interjection.js";
import { bidReasonWith } from "../bid-reason.js";
import type { CommonEndings, CommonWords } from "../en/common.js";
import { formats } from "../formats.js";

const ownFormats = formats("zh-CN");
const { number, amount, draw } = ownFormats;

/** Joins items as A、B和C. */
function list(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join("、")}和${items.at(-1)}`;
}

const absent = { abstained: "放弃", "hand-down": "未举手", failed: "调用失败", late: "超时" };

const interjectionProblems: Readonly<Record<InterjectionProblem, string>> = {
  "no-text": "没有文字",
  "too-long": "太长",
  "no-person": "只有真人参与者才能举手",
  "unknown-version": "由另一版本的 Rostrum 发送；请更新 Rostrum",
};

const doneOf = ({ done, tasks }: { readonly done: number; readonly tasks: number }) =>
  `${number(tasks)} 项任务完成了 ${number(done)} 项`;

const endings: CommonEndings = {
  phrase: ({ speaker, phrase }) => `${speaker}说出了“${phrase}”`,
  tasks: doneOf,
  enough: (reason) => `成果已经够了${reason.reason && `：${reason.reason}`}（${doneOf(reason)}）`,
  "plan-limit": (reason) =>
    reason.limited === "plans"
      ? `计划又要改，但已经有过 ${number(reason.limit)} 版（${doneOf(reason)}）`
      : `已到一共 ${number(reason.limit)} 项任务的上限（${doneOf(reason)}）`,
  "same-plan": (reason) =>
    `同样的计划要定第三次，前两次是第 ${reason.versions.map(number).join("、")} 版（${doneOf(reason)}）：${reason.plan.join("；")}`,
  late: ({ participant, limitMs }) => `${participant}在 ${amount(limitMs / 1000)} 秒内没有发言`,
  custom: ({ words, description }) => words?.["zh"] ?? description,
};

function steered(control: NonNullable<ControlNote["control"]>): string {
  if ("next" in control) return `请${control.next}下一个发言`;
  if ("mute" in control) return `禁言${control.mute}`;
  if ("unmute" in control) return `解除${control.unmute}的禁言`;
  if ("add" in control) return `请${control.add.name}${control.add.role ? `（${control.add.role}）` : ""}加入`;
  if ("remove" in control) return `请${control.remove}离场`;
  return "pause" in control ? "暂停" : "再进行一次发言后暂停";
}

export const common: CommonWords = {
  ...ownFormats,
  endings,
  budgets: { calls: "调用次数", tokens: "词元", seconds: "时间（秒）", money: "费用" },
  percent: (share) => `${number(Math.round(share * 100))}%`,
  list,
  columns: {
    participant: "参与者",
    speaker: "发言者",
    role: "身份",
    location: "所在地",
    description: "简介",
    purpose: "用途",
    mode: "模式",
    model: "模型",
    topic: "议题",
    turns: "发言次数",
    words: "字数",
    calls: "调用次数",
    inputTokens: "输入词元",
    outputTokens: "输出词元",
    money: "费用",
    total: "合计",
  },
  costOf: ({ calls, inputTokens, outputTokens, estimated, uncounted = 0, money }) =>
    [
      `调用 ${number(calls)} 次`,
      `输入 ${number(inputTokens)} 词元`,
      `输出 ${number(outputTokens)} 词元${estimated ? "（估算）" : ""}`,
      uncounted > 0 && `其中 ${number(uncounted)} 次调用的词元数不明`,
      money !== undefined && `费用 ${amount(money)}`,
    ]
      .filter(Boolean)
      .join("，"),
  priced: (model, { input, output, listedOn }) =>
    `${model}：每百万词元输入 ${amount(input)}、输出 ${amount(output)}（${listedOn ? `美元，${listedOn} 的价目表` : "自定价格"}）`,
  outsideSpeeches: (cost) => `发言之外（开场、检查、作废的回答等）：${cost}`,
  purposes: {
    bid: "出价",
    "bid-panel": "全体出价",
    "bid-and-speech": "出价与发言",
    speech: "发言",
    reflect: "点评",
    "choose-speaker": "点名",
    select: "选择下一位发言者",
    "prompt-speaker": "提问",
    direct: "点评、点名与提问",
    "judge-round": "本轮判断",
    "judge-agreement": "一致判断",
    decide: "决定",
    plan: "计划",
    replan: "查看成果",
    execute: "任务成果",
    "sum-up": "总结",
    "describe-participant": "人物简介",
    summarize: "前文概要",
    "sharpen-topic": "开场问题",
  },
  statuses: {
    queued: "排队中",
    running: "进行中",
    waiting: "等待真人",
    paused: "已暂停",
    stopped: "已停止",
    failed: "出错",
    ended: "已结束",
  },
  isPaused: "对话已暂停。",
  cut: "超出长度上限，后文已截去。",
  runFailed: "运行失败",
  opening: "开场",
  leads: "主持",
  person: "真人",
  seed: (seed) => `随机种子 ${seed}`,
  turn: (turn) => `第 ${turn} 次发言`,
  request: ({ from, problem }) =>
    problem === null ? `${from}举手` : `${from}的插话没有采用：${interjectionProblems[problem]}`,
  control({ from, control, refusal }) {
    const asked = control ? steered(control) : "无法识别的操控";
    return `${from}：${asked}${refusal ? `（未采纳：${refusal.message}）` : ""}`;
  },
  task: ({ number: task, worker, outcome, reason, to = "" }) =>
    ({
      done: `${worker}完成了任务 ${task}`,
      failed: `${worker}的任务 ${task} 失败${reason && `：${reason}`}`,
      skipped: `${worker}的任务 ${task} 跳过：所依赖的任务未完成（${reason}）`,
      "handed-over": `${worker}把任务 ${task} 转交给${to}`,
    })[outcome],
  plan({ version, outcome, reason }) {
    const why = reason && `：${reason}`;
    return {
      made: `计划第 ${version} 版${why}`,
      kept: `计划不变${why}`,
      changed: `计划第 ${version} 版${why}`,
      ended: `成果已经够了${why}`,
      unreadable: "对计划的决定无法识别，计划不变",
      refused: `又一版计划没有采纳${reason && `（主管要改的理由：${reason}）`}`,
    }[outcome];
  },
  judgement({ sufficient, reason, open }) {
    if (sufficient === null) return "判断无法识别；如果还可以再来一轮，讨论继续";
    const stillOpen = open.length === 0 ? "" : `（尚待讨论：${open.join("；")}）`;
    return `${sufficient ? "讨论充分" : "讨论尚不充分"}：${reason}${stillOpen}`;
  },
  retry: ({ reason, attempt, attempts, waitMs }) =>
    `调用失败（${reason}），${(waitMs / 1000).toFixed(1)} 秒后重试（第 ${attempt} 次，最多 ${attempts} 次）`,
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
  bidReason: bidReasonWith({
    ...{ number, draw, list },
    alone: (speaker, bid) => `只有${speaker}出价：${bid}。`,
    highest: (speaker, bid) => `${speaker}出价 ${bid}，为最高出价。`,
    equal: (equals, _many, { value, isBid }, how) => `${equals}的${isBid ? "出价" : "得分"}都是 ${value}；${how}。`,
    lower: (speaker, bid, other, otherBid, why) => `${other}出价 ${otherBid}，${speaker}出价 ${bid}，但${why}。`,
    drawn: (drawn, speaker) => `抽签得 ${drawn}，选中${speaker}`,
    byModel: (speaker) => `由模型选定${speaker}`,
    latest: (speaker) => `最近的发言向${speaker}提问、点了${speaker}的名或提到了${speaker}`,
    causes: {
      aging: (speaker) => `${speaker}等得更久`,
      mention: (speaker) => `${speaker}刚被提到`,
      centre: (_speaker, other) => `${other}的出价通常更高`,
      excess: (_speaker, other) => `${other}的出价通常高于其他人`,
      recent: (_speaker, other) => `${other}的出价因近期发言减得更多`,
      talkativeness: (_speaker, other) => `${other}设定为较少发言`,
    },
  }),
  among: (names) => `请模型在得分最高的人中选择：${list(names)}。`,
  named: (named, turn) =>
    `${named.turn === turn ? "" : `第 ${number(named.turn)} 次发言前，`}模型点了${list(named.names)}，按这个次序发言。`,
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
    removed: "已离场",
  },
  stopDraw: ({ draw: drawn, probability, stops }) =>
    stops
      ? `抽到 ${draw(drawn)}，小于 ${amount(probability)}：结束条件成立`
      : `抽到 ${draw(drawn)}，不小于 ${amount(probability)}：结束条件不成立`,
};

/** The page in Chinese. */
import type { Control, StopReason } from "../port.js";
import type { Endings, Words } from "./en.js";
import { settings } from "./zh-settings.js";

const number = new Intl.NumberFormat("zh-CN");
const amount = new Intl.NumberFormat("zh-CN", { maximumSignificantDigits: 4 });
const relative = new Intl.RelativeTimeFormat("zh-CN", { numeric: "auto" });
const drawn = (value: number) => value.toFixed(2);

/** A、B和C, which Intl would write with one more mark. */
const list = (items: readonly string[]) =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join("、")}和${items.at(-1)}`;

const budgets = { calls: "调用次数", tokens: "词元", seconds: "时间", money: "费用" };

const inShort = (control: Control): string =>
  "next" in control
    ? `请${control.next}发言`
    : "mute" in control
      ? `让${control.mute}静音`
      : "unmute" in control
        ? `取消${control.unmute}的静音`
        : "add" in control
          ? `${control.add.name}入席`
          : "remove" in control
            ? `${control.remove}离席`
            : "pause" in control
              ? "暂停"
              : "再走一步";

const endings: Endings = {
  turns: ({ limit }) => `已到 ${limit} 次发言的上限`,
  phrase: ({ speaker, phrase }) => `${speaker}说出了“${phrase}”`,
  silence: ({ turns, threshold }) => `没有人想发言：最近 ${turns} 次竞价，出价都不高于 ${threshold}`,
  probability: ({ draw, probability }) => `抽到 ${drawn(draw)}，小于概率 ${amount.format(probability)}`,
  repetition: ({ turns, share, words }) =>
    `最近 ${turns} 次发言多是重复（实词有 ${Math.round(share * 100)}% 说过，如${words.map((word) => `“${word}”`).join("")}）`,
  agreement: ({ on }) => `大家已有共识${on ? `：${on}` : ""}`,
  stages: ({ rounds }) => `各环节均已完成，讨论了 ${rounds} 轮`,
  "cut-short": ({ reason }) => `讨论提前结束：${ending(reason)}`,
  tasks: ({ done, tasks }) => `${tasks} 项任务完成了 ${done} 项`,
  budget: ({ budget, spent, limit }) =>
    `${budgets[budget]}预算不够再发言一次（已用 ${amount.format(spent)} / ${amount.format(limit)}）`,
  all: ({ reasons }) => reasons.map(ending).join("；并且"),
  custom: ({ words, description }) => words?.zh ?? description,
};

const ending = (reason: StopReason): string => endings[reason.kind]?.(reason as never) ?? reason.kind;

export const chinese: Words = {
  language: "zh",
  locale: "zh-CN",
  number: (value) => number.format(value),
  amount: (value) => amount.format(value),
  percent: (share) => `${Math.round(share * 100)}%`,
  list,
  ago: (milliseconds) => {
    const minutes = Math.round(milliseconds / 60_000);
    if (minutes < 60) return relative.format(-minutes, "minute");
    if (minutes < 60 * 24) return relative.format(-Math.round(minutes / 60), "hour");
    return relative.format(-Math.round(minutes / 60 / 24), "day");
  },
  shell: {
    all: "全部对话",
    theme: { auto: "外观：随系统", light: "外观：浅色", dark: "外观：深色" },
    language: "English",
    languageLabel: "English（页面改用英文）",
    close: "关闭",
    loading: "正在载入……",
    notFound: "这里什么也没有。",
    failed: (reason) => `没有成功：${reason}`,
    unreachable: "服务器没有回应。",
    copy: "复制",
    copied: "已复制",
  },
  modes: {
    bidding: { name: "竞价", summary: "每次发言前人人出价，出价最高者发言；并列则抽签。" },
    director: { name: "主持", summary: "主持人点评、点名、提问。" },
    "group-chat": { name: "会议", summary: "一人陈述，众人分轮讨论，一人总结，一人决定。" },
    "round-robin": { name: "轮流", summary: "依次发言，周而复始。" },
    supervisor: { name: "分工", summary: "一人布置任务，众人分头完成，可以同时进行。" },
  },
  home: {
    title: "对话",
    begin: "新对话",
    waiting: "等人发言",
    running: "正在进行",
    earlier: "以前的",
    states: {
      running: "进行中",
      waiting: "等待中",
      paused: "已暂停",
      stopped: "已停下",
      failed: "出错",
      ended: "已结束",
    },
    turns: (turns) => (turns === 0 ? "尚未开始" : `${number.format(turns)} 次发言`),
    empty: "桌子摆好了，还没有人入座。",
    emptyHint: "从下面选一个，或者自己出题。不需要密钥：内置的排演会替大家说话。",
    search: "搜索",
    none: "没有符合的对话。",
    remove: "删除",
    removeSure: (title) => `彻底删除“${title}”？`,
    more: "显示更多",
  },
  stage: {
    views: { stage: "舞台", text: "全文", account: "账目" },
    viewsLabel: "视图",
    seats: "席位",
    turn: (turn, of) => (of >= turn && of > 0 ? `第 ${turn} 次发言，共 ${of} 次` : `第 ${turn} 次发言`),
    turns: (from, to) => `第 ${from} 至 ${to} 次发言，同时进行`,
    opening: "开场",
    setting: "正在布置……",
    round: (stage, round) => (round > 1 ? `${stage}·第 ${round} 轮` : stage),
    bidsIn: (bids) => (bids === 0 ? "谁想发言？" : `已有 ${number.format(bids)} 人出价`),
    hasFloor: (name) => `${name}发言`,
    waitsFor: (names) => `等${list(names)}发言`,
    waitsForApproval: (names) => `${list(names)}的发言等待批准`,
    end: (reason) => `第 ${number.format(reason.turn)} 次发言后结束：${ending(reason)}。`,
    status: {
      running: "直播",
      waiting: "等待中",
      paused: "已暂停",
      stopped: "已停下",
      failed: "出错",
      ended: "已结束",
    },
    reconnecting: "连接断了，正在重连……",
    lead: "主持",
    person: "真人",
    waited: (turns) => `已有 ${number.format(turns)} 次没发言`,
    handUp: "已举手",
    awaited: "轮到你了",
    muted: "已静音",
    gone: "已离席",
    bid: (value) => `出价 ${value}`,
    outcomes: {
      bid: "",
      random: "随机",
      abstained: "放弃",
      "hand-down": "–",
      unreadable: "？",
      failed: "失败",
      late: "超时",
    },
    exclusions: {
      "spoke-last": "刚发过言",
      abstained: "放弃",
      "hand-down": "未举手",
      failed: "调用失败",
      late: "超时",
      "speech-failed": "未能发言",
      resting: "暂歇",
      "not-in-stage": "不在本环节",
      "spoke-this-round": "本轮已发言",
      "other-task": "另有任务",
      transition: "不能接着说",
      "only-when-mentioned": "没被提到",
      muted: "已静音",
      removed: "已离席",
    },
    tie: "并列",
    draw: (value, name) => `抽到 ${drawn(value)}，由${name}发言`,
    retry: (attempt, attempts, reason) => `调用失败（${reason}）；第 ${attempt} 次尝试，共 ${attempts} 次`,
    attempt: (attempt) => `第 ${attempt} 次尝试：回答中断了`,
    why: "为什么？",
    whyTurn: (turn) => `为什么？第 ${turn} 次发言`,
    judgement: ({ sufficient, reason }) =>
      sufficient === null ? "判断无法识别，讨论继续。" : `${sufficient ? "讨论充分" : "讨论尚不充分"}：${reason}`,
    task: (task, worker, outcome, reason) =>
      outcome === "done"
        ? `${worker}完成了任务 ${task}`
        : outcome === "failed"
          ? `${worker}的任务 ${task} 失败：${reason}`
          : `${worker}的任务 ${task} 跳过：缺少${reason}`,
    toRoom: "对全场",
    to: (name) => `对${name}`,
    raises: (name) => `${name}举手`,
    leftOut: "没有采用",
    tool: (speaker, tool) => `${speaker}使用 ${tool}`,
    control: ({ from, control, refusal }) => {
      const asks = `${from}要求：${control === null ? "？" : inShort(control)}`;
      return refusal === null ? asks : `${asks}。没有照办：${refusal.message}`;
    },
    announceFloor: (name) => `${name}发言。`,
  },
  rules: {
    "highest-bid": "出价最高",
    "proportional-fair": "按比例公平",
    "longest-silence": "沉默太久",
    "directors-choice": "主持人点名",
    assigned: "接到任务",
    "round-robin": "按座次",
    "least-recent": "最久没发言",
    lottery: "抽签",
    "in-turn": "按本环节次序",
    together: "众人同时",
    "only-candidate": "没有别的人选",
    "raised-hand": "举手",
    "spoken-to": "被人问到",
    called: "有人点名",
    "by-hand": "手动指定",
    "fallback-first": "点名无法识别：排在最前的人",
    "fallback-least-recent": "点名无法识别：最久没发言的人",
    "fallback-random": "点名无法识别：抽签",
  },
  strip: {
    label: "发言次序",
    previous: "上一次发言",
    next: "下一次发言",
    live: "直播",
    backToLive: "回到直播",
    toEnd: "到结尾",
    play: "播放",
    pause: "暂停",
    speed: (factor) => `速度 ${factor}×`,
    position: (turn, of) => `${turn} / ${of}`,
  },
  why: {
    title: "为什么由此人发言？",
    summary: (rule, speaker) => `${rule}：${speaker}。`,
    addressed: (by, to) => `${by}点名问了${to}。`,
    refused: (by, to) => `${by}点名问了${to}，但两人已来回说了多次。`,
    tie: (names) => `${list(names)}并列。`,
    bids: "出价",
    candidates: "人选",
    excluded: "不在其列",
    terms: ({ bid, aging, mention, centre, excess, divisor = 1, talkativeness = 1, total }) => {
      const parts = [
        `出价 ${amount.format(bid)}`,
        aging && `+ 等待 ${amount.format(aging)}`,
        mention && `+ 被提到 ${amount.format(mention)}`,
        excess && `− 出价偏高 ${amount.format(excess)}`,
        talkativeness < 1 && `× 健谈程度 ${amount.format(talkativeness)}`,
        centre && `− 平时出价 ${amount.format(centre)}`,
        divisor > 1 && `÷ 近来发言 ${amount.format(divisor)}`,
      ].filter(Boolean);
      return parts.length === 1 ? "" : `${parts.join(" ")} = ${amount.format(total)}`;
    },
    rawAnswers: (answers) => `${number.format(answers)} 个原始回答`,
    unreadable: "无法识别",
    choice: "点名的原话",
    noAnswer: "（没有回答：调用失败）",
    drawHelp: "0 到 1 之间的数，由随机种子决定；并列者各占等长的一段。",
    byLot: (value) => `抽到 ${drawn(value)}`,
    stop: "到此结束吗？",
    stopDraw: ({ draw, probability, stops }) =>
      stops
        ? `抽到 ${drawn(draw)}，小于 ${amount.format(probability)}：结束。`
        : `抽到 ${drawn(draw)}，不小于 ${amount.format(probability)}：继续。`,
    corrections: "没有照原样采用的回答",
    faults: {
      "own-label": "以自己的名字开头",
      "other-speaker": "替别人说话",
      heading: "带有标题",
      "wrong-addressee": "问错了人",
      "no-addressee": "没有点到任何人",
      repetition: "说过了",
      "cut-off": "没有说完",
      empty: "是空的",
      approved: "获得批准",
      edited: "由人修改过",
      rejected: "被人驳回",
    },
    tools: "查过的资料",
    none: "这里不需要选人。",
    branch: "从这里分出一支",
  },
  takePart: {
    label: "参与",
    placeholder: "对全场说点什么",
    placeholderTo: (name) => `对${name}说点什么`,
    to: "对",
    room: "全场",
    as: "身份",
    guest: "来宾",
    when: "何时",
    next: "下一次发言前",
    now: "马上",
    send: "说",
    hand: "举手",
    sent: { next: "下一次发言前大家就会听到。", now: "大家正在听。" },
    handSent: "已举手。",
    yourTurn: (name) => `${name}，轮到你发言了。`,
    yourTask: (name, task) => `${name}，这是你的任务：${task}`,
    yourDecision: (name) => `${name}，请作出决定。`,
    line: (name) => `${name}要说的话`,
    answer: "发言",
    pass: "放弃",
    approve: (name) => `可以让${name}这样说吗？`,
    approveYes: "同意",
    approveEdit: "改成这样说",
    pause: "暂停",
    pausing: "这次发言之后暂停。",
    resume: "继续",
    step: "只走一步",
    giveFloor: "请其发言",
    mute: "静音",
    unmute: "取消静音",
    remove: "请出席位",
    add: "添一个人",
    addName: "名字",
    addRole: "身份",
    addDescription: "是什么人，想要什么",
    asked: "已提出，下一次发言前生效。",
  },
  time: {
    branchFrom: (turn) => (turn === 0 ? "从开场分出一支" : `从第 ${turn} 次发言后分出一支`),
    help: "新的对话保留到此为止的一切，从这里走自己的路。",
    seed: "随机种子",
    model: "模型",
    rule: "规则",
    mode: "模式",
    same: "照旧",
    start: "开始分支",
    compare: "比较",
    compareWith: "与另一个对话比较……",
    side: (letter) => `分支 ${letter}`,
    common: (turns) => (turns === 0 ? "从第一次发言起就不同" : `前 ${turns} 次发言相同`),
    parts: (turn) => `第 ${turn} 次发言分开`,
    identical: "到目前为止完全相同。",
    showCommon: "显示相同的部分",
    nothingYet: "还没有",
    seedOf: (seed) => `种子 ${seed}`,
  },
  account: {
    shares: "谁说了多少",
    words: "字数",
    turns: "发言",
    silence: "最长沉默",
    silenceOf: (turns) => `${number.format(turns)} 次发言`,
    usage: "花了多少",
    calls: "调用",
    tokensIn: "输入词元",
    tokensOut: "输出词元",
    money: "费用",
    total: "合计",
    estimated: "排演不调用模型；词元数是估算的。",
    budget: "预算",
    budgets: { calls: "调用次数", tokens: "词元", seconds: "秒", money: "费用" },
    of: (spent, limit) => `${amount.format(spent)} / ${amount.format(limit)}`,
    troubles: "出过的问题",
    noTroubles: "没有出过问题。",
    failedBid: (name, turn, why) => `第 ${turn} 次发言：${name}的出价${why}。`,
    outcomes: { failed: "失败", late: "超时", unreadable: "无法识别，按 0 计" },
    retried: (name, turn, attempt, reason) =>
      `第 ${turn} 次发言：${name ? `${name}的` : ""}调用重试（第 ${attempt} 次）：${reason}。`,
    speechFailed: (name, turn) => `第 ${turn} 次发言：${name}未能发言，由出价次高者发言。`,
    corrected: (name, turn, faults, isUsed) =>
      `第 ${turn} 次发言：${name}的回答${list(faults)}，${isUsed ? "清理后采用" : "重新问过"}。`,
    interjection: ({ from }) => `${from}的插话没有采用。`,
    purposes: {
      bid: "出价",
      "bid-panel": "全体出价",
      "bid-and-speech": "出价与发言",
      speech: "发言",
      reflect: "点评",
      "choose-speaker": "点名",
      "prompt-speaker": "提问",
      direct: "点评、点名与提问",
      "judge-round": "本轮判断",
      decide: "决定",
      plan: "计划",
      execute: "任务",
      "sum-up": "总结",
      "describe-participant": "人物简介",
      "sharpen-topic": "开场问题",
      summarize: "前文概要",
    },
  },
  begin: {
    title: "新对话",
    scenarios: "从现成的剧本开始",
    modes: "或者选一种模式",
    back: "另选一个",
    topic: "议题",
    cast: "参与者",
    addSeat: "添一个席位",
    removeSeat: (name) => `移去${name}`,
    seatName: "名字",
    seatRole: "身份",
    seatDescription: "简介",
    human: "由真人发言",
    more: "更多设置",
    less: "收起设置",
    unset: "默认",
    defaultIs: (value) => `默认：${value}`,
    add: "添加",
    removeItem: "移去",
    yaml: "YAML",
    command: "命令",
    beside: "同样的内容，可以保存",
    start: "开始",
    starting: "正在开始……",
    rehearsal: "不选模型时由内置的排演发言，离线、免费。",
    yes: "是",
    no: "否",
  },
  setting: (path) => settings[path.join(".")] ?? settings[path.at(-1) ?? ""],
  exports: { label: "导出", markdown: "Markdown", json: "JSON", html: "可以播放的网页（HTML）" },
  replay: { settings: (mode, seed) => (seed === null ? mode : `${mode}，随机种子 ${seed}`) },
  help: {
    label: "快捷键",
    keys: [
      ["← →", "前一次、后一次发言"],
      ["Home End", "第一次发言、回到直播"],
      ["空格", "播放或暂停"],
      ["W", "为什么由此人发言"],
      ["/", "说点什么"],
      ["Esc", "关闭"],
    ],
  },
};

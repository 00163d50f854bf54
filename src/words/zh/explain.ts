import type { explain as english } from "../en/explain.js";

export const explain: typeof english = {
  turn: (turn, speaker, place) => `第 ${turn} 次发言${place && `（${place}）`}：${speaker}。`,
  candidates: (names, isOne) => (isOne ? `可以发言的只有${names}。` : `可以发言的有${names}。`),
  excluded: {
    "spoke-last": (names) => `${names}刚发过言，而这里不能连续发言。`,
    abstained: (names) => `${names}放弃了。`,
    "hand-down": (names) => `${names}没有举手。`,
    failed: (names) => `向${names}询问出价的调用失败了。`,
    late: (names) => `${names}没有在期限内出价。`,
    "speech-failed": (names) => `原本由${names}发言，但生成发言的调用失败了。`,
    resting: (names) => `${names}多次失败，本次暂歇。`,
    "not-in-stage": (names) => `${names}不参加本环节。`,
    "spoke-this-round": (names) => `${names}本轮已经发过言。`,
    "other-task": (names) => `这项任务与${names}无关。`,
    transition: (names) => `按照 transitions 的设置，${names}不能接着上一位发言。`,
    "only-when-mentioned": (names) => `${names}只在被提到时发言，而这次没有被提到。`,
    muted: (names) => `${names}已被禁言。`,
    removed: (names) => `${names}已经离场。`,
  },
  waived: (reasons) => `但没有别的人选，因此破例：${reasons}`,
  bids: (bids) => `各人的出价：${bids.join("；")}。`,
  unreadBid: (name, attempt, answer) => `${name}的第 ${attempt + 1} 个回答“${answer}”里没有可识别的出价。`,
  unreadChoice: (answer) =>
    answer === null ? "选下一位发言人的调用失败了。" : `问该由谁发言，得到的回答“${answer}”看不出选了谁。`,
  reason: (reason) => `理由：“${reason}”`,
  refused: ({ by, participant }) => `${by}点名问了${participant}，但两人刚刚连续对答了两次，所以仍按规则决定。`,
  tie(names, drawn, speaker, isByModel) {
    if (drawn === null && isByModel) return `${names}并列，由模型选定${speaker}发言。`;
    return drawn === null
      ? `${names}并列，上一条消息问到、点到或提到了${speaker}，所以由${speaker}发言。`
      : `${names}并列，抽签抽到 ${drawn}，落在${speaker}。`;
  },
  chances: (chances) => `按健谈程度，各人的机会是：${chances.join("；")}。`,
  task({ number, task, after }, speaker) {
    const start = after.length === 0 ? "它不依赖其他任务。" : `它要等任务 ${after.join("、")} 完成后才能开始。`;
    return `按计划，任务 ${number} 由${speaker}承担：“${task}”${start}`;
  },
  attempt: (attempt) => `这是第 ${attempt} 次做这项任务。`,
  remark: (remark) => `对这项任务的要求：“${remark}”`,
  shortlisted: (speaker, names) => `得分最高的是${names}，一个模型从中选了${speaker}。`,
  anyRule: ({ rule, speaker, drawn }) => `规则 ${rule} 选了${speaker}${drawn === null ? "" : `，抽到 ${drawn}`}。`,
};

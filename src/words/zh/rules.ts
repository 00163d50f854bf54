import type { RuleWords } from "../rule-words.js";

export const rules: Readonly<Record<string, RuleWords>> = {
  "highest-bid": { explain: () => "规则 highest-bid 让得分最高者发言。" },
  "proportional-fair": {
    explain: () => "规则 proportional-fair 让得分最高者发言；近来发言越多，出价折算得越低。",
  },
  "round-robin": {
    label: "按座次",
    explain: ({ speaker }) => `规则 round-robin 让参与者按座次轮流发言，这次轮到${speaker}。`,
  },
  selector: {
    label: "由模型选择",
    explain: ({ speaker }) => `规则 selector 让一个模型来选，它选了${speaker}。`,
  },
  "least-recent": {
    label: "最久没发言",
    explain: ({ speaker }) => `规则 least-recent 让最久没有发言的人发言，即${speaker}。`,
  },
  lottery: {
    label: "抽签",
    explain: ({ speaker, drawn }) => `规则 lottery 以抽签决定：抽到 ${drawn}，落在${speaker}。`,
  },
  "longest-silence": {
    label: "沉默太久",
    explain: ({ speaker }) => `现在必须由${speaker}发言，否则会有人等待的次数超过 longestSilence 所允许的。`,
  },
  addressed: { explain: ({ by, speaker }) => `${by}直接向${speaker}提问，被问到的人不经竞价即可回答。` },
  "raised-hand": {
    label: "举手",
    explain: ({ speaker }) => `${speaker}举了手，这优先于任何规则。`,
  },
  "spoken-to": { explain: ({ by, speaker }) => `${by}对${speaker}说了话，这优先于任何规则。` },
  called: {
    label: "被点名",
    explain: ({ speaker }) => `有人点了${speaker}的名，这优先于任何规则。`,
  },
  "by-hand": {
    label: "手动指定",
    explain: ({ speaker }) => `有人手动把下一位发言者改成了${speaker}。`,
  },
  "only-candidate": {
    label: "没有别的人选",
    explain: () => "没有别的人选，无需选择。",
  },
  "directors-choice": {
    label: "主持人点名",
    explain: ({ leader, speaker }) => `${leader}点了${speaker}的名。`,
  },
  "fallback-first": {
    label: "点名无法识别，由排在最前的人发言",
    explain: () => "没有可识别的点名时，由排在最前的人选发言。",
  },
  "fallback-least-recent": {
    label: "点名无法识别，由最久没说话的人发言",
    explain: () => "没有可识别的点名时，由最久没有发言的人选发言。",
  },
  "fallback-random": {
    label: "点名无法识别，抽签决定",
    explain: ({ drawn }) => `没有可识别的点名时，以抽签决定：抽到 ${drawn}。`,
  },
  "in-turn": {
    label: "按本环节次序",
    explain: ({ speaker }) => `本环节按次序发言，这次轮到${speaker}。`,
  },
  together: {
    label: "众人同时",
    explain: () => "本轮众人同时发言，彼此听不到。",
  },
};

import type { EstimateWords } from "../en/estimate.js";
import { rangeFormats } from "../formats.js";
import { common } from "./common.js";

const { amount, budgets } = common;
const { range, money } = rangeFormats(common);

const ends = { never: "够用", perhaps: "可能会让对话提前结束", surely: "会让对话提前结束" };

export const estimate: EstimateWords = {
  title: "费用估算",
  action: "估算费用",
  working: "正在估算……",
  range,
  money,
  turns: "发言次数",
  heading: (mode, turns) => `${mode} 的估算，${range(turns)} 次发言。没有调用任何模型。`,
  free: "排演不花钱。",
  unpriced: (model) => `“${model}”的价格未知。`,
  addPrice: (model) => `请用 --prices "${model}=输入价,输出价" 按每百万词元填写。`,
  limit: ({ kind, limit, isReached }) => `${budgets[kind]}预算 ${amount(limit)} ${ends[isReached]}。`,
  assumed: "估算的前提：",
  assumptions: {
    answers: "每次发言的长度在字数上限的四分之一到上限之间，不含隐藏的推理。",
    tokens: "一个汉字算 0.6 到 1 个词元，四到七个字母算一个词元。",
    "no-repeats": "调用都成功，也没有回答需要重问。",
    length: "最短的对话在设置允许时立即结束，最长的到上限才结束。",
    shares: "除非发言顺序固定，否则各人发言的次数只是猜测；除非各人使用不同的模型，合计受此影响不大。",
    tools: "没有调用工具。每一轮工具调用会多花一次模型调用。",
    agents: "每个智能体每次回答只调用一次模型；无从知道它调用的是哪个模型。",
    people: "真人发言的长度与模型相同，并批准每一份草稿。",
    extended: "只模拟了开头的若干次发言，其余按同样的趋势推算。",
    cache: "费用的下限假定提供商支持缓存且缓存了所有提示词，上限假定都没有缓存。",
  },
};

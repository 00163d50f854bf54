/** What a person is told about a failed call, in the language of the conversation. */

import type { Language } from "../language.js";
import type { ModelRequest } from "../models/request.js";
import type { Endpoint } from "../models/resolved-model.js";

/** What is known of a failed call. */
interface Failure {
  readonly request: ModelRequest;
  readonly model: string;
  readonly endpoint: Endpoint | undefined;
  /** No answer came at all. */
  readonly isUnreachable: boolean;
  /** The conversation does not fit into what the model can read. */
  readonly isTooLong: boolean;
  readonly reason: string;
  /** The thread that keeps the conversation; undefined where nothing is kept. */
  readonly thread: string | undefined;
}

type Words = (failure: Failure) => string;

const selfOf = (request: ModelRequest) => ("self" in request ? request.self.name : "");

const english: Words = ({ request, model, endpoint, isUnreachable, isTooLong, reason, thread }) => {
  const whats = {
    bid: "bid",
    "bid-and-speech": "bid and speech",
    speech: "speech",
    reflect: "comment",
    "choose-speaker": "choice of a speaker",
    "prompt-speaker": "question",
    direct: "comment, choice and question",
    "judge-round": "judgement of the round",
    decide: "decision",
    plan: "plan",
    execute: "work on a task",
    "sum-up": "summary",
    "describe-participant": "description",
    "sharpen-topic": "opening question",
    summarize: "summary of what was said",
  };
  const whose = selfOf(request) ? `${selfOf(request)}'s` : "the";
  const turn = request.turn > 0 ? ` in turn ${request.turn}` : "";
  const source = endpoint?.variable ? `set by ${endpoint.variable}` : "OPENAI_BASE_URL sets another";
  const where = endpoint ? ` at ${endpoint.address} (${source})` : "";
  const advice = isTooLong
    ? " A shorter memory fits into the model: memory.window turns, tokens or summary, with fewer turns or tokens."
    : "";
  const kept =
    thread === undefined ? "" : ` The thread “${thread}” keeps what was said: invoke it again with null to go on.`;
  return `${model}${where} ${isUnreachable ? "could not be reached" : "failed"} when asked for ${whose} ${whats[request.purpose]}${turn}: ${reason}.${advice}${kept}`;
};

const chinese: Words = ({ request, model, endpoint, isUnreachable, isTooLong, reason, thread }) => {
  const whats = {
    bid: "出价",
    "bid-and-speech": "出价与发言",
    speech: "发言",
    reflect: "点评",
    "choose-speaker": "点名",
    "prompt-speaker": "提问",
    direct: "点评、点名与提问",
    "judge-round": "本轮判断",
    decide: "决定",
    plan: "计划",
    execute: "任务成果",
    "sum-up": "总结",
    "describe-participant": "人物介绍",
    "sharpen-topic": "开场问题",
    summarize: "前文概要",
  };
  const whose = selfOf(request) ? `${selfOf(request)}的` : "";
  const turn = request.turn > 0 ? `第 ${request.turn} 回合` : "";
  const source = endpoint?.variable ? `由 ${endpoint.variable} 设定` : "可用 OPENAI_BASE_URL 改成别的地址";
  const where = endpoint ? `（${endpoint.address}，${source}）` : "";
  const advice = isTooLong ? "请缩短 memory：把 window 设为 turns、tokens 或 summary，或减少其中的条数、词元数。" : "";
  const kept = thread === undefined ? "" : `已说的话保存在线程“${thread}”里：用 null 再次调用即可继续。`;
  return `向 ${model}${where}请求${turn}${whose}${whats[request.purpose]}时${isUnreachable ? "连接不上" : "失败"}：${reason}。${advice}${kept}`;
};

/** What is noted of a prompt that was too long for its model. */
export const shortenedWords: Readonly<
  Record<Language, (request: ModelRequest, dropped: number, isCondensed: boolean) => string>
> = {
  en: ({ turn }, dropped, isCondensed) =>
    `the conversation was too long for the model in turn ${turn}; its first ${dropped === 1 ? "message was" : `${dropped} messages were`} ${isCondensed ? "summarised" : "left out"}`,
  zh: ({ turn }, dropped, isCondensed) =>
    `第 ${turn} 回合时谈话太长，模型读不下；最前面的 ${dropped} 条发言${isCondensed ? "改为概要" : "被略去"}`,
};

export const failureWords: Readonly<Record<Language, Words>> = { en: english, zh: chinese };

/** The same of an auction to which nobody came; `first` is what was said of the first call that failed. */
export const allBidsFailedWords: Readonly<Record<Language, (turn: number, count: number, first: string) => string>> = {
  en: (turn, count, first) =>
    count === 1 ? first : `Nobody could bid in turn ${turn}. The first of ${count} calls that failed: ${first}`,
  zh: (turn, count, first) =>
    count === 1 ? first : `第 ${turn} 回合没有人能出价。${count} 次失败的调用中，第一次：${first}`,
};

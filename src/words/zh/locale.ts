import { lazy } from "../../base/lazy.js";
import { countMatches } from "../count-matches.js";
import type { Locale } from "../en/locale.js";
import { chinese as commandLine } from "./command-line.js";
import { chinese as errors } from "./errors.js";
import { refusalPage } from "./errors-input.js";
import { estimate } from "./estimate.js";
import { grammar } from "./grammar.js";
import { prompts } from "./prompts.js";
import { setting } from "./settings.js";
import { transcript } from "./transcript.js";

const segmenter = lazy(() => new Intl.Segmenter("zh", { granularity: "word" }));

const counted = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+|\p{P}/gu;

export const chinese: Locale = {
  errors,
  refusalPage,
  prompts,
  transcript,
  estimate,
  commandLine,
  setting,
  grammar,
  example: {
    topic: "我们的海港小镇该不该恢复夜班列车？",
    participants: [
      {
        name: "林晚舟",
        role: "退休火车司机",
        description: "开了十九年末班夜车，支持这个主意。说话干脆，熟记每一张时刻表，最受不了从没误过车的人谈误车。",
      },
      {
        name: "欧阳启明",
        role: "旅馆老板",
        description: "经营码头上的十二间客房，反对这个主意：账单总会来，而且总会送错桌。风趣，喜欢随手在餐巾纸上算账。",
      },
      {
        name: "叶知秋",
        role: "夜班护士",
        description: "别人起床时她才下班。还没有被任何一方说服，总要问凌晨三点醒着的是谁、这笔钱由谁来出。",
      },
    ],
    chairs: [
      {
        name: "沈砚秋",
        role: "镇上的文书",
        description: "做会议记录用绿墨水，五点以前没有自己的意见。话里的意思他听得出来，落到纸上的只有原话。",
      },
      {
        name: "顾青禾",
        role: "镇长",
        description: "还没拿定主意，可主意得由她拿。要一个星期六在鱼市上说得出口的结论。话短，记性长。",
      },
    ],
  },
  modes: {
    bidding: "每个参与者出价争取发言，出价最高者发言，并列时抽签",
    director: "主持人点评、点名、提问；每次提问之前抽签决定是否收场",
    "group-chat": "分环节的会议：一人陈述，众人分轮讨论，一人总结，一人决定",
    "round-robin": "按座次轮流发言；可以有一人领头，穿插在其他人之间",
    supervisor: "一人分派任务，众人各自完成，再由其总结",
  },
  listener: "用户",
  officials: new Set([
    ...[
      "官方",
      "主持",
      "主持人",
      "主席",
      "导演",
      "主管",
      "管理员",
      "管理",
      "工作人员",
      "客服",
      "开发者",
      "系统",
      "系统消息",
    ],
    ...["助手", "助理", "工具", "人工智能", "智能体", "模型", "机器人", "AI助手", "AI主持人"],
  ]),
  rehearsalNotice:
    "这是排演：台词由内置文本拼成，没有语言模型参与。要让语言模型发言，请设置 OPENAI_API_KEY；本地服务请设 OPENAI_BASE_URL；换用别的模型请设 ROSTRUM_MODEL。程序、场景或命令里写明用 rehearsal 的，请一并去掉。",
  get segmenter() {
    return segmenter();
  },
  commonWords: new Set(
    "的 了 是 在 我 你 您 他 她 它 我们 你们 他们 大家 各位 这 那 这个 那个 这些 那些 也 都 就 还 又 很 不 没 没有 有 和 与 跟 把 被 让 给 对 从 到 说 要 会 能 可以 一 一个 什么 怎么 为什么 吗 呢 吧 啊 着 过 地 得 上 里 来 去 但 但是 可 而 所以 因为 如果 刚才 现在 已经".split(
      " ",
    ),
  ),
  countWords: (text) => countMatches(counted, text),
  join: (sentences) => sentences.join(""),
};

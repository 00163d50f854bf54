/** What a summary says in Chinese. See `phrases.ts` for what each group is for. */
import type { SummaryTexts } from "./phrases.js";

export const summaryChinese: SummaryTexts = {
  openings: [
    "{subject}议到这儿，我照本子念一遍，谁也不偏。",
    "关于{subject}，我把各位的话记了下来，咳嗽的部分略去。",
    "做总结就是让每个人都有一点不满意，我这就开始。",
    "要是我没记错，{subject}谈到了这一步。",
    "我替大家竖着耳朵听了半天，筛子里剩下这么几句。",
    "谁讲了什么，和各人听成了什么，是两回事，我只报前一样。",
  ],
  camps: {
    closed: [
      { for: "{names}赞成", against: "{names}反对", unsure: "{names}还想再问问" },
      { for: "点头的是{names}", against: "摇头的是{names}", unsure: "还在掂量的是{names}" },
      { for: "赞成那一栏记着{names}", against: "反对那一栏记着{names}", unsure: "未定那一栏用铅笔记着{names}" },
    ],
    open: [
      { for: "{names}主张步子迈大些", against: "{names}主张走慢些", unsure: "{names}一直在问" },
      { for: "想早动手的是{names}", against: "劝大家稳一稳的是{names}", unsure: "还想多听听的是{names}" },
    ],
    wishes: ["{names}替{wish}说话", "{names}要的是{wish}"],
  },
  pairs: [
    "{name}说“{quote}”，{other}回的是“{otherQuote}”。",
    "一头是{name}的“{quote}”，一头是{other}的“{otherQuote}”，工夫大半花在这两句当中。",
    "{name}名下记着“{quote}”，{other}名下记着“{otherQuote}”，这两句眼下还不搭话。",
    "{name}有{name}的道理，“{quote}”，{other}有{other}的道理，“{otherQuote}”。",
  ],
  quotes: [
    "{name}的意思是“{quote}”。",
    "{name}说了不少，我留下一句“{quote}”。",
    "{name}名下我记的是“{quote}”。",
    "{name}的原话是“{quote}”。",
  ],
  points: [
    "{name}讲得最多的是{point}。",
    "{name}说来说去，落在{point}上。",
    "{name}把分量压在{point}上。",
    "{name}不肯放过的是{point}。",
  ],
  agreements: [
    "{name}和{other}难得有一样想到了一处，{point}得有个交代。",
    "{point}这一条，{name}和{other}都走到了，只是进的不是一个门。",
    "要把{point}说清楚，这一点{name}和{other}倒没有争。",
    "{name}和{other}吵归吵，都没敢小看{point}。",
  ],
  open: [
    "{points}，眼下还没个着落。",
    "还欠着答复的，是{points}。",
    "我本子上{points}那一栏还空着。",
    "留在单子上的，是{points}。",
  ],
  endings: [
    "别的没有了，省掉的只有叹气。",
    "多的我没记，少了又不公道，就这些。",
    "再往下，就不是做记录的该说的了。",
    "字写错了请包涵，话记错了请指正。",
  ],
  nothing: ["还没有谁争出一句来，没什么可总结的。", "关于{subject}，我本子上一个字没有，原样交上去。"],
  short: ["各位的话都记下了。", "一句没落下。", "该记的都记了。"],
  tiny: ["都记下了。", "记好了。"],
};

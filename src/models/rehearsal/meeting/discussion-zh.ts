/** What a meeting adds to a debate's ways of talking, in Chinese. See `phrases.ts` for what each group is for. */
import type { DiscussionTexts } from "./phrases.js";

export const discussionChinese: DiscussionTexts = {
  handovers: {
    point: [
      "{name}把包装都拆了，里头是什么看得清清楚楚，我先拿起{point}来说。",
      "{name}摆了一桌子，我先夹{point}这一筷子。",
      "地图{name}画好了，我就抄近路，直奔{point}。",
      "照{name}说的几条来定，{point}得排在最前头。",
      "{name}那页纸上我画了一道线，画在{point}底下。",
      "{name}提{point}提得像说天气，我倒想在这儿多站一会儿。",
    ],
    general: [
      "{name}摆得公道，摆得公道才好开吵。",
      "{name}只讲了实情，那就总得有人先讲看法，我来。",
      "听{name}这么一摆，谁也别说没听懂题目了。",
      "{name}讲{subject}，我挑不出错来，可也放不下心来。",
    ],
    short: ["{name}说清了。", "那我先说。", "听明白了。"],
  },
  openLeadIns: [
    "上一轮落下了{open}，我来捡，",
    "{open}还欠着一个交代，依我看，",
    "单子上还挂着{open}，我先说，",
    "说到{open}，刚才大家都踮着脚绕过去了，",
    "{open}那一栏还空着，我来填一笔，",
    "{open}这一条总得有人开头，",
    "关于{open}，我前面客气，没吭声，",
    "趁还没散，把{open}补上，",
  ],
  questions: [
    "{other}，这句话底下你肯不肯签字？",
    "{other}，会议记录上写句什么，你才肯点头？",
    "{other}，礼拜一早上，这活儿落到谁头上？",
    "{other}，你是真能接受，还是打算出了门再嘀咕？",
    "{other}，你这算条件呢，还是叹口气？",
    "{other}，出了这个门，你怎么跟底下人讲？",
  ],
  challenges: [
    "这一条请写进会议记录，别塞进附件。",
    "待会儿谁来总结，请别把我这话磨圆了。",
    "这事再往后推，推到咱们退休还在议程上。",
    "这一条麻烦放在拍板前头，别放在拍板后头。",
    "先把这个定了，再定散会去哪儿吃饭。",
    "我别的话都可以划掉，这句请留着。",
  ],
};

/** What a supervisor says in Chinese of what the team found. See `phrases.ts` for what each group is for. */
import type { SumUpTexts } from "./phrases.js";

export const sumUpChinese: SumUpTexts = {
  openings: {
    all: [
      "{subject}这件事，大家带回来的是这些。",
      "{subject}翻过来掉过去看了几遍，抖落出这么些东西。",
      "{subject}的几份回话都齐了，我看了两遍，一遍办公，一遍解闷。",
      "{subject}的腿脚功夫到此为止，下面说说门道。",
      "托大家的福，说起{subject}，我如今能讲到散席。",
    ],
    some: [
      "为了{subject}派出去几路人，多半带着话回来了。",
      "{subject}的回话基本齐了，缺的那块我不往上糊纸。",
      "说到{subject}，知道的不少，不知道的也知道是哪些。",
    ],
    none: ["{subject}这件事，一句回话也没有，我不替它打扮。", "说到{subject}，我今天是空着手来的。"],
  },
  done: {
    one: [
      "{name}查到，{gist}。",
      "照{name}的说法，{gist}。",
      "{name}回来说，{gist}。",
      "有{name}跑这一趟，才知道{gist}。",
      "{name}那份说得明白，{gist}。",
      "{name}看下来，{gist}。",
      "{name}的结论是，{gist}。",
      "亏得{name}细心，看出{gist}。",
      "翻到{name}这一份，{gist}。",
      "{name}交来的话不长，{gist}。",
      "再听{name}的，{gist}。",
    ],
    two: [
      "{name}查到{gist}；{other}查到{otherGist}。",
      "{name}那头是{gist}，{other}那头是{otherGist}。",
      "{name}说{gist}；{other}说{otherGist}；两份我都信。",
      "桌上左边是{name}的，{gist}；右边是{other}的，{otherGist}。",
    ],
    again: ["{name}还看出来，{gist}。", "又是{name}，顺手查明{gist}。", "{name}另一份说，{gist}。"],
    quoted: [
      "{name}的原话是“{quote}”。",
      "{name}那份我记住一句“{quote}”。",
      "{name}回话说“{quote}”。",
      "{name}写得好，“{quote}”。",
    ],
    bare: ["{names}的也收到了。", "还有{names}的一份力。", "也要谢{names}。"],
    alone: ["{names}的话带到了。", "收到{names}的回话。", "桌上是{names}的回话。"],
  },
  undone: {
    failed: [
      "{name}那份没做成，原因是“{reason}”，所以眼下还缺{lack}。",
      "{name}卡在“{reason}”上，{lack}就还欠着。",
      "{name}没能交上来，说是“{reason}”，{lack}只好先空着。",
      "要补上{lack}，还得再等等，{name}叫“{reason}”给拦住了。",
    ],
    unexplained: [
      "{name}那份没做成，所以眼下还缺{lack}。",
      "{name}半路出了岔子，{lack}就还欠着。",
      "{name}没有回音，{lack}只好先空着。",
    ],
    waiting: [
      "{name}等着{other}的结果，没等来，也就没动手，{lack}也跟着缺了。",
      "{other}那头断了，{name}接不上，{lack}也就没有着落。",
      "{name}本该接{other}的手，可手里没接着东西，少了{lack}。",
    ],
    skipped: ["{name}没能动手，原因是“{reason}”，{lack}就没有了。", "{name}干等了一场（“{reason}”），还缺{lack}。"],
    short: ["{name}没做成。", "{name}那份缺着。", "{name}没交上来。"],
    together: "{names}没做成。",
  },
  recommendations: {
    closed: [
      "我的意见，{subject}先试一季，退路事先写好。",
      "{subject}我看可以办，慢着点办，{point}得有人专管。",
      "{subject}我赞成往前走，条件是{point}要写上名字和日子。",
      "{subject}今天先不拍板，拿一个月小小地试一试。",
      "我建议从{subject}最小的一块动手，砸了也不伤人。",
      "{subject}我说一个带点犹豫的行字，{point}这一项得盯着。",
    ],
    open: [
      "{subject}该从{point}入手，别的都等着它。",
      "我的意见，{subject}先走最小的一步，这个月就走。",
      "{subject}交给一个人、一页纸、一个日子，从{point}开头。",
      "我建议{subject}先悄悄开个头，没成之前不贴海报。",
      "{subject}挑最容易回头的先办，一只眼睛盯住{point}。",
    ],
    lacking: [
      "{subject}这件事先放一放，等有了{lack}再定。",
      "{subject}这件事，先把{lack}补上，补上再拍板。",
      "没补上{lack}之前，{subject}别走回不了头的路。",
      "还缺着{lack}，{subject}这件事只走小步，不走大步。",
    ],
    none: ["我建议再派一回人，别急着替{subject}猜答案。", "{subject}再问一遍，问到之前什么也不定。"],
    short: ["{subject}我看先小试一回。", "我的意见，{subject}先小办。", "{subject}先悄悄试一试。"],
    shortest: ["我看先小小地试一试。", "先小试，再说。", "先小试。"],
  },
  tiny: ["先小试。", "有数了。"],
};

/** Chinese errands about those who would have to live with an idea. They fit any topic. */
import type { ConcernName } from "../phrases.js";
import type { ErrandTexts } from "./phrases.js";

export const companyChinese = {
  fairness: {
    errands: [
      {
        task: "分清楚{subject}谁沾光、谁吃亏、谁压根没人问过。",
        report: "{subject}谁沾光、谁吃亏、谁没人问过，我分了三张单子，第三张最长。",
      },
      {
        task: "给{subject}找一条规矩，连还不知道自己站哪头的人也肯认。",
        report: "我给{subject}找了一圈规矩，要的是还不知道自己站哪头的人也肯认的那种。",
      },
    ],
    findings: [
      { finding: "沾光的早就写了信来，吃亏的还没听说这回事。", gist: "要吃亏的人还没听说这回事" },
      { finding: "只有轮流这一条，没人说是耍花样。", gist: "只有轮流，没人说是耍花样" },
      { finding: "换多少个办法，占便宜的总是那三位，有一位自己都脸红了。", gist: "换什么办法，都是那三位占便宜" },
      { finding: "早早补上一点，别叫人填表，怨气就消了大半。", gist: "早早补上一点，怨气就消了大半" },
      { finding: "大家气的不是分得少，是还得开口去要。", gist: "大家气的是还得开口去要" },
    ],
  },
  people: {
    errands: [
      {
        task: "挑十来个跟{subject}最有关系的人，问问他们怎么想。",
        report: "跟{subject}最有关系的人，我问了十来个，茶灌了一肚子。",
      },
      {
        task: "看看{subject}会改了谁的日子，怎么让人改得顺当些。",
        report: "{subject}会改了谁的日子，我是坐在人家门口看明白的。",
      },
    ],
    findings: [
      { finding: "大家对这事本身没意见，就恼自己是最后一个听说的。", gist: "大家只恼自己是最后一个听说的" },
      { finding: "人家头一句问的都是，到时候有没有地方坐。", gist: "大家头一句都问有没有地方坐" },
      { finding: "最没空来开会的人，主意最好。", gist: "好主意都在没空开会的人那儿" },
      { finding: "他们看重的是早上，咱们的草稿写的全是晚上。", gist: "大家看重的是早上，不是晚上" },
      { finding: "有三位没等我开口就说要帮忙，名字我当场记下了。", gist: "已经有三位自己说要来帮忙" },
    ],
  },
  trust: {
    errands: [
      {
        task: "翻一翻从前为{subject}许过什么愿，后来兑现了没有。",
        report: "从前为{subject}许过的愿，我翻出来列了两栏，兑现的那栏短些。",
      },
      {
        task: "打听一下，说起{subject}，大家信谁的话，为什么信。",
        report: "说起{subject}，大家信谁的话，我打听过了，事先说好听见什么都不生气。",
      },
    ],
    findings: [
      { finding: "许的愿落了空，大家忍得了，忍不了的是落空以后没人再提。", gist: "大家忍不了的是许了愿就没人再提" },
      { finding: "门上老老实实贴一张告示，抵得过四页彩印。", gist: "门上一张老实告示，抵得过四页彩印" },
      { finding: "人人都信的那位没有一官半职，逢五蒸馒头。", gist: "人人都信的那位没有一官半职" },
      { finding: "从前许的愿，小的都兑现了，大的都改了名。", gist: "小的许诺都兑现了，大的都改了名" },
      { finding: "做错了不要紧，有人当面来认，大家就放过了。", gist: "做错了肯当面认，大家就放过" },
    ],
  },
  children: {
    errands: [
      {
        task: "说起{subject}，问问孩子们会怎么办，别纠正他们。",
        report: "说起{subject}，孩子们会怎么办，我都问了，一路咬着舌头没插嘴。",
      },
      {
        task: "看看{subject}会让孩子们学到什么，有意无意的都算。",
        report: "{subject}会让孩子们学到什么，有意的无意的，我都看了看。",
      },
    ],
    findings: [
      { finding: "他们先问怎么要这么久，然后才问到底是什么。", gist: "孩子们头一句问的是怎么要这么久" },
      { finding: "他们学的是大人排队的样子，不是大人台上的话。", gist: "孩子们学大人的样子，不学大人的话" },
      { finding: "最好的一个主意画在数学卷子背面，真能用。", gist: "最好的主意画在数学卷子背面" },
      { finding: "给他们管一样小事就高兴，只要是真管。", gist: "孩子们想真管一样小事" },
      { finding: "他们什么都不怕，就怕开头有人讲话。", gist: "孩子们什么都不怕，就怕开头有人讲话" },
    ],
  },
} as const satisfies Partial<Record<ConcernName, ErrandTexts>>;

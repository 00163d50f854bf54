/** What is decided, why and against whom, in Chinese. See `phrases.ts` for what each group is for. */
import type { DecisionTexts } from "./phrases.js";

export const decisionChinese: DecisionTexts = {
  decisions: {
    yes: [
      "{subject}，定了，办，{date}之前迈出头一步。",
      "这事办，{date}我要看到它已经动起来。",
      "{subject}这一票我投赞成，后头不带括号。",
    ],
    terms: [
      "{subject}可以办，条件是{date}之前，{point}这一条要有白纸黑字的交代。",
      "办，可得先把{point}这一头安顿好，{date}为限。",
      "我点头，点头之前加一条，{date}以前把{point}摊开讲明白。",
    ],
    trial: [
      "{subject}先试{term}，到期算账，添了什么、砸了什么，一样一样数。",
      "试到{date}为止，多一天都得重新开会，记录谁都可以翻。",
      "先试{term}，从头一天起就盯着{point}记账。",
    ],
    later: [
      "眼下先不办，{date}再议{subject}，议之前{point}要有个准话。",
      "今天不点头，{point}还没着落，{date}重新上桌。",
      "{date}之前照旧，这段日子专门用来把{point}议明白。",
    ],
    no: [
      "{subject}，不办，这话今天当面说，强过以后写在脚注里。",
      "这事不做了，材料也不用再留着。",
      "{subject}这一票我投反对，也谢谢让我难开口的各位。",
    ],
    survey: [
      "{subject}今天不拍板，只定一样，{date}之前把{point}摸清楚。",
      "先摸底，{date}以前把{point}的实情交上来，到时候我再拍这个板。",
    ],
    wish: [
      "{subject}就定{wish}，先做{term}，回头再轮到{otherWish}。",
      "先上{wish}，{date}再看看能不能把{otherWish}也添上。",
      "我选{wish}，方案{date}之前交。",
      "就{wish}了，{date}我要看到草图。",
    ],
    step: ["{subject}先迈一小步，迈出去收得回来的那种，{date}之前迈。", "先小规模试{term}，小到砸了也不心疼。"],
    bold: ["{subject}走步子大的那条路，{date}之前动手。", "{date}以前开工，拣做得完的里头最大的一件先做。"],
    careful: ["{subject}走稳的那条路，{date}之前不做收不回来的事。", "慢慢来，先把还立着的护好，{date}再碰头。"],
  },
  keeping: {
    yes: ["{subject}，留，{date}之前商量好它缺什么。", "留着，后头不带括号，也不带期限。"],
    terms: [
      "可以留，条件是{date}之前，{point}这一条要有白纸黑字的交代。",
      "{subject}，留是留，{point}得在{date}以前摊开讲明白。",
    ],
    trial: [
      "{subject}，照旧再过{term}，到期当着大家的面重新算一遍。",
      "先留到{date}，这期间找个人给我看看，没它是什么光景。",
    ],
    later: [
      "做好放手的准备，可{date}之前谁也别动，先把{point}这一头安顿好。",
      "迟早要放手，但不在{date}之前，{point}没个准话也不行。",
    ],
    no: ["{subject}，不留了，{date}之前体体面面地送走。", "放手，道一声谢，也别从后门再请回来。"],
  },
  watchers: [
    "记账的事交给{other}，最信不过的人记得最细。",
    "数字归{other}管，谁也不会疑心{other}往上凑。",
    "到时候值不值，请{other}头一个说。",
  ],
  rationales: {
    carried: [
      "定下这一步的，是{name}讲的{point}，到散会也没人撬得动。",
      "我想来想去，还是绕不过{name}那句“{quote}”。",
      "{name}在{point}上说服了我，凭的不是嗓门。",
      "听了{name}的“{quote}”，后头没有哪句比它更沉。",
    ],
    balanced: [
      "{name}讲{point}讲得在理，{other}担心{otherPoint}也担心得在理，再谈一个钟头，谁也说不倒谁。",
      "{other}对{otherPoint}的顾虑我挥不走，{name}关于{point}的道理我也推不开。",
      "一边是{name}的“{quote}”，一边是{other}对{otherPoint}的放心不下，分不出输赢，只分得出先后。",
      "{name}讲{point}讲得硬些，可{other}问的{otherPoint}，光点个头打发不了。",
    ],
    hesitant: ["{name}问到{point}，老实说，没人答得上来。", "{name}问的{point}一天没有答案，一天就别充有把握。"],
    converted: ["这不是我进门时想要的，可见这个会没白开。", "我自己的看法先存在门口，以后再去领。"],
    general: ["道理比嗓门重，我按道理定。", "这么定，一年以后还说得出口。", "要走别的路，得有比今天更硬的理由。"],
    tiny: ["合情合理。", "理在这边。"],
  },
  dissents: {
    wantedNo: [
      "{names}不赞成，放心不下的是{point}。",
      "按{names}的意思该投反对，要紧的是{point}。",
      "{names}始终没点头，为的是{point}，这个保留照样记下。",
    ],
    wantedYes: [
      "{names}本想点头，为的是{point}。",
      "按{names}的意思该投赞成，要紧的是{point}。",
      "{names}那一票还是赞成，理由是{point}，这个保留照样记下。",
    ],
    wantedOther: ["{names}另有打算，看重的是{point}。", "换{names}来定，会走另一条路，为的是{point}。"],
    short: ["{names}不赞成。", "{names}另有看法。", "{names}保留意见。"],
    quotes: ["{name}那句“{quote}”，还摆在那儿。", "{name}仍旧认为“{quote}”。"],
  },
  short: {
    yes: ["我说行。", "行。"],
    middle: ["先试试看。", "先试。"],
    no: ["我说不行。", "不行。"],
    open: ["先走一步。", "先试。"],
  },
  terms: ["三个月", "半年", "一百天", "十个礼拜"],
  dates: ["三月一号", "五月底", "十月一号", "这个季度末", "立秋", "年底"],
};

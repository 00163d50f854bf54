/** Chinese errands about what an idea takes to be carried out. They fit any topic. */
import type { ConcernName } from "../phrases.js";
import type { ErrandTexts } from "./phrases.js";

export const meansChinese = {
  money: {
    errands: [
      {
        task: "把{subject}这笔账算清楚，头一年和第五年分开算。",
        report: "{subject}这笔账我算了两遍，一遍往好里算，一遍照实算。",
      },
      {
        task: "给{subject}找三条来钱的路，每条都说清毛病在哪儿。",
        report: "我给{subject}找了三条来钱的路，毛病也照吩咐一条条标上了。",
      },
    ],
    findings: [
      { finding: "问了三家的价，三家只有一样说法相同，头一年最便宜。", gist: "头一年最便宜，贵的在后头" },
      { finding: "最费钱的不是大家争的那一项，是月月都来敲门的那笔小钱。", gist: "最费钱的是月月都来的那笔小钱" },
      { finding: "单子上有三分之一能借，借一回请人吃顿饭，还是比买划算。", gist: "单子上三分之一的东西能借，不必买" },
      {
        finding: "去年账上有一笔钱，是给一件没办成的事留的，没人记得，也没人心疼。",
        gist: "去年账上还趴着一笔没人心疼的钱",
      },
      { finding: "报价最低的那家没算运费，所以才最低。", gist: "报价最低的那家是漏算了运费" },
    ],
  },
  maintenance: {
    errands: [
      {
        task: "列一张单子，写明{subject}往后要照看什么、多久照看一回、归谁照看。",
        report: "{subject}往后要照看的，我列了一张单子，一直列到背面。",
      },
      {
        task: "打听清楚{subject}最容易在哪儿出毛病，出了毛病谁会修。",
        report: "{subject}最容易在哪儿出毛病，我专门去找了找，这种活我爱干。",
      },
    ],
    findings: [
      { finding: "要紧的零件只有一个人会装，这个人开春就退休。", gist: "要紧的零件只有一个人会装，人家开春就退休" },
      { finding: "每星期照看一刻钟，胜过一年一次大修，前提是有人签字。", gist: "每星期照看一刻钟，胜过一年一次大修" },
      { finding: "现成的家什我没客气，挨个使劲试了，比看上去结实。", gist: "现成的家什比看上去结实" },
      { finding: "备件都有，分在三个柜子里，三把钥匙在三个人兜里。", gist: "备件都有，钥匙在三个人兜里" },
      { finding: "头几个月什么都不坏，等到坏的时候，值班的早撤了。", gist: "毛病都出在头几个月以后，那时早没人值班" },
    ],
  },
  time: {
    errands: [
      {
        task: "排一排{subject}从点头到办成要多久，会卡在哪一步。",
        report: "{subject}从点头到办成要多久，我排了一遍，没往里掺乐观。",
      },
      {
        task: "给{subject}画一张日历，什么也办不成的那几个星期也标上。",
        report: "我给{subject}画了张日历，空着的格子比填满的更有看头。",
      },
    ],
    findings: [
      { finding: "干活的日子短，等签字的日子长。", gist: "干活的日子短，等签字的日子长" },
      { finding: "节前定不下来的，就得等到下一个节后头。", gist: "节前定不下来，就得拖到下一个节后头" },
      { finding: "有两步可以并着走，一直没人试，因为它们归两个夹子。", gist: "有两步可以并着走" },
      { finding: "有一个星期，样样都等着同一把钥匙、同一辆三轮车。", gist: "有一个星期，样样都等着同一把钥匙" },
      { finding: "先动最慢的那一步，别的都跟得上，还能富余几天。", gist: "先动最慢的那一步，时间就够" },
    ],
  },
  jobs: {
    errands: [
      {
        task: "找{subject}牵连到的那些干活的人聊聊，记下他们要什么。",
        report: "{subject}牵连到的那些干活的人，我挨个聊过了，多半是在饭桌上聊的。",
      },
      {
        task: "点一点{subject}要多少人手，哪些现成，哪些得现教。",
        report: "{subject}要的人手我点了一遍，自己人点了两遍。",
      },
    ],
    findings: [
      { finding: "大家怕的不是新活，是新排的班，排班在纸上就能改。", gist: "大家怕的是排班，不是干活" },
      { finding: "有两位都传是反对的，当面一请，人家乐意得很。", gist: "有两位都传是反对的，当面一请就肯来" },
      { finding: "里头有一样活没有主，人人都当是别人的。", gist: "里头有一样活没有主" },
      { finding: "会的人其实都在，只是胸牌上写的是别的。", gist: "会干的人都在，只是胸牌上写着别的" },
      { finding: "新手要学多久，就看老手要唠叨多久。", gist: "新手学得多快，全看老手肯不肯少唠叨" },
    ],
  },
} as const satisfies Partial<Record<ConcernName, ErrandTexts>>;

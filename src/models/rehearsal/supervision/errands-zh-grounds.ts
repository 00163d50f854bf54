/** Chinese errands about what an idea stands on, and who may say so. They fit any topic. */
import type { ConcernName } from "../phrases.js";
import type { ErrandTexts } from "./phrases.js";

export const groundsChinese = {
  evidence: {
    errands: [
      {
        task: "关于{subject}，把真有凭据的归一张纸，其余的归另一张。",
        report: "关于{subject}，有凭据的我归了一张纸，没凭据的归了一摞。",
      },
      {
        task: "找两个碰过{subject}这类事的地方，比比后来怎样。",
        report: "碰过{subject}这类事的地方，我找了两处来比，两处都不大乐意。",
      },
    ],
    findings: [
      { finding: "人人都引的那个数，来历是一个下午、一个人、一个本子。", gist: "人人都引的那个数，只来自一个下午" },
      { finding: "成了的地方都先小试过，没成的地方都先印了海报。", gist: "先小试过的地方才成" },
      { finding: "有两份材料互相打架，一查，抄的是同一个第三家。", gist: "互相打架的两份材料，抄的是同一家" },
      { finding: "数出来的往东，听来的往西，差得不多，我信数出来的。", gist: "数出来的往东，听来的往西" },
      { finding: "老老实实试一个月，比一书架的材料都说得清楚。", gist: "试一个月，比看一书架材料清楚" },
    ],
  },
  tradition: {
    errands: [
      {
        task: "问问老人，{subject}背后有哪些老习惯，哪几样值得留。",
        report: "{subject}背后的老习惯我去问了，七十岁往上的，人人都有一条。",
      },
      {
        task: "翻翻旧纸堆，看从前有没有过{subject}这样的事，后来怎样。",
        report: "从前有没有过{subject}这样的事，我把旧纸堆翻了个底朝天，打着喷嚏找着了。",
      },
    ],
    findings: [
      { finding: "都说是祖上传下来的那条，当年是个外来户带来的，还挨了一顿骂。", gist: "那条老规矩当年是外来户带来的" },
      { finding: "大家舍不得的是那个钟点、那股味道，不是那套手续。", gist: "大家舍不得的是钟点和味道，不是手续" },
      { finding: "这事从前办过一回，缺一把梯子，就算了。", gist: "从前办过一回，缺把梯子才作罢" },
      { finding: "最老的那条规矩也最短，到今天还合身。", gist: "最老的那条规矩到今天还合身" },
      { finding: "两家人记得的正相反，两家都有照片。", gist: "两家人记得的正相反，两家都有照片" },
    ],
  },
  privacy: {
    errands: [
      {
        task: "列一列为了{subject}要记下大家多少事，谁能看见。",
        report: "为了{subject}要记下大家多少事、谁能看见，我列了张单子，列完就锁起来了。",
      },
      {
        task: "想一想为了{subject}，最少要知道别人多少事。",
        report: "为了{subject}，最少要知道别人多少事，我一项项过，划掉的比留下的多。",
      },
    ],
    findings: [
      { finding: "表上的空大半没用，纸上有地方，就多问了几句。", gist: "表上的空大半用不着填" },
      { finding: "该保密的名单挂在走廊里，人人客气，装没看见。", gist: "该保密的名单挂在走廊里" },
      { finding: "大家肯说要什么，不肯说为什么，那就别问为什么。", gist: "大家肯说要什么，不肯说为什么" },
      { finding: "旧记录哪天销毁，没人说得上来，管销毁的那位也说不上来。", gist: "旧记录哪天销毁，没人说得上来" },
      { finding: "记一个姓、一个颜色，这事就转得动。", gist: "记一个姓、一个颜色就够用" },
    ],
  },
  freedom: {
    errands: [
      {
        task: "弄清楚{subject}会让谁少一个选择，让谁多一个选择。",
        report: "{subject}会让谁少一个选择、让谁多一个，我弄清楚了，有几位两样都占。",
      },
      {
        task: "把{subject}要立的规矩列出来，不是非立不可的都划掉。",
        report: "{subject}要立的规矩我列出来了，能划的都划了。",
      },
    ],
    findings: [
      { finding: "规矩三条就够，第三条说的是没有第四条。", gist: "规矩三条就够" },
      { finding: "能随时退出来的事，大家什么都肯忍。", gist: "只要能退出来，大家什么都肯忍" },
      { finding: "嚷着要立规矩的，都是规矩管不着的人。", gist: "嚷着要立规矩的，都是规矩管不着的人" },
      { finding: "特意留一角不定，比哪份方案都讨人喜欢。", gist: "特意留一角不定，最讨人喜欢" },
      { finding: "从来没人请示过，因为没人知道该找谁请示。", gist: "没人知道该找谁请示" },
    ],
  },
} as const satisfies Partial<Record<ConcernName, ErrandTexts>>;

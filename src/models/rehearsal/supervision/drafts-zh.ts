/** What a worker can be asked in Chinese to make of the results of others. See `phrases.ts` for what each text is for. */
import type { DraftName, DraftTexts } from "./phrases.js";

export const draftsChinese: Readonly<Record<DraftName, DraftTexts>> = {
  proposal: {
    task: "拿{names}的结果打底，给{subject}起草一页纸的方案。",
    alone: "给{subject}起草一页纸的方案。",
    report: "{subject}的方案起草好了，一页纸，字小了点。",
    findings: [
      { finding: "方案里只有一步、一个日子、一个名字，锣鼓往后放。", gist: "有一步、一个日子、一个名字，就能开头" },
      { finding: "第二段写的是哪些事不办，这段最容易谈拢。", gist: "先说清哪些事不办，最容易谈拢" },
      { finding: "花钱的话我挪到了最上头，趁大家手里还有热茶。", gist: "花钱的话要写在最上头" },
      { finding: "凡是含糊的句子，要么查实，要么划掉。", gist: "方案里可以没有一句含糊话" },
    ],
    lack: "一份方案",
  },
  notice: {
    task: "拿{names}的结果写一张{subject}的告示，要贴得上门，看得明白。",
    alone: "写一张{subject}的告示，要贴得上门，看得明白。",
    report: "{subject}的告示写好了，贴得上门，等人的工夫就能看完。",
    findings: [
      { finding: "开头先写什么不变，大家最想找的就是这个。", gist: "大家最想先看到什么不变" },
      { finding: "末尾留了名字和电话，名字的主人也答应了。", gist: "告示末尾得留个真名字" },
      { finding: "我在车站念给人听，第三句谁也不懂，删了就都懂了。", gist: "告示删掉第三句更好懂" },
      { finding: "人人念不顺的那个词，我换成了一个日子。", gist: "写个日子，比什么形容词都管用" },
    ],
    lack: "一张告示",
  },
  options: {
    task: "就{subject}摆出三条路，照{names}的结果排个座次。",
    alone: "就{subject}摆出三条路，排个座次。",
    report: "就{subject}我摆了三条路，座次排好了，问心无愧。",
    findings: [
      { finding: "排头一名的那条，不用开会就能动手。", gist: "最好的那条路不用开会就能动手" },
      { finding: "胆子最大的没排上头名，可头名借了它的后半截。", gist: "最大胆的那条路只宜走一半" },
      { finding: "什么都不办也让它参赛了，跑得气喘吁吁。", gist: "什么都不办是最弱的一条路" },
      { finding: "头两条咬得很紧，换个雨天兴许就倒过来。", gist: "头两条路不相上下" },
    ],
    lack: "一份排好座次的单子",
  },
  trial: {
    task: "照{names}的结果给{subject}安排一回小试，写明哪天停下来看。",
    alone: "给{subject}安排一回小试，写明哪天停下来看。",
    report: "{subject}的小试我安排好了，小到试砸了也上不了报。",
    findings: [
      { finding: "四个星期正好，头一个星期人人守规矩，第三个星期就露馅。", gist: "试四个星期就够" },
      { finding: "最后一天只问一个问题，伸手一指就能答。", gist: "试到最后，只问一个问题就行" },
      { finding: "我把小试放在最容易看出毛病的地方，不讨好，省工夫。", gist: "小试该放在最容易看出毛病的地方" },
      { finding: "退路写在最前头，免得到时候没人有心情写。", gist: "退路得先写好" },
    ],
    lack: "小试的安排",
  },
  objections: {
    task: "把反对{subject}的话说到最有力，拿{names}的结果来碰一碰。",
    alone: "把反对{subject}的话说到最有力，再说怎么答。",
    report: "反对{subject}的话，我说到了最有力，差点把自己说服。",
    findings: [
      { finding: "最硬的一条不是说它不对，是说没人等着它。", gist: "最硬的一条反对是没人等着它" },
      { finding: "常听的有两条互相打架，抓阄去掉一条就是。", gist: "常听的反对话里有两条互相打架" },
      { finding: "有一条我答不上来，放在最上头了。", gist: "有一条反对还答不上来" },
      { finding: "别的只要报出日子和名字，就都小下去了。", gist: "报出日子和名字，反对就小下去一半" },
    ],
    lack: "反对一方的道理",
  },
};

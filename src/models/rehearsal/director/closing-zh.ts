/** A director's last words in Chinese. See `phrases.ts` for what each group is for. */
import type { ClosingTexts } from "./phrases.js";

export const closingChinese: ClosingTexts = {
  thanks: [
    "谢谢{guests}，今晚给的比我指望的多得多。",
    "多谢{guests}，这一个钟头过得一点不像一个钟头。",
    "请大家给{guests}鼓掌，手别省着。",
    "感谢{guests}，争得好，坐得也稳。",
    "趁着正好听，我得喊停了，谢谢{guests}。",
    "钟比我厉害，它说到点了，我只来得及谢谢{guests}。",
  ],
  threads: [
    "{name}那句“{quote}”，我要带回家去。",
    "从{name}那儿我留下一句“{quote}”，明早天亮了再看一遍。",
    "{point}这一层，亏得{name}一直没让大家忘了。",
    "{name}讲的{point}，比这壶茶经放。",
    "今晚要是只能往墙上贴一句话，我贴“{quote}”，落款写{name}。",
    "领着大家走到{point}跟前的是{name}，走到了，就没再离开过。",
    "进门的时候我没想过{point}，托{name}的福，现在满脑子都是。",
    "谁要问今晚谈了什么，就告诉他{name}说过“{quote}”。",
  ],
  pairs: [
    "{name}留下一句“{quote}”，{other}留下一句“{otherQuote}”，哪句我都舍不得扔。",
    "一头是{name}的“{quote}”，一头是{other}的“{otherQuote}”，答案大概就在当中哪个地方。",
    "今晚我要枕着{name}的“{quote}”睡，明早被{other}的“{otherQuote}”叫醒。",
    "把{name}的“{quote}”和{other}的“{otherQuote}”抄在一张卡片上，这一晚就都在里头了。",
  ],
  farewells: [
    "{subject}还没谈完，可今晚的最后一句归我，就两个字，晚安。",
    "话筒这就关了，真正的讨论，请到走廊上接着来。",
    "我们就谈到这里，路上小心，回去再想想{subject}。",
    "灯要熄了，就此别过，各位晚安。",
    "今天到此为止，遇见想法不一样的人，请客气些。",
    "{subject}这件事，各位回去睡一觉再定，晚安。",
  ],
  apologies: [
    "实在对不住，还没人开口就得收场，{subject}大概从没谈得这么太平过。",
    "时间比话先到，我给{guests}赔个不是，改日再请。",
    "{subject}今天没谈成，怪我，{guests}请多包涵，晚安。",
  ],
  short: ["谢谢各位。", "各位晚安。", "今天到此。", "就到这儿。"],
  tiny: ["晚安。", "再会。"],
};

/** Why a discussion goes on, or need not, in Chinese. See `phrases.ts` for what each group is for. */
import type { JudgementTexts } from "./phrases.js";

export const judgementChinese: JudgementTexts = {
  insufficient: {
    missing: [
      "一圈说下来，{missing}这一条谁都没碰。",
      "现在就拍板，凭的只是和气，{missing}还没人提过。",
      "吵得是热闹，可谁都在{missing}门口停住了脚。",
      "看法不少，答案不多，{missing}更是一个字都没有。",
    ],
    unanswered: [
      "{name}提的{point}，还晾在那儿没人接。",
      "{name}一说到{point}，大家就都低头看材料去了。",
      "讲{point}的，从头到尾只有{name}一个。",
      "{point}只有{name}讲过，赞成的反对的都没有回话。",
    ],
    general: [
      "立场都亮了，理由还没亮全。",
      "两边的道理刚打过照面，手还没握上。",
      "谁站在哪儿都清楚了，可还没有谁挪过脚。",
      "水是热了，还没开。",
    ],
    tiny: ["还没谈透。", "再来一轮。"],
  },
  sufficient: {
    point: [
      "两边为{point}碰过头了，再来一轮，也就是嗓门大些。",
      "围着{point}的话开始兜圈子了，这就是火候到了。",
      "{point}已经有不止一个人翻过底，剩下的是拿主意。",
    ],
    general: [
      "这屋里能弄明白的，都弄明白了。",
      "人人都说过了，最后那条新道理也自己走出来了。",
      "话都摆上桌了，该收拾桌子了。",
      "再说下去，就是各人引用各人了。",
    ],
    tiny: ["谈够了。", "都说到了。"],
  },
};

/** What Chinese words tell: what somebody wants, and what they speak of. A reader of patterns, not of meaning. */
import type { Kind } from "./kind.js";

export function isChinese(sentence: string): boolean {
  const letters = sentence.match(/\p{L}/gu) ?? [];
  if (letters.length === 0) return /\p{N}/u.test(sentence);
  const han = sentence.match(/\p{Script=Han}/gu) ?? [];
  return (
    han.length > 0 &&
    !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(sentence) &&
    han.length >= letters.length * 0.3
  );
}

const asking =
  /[?？]|(?:吗|呢|么)[。！!.]?$|怎么|为什么|为何|什么|谁|哪[里儿个些边]|多少|几[个年天次点]|如何|是不是|能不能|要不要|会不会|该不该|有没有|好不好|行不行|可不可以|值不值得|(\p{Script=Han})不\1/u;
const choosing =
  /吗|是不是|能不能|要不要|会不会|该不该|有没有|好不好|行不行|可不可以|值不值得|对不对|算不算|(\p{Script=Han})不\1/u;
const telling =
  /^(?:请|麻烦|快|能不能|能|可以|劳驾|再)?(?:您|你|你们|各位)?(?:给我们|给大家|跟我们|和我们|跟大家|多|再)?(?:说说|讲讲|谈谈|聊聊|介绍|解释|告诉|讲一讲|说一说|谈一谈|讲一下|说一下|说点|讲点|多讲|多说)/u;
const ordering =
  /^(?:请|麻烦|劳驾|拜托|别|不要|不许|快|赶紧|赶快|让|给我|闭嘴|停|说|讲|安静|小声|大声|慢|忽略|忘掉|无视|听|少|多|先|继续|投票|表决|写|重复|输出|扮演)|吧[。！!.]*$|(?:一?点|些)儿?[。！!.]*$/u;

export function chineseKind(sentence: string): Kind {
  if (telling.test(sentence) && !/不要说|别说/u.test(sentence)) return "request";
  if (asking.test(sentence)) {
    if (/为什么|为何|凭什么|干嘛|怎么(?:会|就|不|没|还)/u.test(sentence)) return "reason";
    if (
      /怎么办|怎么做|怎么对付|怎么处理|怎么解决|拿.+怎么|如何(?:对付|处理|解决|应对|看待)|(?:做|干|办)(?:点|些)?什么|该怎么|会怎么|要怎么/u.test(
        sentence,
      )
    )
      return "doing";
    return choosing.test(sentence) ? "yesOrNo" : "question";
  }
  return ordering.test(sentence) ? "command" : "statement";
}

/** Words that carry a sentence and name nothing, and verbs that would not stand as a noun. */
const loose = new Set(
  `的 了 着 过 吗 呢 吧 啊 呀 嘛 么 哦 哈 我 你 您 他 她 它 我们 咱们 你们 他们 她们 它们 大家 各位 自己 人家 这 那 这个 那个 这里 那里 这儿 那儿 这些 那些 这么 那么
  怎么 怎么办 怎么样 怎样 什么 为什么 为何 谁 哪 哪里 哪儿 哪个 多少 几 如何 是 不是 在 有 没有 没 不 别 不要 要 想 会 能 可以 应该 该 得 必须 可能 也许
  都 也 还 就 才 又 再 很 太 更 最 非常 真 真的 好 挺 特别 只 只是 已经 一直 总是 从来 和 跟 与 或 或者 还是 而且 但是 但 可是 因为 所以 如果 要是 虽然 然后 把 被 让 给 拿 对 对于 关于 从 到 向 往 为 为了 用 以
  都是 也是 就是 不是 别再 不再 以上 以下 多少钱 好喝 好吃 好看 累 说得
  说 讲 谈 聊 看 听 觉得 认为 以为 知道 想想 问 回答 告诉 请 请问 麻烦 住 去 来 做 干 办 弄 搞 走 喜欢 希望 担心 打算 说说 讲讲 谈谈 聊聊 对付 处理 解决 介绍 解释 支持 反对 同意 忽略
  旁边 附近 里 上 下 中 外 前 后 里面 上面 外面 一个 一点 一些 一下 一次 一 个 点 些 次 现在 今天 明天 昨天 时候 事 事情 东西 问题 意思 办法 看法 意见 简短 是不是 能不能 要不要 会不会 该不该 有没有 不会 不能 不想 就是 还有 以后 之后 以前 之前 冷 热 快 慢 多 少
  所有 全部 每 每天 每年 天天 那种 这种 一样 起来 出来 下去 下来 过来 不过 吵 住在 谢谢 你好 您好 好的 先 别人 有人 没人 时间`.split(
    /\s+/,
  ),
);
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
const longest = 8;

/** Nouns of one character, and what may stand before another. */
const shortNouns = new Set([..."钱费店馆楼车船灯雾票客茶水路桥门山海河雨雪风狗猫鱼花树书信饭酒菜钟井田"]);
const shortAdjectives = new Set([..."大小老新旧"]);
const broken = /^[笔一二两三四五六七八九十百几\d]|不|[得过了着]$/u;

/** The first noun, as far as that can be told, with the nouns next to it. */
export function chineseTopic(sentence: string): string | undefined {
  const plain = sentence.slice(0, 400).replace(/(?<!其)[他她它]们?|[我你您]们?|咱们|(?<![网酒])吧|[吗呢]/gu, "，");
  const runs: string[] = [""];
  for (const { segment, isWordLike } of segmenter.segment(plain)) {
    const run = runs.at(-1) as string;
    const isShort = [...segment].length === 1;
    const isNoun = shortNouns.has(segment) || (!isShort && !loose.has(segment) && !broken.test(segment));
    if (isWordLike && /^\p{Script=Han}+$/u.test(segment) && isNoun) runs[runs.length - 1] = run + segment;
    else if (shortAdjectives.has(segment)) runs.push(segment);
    else runs.push("");
  }
  return runs.find((run) => [...run].length <= longest && !shortAdjectives.has(run) && run !== "");
}

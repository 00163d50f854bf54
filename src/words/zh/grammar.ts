import type { AddressGrammar, Grammar } from "../grammar.js";

const han = /^\p{Script=Han}+$/u;

/** Family names. They distinguish a personal name from a title such as 说书人. */
const familyNames =
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤骆裴柳温舒阮池祝梅岑鲁葛纪项俞殷毕乔季焦齐尚洪庄阎辛章祁岳安常康伍文";
const longFamilyNames = "欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 夏侯".split(" ");

const verb =
  "(?:可能|也许|大概|恐怕|肯定|一定|刚才|刚刚|已经|从来|总是|曾经|也|都|又|还|就|才|曾|常|总|会|要|想|能|该|不|没|说|讲|提|认为|觉得|以为|主张|是|有|在|反对|赞成|支持|担心|喜欢)";

const address: AddressGrammar = {
  titles: "先生 女士 小姐 老师 师傅 大夫 老板 掌柜 教授 同学 同志".split(" "),
  leads: "那么? 好 嗯 请问 想请 问问 问一下 有请 请教 请 来 不过 可是 但是? 谢谢 多谢".split(" "),
  endearments: [],
  and: ["和", "与"],
  or: [],
  relativePronouns: [],
  questionParticles: ["呢"],
  secondPerson: ["您", "你"],
  callings: ({ person }) => [
    // 想请叶知秋
    new RegExp(`(?:想请|请问|问问|问一下|有请|请教)${person}`, "gu"),
    // 叶知秋怎么看
    new RegExp(`${person}(?=(?:怎么看|怎么想|觉得呢|认为呢|看呢|觉得怎么样|有什么看法|意下如何))`, "gu"),
    // 叶知秋你怎么看
    new RegExp(`${person}(?=您|你)`, "gu"),
    // 叶知秋呢
    new RegExp(`${person}呢\\s*$`, "gu"),
  ],
  remarks: ({ person }) => [new RegExp(`${person}${verb}`, "gu")],
};

export const grammar: Grammar = {
  address,
  handover: {
    whole: ["下一[位个名](?:发言(?:人|者|嘉宾)?|嘉宾|说话(?:人|者)?)?"],
    partial: ["下", "下一[位个名]?.{0,60}"],
  },
  abbreviations: [],
  /** The given name, if it has two characters. A single character occurs in too many other words. */
  partsOfName(name) {
    if (!han.test(name)) return [];
    if (longFamilyNames.includes(name.slice(0, 2))) return name.length === 4 ? [name.slice(2)] : [];
    return name.length === 3 && familyNames.includes(name.charAt(0)) ? [name.slice(1)] : [];
  },
  canQuote: (text) => /\p{Script=Han}/u.test(text),
};

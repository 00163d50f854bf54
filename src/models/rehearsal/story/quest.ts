/** What a story's premise says is looked for, as something that can be said after a verb or a preposition. */
import type { ModelRequest } from "../../request.js";
import { isInLanguage } from "../spoken.js";

const longestInEnglish = 40;
const longestInChinese = 12;

const looksFor =
  /\b(?:look(?:s|ing)? for|search(?:es|ing)? for|hunt(?:s|ing)?(?: down)?(?: for)?|quest(?:s|ing)? for|seek(?:s|ing)?(?: out)?|find(?:s|ing)?|recover(?:s|ing)?|retriev(?:e|es|ing)|rescu(?:e|es|ing)|steal(?:s|ing)?(?: back)?|bring(?:s|ing)? back|fetch(?:es|ing)?|track(?:s|ing)? down|chas(?:e|es|ing)|sav(?:e|es|ing)|free(?:s|ing)?) ((?:the|an?|their|our|his|her|its|your|my|some|\p{Lu}[\p{L}'’]+) ?[^.,;:?!()“”"\n]*)/iu;
const whoTook =
  /\bwho (?:stole|took|killed|hid|has taken|has stolen|broke|kidnapped|emptied|silenced) ([^.,;:?!()“”"\n]+)/iu;
/** Where the thing itself has been named and its story begins. */
const clauseStart =
  /\s(?:that|which|who|whom|whose|where|when|before|after|while|until|since|because|so|but|and|or|in|on|at|by|from|to|with|without|under|over|beneath|behind|through|across|inside|for|as|is|are|was|were|has|have|had|must|can|will|named|called|said|(?:stolen|lost|hidden|buried|sunk)(?=\s(?:in|on|at|by|from|under|beneath|behind|to|long|somewhere)\b|$))(?=\s|$).*$/iu;

/** Longer words first, or the shorter one would be found within them. */
const chineseLooksFor =
  /(?:寻找|找回|寻回|追回|夺回|取回|抢回|救回|带回|赎回|追寻|追查|追捕|搜寻|寻访|探寻|护送|营救|解救|救出|拯救|偷回|盗取|找到|找出|去找|要找|寻|找)(?!到|出|回|人$)(?:一[个只座口盏件枚本条把位颗块面]|那[个只座口盏件枚本条把位颗块面])?([^，。！？、；：,.!?;:“”"（）\n]+)/u;
const chineseWhoTook =
  /谁(?:偷走了|偷了|拿走了|带走了|藏起了|害了|杀了|抢走了)([^，。！？、；：,.!?;:“”"（）\n]+?)(?:吗|呢)?(?=$|[，。！？])/u;

/** What is looked for, seen from both sides of the table: "your lost brother" to the storyteller, "our lost brother" to a player. */
export interface Quest {
  readonly teller: string;
  readonly player: string;
}

/** The quest that a topic names, if it can be told for certain. */
export function questOf({ topic, language }: Pick<ModelRequest, "topic" | "language">): Quest | undefined {
  const premise = topic.slice(0, 600).replace(/\s+/g, " ");
  return language === "zh" ? chineseQuest(premise) : englishQuest(premise);
}

function englishQuest(premise: string): Quest | undefined {
  const found = (looksFor.exec(premise) ?? whoTook.exec(premise))?.[1]?.replace(clauseStart, "").trim();
  if (!found || !/^[\p{L}\p{M}\p{N}'’ -]+$/u.test(found) || !isInLanguage(found, "en")) return undefined;
  const [, article = "", noun = ""] = /^(?:(the|an?|their|our|his|her|its|your|my|some)\s+)?(.*)$/iu.exec(found) ?? [];
  if (noun.length < 2 || found.length > longestInEnglish || noun.split(" ").length > 5) return undefined;
  // "it out" and "way home" are no things, and a bare word is one only when it is a name.
  if (/^(?:out|it|them|him|way|home|back|each|one)\b/iu.test(noun) || (!article && !/^\p{Lu}/u.test(noun)))
    return undefined;
  const known = article.toLowerCase();
  if (known === "") return { teller: noun, player: noun };
  if (/^(?:their|our|your|my)$/.test(known)) return { teller: `your ${noun}`, player: `our ${noun}` };
  return { teller: `the ${noun}`, player: `the ${noun}` };
}

function chineseQuest(premise: string): Quest | undefined {
  const found = (chineseLooksFor.exec(premise) ?? chineseWhoTook.exec(premise))?.[1]
    ?.replace(/^(?:他们|她们|我们|自己)(?:的)?/u, "")
    .replace(/^(?:一[个只座口盏件枚本条把位颗块面]|那[个只座口盏件枚本条把位颗块面])/u, "")
    .replace(/(?:的下落|的踪迹|的线索|回来|回家|出来|的故事|(?:穿过|越过|翻过|前往|去|到|回).*)$/u, "")
    .trim();
  // The thing itself stands last: what comes before it tells its story.
  const thing = found && [...found].length > 8 ? found.slice(found.lastIndexOf("的") + 1) : found;
  if (!thing || [...thing].length < 2 || [...thing].length > longestInChinese || !isInLanguage(thing, "zh"))
    return undefined;
  if (/(?:原因|真相|答案|办法|机会|出路)$/u.test(thing)) return undefined;
  return /^[\p{Script=Han}·]+$/u.test(thing) ? { teller: thing, player: thing } : undefined;
}

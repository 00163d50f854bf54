/** Chinese topics: takes away what makes a question of them; what is left can stand as a noun, verbs included. */

/** Words that ask; they stand between the one who acts and what is to be done. */
const asking =
  /该不该|要不要|应不应该|应该不应该|不应该|不应当|不该|是否应该|是否应|是否|能不能|可不可以|可以不可以|会不会|好不好|行不行|对不对|值不值得|值得吗|有没有必要|有没有|需不需要|是不是|应该|应当|可以|能否|可否|可不可|还是|如何|怎么样|为了|以便|会(?=取代|替代|成为|改变|影响|抢)|怎么办|怎么|怎样|究竟|到底|为什么|为何|是什么|什么|多少|哪些|哪个|哪一边|谁|该|吗|呢|[，。！？、；：,.!?;:()（）“”"《》\n]/u;
const leading =
  /^(?:我们|咱们|你们|他们|大家|人们|关于|对于|说到|谈谈|讨论|看待|请问|我|你|在|对(?![联外])|就|都(?!市)|也|还|要(?!求)|让|把|被(?!子)|和(?![平谐])|与|跟|而|且|或)+(?:的(?!士))?/u;
const trailing = /(?:的讨论|的问题|的看法|的|了|啊|呀|(?<![酒网])吧|而|且|和|与|或|就|都|也|是)+$/u;
const empty = new Set(["走多远", "站在", "办", "做", "好", "必要", "问题", "意义", "一边"]);
const verbs = new Set(
  "恢复 取消 禁止 允许 拥有 建设 修建 建 开放 引入 推行 实行 推广 保护 保留 关闭 增加 减少 提高 降低 使用 给予 发放 征收 限制 鼓励 支持 拆除 开设 举办 安装 停止 继续".split(
    " ",
  ),
);
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
/** Longer phrases make the sentence around them hard to follow. */
const longestPhrase = 14;
const longestWhole = 10;

/** What a question or a noun phrase is about: first what is to be done, then to what, then by whom. */
export function chineseSubjects(sentence: string): string[] {
  const pieces = joinedUp(sentence)
    .split(asking)
    .map((piece) => plain(piece.trim().replace(/^在(.+)上$/u, "$1")))
    .filter((piece) => [...piece].length >= 2 && !empty.has(piece));
  const [first, ...rest] = pieces;
  if (first === undefined) return [];
  const noun = withoutClause(first);
  const asked = rest.length > 0 ? rest : [noun];
  // "小镇" and "恢复夜班列车" also make one phrase, as Chinese needs nothing between them.
  const isShort = noun === first && [...first, ...(rest[0] ?? "")].length <= longestWhole;
  const whole = rest.length === 1 && isShort ? [`${first}${rest[0]}`] : [];
  return [...whole, ...asked, ...asked.flatMap(objectOf), ...(whole.length > 0 ? [] : [noun])].filter(
    (phrase) => [...phrase].length <= longestPhrase && !phrase.startsWith("比"),
  );
}

/** Both of two choices, "修桥还是修路", or undefined where they are too long for one phrase. */
export function chineseChoice(sentence: string): string | undefined {
  const clause = joinedUp(sentence)
    .split(/[，。！？、；：,.!?;:()（）“”"《》\n]/u)
    .find((piece) => piece.includes("还是"));
  const [one = "", other = ""] = (clause ?? "")
    .replace(/^.*(?:应该|应当|到底|究竟|该)/u, "")
    .split("还是")
    .map((piece) => plain(piece.replace(/^是/u, "").replace(/(?:更|比较)?[好强]?(?:呢|呀|啊)?$/u, "")));
  const choice = `${one}还是${other}`;
  return one && other && [...choice].length <= longestPhrase ? choice : undefined;
}

/** Without spaces between characters. */
function joinedUp(sentence: string): string {
  return sentence.replace(/(?<=\p{Script=Han})\s+|\s+(?=\p{Script=Han})/gu, "");
}

/** A piece without the words around its noun. */
function plain(piece: string): string {
  return piece.trim().replace(leading, "").replace(trailing, "").trim();
}

/** The noun of a long phrase without the clause before it: "听雨茶馆" of "开了六十年的听雨茶馆". */
function withoutClause(phrase: string): string {
  if (verbs.has(wordsOf(phrase)[0] ?? "")) return phrase;
  const noun = phrase.slice(phrase.lastIndexOf("的") + 1);
  const clause = phrase.slice(0, -noun.length);
  const isClause =
    /[了着过]/u.test(clause) || /^[一二两三四五六七八九十百千\d]/u.test(clause) || [...phrase].length > 8;
  return isClause && [...noun].length >= 2 ? noun : phrase;
}

/** What the act is done to, when the phrase begins with a verb. */
function objectOf(phrase: string): string[] {
  const [first, ...rest] = wordsOf(phrase);
  const object = rest.join("");
  return first !== undefined && verbs.has(first) && [...object].length >= 2 ? [object] : [];
}

function wordsOf(phrase: string): string[] {
  return [...segmenter.segment(phrase)].map(({ segment }) => segment);
}

/** What a topic asks for, and what it can be called. Topics are never bent: a phrase stands in them as it is, or there is none. */
import type { Language } from "../language.js";
import type { Participant } from "../state/participant.js";
import { countWords } from "../text/word-count.js";
import { declaredStance } from "./description.js";

/** `proposal` can be accepted or refused, `claim` is true or false, `open` has many answers. */
export type TopicKind = "proposal" | "claim" | "open";

interface TopicOf {
  readonly topic: string;
  readonly language: Language;
}

/** The sentence that asks, in a topic of several. */
function coreOf({ topic, language }: TopicOf): string {
  const sentences = (topic.slice(0, 400).match(/[^.!?。！？\n]+[.!?。！？]*/gu) ?? []).map((one) => one.trim());
  const asking = sentences.findLast((one) => /[?？]$/u.test(one) || (language === "zh" && chinese.proposal.test(one)));
  return asking ?? sentences[0] ?? "";
}

const english = {
  proposal: /^(?:should|shall|ought|must)\b|^whether (?:to\b|.*\bshould\b)|\bshould\b.*\?$|^is it time\b/iu,
  open: /^(?:\w+ )?(?:what|which|who|whom|whose|where|when|why|how)\b|\bor\b(?! not)/iu,
  claim: /\b(?:is|are|was|were|am|isn't|aren't|will|would|can|can't|could|cannot|has|have|had|does|do|don't|doesn't|did|may|might|must)\b/iu,
};
const chinese = {
  proposal: /该不该|应不应该|要不要|应该|不该|不应|是否(?:应|该|要)|能不能|可不可以|需不需要|该.+吗|值不值得|有没有必要/u,
  open: /怎么|怎样|如何|什么|哪|谁|为何|几|多少|还是/u,
  claim: /吗|是否|是不是|会不会|有没有|是|会|能|了$|已经|可以|一定/u,
};

/** What is asked. Of a mere noun it depends on whether anybody is for or against it. */
export function kindOf(scene: TopicOf & { readonly cast: readonly Participant[] }): TopicKind {
  const core = coreOf(scene).replace(/[.。!！]$/u, "");
  const { proposal, open, claim } = scene.language === "zh" ? chinese : english;
  if (open.test(core)) return "open";
  if (proposal.test(core)) return "proposal";
  if (claim.test(core)) return "claim";
  const isDisputed = scene.cast.some((one) => ["for", "against"].includes(declaredStance(one) ?? ""));
  return isDisputed ? "proposal" : "open";
}

/** Whether “yes” means to leave things as they are. */
export function asksToKeep(scene: TopicOf): boolean {
  const core = coreOf(scene);
  return scene.language === "zh"
    ? /保留|保住|维持|留住|坚持|继续/u.test(core) && !/取消|停止|不再|放弃/u.test(core)
    : /^(?:should|shall|must|whether)\b.*\b(?:keep|remain|retain|preserve|stay|continue)\b/iu.test(core) &&
        !/\b(?:keep\b.*\b(?:out|away|off|from)|stop|give up|abandon)\b/iu.test(core);
}

/** Words that end a noun phrase. */
const boundary = new Set(
  "in on at to for from with without by of off up out over under after before near into onto against about as than so if that which who whom whose when where while because and or but nor should shall must can could will would may might is are was were be been being has have had does do did not no now again anymore yet too ever really still back away only just also more better instead forever tomorrow today tonight the our my your their its his her a an this these those".split(
    " ",
  ),
);
const prepositions = /\b(?:in|on|at|to|for|from|without|by|of|over|under|after|before|near|into|onto|against|about|as|than|like|between|(?<!\bdo )with)\s+$/iu;
/** What stands behind a phrase that is only half of one. */
const restOfPhrase = /^(?:of|about|to|that|which|who|whose|than|as|and|or)$/iu;
/** Verbs that often follow a noun in topics: a phrase ends before them. */
const verbs =
  /^(?:keep|remain|stay|have|get|make|take|run|allow|ban|build|close|open|reopen|stop|start|begin|change|leave|bring|pay|give|move|replace|become|need|want|use|buy|sell|charge|adopt|abolish|introduce|matter|exist|work|lose|save|go|come|teach|learn|own|\w+ed)$/iu;
/** Behind these stands a subject: what follows it may already be its verb. */
const subjectSigns =
  /(?:^|\b(?:should|shall|must|can|could|will|would|may|might|is|are|was|were|does|do|did|when|if|that|whether|because|where|how|why|while|and|or|but)\s+)$/iu;

/** A noun phrase with its article, as it stands in an English topic: what is done something to, or else who does it. */
function englishPhrase(core: string): string | undefined {
  const clause = core.split(/[,;:–—]| - /u)[0] ?? "";
  let subject: string | undefined;
  for (const match of clause.matchAll(/(?<![\p{L}'’-])(the|our|my|a|an|this|these|its|his|her|their) /giu)) {
    const words: string[] = [];
    let end = "";
    for (const word of clause.slice(match.index + match[0].length).replace(/[?!.]+$/u, "").split(/\s+/u)) {
      end = word;
      if (boundary.has(word.toLowerCase()) || verbs.test(word) || !/^[\p{L}\p{N}'’-]+$/u.test(word)) break;
      words.push(word);
      end = "";
    }
    const before = clause.slice(0, match.index);
    const isLong = words.length === 0 || words.length > 3 || /ly$/u.test(words.at(-1) ?? "");
    if (isLong || before === "" || prepositions.test(before) || restOfPhrase.test(end)) continue;
    const article = (match[1] ?? "the").toLowerCase();
    const phrase = `${/^(?:its|his|her|their)$/u.test(article) ? "the" : article} ${words.join(" ")}`;
    if (!subjectSigns.test(before)) return phrase;
    if (/^should\s$/iu.test(before) && words.length === 1 && /^(?:in|on|at|be|remain|stay)$/iu.test(end)) subject = phrase;
  }
  return subject;
}

/** What a Chinese question asks about: in Chinese the words behind the modal can stand as a noun. */
function chinesePhrase(core: string): string | undefined {
  const plain = core.replace(/[？?。！!吗呢]+$/u, "");
  const candidates = [
    /(?:该不该|应不应该|要不要|是否应该|是否应当|是否该|需不需要|有没有必要|应该|应当)([^，,；;]+)/u,
    /(?:怎么|如何|怎样)([\p{Script=Han}]{4,12})$/u,
    /^(?:我们的?)?([\p{Script=Han}]{2,12}?)(?:应该|该|要|究竟|到底)?(?:怎么办|如何是好|怎么做|怎么改)/u,
  ].map((pattern) => pattern.exec(plain)?.[1] ?? "");
  return candidates.find(
    (found) => /^[\p{Script=Han}\p{L}\p{N}]{2,14}$/u.test(found) && !/^[被把再也都更还先]|什么|怎|如何|为何|谁|哪|几/u.test(found),
  );
}

/** A noun phrase taken from the topic word for word; undefined where none can be told for certain. */
export function subjectOf(scene: TopicOf): string | undefined {
  const core = coreOf(scene);
  const isChinese = /\p{Script=Han}/u.test(core);
  if (isChinese !== (scene.language === "zh")) return undefined;
  if (!isChinese) return /^(?:is|are|was|were|do|does|did|can|could|will|would)\b/iu.test(core) ? undefined : englishPhrase(core);
  return chinesePhrase(core);
}

/** The topic as it can be quoted: whole, on one line; undefined where it is too long or has marks of its own. */
export function topicIn({ topic, language }: TopicOf, longest = 24): string | undefined {
  // A Chinese question is quoted without its mark: a comma follows.
  const text = topic.trim().replace(language === "zh" ? /[。？?]$/u : /\.$/u, "");
  const isPlain = text !== "" && !/[\n“”"*{}<>#`:：[\]\\|]/u.test(text) && /\p{L}/u.test(text);
  return isPlain && countWords(text, language) <= longest * (language === "zh" ? 1.6 : 1) ? text : undefined;
}

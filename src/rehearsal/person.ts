/** Short texts around a conversation: who somebody is, a sharper topic, what was said so far. */
import type { DescribeRequest, SharpenRequest, SummarizeRequest } from "../models/request.js";
import { countWords } from "../text/word-count.js";
import { fitWords } from "../text/fit-words.js";
import { quoteFrom } from "./hearing.js";
import { chanceInTurn, seatOf } from "./luck.js";
import { campsOf } from "./meeting.js";
import { addressOf, isInLanguage, roleSlots } from "./names.js";
import { createPick, fitParts, joined } from "./phrasing.js";
import { stancesOf } from "./stance.js";
import { type Texts, textsOf } from "./texts.js";
import { themesOf } from "./themes.js";
import { kindOf, topicIn } from "./topic.js";

/** Who somebody is, in the third person; states the stance and the themes that the speeches will show. */
export function describe(request: DescribeRequest): string {
  const { self, language } = request;
  const { describe: texts } = textsOf(language, "person");
  const stance = stancesOf(request).get(self.name) ?? "unsure";
  const [mine, theirs] = themesOf(self, request);
  const place = self.location.trim().replace(/\s+/gu, " ");
  const isUsable = place !== "" && place.length <= 40 && isInLanguage(place, language) && !/[:：{}<>*#“”]/u.test(place);
  const role = roleSlots(self, language);
  const slots = {
    ...role,
    name: addressOf(self.name, request),
    place: isUsable ? (language === "zh" ? `${place}的` : ` from ${place}`) : "",
    mine: mine?.point,
    theirs: theirs?.point,
  };
  // Seats take different texts, so that a cast does not read like a form.
  const pick = createPick(request, seatOf(request, self.name));
  const from = (patterns: Texts, rank: number) => ({ rank, make: (limit: number) => pick(patterns, slots, { limit }) });
  const parts = [from(role["aRole"] ? texts.who : texts.nobody, 1), from(texts.cares, 2)];
  // Nobody is for or against a question that asks what to do.
  if (kindOf(request) !== "open") parts.push(from(texts[stance], 0));
  const text = joined(fitParts(parts, request), language);
  return text || slots.name;
}

/** One question that opens the conversation: the topic itself where it asks. */
export function sharpen(request: SharpenRequest): string {
  const { language } = request;
  const topic = request.topic.trim();
  const direct = /^whether (?:to ([^.,;:?!]+)|([^.,;:?!]+?) (should|may|can|could|must|might|will|would) ([^.;:?!]+))$/iu.exec(topic);
  if (direct?.[1]) return `Should we ${direct[1]}?`;
  if (direct?.[3]) return `${direct[3].charAt(0).toUpperCase()}${direct[3].slice(1)} ${direct[2]} ${direct[4]}?`;
  if (/[?？]$/u.test(topic)) return topic;
  const isAsking = /该不该|要不要|能不能|可不可以|会不会|好不好|还是|是否|如何|怎么|怎样|为什么|吗$|呢$/u.test(topic);
  if (language === "zh" && isAsking && !/[。；\n]./u.test(topic)) return `${topic.replace(/[。.]$/u, "")}？`;
  const quoted = topicIn(request, 60);
  const text = quoted && createPick(request)(textsOf(language, "person").sharpen, { topic: quoted });
  return text ?? (topic || textsOf(language, "person").sharpen[0]?.replace(/“?\{topic\}”?/u, "…") || "?");
}

/** What was said so far: the camps and some words of the latest speakers. */
export function summarize(request: SummarizeRequest): string {
  const { conversation, cast, language, wordLimit } = request;
  const { summarize: texts } = textsOf(language, "person");
  const wide = { ...request, wordLimit: 2 * wordLimit };
  const pick = createPick({ ...wide, conversation: { lines: [], omitted: 0 } });
  const speakers = cast.filter(({ name }) => conversation.lines.some(({ speaker }) => speaker === name));
  if (speakers.length === 0 && !conversation.summary) return pick(texts.nothing) ?? texts.nothing[0] ?? "";
  const earlier = conversation.summary && fitWords(conversation.summary, wordLimit, language);
  const quotes = speakers.flatMap(({ name }) => {
    const text = conversation.lines.findLast(({ speaker }) => speaker === name)?.text ?? "";
    const quote = quoteFrom(text, request);
    return quote ? [{ name: addressOf(name, request), quote }] : [];
  });
  const start = Math.floor(chanceInTurn(request, "quotes") * quotes.length);
  const turned = [...quotes.slice(start), ...quotes.slice(0, start)].slice(0, 4);
  const say = (patterns: Texts, rank: number, slots: Record<string, string>) => ({
    rank,
    make: (limit: number) => {
      const text = createPick(wide)(patterns, slots);
      return text && countWords(text, language) <= limit ? text : undefined;
    },
  });
  const parts = [
    ...(earlier ? [{ rank: 1, make: () => earlier }] : []),
    ...campsOf(speakers, request).map(([side, names], index) => say(texts[side], 2 + index, { names })),
    ...turned.map((slots, index) => say(texts.quote, 6 + index, slots)),
  ];
  return joined(fitParts(parts, wide), language) || (pick(texts.nothing) ?? texts.nothing[0] ?? "");
}

/**
 * What a topic asks for, where each participant stands on it, and what it can be called. Topics are never bent: a phrase stands
 * in them as it is, or there is none.
 */
import type { Language } from "../language.js";
import { countWords } from "../locales/registry.js";
import type { ModelRequest } from "../models/request.js";
import type { Participant } from "../state/participant.js";
import { declaredStance } from "./description.js";
import { chanceInConversation } from "./luck.js";
import { isInLanguage } from "./names.js";
import { patternAt, reads, type Stance } from "./texts.js";

/** `proposal` can be accepted or refused, `claim` is true or false, `open` has many answers. */
export type TopicKind = "proposal" | "claim" | "open";

type TopicOf = { readonly topic: string; readonly language: Language };

function coreOf({ topic, language }: TopicOf): string {
  const sentences = (topic.slice(0, 400).match(/[^.!?。！？\n]+[.!?。！？]*/gu) ?? []).map((one) => one.trim());
  return sentences.findLast((one) => reads(language, "topic.asks", one)) ?? sentences[0] ?? "";
}

/** What is asked. Of a mere noun it depends on whether anybody is for or against it. */
export function kindOf(scene: TopicOf & { readonly cast: readonly Participant[] }): TopicKind {
  const core = coreOf(scene).replace(/[.。!！]$/u, "");
  const kind = (["open", "proposal", "claim"] as const).find((one) => reads(scene.language, `topic.${one}`, core));
  if (kind) return kind;
  return scene.cast.some((one) => ["for", "against"].includes(declaredStance(one) ?? "")) ? "proposal" : "open";
}

/** Where somebody stands, all conversation long. Who declares nothing takes what nobody declares; open questions have no sides. */
export function stanceOf(name: string, request: ModelRequest): Stance {
  if (kindOf(request) === "open") return "unsure";
  const seat = request.cast.findIndex((one) => one.name === name);
  const declared = request.cast.map(declaredStance);
  const isForFirst = chanceInConversation(request, "sides") < 0.5;
  const stances: readonly Stance[] = isForFirst ? ["for", "against", "unsure"] : ["against", "for", "unsure"];
  const free = [...stances.filter((stance) => !declared.includes(stance)), ...stances];
  const silentBefore = declared.slice(0, seat).filter((stance) => stance === undefined).length;
  return declared[seat] ?? free[silentBefore % free.length] ?? "unsure";
}

/** Whether “yes” means to leave things as they are. */
export function asksToKeep(scene: TopicOf): boolean {
  const core = coreOf(scene);
  return reads(scene.language, "topic.keeps", core) && !reads(scene.language, "topic.drops", core);
}

/** A noun phrase taken from the topic word for word; undefined where none can be told for certain. */
export function subjectOf(scene: TopicOf): string | undefined {
  const core = coreOf(scene);
  if (!isInLanguage(core, scene.language) || reads(scene.language, "phrase.unasked", core)) return undefined;
  const phrase = patternAt(scene.language, "phrase.subject").exec(core)?.slice(1).find(Boolean);
  return phrase && !reads(scene.language, "phrase.unusable", phrase) ? phrase : undefined;
}

/** The topic as it can be quoted: whole, on one line; undefined where it is too long or has marks of its own. */
export function topicIn({ topic, language }: TopicOf, longest = 24): string | undefined {
  // A Chinese question is quoted without its mark: a comma follows.
  const text = topic.trim().replace(language === "zh" ? /[。？?]$/u : /\.$/u, "");
  const isPlain = text !== "" && !/[\n“”"*{}<>#`:：[\]\\|]/u.test(text) && /\p{L}/u.test(text);
  return isPlain && countWords(text, language) <= longest * (language === "zh" ? 1.6 : 1) ? text : undefined;
}

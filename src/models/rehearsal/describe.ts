/** Who a participant is, in the third person: says the stance and the concerns that its speeches will show. */

import { countWords } from "../../locales/word-count.js";
import type { DescribeRequest } from "../request.js";
import { concernsOf } from "./concerns.js";
import { chanceInDebate, seatOf } from "./luck.js";
import { isInLanguage, isTrade, spokenName, spokenRole, withArticle } from "./spoken.js";
import { stancesOf } from "./stance.js";
import { isOpen, subjectsOf } from "./subject.js";
import { fill, type Slots } from "./template.js";
import { phrasesOf } from "./texts.js";

/** As many of its sentences as fit the limit, the stance before the rest; at least the name. */
export function describe(request: DescribeRequest): string {
  const { descriptions } = phrasesOf[request.language];
  const stance = stancesOf(request).get(request.self.name) ?? "unsure";
  const seat = seatOf(request, request.self.name);
  const slots = slotsFor(request);
  const filled = (texts: readonly string[]) => {
    // Seats take different texts, so that a cast does not read like a form.
    const start = Math.floor(chanceInDebate(request, 0, "description") * texts.length) + seat;
    const inOrder = texts.map((_, index) => fill(texts[(start + index) % texts.length] ?? "", slots));
    return inOrder.find((text) => text !== undefined);
  };
  // Nobody is for or against a question that asks what to do.
  const stands = isOpen(request.topic) ? undefined : filled(descriptions.stands[stance]);
  const sentences = [filled(descriptions.who), filled(descriptions.cares), stands];
  let room = request.wordLimit;
  const kept = [2, 0, 1].filter((index) => {
    const words = countWords(sentences[index] ?? "", request.language);
    if (sentences[index] === undefined || words > room) return false;
    room -= words;
    return true;
  });
  const text = kept.sort().map((index) => sentences[index]);
  return text.join(request.language === "en" ? " " : "") || String(slots["name"]);
}

function slotsFor(request: DescribeRequest): Slots {
  const { self, language } = request;
  const role = spokenRole(self, language);
  const trade = role && isTrade(role) ? role : undefined;
  const place = self.location.trim().replace(/\s+/g, " ");
  const isChinese = language === "zh";
  return {
    name: spokenName(self.name, language),
    role,
    aRole: role && withArticle(role),
    trade,
    aTrade: trade && withArticle(trade),
    fromPlace: placePhrase(place.length <= 40 && isInLanguage(place, language) ? place : "", isChinese),
    points: pointsOf(request),
    subject: subjectsOf(request)[0],
  };
}

function placePhrase(place: string, isChinese: boolean): string {
  if (place === "") return "";
  return isChinese ? `${place}的` : ` from ${place}`;
}

function pointsOf(request: DescribeRequest): string {
  const { concerns } = phrasesOf[request.language];
  const points = concernsOf(request.self, request).map((name) => concerns[name].points[0] as string);
  if (request.language === "zh") return points.join("、");
  return new Intl.ListFormat("en", { type: "conjunction" }).format(points);
}

/** Who a participant is, in the third person: says the stance and the concerns that its speeches will show. */
import type { DescribeBrief } from "../../domain/brief.js";
import { countWords } from "../../domain/word-count.js";
import { concernsOf } from "./concerns.js";
import { chanceInDebate, seatOf } from "./luck.js";
import { isInLanguage, isTrade, spokenName, spokenRole, withArticle } from "./spoken.js";
import { stancesOf } from "./stance.js";
import { isOpen, subjectsOf } from "./subject.js";
import { fill, type Slots } from "./template.js";
import { phrasesOf } from "./texts.js";

/** As many of its sentences as fit the limit, the stance before the rest; at least the name. */
export function describe(brief: DescribeBrief): string {
  const { descriptions } = phrasesOf[brief.language];
  const stance = stancesOf(brief).get(brief.self.name) ?? "unsure";
  const seat = seatOf(brief, brief.self.name);
  const slots = slotsFor(brief);
  const filled = (texts: readonly string[]) => {
    // Seats take different texts, so that a cast does not read like a form.
    const start = Math.floor(chanceInDebate(brief, 0, "description") * texts.length) + seat;
    const inOrder = texts.map((_, index) => fill(texts[(start + index) % texts.length] ?? "", slots));
    return inOrder.find((text) => text !== undefined);
  };
  // Nobody is for or against a question that asks what to do.
  const stands = isOpen(brief.topic) ? undefined : filled(descriptions.stands[stance]);
  const sentences = [filled(descriptions.who), filled(descriptions.cares), stands];
  let room = brief.wordLimit;
  const kept = [2, 0, 1].filter((index) => {
    const words = countWords(sentences[index] ?? "", brief.language);
    if (sentences[index] === undefined || words > room) return false;
    room -= words;
    return true;
  });
  const text = kept.sort().map((index) => sentences[index]);
  return text.join(brief.language === "en" ? " " : "") || String(slots["name"]);
}

function slotsFor(brief: DescribeBrief): Slots {
  const { self, language } = brief;
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
    points: pointsOf(brief),
    subject: subjectsOf(brief)[0],
  };
}

function placePhrase(place: string, isChinese: boolean): string {
  if (place === "") return "";
  return isChinese ? `${place}的` : ` from ${place}`;
}

function pointsOf(brief: DescribeBrief): string {
  const { concerns } = phrasesOf[brief.language];
  const points = concernsOf(brief.self, brief).map((name) => concerns[name].points[0] as string);
  if (brief.language === "zh") return points.join("、");
  return new Intl.ListFormat("en", { type: "conjunction" }).format(points);
}

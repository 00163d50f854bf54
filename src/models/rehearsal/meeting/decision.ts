/** The last word of a meeting: what is decided, why, and who was of another mind. */

import { countWords } from "../../../locales/word-count.js";
import type { FinalDecision } from "../../../state/stage.js";
import { createChooser } from "../chooser.js";
import { groundsFor, type Wording } from "./grounds.js";
import type { DecisionTexts, Verdict } from "./phrases.js";
import { type DecidingBrief, rulingFor } from "./ruling.js";
import { meetingTextsOf } from "./texts.js";

/** The share of the limit that a text may take while others have yet to be found. */
const shareOfDecision = 0.45;
const shareOfDissent = 0.55;

const shortFor: Readonly<Record<Verdict, keyof DecisionTexts["short"]>> = {
  yes: "yes",
  terms: "yes",
  trial: "middle",
  later: "no",
  no: "no",
  survey: "open",
  wish: "open",
  step: "open",
  bold: "open",
  careful: "open",
};

export function decision(request: DecidingBrief): FinalDecision {
  const { language } = request;
  const texts = meetingTextsOf[language].decision;
  const ruling = rulingFor(request);
  const grounds = groundsFor(ruling, request);
  const choose = createChooser(request);
  let room = request.wordLimit;
  const take = (salt: string, { groups, slots }: Wording, share = 1): string => {
    const text = choose({ salt, groups, slots, budget: room * share }) ?? "";
    room -= countWords(text, language);
    return text;
  };
  const short = texts.short[shortFor[ruling.verdict]];
  const plain = { groups: [short], slots: {} };
  const decided =
    take("decision", grounds.decision, shareOfDecision) || take("short", plain) || (short.at(-1) as string);
  const { groups, slots } = grounds.dissent;
  const dissent =
    take("dissent", grounds.dissent, shareOfDissent) || take("dissent", { groups: groups.slice(-1), slots });
  const rationale = take("rationale", grounds.rationale);
  // What room is left may hold a second sentence each.
  const needsWatching = ruling.verdict === "trial" || ruling.verdict === "terms";
  const watcher = needsWatching ? take("watcher", { ...grounds.decision, groups: [texts.watchers] }) : "";
  const converted = ruling.isConverted ? take("converted", { groups: [texts.rationales.converted], slots: {} }) : "";
  const quote = dissent && take("dissent quote", { groups: [texts.dissents.quotes], slots });
  const joined = (...parts: readonly string[]) => parts.filter(Boolean).join(language === "en" ? " " : "");
  return {
    decision: joined(decided, watcher),
    rationale: joined(rationale, converted),
    dissent: joined(dissent, quote),
  };
}

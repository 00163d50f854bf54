import type { AddressGrammar, Grammar } from "../grammar.js";

/** Words that do not identify a person even if a name contains them. */
const noNames = new Set(
  "dr mr mrs ms miss prof professor captain sir the old young little big new von van may will can art hope mark bill grace joy faith rose sue pat rob dean judge chance".split(
    " ",
  ),
);

const verb =
  "(?:may|might|will|would|can|could|shall|should|must|has|had|have|is|was|were|are|does|did|do|thought|said|told|knew|felt|went|came|made|kept|(?!(?:as|us|this|his|yes|perhaps|always|towards|unless|across|besides)\\b)[a-z]+(?:s|ed))";
const adverbs = "(?:\\s+(?:also|never|always|still|just|only|once|then|perhaps|probably|[a-z]+ly))*";

const address: AddressGrammar = {
  titles: [],
  leads: [
    ...["and", "so", "but", "now", "well", "then", "hi", "hello", "hey", "oh", "ah", "yes", "no", "look", "listen"],
    ...["please", "okay", "ok", "right", "true", "dear", "my dear", "tell me", "thank you", "thanks", "let me ask you"],
  ],
  endearments: ["dear"],
  and: ["and"],
  or: ["or"],
  relativePronouns: ["who", "whose", "which"],
  questionParticles: [],
  secondPerson: ["\\b(?:you|your|yours|yourself)\\b"],
  callings: ({ person, pause }) => [
    // “I would like to ask Bea: …?”, “Over to Bea.”
    new RegExp(
      `\\b(?:ask|asking|turn to|turning to|over to|back to|question (?:is )?(?:for|to)|hear from)\\s+${person}\\s*(?:$|${pause})`,
      "giu",
    ),
    // “Could Bea tell us …?”
    new RegExp(
      `^(?:could|can|would|will)\\s+${person}\\s+(?:please\\s+)?(?:tell|explain|answer|help|show|give)\\b`,
      "giu",
    ),
  ],
  remarks: ({ name }) => [
    new RegExp(`${name}${adverbs}\\s+${verb}\\b`, "gu"),
    new RegExp(`\\b(?:would|will|does|did|can|could|may|might|should|has|is|was|do)\\s+${name}`, "giu"),
  ],
};

export const grammar: Grammar = {
  address,
  handover: {
    whole: ["(?:the[ \\t])?next[ _-](?:speaker|participant)"],
    partial: [
      ...["t", "th", "the", "the[ \\t]n?e?x?t?", "n", "ne", "nex", "next"],
      ...["next[ _-].{0,120}", "the[ \\t]next[ _-].{0,120}"],
    ],
  },
  abbreviations: ["Dr", "Mr", "Mrs", "Ms", "Prof", "St", "Sr", "Jr", "No", "vs", "etc", "e\\.g", "i\\.e", "approx"],
  partsOfName(name) {
    const words = name.split(/\s+/).map((word) => word.replace(/(?<![.,])[.,]+$/u, ""));
    if (words.length < 2) return [];
    return words.filter((word) => /^\p{Lu}.{2,}/u.test(word) && !noNames.has(word.toLowerCase()));
  },
  canQuote: (text) => !/\p{Script=Han}/u.test(text),
};

import type { TranscriptWords } from "../../words/en/transcript.js";
import type { RuleWords } from "../../words/rule-words.js";
import { rules as builtIn } from "./registry.js";
import type { RuleDefinition } from "./rule.js";

/**
 * Returns the words for a rule in the language of the transcript. Falls back to a built-in rule's own words, which are
 * English, and then to words that suit any rule.
 */
export function wordsOfRule(name: string, { rules, explain }: TranscriptWords): RuleWords {
  const rule: RuleDefinition | undefined = builtIn.find((each) => each.name === name);
  return rules[name] ?? rule?.words ?? { explain: explain.anyRule };
}

/** What transcripts say of the way in which a speaker was chosen. */
import type { TranscriptWords } from "../../words/en/transcript.js";
import type { RuleWords } from "../../words/rule-words.js";
import { rules as builtIn } from "./registry.js";
import type { RuleDefinition } from "./rule.js";

/** The words of a language, else the rule's own, which are English, else what can be said of any rule. */
export function wordsOfRule(name: string, { rules, explain }: TranscriptWords): RuleWords {
  const rule: RuleDefinition | undefined = builtIn.find((each) => each.name === name);
  return rules[name] ?? rule?.words ?? { explain: explain.anyRule };
}

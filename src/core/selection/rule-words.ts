import type { TranscriptWords } from "../../words/en/transcript.js";
import type { RuleWords } from "../../words/rule-words.js";
import { rules as builtIn } from "./registry.js";
import type { RuleDefinition } from "./rule.js";

/** Falls back to the words of a built-in rule, which are English, and then to words that suit any rule. */
export function wordsOfRule(name: string, { rules, explain }: TranscriptWords): RuleWords {
  const rule: RuleDefinition | undefined = builtIn.find((each) => each.name === name);
  return rules[name] ?? rule?.words ?? { explain: explain.anyRule };
}

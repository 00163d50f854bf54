/** What is worth remembering of what each has said. */
import { countWords } from "../../../locales/word-count.js";
import type { HeardBrief } from "../conversation-brief.js";
import { clauseOf } from "../director/show.js";
import { chanceInTurn } from "../luck.js";
import type { ConcernName, Stance } from "../phrases.js";
import { argumentIn } from "../quote.js";
import type { Slots } from "../template.js";
import { type Argued, arguersIn } from "./heard.js";
import { namesOf, plainPoint } from "./wording.js";

/** Somebody's words, or at least what they were about. */
export interface Saying extends Slots {
  readonly who: string;
  /** As the others call them. */
  readonly name: string;
  readonly stance: Stance;
  readonly quote: string | undefined;
  readonly concern: ConcernName | undefined;
  readonly point: string | undefined;
}

/** Longer quotations take the word from the one who quotes; a shorter clause is not worth remembering. */
const lengths = { en: { min: 6, max: 22 }, zh: { min: 9, max: 30 } } as const;

/** One saying of each who has argued, in the order in which they began to. */
export function sayingsIn(argued: readonly Argued[], request: HeardBrief): Saying[] {
  const sayings: Saying[] = [];
  const taken = new Set<ConcernName>();
  for (const { name: who } of arguersIn(argued)) {
    const own = argued.filter(({ name }) => name === who);
    const [first] = own;
    if (first === undefined) continue;
    const start = Math.floor(chanceInTurn(request, `saying ${who}`) * own.length);
    const inTurn = [...own.slice(start), ...own.slice(0, start)];
    const quote = firstOf(inTurn, (each) => whole(each, request)) ?? firstOf(inTurn, (each) => clause(each, request));
    // What two have in common would not tell them apart.
    const concerns = own.flatMap((each) => each.concerns);
    const concern = concerns.find((each) => !taken.has(each)) ?? concerns[0];
    if (concern) taken.add(concern);
    const point = concern && plainPoint(concern, request);
    sayings.push({ who, name: namesOf([{ name: who }], request), stance: first.stance, quote, concern, point });
  }
  return sayings;
}

function firstOf(argued: readonly Argued[], find: (one: Argued) => string | undefined): string | undefined {
  return argued.map(find).find((text) => text !== undefined);
}

/** A whole argument. */
function whole({ text }: Argued, request: HeardBrief): string | undefined {
  return argumentIn(text, request, Math.min(lengths[request.language].max, request.wordLimit * 0.4));
}

function clause(argued: Argued, request: HeardBrief): string | undefined {
  const found = clauseOf(argued, request, `clause ${argued.name}`);
  return found && countWords(found, request.language) >= lengths[request.language].min ? found : undefined;
}

/** The defaults of `contextOf` describe the first turn of a conversation with three participants. */
import type { RuleContext } from "../../src/core/selection/rule.js";

export const asksNobody = () => Promise.reject(new Error("the rule asked a model"));

const threeNames = ["Ada", "Bela", "Chen"];

export const candidatesOf = (names: readonly string[]) => names.map((name, seat) => ({ seat, participant: { name } }));

export function contextOf<Settings extends object>(
  given: Partial<RuleContext> & { readonly settings: Settings },
): RuleContext<Settings> {
  const names = given.names ?? threeNames;
  return {
    turn: 1,
    turnsThisRun: 0,
    names,
    candidates: candidatesOf(names),
    bids: [],
    scale: { min: 1, max: 10 },
    history: [],
    spoken: [],
    lastSpeaker: given.spoken?.at(-1)?.speaker,
    latest: given.spoken?.at(-1),
    draw: () => 0.5,
    ask: asksNobody,
    ...given,
  };
}

export const speechesOf = (...speakers: readonly string[]) =>
  speakers.map((speaker, index) => ({ speaker, text: "…", turn: index + 1 }));

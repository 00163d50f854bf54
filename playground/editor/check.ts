/** Reads a scenario's text, and returns the scenario, or its problems with their lines and columns. */
import { describeError } from "../../src/errors/describe-error.js";
import { problemMessage, RostrumError } from "../../src/errors/rostrum-error.js";
import { readScenario } from "../../src/talk/scenario/read-scenario.js";
import { placeOf, type Scenario } from "../../src/talk/scenario/scenario.js";
import { languageNamed, locales } from "../../src/words/registry.js";

export interface TextProblem {
  /** The number of the line, counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type Checked =
  | { readonly scenario: Scenario; readonly problems: readonly [] }
  | { readonly scenario: null; readonly problems: readonly TextProblem[] };

function problemAt(place: string | undefined, message: string): TextProblem {
  const [, line = "1", column = "1"] = /:(\d+):(\d+)$/.exec(place ?? "") ?? [];
  return { line: Number(line), column: Number(column), message };
}

/** @param shown - The language of the page, in which the problems are described. */
export async function checkText(text: string, shown: string): Promise<Checked> {
  const language = languageNamed(shown) ?? "en";
  try {
    return { scenario: await readScenario(text, { language }), problems: [] };
  } catch (error) {
    if (!RostrumError.isInstance(error)) throw error;
    const { problems, place } = error.details as typeof error.details & { readonly place?: string };
    const { errors } = locales[language];
    if (!problems) return { scenario: null, problems: [problemAt(place, describeError(error, language))] };
    return { scenario: null, problems: problems.map((each) => problemAt(placeOf(each), problemMessage(each, errors))) };
  }
}

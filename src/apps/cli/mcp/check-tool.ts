import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod/v4";
import { describeError } from "../../../errors/describe-error.js";
import { problemMessage, RostrumError } from "../../../errors/rostrum-error.js";
import { readScenario } from "../../../talk/scenario/read-scenario.js";
import { maxScenarioBytes } from "../../../talk/scenario/read-text.js";
import { languageOfError, placeOf } from "../../../talk/scenario/scenario.js";
import { cliTexts } from "../../../words/command-line.js";
import { defaultLanguage, type Language, languages, locales } from "../../../words/registry.js";
import { showProblems } from "../report-error.js";
import { textContent } from "./reading-tools.js";

const result = {
  valid: z.boolean(),
  problems: z
    .array(
      z.object({
        path: z.string().describe("The path of the field, such as participants[1].name; empty for the whole text."),
        place: z
          .string()
          .optional()
          .describe("The file name, line and column, such as scenario.yaml:3:1. Lines and columns are counted from 1."),
        message: z.string(),
      }),
    )
    .describe("All problems, in the order in which they appear in the text."),
};

/** Extensions are code, so a client must not be able to load them. */
const aboutExtensions =
  "check_scenario does not load extensions, because they are code. Names of modes, rules and conditions that it does not know may come from an extension. To check the file together with its extension, run: npx rostrum run FILE --dry-run";

function describeProblems(error: RostrumError, language: Language) {
  const { problems = [] } = error.details;
  if (problems.length === 0) {
    const message = describeError(error, language);
    return { text: message, problems: [{ path: "", message }] };
  }
  const listed = problems.map((problem) => ({
    path: problem.field,
    place: placeOf(problem),
    message: problemMessage(problem, locales[language].errors),
  }));
  const hasExtension = problems.some(({ code }) => code === "extension-refused");
  const text = showProblems(problems, cliTexts(language));
  return { text: hasExtension ? `${text}\n${aboutExtensions}` : text, problems: listed };
}

export function registerCheckTool(server: McpServer): void {
  server.registerTool(
    "check_scenario",
    {
      title: "Check a scenario",
      description:
        "Checks a scenario in YAML without running it and without reading files. Reports all problems at once, as the command line does, usually with the line, the field and, for a misspelt name, the name that was probably meant.",
      inputSchema: {
        text: z.string().max(maxScenarioBytes).describe("The text of the scenario, in YAML."),
        language: z
          .enum(languages)
          .optional()
          .describe("The language of the messages. Default: the scenario's own language, or English."),
      },
      outputSchema: result,
      annotations: { readOnlyHint: true },
    },
    async ({ text, language }) => {
      try {
        const { mode } = await readScenario(text, { file: "scenario.yaml", language });
        const structuredContent = { valid: true, problems: [] };
        return { content: [textContent(`The scenario is valid. Its mode is ${mode}.`)], structuredContent };
      } catch (error) {
        if (!RostrumError.isInstance(error)) throw error;
        const described = describeProblems(error, language ?? languageOfError(error) ?? defaultLanguage);
        const structuredContent = { valid: false, problems: described.problems };
        return { content: [textContent(described.text)], structuredContent };
      }
    },
  );
}

/** Generates the transcript on each mode's page from the example conversation, with the rehearsal as the model. */

import { modes } from "../../src/graph/modes/registry.js";
import { type ExportableState, exportConversation, RehearsalModel } from "../../src/index.js";
import { renderMarkdown } from "../../src/talk/transcript/markdown.js";

const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bidding: { maxTurns: 4, seed: 7 },
  director: { maxTurns: 6, seed: 28 },
  "group-chat": { seed: 3 },
  "round-robin": { maxTurns: 4, seed: 7 },
  supervisor: { maxTurns: 4, seed: 7 },
};

export async function transcript(mode: string, language: "en" | "zh"): Promise<string> {
  const graph = modes[mode]?.compile({ model: new RehearsalModel({ notice: false }) });
  if (!graph) throw new Error(`there is no mode ${mode}`);
  const state = await graph.invoke({ ...inputs[mode], language });
  const page = renderMarkdown(exportConversation(mode, state as unknown as ExportableState));
  // Omits the cast, the cost and the date, because they say nothing about the mode. Replaces headings with bold text,
  // because headings would appear in the page's outline.
  const [, talk = ""] = /\n(### [\s\S]*?)\n\n(?:\| |$)/.exec(page.replace(/\n---\n/, "\n")) ?? [];
  return talk.replace(/^#+ (.*)$/gm, "**$1**").replace(/\n{3,}/g, "\n\n");
}

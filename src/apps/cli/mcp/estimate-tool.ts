import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Estimate } from "../../../records/estimate.js";
import { canEstimate } from "../../../talk/estimate/estimating.js";
import { locales } from "../../../words/registry.js";
import { textContent } from "./reading-tools.js";
import { planFrom, plannedArguments } from "./run-arguments.js";

/** Always describes the estimate in English, because a model, not the user, reads the description. */
function describe({ totals, turns, prices, unpriced, limits, assumptions }: Estimate): string {
  const { estimate: words, transcript } = locales.en;
  const { calls, inputTokens, outputTokens, money } = totals;
  return [
    `${words.turns}: ${words.range(turns)}`,
    `Calls: ${words.range(calls)}`,
    `Tokens: ${words.range(inputTokens)} in, ${words.range(outputTokens)} out`,
    `Cost: ${words.money(money)}`,
    ...Object.entries(prices).map(([model, price]) => transcript.priced(model, price)),
    ...unpriced.map((model) => `${words.unpriced(model)} Add it to settings.prices.`),
    ...limits.map(words.limit),
    words.assumed,
    ...assumptions.map((each) => `- ${words.assumptions[each]}`),
  ].join("\n");
}

export function registerEstimateTool(server: McpServer, conversations: object): void {
  if (!canEstimate(conversations)) return;
  server.registerTool(
    "estimate_conversation",
    {
      title: "Estimate a conversation's cost",
      description:
        "Estimates, without calling a model, the calls, tokens and cost of run_conversation with the same arguments. Each figure is a range.",
      inputSchema: plannedArguments,
      annotations: { readOnlyHint: true },
    },
    async (given) => {
      const { mode, ...fields } = await planFrom(given);
      const estimate = await conversations.estimate(mode, fields);
      return { content: [textContent(describe(estimate)), textContent(JSON.stringify(estimate))] };
    },
  );
}

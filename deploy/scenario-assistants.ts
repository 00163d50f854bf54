import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { Assistant, Client } from "@langchain/langgraph-sdk";
import { checkScenario } from "../src/talk/scenario/check-scenario.js";
import { parseScenarioDocument } from "../src/talk/scenario/parse-document.js";
import { readScenarioFile } from "../src/talk/scenario/read-text.js";
import type { Scenario } from "../src/talk/scenario/scenario.js";

export interface NamedScenario {
  /** The file's name without its extension. It identifies the scenario's assistant on the server. */
  readonly name: string;
  readonly scenario: Scenario;
}

const extension = ".yaml";
const shipped = fileURLToPath(new URL("../scenarios/", import.meta.url));

async function readScenario(folder: string, file: string): Promise<Scenario> {
  const text = await readScenarioFile(join(folder, file), "en");
  return checkScenario(parseScenarioDocument(text, { file, language: "en" }), { file, language: "en" });
}

/** @throws RostrumError `invalid-scenario` or `invalid-input`. */
export async function readScenarios(folder = shipped): Promise<NamedScenario[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(extension)).sort();
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -extension.length),
      scenario: await readScenario(folder, file),
    })),
  );
}

/**
 * An assistant has no input, so its context contains the scenario. If a run's input leaves a field at its default, the
 * graph uses the field's value in the context.
 */
function describeAssistant({ name, scenario }: NamedScenario) {
  const topic = String(scenario.input["topic"]);
  return {
    name: scenario.title ?? topic,
    description: topic,
    graphId: scenario.mode,
    context: { ...scenario.context, scenario: scenario.input },
    metadata: { rostrum: { scenario: name } },
  };
}

type WantedAssistant = ReturnType<typeof describeAssistant>;

/**
 * Finds the assistant by its metadata, because an id derived from the scenario's name could collide: all users of a
 * server share one id space, even if the server separates their data. A user's copy of the assistant has the same
 * metadata, so the oldest assistant is the original.
 */
async function findAssistant(client: Client, { metadata }: WantedAssistant): Promise<Assistant | undefined> {
  const found = await client.assistants.search({ metadata, limit: 100 });
  // Sorts the results, because servers may return them in any order.
  return found.sort((left, right) => Date.parse(left.created_at) - Date.parse(right.created_at))[0];
}

/** Drops undefined fields, because the server's answer is JSON and has no such fields. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function isCurrent({ name, description, graph_id, context }: Assistant, wanted: WantedAssistant): boolean {
  const { metadata: _found, ...rest } = wanted;
  return isDeepStrictEqual(asJson({ name, description, graphId: graph_id, context }), asJson(rest));
}

export async function placeAssistant(client: Client, scenario: NamedScenario): Promise<string> {
  const wanted = describeAssistant(scenario);
  const existing = await findAssistant(client, wanted);
  const report = (done: string) => `${done.padEnd(10)} ${scenario.name} (${wanted.graphId}): ${wanted.name}\n`;
  if (existing && isCurrent(existing, wanted)) return report("unchanged");
  if (existing) await client.assistants.update(existing.assistant_id, wanted);
  else await client.assistants.create(wanted);
  return report(existing ? "updated" : "created");
}

/**
 * Puts one assistant on a server, or brings the one that is there up to date. It is found by its mark and has an id that the
 * server draws: a server that keeps its users apart has one id space for all of them, so an id made from the scenario's name
 * would be the first user's, and refused to every other.
 */
import { isDeepStrictEqual } from "node:util";
import type { Assistant, Client } from "@langchain/langgraph-sdk";
import type { ScenarioAssistant } from "./assistant-of.js";

export type Placement = "created" | "updated" | "unchanged";

/** Where a user has made copies of an assistant, which carry its mark as well, the oldest is ours. */
async function findPlaced(client: Client, { metadata }: ScenarioAssistant): Promise<Assistant | undefined> {
  const { scenario } = metadata.rostrum;
  const found = await client.assistants.search({ metadata: { rostrum: { scenario } }, limit: 100 });
  // Not every server sorts as it is told.
  return found.sort((left, right) => Date.parse(left.created_at) - Date.parse(right.created_at))[0];
}

/** As JSON: databases keep no order of names, and what is undefined is not sent. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function isCurrent({ name, description, graph_id, context }: Assistant, wanted: ScenarioAssistant): boolean {
  const { metadata: _found, ...rest } = wanted;
  return isDeepStrictEqual(plain({ name, description, graphId: graph_id, context }), plain(rest));
}

export async function placeAssistant(client: Client, wanted: ScenarioAssistant): Promise<Placement> {
  const placed = await findPlaced(client, wanted);
  if (placed && isCurrent(placed, wanted)) return "unchanged";
  if (placed) await client.assistants.update(placed.assistant_id, wanted);
  else await client.assistants.create(wanted);
  return placed ? "updated" : "created";
}

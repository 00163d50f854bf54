/** The graphs that the server was given to run. */
import { readFileSync } from "node:fs";

const { graphs } = JSON.parse(readFileSync(new URL("../../langgraph.json", import.meta.url), "utf8"));

export const graphNames: readonly string[] = Object.keys(graphs);

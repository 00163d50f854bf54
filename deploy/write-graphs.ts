/** Lists every registered mode in `langgraph.json`, and creates the mode's file in `graphs/` if the file is missing. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { modes } from "../src/graph/modes/registry.js";

const fileOf = (name: string) => new URL(`../graphs/${name}.ts`, import.meta.url);
const settingsFile = new URL("../langgraph.json", import.meta.url);
const asSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
const camelCase = (name: string) => name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

const template = (name: string) => `/** The ${name} mode's graph for LangGraph Studio and the LangGraph server. */
import { ${camelCase(name)}Mode } from "../src/graph/modes/${name}/${name}.js";
import type { Graph } from "../src/graph/modes/mode.js";

export const graph: Graph = ${camelCase(name)}Mode.compile({ ui: true }, { name: "${name}" });
`;

const listed = Object.values(modes);
for (const { name } of listed) if (!existsSync(fileOf(name))) writeFileSync(fileOf(name), template(name));

const settings = JSON.parse(readFileSync(settingsFile, "utf8"));
const graphs = Object.fromEntries(
  listed.map(({ name, summary }) => [name, { path: `./graphs/${name}.ts:graph`, description: asSentence(summary) }]),
);
const ui = Object.fromEntries(listed.map(({ name }) => [name, "./graphs/speaker.jsx"]));
writeFileSync(settingsFile, `${JSON.stringify({ ...settings, graphs, ui }, null, 2)}\n`);

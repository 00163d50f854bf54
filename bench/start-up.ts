/**
 * Compares the load time of the built library, and the duration of `rostrum --help`, with the load time of LangGraph.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compare } from "./measure.js";
import type { Figure } from "./report.js";

const run = promisify(execFile);
const built = (path: string) => fileURLToPath(new URL(`./${path}`, import.meta.url));
const node = (...args: string[]) => run(process.execPath, args);
const load = (name: string) => node("--input-type=module", "-e", `await import(${JSON.stringify(name)})`);

export async function measureStartUp(): Promise<Figure[]> {
  const contenders = {
    nothing: () => node("-e", ""),
    langgraph: () => load(import.meta.resolve("@langchain/langgraph")),
    library: () => load(built("index.js")),
    help: () => node(built("cli.js"), "--help"),
  };
  await compare(contenders, 1);
  const { nothing, langgraph, library, help } = await compare(contenders, 9);
  return [
    { name: "Node alone", value: nothing, unit: "ms" },
    { name: "import of LangGraph", value: langgraph, unit: "ms" },
    { name: "import of the library", value: library, unit: "ms" },
    { name: "  ÷ import of LangGraph", value: library / langgraph, unit: "×", bar: { atMost: 1.35 } },
    { name: "rostrum --help", value: help, unit: "ms" },
    { name: "  ÷ import of LangGraph", value: help / langgraph, unit: "×", bar: { below: 1 } },
  ];
}

/** How long it takes to load the library, and to ask the command line for help; compiled, as it is installed. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compare } from "./measure.js";
import type { Figure } from "./report.js";

const run = promisify(execFile);
const built = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
const node = (...args: string[]) => run(process.execPath, args);

export async function measureStartUp(): Promise<Figure[]> {
  const { help, load, nothing } = await compare(
    {
      help: () => node(built("cli/main.js"), "--help"),
      load: () => node("--input-type=module", "-e", `await import(${JSON.stringify(built("index.js"))})`),
      nothing: () => node("-e", ""),
    },
    5,
  );
  return [
    { name: "rostrum --help", value: help, unit: "ms", bar: { below: 400 } },
    { name: "import of the library", value: load, unit: "ms", bar: { below: 1000 } },
    { name: "  of which Node alone", value: nothing, unit: "ms" },
  ];
}

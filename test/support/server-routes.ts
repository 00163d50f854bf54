import { execFile } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const api = pathToFileURL(
  fileURLToPath(new URL("../../node_modules/@langchain/langgraph-api/dist/api/", import.meta.url)),
).href;

/** Runs in a separate process, because the modules start background work that never ends. */
const script = `
  const routes = [];
  for (const name of ["assistants", "runs", "threads", "store", "meta"])
    routes.push(...(await import("${api}" + name + ".mjs")).default.routes);
  const protocol = (await import("${api}protocol.mjs")).default;
  routes.push(...protocol(() => () => {}, { runs: {}, threads: {} }).routes);
  console.log(JSON.stringify([...new Set(routes.map(({ method, path }) => method + " " + path))]));
  process.exit(0);`;

export async function serverRoutes(): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "[]");
}

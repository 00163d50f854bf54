/** The LangGraph dev server on loopback and a free port, with the project's own langgraph.json and a folder for its state. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { compiled } from "./compiled.js";
import { freePort } from "./free-port.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The configuration as it ships, but for the user's own .env, with its paths made to work from another folder. It names what
 * is compiled already: the server would take seconds more to compile it each time. That it can is shown where the image's
 * context is tried.
 */
async function configurationFor(folder: string): Promise<string> {
  const { env: _own, graphs, auth, http, ...rest } = JSON.parse(await readFile(join(root, "langgraph.json"), "utf8"));
  const move = (path: string) => relative(folder, compiled(path.replace(".ts:", ".js:")));
  const moved = Object.entries<{ path: string }>(graphs).map(([name, graph]) => [
    name,
    { ...graph, path: move(graph.path) },
  ]);
  return JSON.stringify({
    ...rest,
    graphs: Object.fromEntries(moved),
    auth: { ...auth, path: move(auth.path) },
    http: { ...http, app: move(http.app) },
  });
}

export async function startDevServer(
  environment: Record<string, string> = {},
  host = "127.0.0.1",
  flags: readonly string[] = [],
) {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-server-"));
  await writeFile(join(folder, "langgraph.json"), await configurationFor(folder));
  return startServerIn(folder, environment, host, flags);
}

/** Serves what the langgraph.json of a folder names. The folder goes when the server does. */
export async function startServerIn(
  folder: string,
  environment: Record<string, string> = {},
  host = "127.0.0.1",
  flags: readonly string[] = [],
) {
  const port = await freePort();
  const cli = join(root, "node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs");
  const child = spawn(
    process.execPath,
    [cli, "dev", "--no-browser", "--no-reload", "--host", host, "--port", String(port), ...flags],
    // Its own process group, so that stopping it stops the workers it starts as well.
    { cwd: folder, detached: true, env: { ...process.env, NODE_OPTIONS: "", ...environment }, stdio: "pipe" },
  );
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (log += String(chunk)));
  const ended = new Promise<never>((_never, fail) =>
    child.once("exit", (code) => fail(new Error(`the server ended with ${code}:\n${log}`))),
  );
  ended.catch(() => {});
  const url = `http://127.0.0.1:${port}`;

  async function answering(): Promise<void> {
    while (child.exitCode === null && child.signalCode === null) {
      // Any answer will do: whoever it answers, it is up.
      const ready = await fetch(`${url}/ok`).then(
        () => true,
        () => false,
      );
      if (ready) return;
      await new Promise((next) => setTimeout(next, 100));
    }
  }

  async function stop(): Promise<void> {
    const gone = new Promise((exit) => child.once("exit", exit));
    if (child.pid !== undefined && child.exitCode === null) {
      process.kill(-child.pid, "SIGKILL");
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  }

  try {
    await Promise.race([answering(), ended]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop, log: () => log };
}

export type DevServer = Awaited<ReturnType<typeof startDevServer>>;

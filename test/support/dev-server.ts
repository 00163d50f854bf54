import { spawn } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compiled } from "./compiled.js";
import { freePort } from "./free-port.js";
import { requestEnvironment } from "./openai-request.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

const modules = join(root, "node_modules/@langchain");

/**
 * Lets the server use the files that are compiled once for all tests, because a server takes seconds to compile them.
 */
async function readConfiguration(folder: string, withUi: boolean) {
  const { graphs, auth, http, ui } = JSON.parse(await readFile(join(root, "langgraph.json"), "utf8"));
  const move = (path: string) => relative(folder, compiled(path.replace(".ts:", ".js:")));
  const moved = Object.entries<{ path: string }>(graphs).map(([name, graph]) => [
    name,
    { ...graph, path: move(graph.path) },
  ]);
  return {
    graphs: Object.fromEntries(moved),
    auth: { ...auth, path: move(auth.path) },
    http: { ...http, app: move(http.app) },
    ...(withUi ? { ui: await moveUi(ui, folder) } : {}),
  };
}

/** Copies the UI's sources into the server's folder, because the server bundles only files inside it. */
async function moveUi(ui: Readonly<Record<string, string>>, folder: string) {
  const names = await Promise.all(
    Object.entries(ui).map(async ([graph, path]) => {
      await copyFile(join(root, path), join(folder, basename(path)));
      return [graph, `./${basename(path)}`];
    }),
  );
  return Object.fromEntries(names);
}

/**
 * Starts the server's process directly, without the compiler of LangGraph's command line. Each worker waits up to a
 * second before it looks for a pending run again, so with 50 workers a run starts almost immediately.
 * @param withUi - Whether to bundle the UI components, which takes a second.
 */
export async function startDevServer(
  environment: Record<string, string> = {},
  host = "127.0.0.1",
  workers = 50,
  withUi = false,
) {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-server-"));
  const port = await freePort();
  const payload = { port, host, nWorkers: workers, cwd: folder, ...(await readConfiguration(folder, withUi)) };
  const api = join(modules, "langgraph-api/dist");
  const preload = pathToFileURL(compiled("test/support/quick-polling.ts")).href;
  const command = ["--import", preload, join(api, "cli/entrypoint.mjs")];
  return start(folder, port, [...command, String(process.pid), JSON.stringify(payload)], {
    NODE_ENV: "development",
    LANGGRAPH_API_URL: `http://${host}:${port}`,
    ...environment,
  });
}

/** `folder` must contain a langgraph.json. `stop` deletes `folder`. */
export async function startServerIn(folder: string, environment: Record<string, string>) {
  const port = await freePort();
  const cli = join(modules, "langgraph-cli/dist/cli/cli.mjs");
  const flags = ["--no-browser", "--no-reload", "--host", "127.0.0.1", "--port", String(port)];
  return start(folder, port, [cli, "dev", ...flags], environment);
}

async function start(folder: string, port: number, command: readonly string[], environment: Record<string, string>) {
  const child = spawn(
    process.execPath,
    command,
    // Starts a separate process group, so that killing the group also kills the server's child processes.
    { cwd: folder, detached: true, env: { ...process.env, ...requestEnvironment(), ...environment }, stdio: "pipe" },
  );
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (log += String(chunk)));
  const ended = new Promise<never>((_never, fail) =>
    child.once("exit", (code) => fail(new Error(`the server exited with ${code}:\n${log}`))),
  );
  ended.catch(() => {});
  const url = `http://127.0.0.1:${port}`;

  async function answering(): Promise<void> {
    while (child.exitCode === null && child.signalCode === null) {
      // Any response shows that the server is ready, even a refusal.
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

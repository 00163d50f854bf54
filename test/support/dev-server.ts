/** The LangGraph dev server on loopback and a free port, with the project's own langgraph.json and a folder for its state. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compiled } from "./compiled.js";
import { freePort } from "./free-port.js";
import { requestEnvironment } from "./openai-request.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

const modules = join(root, "node_modules/@langchain");

/**
 * What the configuration that ships has served, in the words of the server's process. It names what is compiled already: the
 * server would take seconds more to compile it each time.
 */
async function served(folder: string) {
  const { graphs, auth, http } = JSON.parse(await readFile(join(root, "langgraph.json"), "utf8"));
  const move = (path: string) => relative(folder, compiled(path.replace(".ts:", ".js:")));
  const moved = Object.entries<{ path: string }>(graphs).map(([name, graph]) => [
    name,
    { ...graph, path: move(graph.path) },
  ]);
  return {
    graphs: Object.fromEntries(moved),
    auth: { ...auth, path: move(auth.path) },
    http: { ...http, app: move(http.app) },
  };
}

/**
 * The server's own process, begun as its command begins it, but for the command itself and for the compiler, which take more
 * time than the server. That those work is shown where the image's context is tried.
 *
 * Each of those that run conversations looks for the next one about once in a second: with many, one of them looks soon.
 */
export async function startDevServer(environment: Record<string, string> = {}, host = "127.0.0.1", workers = 50) {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-server-"));
  const port = await freePort();
  const payload = { port, host, nWorkers: workers, cwd: folder, ...(await served(folder)) };
  const api = join(modules, "langgraph-api/dist");
  const command = ["--import", pathToFileURL(join(api, "preload.mjs")).href, join(api, "cli/entrypoint.mjs")];
  return start(folder, port, [...command, String(process.pid), JSON.stringify(payload)], {
    ...{ NODE_ENV: "development", LANGGRAPH_API_URL: `http://${host}:${port}` },
    ...environment,
  });
}

/** Serves what the langgraph.json of a folder names, by the server's command. The folder goes when the server does. */
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
    // Its own process group, so that stopping it stops the workers it starts as well.
    { cwd: folder, detached: true, env: { ...process.env, ...requestEnvironment(), ...environment }, stdio: "pipe" },
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

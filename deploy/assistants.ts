/** `npm run assistants -- --url http://…`: creates or updates one assistant per scenario on a LangGraph server. */
import { existsSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client } from "@langchain/langgraph-sdk";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { escapeText } from "../src/base/escape-text.js";
import { RostrumError } from "../src/errors/rostrum-error.js";
import { type NamedScenario, placeAssistant, readScenarios } from "./scenario-assistants.js";

const timeoutMs = 30_000;

const exitStatus = { done: 0, failed: 1, wrongUsage: 2 };

interface Output {
  write(text: string): unknown;
}

interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
}

interface Server {
  readonly url: string;
  readonly token: string | undefined;
}

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError("It must start with http:// or https://.");
  if (url.username || url.password) throw new InvalidArgumentError("Set ROSTRUM_TOKEN instead of a login.");
  return url.origin + url.pathname.replace(/\/+$/, "");
}

function createProgram({ stdout, stderr }: Omit<Io, "env">): Command {
  return new Command("npm run assistants --")
    .description("Create or update one assistant per scenario on a LangGraph server.")
    .requiredOption("--url <address>", "the server's address, such as http://127.0.0.1:2024", readAddress)
    .addHelpText("after", "\nSet ROSTRUM_TOKEN in the environment if the server requires a token.")
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
}

function connect({ url, token }: Server): Client {
  return new Client({
    apiUrl: url,
    // Null keeps the client from sending a LangSmith key from the environment to the server.
    apiKey: null,
    timeoutMs,
    // A retried request could create an assistant twice. Running the whole command again is safe.
    callerOptions: { maxRetries: 0 },
    ...(token === undefined ? {} : { defaultHeaders: { authorization: `Bearer ${token}` } }),
  });
}

/** Checks the fields, because `instanceof Error` is false for errors from another realm. */
const isError = (error: unknown): error is Error & { readonly status?: unknown } =>
  typeof error === "object" && error !== null && "name" in error && "message" in error;

function explainFailure(error: unknown, { url, token }: Server): string {
  if (!isError(error)) return String(error);
  const { name, message, status } = error;
  if (RostrumError.isInstance(error)) return message;
  if (status === 401 && token === undefined) return `${url} requires a token (401): set ROSTRUM_TOKEN`;
  if (status === 401) return `${url} does not accept the token in ROSTRUM_TOKEN (401)`;
  if (status === 403) return `${url} does not allow you to create assistants (403)`;
  if (status === 404) return `${url} has no assistants or graphs (404): is it a LangGraph server that runs Rostrum?`;
  if (typeof status === "number") return `${url} refused: ${escapeText(message).replaceAll("\n", " ").slice(0, 300)}`;
  if (name === "ConnectionError") return `no server answers at ${url}: is it running?`;
  if (name === "TimeoutError") return `${url} did not answer in time`;
  return name === "SyntaxError" ? `${url} is not a LangGraph server` : message;
}

/** Tests replace `io` and `read`. */
export async function main(
  argv: readonly string[],
  io: Io = process,
  read: () => Promise<NamedScenario[]> = readScenarios,
): Promise<number> {
  const program = createProgram(io);
  try {
    program.parse([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitStatus.done : exitStatus.wrongUsage;
  }
  const { url } = program.opts<{ url: string }>();
  const server = { url, token: io.env["ROSTRUM_TOKEN"]?.trim() || undefined };
  try {
    const client = connect(server);
    for (const scenario of await read()) io.stdout.write(await placeAssistant(client, scenario));
    return exitStatus.done;
  } catch (error) {
    io.stderr.write(`${explainFailure(error, server)}\n`);
    return exitStatus.failed;
  }
}

const [, script] = process.argv;
if (script !== undefined && realpathSync(script) === fileURLToPath(import.meta.url)) {
  if (existsSync(".env")) process.loadEnvFile(".env");
  process.exitCode = await main(process.argv.slice(2));
}

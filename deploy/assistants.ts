/** `npm run assistants -- --url http://…`: one assistant per scenario on a LangGraph server, created or brought up to date. */
import { existsSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client } from "@langchain/langgraph-sdk";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { type ExitStatus, exitStatus, type Io, processIo } from "../src/cli/io.js";
import { assistantOf } from "./assistant-of.js";
import { explainFailure, type Server } from "./explain-failure.js";
import { placeAssistant } from "./place-assistant.js";
import { type NamedScenario, readScenarios } from "./read-scenarios.js";

const timeoutMs = 30_000;

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidArgumentError("It begins with http:// or https://.");
  if (url.username || url.password) throw new InvalidArgumentError("A token belongs into ROSTRUM_TOKEN.");
  return url.origin + url.pathname.replace(/\/+$/, "");
}

function createProgram({ stdout, stderr }: Pick<Io, "stdout" | "stderr">): Command {
  return new Command("npm run assistants --")
    .description("Creates one assistant for each scenario on a LangGraph server, or brings it up to date.")
    .requiredOption("--url <address>", "where the server is, such as http://127.0.0.1:2024", readAddress)
    .addHelpText("after", "\nROSTRUM_TOKEN in the environment is the token for a server that wants one.")
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
}

function connect({ url, token }: Server): Client {
  return new Client({
    apiUrl: url,
    // Keys for LangSmith that lie in the environment are none of this server's business.
    apiKey: null,
    timeoutMs,
    // A creation that was asked for again might be done twice; the command itself can be run again.
    callerOptions: { maxRetries: 0 },
    ...(token === undefined ? {} : { defaultHeaders: { authorization: `Bearer ${token}` } }),
  });
}

async function placeAll(scenarios: readonly NamedScenario[], server: Server, io: Pick<Io, "stdout">): Promise<void> {
  const client = connect(server);
  for (const each of scenarios) {
    const assistant = assistantOf(each);
    const placement = await placeAssistant(client, assistant);
    io.stdout.write(`${placement.padEnd(10)} ${each.name} (${assistant.graphId}): ${assistant.name}\n`);
  }
}

/** Runs the command, given as the words after the program's name, and says how it ended. */
export async function main(
  argv: readonly string[],
  io: Pick<Io, "stdout" | "stderr" | "env"> = processIo,
  read: () => Promise<NamedScenario[]> = readScenarios,
): Promise<ExitStatus> {
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
    await placeAll(await read(), server, io);
    return exitStatus.done;
  } catch (error) {
    io.stderr.write(`${explainFailure(error, server)}\n`);
    return exitStatus.failed;
  }
}

function isEntry(): boolean {
  const [, script] = process.argv;
  return script !== undefined && realpathSync(script) === fileURLToPath(import.meta.url);
}

if (isEntry()) {
  if (existsSync(".env")) process.loadEnvFile(".env");
  process.exitCode = await main(process.argv.slice(2));
}

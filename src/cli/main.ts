#!/usr/bin/env node
/** The command line's entry. Loads no more than the command needs: help and complaints come at once. */
import { existsSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CommanderError } from "commander";
import { cliTexts, languageIn } from "../locales/command-line-texts.js";
import { languageOf } from "../scenario/scenario-error.js";
import { type ExitStatus, exitStatus } from "./exit-status.js";
import { type Io, processIo } from "./io.js";
import { createProgram } from "./program.js";
import { reportError } from "./report-error.js";

/** Runs one command, given as the words after the program's name, and says how it ended. */
export async function main(argv: readonly string[], io: Io = processIo): Promise<ExitStatus> {
  const asked = languageIn(argv);
  const texts = cliTexts(asked ?? "en");
  let status: ExitStatus = exitStatus.done;
  // Who stops reading (`| head`) has seen enough; that is no mistake.
  for (const stream of [io.stdout, io.stderr]) stream.on("error", ignoreBrokenPipe);
  const program = createProgram(io, asked, (ended) => {
    status = ended;
  });
  try {
    await program.parseAsync(hasCommand(argv) ? [...argv] : ["--help"], { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitStatus.done;
    const { explainUsage } = await import("./explain-usage.js");
    const told = error instanceof CommanderError ? await explainUsage(error, argv, program, texts) : error;
    return reportError(told, io, cliTexts(asked ?? languageOf(told) ?? "en"), argv.includes("--verbose"));
  }
}

function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/** Whether anything is asked for but a language. */
function hasCommand([first, , ...rest]: readonly string[]): boolean {
  if (first?.startsWith("--lang=")) return rest.length > 0;
  return first !== undefined && !(first === "--lang" && rest.length === 0);
}

function isEntry(): boolean {
  const [, script] = process.argv;
  return script !== undefined && realpathSync(script) === fileURLToPath(import.meta.url);
}

/** Keys and addresses may lie in a file beside the work, as for the development server; what is set already stays. */
function readEnvironmentFile(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}

if (isEntry()) {
  readEnvironmentFile();
  // Nothing is left that could wake the program, and it has not come to its end: that must not pass for silence.
  let hasEnded = false;
  process.on("exit", (code) => {
    // Whoever ends it with a status of their own, as tsx does at Ctrl-C while the program loads, knows why.
    if (hasEnded || code !== 0) return;
    process.stderr.write("rostrum: what was waited for will not come; please report how this came about\n");
    process.exitCode = exitStatus.failed;
  });
  // Not process.exit: what is still on its way to a pipe must arrive.
  process.exitCode = await main(process.argv.slice(2));
  hasEnded = true;
}

#!/usr/bin/env node
import { existsSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
/** The entry of the command line. It loads only what the command needs, so that help and usage errors appear quickly. */
import { CommanderError } from "commander";
import { languageOfError } from "../../talk/scenario/scenario.js";
import { cliTexts, languageIn } from "../../words/command-line.js";
import { defaultLanguage } from "../../words/registry.js";
import { type ExitStatus, exitStatus, type Io, processIo } from "./io.js";
import { createProgram } from "./program.js";
import { explainUsage, reportError } from "./report-error.js";

export async function main(argv: readonly string[], io: Io = processIo): Promise<ExitStatus> {
  const language = languageIn(argv);
  let status: ExitStatus = exitStatus.done;
  // A reader that has seen enough (`| head`) is no error.
  const ignoreBrokenPipe = (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  };
  for (const stream of [io.stdout, io.stderr]) stream.on("error", ignoreBrokenPipe);
  const settingHelp = asksForHelp(argv)
    ? (await import("./setting-help.js")).settingHelp(language ?? defaultLanguage)
    : {};
  const finish = (ended: ExitStatus) => {
    status = ended;
  };
  const program = createProgram({ io, language, settingHelp, finish });
  try {
    await program.parseAsync(hasCommand(argv) ? [...argv] : ["--help"], { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitStatus.done;
    const texts = cliTexts(language ?? defaultLanguage);
    const told = error instanceof CommanderError ? await explainUsage(error, argv, program, texts) : error;
    return reportError(
      told,
      io,
      cliTexts(language ?? languageOfError(told) ?? defaultLanguage),
      argv.includes("--verbose"),
    );
  }
}

const asksForHelp = (argv: readonly string[]) =>
  argv.some((word) => ["-h", "--help", "help"].includes(word)) && argv.some((word) => ["run", "fork"].includes(word));

function hasCommand([first, , ...rest]: readonly string[]): boolean {
  if (first?.startsWith("--lang=")) return rest.length > 0;
  return first !== undefined && !(first === "--lang" && rest.length === 0);
}

/** npm only warns of an old Node, which then fails where the first command misses something. */
function isTooOld(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return false;
  const { run } = cliTexts(languageIn(process.argv.slice(2)) ?? defaultLanguage);
  process.stderr.write(`${run.needsNode("22.13", process.version)}\n`);
  return true;
}

const [, script] = process.argv;
if (script !== undefined && realpathSync(script) === fileURLToPath(import.meta.url)) {
  // Keys and addresses may be in a file, as for the development server. Variables that are set already win.
  if (existsSync(".env")) process.loadEnvFile(".env");
  // Node 22 warns whenever its SQLite is loaded that this is experimental. Every other warning is printed as usual.
  const printers = process.listeners("warning");
  process.removeAllListeners("warning").on("warning", (warning) => {
    if (warning.name === "ExperimentalWarning" && warning.message.includes("SQLite")) return;
    for (const print of printers) print(warning);
  });
  // When nothing is left that could continue the run, Node exits silently with 0.
  let hasEnded = false;
  process.on("exit", (code) => {
    // Another status was set on purpose, as by tsx on Ctrl-C while the program loads.
    if (hasEnded || code !== 0) return;
    process.stderr.write("rostrum exited before the run finished; please report this\n");
    process.exitCode = exitStatus.failed;
  });
  // Without process.exit, output that is still on its way to a pipe arrives.
  process.exitCode = isTooOld() ? exitStatus.wrongUsage : await main(process.argv.slice(2));
  hasEnded = true;
}

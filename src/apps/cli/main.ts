#!/usr/bin/env node
/** Loads only what the command needs, so that the program starts quickly. */
import { readFileSync, realpathSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CommanderError } from "commander";
import { isTooOld, oldestNode } from "../../base/node-version.js";
import { invalidField } from "../../errors/rostrum-error.js";
import { languageOfError } from "../../talk/scenario/scenario.js";
import { type CliTexts, cliTexts, languageIn, languageOfLocale } from "../../words/command-line.js";
import { defaultLanguage } from "../../words/registry.js";
import { explainUsage } from "./explain-usage.js";
import { type Environment, type ExitStatus, exitStatus, type Io, OutputFailedError, processIo } from "./io.js";
import { createProgram } from "./program.js";
import { reportError } from "./report-error.js";

export async function main(argv: readonly string[], io: Io = processIo): Promise<ExitStatus> {
  let failure: NodeJS.ErrnoException | undefined;
  const noteFailure = (error: NodeJS.ErrnoException) => {
    // The program that reads the pipe may close it early, as `head` does.
    if (error.code !== "EPIPE") failure ??= error;
  };
  for (const stream of [io.stdout, io.stderr]) stream.on("error", noteFailure);
  const status = await perform(argv, io);
  // Failed writes are reported only in a later tick.
  await setImmediate();
  if (failure === undefined) return status;
  const { reasonOf } = await import("../reason-of.js");
  const texts = cliTexts(userLanguageOf(argv, io.env));
  const error = new OutputFailedError(texts.run.outputFailed(reasonOf(failure)), { cause: failure });
  const failed = reportError(error, io, texts, argv.includes("--verbose"));
  return status === exitStatus.done ? failed : status;
}

async function perform(argv: readonly string[], io: Io): Promise<ExitStatus> {
  const language = languageIn(argv);
  const userLanguage = userLanguageOf(argv, io.env);
  let status: ExitStatus = exitStatus.done;
  const settingHelp = asksForHelp(argv) ? (await import("./setting-help.js")).settingHelp(userLanguage) : {};
  const finish = (ended: ExitStatus) => {
    status = ended;
  };
  const program = createProgram({ io, language, userLanguage, settingHelp, finish });
  try {
    await program.parseAsync(hasCommand(argv) ? [...argv] : ["--help"], { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitStatus.done;
    const texts = cliTexts(userLanguage);
    const reported = error instanceof CommanderError ? await explainUsage(error, argv, program, texts) : error;
    return reportError(
      reported,
      io,
      cliTexts(language ?? languageOfError(reported) ?? userLanguage),
      argv.includes("--verbose"),
    );
  }
}

/** The language of the command line's messages. A conversation can set a different language. */
const userLanguageOf = (argv: readonly string[], env: Environment) =>
  languageIn(argv) ?? languageOfLocale(env) ?? defaultLanguage;

const asksForHelp = (argv: readonly string[]) =>
  argv.some((word) => ["-h", "--help", "help"].includes(word)) &&
  argv.some((word) => ["run", "fork", "continue"].includes(word));

function hasCommand([first, , ...rest]: readonly string[]): boolean {
  if (first?.startsWith("--lang=")) return rest.length > 0;
  return first !== undefined && !(first === "--lang" && rest.length === 0);
}

/** If Node.js is too old, npm only warns. Without this check, commands would fail later with obscure errors. */
function reportsOldNode(texts: CliTexts): boolean {
  if (!isTooOld(process.versions.node)) return false;
  process.stderr.write(`${texts.run.needsNode(oldestNode, process.version)}\n`);
  return true;
}

/**
 * Reads keys and addresses from `.env`. Variables that are already set take precedence. Returns a status only if the
 * file exists but cannot be read.
 */
async function loadVariables(texts: CliTexts): Promise<ExitStatus | undefined> {
  const file = ".env";
  // Imported lazily, because `node:util` may lack `parseEnv` in the versions of Node.js that `reportsOldNode` reports,
  // and a static import would fail before the report.
  const { parseEnv } = await import("node:util");
  try {
    const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
    return undefined;
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    // A folder of this name, such as a Python virtual environment, contains no variables.
    if (failure.code === "ENOENT" || failure.code === "EISDIR") return undefined;
    const { reasonOf } = await import("../reason-of.js");
    return reportError(invalidField(file, "unreadable-file", { file, reason: reasonOf(failure) }), processIo, texts);
  }
}

const [, script] = process.argv;
if (script !== undefined && realpathSync(script) === fileURLToPath(import.meta.url)) {
  const argv = process.argv.slice(2);
  const texts = cliTexts(userLanguageOf(argv, process.env));
  // Hides Node's warning that SQLite is experimental, and prints all other warnings as usual.
  const printers = process.listeners("warning");
  process.removeAllListeners("warning").on("warning", (warning) => {
    if (warning.name === "ExperimentalWarning" && warning.message.includes("SQLite")) return;
    for (const print of printers) print(warning);
  });
  // If the event loop becomes empty before the run has finished, Node itself only warns about a top-level await.
  let hasEnded = false;
  process.on("exit", (code) => {
    // The code is then 13 in newer versions of Node.js, and 0 in older ones. Any other code has another cause, such as
    // Ctrl-C while tsx is loading the program.
    if (hasEnded || (code !== 0 && code !== 13)) return;
    process.stderr.write(`${texts.run.endedEarly}\n`);
    process.exitCode = exitStatus.failed;
  });
  // Sets the status instead of calling `process.exit`, which would cut off pending output to a pipe.
  process.exitCode = reportsOldNode(texts)
    ? exitStatus.wrongUsage
    : ((await loadVariables(texts)) ?? (await main(argv)));
  hasEnded = true;
}

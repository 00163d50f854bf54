import { inspect } from "node:util";
import stringWidth from "string-width";
import { withoutSecrets } from "../../core/text/server-text.js";
import { describeError } from "../../errors/describe-error.js";
import { type InputProblem, problemMessage, RostrumError, type RostrumErrorCode } from "../../errors/rostrum-error.js";
import { placeOf } from "../../talk/scenario/scenario.js";
import type { CliTexts } from "../../words/command-line.js";
import { locales } from "../../words/registry.js";
import {
  type Environment,
  type ExitStatus,
  exitStatus,
  InputEndedError,
  type Io,
  OutputFailedError,
  UsageError,
} from "./io.js";
import { coloursFor, safeText, terminalWidth, wrapText } from "./terminal/text.js";

/** Errors whose cause is in the command, the scenario or the environment. */
const wrongUsage: ReadonlySet<RostrumErrorCode> = new Set([
  "invalid-input",
  "invalid-scenario",
  "unknown-model",
  "missing-key",
  "missing-package",
  "thread-in-use",
]);

function isWrongUsage(error: unknown): boolean {
  if (!RostrumError.isInstance(error)) return error instanceof UsageError;
  return wrongUsage.has(error.code) || (error.code === "server-refused" && error.details.status === 404);
}

/**
 * Finds the `RostrumError` inside the error, if there is one: LangGraph wraps the errors of calls that failed together.
 */
function unwrap(error: unknown): unknown {
  if (error instanceof AggregateError)
    return unwrap(error.errors.find((each) => RostrumError.isInstance(unwrap(each))) ?? error.errors[0] ?? error);
  if (RostrumError.isInstance(error) || !(error instanceof Error) || error.cause === undefined) return error;
  const cause = unwrap(error.cause);
  return RostrumError.isInstance(cause) ? cause : error;
}

export function showProblems(problems: readonly InputProblem[], { language, usage }: CliTexts): string {
  const shown = problems.map((problem) =>
    [placeOf(problem), problem.field, problemMessage(problem, locales[language].errors)].filter(Boolean).join(": "),
  );
  return shown.length === 1
    ? shown.join()
    : [usage.problems(shown.length), ...shown.map((line) => `  ${line}`)].join("\n");
}

function explainError(error: RostrumError, { language, remote }: CliTexts, env: Environment): string {
  const { status, server, reason } = error.details;
  // Omits the reason, because reasons from `fetch`, such as “fetch failed”, do not help the user.
  if (error.code === "server-unreachable" && reason !== undefined) return remote.unreachable(server ?? "");
  if (error.code === "run-failed" && server !== undefined) return remote.runFailed(describeError(error, language));
  const needsToken = status === 401 || (status === 403 && !env["ROSTRUM_TOKEN"]?.trim());
  const isDenied = error.code === "server-refused" && needsToken;
  return `${describeError(error, language)}${isDenied ? remote.tokenHint : ""}`;
}

function describe(error: unknown, texts: CliTexts, env: Environment): string {
  const isForUser = [UsageError, InputEndedError, OutputFailedError].some((each) => error instanceof each);
  if (isForUser) return (error as Error).message;
  if (!RostrumError.isInstance(error))
    return texts.run.unexpected(error instanceof Error ? error.message || error.name : String(error));
  const { problems = [] } = error.details;
  return problems.length > 0 ? showProblems(problems, texts) : explainError(error, texts, env);
}

/**
 * Wraps lines that are too wide. Does not change the others, because some of them point at a column of the line above.
 */
function fitLines(message: string, { stderr }: Io): string {
  const width = terminalWidth(stderr);
  const lines = message.split("\n").map((line) => {
    const indent = /^ */.exec(line)?.[0] ?? "";
    return stringWidth(line) > width ? wrapText(line, { width, indent }) : line;
  });
  return lines.join("\n");
}

const label = "rostrum:";

function write(message: string, error: unknown, io: Io, isVerbose: boolean): void {
  // Leaves backslashes unchanged, because excerpts of scenarios are already escaped.
  const printable = (text: string) => withoutSecrets(text, io.env).split("\\").map(safeText).join("\\");
  const shown = fitLines(`${label} ${printable(message)}`, io).slice(label.length);
  io.stderr.write(`${coloursFor(io.stderr, io.env).red(label)}${shown}\n`);
  if (isVerbose) io.stderr.write(`${printable(inspect(error))}\n`);
}

export function reportError(error: unknown, io: Io, texts: CliTexts, isVerbose = false): ExitStatus {
  const root = unwrap(error);
  write(describe(root, texts, io.env), root, io, isVerbose);
  return isWrongUsage(root) ? exitStatus.wrongUsage : exitStatus.failed;
}

export function reportFailure(error: unknown, thread: string, io: Io, texts: CliTexts, isVerbose = false): void {
  const root = unwrap(error);
  const lines = describe(root, texts, io.env).split("\n");
  const reason = lines.map((line) => line.trim()).join(" ");
  write(texts.worker.problem(thread, reason), root, io, isVerbose);
}

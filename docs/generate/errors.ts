import type { RostrumErrorCode } from "../../src/errors/rostrum-error.js";
import { english } from "../../src/words/en/errors.js";
import { code, generatedBy, table } from "./markdown.js";
import { commentOf, type Types } from "./types.js";

/** An error code without a text here causes a type error. */
const errorMeanings: Readonly<Record<RostrumErrorCode, string>> = {
  "invalid-input": "At least one field is invalid. `details.problems` lists each problem with its field.",
  "invalid-scenario": "A scenario cannot be read. If its YAML is at fault, the message gives the line and column.",
  "unknown-model":
    "The model is not a LangChain chat model, a name of the form `provider:name` or `rehearsal`; the provider is unknown; or a participant has tools that its model cannot call.",
  "missing-key":
    "The provider's key is not in the environment, or the provider's model cannot be created for another reason.",
  "missing-package": "An optional package is not installed. The message gives the command that installs it.",
  "model-call-failed":
    "A model call failed; after a transient error, Rostrum has usually retried it first. The message names the model and what the call was for. A saved conversation can be resumed.",
  "all-bids-failed": "All of a turn's bids failed. A saved conversation can be resumed.",
  "storage-failed":
    "A file or database cannot be opened, read or written. The message says what is wrong and, in most cases, what to do.",
  "unreadable-save":
    "Saved data, such as a conversation or a database, was saved by a newer version of Rostrum or pg-boss, or is damaged. `details.fault` distinguishes newer from damaged data.",
  "thread-in-use": "The thread is in use, for example by another process.",
  "unreadable-answer":
    "A decision or a plan that the mode needs was unreadable twice. A saved conversation can be resumed.",
  "invalid-selection": "A rule did not return one of the candidates.",
  "invalid-stop-reason": "A stop condition returned a value that is not a stop reason.",
  "server-unreachable": "A server does not answer, or the connection to it broke.",
  "server-refused":
    "A server rejected the request, or is not a LangGraph server. `details.status` contains the HTTP status, if there is one.",
  "run-failed": "A run on a server or in another process, such as a worker, failed, or somebody else ended it.",
  "run-lost":
    "The events of a run on a server can no longer be followed, for example because the server was restarted.",
  "request-refused": "The page's HTTP interface or a server does not accept the request. `details.fault` says why.",
  "too-many-starts":
    "Conversations are started, or estimates requested, too often, or too many estimates are unfinished. `details.seconds` says when to try again.",
  "workers-died":
    "Several workers in a row died or were stopped during the same step of a conversation. `resume` tries again.",
  unexpected: "Any other error in the HTTP interface. The server's log contains the details.",
};

const placeholder = (name: string) => `‹${name}›`;

/**
 * Parameters that a sentence formats, or that select its wording. All other parameters become placeholders such as
 * ‹name›.
 */
const given: Readonly<Record<string, unknown>> = {
  expected: "string",
  isMissing: undefined,
  isNew: undefined,
  unit: undefined,
  values: ["‹values›"],
  known: ["‹known›"],
  names: ["‹names›"],
  character: ":",
  waiting: [{ id: "‹id›", participant: "‹participant›" }],
  problem: { code: "other", params: { message: placeholder("problem") } },
};

const parameters = new Proxy(
  {},
  { get: (_target, name) => (String(name) in given ? given[String(name)] : placeholder(String(name))) },
);

const problems = (): string[][] =>
  Object.entries(english.problems as unknown as Readonly<Record<string, (known: object) => string>>).map(
    // Passes no `expected`, which only the error for a missing price file contains.
    ([name, say]) => [code(name), say(name === "missing-file" ? { file: placeholder("file") } : parameters)],
  );

export function errorsPage(types: Types): string {
  const details = types.exportsOf("src/index.ts").find(({ name }) => name === "RostrumErrorDetails");
  const fields = details ? types.checker.getPropertiesOfType(types.checker.getDeclaredTypeOfSymbol(details)) : [];
  return `${generatedBy}
# Errors

The errors that Rostrum throws on purpose are usually instances of \`RostrumError\` with a \`code\`. Test for such an error with
\`RostrumError.isInstance(error)\`; [When something fails](../guides/failures.md) shows an example. \`describeError(error, language)\` returns the error's
message in another language.

## Codes

${table(
  ["Code", "Meaning"],
  Object.entries(errorMeanings).map(([name, meaning]) => [code(name), meaning]),
)}

## Details

\`error.details\` can contain these fields. Which of them are present depends on the code.

${table(
  ["Field", "Meaning"],
  fields.map((field) => [code(field.name), commentOf(types, field)]),
)}

## Problems

Each entry of \`details.problems\` of \`invalid-input\` has a \`field\`, such as \`participants[1].name\`, a \`code\`, \`params\`, and a \`message\`.
Some messages vary with their parameters; the table shows one form of each:

${table(["Code", "Message"], problems())}

## Next

[When something fails](../guides/failures.md) describes retries and resuming.
`;
}

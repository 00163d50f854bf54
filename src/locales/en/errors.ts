/** Errors and problems in English. */
import type { ErrorWords, Problem, ScenarioFault } from "../error-words.js";

const calls: Readonly<Record<Parameters<ErrorWords["errors"]["model-call-failed"]>[0]["purpose"], string>> = {
  bid: "bid",
  "bid-and-speech": "bid and speech",
  speech: "speech",
  reflect: "comment",
  "choose-speaker": "choice of the next speaker",
  "prompt-speaker": "question",
  direct: "comment, choice and question",
  "judge-round": "verdict on the round",
  decide: "decision",
  plan: "plan",
  execute: "task",
  "sum-up": "summary",
  "describe-participant": "description",
  "sharpen-topic": "opening question",
  summarize: "summary of the conversation",
};

const storage = {
  "not-sqlite": "not a SQLite file; choose another file",
  "other-program": "another program's database; choose another file",
  "newer-version": "written by a newer Rostrum; update it",
  "cut-short": "the end of the file is missing; restore a backup",
  damaged: "the file is damaged; restore a backup",
  folder: "this is a folder; name a file",
  "read-only": "not writable; check its permissions",
  "cannot-open": "cannot be opened; check its folder",
  "disk-full": "the disk is full; free some space, then resume",
  "disk-failed": "the disk cannot be read or written; check it",
  locked: "another process is writing to it; try again later",
  closed: "already closed; open it again",
  "content-missing": "part of the conversation is missing; restore a backup",
  unreachable: "cannot be used; check the server, the address, the user and the password",
};
/** Why a file or a database cannot be used. */
export type StorageFault = keyof typeof storage;

const yaml: Readonly<Record<string, string>> = {
  ALIAS_PROPS: "an alias (*name) cannot have an anchor or a tag",
  BAD_ALIAS: "there is no anchor (&name) for this alias (*name)",
  BAD_DQ_ESCAPE: "unknown escape sequence in double quotes; use single quotes to keep the backslash as it is",
  BAD_INDENT: "wrong indentation; lines of the same level start in the same column",
  BAD_SCALAR_START: "a text cannot start with this character; put the text in quotes",
  BLOCK_AS_IMPLICIT_KEY: "a second “: ” on one line; put a text that contains a colon in quotes",
  DUPLICATE_KEY: "this field is given twice",
  MISSING_CHAR: "something is missing, such as a closing quote, a bracket, or a space after a colon",
  MULTILINE_IMPLICIT_KEY: "a field's name must be on one line, followed by a colon",
  MULTIPLE_DOCS:
    "a scenario file holds one document; remove the line “---” and what follows it, or move that to another file",
  RESOURCE_EXHAUSTION: "the values are nested too deeply",
  TAB_AS_INDENT: "tabs cannot indent; use spaces",
  TAG_RESOLVE_FAILED: "scenarios have no tags (!name); remove it or put the text in quotes",
  UNEXPECTED_TOKEN: "unexpected text; check the indentation, and put a text with special characters in quotes",
  WRONG_STEP:
    "wrong indentation of this line or the next; lines of the same level start in the same column, and a text that contains “: ” needs quotes",
};

const plain = {
  folder: "this is a folder; a scenario is a file",
  "no-permission": "permission denied",
  "too-large": "the file is larger than 1 MB; a scenario is a short text",
  "not-utf-8": "the file is not UTF-8 text",
  empty: "the file is empty; a scenario has at least “mode: bidding”",
  "not-a-mapping": "a scenario consists of fields, such as “mode: bidding”",
  aliases: "the aliases (*name) expand to too much text",
  "too-deep": "the values are nested too deeply",
} as const;

function scenario(known: ScenarioFault): string {
  switch (known.fault) {
    case "missing":
      return `no such file${known.nearest ? `; did you mean ${known.nearest}?` : ""}`;
    case "unreadable":
      return `cannot read the file: ${known.reason}`;
    case "yaml":
      return yaml[known.complaint] ?? known.reason;
    default:
      return plain[known.fault];
  }
}

const expectations = {
  string: "a text",
  array: "a list",
  object: "a mapping of fields",
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
  count: "a whole number of at least 1",
  uuid: "a UUID",
  token: "letters, digits and punctuation, without spaces or line breaks",
  "thread-name": "the name of the conversation's thread",
  "http-address": "an address that starts with http:// or https://, such as http://127.0.0.1:11434/v1",
  "server-address": "the address of a server, such as http://127.0.0.1:2024",
  "storage-address": "a file, postgres://… or memory",
  options: "an object",
  agent: "a LangChain runnable or a compiled graph",
  tool: "a LangChain tool",
  tools: "a list of LangChain tools",
  function: "a function",
  "selection-rule": "a function that chooses among the candidates",
  "stop-condition": "a function that returns a stop reason or nothing",
  clock: "a function that returns a date",
};
/** What a value has to be. */
export type Expected = keyof typeof expectations;

/** A character as a reader can look it up: itself where it is visible, and its code point. */
function character(shown: string): string {
  const code = `U+${(shown.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return /[\p{C}\p{Z}]/u.test(shown) ? code : `“${shown}” (${code})`;
}

const list = (items: readonly string[]) => items.join(", ");
const people = (waiting: readonly { readonly id: string; readonly participant: string }[]) =>
  list(waiting.map(({ id, participant }) => `${id} (${participant})`));
const say = ({ code, params }: Problem) => (english.problems[code] as (known: Problem["params"]) => string)(params);

export const english: ErrorWords = {
  errors: {
    "invalid-scenario": (known) => `${known.place}: ${scenario(known)}${known.excerpt ?? ""}`,
    "unknown-model"(known) {
      switch (known.fault) {
        case "not-a-name":
          return `“${known.model}” is not a model name. Write provider:name, such as openai:gpt-4.1-mini, or rehearsal for the offline model.`;
        case "unknown-provider":
          return `${known.model}: unknown provider. Known providers: ${list(known.known)}.`;
        case "no-tools":
          return `${known.model} cannot call tools, but ${known.participant} has tools.`;
        case "not-a-model":
          return "A model must be a LangChain chat model or a name of the form provider:name.";
      }
    },
    "missing-key": ({ model, reason }) =>
      reason === undefined
        ? `${model} needs an API key. Set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own. Without either, use the offline model “rehearsal”.`
        : `${model} cannot be used: ${reason}`,
    "missing-package": ({ model, feature, package: name }) =>
      `${model ?? feature ?? "this"} needs ${name.replaceAll(" ", " and ")}: npm install ${name}`,
    "model-call-failed"({ purpose, participant, turn, model, endpoint, fault, reason, thread }) {
      const source = endpoint?.variable ? `set by ${endpoint.variable}` : "change it with OPENAI_BASE_URL";
      const where = endpoint ? ` at ${endpoint.address} (${source})` : "";
      const what = `${participant === undefined ? "the" : `${participant}'s`} ${calls[purpose]}`;
      const advice =
        fault === "too-long"
          ? " Shorten the memory to fit the model: set memory.window to turns, tokens or summary, and lower the number of turns or tokens."
          : "";
      const kept =
        thread === undefined
          ? ""
          : ` The thread “${thread}” keeps the conversation: invoke the graph with null to resume it.`;
      return `${model}${where} ${fault === "unreachable" ? "could not be reached" : "failed"} when asked for ${what}${turn > 0 ? ` in turn ${turn}` : ""}: ${reason}.${advice}${kept}`;
    },
    "all-bids-failed"({ turn, failed, first }) {
      const message = english.errors["model-call-failed"](first);
      return failed === 1 ? message : `All ${failed} bids failed in turn ${turn}. The first failure: ${message}`;
    },
    "storage-failed": ({ place, fault, reason }) =>
      `${place}: ${storage[fault]}${reason === undefined ? "" : ` (${reason})`}`,
    "thread-in-use": ({ thread, owner }) =>
      `thread “${thread}” is in use (${owner ? `process ${owner.pid} on ${owner.host}` : "another connection to the database"}); wait for it to finish, or stop it`,
    "unreadable-answer": ({ purpose, participant, turn, attempts, answer }) =>
      `${participant} gave no readable ${purpose === "plan" ? "plan" : "decision"} in turn ${turn} after ${attempts} attempts. The last answer was “${answer}”. Nothing is lost: on a thread, invoke the graph with null to try again.`,
    "invalid-selection": ({ turn, returned, candidates }) =>
      `selectSpeaker returned ${returned ?? "a promise (rules are synchronous)"} in turn ${turn}; return one of the candidates: seat ${list(candidates.map(({ seat, name }) => `${seat} (${name})`))}`,
    "invalid-stop-reason": ({ turn, returned }) =>
      `stopWhen returned ${returned ?? "a promise (conditions are synchronous)"} in turn ${turn}; a stop reason has a kind and a turn, such as { kind: "custom", turn: ${turn}, description: "…" }`,
    "server-unreachable": ({ server, reason }) =>
      reason === undefined
        ? `lost the connection to the server at ${server}`
        : `the server at ${server} does not answer: ${reason}`,
    "server-refused"({ server, status, thread, assistant, reason }) {
      if (status === undefined) return `${server} is not a LangGraph server`;
      if (status === 401) return `the server at ${server} requires a valid token (401)`;
      if (status === 403) return `the server at ${server} does not allow this with the given token (403)`;
      if (status === 404 && assistant !== undefined)
        return `the server at ${server} has no mode or assistant “${assistant}”`;
      if (status === 404 && thread === undefined) return `${server} is not a LangGraph server (404)`;
      if (status === 404) return `the server at ${server} has no thread “${thread}”`;
      const said = reason ? `: ${reason}` : "";
      return status === 409 || status === 422
        ? `the thread “${thread ?? ""}” is busy, or the server at ${server} cannot process the request (${status})${said}`
        : `the server at ${server} answered ${status}${said}`;
    },
    "run-failed": (known) =>
      known.fault === "failed" ? known.reason : "the run was cancelled or continued from somewhere else",
    "run-lost"({ server, run, fault }) {
      switch (fault) {
        case "unknown":
          return `the server at ${server} does not know the run ${run}`;
        case "silent":
          return `the server at ${server} reports the run ${run} as running but sends no events; it was probably restarted. The saved turns are kept: fork() continues from there`;
        case "not-resumable":
          return `lost the connection to the server at ${server}, and the run ${run} was not started as resumable`;
        case "inconsistent":
          return `the server at ${server} sends the events of the run ${run} from a different place after every connection`;
      }
    },
  },
  problems: {
    empty: () => "must not be empty",
    expected: ({ expected, isMissing }) => `${isMissing ? "is missing; " : ""}must be ${expectations[expected]}`,
    "out-of-range"({ lowest, highest, unit }) {
      const counted = unit === undefined ? "" : ` ${unit}`;
      if (lowest === undefined) return `must be at most ${highest}${counted}`;
      return highest === undefined
        ? `must be at least ${lowest}${counted}`
        : `must be from ${lowest} to ${highest}${counted}`;
    },
    "not-one-of": ({ values }) => `must be one of ${list(values)}`,
    "unknown-field": ({ nearest, known }) =>
      nearest ? `unknown field; did you mean ${nearest}?` : `unknown field; known fields: ${list(known)}`,
    other: ({ message }) => message,
    "forbidden-character": ({ character: found, limit }) =>
      `contains ${character(found)}; a name has 1 to ${limit} characters, without line breaks, control characters, colons or angle brackets`,
    "duplicate-name": ({ name, first }) => `“${name}” is already the name of participants[${first}]; names must differ`,
    "reserved-name": ({ name }) => `“${name}” is reserved for messages from outside the cast; choose another name`,
    "too-long": ({ limit }) => `must be at most ${limit} characters`,
    "not-in-cast": ({ name, names }) => `no participant named “${name}” (participants: ${list(names)})`,
    "scale-order": () => "must be greater than the lowest bid",
    "round-order": () => "must not be greater than maxRounds, which defaults to 1",
    "duplicate-stage": ({ name, first }) => `“${name}” is already the name of stages[${first}]`,
    "speaker-twice": ({ name }) => `“${name}” is listed twice; everyone speaks once per round`,
    "one-decider": () => "only one participant can decide; list one name or none",
    "single-is-text": () => "must be tag where bidding.pass is single, because bid and speech come as one text",
    "no-price": ({ model }) => `a money budget needs the price of “${model}” (input and output)`,
    "unknown-tool": ({ name, names }) =>
      names.length === 0
        ? `no tool named “${name}”: tools are passed in code, and there are none`
        : `no tool named “${name}” (tools: ${list(names)})`,
    "duplicate-tool": ({ name }) => `“${name}” is already the name of another tool`,
    "unkept-person": () => "people need a checkpointer, which keeps the conversation while it waits for them",
    "missing-mode": ({ known }) => `is missing; must be one of ${list(known)}`,
    "unknown-mode": ({ mode, nearest, known }) =>
      `no mode named “${mode}”; ${nearest ? `did you mean ${nearest}?` : `modes: ${list(known)}`}`,
    "misspelt-criterion": ({ nearest }) => `did you mean ${nearest}? A criterion of your own needs more than one word`,
    "too-few-names": () => "needs at least two names, separated by commas",
    "name-twice": ({ name }) => `“${name}” is listed twice; names must differ`,
    "in-name": ({ place, problem }) => `name ${place}: ${say(problem)}`,
    "given-instead": ({ given, problem }) => `${say(problem)}, not “${given}”`,
    "unquoted-text": ({ problem }) => `${say(problem)}; put it in quotes to make it a text`,
    "unknown-thread": ({ thread }) => `no conversation is kept in the thread “${thread}”`,
    "between-turns": ({ turn, before, after }) =>
      `cannot be ${turn}, because several participants spoke at once; the nearest turns are ${before} and ${after}`,
    "turn-too-late": ({ thread, latest }) =>
      `must be from 0 to ${latest}; the thread “${thread}” has no later turn to continue from`,
    "same-thread": () => "must be a different thread from the one that is forked",
    "thread-taken": ({ thread }) => `the thread “${thread}” already holds a conversation`,
    "settled-field": () => "is fixed when the conversation opens; a fork cannot change it",
    "other-mode": () => "is not a field of this mode",
    "no-checkpointer": () => "needs a checkpointer: compile({ checkpointer })",
    "no-store": () => "needs a store for interjections: compile({ store: new InMemoryStore(), … })",
    "login-in-url": () => "must not contain a login; pass a token as `token`",
    "not-begun": ({ thread }) => `the conversation in “${thread}” has not started; call start()`,
    "nothing-said": ({ thread }) => `the conversation in “${thread}” has no messages yet`,
    "has-ended": ({ thread }) =>
      `the conversation in “${thread}” has ended; start() with this threadId opens another round`,
    "nobody-waits": ({ thread }) => `the thread “${thread}” is not waiting for anybody's line`,
    "several-wait": ({ waiting }) =>
      `several people are waiting; give each line by its interrupt's id: ${people(waiting)}`,
    "not-waiting": ({ id, waiting }) => `no interrupt “${id}”; waiting are ${people(waiting)}`,
  },
};

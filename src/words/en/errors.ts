import * as params from "../error-parameters.js";
import { showCharacter } from "../formats.js";
import { common, count } from "./common.js";
import { expectations, requestFault, scenarioFault } from "./errors-input.js";

const { purposes } = common;

const storage = {
  "not-sqlite": "not a SQLite file; choose another file",
  "other-program": "another program's database; choose another file",
  damaged: "the saved data is damaged; restore a backup",
  folder: "this is a folder; name a file",
  "read-only": "not writable; check its permissions",
  "cannot-open": "cannot be opened; if it is a file, check its folder",
  "disk-full": "the disk is full; free some space and try again",
  "disk-failed": "the disk cannot be read or written; check it",
  locked: "another process or connection is using it; try again later",
  "file-gone":
    "the file was deleted or replaced while in use; move the original back, or restart Rostrum to use the current file",
  closed: "already closed; open it again",
  "content-missing": "part of the conversation is missing; restore a backup",
  "taken-over": "another process has taken over the conversation, so this process no longer saves it",
  unreachable: "cannot connect; check the server, the address, the user and the password",
  tables: "its tables cannot be created; check the user's permissions",
  failed: "reading or writing failed; fix the cause and try again",
};
export type StorageFault = keyof typeof storage;

const savedKinds = {
  conversation: "conversation",
  thread: "conversation record",
  inbox: "message for a conversation",
  export: "exported conversation",
  database: "database",
} satisfies Record<params.SavedKind, string>;

const unreadableSave = (known: params.SaveFault & { kind: params.SavedKind; name: string }): string =>
  known.fault === "newer-version"
    ? `the ${savedKinds[known.kind]} “${known.name}” was saved by a newer Rostrum, in format ${known.version}; this version reads formats up to ${known.reads}. Update Rostrum`
    : `the ${savedKinds[known.kind]} “${known.name}” is damaged (${known.reason}). Restore a backup, or remove it`;

export type Expected = keyof typeof expectations;

const list = (items: readonly string[]) => items.join(", ");
const people = (waiting: readonly params.Waiting[]) =>
  list(waiting.map(({ id, participant }) => `${id} (${participant})`));
const say = (problem: params.AnyProblem): string => params.problemSentence(english.problems, problem);

function callFailed(known: params.CallFailure): string {
  const { purpose, participant, turn, model, endpoint, fault, reason, thread } = known;
  const source = endpoint?.variable ? `set by ${endpoint.variable}` : "change it with OPENAI_BASE_URL";
  const where = endpoint ? ` at ${endpoint.address} (${source})` : "";
  const what = `${participant === undefined ? "the" : `${participant}'s`} ${purposes[purpose]}`;
  const failed = fault === "unreachable" ? "could not be reached" : "failed";
  const advice =
    fault === "too-long"
      ? " Shorten the memory to fit the model: set memory.window to “turns”, “tokens” or “summary”, and lower memory.turns or memory.tokens."
      : "";
  const kept =
    thread === undefined ? "" : ` The conversation is saved in the thread “${thread}”; resume it to try again.`;
  return `${model}${where} ${failed} when asked for ${what}${turn > 0 ? ` in turn ${turn}` : ""}: ${reason}.${advice}${kept}`;
}

function modelRefused(known: params.ModelFault): string {
  if (known.fault === "not-a-name")
    return `“${known.model}” is not a model name. Write provider:name, such as openai:gpt-4.1-mini, or “rehearsal” for the offline model.`;
  if (known.fault === "unknown-provider")
    return `${known.model}: unknown provider${known.nearest ? `; did you mean ${known.nearest}?` : "."} Known providers: ${list(known.known)}.`;
  return known.fault === "no-tools"
    ? `${known.model} cannot call tools, but ${known.participant} has tools.`
    : "A model must be a LangChain chat model, a name of the form provider:name, or “rehearsal”.";
}

function serverRefused({ server, status, thread, assistant, reason }: params.Refusal): string {
  if (status === 401) return `the server at ${server} requires a valid token (401)`;
  if (status === 403) return `the server at ${server} does not allow this with the given token (403)`;
  if (status === 404 && assistant !== undefined)
    return `the server at ${server} has no mode or assistant “${assistant}”`;
  if (status === 404 && thread !== undefined) return `the server at ${server} has no thread “${thread}”`;
  if (status === undefined || status === 404) return `${server} is not a LangGraph server`;
  const said = reason ? `: ${reason}` : "";
  return status === 409 || status === 422
    ? `the thread “${thread ?? ""}” is busy, or the server at ${server} cannot process the request (${status})${said}`
    : `the server at ${server} responded with status ${status}${said}`;
}

const lost = {
  unknown: "the server does not know this run",
  silent:
    "the server reports the run as running but sends no events, probably because the server was restarted. The saved turns are intact; fork the conversation to continue from them",
  "not-resumable": "the connection broke, and the run was not started as resumable",
  inconsistent: "its events start at a different point after every reconnection",
};

type NotOneOf = { values: readonly string[]; isMissing?: boolean; nearest?: string | undefined };

type UnusedSetting = { chosen: string; values: readonly string[]; needed?: string };

type Alternatives = { nearest?: string | undefined; known: readonly string[] };

export const english = {
  errors: {
    /** `place`: the file, with line and column if known. `excerpt`: the faulty line, with a mark below the fault. */
    "invalid-scenario": (known: params.ScenarioFault & { place: string; excerpt?: string }) =>
      `${known.place}: ${scenarioFault(known)}${known.excerpt ?? ""}`,
    "unknown-model": modelRefused,
    /** `variable`: the environment variable for the key of a provider other than OpenAI. */
    "missing-key": ({ model, variable, reason }: { model: string; variable?: string; reason?: string }) =>
      reason === undefined
        ? `${model} needs an API key. Set ${variable ?? "OPENAI_API_KEY, or OPENAI_BASE_URL for your own server"}, or use the offline model “rehearsal”.`
        : `${model} cannot be used: ${reason}`,
    /** `package`: the arguments for `npm install`. `user`: the model or feature that needs the package. */
    "missing-package": (known: { package: string; user: string }) =>
      `${known.user} needs ${known.package.replaceAll(" ", " and ")}: npm install ${known.package}`,
    "model-call-failed": callFailed,
    "all-bids-failed": (known: { purpose: "bid"; turn: number; failed: number; first: params.CallFailure }) =>
      known.failed === 1
        ? callFailed(known.first)
        : `All ${known.failed} bids failed in turn ${known.turn}. The first failure: ${callFailed(known.first)}`,
    /** `place`: a file, an address without its password, or another name for the storage. */
    "storage-failed": ({ place, fault, reason }: { place: string; fault: StorageFault; reason?: string }) =>
      `${place}: ${storage[fault]}${reason === undefined ? "" : ` (${reason})`}`,
    /** `name`: the thread, the file or another name that identifies the saved data. */
    "unreadable-save": unreadableSave,
    "thread-in-use": ({ thread, holder }: { thread: string; holder?: { pid: number; host: string } | undefined }) =>
      `thread “${thread}” is in use${holder ? ` (process ${holder.pid} on ${holder.host})` : ""}; wait for its run to end, or stop the run`,
    "unreadable-answer": ({ purpose, participant, turn, attempts, answer, limit }: params.UnreadableAnswer) =>
      `${participant} gave no readable ${purposes[purpose]} in turn ${turn} after ${attempts} attempts. The last answer was ${limit === undefined ? "" : `longer than ${limit} characters, and began with `}“${answer}”. If the conversation is saved, resume it to try again.`,
    /** `returned`: the returned value as `util.inspect` shows it. */
    "invalid-selection": ({ turn, returned, candidates }: params.InvalidSelection) =>
      `the selection rule returned ${returned} in turn ${turn}; return one of the candidates: seat ${list(candidates.map(({ seat, name }) => `${seat} (${name})`))}`,
    /** `returned`: the returned value as `util.inspect` shows it; undefined for a promise. */
    "invalid-stop-reason": ({ turn, returned }: { turn: number; returned: string | undefined }) =>
      `a stop condition returned ${returned ?? "a promise (conditions are synchronous)"} in turn ${turn}; a stop reason has a kind and a turn, such as { kind: "custom", turn: ${turn}, description: "…" }`,
    /** `reason`: why the connection failed; missing if it broke during a run. */
    "server-unreachable": ({ server, reason }: params.AtServer & { reason?: string }) =>
      reason === undefined
        ? `lost the connection to the server at ${server}`
        : `the server at ${server} does not answer: ${reason}`,
    "server-refused": serverRefused,
    "run-failed": ({ reason }: Partial<params.AtServer> & { fault: "failed" | "stopped-elsewhere"; reason?: string }) =>
      reason ?? "the run was cancelled or continued elsewhere",
    "run-lost": ({ server, run, fault }: params.AtServer & { run: string; fault: keyof typeof lost }) =>
      `lost the run ${run} on the server at ${server}: ${lost[fault]}`,
    "request-refused": (known: params.RequestFault) => requestFault(known, say),
    /** `isQueueFull`: whether all owners together have `most` unfinished estimates, so that no more can wait. */
    "too-many-starts": ({ most, seconds, isEstimate, isQueueFull }: params.TooManyStarts) =>
      isQueueFull
        ? `${most} estimates are already in progress or waiting; try again in ${seconds} s`
        : `at most ${count(most, isEstimate ? "estimate" : "conversation")} can be ${isEstimate ? "made" : "started"} per minute; try again in ${seconds} s`,
    "workers-died": ({ count }: { count: number }) =>
      `${count} workers in a row died or were stopped during this step of the conversation`,
    unexpected: () => "something went wrong; see the log",
  },
  /** Why a call failed or its answer is not used, for problems that Rostrum itself detects. */
  reasons: {
    emptyAnswer: "the answer was empty",
    refused: "the model or its provider refused to answer",
    onlyThinking: "the model reached its length limit while it was still thinking",
    foreignAnswer: (contentType: string) =>
      `the server responded with ${contentType || "data without a content type"} instead of a model's answer`,
    incompleteAnswer:
      "the server's response lacks the fields of a model's answer; check that the server speaks the model's protocol",
    webPage: "the server responded with a web page (perhaps a proxy's login page) instead of a model's answer",
    unfinished: "the agent's conversation did not end; people cannot take part in it",
    notForCallers: "this agent answers only for a participant in a conversation",
    unreadableAgent:
      "the agent must return a text, a message, { output }, or { messages } whose last message comes from a model",
    tooManyWords: (limit: number) => `the answer was longer than ${limit} words`,
    /** `status`: the status that the server gave the run, such as `timeout`. */
    noError: (status: string) => `the run ended without an error message (status: ${status})`,
  },
  problems: {
    empty: () => "must not be empty",
    expected: ({ expected, isMissing }: { expected: Expected; isMissing?: boolean }) =>
      `${isMissing ? "is missing; " : ""}must be ${expectations[expected]}`,
    "out-of-range"({ lowest, highest, unit }: params.Bounds) {
      const [verb, counted] = unit === undefined ? ["be", ""] : ["have", ` ${unit}`];
      if (lowest === undefined) return `must ${verb} at most ${highest}${counted}`;
      return highest === undefined
        ? `must ${verb} at least ${lowest}${counted}`
        : `must ${verb} from ${lowest} to ${highest}${counted}`;
    },
    /** `nearest`: the value most similar to the given one; undefined if no value is similar. */
    "not-one-of": ({ values, isMissing, nearest }: NotOneOf) =>
      `${isMissing ? "is missing; " : ""}must be one of ${list(values)}${nearest ? `; did you mean ${nearest}?` : ""}`,
    "unknown-field": ({ nearest, known }: Alternatives) =>
      nearest ? `unknown field; did you mean ${nearest}?` : `unknown field; known fields: ${list(known)}`,
    /** `message`: the sentence of the library that found the problem. */
    other: ({ message }: { message: string }) => message,
    "forbidden-character": ({ character, limit }: { character: string; limit: number }) =>
      `contains ${showCharacter(character)}; a name has 1 to ${limit} characters, without line breaks, control characters, colons or angle brackets`,
    /** `of`: the field that already has this name. */
    "name-taken": ({ name, of }: { name: string; of: string }) =>
      `“${name}” is the name of ${of}, or looks like that name; names must differ`,
    "built-in-name": () => "is already the name of a built-in rule, condition, mode or setting; choose another name",
    "listed-twice": ({ name }: { name: string }) => `“${name}” is listed twice; names must differ`,
    "reserved-name": ({ name }: { name: string }) =>
      `“${name}” is reserved for messages from outside the cast; choose another name`,
    "not-in-cast": ({ name, names }: { name: string; names: readonly string[] }) =>
      `no participant named “${name}” (participants: ${list(names)})`,
    unreachable: ({ name, speaker }: { name: string; speaker: string }) =>
      `after “${speaker}” has spoken, “${name}” could never speak again; add “${name}” to the transitions of “${speaker}”, or of somebody who can speak later`,
    "too-few-speakers": () => "at least two participants must be able to speak",
    /** For a control that targets the leader, who is not in the cast. */
    leads: ({ name }: { name: string }) => `“${name}” leads the conversation and cannot be muted, removed or called on`,
    "is-muted": ({ name }: { name: string }) => `${name} is muted`,
    "not-muted": ({ name }: { name: string }) => `${name} is not muted`,
    "is-needed": ({ name }: { name: string }) =>
      `${name} is the only speaker of the meeting's current stage or of a later one`,
    "unkept-pause": () => "pausing needs a checkpointer, which saves the conversation until it continues",
    "scale-order": () => "must be greater than the lowest bid",
    "round-order": () => "must not be greater than maxRounds, which is 1 unless the stage sets it",
    "one-decider": () => "only one participant can decide; list one name or none",
    "single-is-text": () =>
      "must be “tag” if bidding.pass is “single”, because the bid and the speech are then one text",
    "single-is-alone": () =>
      "must be “participants” if bidding.pass is “single”, because each participant is then asked for a bid and a speech together",
    "reason-too-late": () =>
      "must be false if bidding.pass is “single” or bidding.speculative is true, because the speech then starts before the reason for the bid is known",
    "anchors-off-scale": ({ sentences, levels }: { sentences: number; levels: number }) =>
      `must have one sentence for each level of bidding.scale (sentences: ${sentences}, levels: ${levels})`,
    /** `isNew`: whether the conversation began with another model. */
    "no-price": ({ model, isNew }: { model: string; isNew?: boolean }) =>
      isNew
        ? `the conversation has a money budget, but no price for “${model}”, because it began with other models. Fork it, and set a price for this model`
        : `a money budget needs the price of “${model}”, which is not in Rostrum's price list. Add the price per million tokens: { "${model}": { input: …, output: … } }, or on the command line --prices "${model}=INPUT,OUTPUT"`,
    "unknown-default": () =>
      "the default model of the server that runs the conversations is unknown here; set a model to estimate the cost",
    "unknown-tool": ({ name, names }: { name: string; names: readonly string[] }) =>
      names.length === 0
        ? `no tool named “${name}”: tools are passed in code, and there are none`
        : `no tool named “${name}” (tools: ${list(names)})`,
    "unkept-person": () =>
      "people in the cast, and drafts that a person must approve, need a checkpointer, which saves the conversation while it waits",
    "unknown-mode": ({ mode, nearest, known }: Alternatives & { mode: string }) =>
      `no mode named “${mode}”; ${nearest ? `did you mean ${nearest}?` : `modes: ${list(known)}`}`,
    "misspelt-criterion": ({ nearest }: { nearest: string }) =>
      `did you mean ${nearest}? If this is a criterion of your own, write it in more than one word`,
    /** `expected`: what the value must be if it is not a file. */
    "missing-file": ({ file, expected }: { file: string; expected?: Expected }) =>
      `there is no file “${file}”${expected ? `; the value must be ${expectations[expected]}` : ""}`,
    "unreadable-file": ({ file, reason }: { file: string; reason: string }) =>
      `the file “${file}” cannot be read: ${reason}`,
    "given-twice": ({ name }: { name: string }) => `“${name}” is given twice; give it only once`,
    /**
     * `values`: the rules with which the field has an effect. `needed`: a setting that gives the field an effect with
     * the chosen rule; undefined if there is none.
     */
    "unused-setting": ({ chosen, values, needed }: UnusedSetting) =>
      `has no effect with the rule “${chosen}”; remove it${needed ? `, set ${needed}` : ""}, or set selection.rule to ${values.join(" or ")}`,
    "asked-too-late": () => "the rule has already chosen; await every answer before you choose",
    "unloadable-extension": ({ file, reason }: { file: string; reason: string }) =>
      `the file ${file} cannot be loaded: ${reason}`,
    "empty-extension": ({ file }: { file: string }) =>
      `the file ${file} exports nothing that defineRule, defineCondition or defineMode returned`,
    "extension-refused": () =>
      "extensions can be loaded only on the command line of the machine that runs the conversation, with --extensions or from a scenario file",
    "too-few-names": () => "needs at least two names, separated by commas",
    "in-name": ({ place, problem }: { place: number; problem: params.AnyProblem }) => `name ${place}: ${say(problem)}`,
    "given-instead": ({ given, problem }: { given: string; problem: params.AnyProblem }) =>
      `${say(problem)}, not “${given}”`,
    "unquoted-text": ({ problem }: { problem: params.AnyProblem }) =>
      `${say(problem)}; put it in quotes to make it text`,
    "unknown-thread": ({ thread }: { thread: string }) => `the thread “${thread}” holds no conversation`,
    "between-turns": ({ turn, before, after }: Readonly<Record<"turn" | "before" | "after", number>>) =>
      `cannot be ${turn}, after which nothing was saved, for example because several participants spoke at once; the nearest possible turns are ${before} and ${after}`,
    "turn-too-early": ({ thread, earliest }: { thread: string; earliest: number }) =>
      `must be at least ${earliest}; the thread “${thread}” has no earlier turn to continue from`,
    "turn-too-late": ({ thread, latest }: { thread: string; latest: number }) =>
      `must be a turn up to ${latest}; the thread “${thread}” has no later turn to continue from`,
    "step-input": () =>
      "a step accepts only the conversation's state as its input; to start a step without an input, give its name as text",
    "same-thread": () => "must differ from the thread that is being forked",
    "key-taken": () =>
      "another request has already used this key: its mode, input, context, scenario, title or thread differs",
    "thread-taken": ({ thread }: { thread: string }) => `the thread “${thread}” already holds a conversation`,
    "no-speech": ({ turn }: { turn: number }) => `cannot replace a speech: nobody spoke in turn ${turn}`,
    "settled-field": () => "is fixed when the conversation opens; a fork with the same mode cannot change it",
    "other-mode": () => "is not a setting of this mode",
    "no-checkpointer": () => "needs a checkpointer: compile({ checkpointer })",
    "no-store": () => "needs a store for interjections and controls: compile({ store: new InMemoryStore(), … })",
    "login-in-url": () => "must not contain a user name or password; pass a token as `token`",
    "not-begun": ({ thread }: { thread: string }) => `the conversation in “${thread}” has not started; start it first`,
    "nothing-said": ({ thread }: { thread: string }) => `the conversation in “${thread}” has no messages yet`,
    "has-ended": ({ thread }: { thread: string }) =>
      `the conversation in “${thread}” has ended; starting it again opens another round`,
    "nobody-waits": ({ thread }: { thread: string }) =>
      `the thread “${thread}” is not waiting for an answer that you can give`,
    "several-wait": ({ waiting }: { waiting: readonly params.Waiting[] }) =>
      `several people are waiting; answer each interrupt by its id: ${people(waiting)}`,
    "not-waiting": ({ id, waiting }: { id: string; waiting: readonly params.Waiting[] }) =>
      `there is no interrupt “${id}” that you can answer; interrupts that you can answer: ${people(waiting) || "none"}`,
    "other-draft": ({ id }: { id: string }) => `this answers an earlier draft; a different draft is waiting in “${id}”`,
  },
};

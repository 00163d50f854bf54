/** What errors and problems know, by their codes, and the sentences that each language makes of it. */
import type { Purpose } from "../models/request.js";
import type { Expected, StorageFault } from "./en/errors.js";

/** Why the text of a scenario is refused. `yaml`: it is not YAML; `reason` is the parser's own sentence. */
export type ScenarioFault =
  | { readonly fault: "missing"; readonly nearest?: string | undefined }
  | { readonly fault: "folder" | "no-permission" | "too-large" | "not-utf-8" | "empty" | "not-a-mapping" }
  | { readonly fault: "aliases" | "too-deep" }
  | { readonly fault: "unreadable"; readonly reason: string }
  | { readonly fault: "yaml"; readonly complaint: string; readonly reason: string };

/** A model call that failed after its retries. */
export interface CallFailure {
  readonly purpose: Purpose;
  /** Whose call it was; left out for calls that belong to no participant. */
  readonly participant?: string;
  readonly turn: number;
  readonly model: string;
  readonly endpoint?: { readonly address: string; readonly variable: string | undefined } | undefined;
  readonly fault: "unreachable" | "too-long" | "failed";
  readonly reason: string;
  /** The thread that keeps the conversation; undefined where nothing is kept. */
  readonly thread?: string | undefined;
}

interface AtServer {
  readonly server: string;
  readonly thread?: string | undefined;
}

/** What an error of each code knows. */
export interface ErrorParameters {
  readonly "invalid-input": { readonly problems: readonly Problem[] };
  /** `place`: the file, with line and column where they are known. `excerpt`: the line in question with a mark below it. */
  readonly "invalid-scenario": ScenarioFault & { readonly place: string; readonly excerpt?: string };
  readonly "unknown-model":
    | { readonly fault: "not-a-name"; readonly model: string }
    | { readonly fault: "unknown-provider"; readonly model: string; readonly known: readonly string[] }
    | { readonly fault: "no-tools"; readonly model: string; readonly participant: string }
    | { readonly fault: "not-a-model" };
  readonly "missing-key": { readonly model: string; readonly reason?: string };
  /** `package`: what to install, as npm takes it. `model` or `feature`: what needs it. */
  readonly "missing-package": { readonly package: string; readonly model?: string; readonly feature?: string };
  readonly "model-call-failed": CallFailure;
  readonly "all-bids-failed": {
    readonly purpose: "bid";
    readonly turn: number;
    readonly failed: number;
    readonly first: CallFailure;
  };
  readonly "storage-failed": {
    /** A file, or an address without its password. */
    readonly place: string;
    readonly fault: StorageFault;
    readonly reason?: string;
  };
  readonly "thread-in-use": {
    readonly thread: string;
    readonly owner?: { readonly pid: number; readonly host: string } | undefined;
  };
  readonly "unreadable-answer": {
    readonly purpose: "plan" | "decide";
    readonly participant: string;
    readonly turn: number;
    readonly attempts: number;
    /** The last answer, or its beginning. */
    readonly answer: string;
  };
  /** `returned`: as `util.inspect` shows it; undefined for a promise. */
  readonly "invalid-selection": {
    readonly turn: number;
    readonly returned: string | undefined;
    readonly candidates: readonly { readonly seat: number; readonly name: string }[];
  };
  /** `returned`: as `util.inspect` shows it; undefined for a promise. */
  readonly "invalid-stop-reason": { readonly turn: number; readonly returned: string | undefined };
  /** `reason`: why the connection failed; left out where it broke during a run. */
  readonly "server-unreachable": AtServer & { readonly reason?: string };
  readonly "server-refused": AtServer & {
    /** The HTTP status; left out where the answer was not that of a LangGraph server. */
    readonly status?: number;
    readonly assistant?: string;
    readonly reason?: string;
  };
  readonly "run-failed":
    | { readonly fault: "failed"; readonly reason: string; readonly server?: string; readonly thread?: string }
    | { readonly fault: "stopped-elsewhere"; readonly thread?: string };
  readonly "run-lost": AtServer & {
    readonly run: string;
    readonly fault: "unknown" | "silent" | "not-resumable" | "inconsistent";
  };
}

/** Problems whose sentences name nothing. */
type Plain =
  | ("empty" | "scale-order" | "round-order" | "one-decider" | "single-is-text" | "unkept-person" | "too-few-names")
  | ("same-thread" | "settled-field" | "other-mode" | "no-checkpointer" | "no-store" | "login-in-url");

type Naming = "reserved-name" | "speaker-twice" | "duplicate-tool" | "name-twice";
type AboutThread = "unknown-thread" | "thread-taken" | "not-begun" | "nothing-said" | "has-ended" | "nobody-waits";

/** What a problem of each code knows. */
export interface ProblemParameters
  extends Readonly<Record<Plain, object>>,
    Readonly<Record<Naming, { readonly name: string }>>,
    Readonly<Record<"duplicate-name" | "duplicate-stage", { readonly name: string; readonly first: number }>>,
    Readonly<Record<"not-in-cast" | "unknown-tool", { readonly name: string; readonly names: readonly string[] }>>,
    Readonly<Record<AboutThread, { readonly thread: string }>> {
  /** `isMissing`: there was no value at all. */
  readonly expected: { readonly expected: Expected; readonly isMissing?: boolean };
  readonly "out-of-range": {
    readonly lowest?: number | undefined;
    readonly highest?: number | undefined;
    readonly unit?: "characters" | "entries" | undefined;
  };
  readonly "not-one-of": { readonly values: readonly string[] };
  readonly "unknown-field": { readonly nearest?: string | undefined; readonly known: readonly string[] };
  /** In the words of whoever found it. */
  readonly other: { readonly message: string };
  readonly "forbidden-character": { readonly character: string; readonly limit: number };
  readonly "too-long": { readonly limit: number };
  readonly "no-price": { readonly model: string };
  readonly "missing-mode": { readonly known: readonly string[] };
  readonly "unknown-mode": {
    readonly mode: string;
    readonly nearest: string | undefined;
    readonly known: readonly string[];
  };
  readonly "misspelt-criterion": { readonly nearest: string };
  readonly "in-name": { readonly place: number; readonly problem: Problem };
  readonly "given-instead": { readonly given: string; readonly problem: Problem };
  readonly "unquoted-text": { readonly problem: Problem };
  readonly "between-turns": { readonly turn: number; readonly before: number; readonly after: number };
  readonly "turn-too-late": { readonly thread: string; readonly latest: number };
  readonly "several-wait": { readonly waiting: readonly Waiting[] };
  readonly "not-waiting": { readonly id: string; readonly waiting: readonly Waiting[] };
}

interface Waiting {
  readonly id: string;
  readonly participant: string;
}

export type ProblemCode = keyof ProblemParameters;

/** Something that is wrong with a value, as data. */
export type Problem<Code extends ProblemCode = ProblemCode> = {
  readonly [Each in Code]: { readonly code: Each; readonly params: ProblemParameters[Each] };
}[Code];

/** A language's sentences. */
export interface ErrorWords {
  readonly errors: {
    readonly [Code in Exclude<keyof ErrorParameters, "invalid-input">]: (known: ErrorParameters[Code]) => string;
  };
  readonly problems: { readonly [Code in ProblemCode]: (params: ProblemParameters[Code]) => string };
}

import type { Purpose } from "../records/request.js";

/** Why a scenario file cannot be read or parsed. In a `yaml` fault, `reason` is the parser's own sentence. */
export type ScenarioFault =
  | { readonly fault: "missing" | "folder" | "no-permission" | "too-large" | "not-utf-8" | "empty" | "not-a-mapping" }
  | { readonly fault: "aliases" | "too-deep" }
  | { readonly fault: "unreadable"; readonly reason: string }
  | { readonly fault: "yaml"; readonly complaint: string; readonly reason: string };

export interface TooManyStarts {
  readonly most: number;
  readonly seconds: number;
  readonly isEstimate?: boolean;
  readonly isQueueFull?: boolean;
}

export type ModelFault =
  | { readonly fault: "not-a-name"; readonly model: string }
  /** `nearest`: the known provider that was probably meant; undefined if no name is similar. */
  | {
      readonly fault: "unknown-provider";
      readonly model: string;
      readonly nearest?: string | undefined;
      readonly known: readonly string[];
    }
  | { readonly fault: "no-tools"; readonly model: string; readonly participant: string }
  | { readonly fault: "not-a-model" };

export interface CallFailure {
  readonly purpose: Purpose;
  /** The participant or leader for whom the call was made; missing if the call belongs to neither. */
  readonly participant?: string;
  readonly turn: number;
  readonly model: string;
  readonly endpoint?: { readonly address: string; readonly variable: string | undefined } | undefined;
  readonly fault: "unreachable" | "too-long" | "failed";
  readonly reason: string;
  /** The thread to resume in code; undefined if nothing is saved, or if the program offers its own way to resume. */
  readonly thread?: string | undefined;
}

export interface UnreadableAnswer {
  readonly purpose: "plan" | "decide";
  readonly participant: string;
  readonly turn: number;
  readonly attempts: number;
  /** The last answer, shortened if it is long. */
  readonly answer: string;
  /** The maximum length of an answer, in characters, if the last answer was longer. */
  readonly limit?: number;
}

export interface InvalidSelection {
  readonly turn: number;
  readonly returned: string;
  readonly candidates: readonly { readonly seat: number; readonly name: string }[];
}

export interface AtServer {
  readonly server: string;
  readonly thread?: string | undefined;
}

export interface Refusal extends AtServer {
  /** The HTTP status; missing if the request succeeded, but the response is not a LangGraph server's. */
  readonly status?: number;
  readonly assistant?: string;
  readonly reason?: string;
}

/** Why a server rejects a request without processing it. `most`: the highest number that the server accepts. */
export type RequestFault =
  | {
      readonly fault:
        | "not-json"
        | "not-sent-as-json"
        | "null-character"
        | "web-socket"
        | "no-token"
        | "unknown-token"
        | "not-identified"
        | "only-a-seat"
        | "unknown-host"
        | "other-page"
        | "no-page"
        | "unknown-path"
        | "not-for-clients"
        | "no-address"
        | "invalid-tokens"
        | "no-tokens"
        | "not-this-machine"
        | "untrusted-page";
    }
  | { readonly fault: "wrong-method"; readonly methods: readonly string[] }
  | { readonly fault: "through-proxy"; readonly header: string }
  | { readonly fault: "other-namespace"; readonly own: string }
  | {
      readonly fault: "too-large" | "too-deep" | "too-many-elements" | "too-many-characters" | "too-many-runs";
      readonly most: number;
    }
  | {
      readonly fault: "too-many";
      readonly field: string;
      readonly most: number;
      readonly unit?: "turns" | "tasks" | "states";
    }
  | { readonly fault: "sent-elsewhere" | "reserved" | "unsafe-name" | "serialized"; readonly field: string }
  | { readonly fault: "invalid-fields"; readonly fields: readonly (AnyProblem & { readonly field: string })[] };

export interface Bounds {
  readonly lowest?: number | undefined;
  readonly highest?: number | undefined;
  readonly unit?: "characters" | "entries" | undefined;
}

/** The kinds of saved data. Each has a versioned format. `thread`: the record beside a conversation's state. */
export type SavedKind = "conversation" | "thread" | "inbox" | "export" | "database";

/** Why saved data cannot be read. `reads`: the latest format version that this version of Rostrum reads. */
export type SaveFault =
  | { readonly fault: "newer-version"; readonly version: number; readonly reads: number }
  | { readonly fault: "damaged"; readonly reason: string };

/** A participant for whom a person has to speak or approve a draft. `id`: the interrupt that waits for the person. */
export interface Waiting {
  readonly id: string;
  readonly participant: string;
}

/** A problem with any `code`, for example a problem nested in another one. */
export interface AnyProblem {
  readonly code: string;
  readonly params: object;
}

/** Returns the sentence for a problem, or its code if the language has no sentence for it. */
export function problemSentence(
  sentences: Readonly<Record<string, (params: never) => string>>,
  { code, params }: AnyProblem,
): string {
  // A problem always has the parameters that belong to its code, which the type `AnyProblem` does not express.
  return sentences[code]?.(params as never) ?? code;
}

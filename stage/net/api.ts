/** A client for the server's HTTP API. */
import type { Control, JsonSchema, ListOptions, Responses } from "../port.js";
import type { FieldProblem } from "../state/problems.js";
import { readJson } from "./read-json.js";

const base = new URL("./api/", document.baseURI);

/** Thrown if the server refuses a request or cannot be reached. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** The HTTP status. 0 if the server could not be reached or the response broke off. */
    readonly status: number,
    /** The problems of individual fields of the request. */
    readonly problems: readonly FieldProblem[] = [],
  ) {
    super(message);
  }
}

export async function errorOf(answer: Response): Promise<ApiError> {
  const body = (await answer
    .text()
    .then(readJson)
    .catch(() => ({}))) as Partial<ApiError>;
  return new ApiError(body.message ?? answer.statusText, answer.status, body.problems);
}

async function call<Answer>(path: string, method = "GET", body?: unknown): Promise<Answer> {
  const language = { "accept-language": document.documentElement.lang };
  const headers = body === undefined ? language : { ...language, "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const onBroken = () => {
    throw new ApiError("", 0);
  };
  const answer = await fetch(new URL(path, base), { method, headers, ...sent }).catch(onBroken);
  if (!answer.ok) throw await errorOf(answer);
  return (answer.status === 204 ? undefined : await answer.text().then(readJson).catch(onBroken)) as Answer;
}

const at = (thread: string, path = "") => `conversations/${encodeURIComponent(thread)}${path && `/${path}`}`;

type Fields = Readonly<Record<string, unknown>>;

export interface ModeInfo {
  readonly name: string;
  /** The mode's summary, keyed by language. */
  readonly summary: Readonly<Record<string, string>>;
  /** The topic and the cast that a new form contains, keyed by language. */
  readonly example: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The schema of all settings, including those of the run's context. */
  readonly schema: JsonSchema;
  /** The names of the settings that belong to the run's context. */
  readonly context: readonly string[];
}

export interface ScenarioInfo {
  readonly name: string;
  /** The settings in the scenario file. */
  readonly fields: Fields & { readonly mode?: string; readonly title?: string; readonly topic?: string };
}

/** Returns the scenarios, with those in `language` first. */
export const ownFirst = (scenarios: readonly ScenarioInfo[], language: string): readonly ScenarioInfo[] =>
  [...scenarios].sort((left, right) => Number(languageOf(right) === language) - Number(languageOf(left) === language));

const languageOf = ({ fields }: ScenarioInfo) => fields["language"] ?? "en";

export const api = {
  list: (options: ListOptions) => {
    const given = Object.entries(options).map(([name, value]) => [name, String(value)]);
    return call<Responses["listConversations"]>(`conversations?${new URLSearchParams(given)}`);
  },
  start: (request: Fields) => call<Responses["startConversation"]>("conversations", "POST", request),
  read: (thread: string) => call<Responses["readConversation"]>(at(thread)),
  rename: (thread: string, title: string | null) => call<void>(at(thread, "rename"), "POST", { title }),
  remove: (thread: string) => call<void>(at(thread), "DELETE"),
  interject: (thread: string, request: Fields) =>
    call<Responses["interject"]>(at(thread, "interject"), "POST", request),
  answer: (thread: string, lines: Fields) => call<void>(at(thread, "answer"), "POST", { lines }),
  control: (thread: string, control: Control) => call<Responses["control"]>(at(thread, "control"), "POST", { control }),
  typing: (thread: string, participant: string) => call<void>(at(thread, "typing"), "POST", { participant }),
  invite: (thread: string, participant: string) =>
    call<Responses["invite"]>(at(thread, "invite"), "POST", { participant }),
  cancel: (thread: string) => call<void>(at(thread, "cancel"), "POST", {}),
  resume: (thread: string, request: Fields = {}) => call<void>(at(thread, "resume"), "POST", request),
  fork: (thread: string, request: Fields) => call<Responses["forkConversation"]>(at(thread, "fork"), "POST", request),
  prompts: (thread: string, turn: number) => call<Responses["readPrompts"]>(at(thread, `turns/${turn}/prompts`)),
  modes: () => call<readonly ModeInfo[]>("modes"),
  models: () => call<Responses["listModels"]>("models"),
  scenarios: () => call<readonly ScenarioInfo[]>("scenarios"),
};

export const exportFormats = ["markdown", "json", "html"] as const;
/** `public` leaves out what only the owner should see. */
export const exportContents = ["public", "all"] as const;

export const exportAddress = (
  thread: string,
  format: (typeof exportFormats)[number],
  contents: (typeof exportContents)[number],
) => new URL(at(thread, `export?format=${format}&contents=${contents}`), base).href;

export const eventsAddress = (thread: string, after: number) => new URL(at(thread, `events?after=${after}`), base);

import { RequestError } from "../../src/apps/react/request-error.js";
import { pathOf, webRequests } from "../../src/apps/react/web-requests.js";
import type { Control, JsonSchema, ListOptions, Responses } from "../port.js";
import { readJson } from "./read-json.js";
import { sendRequest } from "./request.js";

const base = new URL("./api/", document.baseURI).href;

export const server = webRequests(base, {
  readJson,
  send: sendRequest,
  headers: () => ({ "accept-language": document.documentElement.lang }),
});
const { call } = server;

type Fields = Readonly<Record<string, unknown>>;

export interface ModeInfo {
  readonly name: string;
  /** Keyed by language. */
  readonly summary: Readonly<Record<string, string>>;
  /** The topic and the cast that a new form contains, keyed by language. */
  readonly example: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly schema: JsonSchema;
  readonly context: readonly string[];
}

export interface ScenarioInfo {
  readonly name: string;
  readonly fields: Fields & { readonly mode?: string; readonly title?: string; readonly topic?: string };
}

export const ownFirst = (scenarios: readonly ScenarioInfo[], language: string): readonly ScenarioInfo[] =>
  [...scenarios].sort((left, right) => Number(languageOf(right) === language) - Number(languageOf(left) === language));

const languageOf = ({ fields }: ScenarioInfo) => fields["language"] ?? "en";

export const api = {
  list: (options: ListOptions) => {
    const given = Object.entries(options).map(([name, value]) => [name, String(value)]);
    return call<Responses["listConversations"]>(`conversations?${new URLSearchParams(given)}`);
  },
  start: (request: Fields) => call<Responses["startConversation"]>("conversations", "POST", request),
  estimate: (request: Fields) => call<Responses["estimateConversation"]>("estimates", "POST", request),
  read: (thread: string) => call<Responses["readConversation"]>(pathOf(thread)),
  rename: (thread: string, title: string | null) => call<void>(pathOf(thread, "rename"), "POST", { title }),
  remove: (thread: string) => call<void>(pathOf(thread), "DELETE"),
  interject: (thread: string, request: Fields) =>
    call<Responses["interject"]>(pathOf(thread, "interject"), "POST", request),
  answer: (thread: string, lines: Fields) => call<void>(pathOf(thread, "answer"), "POST", { lines }),
  control: (thread: string, control: Control) =>
    call<Responses["control"]>(pathOf(thread, "control"), "POST", { control }),
  typing: (thread: string, participant: string) => call<void>(pathOf(thread, "typing"), "POST", { participant }),
  invite: (thread: string, participant: string) =>
    call<Responses["invite"]>(pathOf(thread, "invite"), "POST", { participant }),
  cancel: (thread: string) => call<void>(pathOf(thread, "cancel"), "POST", {}),
  /** Without `context`, also succeeds if the conversation is already running, for example after a double click. */
  resume: (thread: string, context?: Fields) =>
    call<void>(pathOf(thread, "resume"), "POST", context ? { context } : {}).catch((error: unknown) => {
      if (context || !(error instanceof RequestError && error.code === "thread-in-use")) throw error;
    }),
  fork: (thread: string, request: Fields) =>
    call<Responses["forkConversation"]>(pathOf(thread, "fork"), "POST", request),
  prompts: (thread: string, turn: number) => call<Responses["readPrompts"]>(pathOf(thread, `turns/${turn}/prompts`)),
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
) => `${base}${pathOf(thread, `export?format=${format}&contents=${contents}`)}`;

import type { AnyProblem, RequestFault, ScenarioFault } from "../error-parameters.js";

const requestFaults = {
  "not-json": "the request body must be JSON",
  "not-sent-as-json": "the request body must be sent as application/json",
  "null-character": "null characters are not accepted",
  "web-socket": "WebSockets are not supported; use server-sent events",
  "no-token": "a token is required: Authorization: Bearer …",
  "unknown-token": "unknown token",
  "not-identified": "you are not signed in",
  "only-a-seat": "your invitation lets you follow its conversation and speak from your seat, but not do this",
  "unknown-host": "without a token, this server accepts only requests to localhost or a loopback address",
  "other-page":
    "requests from other pages are rejected; a proxy that forwards your page's requests has to keep the Host header",
  "no-page": "the web page is not built; run npm run build",
  "unknown-path": "there is nothing at this address",
  "not-for-clients": "this address is not available to clients",
  "no-address": "only a server that listens on its own port can serve the page",
  "invalid-tokens": "this server has invalid tokens configured and refuses all requests; see its log",
  "no-tokens": "this server has no tokens configured and refuses all requests; see its log",
  "not-this-machine": "this server rejects requests to this host name; see ROSTRUM_TOKENS",
  "untrusted-page": "this server rejects requests from this page; see ROSTRUM_ORIGINS",
};

/** What a browser shows below the message of an error. */
export const refusalPage = {
  advice: {
    "no-token":
      "Open the address that contains the token, such as http://127.0.0.1:4300/?token=…. The browser then keeps the token in a cookie. If somebody else started this server, ask them for that address.",
    "unknown-token":
      "The token that the browser sent is not valid, or no longer valid. Open the address that contains the current token.",
    "not-identified": "Sign in to this site, and then open the page again.",
    "unknown-host":
      "On the machine that runs this server, open the page at localhost. To use it from other machines, start the server with a token.",
    "other-page": "Open this address in a new tab.",
    "too-large": "Send less data at a time.",
  } as Readonly<Record<string, string>>,
  otherwise: "Check the address, or go to the start page.",
  broken: "Try again. The server's log may contain details.",
  home: "Start page",
};

const units = { turns: " turns in all rounds", tasks: " tasks", states: " states" };

/** `say` returns the sentence for a problem with a field. */
export function requestFault(known: RequestFault, say: (problem: AnyProblem) => string): string {
  switch (known.fault) {
    case "too-large":
      return `the request body can have at most ${known.most} bytes`;
    case "wrong-method":
      return `this address accepts only ${known.methods.join(", ")}`;
    case "too-deep":
      return `the request body can have at most ${known.most} levels of nesting`;
    case "too-many-elements":
      return `the request body can have at most ${known.most} elements`;
    case "too-many-characters":
      return `all texts and field names together must have at most ${known.most} characters`;
    case "too-many-runs":
      return `a request can start at most ${known.most} runs`;
    case "too-many":
      return `${known.field}: at most ${known.most}${known.unit ? units[known.unit] : ""} on this server`;
    case "sent-elsewhere":
      return `${known.field}: not allowed; requests cannot make this server send conversations elsewhere`;
    case "reserved":
      return `${known.field}: reserved for the server`;
    case "unsafe-name":
      return `${known.field}: not accepted as a field name`;
    case "serialized":
      return `${known.field}: serialized LangChain objects are not accepted; send messages as plain JSON`;
    case "through-proxy":
      return `this server rejects requests through a proxy (${known.header}); see ROSTRUM_TOKENS`;
    case "other-namespace":
      return `your namespaces in the store must start with "${known.own}" and contain no other owner's label`;
    case "invalid-fields":
      return known.fields.map((problem) => `${problem.field}: ${say(problem)}`).join("; ");
    default:
      return requestFaults[known.fault];
  }
}

const yaml: Readonly<Record<string, string>> = {
  ALIAS_PROPS: "an alias (*name) cannot have an anchor or a tag",
  BAD_ALIAS: "there is no anchor (&name) before this alias (*name)",
  AFTER_QUOTE:
    "unexpected text after a closing quote or bracket; to include quotes in text, enclose the whole text in the other kind of quotes",
  BAD_DQ_ESCAPE: "unknown escape sequence in double quotes; use single quotes for a literal backslash",
  BAD_INDENT: "wrong indentation; lines at the same level start in the same column",
  BAD_SCALAR_START: "unquoted text cannot start with this character; put the text in quotes",
  BLOCK_AS_IMPLICIT_KEY: "a second “: ” on one line; put quotes around text that contains a colon",
  BLOCK_IN_FLOW: "a comma is missing between two entries in { } or [ ], or these brackets contain a list with dashes",
  DUPLICATE_KEY: "this field appears twice",
  MISSING_CHAR: "something is missing, such as a closing quote, a bracket, or a space after a colon",
  MULTILINE_IMPLICIT_KEY: "a field's name must be on one line, followed by a colon",
  MULTIPLE_DOCS:
    "a scenario file holds one document; remove the line “---” and everything after it, or move that part to another file",
  RESOURCE_EXHAUSTION: "the values are nested too deeply",
  STRAY_BRACKET: "this closing bracket has no opening bracket; remove it, or add an opening bracket",
  TAB_AS_INDENT: "tabs cannot be used for indentation; use spaces",
  TAG_RESOLVE_FAILED: "scenarios cannot have tags (!name); remove the tag or put the text in quotes",
  "UNCLOSED {": "this “{” is never closed; add a “}”",
  "UNCLOSED [": "this “[” is never closed; add a “]”",
  'UNCLOSED "': "this quote is never closed; add a double quote at the end of the text",
  "UNCLOSED '":
    "this quote is never closed; add a single quote at the end of the text, and double the single quotes within the text",
  UNEXPECTED_TOKEN: "unexpected text; check the indentation, and put quotes around text with special characters",
  WRONG_STEP:
    "wrong indentation of this line or the next; lines at the same level start in the same column, and text that contains “: ” needs quotes",
};

const fileFaults = {
  missing: "no such file",
  folder: "this is a folder, not a scenario file",
  "no-permission": "permission denied",
  "too-large": "the file is larger than 1 MB, the maximum for a scenario",
  "not-utf-8": "the file is not UTF-8 text",
  empty: "the file is empty; a scenario needs at least a mode, such as “mode: bidding”",
  "not-a-mapping": "a scenario consists of fields, such as “mode: bidding”",
  aliases: "the aliases (*name) expand to too much text",
  "too-deep": "the values are nested too deeply",
} as const;

export function scenarioFault(known: ScenarioFault): string {
  if (known.fault === "unreadable") return `cannot read the file: ${known.reason}`;
  return known.fault === "yaml" ? (yaml[known.complaint] ?? known.reason) : fileFaults[known.fault];
}

export const expectations = {
  string: "text",
  array: "a list",
  object: "a mapping of fields",
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
  count: "a whole number of at least 1",
  uuid: "a UUID",
  token: "ASCII letters, digits and punctuation, without spaces or line breaks",
  "api-key": "a complete key, as the provider shows it; “…” in an example stands for the rest of your key",
  "thread-name": "the name of the conversation's thread",
  "http-address": "an address that starts with http:// or https://, such as http://127.0.0.1:11434/v1",
  "server-address": "the address of a server, such as http://127.0.0.1:2024",
  "storage-address": "a file, postgres://… or memory",
  "database-address": "postgres://…, because workers share a PostgreSQL database",
  cursor: "the `next` of the previous page",
  agent: "a LangChain runnable or a compiled graph",
  tool: "a LangChain tool",
  tools: "a list of LangChain tools",
  function: "a function",
  "selection-rule": "a function that chooses one of the candidates",
  "stop-condition": "a function that returns a stop reason or nothing",
  condition: "a stop condition made with defineCondition",
  prices:
    "MODEL=INPUT,OUTPUT per million tokens, such as openai:gpt-4.1-mini=0.40,1.60 (several models: separate them with “;”), or a YAML file with { MODEL: { input, output } }",
  limits: "KIND=LIMIT, such as calls=100 or money=0.5 (several limits: separate them with commas)",
  id: "an id: 1 to 200 characters, without control characters",
  owner: "the name of an owner: 1 to 200 characters",
  clock: "a function that returns a date",
  line: "a line of the form { speaker, text }; use lineOf(message) to convert a message",
};

/** The English sentences for rejected requests. */
import type { AnyProblem, RequestFault } from "../error-parameters.js";

const plain = {
  "not-json": "the request body must be JSON",
  "not-sent-as-json": "the request body must be sent as application/json",
  "null-character": "null characters are not accepted",
  "web-socket": "WebSockets are not supported; use server-sent events",
  "no-token": "a token is required: Authorization: Bearer …",
  "unknown-token": "unknown token",
  "not-identified": "you are not signed in",
  "only-a-seat": "your invitation lets you follow this conversation and speak from your own seat, but not do this",
  "unknown-host": "requests to this host name need a token",
  "other-page": "requests from other pages are rejected",
  "no-page": "the web page is not built; run npm run build",
  "unknown-path": "there is nothing at this address",
  "not-for-clients": "not available to clients",
  "no-address": "only a server that listens on its own port can serve the page",
  "invalid-tokens": "this server has invalid tokens configured and refuses all requests; see its log",
  "no-tokens": "this server has no tokens configured and refuses all requests; see its log",
  "not-this-machine": "this server rejects requests to this host name; see ROSTRUM_TOKENS",
  "untrusted-page": "this server rejects requests from this page; see ROSTRUM_ORIGINS",
};

/** What a browser shows if access to a page is denied or the page does not exist. */
export const refusalPage = {
  /** Advice by fault. */
  advice: {
    "no-token":
      "Open the address that contains the token, such as http://127.0.0.1:4300/?token=…. The browser then remembers the token. If somebody else started this server, ask them for that address.",
    "unknown-token": "Check the token in the address. The server may have a new token.",
    "not-identified": "Sign in to this site, and then open the page again.",
    "unknown-host":
      "On the machine that runs this server, open the page at localhost. To use it from other machines, start the server with a token.",
    "other-page": "Open this address in a new tab.",
    "too-large": "Send less data at a time.",
  } as Readonly<Record<string, string>>,
  /** Advice for all other faults. */
  otherwise: "Check the address, or go to the start page.",
  /** Advice if the server fails. */
  broken: "Try again. For details, see the server's log.",
  home: "Start page",
};

const units = { turns: " turns in all rounds", tasks: " tasks", states: " states" };

/** Returns the sentence for a rejected request. `say` returns the sentence for a problem with a field. */
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
      return `all texts together must have at most ${known.most} characters`;
    case "too-many-runs":
      return `a request can start at most ${known.most} runs`;
    case "too-many":
      return `${known.field}: at most ${known.most}${known.unit ? units[known.unit] : ""} on this server`;
    case "sent-elsewhere":
      return `${known.field}: not allowed; this server does not send conversations elsewhere`;
    case "reserved":
      return `${known.field}: reserved for the server`;
    case "unsafe-name":
      return `${known.field}: not accepted as a field name`;
    case "serialized":
      return `${known.field}: serialized LangChain objects are not accepted; send messages as plain JSON`;
    case "through-proxy":
      return `this server rejects requests through a proxy (${known.header}); see ROSTRUM_TOKENS`;
    case "other-namespace":
      return `your namespaces in the store must start with "${known.own}"`;
    case "invalid-fields":
      return known.fields.map((problem) => `${problem.field}: ${say(problem)}`).join("; ");
    default:
      return plain[known.fault];
  }
}

/**
 * `ROSTRUM_TOKENS` contains an entry `owner:hash` for each token, separated by commas or spaces. The hash is the
 * token's SHA-256 in hexadecimal, so the variable does not reveal the token. The tokens that `makeToken` creates are
 * long and random, so a slow hash is unnecessary.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Server, Socket } from "node:net";
import { getContext } from "hono/context-storage";
import type { RequestFault } from "../../words/error-parameters.js";

type Tokens = { readonly ownersByHash: ReadonlyMap<string, string> } | { readonly problem: string };

/** Restricts the characters in an owner's name, because the name becomes part of a label in the store's namespaces. */
const ownerPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const hashPattern = /^[0-9a-f]{64}$/i;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

const wordsOf = (setting = "") => setting.split(/[\s,]+/).filter((word) => word !== "");

/** Problems never quote the entry, because the operator may have entered a token by mistake. */
export function readTokens(setting?: string): Tokens | undefined {
  const parts = wordsOf(setting);
  if (parts.length === 0) return undefined;
  const ownersByHash = new Map<string, string>();
  for (const [index, part] of parts.entries()) {
    const [owner = "", hash = ""] = part.split(/:(.*)/);
    const reject = (problem: string) => ({ problem: `ROSTRUM_TOKENS: entry ${index + 1} ${problem}` });
    if (!ownerPattern.test(owner))
      return reject("must start with the owner's name and a colon; a name has 1 to 64 letters, digits, - and _");
    if (!hashPattern.test(hash)) return reject("must end with the token's SHA-256: 64 hexadecimal digits");
    ownersByHash.set(hash.toLowerCase(), owner);
  }
  return { ownersByHash };
}

/** Creates a token, and the entry for `ROSTRUM_TOKENS` that admits it. */
export function makeToken(owner: string): { readonly token: string; readonly entry: string } {
  if (!ownerPattern.test(owner)) throw new Error("the name must have 1 to 64 letters, digits, - and _");
  const token = randomBytes(32).toString("base64url");
  return { token, entry: `${owner}:${hashOf(token)}` };
}

/** The owner of every request to a server without tokens. All users of such a server share its threads. */
export const localOwner = "";

type Admission = { readonly owner: string } | { readonly status: 401 | 403; readonly refusal: RequestFault };

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const localHost = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
const proxyHeader = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|cf-.*)$/i;
const studioOrigin = /^https:\/\/(?:[a-z]+\.)?smith\.langchain\.com$/i;

function listeningAddress(): string | undefined {
  try {
    const { env } = getContext<{
      Bindings: { readonly incoming?: { readonly socket?: Socket & { readonly server?: Server } } };
    }>();
    const address = env.incoming?.socket?.server?.address();
    return typeof address === "object" ? address?.address : undefined;
  } catch {
    // On servers other than the development server, `getContext` throws. Other machines may be able to reach such
    // servers.
    return undefined;
  }
}

function exposure(): string | undefined {
  const address = listeningAddress();
  if (address === undefined) return "the address that the server listens on is unknown";
  return loopback.test(address) ? undefined : `the server listens on ${address}`;
}

/**
 * Checks the headers, because a loopback address alone proves little: requests through a proxy look local, a web page
 * can point its host name at this machine, and other local programs may serve pages.
 */
function remoteRefusal(headers: Headers, trustedOrigins: readonly string[]): RequestFault | undefined {
  const proxy = [...headers.keys()].find((header) => proxyHeader.test(header));
  if (proxy) return { fault: "through-proxy", header: proxy };
  const host = headers.get("host") ?? "";
  if (!localHost.test(host)) return { fault: "not-this-machine" };
  const origin = headers.get("origin");
  if (origin === null || origin === `http://${host}` || studioOrigin.test(origin)) return undefined;
  return trustedOrigins.includes(origin) ? undefined : { fault: "untrusted-page" };
}

/**
 * Returns a function that decides from a request's headers whether to accept it, and for which owner. If the server
 * rejects all requests, that function logs the cause once.
 */
export function createAdmission(tokensSetting?: string, originsSetting?: string): (headers: Headers) => Admission {
  const tokens = readTokens(tokensSetting);
  const trustedOrigins = wordsOf(originsSetting);
  const logged = new Set<string>();
  const refuseAll = (cause: string, fault: "invalid-tokens" | "no-tokens"): Admission => {
    if (!logged.has(cause)) console.error(`rostrum: refusing all requests: ${cause}`);
    logged.add(cause);
    return { status: 403, refusal: { fault } };
  };
  return (headers) => {
    if (tokens && "problem" in tokens) return refuseAll(tokens.problem, "invalid-tokens");
    if (tokens) {
      const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
      // Chat clients send the token in `x-api-key`.
      const token = bearer ?? headers.get("x-api-key");
      if (!token) return { status: 401, refusal: { fault: "no-token" } };
      // Nobody can construct a token for a given hash, so the timing of this lookup does not help an attacker.
      const owner = tokens.ownersByHash.get(hashOf(token));
      return owner === undefined ? { status: 401, refusal: { fault: "unknown-token" } } : { owner };
    }
    const exposed = exposure();
    if (exposed !== undefined) {
      const cause = `ROSTRUM_TOKENS is not set, and ${exposed}; without tokens, only a development server on a loopback address accepts requests`;
      return refuseAll(cause, "no-tokens");
    }
    const refusal = remoteRefusal(headers, trustedOrigins);
    return refusal ? { status: 403, refusal } : { owner: localOwner };
  };
}

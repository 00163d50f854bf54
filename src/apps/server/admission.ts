/**
 * Decides who is admitted: owners of tokens or, on a server without tokens, requests from this machine. `ROSTRUM_TOKENS` has an
 * entry `owner:hash` for each user, separated by commas or spaces. The hash is the token's SHA-256 in hexadecimal, so that the
 * variable reveals no token. Tokens are long and random: a slow hash is not needed.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Server, Socket } from "node:net";
import { getContext } from "hono/context-storage";

type Tokens = { readonly ownersByHash: ReadonlyMap<string, string> } | { readonly problem: string };

/** The characters that a label of a store's namespace can hold, which owners' names become part of. */
const ownerPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const hashPattern = /^[0-9a-f]{64}$/i;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

const wordsOf = (setting = "") => setting.split(/[\s,]+/).filter((word) => word !== "");

/** Undefined if the setting is empty. A problem never quotes the entry, which may be a token by mistake. */
export function readTokens(setting?: string): Tokens | undefined {
  const parts = wordsOf(setting);
  if (parts.length === 0) return undefined;
  const ownersByHash = new Map<string, string>();
  for (const [index, part] of parts.entries()) {
    const [owner = "", hash = ""] = part.split(/:(.*)/);
    const reject = (problem: string) => ({ problem: `ROSTRUM_TOKENS: entry ${index + 1} ${problem}` });
    if (!ownerPattern.test(owner))
      return reject("must start with the owner's name: at most 64 letters, digits, - and _, and then a colon");
    if (!hashPattern.test(hash)) return reject("must end with the token's SHA-256: 64 hexadecimal digits");
    ownersByHash.set(hash.toLowerCase(), owner);
  }
  return { ownersByHash };
}

/** Creates a token and the entry that admits it. Throws if the name is not allowed. */
export function makeToken(owner: string): { readonly token: string; readonly entry: string } {
  if (!ownerPattern.test(owner)) throw new Error("the name must have 1 to 64 letters, digits, - and _");
  const token = randomBytes(32).toString("base64url");
  return { token, entry: `${owner}:${hashOf(token)}` };
}

/** The owner of every request to a server without tokens, where all threads are everybody's. */
export const localOwner = "";

type Admission = { readonly owner: string } | { readonly status: 401 | 403; readonly reason: string };

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
    // Not the development server, so others may be able to reach this one.
    return undefined;
  }
}

/** Why other machines may reach the server; undefined if they cannot. */
function exposure(): string | undefined {
  const address = listeningAddress();
  if (address === undefined) return "the address that the server listens on is unknown";
  return loopback.test(address) ? undefined : `the server listens on ${address}`;
}

/**
 * What may come from elsewhere; undefined for a request from this machine. Every request through a proxy seems local, and a web
 * page can give its own host name to this machine's address. Other programs on this machine serve pages as well.
 */
function remoteRequest(headers: Headers, trustedOrigins: readonly string[]): string | undefined {
  const proxy = [...headers.keys()].find((header) => proxyHeader.test(header));
  if (proxy) return `requests through a proxy (${proxy}); see ROSTRUM_TOKENS`;
  const host = headers.get("host") ?? "";
  if (!localHost.test(host)) return "requests to this host name; see ROSTRUM_TOKENS";
  const origin = headers.get("origin");
  if (origin === null || origin === `http://${host}` || studioOrigin.test(origin)) return undefined;
  return trustedOrigins.includes(origin) ? undefined : "requests from this page; see ROSTRUM_ORIGINS";
}

/** Returns the check of a request's headers. It logs each reason for refusing all requests once. */
export function createAdmission(tokensSetting?: string, originsSetting?: string): (headers: Headers) => Admission {
  const tokens = readTokens(tokensSetting);
  const trustedOrigins = wordsOf(originsSetting);
  const logged = new Set<string>();
  const refuseAll = (cause: string, reason: string): Admission => {
    if (!logged.has(cause)) console.error(`rostrum: refusing all requests: ${cause}`);
    logged.add(cause);
    return { status: 403, reason: `this server ${reason} and refuses all requests; see its log` };
  };
  return (headers) => {
    if (tokens && "problem" in tokens) return refuseAll(tokens.problem, "has invalid tokens configured");
    if (tokens) {
      const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
      // Chat clients send their key in this header.
      const token = bearer ?? headers.get("x-api-key");
      if (!token) return { status: 401, reason: "a token is required: Authorization: Bearer …" };
      // Nobody can choose a token by its hash, so the time of this lookup reveals nothing.
      const owner = tokens.ownersByHash.get(hashOf(token));
      return owner === undefined ? { status: 401, reason: "unknown token" } : { owner };
    }
    const exposed = exposure();
    if (exposed !== undefined) {
      const cause = `ROSTRUM_TOKENS is not set, and ${exposed}; without tokens only a development server on loopback answers`;
      return refuseAll(cause, "has no tokens configured");
    }
    const remote = remoteRequest(headers, trustedOrigins);
    return remote === undefined ? { owner: localOwner } : { status: 403, reason: `this server rejects ${remote}` };
  };
}

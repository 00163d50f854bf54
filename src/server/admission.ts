/** Who is let in: everybody with a token; without tokens nobody, but on a development server that only the machine can reach. */
import { foreignness } from "./local-request.js";
import { ownerOfToken, readTokens } from "./tokens.js";

/** Whoever is at the machine itself, where no tokens are set: everything is theirs. */
export const nobodyElse = "";

export type Admission = { readonly owner: string } | { readonly status: 401 | 403; readonly reason: string };

const tokens = readTokens(process.env["ROSTRUM_TOKENS"]);

const told = new Set<string>();

/** Once for each reason: a log that repeats itself is read by nobody. */
function log(reason: string): void {
  if (!told.has(reason)) console.error(`rostrum: every request is refused: ${reason}`);
  told.add(reason);
}

function bearerOf(headers: Headers): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
}

export function admit(headers: Headers): Admission {
  if (!tokens) {
    const reason = foreignness(headers);
    if (reason === undefined) return { owner: nobodyElse };
    log(`ROSTRUM_TOKENS is not set, and ${reason}; without tokens only a development server on loopback answers`);
    return { status: 403, reason: "this server has no tokens set and answers nobody; its log says why" };
  }
  if ("problem" in tokens) {
    log(tokens.problem);
    return { status: 403, reason: "this server's tokens are not set up and it answers nobody; its log says why" };
  }
  const token = bearerOf(headers);
  if (token === undefined) return { status: 401, reason: "a token is needed: Authorization: Bearer …" };
  const owner = ownerOfToken(tokens.entries, token);
  return owner === undefined ? { status: 401, reason: "this token is nobody's" } : { owner };
}

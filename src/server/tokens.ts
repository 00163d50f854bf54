/**
 * Who may use a server. `ROSTRUM_TOKENS` holds an entry `owner:hash` for each, apart by commas or spaces; the hash is the
 * token's SHA-256 in hexadecimal, so that whoever reads the variable cannot use it. Tokens are random and long: nothing slower
 * than SHA-256 is needed to keep them.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

interface Entry {
  readonly owner: string;
  readonly hash: Buffer;
}

/** Owners with their tokens' hashes, or why there are none. */
export type Tokens = { readonly entries: readonly Entry[] } | { readonly problem: string };

/** A namespace's labels may hold no points, and the part of a store that is an owner's is named after them. */
const ownerForm = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const hashForm = /^[0-9a-f]{64}$/i;

const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** What is wrong with an entry. It does not repeat the entry, which may hold a token by mistake. */
function problemOf(owner: string, hash: string): string | undefined {
  if (!ownerForm.test(owner)) return "must begin with the owner's name: letters, digits, - and _, 64 at most";
  if (!hashForm.test(hash)) return "must have the token's SHA-256 behind the name: 64 hexadecimal digits";
  return undefined;
}

/** Undefined where nothing is set. */
export function readTokens(text: string | undefined): Tokens | undefined {
  const parts = (text ?? "").split(/[\s,]+/).filter((part) => part !== "");
  if (parts.length === 0) return undefined;
  const entries: Entry[] = [];
  for (const [index, part] of parts.entries()) {
    const colon = part.indexOf(":");
    const [owner, hash] = [part.slice(0, Math.max(0, colon)), part.slice(colon + 1)];
    const problem = problemOf(owner, hash);
    if (problem) return { problem: `ROSTRUM_TOKENS: entry ${index + 1} ${problem}` };
    entries.push({ owner, hash: Buffer.from(hash, "hex") });
  }
  return { entries };
}

/** Whose token it is. Takes the same time whoever's it is, and for nobody's. */
export function ownerOfToken(entries: readonly Entry[], token: string): string | undefined {
  const hash = hashOf(token);
  let found: string | undefined;
  for (const { owner, hash: known } of entries) if (timingSafeEqual(hash, known)) found = owner;
  return found;
}

/** A new token, and the entry that lets it in. Throws where nobody can have that name. */
export function makeToken(owner: string): { readonly token: string; readonly entry: string } {
  if (!ownerForm.test(owner))
    throw new Error("a name has letters, digits, - and _, 64 at most, and no other characters");
  const token = randomBytes(32).toString("base64url");
  return { token, entry: `${owner}:${hashOf(token).toString("hex")}` };
}

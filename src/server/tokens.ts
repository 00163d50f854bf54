/**
 * The users of a server. `ROSTRUM_TOKENS` has an entry `owner:hash` for each, separated by commas or spaces. The hash is the
 * token's SHA-256 in hexadecimal, so that the variable reveals no token. Tokens are long and random: a slow hash is not needed.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

interface Entry {
  readonly owner: string;
  readonly hash: Buffer;
}

/** The users' entries, or why they cannot be used. */
type Tokens = { readonly entries: readonly Entry[] } | { readonly problem: string };

/** The characters that a label of a store's namespace can hold, which owners' names become part of. */
const ownerPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const hashPattern = /^[0-9a-f]{64}$/i;

const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** Undefined if the setting is empty. A problem never quotes the entry, which may be a token by mistake. */
export function readTokens(setting: string | undefined): Tokens | undefined {
  const parts = (setting ?? "").split(/[\s,]+/).filter((part) => part !== "");
  if (parts.length === 0) return undefined;
  const entries: Entry[] = [];
  for (const [index, part] of parts.entries()) {
    const colon = part.indexOf(":");
    const [owner, hash] = [part.slice(0, Math.max(0, colon)), part.slice(colon + 1)];
    const reject = (problem: string) => ({ problem: `ROSTRUM_TOKENS: entry ${index + 1} ${problem}` });
    if (!ownerPattern.test(owner))
      return reject("must start with the owner's name: at most 64 letters, digits, - and _, and then a colon");
    if (!hashPattern.test(hash)) return reject("must end with the token's SHA-256: 64 hexadecimal digits");
    entries.push({ owner, hash: Buffer.from(hash, "hex") });
  }
  return { entries };
}

/** The token's owner, or undefined. Takes the same time for every token, known or not. */
export function ownerOfToken(entries: readonly Entry[], token: string): string | undefined {
  const given = hashOf(token);
  let found: string | undefined;
  for (const { owner, hash } of entries) if (timingSafeEqual(given, hash)) found = owner;
  return found;
}

/** Creates a token and the entry that admits it. Throws if the name is not allowed. */
export function makeToken(owner: string): { readonly token: string; readonly entry: string } {
  if (!ownerPattern.test(owner)) throw new Error("the name must have 1 to 64 letters, digits, - and _");
  const token = randomBytes(32).toString("base64url");
  return { token, entry: `${owner}:${hashOf(token).toString("hex")}` };
}

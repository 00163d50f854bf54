/**
 * Matches characters that could manipulate a terminal, but not zero-width joiners and non-joiners, because some scripts
 * and emoji need these.
 */
const unprintable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

function escapeForShell(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
}

/** Quotes a word for a shell. The result contains no unprintable characters. */
export function quote(word: string): string {
  if (/^[\p{L}\p{N}_@%+=:,./-]+$/u.test(word)) return word;
  if (!unprintable.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  return `$'${word.replace(new RegExp(`${unprintable.source}|['\\\\]`, "gu"), escapeForShell)}'`;
}

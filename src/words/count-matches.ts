/** Counts the matches of a global pattern without collecting them, because a long text can have very many. */
export function countMatches(pattern: RegExp, text: string): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) count += 1;
  return count;
}

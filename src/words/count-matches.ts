/** Does not collect the matches, because a long text can have very many. The pattern must be global. */
export function countMatches(pattern: RegExp, text: string): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) count += 1;
  return count;
}

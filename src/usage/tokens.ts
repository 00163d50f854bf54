/** How many tokens a text has, without a provider's tokenizer: those are large, slow to load, and differ. */

const wideCharacters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** About one token for each Chinese, Japanese or Korean character and one for every four other characters. */
export function estimateTokens(text: string): number {
  const wide = text.match(wideCharacters)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}

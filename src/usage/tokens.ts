/** Estimates tokens without a provider's tokenizer: tokenizers are large, slow to load, and differ. */

const wideCharacters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** One token per Chinese, Japanese or Korean character and per four other characters. */
export function estimateTokens(text: string): number {
  const wide = text.match(wideCharacters)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}

/** Text in the pieces that a language model would stream. */

/** Words with the space before them; Chinese characters one by one. Put together they are the text again. */
export function piecesOf(text: string): string[] {
  return text.match(/\s*\p{Script=Han}|\s*[^\s\p{Script=Han}]+|\s+/gu) ?? [];
}

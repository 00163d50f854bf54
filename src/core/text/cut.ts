/** Cuts a text to a length. */

/**
 * Returns the first `length` UTF-16 units of a text, without half of a character at the end. Copies the part, because
 * V8's slices would keep the whole text in memory.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const isInCharacter = /[\ud800-\udbff]/.test(text.charAt(length - 1)) && /[\udc00-\udfff]/.test(text.charAt(length));
  return Buffer.from(text.slice(0, isInCharacter ? length - 1 : length), "utf16le").toString("utf16le");
}

import { ownCopy } from "#platform.js";

/** Returns at most the first `length` UTF-16 units of a text, without half a character at the end. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const isInCharacter = /[\ud800-\udbff]/.test(text.charAt(length - 1)) && /[\udc00-\udfff]/.test(text.charAt(length));
  return ownCopy(text.slice(0, isInCharacter ? length - 1 : length));
}

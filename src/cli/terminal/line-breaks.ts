/** Where a line may break between two characters that no space parts. */
import stringWidth from "string-width";

/** Marks that may not begin a line. */
const closing = /^[\p{Pe}\p{Pf}、。，．・：；？！…‥—～〜々ー％‰℃,.:;?!%]/u;
/** Marks that may not end a line. */
const opening = /[\p{Ps}\p{Pi}￥＄]$/u;

/** Chinese and other wide writing breaks anywhere but before a closing mark or after an opening one; words break after a dash. */
export function mayBreakBetween(before: string, after: string): boolean {
  if (closing.test(after) || opening.test(before)) return false;
  if (before.endsWith("—") || (before.endsWith("-") && /^\p{L}/u.test(after))) return true;
  return stringWidth(before) > 1 || stringWidth(after) > 1;
}

/** How much of a conversation fits into a window of tokens. */
import type { Line } from "../text/message.js";
import { estimateTokens } from "../usage/usage.js";

const sizeOf = ({ speaker, text }: Line): number => estimateTokens(`${speaker}: ${text}`);

/** How many of the last lines fit; one in any case where there is one. */
export function fitting(lines: readonly Line[], tokens: number): number {
  let used = 0;
  let count = 0;
  for (const line of [...lines].reverse()) {
    used += sizeOf(line);
    if (used > tokens && count > 0) break;
    count += 1;
  }
  return count;
}

/** The last lines that make up half of a conversation at most; the latest one in any case. */
export function laterHalf(lines: readonly Line[]): readonly Line[] {
  const whole = lines.reduce((sum, line) => sum + sizeOf(line), 0);
  return lines.length === 0 ? lines : lines.slice(-fitting(lines, whole / 2));
}

/** How wide what is shown may be. */
import type { Io } from "../io.js";

/** Cells in a line where the stream does not know. */
const usualWidth = 80;

export function widthOf(io: Io): number {
  return Math.max(40, io.stderr.columns || io.stdout.columns || usualWidth);
}

/**
 * What participants, models and servers say is data. Whatever could move the cursor, change colours or turn the direction of
 * writing is shown as `\u{1b}` instead of being done.
 */
import { escapeText } from "../../text/lines.js";

/** Text that may have several lines. */
export function safeText(text: string): string {
  return escapeText(text.replaceAll("\r\n", "\n")).replaceAll("\t", " ");
}

/** Text that must stay on its line. */
export function safeLine(text: string): string {
  return safeText(text).replace(/\s*\n\s*/g, " ");
}

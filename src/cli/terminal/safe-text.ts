/**
 * Text of participants, models and servers is untrusted. Characters that could move the cursor, change colours or reverse the
 * direction of writing are shown as `\u{1b}`.
 */
import { escapeText } from "../../text/lines.js";

/** Text of several lines. */
export function safeText(text: string): string {
  return escapeText(text.replaceAll("\r\n", "\n")).replaceAll("\t", " ");
}

/** Text of one line. */
export function safeLine(text: string): string {
  return safeText(text).replace(/\s*\n\s*/g, " ");
}

/** Parses JSON, and escapes characters in it that change the order of the text around them. */
import { isReordering, showReordering } from "../state/reordering.js";

/** Thread names stay unchanged, because the page sends them back to the server. */
const showValue = (key: string, value: unknown): unknown =>
  typeof value === "string" && key !== "thread" ? showReordering(value) : value;

export const readJson = (text: string): unknown =>
  isReordering(text) ? JSON.parse(text, showValue) : JSON.parse(text);

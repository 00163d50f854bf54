/** Reads JSON that a server or an exported file contains, and shows characters that would reorder the page's texts. */
import { isReordering, showReordering } from "../state/reordering.js";

/** Leaves the names of threads as they are, because the page sends these names back to the server. */
const showValue = (key: string, value: unknown): unknown =>
  typeof value === "string" && key !== "thread" ? showReordering(value) : value;

export const readJson = (text: string): unknown =>
  isReordering(text) ? JSON.parse(text, showValue) : JSON.parse(text);

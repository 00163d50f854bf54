import { z } from "zod/v4";
import { readWith } from "./problems.js";

export const title = z.string().trim().min(1).max(200).optional().meta({
  title: "Title",
  description: "The conversation's title in lists and transcripts.",
});

/** Returns the trimmed title. Throws `invalid-input` if it is empty or too long. */
export const checkTitle = (given: string | null): string | null =>
  given === null ? null : (readWith(title, given, ["title"]) ?? null);

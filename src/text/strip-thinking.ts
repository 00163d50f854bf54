/** Reasoning models that think aloud wrap it in `<think>`; what they thought is not what they answered. */

const leadingBlocks = /^\s*(?:<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>\s*|$))+/i;

/**
 * The answer without the thinking before it; an unclosed block reaches to the end. The same tags further on are part of what
 * was said.
 */
export function stripThinking(answer: string): string {
  return answer.replace(leadingBlocks, "").trim();
}

/** What comes after all thinking, also where its beginning was not marked, as some servers leave it. */
export function afterThinking(answer: string): string {
  const closing = [...answer.matchAll(/<\/think(?:ing)?>/gi)].at(-1);
  return stripThinking(closing ? answer.slice(closing.index + closing[0].length) : answer);
}

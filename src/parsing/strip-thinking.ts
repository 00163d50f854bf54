/** Reasoning models that think aloud wrap it in `<think>`; what they thought is not what they answered. */

/** The answer without its thinking. An unclosed block reaches to the end: then nothing was answered. */
export function stripThinking(answer: string): string {
  return answer.replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi, "").trim();
}

/** A text's sentences. Reads marks, not meaning: a point behind an abbreviation or an initial ends nothing, nor does “...”. */

const marks = /[.!?]+["”’)\]]*(?=\s|$)\s*|[。！？]+[”」』）]*\s*|\n+/gu;
const abbreviation = /(?:^|[\s(“"])(?:\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St|Sr|Jr|No|vs|etc|e\.g|i\.e|approx)\.$/u;

function endsSentence(mark: string, before: string): boolean {
  if (/^\.{2,}/.test(mark)) return false;
  return !(mark.startsWith(".") && abbreviation.test(`${before}.`));
}

/** Sentences with what follows them: put together again they are the text. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    // No abbreviation is longer than this.
    if (!endsSentence(mark, text.slice(Math.max(start, index - 12), index))) continue;
    sentences.push(text.slice(start, index + mark.length));
    start = index + mark.length;
  }
  return start < text.length ? [...sentences, text.slice(start)] : sentences;
}

/**
 * Searches with BM25. Does not use the library MiniSearch, because most of this code, for sections, stems and weights,
 * would still be needed.
 */

export interface DocumentationPage {
  /** The page's path, such as `guides/budgets.md`. */
  readonly path: string;
  readonly title: string;
  /** What the list of pages says about the page. */
  readonly summary: string;
  readonly text: string;
}

interface Section {
  readonly page: DocumentationPage;
  /** The section's headings, from the page's title down to its own. */
  readonly headings: readonly string[];
  readonly text: string;
}

interface IndexedSection extends Section {
  /**
   * How often the section contains each word, plus weights for the words of its heading and of the page's title,
   * summary and path.
   */
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

const commonWords: ReadonlySet<string> = new Set([
  ...["a", "an", "and", "are", "as", "at", "be", "by", "can", "could", "did", "do", "does", "each", "for", "from"],
  ...["has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "itself", "me", "my", "of", "on", "or"],
  ...["our", "should", "so", "that", "the", "their", "them", "themselves", "there", "they", "this", "to", "us"],
  ...["use", "was", "we", "were", "what", "when", "where", "which", "who", "why", "will", "with", "would", "you"],
  ...["your"],
]);

/** Returns what the forms of a word have in common, such as `stop` for “stopping”, and `budget` for “budgets”. */
const stem = (word: string): string =>
  word.replace(/(?<=...)(?:ing|ed|es|(?<!s)s|e)$/, "").replace(/(?<=..)([bdgmnprt])\1$/, "$1");

const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !commonWords.has(word)).map(stem);

/** Splits a page at its headings. In a block of code, a line that starts with `#` is a comment, not a heading. */
function sectionsOf(page: DocumentationPage): Section[] {
  const sections: { readonly headings: readonly string[]; readonly lines: string[] }[] = [];
  let isCode = false;
  for (const line of page.text.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const [, marks = "", heading] = (!isCode && /^(#{1,3}) (.+)$/.exec(line)) || [];
    const latest = sections.at(-1);
    if (heading === undefined) latest?.lines.push(line);
    else sections.push({ headings: [...(latest?.headings.slice(0, marks.length - 1) ?? []), heading], lines: [] });
  }
  return sections.map(({ headings, lines }) => ({ page, headings, text: lines.join("\n").trim() }));
}

function indexSection(section: Section): IndexedSection {
  const { page, headings, text } = section;
  const counts = new Map<string, number>();
  const count = (words: readonly string[], weight: number) => {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  // Each word of a short name says more about what it names than a word of a long one.
  const countName = (name: string, weight: number) => {
    const words = wordsIn(name);
    count(words, weight / Math.sqrt(words.length));
  };
  const words = wordsIn(text);
  count(words, 1);
  countName(headings.at(-1) ?? "", 6);
  // The beginning of a page introduces the page, so it comes before sections that fit a query equally well.
  const pageWeight = headings.length === 1 ? 4 : 3;
  for (const name of [page.title, page.summary, page.path.replace(/^\w+\/|\.md$/g, "")]) countName(name, pageWeight);
  return { ...section, counts, length: words.length };
}

/** The parameters of BM25: how soon further occurrences of a word stop counting, and how much long texts lose. */
const saturation = 1.2;
const lengthPenalty = 0.5;

/**
 * Reference pages, decisions, measurements and `at-a-glance.md` count half. So does the guide for coding agents,
 * because agents that search have already found what it describes.
 */
const boostOf = ({ path }: DocumentationPage) =>
  /^(?:reference|decisions|measured|at-a-glance|guides\/coding-agents)/.test(path) ? 0.5 : 1;

/** The maximum number of results from one page, so that other pages have a chance. */
const perPage = 2;

export class PageSearch {
  readonly #sections: readonly IndexedSection[];
  readonly #meanLength: number;

  constructor(pages: readonly DocumentationPage[]) {
    const sections = pages.flatMap(sectionsOf);
    // A section named “Next” only links to other pages.
    this.#sections = sections.filter(({ headings, text }) => headings.at(-1) !== "Next" && text).map(indexSection);
    const words = this.#sections.reduce((sum, { length }) => sum + length, 0);
    this.#meanLength = words / this.#sections.length;
  }

  find(query: string, limit: number): Section[] {
    const words = [...new Set(wordsIn(query))].map((word) => ({ word, rarity: this.#rarityOf(word) }));
    const scored = this.#sections.map((section) => {
      const penalty = 1 - lengthPenalty + (lengthPenalty * section.length) / this.#meanLength;
      const score = words.reduce((sum, { word, rarity }) => {
        const count = section.counts.get(word) ?? 0;
        return sum + (rarity * count) / (count + saturation * penalty);
      }, 0);
      return { section, score: score * boostOf(section.page) };
    });
    const found = scored.filter(({ score }) => score > 0).sort((left, right) => right.score - left.score);
    const counts = new Map<string, number>();
    const chosen = found.filter(({ section: { page } }) => {
      const count = (counts.get(page.path) ?? 0) + 1;
      counts.set(page.path, count);
      return count <= perPage;
    });
    return chosen.slice(0, limit).map(({ section }) => section);
  }

  #rarityOf(word: string): number {
    const holding = this.#sections.filter(({ counts }) => counts.has(word)).length;
    return Math.log(1 + (this.#sections.length - holding + 0.5) / (holding + 0.5));
  }
}

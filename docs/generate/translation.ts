/**
 * Returns the address of the same page in another language, or of that language's home page if the page is not
 * translated.
 *
 * @param path - Relative to the site's root, such as `zh/guides/index.md`.
 * @param translated - The paths of the pages that have a translation, without the language's folder.
 * @param from - The folder of the page's language, such as `zh/`; empty for English.
 * @param to - The folder of the other language.
 */
export function translationOf(path: string, translated: readonly string[], from: string, to: string): string {
  const page = path.slice(from.length);
  return `/${to}${translated.includes(page) ? page.replace(/(?:(?<=^|\/)index)?\.md$/, "") : ""}`;
}

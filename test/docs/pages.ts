import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { root } from "../package/pack.js";

export interface Page {
  /** Relative to the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const read = (path: string): Page => ({ path, text: readFileSync(join(root, path), "utf8") });

export const pages: readonly Page[] = [
  ...readdirSync(root).filter((file) => /^(?:README|CONTRIBUTING)\b.*\.md$/.test(file)),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((file) => `docs/${file.split(sep).join("/")}`)
    // Excludes pages that are built only for the site.
    .filter((file) => file.endsWith(".md") && !/^docs\/(?:\.vitepress|reference\/api)\//.test(file)),
]
  .sort()
  .map(read);

export const readme = read("README.md").text;

export const codeBlocks = (page: string, language: string): string[] =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter((block) => block[1] === language)
    .map((block) => block[2] ?? "");

/** Removes the generated parts, whose programs are copies of files that have their own tests. */
const handWritten = (text: string) => text.replace(/<!-- generated: [\s\S]*?<!-- \/generated -->/g, "");

/** Every distinct hand-written code block in a language, from all pages except CONTRIBUTING.md. */
export const blocksOf = (language: string): { readonly page: string; readonly code: string }[] => {
  const all = pages
    .filter(({ path }) => path !== "CONTRIBUTING.md")
    .flatMap(({ path, text }) => codeBlocks(handWritten(text), language).map((code) => ({ page: path, code })));
  return [...new Map(all.toReversed().map((block) => [block.code, block])).values()].toReversed();
};

export const programs = blocksOf("ts");

export const serverAddress = "http://127.0.0.1:2024";

export const databaseAddress = "postgres://localhost/talks";

/** Programs that need only Rostrum and its peer dependencies: no server, and no model except the rehearsal. */
export const selfContained = programs.filter(
  ({ code }) =>
    ![serverAddress, databaseAddress].some((address) => code.includes(address)) &&
    !/"openai:|ChatOpenAI|from "(?:langchain|@ag-ui\/client)"/.test(code),
);

/** An environment without an OpenAI key, in which the default model is the rehearsal. */
export const offline = {
  ...process.env,
  NODE_OPTIONS: "",
  ROSTRUM_MODEL: "rehearsal",
  OPENAI_API_KEY: "",
  OPENAI_BASE_URL: "",
};

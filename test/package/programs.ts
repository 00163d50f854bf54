/** The programs of the README, as a reader would copy them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./pack.js";

export const readme = readFileSync(join(root, "README.md"), "utf8");

/** The code blocks of a language, in the order of the page. */
export const codeBlocks = (page: string, language: string): string[] =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter((block) => block[1] === language)
    .map((block) => block[2] ?? "");

export const programs = codeBlocks(readme, "ts");

/** The environment without a key: every model is the rehearsal. */
export const offline = {
  ...process.env,
  NODE_OPTIONS: "",
  ROSTRUM_MODEL: "rehearsal",
  OPENAI_API_KEY: "",
  OPENAI_BASE_URL: "",
};

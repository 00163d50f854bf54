/** The command line says everything in both languages. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { cliTexts, languageIn } from "../../src/locales/command-line.js";
import { locales } from "../../src/locales/registry.js";
import { rostrum } from "./captured-io.js";

/** Every text by its path; functions are called with something harmless. */
function textsIn(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
}

/** Names that are the same in every language. */
const unchanged = /^\.titles|^\.(program|run|modes)Usage$|^\.colon$|outcomes\.bid$|^\.language$/;

describe.each([
  ["command line", cliTexts("en"), cliTexts("zh")],
  ["transcripts", locales["en"].transcript, locales["zh"].transcript],
] as const)("texts of the %s", (_part, english, chinese) => {
  it("exist in both languages, and none is left in English", () => {
    const zh = new Map(textsIn(chinese));
    expect([...zh.keys()].sort()).toEqual(
      textsIn(english)
        .map(([path]) => path)
        .sort(),
    );
    for (const [path, text] of zh) {
      if (unchanged.test(path) || text === "") continue;
      expect([path, text]).toEqual([path, expect.stringMatching(/[\p{Script=Han}：]/u)]);
    }
  });
});

describe("help", () => {
  const output = ["json", "out", "quiet"];
  const settings = ["turns", "seed", "model", "bid-model", "temperature", "word-limit", "criterion", "budget"];
  const options: Readonly<Record<string, readonly string[]>> = {
    run: [
      ...["topic", "participants", "prepare", "thread", "db", "url", "pace", "verbose", "lang"],
      ...settings,
      ...output,
    ],
    resume: ["db", "url", "pace", "verbose", "lang", ...output],
    show: ["db", "url", "decisions", "usage", "lang", ...output],
    // What is settled at the opening cannot be changed, and is not offered.
    fork: ["turn", "as", "mode", "db", "url", "pace", "verbose", "lang", ...settings, ...output],
    threads: ["db", "url", "json", "lang"],
    diff: ["db", "lang"],
    interject: ["url", "from", "now", "json", "verbose", "lang"],
    modes: ["lang"],
  };

  it.each(Object.keys(options))(
    "of %s lists its options, each with a word on it, in both languages",
    async (command) => {
      for (const language of ["en", "zh"] as const) {
        const { status, stdout } = await rostrum([command, "--help", "--lang", language]);
        expect(status).toBe(0);
        const listed = [...stdout.matchAll(/^ +(?:-\w, )?--([a-z-]+)(?: <[^>]+>)? {2,}\S/gm)].map((match) => match[1]);
        expect(listed.sort()).toEqual([...(options[command] ?? []), "help"].sort());
      }
    },
  );

  it("names only scenarios that are there", () => {
    const named = [cliTexts("en"), cliTexts("zh")]
      .flatMap((texts) => textsIn(texts).map(([, text]) => text))
      .flatMap((text) => text.match(/scenarios\/[\w-]+\.yaml/g) ?? []);
    expect(named.length).toBeGreaterThan(2);
    for (const file of named) expect([file, existsSync(file)]).toEqual([file, true]);
  });
});

describe("the language asked for", () => {
  it.each([
    [["run", "x", "--lang", "zh"], "zh"],
    [["--lang=zh", "run"], "zh"],
    [["--lang", "fr"], undefined],
    [["--lang"], undefined],
    [["run"], undefined],
  ])("%j", (argv, language) => {
    expect(languageIn(argv)).toBe(language);
  });
});

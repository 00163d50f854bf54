import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { commands } from "../../../src/apps/cli/commands/registry.js";
import { type CommandDefinition, flagOf, settingOptions } from "../../../src/apps/cli/options.js";
import { rules } from "../../../src/core/selection/registry.js";
import { cliTexts, languageIn, languageOfLocale } from "../../../src/words/command-line.js";
import type { Language } from "../../../src/words/registry.js";
import { defaultLanguage, languages, locales } from "../../../src/words/registry.js";
import { isTranslated } from "../../support/languages.js";
import { rostrum } from "./captured-io.js";

function textsIn(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
}

/** Whether a text is only in the translations, because the English text comes from a setting's schema or a rule. */
const isTranslation = ([path]: readonly [string, string]) => /^\.(help\.settings|rules)\./.test(path);
const others = languages.filter((language) => language !== defaultLanguage);

/** The paths of texts that may be the same in every language. */
const unchanged = /^\.titles|^\.help\.commands|^\.help\.titles|^\.colon$|outcomes\.bid$|^\.language$/;

describe.each([
  ["command line", cliTexts],
  ["transcripts", (language: Language) => locales[language].transcript],
] as const)("texts of the %s", (_part, textsOf) => {
  it.each(others)("are complete and translated in %s", (language) => {
    const texts = new Map(textsIn(textsOf(language)).filter((entry) => !isTranslation(entry)));
    const english = textsIn(textsOf("en")).filter((entry) => !isTranslation(entry));
    expect([...texts.keys()].sort()).toEqual(english.map(([path]) => path).sort());
    for (const [path, text] of texts) {
      if (unchanged.test(path) || text === "") continue;
      expect([path, text, locales[language].grammar.canQuote(text)]).toEqual([path, text, true]);
    }
  });
});

it("the code uses every text of the groups that it reads by name", () => {
  const sources = readdirSync("src/apps/cli", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const code = sources.map((file) => readFileSync(join("src/apps/cli", file), "utf8")).join("\n");
  // Omits groups that the code reads by computed keys, such as the help texts, because those keys do not appear in the
  // code.
  const groups = ["usage", "run", "takingPart", "threads", "remote"] as const;
  for (const group of groups)
    for (const key of Object.keys(cliTexts("en")[group]))
      expect([group, key, new RegExp(`\\b${key}\\b`).test(code)]).toEqual([group, key, true]);
});

it.each(others)("the help describes every setting in %s", (language) => {
  if (!isTranslated(language)) return;
  const inHelp: Readonly<Record<string, string>> = cliTexts(language).help.settings;
  const undescribed = settingOptions.filter(({ path }) => !inHelp[path.join(".")] && !locales[language].setting(path));
  expect(undescribed.map(({ option }) => option)).toEqual([]);
});

describe("help", () => {
  const cases = commands.flatMap((command) => languages.map((language) => [command, language] as const));
  const name = ({ name }: CommandDefinition) => name;

  it.each(cases.map(([command, language]) => [name(command), language, command] as const))(
    "of %s in %s lists exactly the command's options, each with an explanation",
    async (_name, language, command) => {
      const { status, stdout } = await rostrum([...command.name.split(" "), "--help", "--lang", language]);
      expect(status).toBe(0);
      const listed = [...stdout.matchAll(/^ +(?:-\w, )?(--[a-z-]+)(?: <[^>]+>| \[[^\]]+\])? {2,}\S/gm)].map(
        (match) => match[1],
      );
      expect(listed.sort()).toEqual([...command.options.map(flagOf), "--lang", "--help"].sort());
    },
  );

  it("shows bounds and choices from the settings' schemas", async () => {
    const { stdout } = await rostrum(["run", "--help"]);
    expect(stdout).toMatch(/--word-limit <N> +The maximum length .*; 5 to 2000/);
    const lines = stdout.replace(/\n +/g, " ");
    expect(lines).toContain(`Who speaks next: ${rules.map(({ name }) => name).join(", ")}`);
  });

  it("omits settings that cannot change in a fork from the help for `fork`", async () => {
    const { stdout } = await rostrum(["fork", "--help"]);
    for (const flag of ["--topic", "--participants", "--prepare"]) expect(stdout).not.toContain(flag);
  });

  it("names only existing scenarios", () => {
    const named = languages
      .flatMap((language) => textsIn(cliTexts(language)).map(([, text]) => text))
      .flatMap((text) => text.match(/scenarios\/[\w-]+\.yaml/g) ?? []);
    expect(named.length).toBeGreaterThan(2);
    for (const file of named) expect([file, existsSync(file)]).toEqual([file, true]);
  });
});

describe("the language of the command line", () => {
  it.each([
    [["run", "x", "--lang", "zh"], "zh"],
    [["--lang=zh", "run"], "zh"],
    [["--lang", "fr"], undefined],
    [["--lang"], undefined],
    [["run"], undefined],
  ])("is derived from the arguments %j: %s", (argv, language) => {
    expect(languageIn(argv)).toBe(language);
  });

  it.each([
    [{ LANG: "zh_CN.UTF-8" }, "zh"],
    [{ LANG: "en_GB.UTF-8", LC_MESSAGES: "zh_CN" }, "zh"],
    [{ LANG: "zh_CN.UTF-8", LC_ALL: "C" }, undefined],
    [{ LANG: "zh_CN.UTF-8", LC_ALL: "" }, "zh"],
    [{ LANG: "fr_FR.UTF-8" }, undefined],
    [{}, undefined],
  ])("is derived from the locale %j: %s", (environment, language) => {
    expect(languageOfLocale(environment)).toBe(language);
  });

  const chinese = { LANG: "zh_CN.UTF-8" };

  it("comes from the locale for help, mistakes, and conversations that start from a mode", async () => {
    expect((await rostrum(["--help"], { env: chinese })).stdout).toContain("用法：");
    expect((await rostrum(["resumee"], { env: chinese })).stderr).toContain("是不是 resume？");
    expect((await rostrum(["run", "nowhere.yaml"], { env: chinese })).stderr).toContain("没有“nowhere.yaml”这个文件");
    const { stdout, stderr } = await rostrum(["run", "round-robin", "--turns", "1"], { env: chinese });
    expect(stdout).toMatch(/^主持人：/);
    expect(stderr).toMatch(/ rostrum run round-robin --turns 1 --seed \d+ --lang zh\n/);
  });

  it("is the language of --lang or of the scenario, regardless of the locale", async () => {
    const inEnglish = await rostrum(["run", "round-robin", "--turns", "1", "--lang", "en"], { env: chinese });
    expect(inEnglish.stdout).toMatch(/^Moderator: /);
    const scenario = await rostrum(["run", "observatory", "--turns", "1"], { env: chinese });
    expect(scenario.stdout).toMatch(/^Moderator: /);
    expect(scenario.stderr).not.toContain("--lang");
  });
});

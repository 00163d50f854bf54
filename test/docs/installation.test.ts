/** `isOnNpm` in `docs/generate/installation.ts` decides what every page says about installation. */
import { describe, expect, it } from "@jest/globals";
import { installation } from "../../docs/generate/installation.js";
import { pages } from "./pages.js";

describe.each([
  ["README.md", "readme", "en"],
  ["docs/start.md", "start", "en"],
  ["README.zh.md", "readme", "zh"],
  ["docs/zh/start.md", "start", "zh"],
] as const)("%s", (path, place, language) => {
  const { text = "" } = pages.find((page) => page.path === path) ?? {};

  it("contains the current paragraph about installation, and says nothing else about npm's registry", () => {
    const paragraph = installation(place, language);
    expect(text).toContain(`\n${paragraph}\n`);
    expect(text.replace(paragraph, "")).not.toMatch(/not on npm|npm pack|尚未发布|npm create/);
  });

  it("names npm create only if the packages are on npm", () => {
    expect(installation(place, language, false)).not.toContain("npm create");
    expect(installation(place, language, true)).toContain("npm create rostrum my-debate");
    expect(installation(place, language, true)).not.toMatch(/not on npm|npm pack|尚未发布|\.tgz/);
  });
});

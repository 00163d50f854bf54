/**
 * At every window size in `sizes`, with casts of 2 to 30, the page shows at least six lines of the current speech, or
 * all of it.
 */
import { describe, expect, it } from "@jest/globals";
import { ScriptedModel } from "../../src/testing.js";
import { page as chinese } from "../../src/words/zh/page.js";
import { still, visit } from "../support/chromium.js";
import { layoutOf } from "../support/layout.js";
import { suiteSite } from "../support/suite-site.js";
import { isStatus, until } from "../talk/contracts/conversations.js";

/** Widths and heights in CSS pixels. 683 × 325 and 640 × 400 are windows of 1366 × 650 and 1280 × 800 at 200% zoom. */
const sizes = [
  ...[
    [320, 480],
    [320, 568],
    [320, 800],
    [390, 844],
    [844, 390],
    [683, 325],
    [640, 400],
    [960, 540],
  ],
  ...[
    [1280, 600],
    [1366, 650],
    [1280, 800],
    [1536, 730],
    [1440, 900],
    [1920, 1080],
    [2560, 1440],
  ],
] as const;

const names = ["Agnes Ferrer", "Ferdinand Ortega", "Ines Moreau", "Tobias Lind", "Hana Kimura", "Omar Haddad"];
const more = ["Greta Voss", "Liam Doyle", "Wei Zhang", "Nadia Petrova"];
const castOf = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const name = [...names, ...more][index % 10] ?? "";
    return { name: index < 10 ? name : `${name} ${Math.floor(index / 10) + 1}`, role: "keeper of the light" };
  });

const english =
  "The light has burned every night for a hundred and forty years, and nobody asked what it cost until the oil ran short. ";
const texts = { en: english.repeat(8), zh: "这座灯塔亮了一百四十年，在灯油短缺之前，没有人问过它的花费。".repeat(14) };

describe("the speech", () => {
  const model = new ScriptedModel(({ purpose, participant, request }) =>
    purpose === "bid" ? `<${(participant.length * 7) % 10}>` : texts[request.language === "zh" ? "zh" : "en"],
  );
  const site = suiteSite({ model });

  const casts = [2, 3, 6, 10, 30].flatMap((count) => [
    { count, language: "en", isAsked: false },
    { count, language: "en", isAsked: true },
  ]);

  it.each([...casts, { count: 6, language: "zh", isAsked: true }])(
    "is visible at every size: $count seats, language $language, waiting for a person: $isAsked",
    async ({ count, language, isAsked }) => {
      const participants = castOf(count).map((each, index) => ({ ...each, human: isAsked && index === 1 }));
      const rule = isAsked ? "round-robin" : "highest-bid";
      const input = { participants, maxTurns: 4, seed: 2, language, selection: { rule } };
      const topic = "Should the harbour keep its light?";
      const { thread } = await site.conversations.start("bidding", { input: { ...input, topic } });
      await until(site.conversations.follow(thread), isStatus(isAsked ? "waiting" : "ended"));
      if (isAsked) await site.conversations.interject(thread, "What about the fog, and who pays for the horn?");
      const { tab, errors, close } = await visit(site.browser, site.url, still);
      if (language === "zh") await tab.getByRole("button", { name: chinese.shell.toThis, exact: true }).click();
      await tab.goto(`${site.url}#/talk/${thread}`);
      await tab.locator(".speech-text").waitFor();
      if (isAsked) await tab.locator(".answer").waitFor();
      const hidden: unknown[] = [];
      for (const [width, height] of sizes) {
        await tab.setViewportSize({ width, height });
        const { lines, isWhole, faults } = await layoutOf(tab);
        if ((lines < 6 && !isWhole) || faults.length > 0) hidden.push({ size: `${width} × ${height}`, lines, faults });
      }
      expect(hidden).toEqual([]);
      expect(errors).toEqual([]);
      await close();
    },
    120_000,
  );
});

import { describe, expect, it } from "@jest/globals";
import { still, visit } from "../support/chromium.js";
import { castOf } from "../support/conversation.js";
import { plainAnswer } from "../support/plain-answers.js";
import { StreamingModel } from "../support/streaming-model.js";
import { suiteSite } from "../support/suite-site.js";

const length = 200_000;
const sentence = "The ferry is late. ";
const answer = sentence.repeat(length / sentence.length);
const pieceLength = 4000;
const pieces = Array.from({ length: Math.ceil(answer.length / pieceLength) }, (_, index) =>
  answer.slice(index * pieceLength, (index + 1) * pieceLength),
);

describe("an answer of 200,000 characters", () => {
  const model = new StreamingModel((stream) => (stream.purpose === "speech" ? pieces : [plainAnswer(stream)]), 10);
  const site = suiteSite({ model });

  it("is shown to its end, in pieces that the browser lays out only when they are in view", async () => {
    const input = { topic: "The ferry", participants: castOf("Ann", "Bo"), maxTurns: 1, seed: 1 };
    const { thread } = await site.conversations.start("round-robin", { input, context: { maxAnswerLength: length } });
    const { tab, errors, close } = await visit(site.browser, `${site.url}#/talk/${thread}`, still);
    await tab.locator(".voice-end").waitFor();
    const shown = await tab.locator(".speech-text").textContent();
    expect(shown?.replace(/\s+/g, " ").trim()).toBe(answer.trim());
    const visibilities = await tab.evaluate<string[]>(
      `[...document.querySelectorAll(".speech-text .piece")].map((piece) => getComputedStyle(piece).contentVisibility)`,
    );
    expect(visibilities.length).toBeGreaterThan(30);
    expect(new Set(visibilities)).toEqual(new Set(["auto"]));
    await tab.locator("[role=log] p").first().waitFor({ state: "attached" });
    const announced = await tab.locator("[role=log] p").allTextContents();
    expect(announced.length).toBeGreaterThan(0);
    expect(Math.max(...announced.map((text) => text.length))).toBeLessThanOrEqual(4000);
    expect(errors).toEqual([]);
    await close();
  });
});

import { statSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { listPriceOf, listPricesOf, type PriceList, readLines } from "../../../src/core/usage/known-prices.js";
import { priceList } from "../../../src/core/usage/price-list.js";

const few: PriceList = {
  date: "2026-09-23",
  source: "a package 1.0",
  providers: {
    openai: "\n0.4 1.6 0.1 gpt-4.1-mini\n2 8 - gpt-4.1 o3\n5 15 - gpt-4o-2024-05-13\n2.5 10 - gpt-4o",
    google: "\n0.3 2.5 0.03 gemini-2.5-flash\n3 15 0.3 claude-sonnet-4-5\n1.1 5.5 - claude-haiku-4-5",
    anthropic: "\n3 15 0.3 claude-sonnet-4-5\n1 5 - claude-haiku-4-5",
    bedrock: "\n1 5 - global.anthropic.claude-haiku-4-5\n1.1 5.5 - anthropic.claude-haiku-4-5",
  },
};

const inputOf = (model: string) => listPriceOf(few, model)?.input;

describe("the price list", () => {
  it("is well formed, dated, and smaller than 15 kB", () => {
    expect(Object.keys(priceList.providers)).toEqual(expect.arrayContaining(["openai", "anthropic", "google"]));
    for (const text of Object.values(priceList.providers)) {
      const prices = [...readLines(text).values()];
      expect(prices.length).toBeGreaterThan(4);
      for (const { input, output, cachedInput = input } of prices) {
        expect(output).toBeGreaterThan(0);
        // The prices are per million tokens.
        expect(input).toBeGreaterThanOrEqual(0.01);
        expect(input).toBeLessThanOrEqual(500);
        expect(cachedInput).toBeLessThanOrEqual(input);
      }
    }
    expect(Date.parse(priceList.date)).toBeLessThan(Date.now());
    expect(priceList.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(statSync("src/core/usage/price-list.ts").size).toBeLessThan(15_000);
  });

  it.each(["0.4 gpt", "0.4 1.6 0.1", "-1 2 - gpt", "1 x - gpt", ""])("with the line %j is malformed", (line) => {
    expect(() => readLines(`1 2 - fine\n${line}`.trimEnd() + (line === "" ? "\n\n1" : ""))).toThrow(/^malformed line/);
  });
});

describe("a model's price", () => {
  it("is found by its name, with or without a date", () => {
    expect(listPriceOf(few, "openai:gpt-4.1-mini")).toEqual({
      input: 0.4,
      output: 1.6,
      cachedInput: 0.1,
      listedOn: "2026-09-23",
    });
    expect(inputOf("openai:gpt-4.1-mini-2025-04-14")).toBe(0.4);
    expect(inputOf("openai:gpt-4o-2024-05-13")).toBe(5);
    expect(inputOf("openai:gpt-4o-2024-08-06")).toBe(2.5);
    expect(inputOf("anthropic:claude-sonnet-4-5-20250929")).toBe(3);
    expect(inputOf("google-genai:gemini-2.5-flash")).toBe(0.3);
    expect(inputOf("azure_openai:gpt-4.1")).toBe(2);
  });

  it("depends on the region in which Bedrock serves it", () => {
    expect(inputOf("bedrock:eu.anthropic.claude-haiku-4-5-20251001-v1:0")).toBe(1.1);
    expect(inputOf("bedrock:global.anthropic.claude-haiku-4-5-20251001-v1:0")).toBe(1);
    expect(inputOf("aws:anthropic.claude-haiku-4-5")).toBe(1.1);
  });

  it("is unknown for other models, versions and providers", () => {
    expect(inputOf("openai:gpt-4.1-pico")).toBeUndefined();
    expect(inputOf("openai:gpt-4.1-2")).toBeUndefined();
    expect(inputOf("openai:toString")).toBeUndefined();
    expect(inputOf("toString:gpt-4.1")).toBeUndefined();
    expect(inputOf("ollama:gpt-4.1")).toBeUndefined();
  });

  it("is found for a model object's name, unless the price depends on the provider", () => {
    expect(inputOf("gpt-4.1-mini")).toBe(0.4);
    expect(inputOf("claude-sonnet-4-5")).toBe(3);
    expect(inputOf("claude-haiku-4-5")).toBeUndefined();
    expect(inputOf("scripted")).toBeUndefined();
  });

  it("comes from the list in the package", async () => {
    const known = ["openai:gpt-4.1-mini", "anthropic:claude-sonnet-4-5-20250929", "google-genai:gemini-2.5-pro"];
    expect(Object.keys(await listPricesOf([...known, "openai:nonesuch"]))).toEqual(known);
  });
});

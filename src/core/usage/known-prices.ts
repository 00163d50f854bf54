import { isEqual } from "../../base/is-equal.js";
import { ownValue } from "../../base/is-record.js";
import type { Price } from "./budget.js";

/** The price list that Rostrum ships, as `npm run prices` writes it. */
export interface PriceList {
  /** The day on which the prices were published, such as `2026-09-23`. */
  readonly date: string;
  readonly source: string;
  /**
   * A text for each provider. Each line contains the prices of a million input, output and cached input tokens in US
   * dollars (the last is `-` if it is unknown), and then the names of the models with these prices.
   */
  readonly providers: Readonly<Record<string, string>>;
}

/** Other names that LangChain has for the providers in the list. */
const aliases: Readonly<Record<string, string>> = {
  azure_openai: "openai",
  "google-genai": "google",
  "google-vertexai": "google",
  "google-vertexai-web": "google",
  mistral: "mistralai",
  aws: "bedrock",
};

/** Providers that mainly sell their own models. A name without a provider is looked up only here. */
const makers = ["openai", "anthropic", "google", "mistralai", "deepseek", "xai", "cohere"];

/** A version or a date at the end of a model's name, such as `-2025-04-14`, `@20250514`, `-latest` or `-v1:0`. */
const version = /(?:[-@]\d{3,}(?:-\d\d-\d\d)?|-latest|-preview|@[\w-]+|-v\d+:\d+)$/;

/** The region at the beginning of a Bedrock model's name. */
const place = /^(?:us|eu|ap|apac|au|ca|jp|us-gov|global)\./;

export function readLines(text: string): ReadonlyMap<string, Omit<Price, "listedOn">> {
  const prices = new Map<string, Omit<Price, "listedOn">>();
  for (const line of text.trim().split("\n")) {
    const [input, output, cached, ...names] = line.split(" ");
    const [forInput, forOutput, forCached] = [Number(input), Number(output), Number(cached)];
    const isRead = forInput >= 0 && forOutput >= 0 && (cached === "-" || forCached >= 0) && names.length > 0;
    if (!isRead) throw new Error(`malformed line of the price list: ${line}`);
    for (const name of names)
      prices.set(name, { input: forInput, output: forOutput, ...(cached !== "-" && { cachedInput: forCached }) });
  }
  return prices;
}

const withoutVersions = (name: string): string[] =>
  version.test(name) ? [name, ...withoutVersions(name.replace(version, ""))] : [name];

export function findListed<Listed>(prices: ReadonlyMap<string, Listed>, model: string): Listed | undefined {
  const names = [...withoutVersions(model), ...withoutVersions(model.replace(place, ""))];
  return names.map((name) => prices.get(name)).find((price) => price !== undefined);
}

/**
 * `model`: the model's name in usage tables, such as `openai:gpt-4.1-mini`, or a name without a provider if the caller
 * created the model. Returns undefined if the list has no price, or if providers have different prices for a name
 * without a provider.
 */
export function listPriceOf({ date, providers }: PriceList, model: string): Price | undefined {
  const [, given = "", named = model] = /^([\w-]+):(\S+)$/.exec(model) ?? [];
  const sought = given === "" ? makers : [ownValue(aliases, given) ?? given];
  const found = sought
    .filter((provider) => Object.hasOwn(providers, provider))
    .flatMap((provider) => findListed(readLines(providers[provider] ?? ""), named) ?? []);
  const [price] = found;
  const isClear = found.every((other) => isEqual(other, price));
  return price && isClear ? { ...price, listedOn: date } : undefined;
}

/** Returns the prices of those models that the list contains. Loads the list only when called. */
export async function listPricesOf(models: readonly string[]): Promise<Record<string, Price>> {
  const { priceList } = await import("./price-list.js");
  return Object.fromEntries(
    models.flatMap((model) => {
      const price = listPriceOf(priceList, model);
      return price ? [[model, price]] : [];
    }),
  );
}

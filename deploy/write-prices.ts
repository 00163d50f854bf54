/**
 * `npm run prices`: writes src/core/usage/price-list.ts from the installed `@pydantic/genai-prices`. To refresh the
 * prices, run `npm install --save-dev --save-exact @pydantic/genai-prices@latest` first.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { findListed, readLines } from "../src/core/usage/known-prices.js";

const packageName = "@pydantic/genai-prices";

type Amount = number | { readonly base: number } | undefined;

interface Amounts {
  readonly input_mtok?: Amount;
  readonly output_mtok?: Amount;
  readonly cache_read_mtok?: Amount;
}

/** Amounts that apply from a certain day on, or at certain times of day. */
interface Conditional {
  readonly constraint?: { readonly start_date?: string };
  readonly prices: Amounts;
}

interface Match {
  readonly or?: readonly Match[];
  readonly equals?: string;
  readonly starts_with?: string;
}

interface Listed {
  readonly id: string;
  readonly match: Match;
  readonly prices: Amounts | readonly Conditional[];
}

interface PricePackage {
  findProvider(options: { readonly providerId: string }): { readonly models: readonly Listed[] } | undefined;
}

/**
 * The names of LangChain's providers, with the package's names for them. Leaves out Together, because the package lists
 * only models that Together no longer offers.
 */
const providers = {
  openai: "openai",
  anthropic: "anthropic",
  google: "google",
  mistralai: "mistral",
  groq: "groq",
  bedrock: "aws",
  deepseek: "deepseek",
  xai: "x-ai",
  cohere: "cohere",
  cerebras: "cerebras",
  fireworks: "fireworks",
  perplexity: "perplexity",
};

/**
 * Matches the names of models and variants that the list leaves out, such as those that cannot chat or are no longer
 * available.
 */
const omitted = [
  /audio|image|realtime|transcribe|tts|embed|whisper|moderation|ocr|sonic|voice|voxtral|live|omni|computer-use/,
  /guard|research|vision|video|prompt|^ft:|\.ft-|:free|:extended|:thinking|instruct-0914|^x-ai\/|^anthropic\//,
  /^(?:ada|babbage|curie|davinci|text-|gpt-3.5-(?!turbo$)|gpt-4-vision|gpt-4-32k|chatgpt|claude-2|claude-v|command-light)/,
  /titan|^gemini-(?:1|pro|flash)|^gemma-?2|^gemma-7b|^llama2|^llama3-|^llama-3\.[12]-(?!8b)|-specdec$/,
];

const numberOf = (amount: Amount) => (typeof amount === "object" ? amount.base : amount);

/** Returns the amounts that apply on `day`: the highest, if they depend on the time of day. */
function amountsOf(prices: Listed["prices"], day: string): Amounts {
  if (!Array.isArray(prices)) return prices as Amounts;
  const known = prices as readonly Conditional[];
  const startOf = ({ constraint }: Conditional) => constraint?.start_date ?? "";
  const latest = known.filter((each) => startOf(each) <= day && (each === known[0] || startOf(each) !== "")).at(-1);
  const atTimes = known.slice(1).filter((each) => startOf(each) === "");
  const cost = ({ prices: { input_mtok } }: Conditional) => numberOf(input_mtok) ?? 0;
  const [highest] = [...(latest ? [latest] : []), ...atTimes].sort((left, right) => cost(right) - cost(left));
  return highest?.prices ?? {};
}

/** Returns the names and prefixes by which the package finds a model. Omits a dash or an at sign at a prefix's end. */
const namesIn = ({ or = [], equals, starts_with }: Match): string[] => [
  ...or.flatMap(namesIn),
  ...(equals ? [equals] : []),
  ...(starts_with ? [starts_with.replace(/[-@]$/, "")] : []),
];

function linesOf(models: readonly Listed[], day: string): string[] {
  const byName = new Map<string, string>();
  for (const { id, match, prices } of models) {
    const amounts = amountsOf(prices, day);
    const [input, output] = [numberOf(amounts.input_mtok), numberOf(amounts.output_mtok)];
    const price = `${input} ${output} ${numberOf(amounts.cache_read_mtok) ?? "-"}`;
    // Bedrock's prices for a region also apply to names without a region.
    const names = [id, ...namesIn(match)].map((name) => name.replace(/^regional\./, ""));
    // The names of Fireworks' models are paths, so the id is not a name.
    const used = names.some((name) => name.startsWith("accounts/")) ? names.slice(1) : names;
    if (!input || !output || omitted.some((pattern) => pattern.test(id))) continue;
    for (const name of used) if (!omitted.some((pattern) => pattern.test(name))) byName.set(name, price);
  }
  // A name needs no entry if the lookup finds the same price by a shorter name.
  const isFound = ([name, price]: readonly [string, string]) =>
    findListed(new Map([...byName].filter(([other]) => other !== name)), name) === price;
  const needed = [...byName].filter((entry) => !isFound(entry));
  return [...Map.groupBy(needed, ([, price]) => price)]
    .map(([price, entries]) => `${price} ${entries.map(([name]) => name).join(" ")}`)
    .sort();
}

const { version } = JSON.parse(readFileSync(`node_modules/${packageName}/package.json`, "utf8"));
const times = JSON.parse(execFileSync("npm", ["view", packageName, "time", "--json"], { encoding: "utf8" }));
const date = String(times[version]).slice(0, 10);

// Uses a variable for the package's name, so that the compiler does not look for the package's types.
const { findProvider }: PricePackage = await import(packageName);

const texts = Object.entries(providers).map(([provider, providerId]) => {
  const lines = linesOf(findProvider({ providerId })?.models ?? [], date);
  const { size } = readLines(lines.join("\n"));
  console.log(`${provider}: ${size} models`);
  return `    ${provider}: \`\n${lines.join("\n")}\`,`;
});

const file = new URL("../src/core/usage/price-list.ts", import.meta.url);
const text = `/** Written by \`npm run prices\` from ${packageName}, which Pydantic maintains under the MIT license. */
export const priceList = {
  date: "${date}",
  source: "${packageName} ${version}",
  providers: {
${texts.join("\n")}
  },
};
`;
writeFileSync(file, text);
console.log(`prices of ${date}: ${text.length} bytes`);

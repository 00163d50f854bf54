import { readFile } from "node:fs/promises";
import { isRecord } from "../../../base/is-record.js";
import { nearestName } from "../../../core/text/nearest-name.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import { flagOf, type Options, priceSeparator } from "../options.js";

const known = ["input", "output", "cachedInput"];

/**
 * Replaces the name of a file in `--prices` with the prices in the file. The file is a YAML or JSON mapping from models
 * to prices, or a scenario with `prices`.
 */
export async function withPriceFile(options: Options): Promise<Options> {
  const { prices: file } = options;
  if (file === undefined || file.includes("=")) return options;
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    // The value may be a price without its equals sign, so the error also says how to write prices.
    if (error.code === "ENOENT") throw invalidField(flagOf("prices"), "missing-file", { file, expected: "prices" });
    throw invalidField(flagOf("prices"), "unreadable-file", { file, reason: error.message });
  });
  const { parse } = await import("yaml");
  const prices = tableIn(parseWith(parse, text)).map(([model, price]) => {
    const { input, output, cachedInput = "", ...others } = isRecord(price) ? price : {};
    const [unknown] = Object.keys(others);
    if (unknown !== undefined && input !== undefined)
      throw invalidField(`prices.${model}.${unknown}`, "unknown-field", {
        nearest: nearestName(unknown, known),
        known,
      });
    return `${model}=${[input, output, cachedInput].filter((amount) => amount !== "").join(",")}`;
  });
  if (prices.length === 0) throw invalidField(flagOf("prices"), "expected", { expected: "prices", isMissing: false });
  return { ...options, prices: prices.join(priceSeparator) };
}

function parseWith(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function tableIn(parsed: unknown): [string, unknown][] {
  if (!isRecord(parsed)) return [];
  const { prices = parsed } = parsed;
  return isRecord(prices) ? Object.entries(prices) : [];
}
